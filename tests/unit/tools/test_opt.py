"""The driver: input and output, parts of a file, observers, timing, help."""

import io
import subprocess
import sys
from importlib.metadata import version
from itertools import count
from pathlib import Path
from threading import Timer

import pytest
from tieshape.dialects import DIALECTS
from tieshape.tools import observers as observers_module
from tieshape.tools import opt as driver_module
from tieshape.tools import progress as progress_module
from tieshape.tools.observers import PassObserver, Timings
from tieshape.tools.opt import TieshapeOpt, main
from tieshape.tools.progress import Progress, installed_meter
from tieshape.tools.registry import PASSES
from tieshape.tools.run import run as run_module
from tieshape.tools.tieshape import run as run_tieshape
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

import tieshape

from .conftest import Driver, add_passes

CONSTANT = 'func.func @f() -> i32 {\n  %c = arith.constant 1 : i32 loc("x":1:2)\n  func.return %c : i32\n}\n'


def test_reads_stdin_and_writes_stdout(opt: Driver):
    for args in ((), ("-",), ("-o", "-")):
        outcome = opt(*args, stdin="func.func private @f()")
        assert (outcome.code, outcome.err) == (0, "")
        assert outcome.out == "builtin.module {\n  func.func private @f() -> ()\n}\n"


@pytest.mark.parametrize("text", ["", "\n\n", "// only words\n"])
def test_text_without_ops_is_the_empty_module(opt: Driver, text: str):
    assert opt(stdin=text).out == "builtin.module {\n}\n"


def test_any_file_name_is_mlir(opt: Driver, tmp_path: Path):
    source, target = tmp_path / "model.txt", tmp_path / "out.mlir"
    source.write_text("func.func private @f()")
    outcome = opt(str(source), "-o", str(target))
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "")
    assert target.read_text() == "builtin.module {\n  func.func private @f() -> ()\n}\n"


def test_output_file_is_untouched_by_errors(opt: Driver, tmp_path: Path):
    target = tmp_path / "out.mlir"
    target.write_text("before")
    wrong_part = "func.func private @f()\n// -----\nfunc.func @g("
    assert opt("-o", str(target), "--split-input-file", stdin=wrong_part).code == 1
    assert target.read_text() == "before"


def test_parts_go_on_after_an_error_and_count_lines_of_the_whole(opt: Driver):
    text = "func.func private @f()\n// -----\n\nfunc.func @g(\n// -----\nfunc.func private @h()\n"
    outcome = opt("--split-input-file", stdin=text)
    assert outcome.code == 1
    assert outcome.err.startswith("<stdin>:5:1: error: Expected argument or type\n")
    assert outcome.out == (
        "builtin.module {\n  func.func private @f() -> ()\n}\n// -----\n// -----\n"
        "builtin.module {\n  func.func private @h() -> ()\n}\n"
    )


def test_only_a_line_of_its_own_separates_parts(opt: Driver):
    text = "// a // ----- in a comment\nfunc.func private @f() // -----\n"
    assert "// -----" not in opt("--split-input-file", stdin=text).out


def test_places_are_printed_on_demand(opt: Driver):
    assert "loc(" not in opt(stdin=CONSTANT).out
    printed = opt("--print-debuginfo", stdin=CONSTANT).out
    assert 'arith.constant 1 : i32 loc("x":1:2)' in printed
    assert 'func.return %c : i32 loc("<stdin>":3:3)' in printed


def test_generic_form(opt: Driver):
    assert '"func.return"(%c) : (i32) -> ()' in opt("--print-op-generic", stdin=CONSTANT).out


def test_diagnostics_flags_print_errors_and_exit_with_0(opt: Driver):
    wrong_type = "func.func @f() -> i32 {\n  func.return\n}"
    outcome = opt("--verify-diagnostics", stdin=wrong_type)
    assert outcome.code == 0
    assert outcome.out.startswith("<stdin>:2:3: error: func.return: ")
    assert opt("--verify-diagnostics", stdin="func.func @f(").code == 1
    assert opt("--parsing-diagnostics", stdin="func.func @f(").code == 0
    assert opt("--parsing-diagnostics", stdin=wrong_type).code == 1


class First(ModulePass):
    name = "first"

    def apply(self, ctx: object, op: ModuleOp) -> None:
        op.attributes["first"] = op.attributes.get("first", op.location)


class Second(ModulePass):
    name = "second"

    def apply(self, ctx: object, op: ModuleOp) -> None:
        pass


class Both(ModulePass):
    name = "both"

    def pipeline(self) -> tuple[ModulePass, ...]:
        return First(), Second()

    def apply(self, ctx: object, op: ModuleOp) -> None:
        raise AssertionError("the driver runs the passes of a sequence")


class Recorder(PassObserver):
    def __init__(self) -> None:
        self.calls: list[str] = []

    def started(self, module: ModuleOp, passes: tuple[ModulePass, ...]) -> None:
        self.calls.append(f"started {' '.join(each.name for each in passes)}")

    def before_pass(self, pass_: ModulePass, module: ModuleOp) -> None:
        self.calls.append(f"before {pass_.name} {len(module.attributes)}")

    def after_pass(self, pass_: ModulePass, module: ModuleOp) -> None:
        self.calls.append(f"after {pass_.name} {len(module.attributes)}")

    def finished(self, module: ModuleOp) -> None:
        self.calls.append("finished")


class Refuser(PassObserver):
    def after_pass(self, pass_: ModulePass, module: ModuleOp) -> None:
        raise PassFailedException(f"a fact is lost after {pass_.name}")


@pytest.fixture
def observer(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    """An observer of every run; the passes above are available."""
    recorder = Recorder()
    add_passes(monkeypatch, First, Second, Both)
    monkeypatch.setattr(driver_module, "observers_for", lambda _: [recorder])
    return recorder


def test_observers_see_each_pass_of_a_sequence(opt: Driver, observer: Recorder):
    assert opt("-p", "both,first").code == 0
    assert observer.calls == [
        "started first second first",
        "before first 0",
        "after first 1",
        "before second 1",
        "after second 1",
        "before first 1",
        "after first 1",
        "finished",
    ]


def test_observers_see_each_part(opt: Driver, observer: Recorder):
    opt("--split-input-file", stdin="// -----\n")
    assert observer.calls == ["started ", "finished"] * 2


@pytest.mark.usefixtures("observer")
def test_an_observer_can_end_the_run(opt: Driver, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(driver_module, "observers_for", lambda _: [Refuser()])
    outcome = opt("-p", "first,second")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == "error: a fact is lost after first\n"


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by a second each time it is read."""
    seconds = count()
    monkeypatch.setattr(observers_module, "perf_counter", lambda: float(next(seconds)))


@pytest.mark.usefixtures("observer", "ticks")
def test_timing_lists_each_step(opt: Driver):
    for flag in ("--timing", "--time-passes"):
        outcome = opt(flag, "-p", "second,first,second")
        rows = [line.split(" s  ") for line in outcome.err.splitlines()]
        assert [step for _, step in rows] == [
            "parse",
            "verify",
            "second",
            "first",
            "print",
            "total",
        ]
        seconds = {step: float(words) for words, step in rows}
        # Each step takes one tick; verify runs once before the passes and once after each.
        assert seconds["second"] == 2
        assert seconds["verify"] == 4
        assert seconds["total"] == 9


def test_print_between_passes(opt: Driver):
    outcome = opt("--print-between-passes", "-p", "cse,dce", stdin="func.func private @f()")
    module = "builtin.module {\n  func.func private @f() -> ()\n}\n"
    assert outcome.out == module
    assert outcome.err == f"// IR after cse:\n{module}\n// IR after dce:\n{module}\n"


@pytest.mark.usefixtures("ticks")
def test_timings_add_up_and_survive_errors():
    timings = Timings()
    for _ in range(2):
        with pytest.raises(ValueError, match="x"), timings.measure("step"):
            raise ValueError("x")
    assert timings.seconds == {"step": 2}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class ManualTimer(Timer):
    """A timer that fires when the test calls `function`."""

    last: "ManualTimer"

    def start(self) -> None:
        ManualTimer.last = self


def test_progress_line_comes_late_and_goes(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(progress_module, "Timer", ManualTimer)
    terminal = Terminal()
    progress = Progress(terminal)
    module = ModuleOp([])
    progress.started(module, (First(), Second()))
    progress.before_pass(First(), module)
    assert terminal.getvalue() == ""
    ManualTimer.last.function()
    assert terminal.getvalue().endswith("[1/2] first, 1 ops")
    progress.before_pass(Second(), module)
    assert terminal.getvalue().endswith("[2/2] second, 1 ops")
    progress.close()
    assert terminal.getvalue().endswith("\r\x1b[K")
    progress.before_pass(First(), module)
    assert terminal.getvalue().endswith("\r\x1b[K")


def test_progress_is_a_bar_where_tqdm_is_installed(monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("tqdm", reason="tqdm is not installed")
    meter = installed_meter()
    assert meter is not None
    assert meter(1, 2, "second").startswith(" 50%|█████")
    monkeypatch.setattr(progress_module, "Timer", ManualTimer)
    terminal = Terminal()
    progress = Progress(terminal, meter=meter)
    module = ModuleOp([])
    progress.started(module, (First(), Second()))
    progress.before_pass(First(), module)
    ManualTimer.last.function()
    assert "  0%|" in terminal.getvalue()
    assert "[1/2] first, 1 ops" in terminal.getvalue()
    progress.close()


def test_no_bar_without_tqdm(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    assert installed_meter() is None


def test_progress_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(driver_module.sys, "stderr", io.StringIO())
    assert TieshapeOpt(args=[]).observers == []
    monkeypatch.setattr(driver_module.sys, "stderr", Terminal())
    assert TieshapeOpt(args=["--quiet"]).observers == []
    (progress,) = TieshapeOpt(args=[]).observers
    assert isinstance(progress, Progress)
    progress.close()


def test_help_groups_options_and_lists_own_passes_first(opt: Driver):
    outcome = opt("--help")
    text = outcome.out
    assert outcome.code == 0
    headings = ["\ninput:", "\npasses:", "\noutput:", "\ndiagnostics:", "\npasses of tieshape:"]
    positions = [text.index(heading) for heading in headings]
    assert positions == sorted(positions)
    for name, entry in PASSES.items():
        assert f"{name} " in text
        assert entry.summary in text
    assert text.index("canonicalize") > text.index("passes of xDSL")


@pytest.mark.parametrize("words", [["--help"], ["--help", "tieshape-fuse"], ["--list-passes"]])
def test_questions_are_answered_without_the_parser(words: list[str]):
    program = (
        "import sys; from tieshape.tools.start import questions; questions(sys.argv[1:]); "
        "print(sorted(set(sys.modules) & {'xdsl.parser', 'numpy', 'sympy', "
        "'tieshape.dialects.mhlo', 'tieshape.text.parser'}), file=sys.stderr)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, text=True, check=True
    )
    heavy = {"numpy", "sympy", "tieshape.text.parser"} if "tieshape-fuse" not in words else set()
    assert not {name for name in heavy if repr(name) in run.stderr}
    assert "tieshape-fuse" in run.stdout


def test_completion_names_options_and_passes(opt: Driver, capsys: pytest.CaptureFixture[str]):
    pytest.importorskip("shtab")
    for command in (main, run_tieshape, run_module):
        with pytest.raises(SystemExit) as exit_:
            command(["--print-completion", "bash"])
        assert exit_.value.code == 0
        script = capsys.readouterr().out
        assert "compgen" in script
        assert ("tieshape-version-broadcasts" in script) == (command is main)
    assert opt("--print-completion", "fish").err.startswith("error: argument --print-completion: ")


def test_completion_without_its_library_names_the_extra(
    opt: Driver, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "shtab", None)
    outcome = opt("--print-completion", "bash")
    assert outcome.code == 1
    assert "pip install 'tieshape[completion]'" in outcome.err


def test_a_reproducer_of_an_internal_error_runs_again(opt: Driver, tmp_path: Path):
    from tieshape.passes.fuse.fuse import FusePass

    def broken(self: FusePass, ctx: Context, op: ModuleOp) -> None:
        raise KeyError("group")

    file = tmp_path / "r.mlir"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FusePass, "apply", broken)
        first = opt("-p", "cse,tieshape-fuse,dce", f"--crash-reproducer={file}", stdin="")
        assert (first.code, first.out) == (1, "")
        assert "internal: KeyError" in first.err
        assert 'pipeline: "builtin.module(tieshape-fuse)"' in file.read_text()
        again = opt(str(file), "--run-reproducer")
        assert (again.code, "internal: KeyError" in again.err) == (1, True)
    assert opt(str(file), "--run-reproducer").code == 0


def test_every_command_prints_versions(capsys: pytest.CaptureFixture[str]):
    runs = {"tieshape-opt": main, "tieshape-run": run_module, "tieshape": run_tieshape}
    for command, run in runs.items():
        with pytest.raises(SystemExit) as exit_:
            run(["--version"])
        assert exit_.value.code == 0
        line = capsys.readouterr().out
        assert line.startswith(f"{command} {tieshape.__version__} (xdsl {version('xdsl')}, numpy ")


def test_every_registered_name_loads():
    for name, dialect in DIALECTS.items():
        assert dialect().name == name
    for name, entry in PASSES.items():
        assert entry.load().name == name


def test_imports_stay_lazy():
    """The package and `--help` need neither the algebra nor the arrays, nor a lazy dialect."""
    program = (
        "import sys, tieshape, tieshape.tools.opt\n"
        "try: tieshape.tools.opt.main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = ('sympy', 'numpy', 'xdsl.dialects.arith', 'tieshape.dialects.tf')\n"
        "print([name for name in heavy if name in sys.modules], file=sys.stderr)"
    )
    outcome = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert outcome.stderr == "[]\n"

"""The `tieshape` command."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tieshape.tools import run as tieshape_run
from tieshape.tools.tieshape import run

MODEL = """
func.func @main(%x: tensor<?x2xf32>, %y: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %r = "tf.AddV2"(%x, %y) : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  func.return %r : tensor<?x2xf32>
}
"""


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "add.mlir"
    path.write_text(MODEL)
    return path


@pytest.fixture
def inputs(tmp_path: Path) -> Path:
    path = tmp_path / "ref.npz"
    x, y = np.full((3, 2), 1.5, np.float32), np.full((3, 2), 2.0, np.float32)
    np.savez(path, in_0=x, in_1=y, out_0=x + y)
    return path


@pytest.fixture
def artifact(model: Path, inputs: Path, capsys: pytest.CaptureFixture[str]) -> str:
    path = model.with_suffix(".tie")
    assert run(["compile", str(model), "--hints", str(inputs), "-o", str(path)]) == 0
    assert capsys.readouterr() == ("", "")
    return str(path)


def test_run(artifact: str, inputs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (run, tieshape_run.run):
        words = ["run"] if command is run else []
        assert command([*words, artifact, "--inputs", str(inputs), "--check"]) == 0
        assert capsys.readouterr().out == "1/1 references match\n"


TWO = "\n".join(
    f"""
func.func @{name}(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {{
  %r = "tf.{op}"(%x) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  func.return %r : tensor<?x2xf32>
}}"""
    for name, op in (("first", "Neg"), ("second", "Abs"))
)


def test_one_function_of_several(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model, inputs = tmp_path / "two.mlir", tmp_path / "ref.npz"
    model.write_text(TWO)
    output = ["-o", str(tmp_path / "two.tie")]
    x = np.full((3, 2), -1.5, np.float32)
    np.savez(inputs, in_0=x, out_0=-x)
    assert run(["compile", str(model), "--function", "second", *output]) == 0
    assert run(["run", output[1], "--inputs", str(inputs), "--check"]) == 0
    assert capsys.readouterr().out == "1/1 references match\n"
    for wrong, words in (
        (["--function", "third"], "error: function @third does not exist; functions with a body"),
        ([], "error: there is no single public function and no @main; functions with a body"),
    ):
        assert run(["compile", str(model), *wrong, *output]) == 1
        assert capsys.readouterr().err.startswith(words)


DECLARED = """
func.func private @other(tensor<?xf32>) -> tensor<?xf32>
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = func.call @other(%x) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}
"""


def test_a_call_of_a_declared_function(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model, artifact, arrays = (tmp_path / f"declared.{end}" for end in ("mlir", "tie", "npz"))
    model.write_text(DECLARED)
    assert run(["compile", str(model), "-o", str(artifact)]) == 0
    assert run(["check", str(artifact), "3"]) == 0
    assert capsys.readouterr().out == "fits: S0 = 3\nout_0: ?\n"
    np.savez(arrays, in_0=np.zeros(3, np.float32))
    assert run(["run", str(artifact), "--inputs", str(arrays)]) == 1
    words = "func.call: @other is only declared; a run needs its body\n"
    assert words in capsys.readouterr().err


def test_run_with_sizes_that_it_was_not_compiled_for(
    artifact: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "other.npz"
    np.savez(path, in_0=np.zeros((1, 2), np.float32), in_1=np.zeros((3, 2), np.float32))
    assert run(["run", artifact, "--inputs", str(path)]) == 1
    assert capsys.readouterr().err.startswith("error: S0 == S1 (tf.AddV2 at ")


def test_check(artifact: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", artifact, "4x2", "4x2"]) == 0
    assert capsys.readouterr().out == "fits: S0 = 4, S1 = 4\nout_0: 4x2\n"
    assert run(["check", artifact, "1x2", "4x2"]) == 1
    assert capsys.readouterr().out.startswith("expect fails: S0 == S1 (tf.AddV2 at ")
    assert run(["check", artifact, "1x2x3", "4x2"]) == 1
    assert capsys.readouterr().err == "error: x: rank 2 is needed, 3 given\n"
    assert run(["check", artifact, "ax2", "4x2"]) == 1
    assert "expected a shape as in 2x3, or scalar, got 'ax2'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "compiler"),
    [
        (["check", "ARTIFACT", "3x2", "3x2"], False),
        (["check", "ARTIFACT", "x=3x2", "y=3x2"], False),
        (["explain", "ARTIFACT"], False),
        (["--debug", "explain", "ARTIFACT", "x[0] == y[0]"], False),
        (["export", "ARTIFACT"], True),
    ],
)
def test_questions_of_shapes_import_no_compiler(
    artifact: str, words: list[str], compiler: bool
) -> None:
    program = """
import sys
from tieshape.tools.tieshape import run
code = run(sys.argv[1:])
print([n for n in ("xdsl", "numpy", "sympy") if n in sys.modules], file=sys.stderr)
sys.exit(code)
"""
    words = [artifact if word == "ARTIFACT" else word for word in words]
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout
    assert ("xdsl" in done.stderr.splitlines()[-1]) is compiler
    assert compiler or done.stderr == "[]\n"


def test_each_command_has_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("import", "compile", "export", "show", "check", "explain"):
        with pytest.raises(SystemExit):
            run([command, "--help"])
        assert len(capsys.readouterr().out.splitlines()) > 6, command
    with pytest.raises(SystemExit):
        run(["--help"])
    assert "hold argument shapes against the guards" in capsys.readouterr().out


def test_explain(artifact: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", artifact, "S0 == S1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("S0 == S1: proved\n  S0 == S1 (expect: tf.AddV2 at ")
    assert run(["explain", artifact, "S0 != S1"]) == 1
    assert capsys.readouterr().out.startswith("S0 != S1: refuted\n  S0 == S1 (expect: ")
    assert run(["explain", artifact, "S0 == 3"]) == 1
    unknown, example = capsys.readouterr().out.splitlines()
    assert unknown == "S0 == 3: unknown"
    assert example == "  false for S0 = 0, S1 = 0, which no fact forbids"
    assert run(["explain", artifact, "S0 =="]) == 1
    assert "column" in capsys.readouterr().err
    assert run(["explain", artifact]) == 0
    out = capsys.readouterr().out
    assert "argument x: float32 [S0, 2]\n" in out
    assert "size S0 in [0, ?], hint 3: size 0 of x\n" in out
    assert "result 0: float32 [S0, 2]\n" in out


def test_arguments_are_named_in_shapes_and_claims(
    artifact: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", artifact, "y=3x2", "x=3x2"]) == 0
    assert run(["check", artifact, "%y=4x2", "%x=3x2"]) == 1
    refusal = capsys.readouterr().out.splitlines()[-1]
    assert refusal.endswith("fails for S0 = 3 (size 0 of x), S1 = 4 (size 0 of y)")
    assert run(["explain", artifact, "x[0] == y[0]", "%x[1] == 2"]) == 0
    assert run(["explain", artifact, "x[0] == 3"]) == 1
    for words, error in (
        (["check", artifact, "x=3x2"], "no shape for y"),
        (["check", artifact, "x=3x2", "x=3x2"], "'x' is given twice"),
        (["check", artifact, "x=3x2", "z=3x2"], "'z' is no argument"),
        (["explain", artifact, "x[2] == 3"], "x has rank 2, there is no x[2]"),
        (["explain", artifact, "z[0] == 3"], "no argument is named z; there are x, y"),
    ):
        assert run(words) == 1
        assert error in capsys.readouterr().err


def test_compile_says_what_is_wrong(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = model.with_suffix(".tie")
    assert run(["compile", str(model), "--hints", "0=2x2,1=3x2", "-o", str(target)]) == 1
    error = capsys.readouterr().err
    assert error.startswith(
        f"{model}:3:3: error: tf.AddV2: sizes S0 and S1 must be equal or one of them 1; "
        "the hints are S0 = 2, S1 = 3\n"
    )
    assert not target.exists()
    assert run(["compile", str(model), "--hints", "z=2", "-o", str(target)]) == 1
    assert capsys.readouterr().err == "error: hints: no argument `z`; there are 0, 1, x, y\n"
    assert run(["compile", str(model)]) == 1
    assert "-o/--output" in capsys.readouterr().err
    assert run(["compile", str(model), "-o", "-"]) == 1
    assert capsys.readouterr().err.startswith("error: -o -: an artifact goes to a file")


def test_a_dash_is_standard_output(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = list[str]()
    for where in ([], ["-o", "-"]):
        assert run(["export", str(model), *where]) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1] != ""
    assert not Path("-").exists()


def test_a_damaged_file_is_refused(artifact: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(artifact)
    path.write_bytes(path.read_bytes()[:-3])
    for words in (
        ["check", artifact],
        ["explain", artifact],
        ["run", artifact, "--inputs", "x.npz"],
    ):
        assert run(words) == 1
        assert "the file is truncated or altered" in capsys.readouterr().err


def test_debug_may_stand_before_run(artifact: str, inputs: Path) -> None:
    assert run(["--debug", "run", artifact, "--inputs", str(inputs), "--check"]) == 0


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("command", ["run", "check"])
def test_debug_may_stand_anywhere(
    command: str, place: int, artifact: str, inputs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = ["--inputs", "missing.npz"] if command == "run" else ["x=2", "y=2x3"]
    words = [command, artifact, *more]
    assert run(words) == 1
    assert "Traceback" not in capsys.readouterr().err
    assert run([*words[:place], "--debug", *words[place:]]) == 1
    assert "Traceback" in capsys.readouterr().err

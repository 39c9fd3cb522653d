"""Op sets: joining them, an installed package that brings one, and errors that name it."""

import ast
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from tieshape.dialects import tf
from tieshape.rules.table import RULES, known_rules
from tieshape.text.diagnostics import UsageError
from tieshape.tools.pipeline import passes_of
from tieshape.tools.registry import whole_universe
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import ParseError

from tieshape import OpRule, OpSet, OpSetError, TieshapePass, new_context, parse_module, using
from tieshape.op_sets import NONE, in_use

ROOT = Path(__file__).parents[2]
OPT = "from tieshape.tools.opt import main; raise SystemExit(main())"
RUN = "from tieshape.tools.run import main; main()"
TIESHAPE = "from tieshape.tools.tieshape import main; main()"

PLUG_IN = """
from tieshape import OpRule, OpSet, tensor_op
from tieshape.dialects import mhlo
from xdsl.ir import Dialect
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def, result_def
from xdsl.universe import Universe

@irdl_op_definition
class TwiceOp(IRDLOperation):
    name = "plug.twice"
    input = operand_def()
    output = result_def()

def lower(op, b):
    x = b.operand(op.input)
    return [b.create(mhlo.AddOp, [x, x], b.type(op.output))]

OPS = OpSet(
    {TwiceOp: OpRule(TwiceOp, shape=lambda op, ctx: [ctx.shape(op.input)])},
    {TwiceOp: lower},
    dict([tensor_op(TwiceOp, lambda op, x: 2 * x)]),
)
UNIVERSE = Universe(all_dialects={"plug": lambda: Dialect("plug", [TwiceOp])})
"""

MODEL = """func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = "plug.twice"(%x) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = "tf.AddV2"(%0, %x) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  func.return %1 : tensor<?x4xf32>
}
"""


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A model with the op of the package, and arrays for it."""
    path = tmp_path / "model.mlir"
    path.write_text(MODEL)
    x = np.arange(8, dtype=np.float32).reshape(2, 4)
    np.savez(tmp_path / "ref.npz", in_0=x, out_0=3 * x)
    return path


def install(folder: Path, code: str, entry: str = "plug_in:OPS") -> None:
    """Puts a distribution with one module and its entry points into the new `folder`."""
    folder.mkdir()
    (folder / "plug_in.py").write_text(code)
    info = folder / "plug_in-1.5.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plug-in\nVersion: 1.5\n")
    universe = "[xdsl.universe]\nplug = plug_in:UNIVERSE\n" if "UNIVERSE" in code else ""
    (info / "entry_points.txt").write_text(f"[tieshape.op_sets]\nplug = {entry}\n{universe}")


def command(folder: Path, program: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    path = f"import sys; sys.path.insert(0, {str(folder)!r}); "
    words = [sys.executable, "-c", path + program, *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)


def test_an_installed_package_joins_every_command(tmp_path: Path, model: Path) -> None:
    site, out, artifact = tmp_path / "site", tmp_path / "out.mlir", tmp_path / "model.tie"
    install(site, PLUG_IN)
    done = command(site, OPT, model, "-p", "tieshape", "--verify-survival", "-o", out)
    assert (done.returncode, done.stderr) == (0, "")
    assert "plug.twice" not in out.read_text()
    assert "tensor<?x4xf32, [@S0, 4]>" in out.read_text()
    compiled = command(site, TIESHAPE, "compile", model, "-o", artifact)
    assert (compiled.returncode, compiled.stderr) == (0, "")
    for each in (model, out, artifact):
        ran = command(site, RUN, each, "--inputs", tmp_path / "ref.npz", "--check")
        # Before the conversion the tf op has no kernel.
        assert (ran.returncode == 0) == (each is not model), ran.stderr
    reported = command(site, OPT, model, "-p", "tieshape", "--summary")
    assert "barriers" not in reported.stderr


def test_the_kernel_of_a_package_runs_in_a_module(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    install(folder, PLUG_IN)
    model = tmp_path / "model.mlir"
    model.write_text(
        "func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {\n"
        '  %0 = "plug.twice"(%x) : (tensor<?x4xf32>) -> tensor<?x4xf32>\n'
        "  func.return %0 : tensor<?x4xf32>\n}\n"
    )
    x = np.ones((2, 4), np.float32)
    np.savez(tmp_path / "ref.npz", in_0=x, out_0=2 * x)
    for site, code in ((folder, 0), (tmp_path, 1)):
        ran = command(site, RUN, model, "--inputs", tmp_path / "ref.npz", "--check")
        assert ran.returncode == code, ran.stderr


def test_without_the_package_its_op_is_refused(tmp_path: Path, model: Path) -> None:
    for program, arguments in ((OPT, ("-p", "tieshape")), (RUN, ("--inputs", "ref.npz"))):
        done = command(tmp_path, program, model, *arguments)
        assert done.returncode == 1
        assert "error: Operation plug.twice is not registered" in done.stderr


@pytest.mark.parametrize(
    ("code", "entry", "words"),
    [
        (
            "import missing_module",
            "plug_in:OPS",
            "ModuleNotFoundError: No module named 'missing_module'",
        ),
        ("OPS = 3", "plug_in:OPS", "plug_in:OPS is of type int, an OpSet is needed"),
        ("", "plug_in:OPS", "AttributeError: module 'plug_in' has no attribute 'OPS'"),
    ],
)
def test_an_op_set_that_fails_is_named(tmp_path: Path, code: str, entry: str, words: str) -> None:
    site = tmp_path / "site"
    install(site, code, entry)
    (tmp_path / "f.mlir").write_text("func.func @f(%x: tensor<?xf32>) {\n  func.return\n}\n")
    done = command(site, OPT, tmp_path / "f.mlir", "-p", "tieshape")
    assert done.returncode == 1
    assert done.stderr == f"error: op set 'plug' of package plug-in 1.5: {words}\n"


def same_shape(op: tf.AbsOp, ctx: object) -> Sequence[None]:
    return [None]


def test_sets_join_and_refuse_two_rows() -> None:
    row = OpRule(tf.AbsOp, shape=same_shape)
    first, again = OpSet(rules={tf.AbsOp: row}), OpSet(rules={tf.AbsOp: row})
    other = OpSet(rules={tf.NegOp: OpRule(tf.NegOp)}, kernels={tf.AbsOp: same_shape})
    assert set((first | other).rules) == {tf.AbsOp, tf.NegOp}
    assert (first | again).rules == first.rules
    assert first | NONE is first
    with pytest.raises(OpSetError, match=r"tf\.Abs has two rules"):
        _ = first | OpSet(rules={tf.AbsOp: OpRule(tf.AbsOp)})
    with using(first), pytest.raises(OpSetError, match=r"tf\.Abs has two rules"):
        known_rules()


def test_op_sets_hold_inside_of_using_only() -> None:
    class Mine(tf.AbsOp):
        name = "my.op"

    mine = OpSet(rules={Mine: OpRule(Mine)})
    assert known_rules() is RULES
    with using(mine), using(mine):
        assert in_use() is mine or Mine in in_use().rules
        assert known_rules() is known_rules()
        assert Mine in known_rules()
    assert known_rules() is RULES
    with pytest.raises(ParseError, match="not registered"):
        parse_module('"my.op"() : () -> ()')


def test_a_pipeline_with_op_sets_is_one_pass() -> None:
    whole = TieshapePass(op_sets=(OpSet(rules={ModuleOp: OpRule(ModuleOp)}),))
    assert whole.pipeline() == (whole,)
    whole.apply(new_context(), parse_module(""))
    with pytest.raises(UsageError, match="has no option 'op-sets'"):
        passes_of("tieshape{op-sets=1}", whole_universe().all_passes)


def test_every_floor_may_import_op_sets() -> None:
    """It imports nothing of tieshape."""
    for node in ast.walk(ast.parse((ROOT / "tieshape" / "op_sets.py").read_text())):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            assert not (node.module or "").startswith("tieshape")

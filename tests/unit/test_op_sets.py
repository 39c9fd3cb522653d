"""Op sets: joining them, an installed package that brings one, and errors that name it."""

import ast
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tieshape.dialects import sdim, tf
from tieshape.interpreters import GuardFailed
from tieshape.rules.errors import ShapeError
from tieshape.rules.table import RULES, known_rules
from tieshape.text.diagnostics import one_line
from tieshape.text.usage_error import UsageError
from tieshape.tools.pipeline import passes_of
from tieshape.tools.registry import whole_universe
from xdsl.dialects.builtin import ModuleOp, i32
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import ParseError

from tieshape import (
    ElementDemand,
    OpRule,
    OpSet,
    OpSetError,
    Runner,
    TieshapePass,
    new_context,
    parse_module,
    tensor_op,
    using,
)
from tieshape.op_sets import NONE, in_use, installed

ROOT = Path(__file__).parents[2]
COMMANDS = """
import json, sys
sys.path.insert(0, sys.argv[1])
from tieshape.tools.opt import main as opt
from tieshape.tools.run import run
from tieshape.tools.tieshape import run as tieshape
for line in json.loads(sys.argv[2]):
    print(globals()[line[0]](line[1:]))
"""

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
    """A model with the op of the package, and arrays for it; `twice.mlir` has no other op."""
    path = tmp_path / "model.mlir"
    path.write_text(MODEL)
    lines = [
        line for line in MODEL.replace("return %1", "return %0").splitlines() if "tf." not in line
    ]
    (tmp_path / "twice.mlir").write_text("\n".join(lines))
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


def codes_of(site: Path, *lines: tuple[object, ...]) -> tuple[list[int], str]:
    """The exit codes of commands in one process, whose path has `site`, and their errors."""
    words = json.dumps([[str(word) for word in line] for line in lines])
    done = subprocess.run(
        [sys.executable, "-c", COMMANDS, str(site), words],
        capture_output=True,
        text=True,
        check=True,
    )
    numbers = [line for line in done.stdout.splitlines() if line.isdecimal()]
    return list(map(int, numbers)), done.stderr


def test_an_installed_package_joins_every_command(tmp_path: Path, model: Path) -> None:
    site, out, artifact = tmp_path / "site", tmp_path / "out.mlir", tmp_path / "model.tie"
    install(site, PLUG_IN)
    check = ("--inputs", tmp_path / "ref.npz", "--check")
    codes, errors = codes_of(
        site,
        ("opt", model, "-p", "tieshape", "--verify-survival", "--summary", "-o", out),
        ("run", out, *check),
        ("tieshape", "compile", model, "-o", artifact),
        ("run", artifact, *check),
        ("run", tmp_path / "twice.mlir", "--inputs", tmp_path / "ref.npz"),
    )
    assert codes == [0, 0, 0, 0, 0], errors
    assert "barriers" not in errors
    assert "plug.twice" not in out.read_text()
    assert "tensor<?x4xf32, [@S0, 4]>" in out.read_text()


def test_without_the_package_its_op_is_refused(tmp_path: Path, model: Path) -> None:
    codes, errors = codes_of(
        tmp_path,
        ("opt", model, "-p", "tieshape"),
        ("run", tmp_path / "twice.mlir", "--inputs", tmp_path / "ref.npz"),
        ("tieshape", "compile", model, "-o", tmp_path / "model.tie"),
    )
    assert codes == [1, 1, 1]
    assert (
        errors.count("error: Operation plug.twice is not registered: there is no dialect plug") == 3
    )


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
def test_an_op_set_that_fails_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, entry: str, words: str
) -> None:
    site = tmp_path / "site"
    install(site, code, entry)
    monkeypatch.syspath_prepend(site)
    monkeypatch.delitem(sys.modules, "plug_in", raising=False)
    with pytest.raises(OpSetError) as error:
        installed.__wrapped__()
    assert one_line(error.value) == f"error: op set 'plug' of package plug-in 1.5: {words}"


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


WRONG_TABLES: list[tuple[dict[str, Any], str]] = [
    ({"rules": {tf.AbsOp: same_shape}}, r"rules: .* is no OpRule \(of tf\.Abs\)"),
    ({"rules": {3: OpRule(tf.AbsOp)}}, "rules: 3 is no op class"),
    ({"lowerings": {tf.AbsOp: 1}}, r"lowerings: 1 is no function .* \(of tf\.Abs\)"),
]


@pytest.mark.parametrize(("tables", "words"), WRONG_TABLES)
def test_tables_hold_op_classes_and_rows(tables: dict[str, Any], words: str) -> None:
    with pytest.raises(OpSetError, match=words):
        OpSet(**tables)


@irdl_op_definition
class HalfOp(IRDLOperation):
    name = "test.half"
    input = operand_def()
    output = result_def()
    traits = traits_def(Pure())


HALF = """func.func @main(%x: tensor<?xi32>) -> tensor<?xi32> {
  %0 = "test.half"(%x) : (tensor<?xi32>) -> tensor<?xi32>
  func.return %0 : tensor<?xi32>
}"""


def half(**row: Any) -> OpSet:
    given: dict[str, Any] = {"shape": lambda op, ctx: [ctx.shape(op.input)], **row}
    lowerings = {HalfOp: given.pop("lowering")} if "lowering" in given else {}
    kernels = dict([tensor_op(HalfOp, lambda _op, x: 12 // x)])
    return OpSet({HalfOp: OpRule(HalfOp, **given)}, lowerings, kernels)


WRONG_ROWS: list[tuple[dict[str, Any], str]] = [
    ({"shape": lambda _op, _ctx: None}, "its rule gives None, a shape for each result is needed"),
    ({"shape": lambda _op, _ctx: [(), ()]}, "its rule gives 2 shapes, it has 1 results"),
    ({"lowering": lambda _op, _b: []}, "its lowering gives 0 values, 1 are needed"),
    ({"lowering": lambda _op, b: [b.scalar(0, i32)]}, r"gives tensor<i32> for a result of type"),
]


@pytest.mark.parametrize(("row", "words"), WRONG_ROWS)
def test_wrong_rows_name_the_op(row: dict[str, Any], words: str) -> None:
    with pytest.raises(ShapeError, match=rf"test\.half: .*{words}"):
        TieshapePass(op_sets=half(**row)).apply(new_context(), parsed_half(half(**row)))


def parsed_half(op_set: OpSet) -> ModuleOp:
    with using(op_set):
        return parse_module(HALF)


@pytest.mark.parametrize("again", [False, True])
def test_demands_on_elements_of_an_op_that_stays(*, again: bool) -> None:
    """They are tested once, however often the passes run."""
    ops = half(elements=lambda op, _ctx: [ElementDemand(op.input, "divisors", non_zero=True)])
    module = parsed_half(ops)
    for _ in range(1 + again):
        TieshapePass(op_sets=ops).apply(new_context(), module)
    with using(ops):
        assert sum(isinstance(op, sdim.ElementsOp) for op in module.walk()) == 1
        (found,) = Runner(module).run([np.array([4, 5], np.int32)])
        assert list(found) == [3, 2]
        with pytest.raises(GuardFailed, match="divisors"):
            Runner(module).run([np.array([4, 0], np.int32)])


def test_the_check_of_another_op_is_not_taken_for_its_own() -> None:
    """The numbers are checked just before, by what an op that becomes nothing demands of them."""
    ops = half(elements=lambda op, _ctx: [ElementDemand(op.input, "divisors", non_zero=True)])
    with using(ops):
        module = parse_module(
            HALF.replace(
                "  %0 =",
                """  sdim.elements assert %x distinct {why = "another op"} : tensor<?xi32>
  %0 =""",
            )
        )
    TieshapePass(op_sets=ops).apply(new_context(), module)
    with using(ops), pytest.raises(GuardFailed, match="divisors"):
        Runner(module).run([np.array([4, 0], np.int32)])


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
    """It imports nothing of tieshape but what imports nothing of it."""
    own: dict[str, set[str]] = {
        "op_sets": {"packages", "op_set_error"},
        "packages": set(),
        "op_set_error": set(),
    }
    for name, known in own.items():
        for node in ast.walk(ast.parse((ROOT / "tieshape" / f"{name}.py").read_text())):
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0 or node.module in known
                assert not (node.module or "").startswith("tieshape")

"""Each fact of a compiled model left out in turn: numbers stay right, and nothing leaves its buffers.

A fact is tested by the code that is made, and what rests on it is tested again where it is used. So
a model without one of its facts may refuse less or more, or be other code, but is never wrong.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tieshape.dialects import sdim
from tieshape.interpreters import RunError, Runner
from tieshape.interpreters.arrays import Array
from tieshape.lowering.pipelines import TieshapePass
from tieshape.native.engine import is_available
from tieshape.native.fences import FencedMemory
from tieshape.native.image import is_protection_possible
from tieshape.native.memory import PlainMemory
from tieshape.native.program import NativeProgram, native_code
from tieshape.native.session import Refused
from tieshape.text.context import new_context
from tieshape.text.module import parse_module, read_module
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

EXAMPLES = Path(__file__).parents[2] / "examples" / "models"

# The sum rests on an equality of sizes, the product on one of a product.
STATED = """
sdim.symbol @n
sdim.symbol @m
sdim.symbol @k
sdim.symbol @p
sdim.constraints {
  %n = sdim.size @n
  %m = sdim.size @m
  %k = sdim.size @k
  %p = sdim.size @p
  %one = arith.constant 1 : index
  sdim.equal %n, %m
  sdim.less_equal %one, %n
  sdim.product_equal [%n, %k], [%p]
}
func.func @main(%x: tensor<?x?xf32, [@n, @k]>, %y: tensor<?x?xf32, [@m, @k]>, %z: tensor<?xf32, [@p]>) -> tensor<?xf32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<?x?xf32, [@n, @k]>, tensor<?x?xf32, [@m, @k]>) -> tensor<?x?xf32>
  %1 = "tf.Const"() {value = dense<-1> : tensor<1xi32>} : () -> tensor<1xi32>
  %2 = "tf.Reshape"(%0, %1) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %3 = "tf.Mul"(%2, %z) : (tensor<?xf32>, tensor<?xf32, [@p]>) -> tensor<?xf32>
  func.return %3 : tensor<?xf32>
}
"""


def facts(module: ModuleOp) -> list[Operation]:
    """The ops of facts that nothing uses."""
    found = [op for op in module.walk() if isinstance(op, sdim.ConstraintOp | sdim.ElementsOp)]
    return [op for op in found if not any(result.uses for result in op.results)]


def without_one(module: ModuleOp) -> Iterator[ModuleOp]:
    """Copies of `module`, each without another fact."""
    for number in range(len(facts(module))):
        copy = module.clone()
        fact = facts(copy)[number]
        fact.detach()
        fact.erase()
        yield copy


def outcome(run: object, arguments: list[Array]) -> list[Array] | None:
    """The results; None where the arguments are refused."""
    assert callable(run)
    try:
        with np.errstate(all="ignore"):
            return run(arguments)
    except (RunError, Refused):
        return None


def changed(arguments: list[Array]) -> Iterator[list[Array]]:
    """`arguments`, all with another number of rows, and one with one size larger, smaller, or 1."""
    yield arguments
    for times in (0, 2):
        shapes = [(times * a.shape[0], *a.shape[1:]) if a.ndim else () for a in arguments]
        yield [np.resize(a, s).astype(a.dtype) for a, s in zip(arguments, shapes, strict=True)]
    for place, array in enumerate(arguments):
        for axis, size in enumerate(array.shape):
            for other in {size + 1, size - 1, 1} - {size}:
                shape = (*array.shape[:axis], other, *array.shape[axis + 1 :])
                resized = np.resize(array, shape).astype(array.dtype)
                yield [*arguments[:place], resized, *arguments[place + 1 :]]


def check(module: ModuleOp, arguments: list[Array]) -> list[bool]:
    """For each change of the arguments whether native code takes them; its numbers are right."""
    runner = Runner(module)
    code = native_code(runner.function, apart=True)
    fences = [FencedMemory(at_end=at_end) for at_end in (True, False) if is_protection_possible()]
    programs = [NativeProgram(module, code, memory=m) for m in fences or [PlainMemory()]]
    taken = list[bool]()
    for given in changed(arguments):
        found = [outcome(program.run, given) for program in programs]
        taken.append(found[0] is not None)
        assert len({result is None for result in found}) == 1
        if found[0] is None:
            continue
        wanted = outcome(runner.run, given)
        assert wanted is not None, [array.shape for array in given]
        for results in found:
            assert results is not None
            for a, b in zip(results, wanted, strict=True):
                assert (a.shape, a.dtype) == (b.shape, b.dtype)
                np.testing.assert_allclose(a, b, 1e-4, 1e-5)
    return taken


def compiled(module: ModuleOp) -> ModuleOp:
    TieshapePass().apply(new_context(), module)
    return module


def arguments_of(folder: Path) -> list[Array]:
    """The smallest reference."""
    found = list[list[Array]]()
    for file in folder.glob("ref_*.npz"):
        with np.load(file) as data:
            names = [f"{kind}_{i}" for kind in ("in", "w") for i in range(len(data))]
            found.append([data[name] for name in names if name in data])
    return min(found, key=lambda arrays: sum(array.size for array in arrays))


@pytest.mark.parametrize("name", ["layernorm_softmax", "mlp"])
def test_models_without_one_of_their_facts(name: str) -> None:
    folder = EXAMPLES / name
    module = compiled(read_module(str(folder / "model.mlir")))
    arguments = arguments_of(folder)
    whole = check(module, arguments)
    assert whole[0]
    assert facts(module)
    for other in without_one(module):
        assert check(other, arguments)[0]


def test_facts_that_are_left_out_are_missed() -> None:
    # What the twin refuses because of the fact is refused by what rests on it, or taken rightly.
    module = compiled(parse_module(STATED, "stated.mlir"))
    draw = np.random.default_rng(0)
    arguments = [draw.random(shape, np.float32) for shape in ((2, 3), (2, 3), (6,))]
    whole = check(module, arguments)
    assert whole == [True, False, True] + [False] * (len(whole) - 3)
    others = [check(other, arguments) for other in without_one(module)]
    assert all(other[0] for other in others)
    assert any(other != whole for other in others)

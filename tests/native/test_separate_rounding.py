"""What decides a whole number is rounded after each step; other sums and products are contracted."""

import numpy as np
import pytest
from tieshape.interpreters import Runner
from tieshape.lowering.fusions_to_loops.elements import CONTRACTED
from tieshape.native.engine import is_available
from tieshape.native.program import NativeProgram, on_buffers
from tieshape.passes import FusePass
from tieshape.text.module import parse_module
from xdsl.dialects import arith
from xdsl.dialects.builtin import ModuleOp

from tieshape import new_context

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

TYPE = "tensor<?xf32, [@n]>"
ROUNDED = {
    "floor": f"%r = mhlo.floor %sum : {TYPE}",
    "ceil": f"%r = mhlo.ceil %sum : {TYPE}",
    "round": f'%r = "mhlo.round_nearest_even"(%sum) : ({TYPE}) -> {TYPE}',
    "round from zero": f'%r = "mhlo.round_nearest_afz"(%sum) : ({TYPE}) -> {TYPE}',
    "floor, moved before": f"%a = mhlo.negate %sum : {TYPE}\n  %r = mhlo.floor %a : {TYPE}",
    "convert": f"""%a = mhlo.convert %sum : ({TYPE}) -> tensor<?xi32, [@n]>
  %r = mhlo.convert %a : (tensor<?xi32, [@n]>) -> {TYPE}""",
}
CONTINUOUS = {
    "negate": f"%r = mhlo.negate %sum : {TYPE}",
    "maximum": f"%r = mhlo.maximum %sum, %x : {TYPE}",
}


def program(last: str) -> str:
    return f"""
sdim.symbol @n
func.func @main(%x: {TYPE}, %factor: {TYPE}, %more: {TYPE}) -> {TYPE} {{
  %product = mhlo.multiply %x, %factor : {TYPE}
  %sum = mhlo.add %product, %more : {TYPE}
  {last}
  func.return %r : {TYPE}
}}"""


def at_steps() -> list[np.ndarray]:
    """Sums that are 0, 0.5 or 1 where the product is rounded, and just beside where it is not."""
    random = np.random.default_rng(0)
    x, factor = random.uniform(2.9, 3.9, (2, 3_000)).astype(np.float32)
    more = [np.float32(goal) - x * factor for goal in (0, 0.5, 1)]
    return [np.tile(x, 3), np.tile(factor, 3), np.concatenate(more)]


def fused(text: str) -> ModuleOp:
    module = parse_module(text)
    FusePass().apply(new_context(), module)
    return module


@pytest.mark.parametrize("last", ROUNDED)
def test_whole_numbers_are_those_of_the_interpreter(last: str) -> None:
    text, arrays = program(ROUNDED[last]), at_steps()
    module = fused(text)
    (found,) = NativeProgram(module, Runner(module).function).run(arrays)
    (wanted,) = Runner(parse_module(text)).run(arrays)
    assert np.array_equal(found, wanted)


@pytest.mark.parametrize(
    ("last", "contracted"),
    [
        (ROUNDED["floor"], False),
        (ROUNDED["convert"], False),
        (CONTINUOUS["negate"], True),
        (CONTINUOUS["maximum"], True),
    ],
)
def test_other_sums_are_contracted(last: str, *, contracted: bool) -> None:
    loops = on_buffers(Runner(fused(program(last))).function)
    sums = [op for kernel in loops.kernels for op in kernel.walk() if isinstance(op, arith.AddfOp)]
    assert sums
    assert all((op.fastmath == CONTRACTED) is contracted for op in sums)

"""Products of rows in loops as machine code: one product before the loop, where it runs for all."""

from __future__ import annotations

import numpy as np
import pytest
from tieshape.native.engine import is_available

from .programs import agree, both, fenced, prepared, tensor

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

X, R, S = tensor("t b 8"), tensor("b 8"), tensor("1 b 8")
W, P = "tensor<8x16xf32>", tensor("b 16")


def program(*, limit: str = "%n", begin: str = "%i", extra: str = "", kept: str = "%v") -> str:
    """Rows of `%x` that begin at `begin` times `%w`, in trips up to `limit`."""
    types = f"tensor<i32>, {X}, {W}, {P}"
    return f"""
sdim.symbol @t
sdim.symbol @b
func.func @main(%x: {X}, %w: {W}, %a: {P}, %m: tensor<i32>) -> {P} {{
  %zero = mhlo.constant dense<0> : tensor<i32>
  %n = "mhlo.get_dimension_size"(%x) <{{dimension = 0 : i64}}> : ({X}) -> tensor<i32>
  %d = arith.constant 1 : index
  %e = tensor.dim %x, %d : {X}
  %f = arith.index_cast %e : index to i32
  %r:4 = mhlo.while(%i = %zero, %y = %x, %v = %w, %c = %a) : {types} cond {{
    %g = mhlo.compare LT, %i, {limit} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %g : tensor<i1>
  }} do {{
    %one = mhlo.constant dense<1> : tensor<i32>
    %next = mhlo.add %i, %one : tensor<i32>
{extra}    %o = arith.constant 1 : i32
    %z = arith.constant 0 : i32
    %k = arith.constant 8 : i32
    %at = tensor.extract {begin}[] : tensor<i32>
    %to = arith.addi %at, %o : i32
    %s = tensor.from_elements %at, %z, %z : tensor<3xi32>
    %l = tensor.from_elements %to, %f, %k : tensor<3xi32>
    %p = tensor.from_elements %o, %o, %o : tensor<3xi32>
    %q = tensor.from_elements %f, %k : tensor<2xi32>
    %row = "mhlo.fusion"(%y, %s, %l, %p, %q) ({{
    ^bb0(%0: {X}, %1: tensor<3xi32>, %2: tensor<3xi32>, %3: tensor<3xi32>, %4: tensor<2xi32>):
      %5 = mhlo.real_dynamic_slice %0, %1, %2, %3 : ({X}, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> {S}
      %6 = mhlo.dynamic_reshape %5, %4 : ({S}, tensor<2xi32>) -> {R}
      mhlo.return %6 : {R}
    }}) {{tieshape.kind = "row"}} : ({X}, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<2xi32>) -> {R}
    %product = "mhlo.dot_general"(%row, %v) <{{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}}> : ({R}, {W}) -> {P}
    %h = "mhlo.fusion"(%product, %c) ({{
    ^bb0(%0: {P}, %1: {P}):
      %2 = mhlo.tanh %1 : {P}
      %3 = mhlo.add %0, %2 : {P}
      mhlo.return %3 : {P}
    }}) {{tieshape.kind = "step"}} : ({P}, {P}) -> {P}
    mhlo.return %next, %y, {kept}, %h : {types}
  }}
  func.return %r#3 : {P}
}}
"""


BACKWARDS = """    %ends = mhlo.subtract %n, %next : tensor<i32>
"""
PROGRAMS = {
    "in order": (program(), True),
    "backwards": (program(begin="%ends", extra=BACKWARDS), True),
    "the row of another number": (program(begin="%m"), True),
    "up to another number": (program(limit="%m"), False),
    "weights that change": (
        program(extra=f"    %u = mhlo.negate %v : {W}\n", kept="%u"),
        False,
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_rows_of_a_product_are_products_of_rows(name: str) -> None:
    text, is_hoisted = PROGRAMS[name]
    runner, native = both(text)
    assert not native.callbacks
    products = [op for op in prepared(text).body.block.ops if op.name == "mhlo.dot_general"]
    assert len(products) == is_hoisted
    programs = [native, *(fenced(text, at_end=end) for end in (True, False))]
    random, taken = np.random.default_rng(0), list[bool]()
    for times, images in ((1, 1), (4, 3), (2, 0), (0, 2), (7, 5)):
        x = random.normal(size=(times, images, 8)).astype(np.float32)
        x.flat[::11] = np.inf
        w, a = (random.normal(size=s).astype(np.float32) for s in ((8, 16), (images, 16)))
        for number in (0, 1, times, times + 1):  # the last is no row
            given = [x, w, a, np.array(number, np.int32)]
            taken.extend(agree(runner, one, given) for one in programs)
    assert any(taken)
    assert all(taken) == (name in ("in order", "backwards", "weights that change"))

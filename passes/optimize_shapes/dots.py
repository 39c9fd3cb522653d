"""Products in which nothing is used twice, as the sums of products that they are, which fuse.

```mlir
%r = "mhlo.dot_general"(%a, %b) <{… batching [0], [0], contracting [1], [1]}>   // n, m -> n
```
becomes
```mlir
%p = mhlo.multiply %a, %b
%r = mhlo.reduce(%p init: 0) applies mhlo.add across dimensions = [1]
```
"""

from __future__ import annotations

from xdsl.dialects.builtin import f32, f64, i32, i64
from xdsl.ir import SSAValue

from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo
from ...dialects.types import element_type_of, is_tensor
from ...materialize.op_builder import OpBuilder
from .rewriting import Rewrites, summed

ELEMENTS = (f32, f64, i32, i64)
"""Types whose products lose nothing by being rounded before they are added."""


def dot(op: mhlo.DotGeneralOp, analysis: ShapeAnalysis) -> SSAValue | None:
    """Of two tensors that lie alike, along some dimensions, for each place in the others."""
    numbers, (left, right) = op.dot_dimension_numbers.data, op.operands
    element, type = element_type_of(left), left.type
    if not is_tensor(type) or type != right.type or element not in ELEMENTS:
        return None
    batch, contracted = numbers.lhs_batching_dimensions, numbers.lhs_contracting_dimensions
    alike = batch == numbers.rhs_batching_dimensions
    alike &= contracted == numbers.rhs_contracting_dimensions and list(batch) == sorted(batch)
    if not alike or len(batch) + len(contracted) < type.get_num_dims() or not contracted:
        return None
    if element_type_of(op.result) != element:
        return None
    b = OpBuilder(op)
    product = b.create(mhlo.MultiplyOp, [left, right], type)
    return summed(b, product, contracted, op.result.type)


REWRITES: Rewrites = {mhlo.DotGeneralOp: dot}

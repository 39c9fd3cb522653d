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

from xdsl.dialects.builtin import TensorType, f32, f64, i32, i64
from xdsl.ir import Block, Region, SSAValue

from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo
from ...dialects.mhlo.dense import dense_i64
from ...dialects.types import dense_elements, element_type_of, is_tensor
from ...materialize.op_builder import OpBuilder
from .rewriting import Rewrites

ELEMENTS = (f32, f64, i32, i64)
"""Types whose products lose nothing by being rounded before they are added."""


def dot(op: mhlo.DotGeneralOp, analysis: ShapeAnalysis) -> SSAValue | None:
    """Of two tensors that lie alike, along some dimensions, for each place in the others."""
    numbers, (left, right) = op.dot_dimension_numbers.data, op.operands
    element, type = element_type_of(left), left.type
    if not is_tensor(type) or type != right.type or element not in ELEMENTS:
        return None
    batch, summed = numbers.lhs_batching_dimensions, numbers.lhs_contracting_dimensions
    alike = batch == numbers.rhs_batching_dimensions
    alike &= summed == numbers.rhs_contracting_dimensions and list(batch) == sorted(batch)
    if not alike or len(batch) + len(summed) < type.get_num_dims() or not summed:
        return None
    if element_type_of(op.result) != element:
        return None
    b, scalar = OpBuilder(op), TensorType(element, [])
    product = b.create(mhlo.MultiplyOp, [left, right], type)
    zero = dense_elements(scalar, [0])
    start = b.create(mhlo.ConstantOp, [], scalar, value=zero)
    block = Block(arg_types=[scalar, scalar])
    added = mhlo.AddOp.create(operands=list(block.args), result_types=[scalar])
    block.add_ops([added, mhlo.ReturnOp.create(operands=[added.results[0]])])
    total = mhlo.ReduceOp.create(
        operands=[product, start],
        result_types=[op.result.type],
        properties={"dimensions": dense_i64(sorted(summed))},
        regions=[Region(block)],
    )
    return b.insert(total).results[0]


REWRITES: Rewrites = {mhlo.DotGeneralOp: dot}

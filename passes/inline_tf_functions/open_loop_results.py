"""Loops whose results have static sizes that the types in the body do not promise.

```mlir
%0 = "tf.WhileRegion"(%x) ({ … }, { … "tf.Yield"(%y) : (tensor<?xf32>) -> () })
    : (tensor<?xf32>) -> tensor<3xf32>
```
becomes
```mlir
%1 = "tf.WhileRegion"(%x) ({ … }, { … }) : (tensor<?xf32>) -> tensor<?xf32>
sdim.holds assert %is_3
%0 = "tf.EnsureShape"(%1) <{shape = #tf_type.shape<3>}> : (tensor<?xf32>) -> tensor<3xf32>
```
so that what the type says is tested where it is not proved.
"""

from __future__ import annotations

from xdsl.dialects import arith, func, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    IndexType,
    IntegerAttr,
    StringAttr,
    TensorType,
)
from xdsl.ir import Operation, OpResult, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.module_parts import instances_below
from ...dialects import sdim, tf
from ...dialects.messages import at_place, op_name
from ...dialects.tf_type import ShapeAttr
from ...dialects.types import is_tensor, shape_of


def open_loop_results(function: func.FuncOp) -> None:
    """Opens the sizes of results of loops in `function` that their bodies do not promise."""
    for op in instances_below(function, tf.WhileRegionOp):
        end = op.regions[1].block.last_op
        for i, result in enumerate(op.results):
            if end is not None and i < len(end.operands):
                _open(op, result, shape_of(end.operands[i].type))


def _open(op: Operation, result: OpResult, given: tuple[int, ...] | None) -> None:
    type = result.type
    if given is None or not is_tensor(type) or len(given) != len(sizes := type.get_shape()):
        return
    pairs = enumerate(zip(sizes, given, strict=True))
    places = [d for d, (size, other) in pairs if other == DYNAMIC_INDEX != size]
    if not places:
        return
    opened = [DYNAMIC_INDEX if d in places else size for d, size in enumerate(sizes)]
    new = Rewriter.replace_value_with_new_type(result, TensorType(type.element_type, opened))
    tests = [test for d in places for test in _test(op, new, d, sizes[d])]
    text = "x".join("?" if size == DYNAMIC_INDEX else str(size) for size in sizes)
    known = tf.EnsureShapeOp.create(
        operands=[new],
        result_types=[type],
        properties={"shape": ShapeAttr.new([StringAttr(text)])},
        location=op.location,
    )
    new.replace_uses_with_if(known.results[0], lambda use: use.operation not in (known, *tests))
    Rewriter.insert_op([*tests, known], InsertPoint.after(op))


def _test(op: Operation, value: SSAValue, axis: int, size: int) -> list[Operation]:
    """Asserts that dimension `axis` of `value` has `size`."""
    index = arith.ConstantOp(IntegerAttr(axis, IndexType()))
    found = tensor.DimOp(value, index.result)
    number = arith.ConstantOp(IntegerAttr(size, IndexType()))
    claim = arith.CmpiOp(found.results[0], number.result, "eq")
    holds = sdim.HoldsOp(claim.result, strength=sdim.Strength.ASSERT)
    words = f"a result of the loop must have size {size} in dimension {axis}, as its type says"
    holds.attributes["why"] = StringAttr(f"{op_name(op)}{at_place(op)}: {words}")
    return [index, found, number, claim, holds]

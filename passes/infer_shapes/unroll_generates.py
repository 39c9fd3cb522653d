"""Small tensors that a region makes element by element, as their elements.

```mlir
%0 = tensor.generate {
^bb0(%i: index):
  %1 = tensor.extract %s[%i] : tensor<2xindex>
  tensor.yield %1 : index
} : tensor<2xindex>
```
becomes
```mlir
%1 = tensor.extract %s[%c0] : tensor<2xindex>
%2 = tensor.extract %s[%c1] : tensor<2xindex>
%0 = tensor.from_elements %1, %2 : tensor<2xindex>
```
"""

from __future__ import annotations

from itertools import product
from math import prod

from xdsl.dialects import tensor
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from ...analysis.module_parts import instances_below
from ...dialects.effects import has_no_effects
from ...dialects.foreign.tensor_ops import GenerateOp
from ...dialects.types import is_integer_or_index, is_tensor
from ...materialize.op_builder import OpBuilder

FEW = 16
"""Tensors with more elements stay as they are."""


def unroll_generates(module: ModuleOp) -> None:
    """Unrolls each `tensor.generate` of few integers, whose number is known."""
    for op in instances_below(module, GenerateOp):
        if _is_small(op):
            _unroll(op)


def _is_small(op: GenerateOp) -> bool:
    type = op.result.type
    if not is_tensor(type) or not type.has_static_shape() or len(op.body.blocks) != 1:
        return False
    if not is_integer_or_index(type.element_type) or prod(type.get_shape()) > FEW:
        return False
    *inner, _ = op.body.block.ops
    return all(not other.regions and has_no_effects(other) for other in inner)


def _unroll(op: GenerateOp) -> None:
    b, type, block = OpBuilder(op), op.result.type, op.body.block
    assert is_tensor(type)
    elements = list[SSAValue]()
    for position in product(*map(range, type.get_shape())):
        copies: dict[SSAValue, SSAValue] = {
            argument: b.index(i) for argument, i in zip(block.args, position, strict=True)
        }
        *inner, last = block.ops
        for other in inner:
            _copy(b, other, copies)
        elements.append(copies.get(last.operands[0], last.operands[0]))
    whole = b.value(tensor.FromElementsOp.create(operands=elements, result_types=[type]))
    whole.name_hint = op.result.name_hint
    op.result.replace_all_uses_with(whole)
    Rewriter.erase_op(op)


def _copy(b: OpBuilder, op: Operation, copies: dict[SSAValue, SSAValue]) -> None:
    copy = b.insert(op.clone(copies))
    for old, new in zip(op.results, copy.results, strict=True):
        copies[old] = new

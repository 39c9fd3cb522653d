"""Moves transposes behind elementwise ops, where two become one or meet another one.

```mlir
%a = "mhlo.transpose"(%x) <{permutation = dense<[1, 0]>}>
%b = "mhlo.transpose"(%y) <{permutation = dense<[1, 0]>}>
%s = mhlo.add %a, %b
```
becomes
```mlir
%t = mhlo.add %x, %y
%s = "mhlo.transpose"(%t) <{permutation = dense<[1, 0]>}>
```
"""

from __future__ import annotations

from xdsl.dialects import func
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from ...analysis.module_parts import ops_below
from ...dialects import mhlo
from ...dialects.mhlo import int_values
from ...dialects.types import element_type_of, is_tensor, with_element
from ...materialize.op_builder import OpBuilder
from ..fuse.fusable_ops import is_elementwise
from .rewriting import Dimension, scalar_everywhere

Permutation = tuple[int, ...]


def move_transposes_down(function: func.FuncOp) -> None:
    """Lets elementwise ops read what is transposed for them, and transposes their results."""
    for op in ops_below(function):
        if is_elementwise(type(op)):
            permutation = _common_permutation(op)
            if permutation is not None and _gains(op, permutation):
                _sink(op, permutation)


def _common_permutation(op: Operation) -> Permutation | None:
    """How all operands of `op` are transposed, for `op` alone; scalars may be anything."""
    found = set[Permutation]()
    for operand in op.operands:
        made = operand.owner
        if isinstance(made, mhlo.TransposeOp) and is_tensor(made.operand.type):
            if any(use.operation is not op for use in operand.uses):
                return None
            found.add(int_values(made.permutation))
        elif not _is_scalar(operand) and _spread_scalar(operand) is None:
            return None
    return found.pop() if len(found) == 1 else None


def _is_scalar(value: SSAValue) -> bool:
    return is_tensor(value.type) and not value.type.get_num_dims()


def _spread_scalar(value: SSAValue) -> SSAValue | None:
    """The scalar that each element of `value` is."""
    made = value.owner
    if isinstance(made, mhlo.BroadcastInDimOp | mhlo.DynamicBroadcastInDimOp):
        return made.operands[0] if _is_scalar(made.operands[0]) else None
    return None


def _gains(op: Operation, permutation: Permutation) -> bool:
    """Whether several transposes become one, or one will meet another."""
    transposed = {o for o in op.operands if isinstance(o.owner, mhlo.TransposeOp)}
    if len(transposed) > 1:
        return True
    while (use := op.results[0].get_user_of_unique_use()) is not None:
        if isinstance(use, mhlo.TransposeOp):
            return True
        others = [o for o in use.operands if o is not op.results[0]]
        if not is_elementwise(type(use)) or not all(
            _is_scalar(o) or _spread_scalar(o) is not None or _is_transposed(o, permutation, use)
            for o in others
        ):
            return False
        op = use
    return False


def _is_transposed(value: SSAValue, permutation: Permutation, user: Operation) -> bool:
    made = value.owner
    return (
        isinstance(made, mhlo.TransposeOp)
        and int_values(made.permutation) == permutation
        and all(use.operation is user for use in value.uses)
    )


def _sink(op: Operation, permutation: Permutation) -> None:
    b, result = OpBuilder(op), op.results[0]
    first = next(o.owner for o in op.operands if isinstance(o.owner, mhlo.TransposeOp))
    source = first.operands[0]
    dimensions: list[Dimension] = [(source, d) for d in range(len(permutation))]
    operands = list[SSAValue]()
    for operand in op.operands:
        scalar = _spread_scalar(operand)
        if isinstance(operand.owner, mhlo.TransposeOp):
            operands.append(operand.owner.operand)
        elif scalar is not None:
            type_ = with_element(source.type, element_type_of(scalar))
            operands.append(scalar_everywhere(b, scalar, dimensions, type_))
        else:
            operands.append(operand)
    computed = b.insert(
        type(op).create(
            operands=operands,
            result_types=[with_element(source.type, element_type_of(result))],
            properties=op.properties.copy(),
            attributes=op.attributes.copy(),
        )
    ).results[0]
    after = b.create(
        mhlo.TransposeOp, [computed], result.type, permutation=first.properties["permutation"]
    )
    after.name_hint = result.name_hint
    result.replace_all_uses_with(after)
    Rewriter.erase_op(op)

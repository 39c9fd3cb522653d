"""One type for each value that a loop carries or a branch returns, which StableHLO asks for.

```mlir
%r = mhlo.while changing(%x) … : (tensor<?x1xf32>) -> tensor<?x?xf32>
```
becomes
```mlir
%y = tensor.cast %x : tensor<?x1xf32> to tensor<?x?xf32>
%r = mhlo.while(%i = %y) : tensor<?x?xf32>
```
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import tensor
from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects import mhlo
from ...dialects.types import DYNAMIC, is_tensor, tensor_type


def use_one_type(module: ModuleOp) -> None:
    """Casts what loops of `module` begin with and hand on to types that hold in every trip, and
    what branches return to the types of their results.

    To be called where types name no sizes any more.
    """
    for op in list(module.walk(reverse=True)):
        if isinstance(op, mhlo.WhileOp):
            for number in range(len(op.operands)):
                _use_one_type(op, number)
        elif isinstance(op, mhlo.IfOp | mhlo.CaseOp):
            for region in op.regions:
                for number, result in enumerate(op.results):
                    _cast_returned(region.block, number, result.type)


def _cast_returned(block: Block, number: int, type_: Attribute) -> None:
    last = block.last_op
    assert last is not None
    if is_tensor(type_) and last.operands[number].type != type_:
        cast = tensor.CastOp(last.operands[number], type_)
        Rewriter.insert_op(cast, InsertPoint.before(last))
        last.operands[number] = cast.dest


def _use_one_type(op: mhlo.WhileOp, number: int) -> None:
    last = op.body.block.last_op
    assert last is not None
    arguments = [region.block.args[number] for region in op.regions]
    result = op.results[number]
    values = [op.operands[number], last.operands[number], *arguments, result]
    if not all(is_tensor(value.type) for value in values):
        return
    type_ = _common([tensor_type(value) for value in values])
    _cast_returned(op.body.block, number, type_)
    if (start := op.operands[number]).type != type_:
        cast = tensor.CastOp(start, type_)
        Rewriter.insert_op(cast, InsertPoint.before(op))
        op.operands[number] = cast.dest
    for argument in arguments:
        _retype(argument, type_, InsertPoint.at_start(argument.block))
    _retype(result, type_, InsertPoint.after(op))


def _retype(value: SSAValue, type_: TensorType[Attribute], after: InsertPoint) -> None:
    """Gives `value` another type, and those who use it the old one."""
    old = tensor_type(value)
    if old == type_:
        return
    value._type = type_  # pyright: ignore[reportPrivateUsage]
    if value.first_use is not None:
        cast = tensor.CastOp(value, old)
        Rewriter.insert_op(cast, after)
        value.replace_uses_with_if(cast.dest, lambda use: use.operation is not cast)


def _common(types: Sequence[TensorType[Attribute]]) -> TensorType[Attribute]:
    """The type whose sizes are those that all `types` have."""
    sizes = [
        each[0] if len({*each}) == 1 else DYNAMIC for each in zip(*_shapes(types), strict=True)
    ]
    return TensorType(types[0].element_type, sizes)


def _shapes(types: Sequence[TensorType[Attribute]]) -> Sequence[Sequence[int]]:
    return [type_.get_shape() for type_ in types]

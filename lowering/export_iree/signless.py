"""Unsigned integers as signless ones, but where an op means something else by their sign.

```mlir
%r = mhlo.maximum %x, %y : tensor<?xui32>       // and %x an argument
```
becomes
```mlir
%x_1 = mhlo.bitcast_convert %x : (tensor<?xui32>) -> tensor<?xi32>      // for all other users
%r = mhlo.maximum %x, %y : tensor<?xui32>
%r_1 = mhlo.bitcast_convert %r : (tensor<?xui32>) -> tensor<?xi32>
```
`arith`, `linalg` and `tensor` ops take signless integers only, and IREE's conversion of StableHLO
leaves unsigned ones in them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, cast

from xdsl.dialects import func, tensor
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    IntegerType,
    ModuleOp,
    TensorType,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects import mhlo
from ...dialects.types import (
    element_type_of,
    is_dense,
    is_integer,
    is_tensor,
    is_unsigned,
    with_element,
)
from ...materialize.op_builder import OpBuilder
from ...materialize.types import retype

_SIGNLESS: Final = (
    *(mhlo.GatherOp, mhlo.DynamicGatherOp, mhlo.ScatterOp, mhlo.DynamicSliceOp),
    *(mhlo.DynamicUpdateSliceOp, mhlo.RealDynamicSliceOp, mhlo.DynamicBroadcastInDimOp),
    *(mhlo.DynamicIotaOp, mhlo.DynamicPadOp, mhlo.DynamicReshapeOp),
    *(mhlo.AddOp, mhlo.SubtractOp, mhlo.MultiplyOp, mhlo.NegateOp),
    *(mhlo.AndOp, mhlo.OrOp, mhlo.XorOp, mhlo.NotOp, mhlo.SelectOp, mhlo.PopcntOp),
    *(mhlo.ShiftLeftOp, mhlo.ShiftRightLogicalOp, mhlo.ShiftRightArithmeticOp),
    *(mhlo.BitcastConvertOp, mhlo.BroadcastInDimOp, mhlo.ReshapeOp, mhlo.TransposeOp),
    *(mhlo.ReverseOp, mhlo.SliceOp, mhlo.PadOp, mhlo.ConcatenateOp, mhlo.IotaOp),
    *(mhlo.GetDimensionSizeOp, mhlo.WhileOp, mhlo.IfOp, mhlo.CaseOp, mhlo.ReturnOp),
    *(mhlo.SortOp, mhlo.ReduceOp, mhlo.ReduceWindowOp, mhlo.SelectAndScatterOp),
    *(tensor.DimOp, tensor.ExtractOp, tensor.FromElementsOp, tensor.CastOp),
)
"""Ops that do the same to bits whether they are signed or not; their regions have ops of their
own.
"""


def use_signless_integers(module: ModuleOp) -> None:
    """Leaves unsigned only the arguments and results of functions, and the operands and results of
    ops that read a sign.
    """
    signless = _Signless()
    for op in list(module.walk()):
        if isinstance(op, func.FuncOp):
            for argument in op.args:
                first = op.body.block.first_op
                assert first is not None
                signless.convert(argument, InsertPoint.before(first))
        else:
            signless.rewrite(op)


class _Signless:
    """Rewrites ops in program order."""

    def __init__(self) -> None:
        self.unsigned: dict[SSAValue, Attribute] = {}
        """The types that values had."""

    def rewrite(self, op: Operation) -> None:
        self._convert_places(op)
        if isinstance(op, mhlo.ConstantOp) and _is_unsigned(op.results[0].type):
            self.retype(op.results[0])
            assert is_dense(op.value)
            type_ = cast("TensorType[IntegerType]", op.results[0].type)
            op.value = DenseIntOrFPElementsAttr(type_, op.value.data)
        elif isinstance(op, mhlo.ConvertOp):
            self._restore_operands(op)
            if is_integer(element_type_of(op.operand)):
                self.retype(op.result)
            else:
                self.convert(op.result, InsertPoint.after(op))
        elif isinstance(op, _SIGNLESS):
            for value in (*op.results, *(a for r in op.regions for b in r.blocks for a in b.args)):
                self.retype(value)
        else:
            self._restore_operands(op)
            for result in op.results:
                self.convert(result, InsertPoint.after(op))

    def retype(self, value: SSAValue) -> None:
        """Makes `value` itself signless."""
        if _is_unsigned(value.type):
            self.unsigned[value] = value.type
            retype(value, _signless(value.type))

    def convert(self, value: SSAValue, at: InsertPoint) -> None:
        """Lets all that reads `value` read its bits without a sign."""
        if not _is_unsigned(value.type):
            return
        read = mhlo.BitcastConvertOp.create(operands=[value], result_types=[_signless(value.type)])
        value.replace_all_uses_with(read.result)
        read.operands = [value]
        Rewriter.insert_op(read, at)
        self.unsigned[read.result] = value.type

    def _restore_operands(self, op: Operation) -> None:
        self._replace(op, op.operands, lambda _, value: value)

    def _convert_places(self, op: Operation) -> None:
        def widened(builder: OpBuilder, value: SSAValue) -> SSAValue:
            return builder.create(mhlo.ConvertOp, [value], with_element(value.type, i64))

        self._replace(op, _places(op), widened)

    def _replace(
        self,
        op: Operation,
        values: Sequence[SSAValue],
        change: Callable[[OpBuilder, SSAValue], SSAValue],
    ) -> None:
        """Gives `op` what `change` makes of the unsigned forms of its operands `values`."""
        builder = OpBuilder(op)
        for value in dict.fromkeys(values):
            if value in self.unsigned:
                type_ = self.unsigned[value]
                new = change(builder, builder.create(mhlo.BitcastConvertOp, [value], type_))
                op.operands = [new if o is value else o for o in op.operands]


def _places(op: Operation) -> Sequence[SSAValue]:
    """The operands of `op` that are places or sizes: numbers, which a signless type must hold."""
    match op:
        case mhlo.DynamicSliceOp() | mhlo.DynamicUpdateSliceOp():
            return op.start_indices
        case mhlo.ScatterOp():
            return [op.scatter_indices]
        case mhlo.DynamicIotaOp():
            return op.operands
        case mhlo.DynamicPadOp():
            return op.operands[2:]
        case (
            mhlo.GatherOp()
            | mhlo.DynamicGatherOp()
            | mhlo.RealDynamicSliceOp()
            | mhlo.DynamicReshapeOp()
            | mhlo.DynamicBroadcastInDimOp()
        ):
            return op.operands[1:]
        case _:
            return ()


def _is_unsigned(type_: Attribute) -> bool:
    element = type_.element_type if is_tensor(type_) else type_
    return is_unsigned(element)


def _signless(type_: Attribute) -> Attribute:
    """The type of as many bits without a sign."""
    element = type_.element_type if is_tensor(type_) else type_
    assert is_integer(element)
    bits = IntegerType(element.width.data)
    return with_element(type_, bits) if is_tensor(type_) else bits

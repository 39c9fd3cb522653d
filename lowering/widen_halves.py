"""f16 as f32 that is rounded after each op, as numpy's kernels compute it.

```mlir
func.func @main(%x: tensor<?xf16>) -> tensor<?xf16> {
  %0 = mhlo.multiply %x, %x : tensor<?xf16>
  %1 = mhlo.add %0, %x : tensor<?xf16>
```
becomes
```mlir
func.func @main(%x: tensor<?xf16>) -> tensor<?xf16> {
  %a = mhlo.convert %x : (tensor<?xf16>) -> tensor<?xf32>
  %0 = mhlo.multiply %a, %a : tensor<?xf32>
  %h = mhlo.convert %0 : (tensor<?xf32>) -> tensor<?xf16>
  %b = mhlo.convert %h : (tensor<?xf16>) -> tensor<?xf32>
  %1 = mhlo.add %b, %a : tensor<?xf32>
  …
```
Sums and products are rounded once, at their end. In memory there is f32, but for arguments and
results of the function. What is about the bits of f16, or no op of mhlo, stays between conversions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import numpy as np
from xdsl.dialects import arith, func
from xdsl.dialects.builtin import (
    AnyFloat,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    Float16Type,
    FloatAttr,
    TensorType,
    f16,
    f32,
    f64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ..dialects import mhlo
from ..dialects.types import element_type_of, is_dense, is_tensor
from ..materialize.types import retype

SUMMING = (
    *(mhlo.ReduceOp, mhlo.ReduceWindowOp, mhlo.ScatterOp, mhlo.SelectAndScatterOp),
    *(mhlo.SortOp, mhlo.AllReduceOp, mhlo.ReduceScatterOp),
)
"""Ops whose regions are parts of one computation, which is rounded as a whole."""
KEPT = (mhlo.BitcastConvertOp, mhlo.RngOp, mhlo.CustomCallOp, mhlo.ReducePrecisionOp)
"""Ops of mhlo that are about numbers of 16 bits."""
EXACT = (
    *(mhlo.ConstantOp, mhlo.ReshapeOp, mhlo.DynamicReshapeOp, mhlo.TransposeOp),
    *(mhlo.BroadcastInDimOp, mhlo.DynamicBroadcastInDimOp, mhlo.SliceOp, mhlo.DynamicSliceOp),
    *(mhlo.RealDynamicSliceOp, mhlo.DynamicUpdateSliceOp, mhlo.ConcatenateOp, mhlo.PadOp),
    *(mhlo.DynamicPadOp, mhlo.GatherOp, mhlo.DynamicGatherOp, mhlo.ReverseOp, mhlo.SelectOp),
    *(mhlo.AbsOp, mhlo.NegateOp, mhlo.SignOp, mhlo.MaximumOp, mhlo.MinimumOp, mhlo.ClampOp),
    *(mhlo.SortOp, mhlo.TopkOp, mhlo.WhileOp, mhlo.IfOp, mhlo.CaseOp, mhlo.FusionOp),
)
"""Ops that give numbers of f16 where they are given some, by themselves or by their regions."""
DIALECTS = ("mhlo", "tensor", "arith", "scf", "sdim")
"""Those of the ops that take f32 as they take f16."""


def widen_halves(function: func.FuncOp) -> None:
    """Leaves no f16 in `function` but its arguments, its results and what is converted."""
    values = (v for op in function.walk() for v in (*op.results, *_arguments(op)))
    if any(_is_half(value.type) for value in values):
        _HalvesWidened(function).run()


class _HalvesWidened:
    def __init__(self, function: func.FuncOp):
        self._function = function
        self._wide = set[SSAValue]()
        """What was of f16 and is of f32 now."""

    def run(self) -> None:
        block = self._function.body.block
        start = block.first_op
        assert start is not None
        ops = list(self._function.walk())
        for argument in block.args:
            if _is_half(argument.type):
                wide = _converted(argument, f32, InsertPoint.before(start))
                self._replace(argument, wide)
        for op in ops:
            if op is not self._function:
                self._widen(op)

    def _widen(self, op: Operation) -> None:
        if isinstance(op, KEPT) or _is_of_doubles(op) or op.dialect_name() not in DIALECTS:
            self._keep(op)
            return
        if isinstance(op, mhlo.ConstantOp | arith.ConstantOp):
            _widen_constant(op)
        for value in (*_arguments(op), *op.results):
            if _is_half(value.type):
                retype(value, _of(f32, value.type))
                self._wide.add(value)
                rounds = value.owner is op and op.dialect_name() == "mhlo"
                if rounds and not isinstance(op, EXACT):
                    self._round(op, value)

    def _keep(self, op: Operation) -> None:
        """`op` takes and gives f16, as the ops of others and the end of the function do."""
        for place, operand in enumerate(op.operands):
            if operand in self._wide:
                op.operands[place] = _converted(operand, f16, InsertPoint.before(op))
        for result in op.results:
            if _is_half(result.type):
                self._replace(result, _converted(result, f32, InsertPoint.after(op)))

    def _round(self, op: Operation, value: SSAValue) -> None:
        parent = op.parent_op()
        if isinstance(parent, SUMMING):
            return
        users = {use.operation for use in value.uses}
        if isinstance(parent, mhlo.FusionOp):
            self._replace(value, _rounded(value, InsertPoint.after(op)))
        elif all(isinstance(user, mhlo.FusionOp) for user in users):
            for use in list(value.uses):
                block = use.operation.regions[0].block
                argument = block.args[use.index]
                self._replace(argument, _rounded(argument, InsertPoint.at_start(block)))
        elif not all(isinstance(user, func.ReturnOp) for user in users):  # which rounds
            inner = Block(arg_types=[value.type])
            (argument,) = inner.args
            found = _rounded(argument, InsertPoint.at_end(inner))
            inner.add_op(mhlo.ReturnOp.create(operands=[found]))
            group = mhlo.FusionOp.create(
                operands=[value], result_types=[value.type], regions=[Region(inner)]
            )
            Rewriter.insert_op(group, InsertPoint.after(op))
            self._replace(value, group.results[0])

    def _replace(self, old: SSAValue, new: SSAValue) -> None:
        """`new`, which is made of `old`, stands for it."""
        self._wide.add(new)
        maker = new.owner
        while isinstance(maker, mhlo.ConvertOp) and maker.operands[0] is not old:
            maker = maker.operands[0].owner
        old.replace_uses_with_if(new, lambda use: use.operation is not maker)


def _arguments(op: Operation) -> Iterable[SSAValue]:
    return (argument for region in op.regions for block in region.blocks for argument in block.args)


def _is_of_doubles(op: Operation) -> bool:
    """Whether `op` makes f16 of f64: by way of f32 a number would be rounded twice."""
    return isinstance(op, mhlo.ConvertOp) and element_type_of(op.operands[0]) == f64


def _is_half(type: Attribute) -> bool:
    return isinstance(type.element_type if is_tensor(type) else type, Float16Type)


def _of(element: Attribute, type: Attribute) -> Attribute:
    """`type` with other elements."""
    return TensorType(element, type.shape, type.encoding) if is_tensor(type) else element


def _converted(value: SSAValue, element: Attribute, place: InsertPoint) -> SSAValue:
    op = mhlo.ConvertOp.create(operands=[value], result_types=[_of(element, value.type)])
    Rewriter.insert_op(op, place)
    return op.results[0]


def _rounded(value: SSAValue, place: InsertPoint) -> SSAValue:
    """The nearest f16 to each element, as f32."""
    half = _converted(value, f16, place)
    return _converted(half, f32, InsertPoint.after(cast("Operation", half.owner)))


def _widen_constant(op: mhlo.ConstantOp | arith.ConstantOp) -> None:
    value = op.properties["value"]
    if isinstance(value, FloatAttr):
        number = cast("FloatAttr[AnyFloat]", value)
        if isinstance(number.type, Float16Type):
            op.properties["value"] = FloatAttr(number.value.data, f32)
    elif is_dense(value) and _is_half(value.type):
        numbers = np.frombuffer(value.data.data, np.float16).astype(np.float32)
        type = cast("TensorType[Any]", TensorType(f32, value.get_shape()))
        op.properties["value"] = DenseIntOrFPElementsAttr(type, BytesAttr(numbers.tobytes()))

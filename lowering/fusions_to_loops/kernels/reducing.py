"""Regions on scalars as arithmetic on elements: one step of a reduction, a comparison."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects import arith
from xdsl.dialects.builtin import AnyFloat
from xdsl.ir import Operation, Region, SSAValue

from ....analysis.index_maps import Index
from ....dialects import mhlo
from ....dialects.types import element_type_of
from ....symbolic import Expr
from ..builder import LoopBuilder
from ..elements import (
    REASSOCIATED,
    constant_element,
    float_op,
    is_bf16,
    rounded_to_bf16,
    wrapped,
)
from .scalars import ELEMENTWISE, computes_elementwise
from .values import NotNative, Scalar, Sink, Values, is_splat

_FOLDS: Mapping[type[Operation], type[Operation]] = {
    mhlo.AddOp: arith.AddfOp,
    mhlo.MultiplyOp: arith.MulfOp,
}


class ScalarBody:
    """A region on scalars, as ops on elements; NotNative where it is none.

    sums: where it is a sum or a product, that is one of many whose order is open
    """

    def __init__(self, region: Region, *, sums: bool = False):
        body = region.block
        self.arguments = body.args
        self.steps = list(body.ops)[:-1]
        self._sums = sums and len(self.steps) == 1
        self.ends = () if body.last_op is None else tuple(body.last_op.operands)
        known = {*body.args, *(result for step in self.steps for result in step.results)}
        for step in self.steps:
            if not is_splat(step) and not computes_elementwise(step):
                raise NotNative(f"{step.name} has no native form on scalars")
        used = (*self.ends, *(operand for step in self.steps for operand in step.operands))
        self._outside = dict[SSAValue, mhlo.ConstantOp]()
        for value in used:
            if value in known:
                continue
            op = value.owner
            if not isinstance(op, mhlo.ConstantOp) or not is_splat(op):
                raise NotNative("a region uses values from outside")
            self._outside[value] = op

    def apply(self, builder: LoopBuilder, operands: Sequence[SSAValue]) -> list[SSAValue]:
        """What it returns for `operands`."""
        known = dict[SSAValue, SSAValue](zip(self.arguments, operands, strict=True))
        for value, op in self._outside.items():
            known[value] = constant_element(builder, op)
        for step in self.steps:
            known[step.results[0]] = self._step(builder, step, known)
        return [known[end] for end in self.ends]

    def _step(
        self, builder: LoopBuilder, step: Operation, known: dict[SSAValue, SSAValue]
    ) -> SSAValue:
        if isinstance(step, mhlo.ConstantOp):
            return constant_element(builder, step)
        operands = [known[operand] for operand in step.operands]
        kind = _FOLDS.get(type(step)) if self._sums else None
        if kind is not None and isinstance(operands[0].type, AnyFloat):
            return float_op(builder, kind, operands, REASSOCIATED)
        found = ELEMENTWISE[type(step)](builder, step, operands)
        return wrapped(builder, found, element_type_of(step.results[0]))

    def evaluate(self, sink: Sink, operands: Sequence[Scalar]) -> list[Scalar]:
        """As `apply`, for elements of a kernel that may be planned only."""
        known = dict[SSAValue, Scalar](zip(self.arguments, operands, strict=True))
        for value, op in self._outside.items():
            known[value] = sink.constant(op)
        for step in self.steps:
            if isinstance(step, mhlo.ConstantOp):
                known[step.output] = sink.constant(step)
            else:
                known[step.results[0]] = sink.apply(step, [known[x] for x in step.operands])
        return [known[end] for end in self.ends]


class Reducer:
    """Folds elements into as many totals as the reduction has results."""

    def __init__(self, op: mhlo.ReduceOp):
        self._op = op
        self._body = ScalarBody(op.body, sums=True)

    def plan(self, values: Values, index: Index, out: Expr) -> None:
        """Notes what the reduction reads and writes."""
        self.starts(values)
        self.operands(values, index)
        for result in self._op.results:
            values.sink.store(result, out, None)

    def starts(self, values: Values) -> list[Scalar]:
        """The initial totals."""
        return [values.at(start, ()) for start in self._op.init_values]

    def operands(self, values: Values, index: Index) -> list[Scalar]:
        """The elements at one position of the inputs."""
        return [values.at(operand, index) for operand in self._op.inputs]

    def finished(self, builder: LoopBuilder, totals: Sequence[SSAValue]) -> list[SSAValue]:
        """The results, which later ops may use: sums are rounded once."""
        return [
            rounded_to_bf16(builder, total) if is_bf16(result) else total
            for result, total in zip(self._op.results, totals, strict=True)
        ]

    @property
    def rounds(self) -> bool:
        """Whether a total must stay in a register until the end."""
        return any(map(is_bf16, self._op.results))

    def step(
        self, builder: LoopBuilder, totals: Sequence[SSAValue], elements: Sequence[SSAValue]
    ) -> list[SSAValue]:
        """The totals after one more element of each input."""
        return self._body.apply(builder, [*totals, *elements])

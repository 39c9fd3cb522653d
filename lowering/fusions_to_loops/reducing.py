"""One step of a reduction: the body of `mhlo.reduce` on elements."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith
from xdsl.dialects.builtin import AnyFloat
from xdsl.ir import Operation, SSAValue

from ...analysis.index_maps import Index
from ...dialects import mhlo
from ...symbolic import Expr
from .builder import LoopBuilder
from .elements import REASSOCIATED, float_op
from .scalars import ELEMENTWISE, computes_elementwise, constant_element
from .values import NotNative, Scalar, Values, is_splat


class Reducer:
    """Folds elements into as many totals as the reduction has results."""

    def __init__(self, op: mhlo.ReduceOp):
        self._op = op
        self._count = len(op.inputs)
        body = op.body.block
        self._steps = list(body.ops)[:-1]
        self._ends: Sequence[SSAValue] = () if body.last_op is None else body.last_op.operands
        known = {*body.args, *(result for step in self._steps for result in step.results)}
        for step in self._steps:
            if not is_splat(step) and not computes_elementwise(step):
                raise NotNative(f"{step.name} has no native form in a reduction")
        used = {*self._ends, *(operand for step in self._steps for operand in step.operands)}
        if not used <= known:
            raise NotNative("the reduction uses values from outside")

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

    def step(
        self, builder: LoopBuilder, totals: Sequence[SSAValue], elements: Sequence[SSAValue]
    ) -> list[SSAValue]:
        """The totals after one more element of each input."""
        arguments = self._op.body.block.args
        known = dict[SSAValue, SSAValue](zip(arguments, (*totals, *elements), strict=True))
        for step in self._steps:
            known[step.results[0]] = self._apply(builder, step, known)
        return [known[end] for end in self._ends]

    def _apply(
        self, builder: LoopBuilder, step: Operation, known: dict[SSAValue, SSAValue]
    ) -> SSAValue:
        if isinstance(step, mhlo.ConstantOp):
            return constant_element(builder, step)
        operands = [known[operand] for operand in step.operands]
        sums = isinstance(step, mhlo.AddOp) and isinstance(operands[0].type, AnyFloat)
        if sums and len(self._steps) == 1:
            return float_op(builder, arith.AddfOp, operands, REASSOCIATED)
        return ELEMENTWISE[type(step)](builder, step, operands)

"""What is repeated: a number of times, or until every element is exact enough."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from ...dialects import mhlo
from ...symbolic import Expr
from .builder import Builder
from .elementwise import compare
from .formulas import Elements, where
from .indices import number
from .reducers import reduce
from .sorting import Step, loop

State = Sequence[Elements]
"""What changes from one step to the next."""


def count_up(b: Builder, steps: Expr, start: Sequence[SSAValue], body: Step) -> Sequence[SSAValue]:
    """`start` changed `steps` times by `body`, which is given how often it was before as well."""
    limit = number(b, steps, i64)

    def goes_on(step: SSAValue, *_: SSAValue) -> Sequence[SSAValue]:
        return [compare(b, "LT", step, limit)]

    def counted(step: SSAValue, *values: SSAValue) -> Sequence[SSAValue]:
        return [(Elements(b, step) + 1).value, *body(step, *values)]

    _, *found = loop(b, [b.scalar(0, i64), *start], goes_on, counted)
    return found


def until(
    active: Callable[[State], Elements], step: Callable[[State], State], start: State
) -> State:
    """`start`, each element changed by `step` as long as it is `active`, the others left alone."""
    b = start[0].b

    def elements(values: Sequence[SSAValue]) -> State:
        return [Elements(b, value) for value in values]

    def goes_on(*values: SSAValue) -> Sequence[SSAValue]:
        going = active(elements(values)).value
        return [reduce(b, going, mhlo.OrOp, 0, range(len(b.shape(going))))]

    def body(*values: SSAValue) -> Sequence[SSAValue]:
        old = elements(values)
        going = active(old)
        return [where(going, new, x).value for new, x in zip(step(old), old, strict=True)]

    return elements(loop(b, [value.value for value in start], goes_on, body))

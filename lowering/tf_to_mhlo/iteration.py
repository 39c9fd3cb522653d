"""Formulas that are repeated until every element is exact enough."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.ir import SSAValue

from ...dialects import mhlo
from .formulas import Elements, where
from .reducers import reduce
from .sorting import loop

State = Sequence[Elements]
"""What changes from one step to the next."""


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

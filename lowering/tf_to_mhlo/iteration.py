"""Formulas that are repeated until every element is exact enough."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.ir import SSAValue

from ...dialects import mhlo
from .formulas import Elements, where
from .reducers import reduce
from .sorting import loop


def until(
    active: Callable[..., Elements],
    step: Callable[..., Sequence[Elements]],
    start: Sequence[Elements],
) -> Sequence[Elements]:
    """`start`, each element changed by `step` as long as it is `active`, the others left alone."""
    b = start[0].b

    def elements(values: Sequence[SSAValue]) -> list[Elements]:
        return [Elements(b, value) for value in values]

    def goes_on(*values: SSAValue) -> Sequence[SSAValue]:
        open_ = active(*elements(values)).value
        return [reduce(b, open_, mhlo.OrOp, 0, range(len(b.shape(open_))))]

    def body(*values: SSAValue) -> Sequence[SSAValue]:
        old = elements(values)
        open_ = active(*old)
        return [where(open_, new, x).value for new, x in zip(step(*old), old, strict=True)]

    return elements(loop(b, [value.value for value in start], goes_on, body))

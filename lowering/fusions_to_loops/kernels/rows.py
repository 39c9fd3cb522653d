"""Which elements of a row one pass over it computes and a later one uses again.

They are kept in a row of their own where to compute them again is dearer than to store and load
them: the exponentials of a softmax, a sum that is normalised.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import cast

from xdsl.ir import Attribute, Operation, SSAValue

from ....dialects import mhlo
from ....symbolic import Expr

CHEAP = (
    *(mhlo.AddOp, mhlo.SubtractOp, mhlo.MultiplyOp, mhlo.MaximumOp, mhlo.MinimumOp, mhlo.NegateOp),
    *(mhlo.AbsOp, mhlo.AndOp, mhlo.OrOp, mhlo.NotOp, mhlo.CompareOp, mhlo.SelectOp),
    *(mhlo.ConvertOp, mhlo.ClampOp),
)
DEAR = 8
"""What another op costs, in loads."""
RUN_TIME = "_p"
"""What the names of places begin with that are read at run time."""
KEPT = 5
"""From which cost on an element is kept."""


class Passes:
    """Notes while a kernel is planned what each pass over a row computes, and at which cost."""

    def __init__(self) -> None:
        self.number = 0
        self.columns = frozenset[str]()
        """The loops over a row: what depends on none of them is computed once for it."""
        self._work = 0
        self._conditions = 0
        self._begun = dict[object, int]()
        self._made = dict[object, tuple[int, int]]()
        self._again = dict[object, None]()

    def works(self, op: Operation | None = None) -> None:
        """A load, or `op` on elements."""
        self._work += 1 if op is None or isinstance(op, CHEAP) else DEAR

    def begins(self, key: object) -> None:
        """The element `key` is computed next."""
        self._begun[key] = self._work

    def ends(self, key: object) -> None:
        """The element `key` has been computed."""
        if self._conditions == 0:
            begun = self._begun.get(key, self._work)
            self._made.setdefault(key, (self.number, self._work - begun))
            if not _names(key).intersection((*self.columns, RUN_TIME)):
                self._work = begun

    def uses(self, key: object) -> None:
        """The element `key` is needed, which has been computed."""
        number, cost = self._made.get(key, (self.number, 0))
        if number < self.number and cost >= KEPT:
            self._again[key] = None

    @contextmanager
    def condition(self) -> Generator[None]:
        """What is computed inside is computed for some elements only."""
        self._conditions += 1
        yield
        self._conditions -= 1

    def kept(self) -> frozenset[object]:
        """The elements, one for each column, that should be kept."""
        # A place that is read is another one for each walk.
        named = {key: _names(key) for key in self._again}
        return frozenset(
            key for key, names in named.items() if names & self.columns and RUN_TIME not in names
        )


def _names(key: object) -> frozenset[str]:
    """The loops on which the place of an element depends, and RUN_TIME for a place that is read."""
    positions = cast("tuple[SSAValue, Iterable[Expr]]", key)[1]
    names = (name for position in positions for name in position.symbols())
    return frozenset(RUN_TIME if name.startswith(RUN_TIME) else name for name in names)


@dataclass
class KeptRow:
    """The elements that are kept of one row at a time."""

    keys: frozenset[object]
    position: Expr
    """The column, row-major."""
    length: Expr
    """How many columns there are."""
    buffer: Callable[[Attribute], SSAValue]
    """A new buffer for elements of this type in memory."""
    stored: dict[object, tuple[SSAValue, Attribute]] = field(
        default_factory=dict[object, tuple[SSAValue, Attribute]]
    )
    """The buffer of each key, and the type of its elements."""

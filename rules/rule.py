"""Op rules: what an op says about the shapes and the values of its results.

A table maps op classes to rules and is a plain value, so that tables can be joined and users can
add rows of their own (`RULES | table(OpRule(MyOp, shape=...))`) without touching this package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

from xdsl.ir import Block, Operation, SSAValue

from ..symbolic import TRUE, Expr, Predicate
from ..symbolic.shapes import Shape, ShapeContext
from .errors import ShapeError

Element = Expr | Predicate | None
"""One element of a small tensor: an integer, a truth value, or not known."""

Shapes = Sequence[Shape | None]
"""The shapes of results; None where the rank is not known."""

Value = tuple[Element, ...]
"""The elements of a scalar, an index or a small tensor in row-major order."""


MAX_ELEMENTS = 256
"""Integer tensors with more elements than this are not evaluated."""

Conditions = Sequence[Predicate | None]
"""For each branch when it runs; None where that is not known."""


class RuleContext(ShapeContext, Protocol):
    """What a rule may ask of the operands of its op, and say of its results."""

    def shape(self, value: SSAValue) -> Shape:
        """The shape of `value`; raises UnknownRank where its rank is not known."""
        ...

    def has_rank(self, value: SSAValue) -> bool: ...

    def value(self, value: SSAValue) -> Value | None:
        """The elements of `value`, an index, integer or small integer tensor; None where nothing is
        known."""
        ...

    def suppose_value(self, value: SSAValue, elements: Value | None) -> None:
        """Makes `elements` what `value` is known to be."""
        ...

    def elements(self, value: SSAValue) -> tuple[Expr | None, ...] | None:
        """The integer elements of `value`; None where their number is not known."""
        ...

    def scalar(self, value: SSAValue) -> Expr | None:
        """The single integer that `value` is, if known."""
        ...

    def constants(self, value: SSAValue) -> tuple[int, ...] | None:
        """The elements of `value` where all are known integers."""
        ...

    def condition(self, value: SSAValue) -> Predicate | None:
        """The truth of `value`, an i1, as a predicate, if known."""
        ...

    def given(self, value: SSAValue, place: int, least: int = 0) -> Expr:
        """A new size that is element `place` of `value`, an integer scalar or vector.

        It must be at least `least`."""
        ...

    def number(self, value: SSAValue, place: int) -> Expr:
        """A new symbol that is element `place` of `value`; no size, it may be negative."""
        ...

    def open_size(self) -> Expr:
        """A size that a later op of the program chooses, by `close`."""
        ...

    def close(self, size: Expr, chosen: Expr) -> bool:
        """Makes an open `size` be `chosen`; False where it is not open (any more)."""
        ...

    def is_told_late(self, op: Operation) -> bool:
        """Whether the elements of the list that `op` takes have size 0 until an item tells it."""
        ...

    def rank_of_items(self) -> int | None:
        """The rank of the items of the list that the current op makes, as later ops tell it."""
        ...

    def note_item(self, op: Operation, fits: bool) -> None:
        """Says whether the item that `op` puts into a list has the size of the others."""
        ...

    def region(self, block: Block, arguments: Shapes) -> Shapes:
        """The shapes that `block`, which runs once, returns for arguments of these shapes."""
        ...

    def branches(self, op: Operation, conditions: Conditions) -> Shapes:
        """The shapes of the results of `op`, one of whose regions runs: number i where
        `conditions[i]` holds."""
        ...

    def loop(self, op: Operation, cond: Block, body: Block) -> Shapes:
        """The shapes of the results of `op`, which runs `body` on what it carries as long as `cond`
        holds."""
        ...

    def any_times(self, op: Operation) -> Shapes:
        """The shapes of the results of `op`, each of whose regions runs never, once or often; its
        types tell all that is known of what regions take and give."""
        ...


Bound = Expr | tuple[SSAValue, int]
"""A size, or an element of an integer operand: the operand and the place of the element."""


@dataclass(frozen=True, slots=True)
class ElementDemand:
    """What an op needs of the elements of `value`, one of its operands.

    what: what messages call the elements
    low: the least one
    below: what each is less than; several bounds are one for each place of the last dimension
    non_zero: none is 0
    ascending: none is less than the one before it
    distinct: no two are equal
    when: where this is needed at all
    place: of which element alone, where `value` is a scalar or a vector
    """

    value: SSAValue
    what: str
    low: Bound | None = None
    below: Sequence[Bound] = ()
    non_zero: bool = False
    ascending: bool = False
    distinct: bool = False
    when: Predicate = TRUE
    place: int | None = None


def checked(op: Operation, shapes: object) -> Sequence[Shape | None]:
    """What the rule of `op` gives. Raises ShapeError where that is not a shape for each result."""
    if not isinstance(shapes, Sequence):
        raise ShapeError(op, f"its rule gives {shapes!r}, a shape for each result is needed")
    found = cast("Sequence[Shape | None]", shapes)
    if len(found) != len(op.results):
        raise ShapeError(
            op, f"its rule gives {len(found)} shapes, it has {len(op.results)} results"
        )
    for size in (size for shape in found if shape is not None for size in shape):
        if (number := size.constant_value) is not None and number < 0:
            raise ShapeError(op, f"its rule gives the size {number}, which is negative")
    return found


ShapeRule = Callable[[Any, RuleContext], Sequence[Shape | None]]


ValueRule = Callable[[Any, RuleContext], Sequence[Value | None]]


VerifyRule = Callable[[Any, RuleContext], None]


ElementsRule = Callable[[Any, RuleContext], Iterable[ElementDemand]]


@dataclass(frozen=True, slots=True)
class OpRule:
    """What is known of one op; every part is optional.

    shape: the shapes of the results from those of the operands (None: rank not known)
    value: the elements of results that are small integer or boolean tensors
    verify: demands beyond those that `shape` makes
    elements: demands on elements of operands; those that inference does not decide are checked at
        run time, in front of what the op is lowered to
    strength: the status of a demand that is not proved: "assert" makes it a guard; "assume" makes
        it a fact, for an op that is defined only where its demands hold
    """

    op: type[Operation]
    shape: ShapeRule | None = None
    value: ValueRule | None = None
    verify: VerifyRule | None = None
    elements: ElementsRule | None = None
    strength: str = "assert"


RuleTable = Mapping[type[Operation], OpRule]


def family(operations: Iterable[type[Operation]], *bases: type[Operation]) -> list[type[Operation]]:
    """Those of `operations` that derive from one of `bases`.

    `issubclass` would ask every class derived from an abstract base in turn.
    """
    return [op for op in operations if any(base in op.__mro__ for base in bases)]


def table(*rules: OpRule) -> dict[type[Operation], OpRule]:
    """A table of `rules`; an op may have one row only."""
    result = {rule.op: rule for rule in rules}
    if len(result) != len(rules):
        names = [rule.op.name for rule in rules]
        raise ValueError(f"two rules for {sorted({n for n in names if names.count(n) > 1})}")
    return result

"""What is known of the sizes and the small integer values in a module, as one snapshot.

Symbols of the IR (`@S0`) are symbols of the engine of the same name. The shape of a value is read
from its type: static sizes, symbols of its encoding, and for a dynamic size without a symbol one
that lives as long as the snapshot. Values are evaluated when asked for, by the `value` rules.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from xdsl.dialects.builtin import DYNAMIC_INDEX, UnrankedTensorType
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ..dialects import sdim
from ..dialects.types import is_memref, is_tensor
from ..rules.errors import ShapeError, UnknownRank
from ..rules.rule import MAX_ELEMENTS, Conditions, RuleTable, Shapes, Value
from ..symbolic import Expr, Facts, Predicate, Symbol, as_expr, chosen, ge
from ..symbolic.shapes import Shape
from .identity_memo import IdentityMemo
from .symbol_names import SymbolNames
from .values import ValueCache

LEAST_INTEGER = -(2**63)


@dataclass(frozen=True, slots=True)
class AnalysisState:
    """What an analysis knows of symbols, apart from the values of any IR.

    fresh: how many symbols of its own it made
    """

    facts: Facts
    fresh: int

    def copy(self) -> AnalysisState:
        """An independent copy."""
        return AnalysisState(self.facts.copy(), self.fresh)


class ShapeAnalysis:
    """Sizes, values and facts of a module. Build one with `analyze`; passes only read it."""

    def __init__(self, rules: RuleTable):
        self.facts = Facts()
        self.rules = rules
        self._values = ValueCache(rules, self)
        self._shapes: dict[Shape, Shape] = {}
        self.shape_of_type = IdentityMemo(self._read_type)
        """The shape that a type alone tells: None where it has a dynamic size without a symbol."""
        self._anonymous: dict[SSAValue, Shape] = {}
        self.broadcast_sizes: dict[tuple[Expr, Expr], Expr] = {}
        self.revision = 0
        """Changes whenever facts are forgotten."""
        self._next_anonymous = 0
        self.names_of_ir: SymbolNames | None = None
        """Where new symbols may appear in the IR: the names that are free there."""

    def state(self) -> AnalysisState:
        """A copy of what is known of symbols now."""
        return AnalysisState(self.facts, self._next_anonymous).copy()

    def adopt(self, state: AnalysisState) -> None:
        """Starts from `state`, which becomes this analysis' own."""
        self.facts = state.facts
        self._next_anonymous = state.fresh
        self.revision += 1

    # What rules and passes ask.

    def shape(self, value: SSAValue) -> Shape:
        """The shape of `value`; raises UnknownRank where its rank is not known."""
        shape = self.shape_of_type(value.type)
        if shape is None:
            shape = self._anonymous.get(value)
            if shape is None:
                shape = self._anonymous[value] = self._anonymous_shape(value.type)
        return shape

    def has_rank(self, value: SSAValue) -> bool:
        return not isinstance(value.type, UnrankedTensorType)

    def region(self, block: Block, arguments: Shapes) -> Shapes:
        """A snapshot follows no regions: types say what is known of their results."""
        op = block.parent_op()
        return (None,) * (0 if op is None else len(op.results))

    def branches(self, op: Operation, conditions: Conditions) -> Shapes:
        return (None,) * len(op.results)

    def loop(self, op: Operation, cond: Block, body: Block) -> Shapes:
        return (None,) * len(op.results)

    def any_times(self, op: Operation) -> Shapes:
        return (None,) * len(op.results)

    def sizes(self, value: SSAValue) -> Shape:
        """The shape of `value` with each size in its simplest known form."""
        return tuple(self.facts.simplify(size) for size in self.shape(value))

    def _read_type(self, type: Attribute) -> Shape | None:
        """The shape that `type` alone tells: None where it has a dynamic size without a symbol."""
        if not is_tensor(type):
            return None
        entries = sdim.encoding_of(type)
        if entries is None:
            entries = type.get_shape()
        if DYNAMIC_INDEX in entries:
            return None
        shape = tuple(Symbol(e) if isinstance(e, str) else as_expr(e) for e in entries)
        return self._shapes.setdefault(shape, shape)

    def value(self, value: SSAValue) -> Value | None:
        """The elements of `value`, an index, integer or small integer tensor; None if none is
        known.
        """
        return self._values.get(value)

    def suppose_value(self, value: SSAValue, elements: Value | None) -> None:
        """Makes `elements` what `value` is known to be, in this snapshot."""
        self._values.set(value, elements)

    def forget_unknown_values(self) -> None:
        """Lets values that could not be evaluated be tried again, with what was learnt since."""
        self._values.forget_unknown()

    def elements(self, value: SSAValue) -> tuple[Expr | None, ...] | None:
        """The integer elements of `value`; None where their number is not known."""
        known = self.value(value)
        if known is not None:
            return tuple(e if isinstance(e, Expr) else None for e in known)
        try:
            count = [size.constant_value for size in self.shape(value)]
        except UnknownRank:
            return None
        if len(count) > 1 or None in count or (count and (count[0] or 0) > MAX_ELEMENTS):
            return None
        return (None,) * ((count[0] or 0) if count else 1)

    def scalar(self, value: SSAValue) -> Expr | None:
        """The single integer that `value` is, if known."""
        known = self.value(value)
        if known is None or len(known) != 1 or not isinstance(known[0], Expr):
            return None
        return known[0]

    def constants(self, value: SSAValue) -> tuple[int, ...] | None:
        """The elements of `value` where all are known integers."""
        known = self.value(value)
        if known is None:
            return None
        result = [e.constant_value if isinstance(e, Expr) else None for e in known]
        return None if None in result else tuple(e for e in result if e is not None)

    def condition(self, value: SSAValue) -> Predicate | None:
        """The truth of `value`, an i1, as a predicate, if known."""
        known = self.value(value)
        if known is None or len(known) != 1 or not isinstance(known[0], Predicate):
            return None
        return known[0]

    def static_check(self, claim: Predicate) -> bool:
        """Whether `claim` is proved; for constants, whether it is true. False means "not known"."""
        return self.facts.proves(claim)

    @contextmanager
    def local(self) -> Generator[None]:
        """Forgets facts, and all that rests on them, at the end of the context."""
        try:
            with self._values.scope(), self.scope():
                yield
        finally:
            self.revision += 1

    @contextmanager
    def scope(self) -> Generator[None]:
        """Forgets at its end what is learnt inside, and what was concluded from it."""
        kept = self.broadcast_sizes
        self.broadcast_sizes = kept.copy()
        try:
            with self.facts.scope():
                yield
        finally:
            self.broadcast_sizes = kept

    # What rules say: a snapshot learns it, inference keeps it for the IR too.

    def fresh(self, minimum: int = 0) -> Expr:
        """A symbol of this snapshot alone, unless `names_of_ir` has a name for it."""
        if self.names_of_ir is not None:
            return self.facts.symbol(self.names_of_ir.next(), minimum)
        name = f"_{self._next_anonymous}"
        self._next_anonymous += 1
        return self.facts.symbol(name, minimum)

    def given(self, value: SSAValue, place: int, least: int = 0) -> Expr:
        """A new size that is element `place` of `value`, at least `least`."""
        size = self.number(value, place)
        self.require(ge(size, least), f"element {place} must be at least {least}")
        return size

    def number(self, value: SSAValue, place: int) -> Expr:
        """A new symbol that is element `place` of `value`."""
        return self.fresh(LEAST_INTEGER)

    def open_size(self) -> Expr:
        """A size that a later op of the program chooses, by `close`."""
        return self.fresh()

    def close(self, size: Expr, chosen: Expr) -> bool:
        """Makes an open `size` be `chosen`; False where it is not open (any more)."""
        return False

    def is_told_late(self, op: Operation) -> bool:
        """False: a snapshot reads shapes from types."""
        return False

    def rank_of_items(self) -> int | None:
        """None: a snapshot reads ranks from types."""
        return None

    def note_item(self, op: Operation, fits: bool) -> None:
        """Nothing: inference decides what becomes of lists."""

    def assume(self, fact: Predicate) -> None:
        self.facts.learn(fact)

    def require(self, claim: Predicate, message: str) -> None:
        """Nothing: that an op needs `claim` is no proof of it, least of all for its own guard, and
        an op of a branch may never run.
        """

    def select(self, condition: Predicate, then: Expr, otherwise: Expr) -> Expr:
        """`then` where `condition` holds, else `otherwise`."""
        facts = self.facts
        then, otherwise = facts.simplify(then), facts.simplify(otherwise)
        if then == otherwise or facts.proves(condition):
            return then
        if facts.refutes(condition):
            return otherwise
        return facts.simplify(chosen(condition, then, otherwise))

    def expect(self, *branches: Predicate) -> Predicate | None:
        """None: a snapshot has nothing to choose, inference has."""
        return None

    def _anonymous_shape(self, type: Attribute) -> Shape:
        if isinstance(type, UnrankedTensorType):
            raise UnknownRank
        if not is_tensor(type) and not is_memref(type):
            return ()
        encoding = sdim.encoding_of(type)
        entries = type.get_shape() if encoding is None else encoding
        return tuple(
            Symbol(e) if isinstance(e, str) else self.fresh() if e == DYNAMIC_INDEX else as_expr(e)
            for e in entries
        )

    def error(self, op: Operation, message: str) -> ShapeError:
        return ShapeError(op, message)

"""Expressions and predicates of the engine as `arith` ops on `index` and `sdim` constraint ops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerAttr, i1
from xdsl.ir import Attribute, Operation, SSAValue

from ..symbolic import (
    And,
    Broadcast,
    Broadcastable,
    Conditional,
    Eq,
    Expr,
    Facts,
    FloorDiv,
    Le,
    Max,
    Min,
    Mod,
    Ne,
    Or,
    Predicate,
    SymbolAtom,
    any_of,
    as_expr,
    broadcast,
    broadcastable,
    eq,
    ge,
)
from ..symbolic.expr import Atom
from .named_broadcasts import NamedBroadcasts
from .named_sums import NamedSums

INDEX = IndexType()

LONG_SUM = 6
"""Terms from which on a sum begins with the older sizes, as the sums that it grew from do; so do
extremes.
"""

OVERFLOWING = (arith.AddiOp, arith.SubiOp, arith.MuliOp)
"""Ops with flags of what they do where they overflow."""
NO_FLAGS = arith.IntegerOverflowAttr("none")

Pairwise = arith.AddiOp | arith.SubiOp | arith.MaxSIOp | arith.MinSIOp


class Emitter:
    """Writes expressions as `arith` ops, each distinct expression once.

    insert: puts an op where it belongs
    leaf: the index value of a symbol
    holds: whether a claim holds wherever the ops run; by default whether `facts` prove it
    """

    def __init__(
        self,
        insert: Callable[[Operation], object],
        leaf: Callable[[str], SSAValue],
        facts: Facts,
        holds: Callable[[Predicate], bool] | None = None,
    ):
        self.insert = insert
        self.leaf = leaf
        self.facts = facts
        self.holds = holds or facts.proves
        self.known: dict[Expr, SSAValue] = {}
        self.names: dict[Expr, Expr] = {}
        """Symbols to write in place of sizes that they were stated to be."""
        self.states_sums = False
        """Whether facts may state what a sum is without an op for the sum."""
        self.known_conditions: dict[Predicate, SSAValue] = {}
        self._folds: dict[tuple[type[Pairwise], SSAValue, SSAValue], SSAValue] = {}
        self._broadcasts = NamedBroadcasts()
        self.sums = NamedSums()
        """Symbols to write for parts of sums that facts are about."""

    def adopt(self, expr: Expr, value: SSAValue) -> None:
        """Lets `value` be what `expr` is, where nothing earlier is."""
        if self.known.setdefault(expr, value) is value:
            self._broadcasts.add(expr)

    def name(self, expr: Expr, symbol: Expr) -> None:
        """Lets `symbol` be written in place of `expr`, which it was stated to be."""
        if self.names.setdefault(expr, symbol) is symbol:
            self._broadcasts.add(expr)

    def broadcast_operands(self, sizes: Sequence[Expr]) -> list[SSAValue]:
        """The index values of few sizes that broadcast to what `sizes` do."""
        return [self.index(size) for size in self._broadcasts.cover(sizes)]

    def index(self, expr: Expr | int) -> SSAValue:
        """The index value of `expr`."""
        expr = as_expr(expr)
        expr = self.names.get(expr, expr)
        value = self.known.get(expr)
        if value is None:
            value = self.known[expr] = self._index(expr)
        return value

    def is_new_sum(self, expr: Expr) -> bool:
        """Whether `expr` is a sum that has no value yet."""
        return len(expr.polynomial) > 1 and expr not in self.names and expr not in self.known

    def condition(self, predicate: Predicate) -> SSAValue:
        """The i1 value of `predicate`."""
        value = self.known_conditions.get(predicate)
        if value is None:
            value = self.known_conditions[predicate] = self._condition(predicate)
        return value

    def _condition(self, predicate: Predicate) -> SSAValue:
        if isinstance(predicate, Broadcastable) and len(predicate.sizes) == 2:
            a, b = predicate.sizes
            return self.condition(any_of(eq(a, 1), eq(b, 1), eq(a, b)))
        if isinstance(predicate, And | Or):
            return self._fold(
                arith.AndIOp if isinstance(predicate, And) else arith.OrIOp, predicate.args
            )
        if not isinstance(predicate, Eq | Ne | Le):
            return self._op(arith.ConstantOp(IntegerAttr(int(predicate.holds({})), i1)))
        names = {Eq: "eq", Ne: "ne", Le: "sle"}
        left, right = _with_one_constant(*sides(predicate))
        return self._compared(self.index(left), self.index(right), names[type(predicate)])

    def _compared(self, left: SSAValue, right: SSAValue, how: str) -> SSAValue:
        """The i1 value of a comparison of two sizes."""
        properties = {"predicate": _comparison(how)}
        operands = [left, right]
        return self._op(
            arith.CmpiOp.create(operands=operands, result_types=[i1], properties=properties)
        )

    def select(self, condition: Predicate, then: Expr, otherwise: Expr) -> SSAValue:
        return self._op(
            arith.SelectOp(self.condition(condition), self.index(then), self.index(otherwise))
        )

    def _fold(self, op: type[arith.AndIOp | arith.OrIOp], args: Sequence[Predicate]) -> SSAValue:
        first, *others = [self.condition(arg) for arg in args]
        for other in others:
            first = self._op(op(first, other))
        return first

    def _two(self, kind: type[Operation], first: SSAValue, other: SSAValue) -> SSAValue:
        """The result of an op of kind `kind` on two sizes."""
        properties = {"overflowFlags": NO_FLAGS} if kind in OVERFLOWING else {}
        return self._op(
            kind.create(operands=[first, other], result_types=[INDEX], properties=properties)
        )

    def _op(self, op: Operation) -> SSAValue:
        self.insert(op)
        return op.results[0]

    def _index(self, expr: Expr) -> SSAValue:
        if (name := expr.symbol_name) is not None:
            return self.leaf(name)
        if (atom := expr.single_atom) is not None:
            return self._atom(atom)
        if (constant := expr.constant_value) is not None:
            return self._op(index_constant(constant))
        terms = sorted(expr.terms(), key=lambda term: term[0] < 0)
        if len(terms) > LONG_SUM:
            terms.sort(key=_age)
        result: SSAValue | None = None
        for coefficient, powers in terms:
            magnitude = abs(coefficient)
            value = self._product(magnitude, powers)
            if result is None:
                result = value if coefficient > 0 else self._two(arith.SubiOp, self.index(0), value)
            elif coefficient < 0:
                result = self._pair(arith.SubiOp, result, value)
            else:
                result = self._pair(arith.AddiOp, result, value)
        assert result is not None
        return result

    def _product(self, coefficient: int, powers: Sequence[tuple[Atom, int]]) -> SSAValue:
        factors = [self._atom(atom) for atom, power in powers for _ in range(power)]
        if coefficient != 1 or not factors:
            factors.append(self.index(coefficient))
        first, *others = factors
        for other in others:
            first = self._two(arith.MuliOp, first, other)
        return first

    def _pair(self, op: type[Pairwise], first: SSAValue, other: SSAValue) -> SSAValue:
        """`op` of two values, once: long sums and extremes start with the shorter ones."""
        value = self._folds.get((op, first, other))
        if value is None:
            value = self._folds[op, first, other] = self._two(op, first, other)
        return value

    def _atom(self, atom: Atom) -> SSAValue:
        expr = atom.as_expr()
        if isinstance(atom, Broadcast):
            expr = broadcast(*(self.names.get(arg, arg) for arg in atom.args))
        if expr in self.names:
            return self.index(expr)
        value = self.known.get(expr)
        if value is None:
            value = self.known[expr] = self._new_atom(atom)
        return value

    def _new_atom(self, atom: Atom) -> SSAValue:
        if isinstance(atom, SymbolAtom):
            return self.leaf(atom.name)
        if isinstance(atom, Max | Min):
            op = arith.MaxSIOp if isinstance(atom, Max) else arith.MinSIOp
            args = atom.args
            if len(args) > LONG_SUM:
                args = sorted(args, key=lambda arg: (len(str(arg)), str(arg)))
            first, *others = [self.index(arg) for arg in args]
            for other in others:
                first = self._pair(op, first, other)
            return first
        if isinstance(atom, Conditional):
            return self.select(atom.condition, atom.then, atom.otherwise)
        if isinstance(atom, Broadcast):
            return self._broadcast(atom)
        assert isinstance(atom, FloorDiv | Mod)
        numerator, denominator = self.index(atom.numerator), self.index(atom.denominator)
        if isinstance(atom, FloorDiv):
            return self._two(arith.FloorDivSIOp, numerator, denominator)
        if self.holds(ge(atom.numerator, 0)) and self.holds(ge(atom.denominator, 0)):
            return self._two(arith.RemSIOp, numerator, denominator)
        quotient = self._two(arith.FloorDivSIOp, numerator, denominator)
        whole = self._two(arith.MuliOp, quotient, denominator)
        return self._two(arith.SubiOp, numerator, whole)

    def _broadcast(self, atom: Broadcast) -> SSAValue:
        """What sizes broadcast to; without the cases that cannot be where they fit."""
        fit = self.holds(broadcastable(*atom.args))
        one, (first, *others) = self.index(1), self.broadcast_operands(atom.args)
        for other in others:
            rest = first
            if not fit:
                is_one = self._compared(other, one, "eq")
                greatest = self._two(arith.MaxSIOp, first, other)
                rest = self._op(arith.SelectOp(is_one, first, greatest))
            is_one = self._compared(first, one, "eq")
            first = self._op(arith.SelectOp(is_one, other, rest))
        self._broadcasts.add(atom.as_expr())
        return first


def _age(term: tuple[int, Sequence[tuple[Atom, int]]]) -> tuple[bool, int, int, str]:
    """Orders terms: negative ones last, generated names as they were generated."""
    coefficient, powers = term
    name = "*".join(str(atom) for atom, _ in powers)
    return coefficient < 0, not powers, len(name), name


def sides(predicate: Eq | Ne | Le) -> tuple[Expr, Expr]:
    """`left (==, !=, <=) right` without negative coefficients where the terms allow it."""
    terms = predicate.expr.polynomial
    left = Expr.of_terms({monomial: c for monomial, c in terms.items() if c > 0})
    right = Expr.of_terms({monomial: -c for monomial, c in terms.items() if c < 0})
    return left, right


def _with_one_constant(left: Expr, right: Expr) -> tuple[Expr, Expr]:
    """Both sides without a constant in a sum where the other side is one.

    A sum with a constant may overflow where its number, given by a run, does not.
    """
    shift = 0
    if right.constant_value is not None:
        shift = left.constant_term
    elif left.constant_value is not None:
        shift = right.constant_term
    return left - shift, right - shift


@cache
def _comparison(how: str) -> Attribute:
    """The predicate of `arith.cmpi` that is written `how`."""
    return arith.CmpiOp(index_constant(0).result, index_constant(0).result, how).predicate


@lru_cache(maxsize=1 << 10)
def _index_attribute(value: int) -> Attribute:
    return IntegerAttr(value, INDEX)


def index_constant(value: int) -> arith.ConstantOp:
    """A constant op of type `index`."""
    properties = {"value": _index_attribute(value)}
    return arith.ConstantOp.create(result_types=[INDEX], properties=properties)

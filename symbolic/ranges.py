"""Interval arithmetic: the least and the greatest value of an expression, None where there is none.

Source: Moore, "Interval Analysis", 1966. Sound for products, quotients, remainders and extremes,
not always tight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from .broadcast import Broadcast
from .conditional import Conditional
from .expr import Atom, Expr, FloorDiv, Max, Min, Mod, Monomial, SymbolAtom, drop

Range = tuple[int | None, int | None]
SymbolBounds = Mapping[SymbolAtom, int]
RangeMemo = dict[Atom, Range]
OPEN: Range = (None, None)


def expr_range(
    expr: Expr, low: SymbolBounds, high: SymbolBounds, memo: RangeMemo | None = None
) -> Range:
    """The range of `expr` where its symbols lie within `low` and `high`.

    `memo` may be shared between calls as long as the bounds stay the same.
    """
    least: int | None = 0
    greatest: int | None = 0
    for monomial, coefficient in expr.polynomial.items():
        if len(monomial) == 1:
            atom = monomial[0]
            if type(atom) is SymbolAtom:
                a, b = low.get(atom), high.get(atom)
            else:
                a, b = atom_range(atom, low, high, memo)
        elif not monomial:
            a = b = 1
        else:
            a, b = monomial_range(monomial, low, high, memo)
        if coefficient < 0:
            a, b = b, a
        if least is not None:
            least = None if a is None else least + coefficient * a
        if greatest is not None:
            greatest = None if b is None else greatest + coefficient * b
        if least is None and greatest is None:
            return OPEN
    return least, greatest


def atom_range(
    atom: Atom, low: SymbolBounds, high: SymbolBounds, memo: RangeMemo | None = None
) -> Range:
    """The range of an atom."""
    if isinstance(atom, SymbolAtom):
        return low.get(atom), high.get(atom)
    if memo is None:
        memo = {}
    known = memo.get(atom)
    if known is None:
        known = memo[atom] = _compound_range(atom, low, high, memo)
    return known


def _compound_range(atom: Atom, low: SymbolBounds, high: SymbolBounds, memo: RangeMemo) -> Range:
    if type(atom) is Broadcast and atom.is_plain:
        symbols = atom.symbol_atoms
        return broadcast_range(set(zip(map(low.get, symbols), map(high.get, symbols), strict=True)))
    return _OPERATIONS[type(atom)]([expr_range(arg, low, high, memo) for arg in atom.args])


def greatest_of(args: Sequence[Range]) -> Range:
    """The range of the greatest of values with these ranges."""
    lows = [a for a, _ in args if a is not None]
    highs = [b for _, b in args if b is not None]
    return max(lows, default=None), max(highs) if len(highs) == len(args) else None


def least_of(args: Sequence[Range]) -> Range:
    """The range of the least of values with these ranges."""
    lows = [a for a, _ in args if a is not None]
    highs = [b for _, b in args if b is not None]
    return min(lows) if len(lows) == len(args) else None, min(highs, default=None)


def broadcast_range(args: Iterable[Range]) -> Range:
    """The range of a broadcast: one of the sizes, and at least each that cannot be 1."""
    args = [arg for arg in args if arg != (1, 1)]
    others = [a for a, b in args if a is not None and (a > 1 or (b is not None and b < 1))]
    least, greatest = either(args) if args else (1, 1)
    return max([*others, least]) if least is not None else max(others, default=None), greatest


def either(args: Sequence[Range]) -> Range:
    """The range of a value that is one of some."""
    return least_of(args)[0], greatest_of(args)[1]


def monomial_range(
    monomial: Monomial, low: SymbolBounds, high: SymbolBounds, memo: RangeMemo | None = None
) -> Range:
    """The range of a product of atoms, at least one."""
    result: Range = (1, 1)
    for atom, power in Counter(monomial).items():
        factor = atom_range(atom, low, high, memo)
        result = multiply(result, factor if power == 1 else power_range(factor, power))
    return result


def excludes_zero(values: Range) -> bool:
    """Whether no value is 0."""
    least, greatest = values
    return (least is not None and least > 0) or (greatest is not None and greatest < 0)


def power_range(base: Range, power: int) -> Range:
    """The range of `x**power`, for `power >= 1`."""
    a, b = base
    if power % 2 or (a is not None and a >= 0):
        return None if a is None else a**power, None if b is None else b**power
    if b is not None and b <= 0:
        return b**power, None if a is None else a**power
    return 0, None if a is None or b is None else max(a**power, b**power)


def multiply(x: Range, y: Range) -> Range:
    """The range of a product of two independent factors."""
    (a, b), (c, d) = x, y
    if a is not None and c is not None and a >= 0 and c >= 0:
        return a * c, None if _unbounded(b, d) else (b or 0) * (d or 0)
    ends: list[int] = []
    below = above = False
    for p, p_sign in ((a, -1), (b, 1)):
        for q, q_sign in ((c, -1), (d, 1)):
            if p is not None and q is not None:
                ends.append(p * q)
                continue
            sign = _sign(p, p_sign) * _sign(q, q_sign)
            if sign > 0:
                above = True
            elif sign < 0:
                below = True
            else:
                ends.append(0)
    return (
        None if below or not ends else min(ends),
        None if above or not ends else max(ends),
    )


def intersection(x: Range, y: Range) -> Range:
    """The range of a value that lies in both."""
    (a, b), (c, d) = x, y
    least = c if a is None or (c is not None and c > a) else a
    return least, d if b is None or (d is not None and d < b) else b


def factored_range(expr: Expr, low: SymbolBounds, high: SymbolBounds, memo: RangeMemo) -> Range:
    """The range of a sum whose terms share an atom, as of a product; open for others."""
    terms = expr.polynomial
    result = OPEN
    if () in terms or max(map(len, terms)) == 1:
        return result
    first, *others = terms
    for atom in first:
        if all(atom in m for m in others):
            rest = Expr.of_terms({drop(m, atom): c for m, c in terms.items()})
            factor = expr_range(atom.as_expr(), low, high, memo)
            result = intersection(result, multiply(factor, expr_range(rest, low, high, memo)))
    return result


def _unbounded(b: int | None, d: int | None) -> bool:
    return (b is None and d != 0) or (d is None and b != 0)


def _sign(end: int | None, infinite: int) -> int:
    return infinite if end is None else (end > 0) - (end < 0)


def quotient_range(n: Range, d: Range) -> Range:
    """The range of `n // d`; open where `d` may be 0, or has no values."""
    c, e = d
    if c is None or c < 1:
        return OPEN if e is None or e > -1 else quotient_range(negate(n), negate(d))
    if e is not None and e < c:
        return OPEN
    a, b = n
    if a is not None:
        a = a // c if a < 0 else 0 if e is None else a // e
    if b is not None:
        b = b // c if b >= 0 else -1 if e is None else b // e
    return a, b


def remainder_range(n: Range, d: Range) -> Range:
    """The range of `n % d`; open where `d` may be 0."""
    c, e = d
    if c is None or c < 1:
        return OPEN if e is None or e > -1 else negate(remainder_range(negate(n), negate(d)))
    a, b = n
    if a is not None and b is not None and a >= 0 and b < c:
        return n
    greatest = None if e is None else e - 1
    if a is not None and a >= 0 and b is not None:
        greatest = b if greatest is None else min(b, greatest)
    return 0, greatest


def negate(x: Range) -> Range:
    a, b = x
    return None if b is None else -b, None if a is None else -a


_OPERATIONS: dict[type[Atom], Callable[[Sequence[Range]], Range]] = {
    FloorDiv: lambda args: quotient_range(args[0], args[1]),
    Mod: lambda args: remainder_range(args[0], args[1]),
    Max: greatest_of,
    Min: least_of,
    Broadcast: broadcast_range,
    Conditional: either,
}


def implied_bounds(
    expr: Expr, low: SymbolBounds, high: SymbolBounds, memo: RangeMemo, greatest_sum: int
) -> Iterator[tuple[SymbolAtom, int, int]]:
    """`(x, c, r)` where `c*x + r <= 0` follows from `expr <= 0` and the other symbols' bounds.

    Nothing follows where the bounds of two terms are open, or their sum is beyond `greatest_sum`.
    """
    total = 0
    ends: list[int | None] = []
    open_at = -1
    for monomial, coefficient in expr.polynomial.items():
        if len(monomial) == 1 and type(monomial[0]) is SymbolAtom:
            end = (low if coefficient > 0 else high).get(monomial[0])
        elif monomial:
            least, greatest = monomial_range(monomial, low, high, memo)
            end = least if coefficient > 0 else greatest
        else:
            end = 1
        if end is not None:
            end *= coefficient
            total += end
        elif open_at >= 0:
            return
        else:
            open_at = len(ends)
        ends.append(end)
    if abs(total) > greatest_sum:
        return
    for i, (monomial, coefficient) in enumerate(expr.polynomial.items()):
        if not monomial or (open_at >= 0 and i != open_at):
            continue
        rest = total - (ends[i] or 0)
        first, *others = monomial
        if others:
            yield from _bounds_of_factors(monomial, coefficient, rest, low, high)
        elif type(first) is SymbolAtom:
            yield first, coefficient, rest


def _bounds_of_factors(
    monomial: Monomial, coefficient: int, rest: int, low: SymbolBounds, high: SymbolBounds
) -> Iterator[tuple[SymbolAtom, int, int]]:
    """`implied_bounds` of `coefficient * product + rest <= 0`, where cofactors are positive."""
    limit = -rest // coefficient if coefficient > 0 else -(-rest // -coefficient)
    for i, symbol in enumerate(monomial):
        others = monomial[:i] + monomial[i + 1 :]
        if type(symbol) is not SymbolAtom or symbol in others:
            continue
        least, greatest = monomial_range(others, low, high)
        if least is None or least < 1:
            continue
        if coefficient > 0:  # symbol * others <= limit
            divisor = least if limit >= 0 else greatest
            bound = -1 if divisor is None else limit // divisor
            yield symbol, 1, -bound
        else:
            divisor = least if limit <= 0 else greatest
            bound = 1 if divisor is None else -(-limit // divisor)
            yield symbol, -1, bound

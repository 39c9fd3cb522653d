"""Where the elements of a result lie in each operand, as integer expressions over loops.

An index has one component for each dimension: a position, and the digits that the position is a
number of, if it is known to be one. Transposes, slices and broadcasts permute, shift and drop
components; a reshape regroups digits. Where digits do not fit, positions are divided, which is
always right and never fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..symbolic import Expr, as_expr
from ..symbolic.expr import SymbolAtom

ONE, ZERO = as_expr(1), as_expr(0)

Sizes: TypeAlias = tuple[Expr, ...]
"""The size of each dimension."""


@dataclass(frozen=True, slots=True)
class Digit:
    """`value` in [0, size)."""

    value: Expr
    size: Expr


@dataclass(frozen=True, slots=True)
class Component:
    """The position along one dimension, and its digits, most significant first, if it has such."""

    position: Expr
    digits: tuple[Digit, ...] | None = None


Index: TypeAlias = tuple[Component, ...]

FIRST = Component(ZERO, ())
"""The only position along a dimension of size 1."""


def number_of(digits: Iterable[Digit]) -> Component:
    """The position that `digits` write."""
    digits = tuple(digits)
    position = ZERO
    for digit in digits:
        position = position * digit.size + digit.value
    return Component(position, digits)


def at_loops(loops: Sequence[tuple[Expr, Expr]]) -> Index:
    """The index whose component in each dimension is a loop: pairs of loop variable and size."""
    return tuple(
        FIRST if size == ONE else Component(loop, (Digit(loop, size),)) for loop, size in loops
    )


def product(sizes: Iterable[Expr]) -> Expr:
    """The number of elements."""
    result = ONE
    for size in sizes:
        result = result * size
    return result


def linear(index: Index, shape: Sizes) -> Expr:
    """The row-major position of `index` in a tensor of `shape`."""
    position = ZERO
    for component, size in zip(index, shape, strict=True):
        position = position * size + component.position
    return position


def reshaped(index: Index, source: Sizes, target: Sizes) -> Index:
    """`index` into `source` as an index into `target`, which has as many elements."""
    if source == target:
        return index
    regrouped = regroup(index, source, target)
    return divided(linear(index, source), target) if regrouped is None else regrouped


def regroup(index: Index, source: Sizes, target: Sizes) -> Index | None:
    """As `reshaped`, by moving digits only; None where that does not do."""
    digits = list[Digit]()
    for component, size in zip(index, source, strict=True):
        if size != ONE:
            # A slice that begins at 0 has the digits of its own size, not of the whole's.
            own = component.digits or ()
            whole = bool(own) and product(digit.size for digit in own) == size
            digits.extend(own if whole else (Digit(component.position, size),))
    digits.reverse()
    result = list[Component]()
    for size in target:
        taken, count = list[Digit](), ONE
        while count != size and digits:
            taken.append(digits.pop())
            count = count * taken[-1].size
        if count != size:
            return None
        result.append(number_of(taken))
    return None if digits else tuple(result)


def divided(position: Expr, target: Sizes) -> Index:
    """The index of the element at row-major `position` of a tensor of shape `target`."""
    if ZERO in target:  # there is no element
        return (FIRST,) * len(target)
    result = list[Component]()
    for axis in range(len(target)):
        if target[axis] == ONE:
            result.append(FIRST)
            continue
        inner = product(target[axis + 1 :])
        quotient = position if inner == ONE else position // inner
        leading = all(size == ONE for size in target[:axis])
        result.append(Component(quotient if leading else quotient % target[axis]))
    return tuple(result)


def coefficients(position: Expr, loops: frozenset[str]) -> tuple[dict[str, Expr], frozenset[str]]:
    """What `position` is multiplied with in each loop, and the loops in which it is not linear."""
    linear_in = dict[str, Expr]()
    other = set[str]()
    for monomial, factor in position.polynomial.items():
        inside = [
            symbol.name for atom in monomial for symbol in atom.symbol_atoms if symbol.name in loops
        ]
        plain = [a for a in monomial if isinstance(a, SymbolAtom) and a.name in loops]
        if len(inside) > 1 or len(plain) != len(inside):
            other.update(inside)
        elif inside:
            rest = tuple(atom for atom in monomial if atom is not plain[0])
            value = linear_in.get(inside[0], ZERO) + Expr.of_terms({rest: factor})
            linear_in[inside[0]] = value
    return linear_in, frozenset(other)

"""The loops of a kernel: which neighbours count as one.

Two neighbouring loops are one loop over the product of their sizes exactly where every access
moves as far by one step of the outer as by all steps of the inner one. That is a property of the
accesses, not of shapes: a chain of elementwise ops is one flat loop, whatever its rank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..symbolic import Expr, as_expr
from .index_maps import ONE, ZERO, Sizes, coefficients, product


@dataclass(frozen=True, slots=True)
class KernelLoop:
    """A loop variable by its name, and how often it runs.

    bound: how often it runs where it runs at all, or more, if that says more than `size`
    """

    name: str
    size: Expr
    bound: Expr | None = None

    @property
    def limit(self) -> Expr:
        """What the variable is less than."""
        return self.size if self.bound is None else self.bound


def coalesced(loops: Sequence[KernelLoop], accesses: Iterable[Expr]) -> list[list[KernelLoop]]:
    """`loops`, outermost first, in groups that are one loop each.

    In every access of a group all variables but the last may be put to 0 while the last runs over
    the whole group.
    """
    names = frozenset(loop.name for loop in loops)
    moves = [coefficients(access, names) for access in dict.fromkeys(accesses)]
    groups = list[list[KernelLoop]]()
    for loop in loops:
        if groups and all(_follows(move, groups[-1][-1], loop) for move in moves):
            groups[-1].append(loop)
        else:
            groups.append([loop])
    return groups


def _follows(
    move: tuple[dict[str, Expr], frozenset[str]], outer: KernelLoop, inner: KernelLoop
) -> bool:
    by, other = move
    if outer.name in other or inner.name in other:
        return False
    return by.get(outer.name, ZERO) == by.get(inner.name, ZERO) * inner.size


def reads_last(groups: list[list[KernelLoop]], accesses: Sequence[Expr]) -> list[list[KernelLoop]]:
    """Independent loops, with that along which something is read around the innermost one."""
    found = turned(groups, accesses)
    if found is None:
        return groups
    return [*(group for group in groups[:-1] if group is not found), [*found], groups[-1]]


def turned(
    groups: Sequence[Sequence[KernelLoop]], accesses: Sequence[Expr]
) -> Sequence[KernelLoop] | None:
    """The loop along which something lies that does not lie along the innermost one."""
    names = frozenset(group[-1].name for group in groups)
    for access in accesses:
        by, last = coefficients(access, names)[0], groups[-1][-1].name if groups else ""
        if by.get(last, ZERO) not in (ZERO, ONE):
            return next((group for group in groups if by.get(group[-1].name) == ONE), None)
    return None


def trips(group: Sequence[KernelLoop]) -> Expr:
    """How often a group of loops runs."""
    return product(loop.size for loop in group)


def refined(rows: Sizes, columns: Sizes, other: Sizes) -> tuple[Sizes, Sizes] | None:
    """`rows` and `columns` in finer sizes, of which neighbours multiply to those of `other` too;
    None where there are no such.
    """
    found, ends = list[Expr](), [0, 0]
    rest = [size for size in other if size != ONE][::-1]
    left = ONE
    for part, sizes in enumerate((rows, columns)):
        for size in sizes:
            while size != ONE:
                left = rest.pop() if left == ONE and rest else left
                step = size if quotient(left, size) is not None else left
                inner, outer = quotient(left, step), quotient(size, step)
                if step == ONE or inner is None or outer is None:
                    return None
                found.append(step)
                left, size = inner, outer
        ends[part] = len(found)
    return None if rest or left != ONE else (tuple(found[: ends[0]]), tuple(found[ends[0] :]))


def quotient(whole: Expr, part: Expr) -> Expr | None:
    """`whole` by `part` where both are products and nothing is left; else None."""
    if len(whole.polynomial) != 1 or len(part.polynomial) != 1:
        return ONE if whole == part else None
    (atoms, factor), (divisor, by) = *whole.polynomial.items(), *part.polynomial.items()
    over = Counter(atoms)
    over.subtract(divisor)
    if factor % by or any(times < 0 for times in over.values()):
        return None
    result = as_expr(factor // by)
    for atom in over.elements():
        result = result * atom.as_expr()
    return result

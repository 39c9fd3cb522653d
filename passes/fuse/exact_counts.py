"""Which element counts are equal whatever undecided broadcasts do: those of what leaves a group.

A group may hold undecided broadcasts: each of its values is computed at the places that the group's
results need, at place 0 where a size turns out to be 1. So only results have to be of one space;
one of a smaller one would not be made at all where the greater one is empty.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from xdsl.ir import Operation, SSAValue

from ...analysis.broadcasts import BROADCASTS, BroadcastOp, is_broadcast, open_pairs
from ...analysis.identity_memo import IdentityMemo
from ...analysis.module_parts import operands_of
from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo
from ...symbolic import Expr, Predicate, eq
from ...symbolic.shapes import Shape
from .equal_counts import EqualCounts, prefixes

BY_ROW = (mhlo.ReduceOp, mhlo.GatherOp, *BROADCASTS)
"""What may make an element of each row, or a row of each element."""


Sizes = tuple[Expr, Expr]


def undecided_in(
    ops: Iterable[Operation], analysis: ShapeAnalysis
) -> dict[BroadcastOp, list[Sizes]]:
    """The broadcasts among `ops` whose sizes do not show whether they repeat their operands, with
    these sizes.
    """
    found = {op: list(open_pairs(op, analysis)) for op in ops if is_broadcast(op)}
    return {op: pairs for op, pairs in found.items() if pairs}


def suppose_identities(
    undecided: Mapping[BroadcastOp, Iterable[Sizes]], analysis: ShapeAnalysis
) -> None:
    """Learns that none of `undecided` repeats its operand, where the facts allow it.

    What is learnt chooses groups. It proves nothing that a group rests on.
    """
    pairs = dict.fromkeys(pair for sizes in undecided.values() for pair in sizes)
    claims = list(dict.fromkeys((*_equal_symbols(pairs), *(eq(*pair) for pair in pairs))))
    if not analysis.facts.accepts(*claims):  # at once: known facts are rewritten once
        for claim in claims:
            analysis.facts.accepts(claim)


def _equal_symbols(pairs: Iterable[Sizes]) -> Iterator[Predicate]:
    """Which symbols are equal where the sizes of each pair are.

    Learnt first, these leave little of what sizes broadcast to, which is long.
    """
    parent = dict[Expr, Expr]()

    def root(size: Expr) -> Expr:
        while (above := parent.setdefault(size, size)) is not size:
            size = above
        return size

    for a, b in pairs:
        first, second = root(a), root(b)
        if first is not second:
            parent[second] = first
    symbol_of = dict[Expr, Expr]()
    for size in parent:
        if size.symbol_name is not None:
            first = symbol_of.setdefault(root(size), size)
            if first is not size:
                yield eq(first, size)


def related_shapes(
    ops: Collection[Operation], analysis: ShapeAnalysis
) -> Iterable[tuple[Shape, Shape]]:
    """Pairs of shapes whose counts decide whether `ops` join what makes their operands."""
    found = dict[tuple[int, int], tuple[Shape, Shape]]()
    for op in ops:
        result = analysis.shape(op.results[0])
        found[id(result), id(result)] = result, result
        is_reduction = type(op) is mhlo.ReduceOp
        for operand in operands_of(op):
            if is_reduction or operand.owner in ops:
                shape = analysis.shape(operand)
                found[id(shape), id(result)] = shape, shape if is_reduction else result
    return found.values()


class ExactCounts:
    """Element counts of values, equal where the facts alone prove it."""

    def __init__(
        self,
        ops: Collection[Operation],
        related: Iterable[tuple[Shape, Shape]],
        analysis: ShapeAnalysis,
    ):
        self._shape = analysis.shape
        counts = EqualCounts(analysis)
        counts.relate(related)
        for op in ops:
            # What a column reduction reads leaves its group as well, wherever it is made.
            counts.form_prefixes(self._shape(op.results[0]))
            if type(op) is mhlo.ReduceOp:
                counts.form_prefixes(self._shape(op.operands[0]))
        self._classes = known = counts.classes()
        self._class_of = IdentityMemo[Shape, int](known.__getitem__)
        self._by_row = dict[Operation, tuple[tuple[int | None, int | None], ...]]()
        """Of ops of BY_ROW the classes of the operand and the result, both ways round."""
        for op in ops:
            if type(op) in BY_ROW:
                a, b = (known.get(self._shape(v)) for v in (op.operands[0], op.results[0]))
                self._by_row[op] = (a, b), (b, a)

    def agree(self, values: Iterable[SSAValue]) -> bool:
        """Whether all of `values` have one number of elements in every run."""
        class_of, shape = self._class_of, self._shape
        return len({class_of(shape(value)) for value in values}) < 2

    def are_rows(
        self, rows: SSAValue, values: Iterable[SSAValue], ops: Iterable[Operation]
    ) -> bool:
        """Whether `values` consist of as many rows as `rows` has elements, in every run.

        ops: the group that makes them; one that makes a value of such rows, or an element of each
        row, shows it too
        """
        wanted = self._class_of(self._shape(rows))
        by_row = {
            large
            for op in ops
            if type(op) in BY_ROW
            for large, small in self._by_row.get(op, ())
            if small == wanted
        }
        return all(
            self._class_of(self._shape(value)) in by_row
            or any(self._classes[prefix] == wanted for prefix in prefixes(self._shape(value)))
            for value in values
        )

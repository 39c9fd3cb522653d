"""What every schedule of a kernel needs: its function, its buffers, its loops."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from xdsl.dialects import arith, func
from xdsl.dialects.builtin import DYNAMIC_INDEX, DenseArrayBase, MemRefType, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ....analysis.index_maps import (
    ONE,
    ZERO,
    Component,
    Digit,
    Sizes,
    at_loops,
    coefficients,
    product,
)
from ....analysis.kernel_space import KernelLoop, trips
from ....dialects import mhlo
from ....dialects.types import is_tensor
from ....symbolic import FALSE, Expr, Predicate, Symbol, all_of, eq, maximum, minimum
from ....symbolic.predicate import Truth
from ..builder import FLAGS, INDEX, LoopBuilder
from ..windows import WINDOWS
from .moves import MOVES
from .ranges import Ranges
from .sinks import EmittingSink, buffer_type
from .space import Group, Kernel, LoopSpace, SizeArguments
from .values import FLAG, Shapes, Sink, Values

LOOPS_OF_COLUMNS = 2
"""Of a sum of columns: one that starts the sums, and one that adds the rows to them."""


class KernelFrame:
    """One kernel under construction."""

    def __init__(self, name: str, group: Group, shapes: Shapes):
        self._name = name
        self._group = group
        self._shapes = shapes
        self._builder = LoopBuilder()
        self._entry = Block()
        self._buffers = dict[SSAValue, SSAValue]()
        self._rows = list[tuple[SSAValue, MemRefType[Attribute], Expr]]()
        self._builder.symbols = SizeArguments(self._entry)
        self._sink = EmittingSink(self._builder, self._buffer, self._is_filled)
        self._reduces = [op for op in group.ops if isinstance(op, mhlo.ReduceOp)]
        self._loops = 0
        self._apart = True
        self._folds_of_columns = 0

    def _function(self) -> Kernel:
        arguments = self._builder.symbols
        assert isinstance(arguments, SizeArguments)
        used = dict(arguments.taken)
        results = self._group.results
        read = [v for v in self._buffers if v not in results]
        buffers = [*read, *(v for v in dict.fromkeys(results) if v in self._buffers)]
        kept = [row for row, _, _ in self._rows]
        order = [*(self._buffers[v] for v in buffers), *kept, *used.values()]
        for place, old in enumerate(order):
            new = self._entry.insert_arg(old.type, place)
            new.name_hint = old.name_hint
            old.replace_all_uses_with(new)
        for old in list(self._entry.args)[len(order) :]:
            self._entry.erase_arg(old)
        types = [argument.type for argument in self._entry.args]
        function = func.FuncOp(self._name, (types, []), Region(self._entry), "private")
        first = len(order) - len(used)
        flags = [first + place for place, name in enumerate(used) if name.startswith(FLAG)]
        if flags:
            function.attributes[FLAGS] = DenseArrayBase.from_list(i64, flags)
        inside = {result for op in self._reduces for result in op.results}
        scratch = [v for v in read if v in inside]
        rows = [(type_, length) for _, type_, length in self._rows]
        loops = sum(1 for op in self._entry.ops if op.regions)
        columns = self._folds_of_columns == 1 and loops == LOOPS_OF_COLUMNS and not rows
        return Kernel(function, buffers, scratch, rows, list(used), self._apart, columns)

    def _buffer(self, value: SSAValue) -> SSAValue:
        if value not in self._buffers:
            argument = self._entry.insert_arg(buffer_type(value), len(self._entry.args))
            self._buffers[value] = argument
        return self._buffers[value]

    def _is_filled(self, value: SSAValue) -> bool:
        """Whether a tensor has an element for certain."""
        count = product(self._shapes.shape(value)).constant_value
        return count is not None and count > 0

    def _row_buffer(self, element: Attribute, length: Expr) -> SSAValue:
        """A new buffer for elements that one pass over a row leaves to a later one."""
        type_ = MemRefType(element, [DYNAMIC_INDEX])
        buffer = self._entry.insert_arg(type_, len(self._entry.args))
        self._rows.append((buffer, type_, length))
        return buffer

    def _values(self, inside: frozenset[Operation], sink: Sink) -> Values:
        return Values(inside, self._shapes, sink, {**MOVES, **WINDOWS})

    def _space(self, shape: Sizes) -> LoopSpace:
        loops = [KernelLoop(f"_i{self._loops + axis}", size) for axis, size in enumerate(shape)]
        self._loops += len(loops)
        index = at_loops([(Symbol(loop.name), loop.size) for loop in loops])
        return LoopSpace(shape, tuple(loops), index)

    def _parts(self, space: LoopSpace, cut: tuple[str, Expr]) -> list[LoopSpace]:
        """`space` up to the trip of a loop that `cut` names, and from it on."""
        name, place = cut
        axis = next(i for i, loop in enumerate(space.variables) if loop.name == name)
        old, parts = space.variables[axis], list[LoopSpace]()
        first = space.index[axis].position - Symbol(name)
        before, after = (place, None), (old.size - place, None)
        if not self._ranges(space).is_natural(after[0]):
            before = minimum(place, old.size), place
            after = maximum(after[0], 0), old.limit - place
        for start, (size, bound) in ((ZERO, before), (place, after)):
            loop = KernelLoop(f"_i{self._loops}", size, bound)
            self._loops += 1
            position = first + start + (ZERO if size == ONE else Symbol(loop.name))
            digit = Digit(position, space.shape[axis])
            index, variables = list(space.index), list(space.variables)
            index[axis], variables[axis] = Component(position, (digit,)), loop
            parts.append(LoopSpace(space.shape, tuple(variables), tuple(index)))
        return parts

    def _ranges(self, space: LoopSpace) -> Ranges:
        """What its loops run over."""
        values = {v: None for op in self._group.ops for v in (*op.operands, *op.results)}
        sizes = {
            name
            for value in values
            if is_tensor(value.type)
            for size in self._shapes.shape(value)
            if (name := size.symbol_name) is not None
        }
        return Ranges({loop.name: loop.limit for loop in space.loops}, frozenset(sizes))

    # Loops

    def _open(self, groups: Sequence[Sequence[KernelLoop]]) -> None:
        for group in groups:
            variable, _ = self._builder.open_loop()
            self._bind(group, variable)

    def _bind(self, group: Sequence[KernelLoop], variable: SSAValue) -> None:
        self._builder.zeros.update(loop.name for loop in group[:-1])
        self._builder.zeros.discard(group[-1].name)
        self._builder.symbols[group[-1].name] = variable

    def _close(
        self,
        groups: Sequence[Sequence[KernelLoop]],
        *,
        lanes: bool = True,
        again: bool = False,
        anew: bool = False,
        turned: bool = False,
        accesses: Iterable[Expr] = (),
    ) -> None:
        """Ends loops; the innermost has independent trips, unless there are `lanes` inside.

        anew: trips of the innermost may run more than once
        turned: the one around it has independent trips too, and memory is read along that one

        accesses: all of them inside; neighbours whose accesses turn out to be those of one loop
            become one when the kernel runs
        """
        counts = self._counts(groups, list(dict.fromkeys(accesses)))
        for number, count in enumerate(reversed(counts)):
            inner = lanes and number == 0
            around = turned and number == 1
            self._builder.close_loop(
                *(count, (), ()),
                lanes=inner,
                again=again and inner,
                anew=anew and inner,
                turned=around,
            )

    def _counts(
        self, groups: Sequence[Sequence[KernelLoop]], accesses: Sequence[Expr]
    ) -> list[SSAValue]:
        """How often loops run; where two are one, the inner takes all trips of both."""
        builder = self._builder
        counts = [builder.expr(trips(group)) for group in groups]
        for place, (outer, inner) in enumerate(pairwise(groups) if accesses else ()):
            are_one = _are_one(outer, inner, accesses)
            if isinstance(are_one, Truth):
                continue
            test, zero, one = builder.predicate(are_one), builder.constant(0), builder.constant(1)
            before, after = counts[place : place + 2]
            both = builder.pure(arith.MuliOp, (before, after), INDEX)
            once = builder.select(builder.compare("eq", before, zero), zero, one)
            counts[place] = builder.select(test, once, before)
            counts[place + 1] = builder.select(test, both, after)
        return counts

    def folded(
        self,
        groups: Sequence[Sequence[KernelLoop]],
        starts: Sequence[SSAValue],
        step: Callable[[Sequence[SSAValue]], Sequence[SSAValue]],
        *,
        again: bool = False,
    ) -> Sequence[SSAValue]:
        """What loops carry at their end, from `starts` on."""
        if not groups:
            return step(starts)
        variable, carried = self._builder.open_loop(starts)
        self._bind(groups[0], variable)
        ends = self.folded(groups[1:], carried, step, again=again)
        count, inner = self._builder.expr(trips(groups[0])), len(groups) == 1
        return self._builder.close_loop(count, starts, ends, lanes=inner, again=again and inner)


def _are_one(
    outer: Sequence[KernelLoop], inner: Sequence[KernelLoop], accesses: Sequence[Expr]
) -> Predicate:
    """That neighbours are one loop over both; FALSE where no size that may be 1 decides it."""
    names = frozenset((outer[-1].name, inner[-1].name))
    claims, decides = list[Predicate](), False
    for access in accesses:
        by, other = coefficients(access, names)
        if other:
            return FALSE
        step, whole = by.get(outer[-1].name, ZERO), by.get(inner[-1].name, ZERO) * trips(inner)
        if step != whole:
            claims.append(eq(step, whole))
            decides |= any(name.startswith(FLAG) for name in (*step.symbols(), *whole.symbols()))
    return all_of(*claims) if decides else FALSE

"""`mhlo.scatter` as a copy of the inputs, into which one update after another is folded; where
they lie themselves, if a loop carries them on (`in_place.py`).

Where a part of an update lies outside, the loops over it run over what lies inside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import memref, scf
from xdsl.ir import Block, Region

from ...analysis.index_maps import ONE, ZERO, Component, Sizes, linear
from ...dialects import mhlo
from ...symbolic import Expr, Predicate, all_of, as_expr, ge, lt, maximum, minimum
from .function import FunctionWriter
from .kernels.reducing import ScalarBody
from .loop_nests import LoopNest
from .temporaries import Temporaries


def scatter(made: Temporaries, op: mhlo.ScatterOp) -> None:
    """Raises NotNative where the interpreter must run it."""
    writer = made.writer
    places = _places(writer, op)
    buffers = [writer.buffer(value) for value in (*op.inputs, op.scatter_indices, *op.updates)]
    for result in op.outputs:
        writer.sizes.bind_type(result.type, places.shape)
    body = ScalarBody(op.update_computation)
    writer.flush()
    outputs = [writer.allocate(result) for result in op.outputs]
    for source, output in zip(buffers, outputs, strict=False):
        if output is not source:
            writer.builder.here(memref.CopyOp.create(operands=[source, output]))
    _ScatterKernel(op, places, body).call(made, [*outputs, *buffers[len(outputs) :]])
    for result, output in zip(op.outputs, outputs, strict=True):
        writer.set_buffer(result, output)


@dataclass(frozen=True, slots=True)
class _Places:
    """Where an update goes: what each dimension of the inputs is."""

    shape: Sizes
    updates: Sizes
    indices: Sizes
    scattered: tuple[int, ...]
    """The dimensions of the updates that are dimensions of the indices, in order."""
    windows: dict[int, int]
    """Of a dimension of the inputs, the dimension of the updates that moves along it."""
    starts: dict[int, int]
    """The number in an index of the position in a dimension of the inputs."""
    batches: dict[int, int]
    """Of a dimension of the inputs the place in `scattered` whose position it has."""


def _places(writer: FunctionWriter, op: mhlo.ScatterOp) -> _Places:
    """Tests that sizes agree."""
    numbers, same = op.scatter_dimension_numbers.data, writer.sizes.same
    shape, updates = writer.shape(op.inputs[0]), writer.shape(op.updates[0])
    indices = writer.shape(op.scatter_indices)
    for values in (op.inputs, op.updates):
        for value in values:
            for a, b in zip(writer.shape(value), writer.shape(values[0]), strict=True):
                same(a, b)
    vector = numbers.index_vector_dim
    windows = tuple(numbers.update_window_dims)
    scattered = tuple(axis for axis in range(len(updates)) if axis not in windows)
    batch = [axis for axis in range(len(indices)) if axis != vector]
    for a, b in zip(scattered, batch, strict=True):
        same(updates[a], indices[b])
    if vector < len(indices):
        same(indices[vector], as_expr(len(numbers.scatter_dims_to_operand_dims)))
    outside = (*numbers.inserted_window_dims, *numbers.input_batching_dims)
    inside = [axis for axis in range(len(shape)) if axis not in outside]
    batches = dict[int, int]()
    pairs = zip(numbers.input_batching_dims, numbers.scatter_indices_batching_dims, strict=True)
    for axis, of_indices in pairs:
        batches[axis] = of_indices - (of_indices > vector)
        same(shape[axis], indices[of_indices])
    return _Places(
        *(shape, updates, indices, scattered),
        dict(zip(inside, windows, strict=True)),
        {axis: number for number, axis in enumerate(numbers.scatter_dims_to_operand_dims)},
        batches,
    )


class _ScatterKernel(LoopNest):
    """`@scatter(results.., indices, updates.., sizes..)`"""

    def __init__(self, op: mhlo.ScatterOp, places: _Places, body: ScalarBody):
        super().__init__(op, (*op.outputs, op.scatter_indices, *op.updates))
        self._op = op
        self._places = places
        self._combined = body

    def _body(self) -> None:
        builder, places = self._builder, self._places
        moved = [self._along(places.updates[axis]) for axis in places.scattered]
        positions, tests = self._starts(moved)
        if tests:
            builder.open(Block())
        index = dict(zip(places.scattered, moved, strict=True))
        ends = self._windows(positions, index)
        self._fold(positions, tuple(Component(index[axis]) for axis in range(len(index))))
        for number, end in enumerate(reversed(ends)):
            builder.close_loop(builder.expr(end), lanes=number == 0)
        if tests:
            self._close_tests(tests)
        for axis in reversed(places.scattered):
            builder.close_loop(builder.expr(places.updates[axis]))

    def _along(self, size: Expr) -> Expr:
        """The variable of a loop over `size` trips that begins here."""
        place, _ = self._open()
        return ZERO if size == ONE else place

    def _starts(self, moved: Sequence[Expr]) -> tuple[list[Expr], list[Predicate]]:
        """Where the update begins in each dimension of the inputs, and what must hold there."""
        places, tests = self._places, list[Predicate]()
        positions = list[Expr]()
        vector = self._op.scatter_dimension_numbers.data.index_vector_dim
        for axis, size in enumerate(places.shape):
            if axis in places.batches:
                positions.append(moved[places.batches[axis]])
                continue
            if axis not in places.starts:
                positions.append(ZERO)
                continue
            where = [Component(position) for position in moved]
            if vector < len(places.indices):
                where.insert(vector, Component(as_expr(places.starts[axis])))
            scalar = self._sink.load(self._op.scatter_indices, linear(tuple(where), places.indices))
            window = places.windows.get(axis)
            # Cut just outside, so that nothing computed with it leaves the range of integers.
            low = -ONE if window is None else -places.updates[window]
            start = self._sink.position(scalar, low, size)
            positions.append(start)
            if window is None:
                tests += [ge(start, 0), lt(start, size)]
        return positions, tests

    def _windows(self, positions: list[Expr], index: dict[int, Expr]) -> list[Expr]:
        """Opens the loops over an update; how often each runs."""
        trips = list[Expr]()
        for axis, window in self._places.windows.items():
            size, length = self._places.shape[axis], self._places.updates[window]
            start = positions[axis]
            first = maximum(0, -start)
            if start == ZERO:
                end = length if length == size else minimum(length, size)
            else:
                end = minimum(length, size - start)
            trip = self._open()[0] + first
            trips.append(end if start == ZERO else maximum(0, end - first))
            index[window] = trip
            positions[axis] = start + trip
        return trips

    def _fold(self, positions: Sequence[Expr], index: tuple[Component, ...]) -> None:
        """One element of each update goes into its result."""
        sink, places, op = self._sink, self._places, self._op
        target = linear(tuple(Component(p) for p in positions), places.shape)
        source = linear(index, places.updates)
        old = [sink.load_again(result, target) for result in op.outputs]
        new = [sink.load(update, source) for update in op.updates]
        for result, value in zip(
            op.outputs, self._combined.apply(self._builder, [*old, *new]), strict=True
        ):
            sink.store(result, target, value)

    def _close_tests(self, tests: Sequence[Predicate]) -> None:
        builder = self._builder
        builder.here(scf.YieldOp.create())
        then = Region(builder.close())
        test = builder.predicate(all_of(*tests))
        builder.here(scf.IfOp.create(operands=[test], regions=[then, Region()]))

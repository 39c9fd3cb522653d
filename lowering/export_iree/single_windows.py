"""Scatters that put one window into each batch: a select between the window and the operand.

IREE 3.13 refuses scatters without a dimension of updates, and those whose windows begin at places
that they also span; in a loop its compiler may end with an error of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.rewriter import Rewriter

from ...dialects import mhlo
from ...dialects.types import tensor_type
from .builder import GenericBuilder, LoopBody


def select_single_windows(module: ModuleOp) -> None:
    """Replaces the scatters of `module` that put one window into each batch of one tensor."""
    for op in list(module.walk()):
        if isinstance(op, mhlo.ScatterOp) and _puts_single_windows(op):
            value = _SingleWindow(op).value()
            Rewriter.replace_op(op, [], [value])


def _puts_single_windows(op: mhlo.ScatterOp) -> bool:
    """Whether each batch gets one window, whose elements replace those of the operand."""
    numbers, block = op.scatter_dimension_numbers.data, op.update_computation.block
    rank = len(tensor_type(op.scatter_indices).get_shape())
    batches = rank - (numbers.index_vector_dim < rank)
    last = block.last_op
    return (
        len(op.inputs) == 1
        and op.inputs[0].type == op.results[0].type
        and batches == len(numbers.input_batching_dims)
        and last is not None
        and last.operands[0] is block.args[1]
    )


class _SingleWindow:
    """The places of one scatter."""

    def __init__(self, op: mhlo.ScatterOp):
        self.op = op
        self.builder = builder = GenericBuilder(op)
        self.numbers = numbers = op.scatter_dimension_numbers.data
        self.indices, self.update = op.scatter_indices, op.updates[0]
        self.sizes = builder.dims(op.inputs[0])
        self.zero, self.one = builder.index(0), builder.index(1)
        single = (*numbers.inserted_window_dims, *numbers.input_batching_dims)
        self.spanned = [d for d in range(len(self.sizes)) if d not in single]
        """The operand's dimensions that a window has, in the order of `update_window_dims`."""
        self.lengths = [self.one] * len(self.sizes)
        for d, of_update in zip(self.spanned, numbers.update_window_dims, strict=True):
            self.lengths[d] = builder.dim(self.update, of_update)
        scattered = numbers.scatter_dims_to_operand_dims
        self.places = [builder.index(place) for place in range(len(scattered))]

    def value(self) -> SSAValue:
        type_ = tensor_type(self.op.results[0])
        return self.builder.computed(type_, self.sizes, self._element)

    def _element(self, body: LoopBody, at: list[SSAValue]) -> SSAValue:
        """The window's element where the window is inside and reaches, else the old."""
        starts = self._starts(body, at)
        tests = list[SSAValue]()
        places = list(at)
        for d in (*self.spanned, *self.numbers.inserted_window_dims):
            start = starts[d]
            if start is not None:
                room = body.subtract(self.sizes[d], self.lengths[d])
                tests += [body.compare("sge", start, self.zero), body.compare("sle", start, room)]
                places[d] = body.subtract(at[d], start)
            tests.append(body.compare("sge", places[d], self.zero))
            tests.append(body.compare("slt", places[d], self.lengths[d]))
            last = body.subtract(self.lengths[d], self.one)
            places[d] = body.clamped(self.zero, places[d], last)
        new = body.element(self.update, self._in_update(at, places))
        old = body.element(self.op.inputs[0], at)
        inside: SSAValue | None = None
        for test in tests:
            inside = test if inside is None else body.both(inside, test)
        return new if inside is None else body.select(inside, new, old)

    def _starts(self, body: LoopBody, at: Sequence[SSAValue]) -> list[SSAValue | None]:
        """Where the window begins in each dimension; None where the indices do not say."""
        numbers = self.numbers
        rank = len(tensor_type(self.indices).get_shape())
        read: list[SSAValue] = [self.zero] * rank
        for d, of_operand in zip(
            numbers.scatter_indices_batching_dims, numbers.input_batching_dims, strict=True
        ):
            read[d] = at[of_operand]
        starts: list[SSAValue | None] = [None] * len(self.sizes)
        for place, d in zip(self.places, numbers.scatter_dims_to_operand_dims, strict=True):
            if numbers.index_vector_dim < rank:
                read[numbers.index_vector_dim] = place
            starts[d] = body.as_index(body.element(self.indices, list(read)))
        return starts

    def _in_update(self, at: Sequence[SSAValue], places: Sequence[SSAValue]) -> list[SSAValue]:
        numbers = self.numbers
        rank = len(tensor_type(self.update).get_shape())
        found: list[SSAValue] = [self.zero] * rank
        for d, of_update in zip(self.spanned, numbers.update_window_dims, strict=True):
            found[of_update] = places[d]
        others = [d for d in range(rank) if d not in numbers.update_window_dims]
        operand_of = dict(
            zip(numbers.scatter_indices_batching_dims, numbers.input_batching_dims, strict=True)
        )
        for of_update, d in zip(others, sorted(operand_of), strict=True):
            found[of_update] = at[operand_of[d]]
        return found

"""`mhlo.sort`: as merges, or in the shorter way that its order or its readers allow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import i1
from xdsl.ir import SSAValue

from ....analysis.index_maps import product
from ....dialects import mhlo
from ..kernels.sinks import buffer_type
from ..temporaries import Temporaries
from ..windows import ValueOp
from .first_entries import MOST, entries_read, first_entries
from .merging import merging_sort
from .order import SortOrder
from .partition import partition


def sort(made: Temporaries, op: mhlo.SortOp, wanted: int | None = None) -> None:
    """Raises NotNative where the interpreter must run it.

    wanted: the entries that are read along the dimension; None: those that the slices of the
        results tell
    """
    writer = made.writer
    order = SortOrder(op)
    for value in op.inputs:
        buffer_type(value)
    shape = writer.shape(op.inputs[0])
    for value, result in zip(op.inputs, op.outputs, strict=True):
        for a, b in zip(writer.shape(value), shape, strict=True):
            writer.sizes.same(a, b)
        writer.sizes.bind_type(result.type, shape)
    axis = -1 if op.dimension is None else op.dimension.value.data
    axes = list(range(len(shape)))
    if shape:
        axes.append(axes.pop(axis))
    inputs = [made.transposed(value, axes) for value in op.inputs]
    turned = tuple(shape[a] for a in axes)
    results, is_turned = list[SSAValue](op.outputs), inputs != list(op.inputs)
    if is_turned:
        results = [made.keep(ValueOp(value, len(shape)), turned) for value in op.outputs]
    elif wanted is None and shape:
        wanted = entries_read(op, axes[-1])
    sources = [writer.buffer(value) for value in inputs]
    writer.flush()
    outputs = [writer.allocate(result) for result in results]
    length = turned[-1] if turned else product(turned)
    others, write = sources, _without_merges(order, None if is_turned else wanted)
    if write is None:
        write = merging_sort
        others = [writer.scratch(buffer_type(value), product(turned)) for value in inputs]
        for source, output in zip(sources, outputs, strict=True):
            writer.builder.here(memref.CopyOp.create(operands=[source, output]))
    sizes = [writer.builder.expr(size) for size in (product(turned[:-1]), length)]
    function = made.shared(op, lambda name: write(name, order, outputs))
    writer.call(function, [*outputs, *others, *sizes])
    back = [axes.index(a) for a in range(len(shape))]
    for result, value, output in zip(op.outputs, results, outputs, strict=True):
        writer.set_buffer(value, output)
        if value is not result:
            made.transposed_into(value, back, result)


Write: TypeAlias = Callable[[str, SortOrder, Sequence[SSAValue]], func.FuncOp]
"""The function of a name, for an order, of buffers that have the elements of the inputs."""


def _without_merges(order: SortOrder, wanted: int | None) -> Write | None:
    """What writes a function that reads the inputs and takes no memory; None where rows have to be
    sorted whole.
    """
    if order.key is None:
        return None
    if order.types[order.key.input] == i1:
        return partition
    if wanted is None or wanted > MOST:
        return None
    return partial(first_entries, most=max(wanted, 1))

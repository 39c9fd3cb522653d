"""Which of two elements goes first, and how elements are read and written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import AnyFloat, IndexType, i1
from xdsl.ir import BlockArgument, SSAValue

from ....dialects import mhlo
from ....dialects.types import element_type_of
from ..builder import LoopBuilder
from ..conversions import converted
from ..elements import compare_floats, element_of_buffer
from ..kernels.reducing import ScalarBody
from ..kernels.scalars import is_total_order


@dataclass(frozen=True, slots=True)
class Key:
    """The one input that decides, and whether the least or the greatest go first."""

    input: int
    is_ascending: bool
    is_total: bool
    """Whether NaN and the zeros have places of their own: otherwise NaN goes last either way."""


class SortOrder:
    """Which of two elements goes first, as `interpreters.mhlo.sorting` has it."""

    def __init__(self, op: mhlo.SortOp):
        self._body = ScalarBody(op.comparator)
        self.types = [element_type_of(value) for value in op.inputs]
        self.key = self._compared()

    def _compared(self) -> Key | None:
        """The input whose `<` or `>` is the whole order; None where the order is another one."""
        steps, arguments = self._body.steps, list(self._body.arguments)
        if len(steps) != 1 or not isinstance(op := steps[0], mhlo.CompareOp):
            return None
        direction = op.comparison_direction.data.value
        if direction not in ("LT", "GT") or self._body.ends != (op.result,):
            return None
        places = [arguments.index(x) for x in op.operands if isinstance(x, BlockArgument)]
        if len(places) != 2 or places[0] == places[1] or places[0] // 2 != places[1] // 2:
            return None
        is_ascending = (direction == "LT") == (places[0] < places[1])
        return Key(places[0] // 2, is_ascending, is_total_order(op))

    def _puts_nan_last(self, key: Key) -> bool:
        return isinstance(self.types[key.input], AnyFloat) and not key.is_total

    def precedes(
        self, builder: LoopBuilder, first: Sequence[SSAValue], second: Sequence[SSAValue]
    ) -> SSAValue:
        """Whether `first` must go before `second`."""
        operands = [x for pair in zip(first, second, strict=True) for x in pair]
        (before,) = self._body.apply(builder, operands)
        if self.key is not None and self._puts_nan_last(self.key):
            a, b = first[self.key.input], second[self.key.input]
            last = compare_floats(builder, "uno", b, b)
            number = builder.negation(compare_floats(builder, "uno", a, a))
            before = builder.either(before, builder.both(last, number))
        return before


def load_all(
    builder: LoopBuilder, order: SortOrder, buffers: Sequence[SSAValue], at: SSAValue
) -> list[SSAValue]:
    """The element of each of `buffers` at `at`."""
    found = list[SSAValue]()
    for buffer, type_ in zip(buffers, order.types, strict=True):
        load = memref.LoadOp.create(operands=[buffer, at], result_types=[element_of_buffer(buffer)])
        found.append(converted(builder, builder.here(load).results[0], type_))
    return found


def store_all(
    builder: LoopBuilder,
    elements: Sequence[SSAValue],
    buffers: Sequence[SSAValue],
    at: SSAValue,
) -> None:
    """Each of `elements` goes to its buffer at `at`."""
    for element, buffer in zip(elements, buffers, strict=True):
        value = _converted_to_memory(builder, element, buffer)
        builder.here(memref.StoreOp.create(operands=[value, buffer, at]))


def _converted_to_memory(builder: LoopBuilder, value: SSAValue, buffer: SSAValue) -> SSAValue:
    """An element as it is stored."""
    stored = element_of_buffer(buffer)
    if value.type == stored:
        return value
    if value.type == i1:
        return builder.pure(arith.ExtUIOp, (value,), stored)
    if isinstance(value.type, IndexType):
        return builder.pure(arith.IndexCastOp, (value,), stored)
    return builder.pure(arith.TruncIOp, (value,), stored)

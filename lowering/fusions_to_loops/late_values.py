"""Tensors whose places and sizes are read from words while native code runs."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from ...analysis.index_maps import product
from .addresses import buffer_at
from .frame import STATUS
from .function import FunctionWriter, rank_of
from .kernels.sinks import stored_type


def read_back(writer: FunctionWriter, value: SSAValue, place: int) -> None:
    """`value` is where the words from `place` on say."""
    address = writer.load_word(place, again=True)
    sizes = [
        writer.sizes.named(writer.load_word(place + 1 + axis, again=True))
        for axis in range(rank_of(value))
    ]
    writer.sizes.bind_type(value.type, sizes)
    builder = writer.builder
    numbers = [address, builder.expr(product(sizes))]
    words = [builder.pure(arith.IndexCastOp, (number,), i64) for number in numbers]
    writer.set_buffer(value, buffer_at(builder, words[0], words[1], stored_type(value)))


def is_well(writer: FunctionWriter) -> SSAValue:
    """Whether no test has failed: a loop whose body fails would never end."""
    builder = writer.builder
    status = writer.load_word(STATUS, again=True)
    return builder.compare("eq", status, builder.constant(0))

"""Functions that go over rows one by one and take no memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, func
from xdsl.ir import Block, Region, SSAValue

from ..builder import INDEX, LoopBuilder


@dataclass(frozen=True, slots=True)
class SortedRow:
    """Where a row is read and written: from element `start` on, `length` of them."""

    targets: Sequence[SSAValue]
    sources: Sequence[SSAValue]
    start: SSAValue
    length: SSAValue


def over_rows(
    name: str, buffers: Sequence[SSAValue], write: Callable[[LoopBuilder, SortedRow], None]
) -> func.FuncOp:
    """`@name(results.., sources.., rows, length)`: what `write` does for each row.

    buffers: those of the sources, or others of their types
    """
    types = [buffer.type for buffer in buffers]
    entry = Block(arg_types=[*types, *types, INDEX, INDEX])
    *both, rows, length = entry.args
    builder = LoopBuilder()
    builder.open(entry)
    row, _ = builder.open_loop()
    start = builder.pure(arith.MuliOp, (row, length), INDEX)
    write(builder, SortedRow(both[: len(types)], both[len(types) :], start, length))
    builder.close_loop(rows)
    builder.here(func.ReturnOp.create())
    builder.close()
    return func.FuncOp(name, ([a.type for a in entry.args], []), Region(entry), "private")

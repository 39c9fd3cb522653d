"""A loop of a kernel goes through a part of its trips."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, func, memref, scf
from xdsl.dialects.builtin import i1
from xdsl.ir import Block, Operation, SSAValue

from ..fusions_to_loops.builder import INDEX, LANES, TURNED, LoopBuilder
from ..vectorize.positions import constant_of
from .shared_calls import move_ops

CHUNK = 16
"""Parts of a loop over elements, and of one around them that is transposed in squares, begin at
multiples of this.
"""

MANY_COLUMNS = 512
"""From how many columns on sums of columns are shared: parts of a row of memory are read apart."""


def chain_of(loop: scf.ForOp) -> list[scf.ForOp]:
    """The loop and those that are all of it, one in the other, which go over no elements and whose
    numbers of trips are known before.
    """
    entry, found = loop.parent, list[scf.ForOp]()
    while True:
        owner = loop.ub.owner
        is_known = owner is entry or (isinstance(owner, Operation) and owner.parent is entry)
        if LANES not in loop.attributes and is_known:
            found.append(loop)
        ops = [op for op in loop.body.block.ops if op.regions or isinstance(op, memref.StoreOp)]
        inner = ops[0] if len(ops) == 1 else None
        if not isinstance(inner, scf.ForOp) or inner.iter_args:
            return found
        loop = inner
        if constant_of(loop.lb) != 0 or constant_of(loop.step) != 1:
            return found


def take_share(function: func.FuncOp, loops: Sequence[scf.ForOp]) -> None:
    """One of the loops goes through part number %part of %parts, which are new arguments: the first
    whose trips are many, or in equal parts; else the last.
    """
    part, parts = _insert_part(function)
    builder = LoopBuilder()
    builder.open(block := Block())
    no, zero, one = builder.constant(0, i1), builder.constant(0), builder.constant(1)
    taken, shares = no, list[tuple[SSAValue, SSAValue]]()
    for loop in loops[:-1]:
        units = _units(builder, loop)
        many = builder.pure(arith.DivUIOp, (units, parts), INDEX)
        rest = builder.pure(arith.RemUIOp, (units, parts), INDEX)
        some = builder.compare("sgt", many, zero)
        is_even = builder.both(builder.compare("eq", rest, zero), some)
        good = builder.either(builder.compare("sgt", many, builder.constant(3)), is_even)
        chosen = builder.both(good, builder.negation(taken))
        shares.append((builder.select(chosen, part, zero), builder.select(chosen, parts, one)))
        taken = builder.either(taken, good)
    if len(loops) > 1:
        part, parts = builder.select(taken, zero, part), builder.select(taken, one, parts)
    move_ops(block, loops[0])
    for loop, share in zip(loops, [*shares, (part, parts)], strict=True):
        _take(loop, *share)


def take_columns(function: func.FuncOp, loops: Sequence[scf.ForOp]) -> None:
    """All loops go through part number %part of %parts, new arguments: all of it for the first one
    where there are few. They have as many trips, known before the first op with a region.
    """
    part, parts = _insert_part(function)
    builder = LoopBuilder()
    builder.open(block := Block())
    few = builder.compare("slt", loops[0].ub, builder.constant(MANY_COLUMNS))
    parts = builder.select(few, builder.constant(1), parts)
    first, trips = _range(builder, loops[0], part, parts)
    move_ops(block, next(op for op in function.body.block.ops if op.regions))
    for loop in loops:
        _restrict(loop, first, trips)


def _insert_part(function: func.FuncOp) -> tuple[SSAValue, SSAValue]:
    entry = function.body.block
    part, parts = (entry.insert_arg(INDEX, len(entry.args)) for _ in range(2))
    function.update_function_type()
    return part, parts


def _take(loop: scf.ForOp, part: SSAValue, parts: SSAValue) -> None:
    """The loop goes through part number `part` of `parts`."""
    builder = LoopBuilder()
    builder.open(block := Block())
    first, trips = _range(builder, loop, part, parts)
    move_ops(block, loop)
    _restrict(loop, first, trips)


def _range(
    builder: LoopBuilder, loop: scf.ForOp, part: SSAValue, parts: SSAValue
) -> tuple[SSAValue, SSAValue]:
    """The first trip of a part and how many they are."""
    chunk, units = builder.constant(_chunk(loop)), _units(builder, loop)
    ends = list[SSAValue]()
    for number in (part, builder.pure(arith.AddiOp, (part, builder.constant(1)), INDEX)):
        many = builder.pure(arith.MuliOp, (units, number), INDEX)
        some = builder.pure(arith.DivUIOp, (many, parts), INDEX)
        end = builder.pure(arith.MuliOp, (some, chunk), INDEX)
        ends.append(builder.pure(arith.MinSIOp, (end, loop.ub), INDEX))
    return ends[0], builder.pure(arith.SubiOp, (ends[1], ends[0]), INDEX)


def _restrict(loop: scf.ForOp, place: SSAValue, trips: SSAValue) -> None:
    """The loop goes through as many trips as `trips`, from number `place` on."""
    loop.operands[1] = trips
    variable, first = loop.body.block.args[0], loop.body.block.first_op
    assert first is not None
    moved = arith.AddiOp(place, variable)
    variable.replace_all_uses_with(moved.result)
    moved.operands[1] = variable
    loop.body.block.insert_op_before(moved, first)


def _chunk(loop: scf.ForOp) -> int:
    return CHUNK if {LANES, TURNED} & loop.attributes.keys() else 1


def _units(builder: LoopBuilder, loop: scf.ForOp) -> SSAValue:
    """How many chunks the trips of a loop are, the last of which may have fewer."""
    if _chunk(loop) == 1:
        return loop.ub
    chunk = builder.constant(_chunk(loop))
    up = builder.pure(arith.AddiOp, (loop.ub, chunk), INDEX)
    up = builder.pure(arith.SubiOp, (up, builder.constant(1)), INDEX)
    return builder.pure(arith.DivUIOp, (up, chunk), INDEX)

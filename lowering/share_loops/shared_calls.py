"""Calls that several threads may share: what the sharing of loops and of products needs."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import func, scf
from xdsl.ir import Block, Operation, Region, SSAValue

from ..fusions_to_loops.builder import LoopBuilder


def move_ops(block: Block, before: Operation) -> None:
    """All ops of `block` to the front of another op."""
    parent = before.parent
    assert parent is not None
    for op in list(block.ops):
        op.detach()
        parent.insert_op_before(op, before)


def is_worth(builder: LoopBuilder, count: SSAValue, least: int, threads: SSAValue) -> SSAValue:
    """Whether there are several threads, and at least so much for them to do."""
    large = builder.compare("sge", count, builder.constant(least))
    return builder.both(large, builder.compare("sgt", threads, builder.constant(1)))


def branch(builder: LoopBuilder, test: SSAValue, *parts: Callable[[], None]) -> None:
    """What the first of two parts writes where `test` holds, else what the second does."""
    regions = list[Region]()
    for part in parts:
        builder.open(Block())
        part()
        builder.here(scf.YieldOp.create())
        regions.append(Region(builder.close()))
    builder.here(scf.IfOp.create(operands=[test], regions=regions))


def calls_of(
    function: func.FuncOp, mains: dict[func.FuncOp, SSAValue]
) -> list[tuple[func.CallOp, SSAValue]]:
    """The calls of `function`, with the number of threads where they stand."""
    name = function.sym_name.data
    return [
        (op, threads)
        for main, threads in mains.items()
        for op in main.walk()
        if isinstance(op, func.CallOp) and op.callee.string_value() == name
    ]


def replace_call(call: func.CallOp, name: str, threads: SSAValue) -> None:
    """By one of the function `name`, which takes the number of threads besides."""
    block = call.parent
    assert block is not None
    block.insert_op_before(func.CallOp(name, [*call.operands, threads], []), call)
    call.detach()
    call.erase()

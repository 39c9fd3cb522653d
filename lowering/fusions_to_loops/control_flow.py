"""Branches and loops over tensors: what they make or carry has a buffer outside of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import i1, i8
from xdsl.ir import Block, Operation, OpResult, Region, SSAValue

from ...dialects import mhlo
from ...dialects.types import is_tensor
from ...symbolic import as_expr
from ...symbolic.expr import TooLarge
from .changing_loops import ChangingTensors
from .elements import element_of_buffer
from .function import FunctionWriter, element_name, rank_of
from .in_place import is_made_in_place
from .kernels.values import NotNative
from .late_values import is_well, read_back

CONTROL_FLOW = (scf.IfOp, mhlo.IfOp, mhlo.CaseOp, mhlo.WhileOp)
ConvertAll = Callable[[Block], None]


def convert_control_flow(writer: FunctionWriter, op: Operation, convert_all: ConvertAll) -> None:
    """Raises NotNative, with nothing emitted, where the interpreter must run `op` as a whole."""
    for result in op.results:
        if not is_tensor(result.type):
            raise NotNative(f"{op.name} makes a scalar")
    callbacks, made = len(writer.frame.callbacks), list[Region]()
    try:
        with writer.attempt():
            try:
                if isinstance(op, mhlo.WhileOp):
                    _loop(writer, op, convert_all, made)
                else:
                    _branches(writer, op, convert_all, made)
            except TooLarge as error:
                raise NotNative(str(error)) from error
    except NotNative:
        for region in made:
            region.drop_all_references()
        del writer.frame.callbacks[callbacks:]
        raise


def _branches(
    writer: FunctionWriter, op: Operation, convert_all: ConvertAll, regions: list[Region]
) -> None:
    """A result whose sizes are known has a buffer, which each branch fills; of another one a branch
    leaves the place and the sizes in words of the caller's.

    regions: takes what is written, as it is written
    """
    late = {result for result in op.results if not _is_sized(writer, result)}
    tests = _tests(writer, op)
    writer.flush()
    buffers = {result: writer.allocate(result) for result in op.results if result not in late}
    words = {
        result: writer.frame.take(element_name(result), "tensor", rank_of(result))
        for result in op.results
        if result in late
    }

    def branch(block: Block) -> Callable[[], None]:
        pairs = list(zip(_end(block), op.results, strict=True))
        fills = [(end, result, buffers[result]) for end, result in pairs if result not in late]

        def body() -> None:
            _fill(writer, block, fills, convert_all)
            for end, result in pairs:
                if result in late:
                    writer.store_address(words[result].start, end)

        return body

    for test, region in zip(tests, op.regions, strict=True):
        regions.append(writer.branch(test, branch(region.block)) if region.blocks else Region())
        if isinstance(op, mhlo.CaseOp):
            alone = [regions.pop(), Region()]
            writer.builder.here(scf.IfOp.create(operands=[test], regions=alone))
    if regions:
        writer.builder.here(scf.IfOp.create(operands=tests[:1], regions=regions))
    for result, buffer in buffers.items():
        writer.set_buffer(result, buffer)
    if late:
        writer.require_here(is_well(writer))  # the words say nothing where a test has failed
        writer.flush()
    for result, place in words.items():
        read_back(writer, result, place.start)


def _is_sized(writer: FunctionWriter, result: SSAValue) -> bool:
    """Whether the sizes of a result are known before a branch is taken."""
    try:
        writer.shape(result)
    except NotNative:
        return False
    return True


def _tests(writer: FunctionWriter, op: Operation) -> list[SSAValue]:
    """For each region of `op` whether it runs; one of them does."""
    builder = writer.builder
    if isinstance(op, mhlo.CaseOp):
        return _choices(writer, op)
    if isinstance(op, scf.IfOp):
        condition = writer.sizes.scalar(op.cond)
    else:
        condition = _flag(writer, writer.buffer(op.operands[0]))
    return [condition, builder.negation(condition)]


def _choices(writer: FunctionWriter, op: mhlo.CaseOp) -> list[SSAValue]:
    """The last region runs for every number that is that of no other."""
    buffer, builder = writer.buffer(op.index), writer.builder
    writer.flush()
    type_ = element_of_buffer(buffer)
    load = memref.LoadOp.create(operands=[buffer, builder.constant(0)], result_types=[type_])
    index = builder.here(load).results[0]
    last = len(op.branches) - 1
    tests = [builder.compare("eq", index, builder.constant(i, type_)) for i in range(last)]
    other = builder.constant(-1, i1)
    for test in tests:
        other = builder.both(other, builder.negation(test))
    return [*tests, other]


def _flag(writer: FunctionWriter, buffer: SSAValue) -> SSAValue:
    """A tensor<i1> in a buffer as an i1."""
    writer.flush()
    builder = writer.builder
    load = memref.LoadOp.create(operands=[buffer, builder.constant(0)], result_types=[i8])
    return builder.compare("ne", builder.here(load).results[0], builder.constant(0, i8))


def _fill(
    writer: FunctionWriter,
    block: Block,
    fills: Sequence[tuple[SSAValue, SSAValue, SSAValue]],
    convert_all: ConvertAll,
) -> None:
    """The ops of a region; `fills` are a value that it returns, what that becomes outside, and the
    buffer that it goes to.
    """
    for end, _, buffer in fills:
        if isinstance(end, OpResult) and end.op.parent is block:
            writer.intend(end, buffer)
    convert_all(block)
    for end, result, _ in fills:
        for a, b in zip(writer.shape(end), writer.shape(result), strict=True):
            writer.sizes.same(a, b)
    for end, _, buffer in fills:
        writer.copy(end, buffer)


def _loop(
    writer: FunctionWriter, op: mhlo.WhileOp, convert_all: ConvertAll, regions: list[Region]
) -> None:
    """Every trip makes a tensor that it changes where the old one lies, if it may; otherwise in a
    second buffer, which is copied then. What no trip changes stays where it is.

    regions: takes what is written, as it is written
    """
    ends = _end(op.body.block)
    changing = _changing(op)
    sources = _carried_in(writer, op, changing)
    writer.flush()
    builder = writer.builder
    now, after, moves = _carried_buffers(writer, op, sources)
    tensors = ChangingTensors(writer, op, changing)
    tensors.begin()
    (test,) = _end(op.cond.block)
    flag = writer.fresh(test, as_expr(1))
    for i in after:
        builder.here(memref.CopyOp.create(operands=[sources[i], now[i]]))

    def carried(block: Block) -> None:
        tensors.read(block.args)
        _carry(writer, op, now, block.args)

    def condition() -> None:
        carried(op.cond.block)
        convert_all(op.cond.block)
        writer.copy(test, flag)

    def body() -> None:
        carried(op.body.block)
        fills = [(ends[i], op.results[i], buffer) for i, buffer in after.items()]
        _fill(writer, op.body.block, fills, convert_all)
        writer.flush()
        tensors.end_trip(ends)
        for i in moves:
            builder.here(memref.CopyOp.create(operands=[after[i], now[i]]))

    _while(writer, condition, body, flag, regions)
    _carry(writer, op, now, op.results)
    tensors.end()


def _while(
    writer: FunctionWriter,
    condition: Callable[[], None],
    body: Callable[[], None],
    flag: SSAValue,
    regions: list[Region],
) -> None:
    """Trips as long as `condition` puts 1 into `flag` and no test fails."""
    builder = writer.builder
    writer.loops += 1
    builder.open(Block())
    writer.scope(condition)
    goes_on = builder.both(_flag(writer, flag), is_well(writer))
    builder.here(scf.ConditionOp.create(operands=[goes_on]))
    regions.append(Region(builder.close()))
    builder.open(Block())
    writer.scope(body)
    builder.here(scf.YieldOp.create())
    regions.append(Region(builder.close()))
    writer.loops -= 1
    builder.here(scf.WhileOp.create(regions=regions))


def _carry(
    writer: FunctionWriter,
    op: mhlo.WhileOp,
    buffers: Mapping[int, SSAValue],
    values: Sequence[SSAValue],
) -> None:
    """Tensors that keep their sizes are in `buffers`, by place among `values`."""
    for i, buffer in buffers.items():
        writer.sizes.bind_type(values[i].type, writer.shape(op.results[i]))
        writer.set_buffer(values[i], buffer)


def _carried_buffers(
    writer: FunctionWriter, op: mhlo.WhileOp, sources: Mapping[int, SSAValue]
) -> tuple[dict[int, SSAValue], dict[int, SSAValue], Sequence[int]]:
    """The buffers of what a loop carries; those that a trip writes to, by place; the places where
    these are others.
    """
    arguments, ends = op.body.block.args, _end(op.body.block)
    changes = [i for i in sources if ends[i] is not arguments[i]]
    now = {**sources, **{i: writer.fresh(op.results[i]) for i in changes}}
    moves = [i for i in changes if not is_made_in_place(op.body.block, i, ends[i])]
    after = {i: writer.fresh(op.results[i]) if i in moves else now[i] for i in changes}
    return now, after, moves


def _changing(op: mhlo.WhileOp) -> Sequence[int]:
    """Which of the tensors that a loop carries have other sizes after a trip, or may have."""
    values = zip(op.operands, op.body.block.args, _end(op.body.block), op.results, strict=True)
    return [i for i, parts in enumerate(values) if len({part.type for part in parts}) > 1]


def _carried_in(
    writer: FunctionWriter, op: mhlo.WhileOp, changing: Sequence[int]
) -> dict[int, SSAValue]:
    """The buffers of what a loop begins with, whose sizes are those of its results, by place."""
    sources = dict[int, SSAValue]()
    for i, (operand, result) in enumerate(zip(op.operands, op.results, strict=True)):
        if i not in changing:
            sources[i] = writer.buffer(operand)
            writer.sizes.bind_type(result.type, writer.shape(operand))
    return sources


def _end(block: Block) -> Sequence[SSAValue]:
    return () if block.last_op is None else block.last_op.operands

"""Large loops and products in parts, for several threads.

```mlir
func.func private @loop_0(%x: memref<?xf32>, ..) { scf.for %i = %0 to %n step %1 { .. } }
```
becomes `@loop_0(%x, .., %part, %parts)`, which goes through its share of the trips, and
`@loop_0_all(%x, .., %threads)`, which calls it once, or, where there are several threads and the
buffers are large, writes its arguments down and hands `@loop_0_part` to
`@tieshape_parallel(task, argument, parts)`, which the caller provides. How many threads there are
is the last word of the caller.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import arith, func, memref, scf
from xdsl.dialects.builtin import (
    DenseArrayBase,
    IntegerAttr,
    ModuleOp,
    i64,
)
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass

from ...dialects.types import is_memref
from ...materialize.errors import UnloweredError
from ...materialize.places import keeping_places
from ..fusions_to_loops.builder import INDEX, LANES, LoopBuilder
from ..fusions_to_loops.frame import PARALLEL
from ..fusions_to_loops.function import FRAME
from ..fusions_to_loops.products.words import OWN, PRODUCT
from ..plan_buffers import WORDS, words_of
from ..vectorize.positions import constant_of
from .parts import MANY_COLUMNS, chain_of, take_columns, take_share
from .shared_calls import branch, calls_of, is_worth, move_ops, replace_call
from .task_arguments import call_task, load_arguments, store_arguments

APART = "tieshape.apart"
"""The attribute of kernels of which loops, one in the other, that are all of it have independent
trips: which of their arguments each part needs for itself.
"""
COLUMNS = "tieshape.columns"
"""The attribute of kernels whose loops over elements all go over the same ones: what a trip of one
does depends on the trips of the others with the same number alone.
"""
ELEMENTS = 1 << 16
"""From how many elements in its buffers on a kernel is worth the threads."""
PRODUCTS, BYTES = 1 << 21, 1 << 23
"""From how many products of floats on a product of matrices is, and from how many of bytes."""


@dataclass(frozen=True)
class ShareLoopsPass(ModulePass):
    """Every kernel that says that it can be shared, and products."""

    name = "tieshape-share-loops"

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        functions = [f for f in op.body.ops if isinstance(f, func.FuncOp)]
        mains = {f: _threads(f) for f in functions if WORDS in f.attributes}
        shared = list[func.FuncOp]()
        for function in functions:
            if function.body.blocks and _share(function, mains):
                shared.append(function)
        if shared:
            types = [i64, i64, i64]
            op.body.block.insert_ops_before(
                [func.FuncOp.external(PARALLEL, types, ())], next(iter(op.body.block.ops))
            )


def _threads(main: func.FuncOp) -> SSAValue:
    """The number of threads, which is a further word."""
    entry, place = main.body.block, words_of(main)
    if entry.args[-1].type != FRAME:
        raise UnloweredError(main, "its buffers have places; loops are shared before they have")
    main.attributes[WORDS] = IntegerAttr(place + 1, i64)
    builder = LoopBuilder()
    builder.open(block := Block())
    word = builder.pure(memref.LoadOp, (entry.args[-1], builder.constant(place)), i64)
    threads = builder.pure(arith.IndexCastOp, (word,), INDEX)
    first = entry.first_op
    assert first is not None
    move_ops(block, first)
    return threads


def _share(function: func.FuncOp, mains: dict[func.FuncOp, SSAValue]) -> bool:
    """Whether `function` is shared now."""
    products = [
        op
        for op in function.walk()
        if isinstance(op, func.CallOp) and op.callee.string_value() in OWN.values()
    ]
    if products:
        _share_product(function, products[0], mains)
        return True
    if function.attributes.pop(COLUMNS, None) is not None:
        return _share_columns(function, mains)
    own = function.attributes.pop(APART, None)
    ops = list(function.body.block.ops)
    loops = [op for op in ops if op.regions]
    stores = [op for op in ops if isinstance(op, memref.StoreOp)]
    if not isinstance(own, DenseArrayBase) or len(loops) != 1 or stores:
        return False
    (loop,) = loops
    if not isinstance(loop, scf.ForOp) or loop.iter_args:
        return False
    shared = chain_of(loop) or [loop]
    if not all(map(_is_whole, shared)):
        return False
    places = [int(place) for place in own.get_values()]
    take_share(function, shared)
    _insert_wrappers(function, mains, places)
    return True


def _share_columns(function: func.FuncOp, mains: dict[func.FuncOp, SSAValue]) -> bool:
    """Each part goes through its columns in all loops over them."""
    loops = [op for op in function.walk() if isinstance(op, scf.ForOp) and LANES in op.attributes]
    entry = function.body.block
    known = {loop.ub for loop in loops}
    if len(known) != 1 or not all(_runs_from_0(loop) and not loop.iter_args for loop in loops):
        return False
    (count,) = known
    owner, number = count.owner, constant_of(count)
    outside = owner is entry or (isinstance(owner, Operation) and owner.parent is entry)
    if not outside or (number is not None and number < MANY_COLUMNS):
        return False
    take_columns(function, loops)
    _insert_wrappers(function, mains, ())
    return True


def _runs_from_0(loop: scf.ForOp) -> bool:
    return constant_of(loop.lb) == 0 and constant_of(loop.step) == 1


def _is_whole(loop: scf.ForOp) -> bool:
    """Whether a loop runs from 0 in steps of 1, to a number that is not known here if over
    elements.
    """
    known = LANES in loop.attributes and constant_of(loop.ub) is not None
    return _runs_from_0(loop) and not known


def _insert_wrappers(
    function: func.FuncOp, mains: dict[func.FuncOp, SSAValue], own: Sequence[int]
) -> None:
    block = function.parent
    assert block is not None
    block.insert_ops_after(_wrappers(function, own), function)
    _call_all(function, mains, own)


def _wrappers(function: func.FuncOp, own: Sequence[int]) -> list[func.FuncOp]:
    """`@.._part` and `@.._all`."""
    name = function.sym_name.data
    types = list(function.function_type.inputs)[:-2]
    builder = LoopBuilder()
    builder.open(entry := Block(arg_types=[i64, i64, i64]))
    part, parts = (builder.pure(arith.IndexCastOp, (value,), INDEX) for value in entry.args[1:])
    values = load_arguments(builder, entry.args[0], types, own, (part, parts))
    builder.here(func.CallOp(name, [*values, part, parts], []))
    builder.here(func.ReturnOp.create())
    task = _private(f"{name}_part", builder.close())
    builder = LoopBuilder()
    builder.open(entry := Block(arg_types=[*types, INDEX]))
    *values, threads = entry.args
    count = builder.constant(0)
    for value in values:
        if is_memref(value.type):
            size = builder.pure(memref.DimOp, (value, builder.constant(0)), INDEX)
            count = builder.pure(arith.AddiOp, (count, size), INDEX)

    def serial() -> None:
        zero, one = builder.constant(0), builder.constant(1)
        builder.here(func.CallOp(name, [*values, zero, one], []))

    def parallel() -> None:
        words = store_arguments(builder, values)
        call_task(builder, PARALLEL, f"{name}_part", words, threads)

    branch(builder, is_worth(builder, count, ELEMENTS, threads), parallel, serial)
    builder.here(func.ReturnOp.create())
    return [task, _private(f"{name}_all", builder.close())]


def _private(name: str, block: Block) -> func.FuncOp:
    types = [argument.type for argument in block.args]
    return func.FuncOp(name, (types, []), Region(block), "private")


def _call_all(
    function: func.FuncOp, mains: dict[func.FuncOp, SSAValue], own: Sequence[int]
) -> None:
    """Calls of `function` as a whole; what each part needs for itself is there as often as there
    are threads.
    """
    for call, threads in calls_of(function, mains):
        for place in own:
            if not 0 <= place < len(call.operands) or not _is_allocated(call.operands[place]):
                words = (
                    f"{APART} is {place}, the place of a buffer that the caller allocates is needed"
                )
                raise UnloweredError(function, words)
            _multiply(call.operands[place], threads)
        replace_call(call, f"{function.sym_name.data}_all", threads)


def _is_allocated(value: SSAValue) -> bool:
    return isinstance(value.owner, memref.AllocOp) and bool(value.owner.dynamic_sizes)


def _multiply(buffer: SSAValue, threads: SSAValue) -> None:
    """Makes a buffer so many times as large; the number of threads comes before all other ops."""
    alloc = buffer.owner
    assert isinstance(alloc, memref.AllocOp) and isinstance(threads.owner, Operation)
    size = alloc.dynamic_sizes[0]
    product, last = arith.MuliOp(size, threads), threads.owner
    if isinstance(size.owner, Operation):
        last = size.owner
    block = last.parent
    assert block is not None
    block.insert_op_after(product, last)
    alloc.operands[0] = product.result


def _share_product(
    function: func.FuncOp, call: func.CallOp, mains: dict[func.FuncOp, SSAValue]
) -> None:
    """The call of the product, in parts where it is large; a further argument is the number of
    threads.
    """
    entry = function.body.block
    threads = entry.insert_arg(INDEX, len(entry.args))
    function.update_function_type()
    named = {argument.name_hint: argument for argument in entry.args}
    block = call.parent
    assert block is not None
    builder = LoopBuilder()
    builder.open(made := Block())
    count = builder.constant(1)
    for name in ("outer", "batches", "m", "n", "k"):
        count = builder.pure(arith.MuliOp, (count, named[name]), INDEX)
    words, part, parts = call.operands
    name = call.callee.string_value()
    least = PRODUCTS if name == PRODUCT else BYTES

    def serial() -> None:
        builder.here(func.CallOp(name, [words, part, parts], []))

    def parallel() -> None:
        call_task(builder, PARALLEL, name, words, threads)

    branch(builder, is_worth(builder, count, least, threads), parallel, serial)
    move_ops(made, call)
    call.detach()
    call.erase()
    for old, number in calls_of(function, mains):
        replace_call(old, function.sym_name.data, number)


def mark_apart(function: func.FuncOp, own: Sequence[int]) -> None:
    """Loops of a kernel, one in the other, that are all of it have independent trips.

    own: the arguments that each part needs for itself
    """
    function.attributes[APART] = DenseArrayBase.from_list(i64, own)

"""Every op has a place in a source text: those that a pass makes take it from the ops around them.

A pass gives an op that it puts where another was the place of that op. What it makes besides serves
some op: it has the place of the first that uses it. A group of ops has the places of all that is in
it, `loc(fused[…])`, and another op with regions those of what its regions yield.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, wraps
from typing import Any, TypeVar, cast

from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    FileLineColLoc,
    FusedLoc,
    IntAttr,
    LocationAttr,
    ModuleOp,
    NoneAttr,
    StringAttr,
    UnknownLoc,
)
from xdsl.ir import BlockArgument, Operation, SSAValue
from xdsl.traits import IsTerminator

from ..analysis.module_parts import ops_below, require_one_block, values_of
from ..dialects import mhlo, sdim

_Apply = TypeVar("_Apply", bound=Callable[[Any, Context, ModuleOp], None])

_ANY_BLOCKS = "takes_any_blocks"
_SYMBOLS = (sdim.SymbolOp, sdim.SizeOp)
_PLACE = re.compile(r"\bat (\S+):(\d+):(\d+): ")


def taking_any_blocks(apply: _Apply) -> _Apply:
    """The `apply` of a pass that takes functions of several blocks too."""
    setattr(apply, _ANY_BLOCKS, True)
    return apply


def keeping_places(apply: _Apply) -> _Apply:
    """The `apply` of a pass, after which each op that it made has a place.

    It raises ShapeError for a function of several blocks, unless it is `taking_any_blocks`.
    """
    takes_one = not hasattr(apply, _ANY_BLOCKS)

    @wraps(apply)
    def located(self: Any, ctx: Context, op: ModuleOp) -> None:
        if takes_one:
            require_one_block(op, self.name)
        apply(self, ctx, op)
        give_places(op)

    return cast("_Apply", located)


def has_place(op: Operation) -> bool:
    """Whether `op` itself has a place."""
    return type(op.location) is not UnknownLoc


def stamp(op: Operation, place: LocationAttr) -> None:
    """Gives `place` to `op` and to all in its regions that have none."""
    if not op.regions:
        if type(op.location) is UnknownLoc:
            op.location = place
        return
    for inner in ops_below(op):
        if type(inner.location) is UnknownLoc:
            inner.location = place


def give_places(module: ModuleOp) -> None:
    """Gives a place to each op and block argument of `module` without one, where anything in it
    has one.
    """
    ops = ops_below(module)
    bare = [op for op in ops if type(op.location) is UnknownLoc]
    if len(bare) == len(ops) and not any(map(_text_of_guard, ops)):
        return
    if bare:
        _give_to_ops(module, bare, ops)
    for op in ops:
        if not op.regions:
            continue
        for region in op.regions:
            for block in region.blocks:
                for arg in block.args:
                    if type(arg.location) is UnknownLoc:
                        arg.location = _of_argument(arg, op)


def _give_to_ops(module: ModuleOp, bare: Sequence[Operation], ops: Sequence[Operation]) -> None:
    """Gives places to `bare`, those of `ops` without one, both in the order of the text."""
    _give_to_symbols([op for op in bare if type(op) in _SYMBOLS and isinstance(op, _SYMBOLS)], ops)
    order = _TextOrder(ops)
    for op in reversed(bare):
        if has_place(op):
            continue
        op.location = _of_text(op) or _of_regions(op) or _of_users(op, order) or op.location
    # Ends of blocks, and what nothing uses, are known by what they use and are in.
    bare = [op for op in bare if not has_place(op)]
    for op in bare:
        op.location = _of_operands(op) or _of_parents(op) or op.location
    if any(not has_place(op) for op in bare):
        default = next((op.location for op in ops if has_place(op) and op is not module), None)
        for op in bare:
            if not has_place(op) and default is not None:
                op.location = default


class _TextOrder:
    """Which of some ops comes first, counted when first asked: few ops have several users."""

    def __init__(self, ops: Sequence[Operation]) -> None:
        self._ops = ops
        self._number: dict[Operation, int] = {}

    def first(self, ops: Sequence[Operation]) -> Operation:
        if len(ops) == 1:
            return ops[0]
        if not self._number:
            self._number = {op: number for number, op in enumerate(self._ops)}
        return min(ops, key=self._number.__getitem__)


def _give_to_symbols(
    symbols: Iterable[sdim.SymbolOp | sdim.SizeOp], order: Iterable[Operation]
) -> None:
    """A symbol, and its size, have the place of the first op of which a value has it in its
    type.
    """
    wanted = dict[str, list[Operation]]()
    for op in symbols:
        name = op.sym_name.data if isinstance(op, sdim.SymbolOp) else op.symbol.root_reference.data
        wanted.setdefault(name, []).append(op)
    for op in order:
        if not wanted:
            break
        if not has_place(op):
            continue
        for value in values_of(op) if op.regions else op.results:
            for entry in sdim.encoding_of(value.type) or ():
                for waiting in wanted.pop(entry, ()) if isinstance(entry, str) else ():
                    waiting.location = _place_of(value, op)


def _of_argument(arg: BlockArgument, op: Operation) -> LocationAttr:
    """The place of the operand that `arg` stands for in `op`, else that of `op`."""
    if isinstance(op, mhlo.FusionOp) and arg.index < len(op.operands):
        operand = op.operands[arg.index]
        owner = operand.owner
        return _place_of(operand, owner if isinstance(owner, Operation) else op)
    return op.location


def _place_of(value: SSAValue, op: Operation) -> LocationAttr:
    """Where the text names `value`, else the place of `op`, which it belongs to."""
    known = value.location if isinstance(value, BlockArgument) else None
    return op.location if known is None or type(known) is UnknownLoc else known


def fused(places: Iterable[LocationAttr]) -> LocationAttr:
    """One place for all of `places`: itself, if it is one, else `fused[…]` without repetitions."""
    found = dict[LocationAttr, None]()
    for place in {id(place): place for place in places}.values():
        for part in _parts(place):
            found.setdefault(part)
    if not found:
        return UnknownLoc()
    if len(found) == 1:
        return next(iter(found))
    return FusedLoc(ArrayAttr(found), NoneAttr())


def _parts(place: LocationAttr) -> Iterable[LocationAttr]:
    if type(place) is UnknownLoc:
        return ()
    if type(place) is FusedLoc:
        parts: Any = place.locations
        return [part for inner in parts.data for part in _parts(inner)]
    return (place,)


def _known(place: LocationAttr) -> LocationAttr | None:
    return None if type(place) is UnknownLoc else place


def _of_text(op: Operation) -> LocationAttr | None:
    """The place that the words of a guard name."""
    text = _text_of_guard(op)
    if text and (found := _PLACE.search(text)):
        name, line, column = found.groups()
        return FileLineColLoc(StringAttr(name), IntAttr(int(line)), IntAttr(int(column)))
    return None


def _text_of_guard(op: Operation) -> str:
    why = op.attributes.get("why") or op.properties.get("why")
    return why.data if why is not None and isinstance(why, StringAttr) else ""


def _of_regions(op: Operation) -> LocationAttr | None:
    if not op.regions or isinstance(op, ModuleOp):
        return None
    if isinstance(op, mhlo.FusionOp):
        inside = [inner.location for inner in ops_below(op)[1:]]
        return _known(fused(inside))
    yielded = list[Operation]()
    for region in op.regions:
        for block in region.blocks:
            if (last := block.last_op) is not None:
                yielded += [v.owner for v in last.operands if isinstance(v.owner, Operation)]
    return _known(fused(each.location for each in yielded))


def _of_users(op: Operation, order: _TextOrder) -> LocationAttr | None:
    """The place of the first op that uses a result; ends of blocks only pass values on."""
    users = [use.operation for result in op.results for use in result.uses]
    located = [user for user in users if has_place(user) and not _is_terminator(type(user))]
    return order.first(located).location if located else None


@cache
def _is_terminator(kind: type[Operation]) -> bool:
    return kind.has_trait(IsTerminator)


def _of_operands(op: Operation) -> LocationAttr | None:
    owners = [operand.owner for operand in op.operands]
    if not _is_terminator(type(op)):
        return next((o.location for o in owners if isinstance(o, Operation) and has_place(o)), None)
    return _known(fused(o.location for o in owners if isinstance(o, Operation)))


def _of_parents(op: Operation) -> LocationAttr | None:
    parent = op.parent_op()
    while parent is not None:
        if has_place(parent) and not isinstance(parent, ModuleOp):
            return parent.location
        parent = parent.parent_op()
    return None

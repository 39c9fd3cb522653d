"""Iterators over the parts of a module: functions, symbols, constraints, values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, TypeVar

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ..dialects import sdim
from ..rules.errors import ShapeError

OpT = TypeVar("OpT", bound=Operation)

_CONSTRAINTS = (sdim.ConstraintOp,)


def functions(module: ModuleOp) -> Iterator[func.FuncOp]:
    """The functions of `module` that have a body."""
    for op in ops_of(module.body.block):
        if type(op) is func.FuncOp and op.body.blocks:
            yield op


NESTED: Final = "is in a module inside of another, which no pass looks into"


def nested_tf_ops(module: ModuleOp) -> Iterator[Operation]:
    """The tf ops in modules inside of `module`, which are not compiled."""
    for op in ops_of(module.body.block):
        if isinstance(op, ModuleOp):
            yield from (inner for inner in op.walk() if dialect_of(type(inner)) == "tf")


def returned_values(function: func.FuncOp) -> Sequence[SSAValue]:
    """What `function` returns, in whichever block; nothing where no block or several return."""
    ends = [block.last_op for block in function.body.blocks]
    returns = [op for op in ends if isinstance(op, func.ReturnOp)]
    return returns[0].operands if len(returns) == 1 else ()


def argument_symbols(module: ModuleOp) -> set[str]:
    """The symbols that arguments of functions carry."""
    return {
        entry
        for function in functions(module)
        for arg in function.body.block.args
        for entry in sdim.encoding_of(arg.type) or ()
        if isinstance(entry, str)
    }


def symbol_ops(module: ModuleOp) -> Iterator[sdim.SymbolOp]:
    """The declarations of symbols in `module`."""
    for op in ops_of(module.body.block):
        if type(op) is sdim.SymbolOp:
            yield op


def ops_in_constraints(module: ModuleOp) -> Iterator[Operation]:
    """Every op in the `sdim.constraints` of `module`: sizes, arithmetic and constraints."""
    for op in ops_of(module.body.block):
        if type(op) is sdim.ConstraintsOp:
            yield from ops_of(op.body.block)


def constraint_ops(module: ModuleOp) -> Iterator[sdim.ConstraintOp]:
    """The constraints in the `sdim.constraints` of `module`."""
    for op in ops_in_constraints(module):
        if _is_of(type(op), _CONSTRAINTS) and isinstance(op, sdim.ConstraintOp):
            yield op


def require_one_block(module: ModuleOp, pass_: str) -> None:
    """Raises ShapeError where a function of `module` has several blocks; `pass_` takes one."""
    for op in module.body.ops:
        if isinstance(op, func.FuncOp) and len(op.body.blocks) > 1:
            words = f"@{op.sym_name.data} has {len(op.body.blocks)} blocks, one is needed"
            needed = "control flow is read as regions of scf or tf ops"
            raise ShapeError(op, f"{words} (by pass {pass_}); {needed}")


def values_of(op: Operation) -> Iterator[SSAValue]:
    """The results of `op` and the arguments of the blocks in its regions."""
    yield from op.results
    for region in op.regions:
        for block in region.blocks:
            yield from block.args


@cache
def dialect_of(kind: type[Operation]) -> str:
    """The dialect of ops of the class `kind`."""
    return kind.dialect_name()


def operands_of(op: Operation) -> Sequence[SSAValue]:
    """The operands of `op` as they are now: `op.operands` makes a view each time."""
    return op._operands  # pyright: ignore[reportPrivateUsage]


def ops_of(block: Block) -> list[Operation]:
    """The ops of `block` as they are now: `list` would count them first, in a walk of its own."""
    found = list[Operation]()
    op = block.first_op
    while op is not None:
        found.append(op)
        op = op._next_op  # pyright: ignore[reportPrivateUsage]
    return found


def instances_below(root: Operation, *kinds: type[OpT]) -> list[OpT]:
    """`root` and the ops below, in order, that are of one of `kinds`: each class is asked once."""
    ops: list[Operation | OpT] = [*ops_below(root)]
    return [op for op in ops if _is_of(type(op), kinds) and isinstance(op, kinds)]


@cache
def _is_of(kind: type[Operation], kinds: tuple[type[Operation], ...]) -> bool:
    return issubclass(kind, kinds)


def ops_below(root: Operation) -> list[Operation]:
    """`root` and every op below, in order, as they are now: a fifth of the cost of `walk`."""
    found = [root]
    if root.regions:
        _add_below(root, found)
    return found


def _add_below(root: Operation, found: list[Operation]) -> None:
    for region in root.regions:
        block = region.first_block
        while block is not None:
            op = block.first_op
            while op is not None:
                found.append(op)
                if op.regions:
                    _add_below(op, found)
                op = op._next_op  # pyright: ignore[reportPrivateUsage]
            block = block.next_block


def kinds_below(root: Operation) -> set[type[Operation]]:
    """The classes of `root` and the ops below, for those who look for few kinds."""
    return set(map(type, ops_below(root)))


def types_below(root: Operation) -> list[Attribute]:
    """The types of the results and block arguments of `root` and below, each object once."""
    met = dict[int, Attribute]()
    for op in ops_below(root):
        for value in values_of(op) if op.regions else op.results:
            type_ = value._type  # pyright: ignore[reportPrivateUsage]
            met[id(type_)] = type_
    return list(met.values())


def values_below(root: Operation) -> Iterator[SSAValue]:
    """Every result and block argument of `root` and below."""
    for op in ops_below(root):
        yield from values_of(op)

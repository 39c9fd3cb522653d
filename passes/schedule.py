"""Orders of the ops in a block."""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

from xdsl.ir import Attribute, Block, Operation, SSAValue

from ..dialects.tensors import is_dense


def canonical_order(block: Block) -> list[Operation]:
    """The ops of `block`, definitions before uses, in an order that does not depend on that of the text.

    Ops come by the length of the longest path that leads to them; those of one length by what they compute.
    """
    depths = dict[Operation, int]()
    levels: list[list[Operation]] = []
    for op in block.ops:
        owners = (value.owner for value in _used_values(op))
        depth = max((depths[o] + 1 for o in owners if isinstance(o, Operation) and o in depths), default=0)  # fmt: skip
        depths[op] = depth
        if depth == len(levels):
            levels.append([])
        levels[depth].append(op)
    numbers: dict[SSAValue, int] = {arg: i for i, arg in enumerate(block.args)}
    words = dict[Attribute, tuple[str, bytes]]()
    result = list[Operation]()
    for level in levels:
        level.sort(key=lambda op: _computation(op, numbers, words))
        for op in level:
            for value in op.results:
                numbers[value] = len(numbers)
        result += level
    return result


def _computation(
    op: Operation, numbers: dict[SSAValue, int], words: dict[Attribute, tuple[str, bytes]]
) -> tuple[object, ...]:
    """What `op` computes, as something that can be ordered and is the same in every process."""
    operands = tuple(numbers.get(value, -1) for value in _used_values(op))
    attributes = [value for _, value in sorted((*op.properties.items(), *op.attributes.items()))]
    types = [result.type for result in op.results]
    return (op.name, operands, tuple(_words(value, words) for value in (*attributes, *types)))


def _words(attribute: Attribute, known: dict[Attribute, tuple[str, bytes]]) -> tuple[str, bytes]:
    words = known.get(attribute)
    if words is None:
        if is_dense(attribute):
            words = (str(attribute.type), attribute.data.data)
        else:
            words = (str(attribute), b"")
        known[attribute] = words
    return words


def _used_values(op: Operation) -> Sequence[SSAValue]:
    """The operands of `op` and of everything in its regions."""
    if not op.regions:
        return op.operands
    return [operand for inner in op.walk() for operand in inner.operands]


def sort_block(block: Block) -> None:
    """Reorders the ops of `block` so that each stands behind what it uses, else as they stood.

    Values used inside regions count as uses of the op that holds the region.
    """
    ops = list(block.ops)
    position = {op: i for i, op in enumerate(ops)}
    users: list[list[int]] = [[] for _ in ops]
    missing = [0] * len(ops)
    for i, op in enumerate(ops[:-1]):
        needed = {
            position[owner]
            for operand in _used_values(op)
            if isinstance(owner := operand.owner, Operation) and owner in position
        }
        needed.discard(i)
        missing[i] = len(needed)
        for j in needed:
            users[j].append(i)
    if all(j > i for i, later in enumerate(users) for j in later):
        return
    terminator = ops.pop()
    ready = [i for i in range(len(ops)) if not missing[i]]
    heapify(ready)
    for op in ops:
        op.detach()
    while ready:
        i = heappop(ready)
        block.insert_op_before(ops[i], terminator)
        for j in users[i]:
            missing[j] -= 1
            if not missing[j]:
                heappush(ready, j)

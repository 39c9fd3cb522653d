"""The order of ops in a block."""

from heapq import heapify, heappop, heappush

from xdsl.ir import Block, Operation


def sort_block(block: Block) -> None:
    """Reorders the ops of `block` so that each stands behind what it uses, else as they stood.

    Values used inside regions count as uses of the op that holds the region.
    """
    ops = list(block.ops)
    position = {op: i for i, op in enumerate(ops)}
    users: list[list[int]] = [[] for _ in ops]
    missing = [0] * len(ops)
    for i, op in enumerate(ops):
        needed = {
            position[owner]
            for inner in op.walk()
            for operand in inner.operands
            if isinstance(owner := operand.owner, Operation) and owner in position
        }
        if i == len(ops) - 1:
            needed = set(range(i))
        needed.discard(i)
        missing[i] = len(needed)
        for j in needed:
            users[j].append(i)
    if all(j > i for i, later in enumerate(users) for j in later):
        return
    ready = [i for i, count in enumerate(missing) if not count]
    heapify(ready)
    for op in ops:
        op.detach()
    while ready:
        i = heappop(ready)
        block.add_op(ops[i])
        for j in users[i]:
            missing[j] -= 1
            if not missing[j]:
                heappush(ready, j)

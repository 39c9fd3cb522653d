"""Orders of the ops in a block; ops with effects keep theirs.

Nothing overtakes a test but what the test cannot matter for.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from heapq import heapify, heappop, heappush
from typing import TypeGuard

from xdsl.dialects.builtin import NoneAttr, TensorType
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.traits import IsTerminator, RecursiveMemoryEffect

from ...analysis.identity_memo import IdentityMemo
from ...analysis.module_parts import dialect_of, operands_of, ops_below, ops_of
from ...analysis.read_constraints import is_test
from ...dialects import mhlo, sdim
from ...dialects.effects import has_no_effects
from ...dialects.types import is_dense, is_tensor
from .fusable_ops import is_elementwise

SCALAR_DIALECTS = ("arith", "tensor")

SortKey = tuple[str, bytes]


def canonical_order(block: Block) -> list[Operation]:
    """The ops of `block` in a topological order that does not depend on the order of the text.

    Ops come by the length of the longest path that leads to them; those of one length by what they
    compute, and those that compute the same by what is computed of them.
    """
    levels = _levels(block)
    numbers: dict[SSAValue, int] = {arg: i for i, arg in enumerate(block.args)}
    known = dict[Attribute, SortKey]()
    words = IdentityMemo[Attribute, SortKey](lambda attribute: _sort_key(attribute, known))
    first_of = dict[Operation, int]()
    count = len(numbers)
    has_twins = False
    for level in levels:
        keys = dict[Operation, tuple[object, ...]]()
        if len(level) > 1:
            keys = _computations(level, numbers, words)
            level.sort(key=keys.__getitem__)
        before, start = None, count
        for op in level:
            if (key := keys.get(op)) is not None and key == before:
                has_twins = True
            else:
                before, start = key, count
                count += max(len(op.results), 1)
            first_of[op] = start
            for i, value in enumerate(op.results):
                numbers[value] = start + i
    if has_twins:
        _order_twins(levels, first_of)
    return [op for level in levels for op in level]


def _levels(block: Block) -> list[list[Operation]]:
    """The ops of `block` by the length of the longest path that leads to them."""
    depths = dict[Operation | Block, int]()
    levels: list[list[Operation]] = []
    ops = ops_of(block)
    previous = effect_predecessors(ops)
    for op in ops:
        depth = depths[previous[op]] + 1 if op in previous else 0
        for value in used_values(op):
            owner = value.owner
            if depths.get(owner, -1) >= depth:
                depth = depths[owner] + 1
        depths[op] = depth
        if depth == len(levels):
            levels.append([])
        levels[depth].append(op)
    return levels


def _order_twins(levels: Sequence[list[Operation]], number: dict[Operation, int]) -> None:
    """Orders ops of equal computation, which share a number, by the users of their results."""
    users: dict[Operation | Block, list[tuple[int, Operation]]] = {op: [] for op in number}
    for op in number:
        for i, value in enumerate(used_values(op)):
            if (of_owner := users.get(value.owner)) is not None:
                of_owner.append((i, op))
    ranks = dict[Operation, int]()
    for level in reversed(levels):
        keys = {op: (number[op], sorted((ranks[user], i) for i, user in users[op])) for op in level}
        level.sort(key=keys.__getitem__)
        base = len(ranks)
        for i, op in enumerate(level):
            same = i > 0 and keys[op] == keys[level[i - 1]]
            ranks[op] = ranks[level[i - 1]] if same else base + i


def _computations(
    level: Sequence[Operation],
    numbers: dict[SSAValue, int],
    words: Callable[[Attribute], SortKey],
) -> dict[Operation, tuple[object, ...]]:
    """What each op computes, as something that can be ordered and is the same in every process.

    Attributes, which take long to write, are looked at only where ops have the same operands.
    """
    keys = {op: (op.name, *[numbers.get(value, -1) for value in used_values(op)]) for op in level}
    met = set[tuple[object, ...]]()
    again = {key for key in keys.values() if key in met or met.add(key)}
    return {op: (key, _attributes(op, words) if key in again else ()) for op, key in keys.items()}


def _attributes(op: Operation, words: Callable[[Attribute], SortKey]) -> tuple[SortKey, ...]:
    attributes = [value for _, value in sorted((*op.properties.items(), *op.attributes.items()))]
    attributes += [result.type for result in op.results]
    return tuple([words(value) for value in attributes])


def _sort_key(attribute: Attribute, known: dict[Attribute, SortKey]) -> SortKey:
    words = known.get(attribute)
    if words is None:
        if is_dense(attribute):
            words = (_sort_key(attribute.type, known)[0], attribute.data.data)
        elif is_tensor(attribute) and (entries := _entries(attribute)) is not None:
            words = (f"tensor {entries} {_sort_key(attribute.element_type, known)[0]}", b"")
        else:
            words = (str(attribute), b"")
        known[attribute] = words
    return words


def _entries(type: TensorType[Attribute]) -> tuple[int | str, ...] | None:
    """The sizes and symbols of a tensor type; None where its encoding has more."""
    encoded = sdim.encoding_of(type)
    return type.get_shape() if encoded is None and type.encoding == NoneAttr() else encoded


def used_values(op: Operation) -> Sequence[SSAValue]:
    """The operands of `op` and of everything in its regions."""
    if not op.regions or type(op) is mhlo.FusionOp:
        return operands_of(op)
    return [operand for inner in ops_below(op) for operand in operands_of(inner)]


def has_effects(op: Operation) -> bool:
    """Whether it matters when `op` runs; what is stated of sizes holds at any time."""
    if has_no_effects(op) or dialect_of(type(op)) == "sdim":
        return False
    if op.has_trait(IsTerminator, value_if_unregistered=False):
        return False
    if op.has_trait(RecursiveMemoryEffect, value_if_unregistered=False):
        inner = (each for region in op.regions for block in region.blocks for each in block.ops)
        return any(map(has_effects, inner))
    return True


@cache
def _states(kind: type[Operation]) -> bool:
    return issubclass(kind, sdim.ConstraintOp)


def _is_constraint(op: Operation) -> TypeGuard[sdim.ConstraintOp]:
    return _states(type(op))


def effect_predecessors(ops: Iterable[Operation]) -> dict[Operation, Operation]:
    """For each of `ops` that has effects the last one before it that has.

    A test of sizes counts as one; whatever else comes after it must not run before it.
    """
    found = dict[Operation, Operation]()
    last: Operation | None = None
    last_test: Operation | None = None
    for op in ops:
        is_guard = _is_constraint(op) and is_test(op)
        if is_guard or has_effects(op):
            if last is not None:
                found[op] = last
            last, last_test = op, op if is_guard else last_test
        elif last_test is not None and dialect_of(type(op)) not in SCALAR_DIALECTS:
            found[op] = last_test
    return found


def advance_unary(block: Block) -> None:
    """Moves each op that looks at the elements of one value alone before the tests that come
    between the two.

    It can be computed whatever the sizes are, so nothing has to be found out before.
    """
    tests = list[Operation]()
    met = dict[Operation | Block, int]()
    for op in ops_of(block):
        if _is_constraint(op) and is_test(op):
            tests.append(op)
        elif tests:
            met[op] = len(tests)
            if len(op.operands) == 1 and is_elementwise(type(op)):
                met[op] = met.get(op.operands[0].owner, 0)
                if met[op] < len(tests):
                    op.detach()
                    block.insert_op_before(op, tests[met[op]])


def sort_block(block: Block) -> None:
    """Reorders the ops of `block` so that each follows what it uses, else keeping their order.

    Values used inside regions count as uses of the op that holds the region.
    """
    ops = ops_of(block)
    position: dict[Operation | Block, int] = {op: i for i, op in enumerate(ops)}
    users: list[list[int]] = [[] for _ in ops]
    missing = [0] * len(ops)
    previous = effect_predecessors(ops)
    for i, op in enumerate(ops[:-1]):
        needed = {
            position[owner] for operand in used_values(op) if (owner := operand.owner) in position
        }
        needed.discard(i)
        if op in previous:
            needed.add(position[previous[op]])
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

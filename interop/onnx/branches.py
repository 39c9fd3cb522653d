"""If, as a tf op with two regions, and what is known of its results.

Where the branches give a value different ranks, as PyTorch's `squeeze` of a size that only a run
knows does, they go on to the end of the graph, so that each node after them has operands of known
rank:

    y = If (c) <{ squeezed }, { x }>              result = If (c) <
    result = Transpose (y)               ->           { Transpose (squeezed) }, { Transpose (x) }>
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from xdsl.dialects.builtin import BoolAttr
from xdsl.ir import Attribute, Block, Region, SSAValue

from ...analysis.joined_values import JoinedSize, join_sizes, size_from_outside
from ...dialects import tf
from ...rules.rule import Conditions
from ...symbolic import Contradiction, Predicate
from ...symbolic.shapes import Shape
from ...text.diagnostics import LocatedError
from .builder import GraphBuilder, Rest, sized_type
from .elementwise import scalar_of
from .nodes import (
    GraphEnd,
    GraphValue,
    NodeCall,
    NodeRefused,
    NodeTable,
    OptionalValue,
    Results,
    SequenceValue,
)

Maker: TypeAlias = Callable[[], Results]
"""Emits what one branch gives."""

BranchSizes = tuple[JoinedSize, ...] | None
"""What is known of a value's sizes outside of the branch; None where its rank is not."""


@dataclass
class Branch:
    """A region: what it gives, as values of the model and as tensors, and the tensors' shapes."""

    block: Block = field(default_factory=Block)
    outputs: list[GraphValue] = field(default_factory=list[GraphValue])
    values: list[SSAValue] = field(default_factory=list[SSAValue])
    sizes: list[BranchSizes] = field(default_factory=list["BranchSizes"])

    def note_sizes(self, b: GraphBuilder, moment: int) -> None:
        """Keeps the values' sizes as those before `moment`, with what the region found."""
        for value in self.values:
            shape = b.sizes(value) if b.has_rank(value) else None
            self.sizes.append(
                None
                if shape is None
                else tuple(size_from_outside(b.inference, size, moment) for size in shape)
            )


def if_(n: NodeCall, b: GraphBuilder) -> Results:
    """One of two graphs; only that one where facts decide the condition."""
    condition = scalar_of(b, n[0])
    first, second = n.graph("then_branch"), n.graph("else_branch")
    known = b.inference.condition(condition)
    array = b.arrays.get(condition)
    if array is not None:
        return b.subgraph(first if array.item() else second, ())
    if known is not None and b.proves(known):
        return b.subgraph(first, ())
    if known is not None and b.inference.facts.refutes(known):
        return b.subgraph(second, ())
    makers = (lambda: b.subgraph(first, ()), lambda: b.subgraph(second, ()))
    claims, moment = _claims(b, condition), b.inference.ages.now()
    made = [_branch(b, *each, moment) for each in zip(makers, claims, strict=True)]
    if _differ_in_rank(made) and (rest := b.rest()) is not None:
        return _gone_on(b, condition, makers, rest)
    return _joined_values(b, condition, made, claims)


def either(b: GraphBuilder, condition: SSAValue, *makers: Maker) -> Results | None:
    """What the first of two `makers` gives where `condition` holds, the second where it does not,
    in ranks that differ. None where too many branches would come of it.
    """
    rest = b.rest()
    return None if rest is None else _gone_on(b, condition, makers, rest)


def _claims(b: GraphBuilder, condition: SSAValue) -> Conditions:
    known = b.inference.condition(condition)
    return known, None if known is None else known.negate()


def _branch(
    b: GraphBuilder,
    make: Callable[[], Sequence[GraphValue]],
    claim: Predicate | None,
    moment: int,
) -> Branch:
    branch = Branch()
    with b.region(branch.block), b.inference.sometimes(branch.block):
        if claim is not None:
            try:
                b.inference.assume(claim)
            except Contradiction as error:
                raise NodeRefused("a branch contradicts what is known") from error
        branch.outputs = list(make())
        branch.values = [tensor for value in branch.outputs for tensor in _tensors(value)]
        branch.note_sizes(b, moment)
    return branch


def _tensors(value: GraphValue) -> Sequence[SSAValue]:
    if isinstance(value, SSAValue):
        return [value]
    if isinstance(value, SequenceValue):
        return value.items
    kind = "optional values" if isinstance(value, OptionalValue) else "sequences of unknown length"
    raise NodeRefused(f"{kind} that depend on a branch are not supported")


def _differ_in_rank(made: Sequence[Branch]) -> bool:
    """Whether the branches give a value two ranks, each of them known."""
    return any(
        first is not None and second is not None and len(first) != len(second)
        for first, second in zip(made[0].sizes, made[1].sizes, strict=False)
    )


def _gone_on(b: GraphBuilder, condition: SSAValue, makers: Sequence[Maker], rest: Rest) -> Results:
    """Branches that go on to the end of the graph around them.

    One in which a node cannot be translated is one that a run may not enter: the other remains,
    behind a check.
    """
    claims, moment = _claims(b, condition), b.inference.ages.now()
    tried = list[Branch | LocatedError]()
    for make, claim in zip(makers, claims, strict=True):
        try:
            tried.append(_branch(b, partial(_to_the_end, b, make, rest), claim, moment))
        except LocatedError as error:
            tried.append(error)
    made = [each for each in tried if isinstance(each, Branch)]
    failures = [each for each in tried if isinstance(each, LocatedError)]
    if not failures:
        return GraphEnd(_joined_values(b, condition, made, claims))
    if not made:
        raise failures[0]
    first = tried[0] is made[0]
    b.check(condition if first else b.op(tf.LogicalNotOp, condition), str(failures[0]))
    return makers[0 if first else 1]()


def _to_the_end(b: GraphBuilder, make: Maker, rest: Rest) -> Sequence[GraphValue]:
    """The outputs of the graph around, given what `make` gives."""
    b.copies += 1
    try:
        results = make()
        if isinstance(results, GraphEnd):
            return results.outputs
        return rest(results if isinstance(results, Sequence) else [results])
    finally:
        b.copies -= 1


def _joined_values(
    b: GraphBuilder, condition: SSAValue, made: Sequence[Branch], claims: Conditions
) -> Sequence[GraphValue]:
    first, second = made
    kinds = [
        [SSAValue if isinstance(v, SSAValue) else type(v) for v in each.outputs] for each in made
    ]
    if kinds[0] != kinds[1] or len(first.values) != len(second.values):
        raise NodeRefused("the branches give sequences of different or unknown lengths")
    results = list(_region_op(b, condition, made, claims))
    return [_rebuilt(value, results) for value in first.outputs]


def _rebuilt(value: GraphValue, results: list[SSAValue]) -> GraphValue:
    """The value that takes as many of `results` as `value` has tensors."""
    if isinstance(value, SequenceValue):
        items = tuple(results.pop(0) for _ in value.items)
        return SequenceValue(items, value.element)
    return results.pop(0)


def _region_op(
    b: GraphBuilder, condition: SSAValue, made: Sequence[Branch], claims: Conditions
) -> Sequence[SSAValue]:
    """`tf.IfRegion`; branch i runs where `claims[i]` holds. A size of a result is that of the
    branch that runs.
    """
    shapes = list[Shape | None]()
    elements = list[Attribute]()
    for place, value in enumerate(made[0].values):
        found = [branch.sizes[place] for branch in made]
        elements.append(b.element(value))
        if b.element(made[1].values[place]) != elements[-1]:
            raise NodeRefused("the branches give elements of different types")
        shapes.append(_joined(b, found, claims))
    for branch in made:
        branch.block.add_op(tf.YieldOp.create(operands=branch.values))
    op = tf.IfRegionOp.create(
        operands=[condition],
        result_types=[sized_type(e, s) for e, s in zip(elements, shapes, strict=True)],
        properties={"is_stateless": BoolAttr.from_bool(True)},
        regions=[Region(branch.block) for branch in made],
    )
    return b.put(op, shapes)


def _joined(b: GraphBuilder, found: Sequence[BranchSizes], claims: Conditions) -> Shape | None:
    known = [sizes for sizes in found if sizes is not None]
    if len(known) < len(found) or len({len(sizes) for sizes in known}) != 1:
        return None
    return tuple(join_sizes(b.inference, sizes, claims) for sizes in zip(*known, strict=True))


NODES: NodeTable = {"If": if_}

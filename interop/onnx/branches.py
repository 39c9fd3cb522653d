"""Emits branches, and tells what is known of their results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import BoolAttr
from xdsl.ir import Attribute, Block, Region, SSAValue

from ...analysis.joined_values import JoinedSize, join_sizes, size_from_outside
from ...dialects import tf
from ...rules.rule import Conditions
from ...symbolic.shapes import Shape
from .builder import GraphBuilder, sized_type
from .nodes import GraphValue, NodeRefused

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


def branches(
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

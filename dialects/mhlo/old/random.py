"""The ops that text of 2022 and before has for random numbers: `mhlo.rng` has the distribution in its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, Self, cast

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, Block, Region, SSAValue

from ..enums import RngDistribution, RngDistributionAttr
from ..random import RngOp


class _OldRngOp(RngOp):
    """Makes an `mhlo.rng` of one distribution."""

    DISTRIBUTION: ClassVar[RngDistribution]

    @classmethod
    def create(
        cls,
        *,
        operands: Sequence[SSAValue] = (),
        result_types: Sequence[Attribute] = (),
        properties: Mapping[str, Attribute] | None = None,
        attributes: Mapping[str, Attribute] | None = None,
        location: LocationAttr | None = None,
        successors: Sequence[Block] = (),
        regions: Sequence[Region] = (),
    ) -> Self:
        distribution = RngDistributionAttr(cls.DISTRIBUTION)
        op = RngOp.create(
            operands=operands,
            result_types=result_types,
            properties={**(properties or {}), "rng_distribution": distribution},
            attributes=attributes or {},
            location=location,
            successors=successors,
            regions=regions,
        )
        return cast(Self, op)


class RngUniformOp(_OldRngOp):
    DISTRIBUTION = RngDistribution.UNIFORM


class RngNormalOp(_OldRngOp):
    DISTRIBUTION = RngDistribution.NORMAL


OLD_OPS: Final[dict[str, type[RngOp]]] = {
    "mhlo.rng_uniform": RngUniformOp,
    "mhlo.rng_normal": RngNormalOp,
}
"""What reads the ops of these names."""

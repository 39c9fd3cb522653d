"""The random ops of text of 2022 and before: `mhlo.rng` with the distribution in its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from xdsl.ir import SSAValue

from ...read_as import OpType, Properties, ReadAsOp
from ..enums import RngDistribution, RngDistributionAttr
from ..random import RngOp


class _OldRngOp(ReadAsOp, RngOp):
    """Makes an `mhlo.rng` of one distribution."""

    DISTRIBUTION: ClassVar[RngDistribution]

    @classmethod
    def made(
        cls, operands: Sequence[SSAValue], properties: Properties
    ) -> tuple[OpType, Properties]:
        distribution = RngDistributionAttr(cls.DISTRIBUTION)
        return RngOp, {**properties, "rng_distribution": distribution}


class RngUniformOp(_OldRngOp):
    DISTRIBUTION = RngDistribution.UNIFORM


class RngNormalOp(_OldRngOp):
    DISTRIBUTION = RngDistribution.NORMAL


OLD_OPS: Final[dict[str, type[RngOp]]] = {
    "mhlo.rng_uniform": RngUniformOp,
    "mhlo.rng_normal": RngNormalOp,
}
"""What reads the ops of these names."""

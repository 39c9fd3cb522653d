"""Op classes that read text and make ops of other classes."""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from typing import Self, cast

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

OpType = type[Operation]
Properties = Mapping[str, Attribute]


class ReadAsOp(Operation, ABC):
    """Parses the text of one op; `create` makes the op that `made` names."""

    @classmethod
    def made(
        cls, operands: Sequence[SSAValue], properties: Properties
    ) -> tuple[OpType, Properties]:
        """The class and the properties of the op to make."""
        return cls, properties

    @classmethod
    def create(
        cls,
        *,
        operands: Sequence[SSAValue] = (),
        result_types: Sequence[Attribute] = (),
        properties: Properties | None = None,
        attributes: Mapping[str, Attribute] | None = None,
        location: LocationAttr | None = None,
        successors: Sequence[Block] = (),
        regions: Sequence[Region] = (),
    ) -> Self:
        made, properties = cls.made(operands, properties or {})
        create = super().create if made is cls else made.create
        op = create(
            operands=operands,
            result_types=result_types,
            properties=properties,
            attributes=attributes or {},
            location=location,
            successors=successors,
            regions=regions,
        )
        return cast(Self, op)

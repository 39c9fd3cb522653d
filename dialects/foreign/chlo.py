"""The chlo dialect: ops of XLA's clients, with implicit broadcasts and compositions.

Text and meaning are those of MLIR-HLO. `convert-chlo-to-mhlo` lowers these ops; other chlo ops
are kept as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import ClassVar

from xdsl.dialects.builtin import DenseArrayBase, StringAttr
from xdsl.dialects.utils.enum_attribute import EnumAttribute
from xdsl.ir import Attribute, Dialect, Operation, SpacedOpaqueSyntaxAttribute
from xdsl.irdl import irdl_attr_definition, operand_def, opt_prop_def, prop_def

from ..deferred import op_definition
from ..mhlo import MHLO
from ..mhlo.checks import check_operands, check_same_element, check_tensor
from ..mhlo.dense import dense_i64
from ..mhlo.enums import (
    ComparisonDirection,
    ComparisonDirectionAttr,
    ComparisonType,
    ComparisonTypeAttr,
)
from ..types import PRED, shape_of
from .chlo_binary import BINARY
from .chlo_broadcasting import BROADCASTING, BroadcastingBinaryOp, BroadcastingOp
from .chlo_unary import UNARY, ConstantLikeOp
from .stablehlo.top_k import TopKOp


@irdl_attr_definition
class ChloComparisonDirectionAttr(EnumAttribute[ComparisonDirection], SpacedOpaqueSyntaxAttribute):
    """`#chlo<comparison_direction LT>`"""

    name = "chlo.comparison_direction"


@irdl_attr_definition
class ChloComparisonTypeAttr(EnumAttribute[ComparisonType], SpacedOpaqueSyntaxAttribute):
    """`#chlo<comparison_type FLOAT>`"""

    name = "chlo.comparison_type"


@op_definition
class BroadcastCompareOp(BroadcastingBinaryOp):
    """Compares each pair of elements."""

    name = "chlo.broadcast_compare"
    RESULT_HAS_ELEMENTS: ClassVar[bool] = False
    comparison_direction = prop_def(ChloComparisonDirectionAttr | ComparisonDirectionAttr)
    compare_type = opt_prop_def(ChloComparisonTypeAttr | ComparisonTypeAttr)

    def verify_(self) -> None:
        super().verify_()
        check_tensor(self, "the result", self.result.type, PRED)


@op_definition
class BroadcastSelectOp(BroadcastingOp):
    """`on_true` where `pred` holds, `on_false` elsewhere; all three broadcast."""

    name = "chlo.broadcast_select"
    pred = operand_def()
    on_true = operand_def()
    on_false = operand_def()

    def verify_(self) -> None:
        check_tensor(self, "operand 0", self.pred.type, PRED)
        types = check_operands(self)
        result = check_tensor(self, "the result", self.result.type)
        for index in (1, 2):
            check_same_element(self, f"operand {index}", types[index], "the result", result)
        self._verify_shapes([shape_of(type) for type in types], shape_of(result))


CHLO = Dialect(
    "chlo",
    [
        BroadcastCompareOp,
        BroadcastSelectOp,
        TopKOp,
        *BROADCASTING.values(),
        ConstantLikeOp,
        *UNARY.values(),
        *BINARY.values(),
    ],
    [ChloComparisonDirectionAttr, ChloComparisonTypeAttr],
)

_MHLO_OPS = {op.name: op for op in MHLO.operations}

MHLO_OF: Mapping[type[Operation], type[Operation]] = {
    op: _MHLO_OPS[f"mhlo.{name}"]
    for name, op in BROADCASTING.items()
    if f"mhlo.{name}" in _MHLO_OPS
}
"""The mhlo op that does the same on two operands of one shape; a few ops have none."""

_ENUMS: Mapping[str, Mapping[str, Attribute]] = {
    "comparison_direction": {w.value: ChloComparisonDirectionAttr(w) for w in ComparisonDirection},
    "compare_type": {w.value: ChloComparisonTypeAttr(w) for w in ComparisonType},
}


def modernize(attributes: MutableMapping[str, Attribute]) -> None:
    """Replaces the strings of older text by enumeration attributes, arrays of newer text by dense
    ones.
    """
    places = attributes.get("broadcast_dimensions")
    if isinstance(places, DenseArrayBase):
        attributes["broadcast_dimensions"] = dense_i64(places.get_values())
    for name, members in _ENUMS.items():
        word = attributes.get(name)
        if isinstance(word, StringAttr) and word.data in members:
            attributes[name] = members[word.data]

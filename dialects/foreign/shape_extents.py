"""Single extents of MLIR's shape dialect and their arithmetic.

Semantics and text: https://mlir.llvm.org/docs/Dialects/ShapeDialect/.
"""

from abc import ABC

from xdsl.dialects.builtin import IndexType, IntegerAttr
from xdsl.ir import ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition, operand_def, prop_def, result_def

from ..deferred import op_definition
from ..namespace import ops_of_rows
from ..pure import PureOp

INDEX = IndexType()


@irdl_attr_definition
class SizeType(ParametrizedAttribute, TypeAttribute):
    """One extent, or an error."""

    name = "shape.size"


@op_definition
class ConstSizeOp(PureOp):
    """A known extent."""

    name = "shape.const_size"
    value = prop_def(IntegerAttr[IndexType])
    result = result_def(SizeType())
    assembly_format = "$value attr-dict"


@op_definition
class IndexToSizeOp(PureOp):
    """An index as an extent."""

    name = "shape.index_to_size"
    arg = operand_def(INDEX)
    result = result_def(SizeType())
    assembly_format = "$arg attr-dict"


@op_definition
class SizeToIndexOp(PureOp):
    """An extent as an index."""

    name = "shape.size_to_index"
    arg = operand_def()
    result = result_def(INDEX)
    assembly_format = "$arg attr-dict `:` type($arg)"


class PairOp(PureOp, ABC):
    """One value of two: extents, shapes, or one of them and a position."""

    lhs = operand_def()
    rhs = operand_def()
    result = result_def()
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"


PAIRS = ops_of_rows(
    "shape.",
    PairOp,
    {
        "add": "`lhs + rhs`",
        "mul": "`lhs * rhs`",
        "div": "`lhs / rhs`, rounded down.",
        "min": "The smaller of two extents.",
        "max": "The greater of two extents.",
        "concat": "The extents of one shape and then those of another.",
        "get_extent": "One extent of a shape.",
        "dim": "One size of a tensor.",
    },
)
"""The ops of two operands, by their names in the dialect."""

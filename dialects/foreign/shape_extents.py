"""Single extents of MLIR's shape dialect and their arithmetic.

Semantics and text: https://mlir.llvm.org/docs/Dialects/ShapeDialect/.
"""

from xdsl.dialects.builtin import IndexType, IntegerAttr
from xdsl.ir import ParametrizedAttribute, TypeAttribute
from xdsl.irdl import (
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
)

from ..pure import PureOp

INDEX = IndexType()


@irdl_attr_definition
class SizeType(ParametrizedAttribute, TypeAttribute):
    """One extent, or an error."""

    name = "shape.size"


@irdl_op_definition
class ConstSizeOp(PureOp):
    """A known extent."""

    name = "shape.const_size"
    value = prop_def(IntegerAttr[IndexType])
    result = result_def(SizeType())
    assembly_format = "$value attr-dict"


@irdl_op_definition
class IndexToSizeOp(PureOp):
    """An index as an extent."""

    name = "shape.index_to_size"
    arg = operand_def(INDEX)
    result = result_def(SizeType())
    assembly_format = "$arg attr-dict"


@irdl_op_definition
class SizeToIndexOp(PureOp):
    """An extent as an index."""

    name = "shape.size_to_index"
    arg = operand_def()
    result = result_def(INDEX)
    assembly_format = "$arg attr-dict `:` type($arg)"


class _Arithmetic(PureOp):
    """Two extents, or two shapes, combined."""

    lhs = operand_def()
    rhs = operand_def()
    result = result_def()
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"


@irdl_op_definition
class AddOp(_Arithmetic):
    """`lhs + rhs`"""

    name = "shape.add"


@irdl_op_definition
class MulOp(_Arithmetic):
    """`lhs * rhs`"""

    name = "shape.mul"


@irdl_op_definition
class DivOp(_Arithmetic):
    """`lhs / rhs`, rounded down."""

    name = "shape.div"


@irdl_op_definition
class MinOp(_Arithmetic):
    """The smaller of two extents."""

    name = "shape.min"


@irdl_op_definition
class MaxOp(_Arithmetic):
    """The greater of two extents."""

    name = "shape.max"

"""BladeDISC's shape constraint ops, which `tieshape-import-disc-shape` turns into `sdim`.

Only `tieshape-opt` reads them. The text is MLIR's generic form.
"""

from xdsl.dialects.builtin import (
    BoolAttr,
    IndexType,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
)
from xdsl.ir import Dialect
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import Pure

INDEX = IndexType()


@irdl_op_definition
class SymbolicDimOp(IRDLOperation):
    """A named size: its value, if it is known, and what is known of it otherwise."""

    name = "disc_shape.SymbolicDim"
    sym_name = prop_def(StringAttr)
    value = prop_def(IntegerAttr)
    known_non_negative = opt_prop_def(BoolAttr, prop_name="knownNonNegative")
    known_negative_one = opt_prop_def(BoolAttr, prop_name="knownNegativeOne")
    known_non_size_one = opt_prop_def(BoolAttr, prop_name="knownNonSizeOne")
    known_non_size_zero = opt_prop_def(BoolAttr, prop_name="knownNonSizeZero")


@irdl_op_definition
class DimOp(IRDLOperation):
    """The value of a named size."""

    name = "disc_shape.dim"
    symbol = prop_def(SymbolRefAttr, prop_name="name")
    result = result_def(INDEX)
    traits = traits_def(Pure())


@irdl_op_definition
class TieShapeOp(IRDLOperation):
    """The operand, which has these sizes."""

    name = "disc_shape.tie_shape"
    source = operand_def()
    dims = var_operand_def(INDEX)
    result = result_def()


@irdl_op_definition
class TieProductEqualOp(IRDLOperation):
    """The products of two lists of sizes are equal."""

    name = "disc_shape.tie_product_equal"
    lhs = var_operand_def(INDEX)
    rhs = var_operand_def(INDEX)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)


DISC_SHAPE = Dialect("disc_shape", [DimOp, SymbolicDimOp, TieProductEqualOp, TieShapeOp])

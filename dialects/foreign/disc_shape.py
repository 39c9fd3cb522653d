"""BladeDISC's shape constraint ops, which `tieshape-import-disc-shape` turns into `sdim`.

Only `tieshape-opt` reads them. The text is MLIR's generic form.
"""

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    BoolAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
)
from xdsl.ir import SSAValue
from xdsl.irdl import (
    IRDLOperation,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xdsl.utils.exceptions import VerifyException

from ..deferred import op_definition
from ..namespace import dialect_of
from ..pure import PureOp

INDEX = IndexType()


@op_definition
class SymbolicDimOp(IRDLOperation):
    """A named size: its value, if it is known, and what is known of it otherwise."""

    name = "disc_shape.SymbolicDim"
    sym_name = prop_def(StringAttr)
    value = prop_def(IntegerAttr)
    known_non_negative = opt_prop_def(BoolAttr, prop_name="knownNonNegative")
    known_negative_one = opt_prop_def(BoolAttr, prop_name="knownNegativeOne")
    known_non_size_one = opt_prop_def(BoolAttr, prop_name="knownNonSizeOne")
    known_non_size_zero = opt_prop_def(BoolAttr, prop_name="knownNonSizeZero")


@op_definition
class DimOp(PureOp):
    """The value of a named size."""

    name = "disc_shape.dim"
    symbol = prop_def(SymbolRefAttr, prop_name="name")
    result = result_def(INDEX)


@op_definition
class TieShapeOp(IRDLOperation):
    """The operand, which has these sizes."""

    name = "disc_shape.tie_shape"
    source = operand_def()
    dims = var_operand_def(INDEX)
    result = result_def()


@op_definition
class TieProductEqualOp(IRDLOperation):
    """The products of two lists of sizes are equal.

    The attribute that splits the operands has an old and a new spelling, and two forms.
    """

    name = "disc_shape.tie_product_equal"
    sizes = var_operand_def(INDEX)
    segments = opt_prop_def(prop_name="operandSegmentSizes")
    old_segments = opt_prop_def(prop_name="operand_segment_sizes")

    @property
    def lhs(self) -> Sequence[SSAValue]:
        return self.operands[: self.split()[0]]

    @property
    def rhs(self) -> Sequence[SSAValue]:
        return self.operands[self.split()[0] :]

    def split(self) -> tuple[int, ...]:
        """The numbers of operands on each side; empty where no attribute says them."""
        said = self.segments if self.segments is not None else self.old_segments
        if isinstance(said, DenseArrayBase | DenseIntOrFPElementsAttr):
            return tuple(int(size) for size in said.get_values())
        return ()

    def verify_(self) -> None:
        split = self.split()
        if len(split) != 2 or sum(split) != len(self.operands):
            raise VerifyException(
                f"operandSegmentSizes is {list(split)}, two numbers that add up to "
                f"{len(self.operands)} are needed"
            )


DISC_SHAPE = dialect_of("disc_shape", globals())

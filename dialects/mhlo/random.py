"""Random numbers. Semantics: the StableHLO specification, whose clauses the verifiers cite."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr
from xdsl.irdl import IRDLOperation, operand_def, prop_def, result_def

from ..deferred import op_definition
from ..pure import PureOp
from ..types import FLOAT, INTEGER, PRED, rank_of, shape_of
from .checks import (
    check_rank,
    check_same_element,
    check_same_type,
    check_shape_operand,
    check_static,
    check_tensor,
    check_values,
)
from .enums import RngAlgorithmAttr, RngDistribution, RngDistributionAttr


@op_definition
class RngOp(IRDLOperation):
    """Random numbers: uniform between `a` and `b`, or normal of mean `a` and deviation `b`."""

    name = "mhlo.rng"

    a = operand_def()
    b = operand_def()
    shape = operand_def()
    rng_distribution = prop_def(RngDistributionAttr)
    result = result_def()

    def verify_(self) -> None:
        normal = self.rng_distribution.data is RngDistribution.NORMAL
        kinds = FLOAT if normal else PRED | INTEGER | FLOAT  # C2
        result = check_tensor(self, "the result", self.result.type, kinds)
        for index, value in enumerate((self.a, self.b)):
            type_ = check_tensor(self, f"operand {index}", value.type, kinds)
            check_rank(self, f"operand {index}", type_, 0)
            check_same_element(self, f"operand {index}", type_, "the result", result, "C1")
        shape = shape_of(result)
        rank = rank_of(shape)
        check_shape_operand(self, "operand 2", self.shape.type, rank, "C3")


@op_definition
class RngBitGeneratorOp(PureOp):
    """Random bits, and the generator's next state."""

    name = "mhlo.rng_bit_generator"

    rng_algorithm = prop_def(RngAlgorithmAttr)
    initial_state = operand_def()
    output_state = result_def()
    output = result_def()

    def verify_(self) -> None:
        state, new_state, output = check_values(self, INTEGER | FLOAT)
        check_same_type(self, "operand 0", state, "result 0", new_state, "C1")
        check_static(self, "result 1", output)


@op_definition
class DynamicRngBitGeneratorOp(PureOp):
    """Random bits of the shape that an operand tells, and the generator's next state.

    mhlo has no such op; it is StableHLO's custom call `@stablehlo.dynamic_rng_bit_generator`.
    """

    name = "mhlo.dynamic_rng_bit_generator"

    rng_algorithm = prop_def(RngAlgorithmAttr)
    initial_state = operand_def()
    output_shape = operand_def()
    output_state = result_def()
    output = result_def()

    def verify_(self) -> None:
        state = check_tensor(self, "operand 0", self.initial_state.type, INTEGER | FLOAT)
        new_state = check_tensor(self, "result 0", self.output_state.type, INTEGER | FLOAT)
        check_same_type(self, "operand 0", state, "result 0", new_state, "C1")
        output = check_tensor(self, "result 1", self.output.type, INTEGER | FLOAT)
        check_shape_operand(
            self, "operand 1", self.output_shape.type, rank_of(shape_of(output)), "C3"
        )


@op_definition
class XlaRngGetAndUpdateStateOp(IRDLOperation):
    """The state of the global generator, which moves on by `delta`."""

    name = "mhlo.xla.rng_get_and_update_state"

    delta = prop_def(IntegerAttr)
    result = result_def()

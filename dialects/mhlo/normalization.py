"""Batch normalisation. Semantics: the StableHLO specification, whose clauses the verifiers cite."""

from __future__ import annotations

from abc import ABC

from xdsl.dialects.builtin import FloatAttr, IntegerAttr
from xdsl.ir import Operation
from xdsl.irdl import operand_def, prop_def, result_def

from ..deferred import op_definition
from ..pure import PureOp
from ..types import FLOAT, rank_of, shape_of
from .checks import (
    check_dimension,
    check_same_element,
    check_same_shape,
    check_sizes_equal,
    check_tensor,
)


def verify_features(op: Operation, feature_index: int) -> None:
    """All tensors hold floats of one type; the 1-D ones have an element per feature."""
    operand = check_tensor(op, "operand 0", op.operands[0].type, FLOAT)
    shape = shape_of(operand)
    check_dimension(op, "feature_index", feature_index, rank_of(shape), "C1")
    values = [(f"operand {i}", value.type) for i, value in enumerate(op.operands)]
    values += [(f"result {i}", value.type) for i, value in enumerate(op.results)]
    for what, type_ in values[1:]:
        tensor = check_tensor(op, what, type_, FLOAT)
        check_same_element(op, what, tensor, "operand 0", operand, "C2")
        sizes = shape_of(tensor)
        if sizes is None or shape is None:
            continue
        if len(sizes) == 1 and len(shape) != 1:
            features = f"operand 0 in dimension {feature_index}"
            check_sizes_equal(
                op, f"the size of {what}", sizes[0], features, shape[feature_index], "C3"
            )
        else:
            check_same_shape(op, what, tensor, "operand 0", operand, "C4")


class _BatchNormOp(PureOp, ABC):
    """A normalisation of the features, which are the dimension `feature_index`."""

    epsilon = prop_def(FloatAttr)
    feature_index = prop_def(IntegerAttr)

    def verify_(self) -> None:
        verify_features(self, self.feature_index.value.data)


@op_definition
class BatchNormInferenceOp(_BatchNormOp):
    """`(operand - mean) / sqrt(variance + epsilon) * scale + offset`, per feature."""

    name = "mhlo.batch_norm_inference"

    operand = operand_def()
    scale = operand_def()
    offset = operand_def()
    mean = operand_def()
    variance = operand_def()
    result = result_def()


@op_definition
class BatchNormTrainingOp(_BatchNormOp):
    """Batch normalisation with the mean and variance of the operand itself, which are results
    too."""

    name = "mhlo.batch_norm_training"

    operand = operand_def()
    scale = operand_def()
    offset = operand_def()
    output = result_def()
    batch_mean = result_def()
    batch_var = result_def()


@op_definition
class BatchNormGradOp(_BatchNormOp):
    """The gradients of `batch_norm_training` for operand, scale and offset."""

    name = "mhlo.batch_norm_grad"

    operand = operand_def()
    scale = operand_def()
    mean = operand_def()
    variance = operand_def()
    grad_output = operand_def()
    grad_operand = result_def()
    grad_scale = result_def()
    grad_offset = result_def()

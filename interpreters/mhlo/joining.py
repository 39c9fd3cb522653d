"""mhlo.concatenate on arrays."""

import numpy as np

from ...dialects import mhlo
from ..arrays import Array
from ..kernels import table, tensor_op


def _concatenate(op: mhlo.ConcatenateOp, *operands: Array) -> Array:
    return np.concatenate(operands, axis=op.dimension.value.data)


KERNELS = table(
    tensor_op(mhlo.ConcatenateOp, _concatenate),
)

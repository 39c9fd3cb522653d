"""Kernels of convolutions in the order in which sums of some features read them.

With features last the weights of some features are far apart, and where there is a power of two of
features few of them fit the caches at a time.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import BytesAttr, DenseIntOrFPElementsAttr, TensorType
from xdsl.ir import SSAValue

from ....analysis.index_maps import ONE, ZERO
from ....dialects import mhlo
from ....dialects.types import bit_width, element_type_of, is_dense
from ....symbolic import Expr, as_expr
from ..kernels.values import is_splat
from ..temporaries import Temporaries
from ..windows import AffineOp

LANES = 16
"""The features of a vector."""


def panels_of(made: Temporaries, rhs: SSAValue, of_group: Expr, width: int) -> SSAValue:
    """`[panel, window.., channel, feature of the panel]` of `rhs [window.., channel, feature]`,
    with `width` features in a panel; `rhs` as it is where a group is not some such panels.
    """
    known = of_group.constant_value
    if not known or known % width or known == width or bit_width(element_type_of(rhs)) != 32:
        return rhs
    *outer, features = made.writer.shape(rhs)
    constant = made.writer.outer(rhs)
    if (elements := constant_elements(constant)) is not None:
        parts = elements.reshape(*elements.shape[:-1], -1, width)
        return constant_like(constant, np.moveaxis(parts, -2, 0))
    rank = len(outer) + 1
    terms: list[Sequence[tuple[int, Expr]]] = [[(axis + 1, ONE)] for axis in range(rank - 1)]
    terms.append([(0, as_expr(width)), (rank, ONE)])
    shape = (features // width, *outer, as_expr(width))
    return made.single(AffineOp(rhs, rank + 1, terms, [ZERO] * rank), shape)


def constant_elements(value: SSAValue) -> NDArray[np.uint32] | None:
    """What `value` is, as words, where it is a constant of elements of 32 bits that differ."""
    dense = _dense(value)
    if dense is None or bit_width(dense.get_element_type()) != 32:
        return None
    return np.frombuffer(dense.data.data, np.dtype("<u4")).reshape(dense.get_shape())


def constant_like(value: SSAValue, elements: NDArray[np.uint32]) -> SSAValue:
    """A constant with the element type of `value`, which is one; elements: as words."""
    dense = _dense(value)
    assert dense is not None
    type_ = TensorType(dense.get_element_type(), elements.shape)
    data = BytesAttr(np.ascontiguousarray(elements).tobytes())
    return mhlo.ConstantOp(DenseIntOrFPElementsAttr(type_, data)).output


def _dense(value: SSAValue) -> DenseIntOrFPElementsAttr | None:
    constant = value.owner
    if not isinstance(constant, mhlo.ConstantOp) or is_splat(constant):
        return None
    return constant.value if is_dense(constant.value) else None

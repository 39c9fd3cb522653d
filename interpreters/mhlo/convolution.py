"""mhlo convolutions in full generality: strides, padding, dilations, reversal, both group
counts."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...dialects import mhlo
from ..arrays import Array
from ..kernels import table, tensor_op
from .attributes import integers, paddings
from .result_types import element_dtype
from .window_views import Window


def convolution(
    lhs: Array, rhs: Array, window: Window, feature_groups: int, batch_groups: int
) -> Array:
    """lhs [batch, spatial…, in] with rhs [spatial…, in per group, out] to [batch, spatial…, out].

    `window` moves over the spatial dimensions only. The result has the element type of `lhs`.
    """
    spatial = lhs.ndim - 2
    over_all = Window(
        (1, *window.sizes, 1),
        (1, *window.strides, 1),
        (1, *window.base_dilations, 1),
        (1, *window.window_dilations, 1),
        ((0, 0), *window.padding, (0, 0)),
    )
    zero = np.zeros((), dtype=lhs.dtype)
    views: Array = over_all.views(lhs, zero)
    # [batch, spatial…, in, 1, window…, 1] without the two unit dimensions
    views = views.reshape(views.shape[: spatial + 2] + tuple(window.sizes))
    groups = max(feature_groups, batch_groups)
    if batch_groups > 1:
        grouped = views.reshape(groups, views.shape[0] // groups, *views.shape[1:])
        grouped = np.moveaxis(grouped, 0, spatial + 1)
    else:
        channels = views.shape[spatial + 1] // groups
        grouped = views.reshape(
            *views.shape[: spatial + 1], groups, channels, *views.shape[spatial + 2 :]
        )
    return _multiply(grouped, rhs, spatial, groups)


def _multiply(views: Array, rhs: Array, spatial: int, groups: int) -> Array:
    """views [batch, spatial…, group, in, window…] by rhs [window…, in, group * out]."""
    positions = views.shape[: spatial + 1]
    count = int(np.prod(positions, dtype=np.int64))
    depth = int(np.prod(views.shape[spatial + 2 :], dtype=np.int64))
    features = rhs.shape[-1] // groups
    left = np.moveaxis(views, spatial + 1, 0).reshape(groups, count, depth)
    kernel = rhs.reshape(*rhs.shape[:-1], groups, features)
    order = (spatial + 1, spatial, *range(spatial), spatial + 2)
    right = kernel.transpose(order).reshape(groups, depth, features)
    product = np.moveaxis(np.matmul(left, right), 0, 1)
    return product.reshape((*positions, groups * features))


def _convolve(
    op: mhlo.ConvolutionOp | mhlo.DynamicConvOp,
    lhs: Array,
    rhs: Array,
    padding: Sequence[tuple[int, int]],
) -> Array:
    numbers = op.dimension_numbers.data
    dtype: np.dtype[Any] = element_dtype(op.results[0].type)
    wide = np.dtype(np.float32) if dtype == np.float16 else dtype
    spatial = len(numbers.input_spatial_dimensions)
    data = lhs.transpose(
        numbers.input_batch_dimension,
        *numbers.input_spatial_dimensions,
        numbers.input_feature_dimension,
    ).astype(wide, copy=False)
    kernel = rhs.transpose(
        *numbers.kernel_spatial_dimensions,
        numbers.kernel_input_feature_dimension,
        numbers.kernel_output_feature_dimension,
    ).astype(wide, copy=False)
    reversal = integers(op.window_reversal, [0] * spatial)
    kernel = np.flip(kernel, tuple(axis for axis, flips in enumerate(reversal) if flips))
    ones = [1] * spatial
    window = Window(
        kernel.shape[:spatial],
        integers(op.window_strides, ones),
        integers(op.lhs_dilation, ones),
        integers(op.rhs_dilation, ones),
        padding,
    )
    groups = op.feature_group_count.value.data, op.batch_group_count.value.data
    _check_groups(data, kernel, *groups)
    result = convolution(data, kernel, window, *groups)
    places = (
        numbers.output_batch_dimension,
        *numbers.output_spatial_dimensions,
        numbers.output_feature_dimension,
    )
    return np.moveaxis(result, range(result.ndim), places).astype(dtype, copy=False)


def _check_groups(data: Array, kernel: Array, feature_groups: int, batch_groups: int) -> None:
    """Raises ValueError where groups do not divide what they are of; dimensions as `convolution`
    has them.
    """
    if data.shape[-1] != kernel.shape[-2] * feature_groups:
        raise ValueError(
            f"lhs has {data.shape[-1]} features, rhs takes {kernel.shape[-2]} in each of "
            f"{feature_groups} groups"
        )
    for groups, count, what in (
        (batch_groups, data.shape[0], "images"),
        (max(batch_groups, feature_groups), kernel.shape[-1], "features"),
    ):
        if count % groups:
            raise ValueError(f"{count} {what} do not divide into {groups} groups")


def _convolution_op(op: mhlo.ConvolutionOp, lhs: Array, rhs: Array) -> Array:
    spatial = len(op.dimension_numbers.data.input_spatial_dimensions)
    return _convolve(op, lhs, rhs, paddings(op.padding, spatial))


def _dynamic_conv(op: mhlo.DynamicConvOp, lhs: Array, rhs: Array, padding: Array) -> Array:
    pairs = [(int(low), int(high)) for low, high in padding.reshape(-1, 2)]
    return _convolve(op, lhs, rhs, pairs)


KERNELS = table(
    tensor_op(mhlo.ConvolutionOp, _convolution_op),
    tensor_op(mhlo.DynamicConvOp, _dynamic_conv),
)

"""Operators of onnxruntime's own set, `com.microsoft`: what its optimizer and its quantizer make.

Their meaning is in onnxruntime's ContribOperators.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from xdsl.dialects.builtin import f32, i32
from xdsl.ir import SSAValue

from ...dialects import tf
from .activations import NODES as ACTIVATIONS
from .activations import gelu
from .builder import GraphBuilder, axis_in
from .contraction import gemm
from .convolution import conv
from .elementwise import cast, same
from .nodes import NodeCall, NodeRefused, NodeTable, NodeTranslation
from .normalization import layer_normalization
from .onnxruntime_attention import NODES as ATTENTION
from .onnxruntime_embedding import NODES as EMBEDDING
from .onnxruntime_grouped import NODES as GROUPED
from .products import integer_product, turned
from .quantization import dynamic_quantize, packed_product, saturated
from .shapes import trilu


def _biased(n: NodeCall, b: GraphBuilder) -> SSAValue:
    return n[0] if n.get(1) is None else b.op(tf.AddV2Op, n[0], n[1])


def bias_gelu(n: NodeCall, b: GraphBuilder) -> SSAValue:
    return gelu(n.of(_biased(n, b)), b)


def fast_gelu(n: NodeCall, b: GraphBuilder) -> SSAValue:
    return gelu(n.of(_biased(n, b), approximate="tanh"), b)


def quick_gelu(n: NodeCall, b: GraphBuilder) -> SSAValue:
    bent = b.op(tf.SigmoidOp, b.op(tf.MulOp, n[0], n.float("alpha", 1.702)))
    return b.op(tf.MulOp, n[0], bent)


def fused_matmul(n: NodeCall, b: GraphBuilder) -> SSAValue:
    if n.flag("transBatchA") or n.flag("transBatchB"):
        raise NodeRefused("transposed batches are not supported")
    left, right = n.flag("transA"), n.flag("transB")
    found = b.op(tf.BatchMatMulV2Op, n[0], n[1], adj_x=left, adj_y=right)
    alpha = n.float("alpha", 1.0)
    return found if alpha == 1 else b.op(tf.MulOp, found, alpha)


def _skip_sum(n: NodeCall, b: GraphBuilder, bias: SSAValue | None) -> SSAValue:
    total = b.op(tf.AddV2Op, n[0], n[1])
    return total if bias is None else b.op(tf.AddV2Op, total, bias)


def skip_layer_normalization(n: NodeCall, b: GraphBuilder) -> Sequence[SSAValue]:
    """The normalization of a sum, and the sum."""
    total = _skip_sum(n, b, n.get(4))
    epsilon = n.float("epsilon", 1e-12)
    return [*layer_normalization(n.of(total, n[2], n.get(3), epsilon=epsilon), b), total]


def skip_rms_normalization(n: NodeCall, b: GraphBuilder) -> Sequence[SSAValue | None]:
    """The same without a mean."""
    total = _skip_sum(n, b, n.get(3))
    found, root = rms_normalization(n.of(total, n[2], epsilon=n.float("epsilon", 1e-6)), b)
    return [found, None, root, total]


def rms_normalization(n: NodeCall, b: GraphBuilder) -> Sequence[SSAValue]:
    """Over the dimensions from `axis` on, without a mean; onnxruntime has it among ONNX's own."""
    value = n[0]
    axes = list(range(axis_in(n.int("axis", -1), b.rank(value)), b.rank(value)))
    square = b.op(tf.MeanOp, b.op(tf.MulOp, value, value), axes, keep_dims=True)
    root = b.op(tf.RsqrtOp, b.op(tf.AddV2Op, square, n.float("epsilon", 1e-5)))
    return [b.op(tf.MulOp, b.op(tf.MulOp, value, root), n[1]), root]


def activated(n: NodeCall, b: GraphBuilder, value: SSAValue, given: Sequence[float]) -> SSAValue:
    """What the attribute `activation` names, of `value`, with the attributes that are `given`."""
    name = n.text("activation", "")
    if not name:
        return value
    named = {"LeakyRelu": ("alpha",), "HardSigmoid": ("alpha", "beta")}.get(name, ())
    translation = {**ACTIVATIONS, "Tanh": same(tf.TanhOp)}.get(name)
    if translation is None or len(given) > len(named):
        raise NodeRefused(f"the activation {name} is not supported")
    plain = replace(n.node, attributes=dict(zip(named, given, strict=False)))
    found = translation(replace(n, node=plain, operands=(value,)), b)
    assert isinstance(found, SSAValue)
    return found


def fused_conv(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """A convolution, a fourth operand added, and an activation."""
    found = conv(n.of(n[0], n[1], n.get(2)), b)
    if (more := n.get(3)) is not None:
        found = b.op(tf.AddV2Op, found, more)
    return activated(n, b, found, n.floats("activation_params") or ())


def fused_gemm(n: NodeCall, b: GraphBuilder) -> SSAValue:
    names = ("activation_alpha", "activation_beta")
    given = [n.float(name) for name in names if n.find(name) is not None]
    return activated(n, b, gemm(n, b), given)


def _number(n: NodeCall, b: GraphBuilder, place: int) -> SSAValue:
    """The f32 that the quantized operand `place` is; its scale and its zero point follow."""
    return _dequantized(b, n[place], n[place + 1], n.get(place + 2))


def _dequantized(
    b: GraphBuilder, value: SSAValue, scale: SSAValue, zero: SSAValue | None
) -> SSAValue:
    return b.op(tf.MulOp, cast(b, _less_zero(b, value, zero), f32), _scalar(b, scale))


def _scalar(b: GraphBuilder, value: SSAValue) -> SSAValue:
    """One number for all as a scalar; one for each column stays."""
    return b.op(tf.ReshapeOp, value, []) if b.static_sizes(value) == (1,) else value


def _quantized(
    b: GraphBuilder,
    value: SSAValue,
    scale: SSAValue,
    zero: SSAValue | None,
    like: SSAValue,
    *,
    rounds_last: bool = False,
) -> SSAValue:
    """rounds_last: whether halves are even with the zero point, not without it"""
    found = b.op(tf.RealDivOp, value, _scalar(b, scale))
    if not rounds_last:
        found = b.op(tf.RoundOp, found)
    if zero is not None:
        found = b.op(tf.AddV2Op, found, cast(b, _scalar(b, zero), f32))
    if rounds_last:
        found = b.op(tf.RoundOp, found)
    return saturated(b, found, b.element(like if zero is None else zero))


def quantized_binary(kind: type[tf.AddV2Op] | type[tf.MulOp]) -> NodeTranslation:
    def translate(n: NodeCall, b: GraphBuilder) -> SSAValue:
        found = b.op(kind, _number(n, b, 0), _number(n, b, 3))
        return _quantized(b, found, n[6], n.get(7), n[0], rounds_last=True)

    return translate


def quantized_unary(of_floats: NodeTranslation) -> NodeTranslation:
    def translate(n: NodeCall, b: GraphBuilder) -> SSAValue:
        found = of_floats(n.of(_number(n, b, 0)), b)
        assert isinstance(found, SSAValue)
        return _quantized(b, found, n[3], n.get(4), n[0])

    return translate


def _leaky(n: NodeCall, b: GraphBuilder) -> SSAValue:
    return b.op(tf.LeakyReluOp, n[0], alpha=n.float("alpha", 0.01))


def _mean_of_places(n: NodeCall, b: GraphBuilder) -> SSAValue:
    rank = b.rank(n[0])
    axes = list(range(1, rank - 1) if n.flag("channels_last") else range(2, rank))
    return b.op(tf.MeanOp, n[0], axes, keep_dims=True)


def quantized_concat(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """The scale and the zero point of the result come first."""
    parts = [_number(n, b, place) for place in range(2, len(n.operands), 3)]
    axis = axis_in(n.int("axis"), b.rank(parts[0]))
    whole = parts[0] if len(parts) == 1 else b.op(tf.ConcatV2Op, *parts, b.integer(axis))
    return _quantized(b, whole, n[0], n[1], n[2])


def quantized_gemm(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """In i32 with the bias, whose scale is that of the product; in f32 if no scale is given."""
    a, c = (
        turned(b, n[place]) if n.flag(flag) else n[place]
        for place, flag in ((0, "transA"), (3, "transB"))
    )
    total = integer_product(b, a, n.get(2), c, n.get(5))
    if (bias := n.get(6)) is not None:
        total = b.op(tf.AddV2Op, total, bias)
    scale = b.op(tf.MulOp, _scalar(b, n[1]), _scalar(b, n[4]))
    found = b.op(tf.MulOp, b.op(tf.MulOp, cast(b, total, f32), scale), n.float("alpha", 1.0))
    return found if n.get(7) is None else _quantized(b, found, n[7], n.get(8), n[0])


def _less_zero(b: GraphBuilder, value: SSAValue, zero: SSAValue | None) -> SSAValue:
    whole = cast(b, value, i32)
    return whole if zero is None else b.op(tf.SubOp, whole, cast(b, _scalar(b, zero), i32))


def scaled_product(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """The product of quantized matrices as f32: both, their scales, their zero points, a bias."""
    total = cast(b, integer_product(b, n[0], n.get(4), n[1], n.get(5)), f32)
    found = b.op(tf.MulOp, total, b.op(tf.MulOp, _scalar(b, n[2]), _scalar(b, n[3])))
    return found if n.get(6) is None else b.op(tf.AddV2Op, found, n[6])


def dynamic_product(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """The left side is quantized by its range."""
    value, scale, zero = dynamic_quantize(n.of(n[0]), b)
    return scaled_product(n.of(value, n[1], scale, n[2], zero, n.get(3), n.get(4)), b)


NODES: NodeTable = {
    **ATTENTION,
    **EMBEDDING,
    **GROUPED,
    "BiasGelu": bias_gelu,
    "DynamicQuantizeMatMul": dynamic_product,
    "FastGelu": fast_gelu,
    "FusedConv": fused_conv,
    "FusedGemm": fused_gemm,
    "FusedMatMul": fused_matmul,
    "Gelu": gelu,
    "Inverse": lambda n, b: b.op(tf.MatrixInverseOp, n[0]),
    "MatMulIntegerToFloat": scaled_product,
    "MatMulNBits": packed_product,
    "QGemm": quantized_gemm,
    "QLinearAdd": quantized_binary(tf.AddV2Op),
    "QLinearConcat": quantized_concat,
    "QLinearGlobalAveragePool": quantized_unary(_mean_of_places),
    "QLinearLeakyRelu": quantized_unary(_leaky),
    "QLinearMul": quantized_binary(tf.MulOp),
    "QLinearSigmoid": quantized_unary(lambda n, b: b.op(tf.SigmoidOp, n[0])),
    "QuickGelu": quick_gelu,
    "SkipLayerNormalization": skip_layer_normalization,
    "SkipSimplifiedLayerNormalization": skip_rms_normalization,
    "Trilu": trilu,
}

AMONG_ONNX: NodeTable = {"SimplifiedLayerNormalization": rms_normalization}
"""What onnxruntime has in ONNX's own set, which does not have it."""

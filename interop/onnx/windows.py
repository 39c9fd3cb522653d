"""What convolutions and poolings share: how windows are padded and move, and folds over them.

Layout is ONNX's, `[batch, channel, …]`, which mhlo takes as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from xdsl.dialects.builtin import UnrankedTensorType, i1
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo.dense import dense_i64, dense_pairs
from ...dialects.types import is_integer
from .builder import GraphBuilder
from .element_types import dtype_of_element
from .nodes import NodeCall, NodeRefused
from .shapes import pack, size_of

Pads = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class WindowMoves:
    """How windows of sizes `kernel` move over the spatial dimensions of `value`.

    kernel: none where the windows are as large as a filter of which only the run tells the sizes
    """

    value: SSAValue
    kernel: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    pads: Pads

    @property
    def reach(self) -> tuple[int, ...]:
        """The size of a window with its gaps."""
        return tuple(
            (size - 1) * gap + 1 for size, gap in zip(self.kernel, self.dilations, strict=True)
        )


def moves(
    n: NodeCall,
    b: GraphBuilder,
    kernel: Sequence[int] | None,
    filling: float,
    spatial: int | None = None,
) -> WindowMoves:
    """The windows that the attributes of `n` describe, over its operand 0.

    kernel: the sizes of the windows; None where they are not known
    spatial: the number of the dimensions, if that is not the number of sizes

    Where SAME padding depends on sizes of the run, the operand is padded with `filling` first.
    """
    spatial, kernel = len(kernel or ()) if spatial is None else spatial, tuple(kernel or ())
    strides = _each(n, "strides", spatial)
    dilations = _each(n, "dilations", spatial)
    auto = n.text("auto_pad", "NOTSET")
    first = WindowMoves(n[0], kernel, strides, dilations, [(0, 0)] * spatial)
    if auto == "VALID":
        return first
    if auto in ("SAME_UPPER", "SAME_LOWER"):
        if len(kernel) < spatial:
            raise NodeRefused("SAME padding needs a filter whose sizes are known")
        return _same(b, first, auto == "SAME_UPPER", filling)
    if auto != "NOTSET":
        raise NodeRefused(f"auto_pad {auto} is not known")
    given = n.ints("pads") or (0,) * (2 * spatial)
    if len(given) != 2 * spatial:
        raise NodeRefused(f"pads has {len(given)} entries, {2 * spatial} are needed")
    pads = list(zip(given[:spatial], given[spatial:], strict=True))
    return WindowMoves(n[0], kernel, strides, dilations, pads)


def demand_room(n: NodeCall, b: GraphBuilder, m: WindowMoves) -> None:
    """Refuses an input in which no window of known sizes fits, as PyTorch and onnxruntime do."""
    for axis, (pair, reach) in enumerate(zip(m.pads, m.reach if m.kernel else (), strict=False), 2):
        least, size = reach - sum(pair), b.static(m.value, axis)
        words = f"dimension {axis} must have {least} elements or more, as a window has {reach}"
        if size is not None and size < least:
            raise NodeRefused(f"{words}; it has {size}")
        if size is None and least > 1:
            enough = b.op(tf.GreaterEqualOp, size_of(b, m.value, axis), least, element=i1)
            b.check(enough, f"{n.node.op_type}: {words}")


def _each(n: NodeCall, name: str, spatial: int) -> tuple[int, ...]:
    found = n.ints(name) or (1,) * spatial
    if len(found) != spatial or min(found, default=1) < 1:
        raise NodeRefused(f"{name} is {list(found)}, {spatial} positive numbers are needed")
    return found


def _same(b: GraphBuilder, m: WindowMoves, upper: bool, filling: float) -> WindowMoves:
    """As many windows as the size over the stride, rounded up; an odd pad is on the upper side."""
    pads, late = list[tuple[int, int]](), False
    for axis, (stride, reach) in enumerate(zip(m.strides, m.reach, strict=True), 2):
        size = b.static(m.value, axis)
        if stride == 1:
            total = reach - 1
        elif size is not None:
            total = max((-(-size // stride) - 1) * stride + reach - size, 0)
        else:
            total, late = 0, True
        pads.append(_halves(total, upper))
    if not late:
        return WindowMoves(m.value, m.kernel, m.strides, m.dilations, pads)
    padded = _padded_same(b, m, upper, filling)
    return WindowMoves(padded, m.kernel, m.strides, m.dilations, [(0, 0)] * len(pads))


def _halves(total: int, upper: bool) -> tuple[int, int]:
    half = total // 2
    return (half, total - half) if upper else (total - half, half)


def _padded_same(b: GraphBuilder, m: WindowMoves, upper: bool, filling: float) -> SSAValue:
    table: list[SSAValue | int] = [0, 0, 0, 0]
    for axis, (stride, reach) in enumerate(zip(m.strides, m.reach, strict=True), 2):
        size = size_of(b, m.value, axis)
        count = b.op(tf.FloorDivOp, b.op(tf.AddV2Op, size, stride - 1), stride)
        covered = b.op(tf.AddV2Op, b.op(tf.MulOp, b.op(tf.SubOp, count, 1), stride), reach)
        total = b.op(tf.MaximumOp, b.op(tf.SubOp, covered, size), 0)
        half = b.op(tf.FloorDivOp, total, 2)
        pair = [half, b.op(tf.SubOp, total, half)]
        table += pair if upper else pair[::-1]
    paddings = b.op(tf.ReshapeOp, pack(b, table), [len(table) // 2, 2])
    return b.op(tf.PadV2Op, m.value, paddings, b.like(filling, m.value))


FOLDS: dict[str, type[Operation]] = {
    "sum": mhlo.AddOp,
    "max": mhlo.MaximumOp,
    "min": mhlo.MinimumOp,
}


def start_of(fold: str, element: Attribute) -> float:
    """The value that changes nothing."""
    if fold == "sum":
        return 0
    if is_integer(element):
        import numpy as np

        limits = np.iinfo(dtype_of_element(element))
        return int(limits.min if fold == "max" else limits.max)
    return -inf if fold == "max" else inf


def windows(
    b: GraphBuilder,
    value: SSAValue,
    fold: str,
    sizes: Sequence[int],
    strides: Sequence[int] | None = None,
    dilations: Sequence[int] | None = None,
    pads: Pads | None = None,
) -> SSAValue:
    """Folds the elements of each window; all lists have an entry for each dimension of `value`."""
    element = b.element(value)
    ones = (1,) * len(sizes)
    scalar = b.like(0, value).type
    block = Block(arg_types=[scalar, scalar])
    folded = FOLDS[fold].create(operands=list(block.args), result_types=[scalar])
    block.add_ops([folded, mhlo.ReturnOp.create(operands=folded.results)])
    made = mhlo.ReduceWindowOp.create(
        operands=[value, b.number(start_of(fold, element), element)],
        result_types=[UnrankedTensorType(element)],
        properties={
            "window_dimensions": dense_i64(sizes),
            "window_strides": dense_i64(strides or ones),
            "window_dilations": dense_i64(dilations or ones),
            "padding": dense_pairs(list(pads or [(0, 0)] * len(sizes))),
        },
        regions=[Region(block)],
    )
    return b.insert(made)[0]

"""`mhlo.topk` as a stable sort of the elements and their places, of which the first are kept."""

from __future__ import annotations

from xdsl.dialects.builtin import BoolAttr, IntegerAttr, i64

from ....analysis.index_maps import ONE, ZERO
from ....dialects import mhlo
from ....dialects.types import element_type_of
from ....materialize.comparators import by_total_order
from ....symbolic import as_expr, le
from ..temporaries import Temporaries
from ..windows import AffineOp, tensor_like
from .sort import sort


def top_k(made: Temporaries, op: mhlo.TopkOp) -> None:
    """Raises NotNative where the interpreter must run it."""
    writer, shape, k = made.writer, made.writer.shape(op.operand), as_expr(op.k.value.data)
    *rows, length = shape
    writer.require(le(k, length))
    axis = IntegerAttr(len(rows), i64)
    places = mhlo.IotaOp.create(
        result_types=[tensor_like(op.indices, len(shape))], properties={"iota_dimension": axis}
    )
    values = (op.operand, made.single(places, shape))
    upwards = op.largest is not None and not op.largest.value.data
    ordered = mhlo.SortOp.create(
        operands=values,
        result_types=[tensor_like(value, len(shape)) for value in values],
        properties={"dimension": axis, "is_stable": BoolAttr.from_bool(True)},
        regions=[
            by_total_order("LT" if upwards else "GT", [element_type_of(value) for value in values])
        ],
    )
    made.keep(ordered, shape)
    sort(made, ordered, op.k.value.data)
    kept = [
        AffineOp(x, len(shape), [[(d, ONE)] for d in range(len(shape))], [ZERO] * len(shape))
        for x in ordered.outputs
    ]
    for part in kept:
        made.keep(part, (*rows, k))
    made.group(op, kept, [part.result for part in kept])

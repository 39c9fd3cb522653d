"""Vectors of every second element: two vectors of neighbours, and one of elements of both.

The second one begins at the last element of the first, so that nothing is read after the last
element that is wanted.
"""

from __future__ import annotations

from xdsl.dialects import arith, vector
from xdsl.dialects.builtin import DenseArrayBase, VectorType, i1, i64
from xdsl.ir import Attribute, Operation, SSAValue

from ..fusions_to_loops.builder import INDEX, LoopBuilder


def every_second(
    builder: LoopBuilder,
    buffer: SSAValue,
    at: SSAValue,
    type_: VectorType[Attribute],
    count: SSAValue | None,
    others: SSAValue | None,
) -> SSAValue:
    """The elements at `at`, `at + 2`, and so on.

    count: how many there are, if fewer than lanes; then the other lanes have `others`
    """
    (width,) = type_.get_shape()
    later = builder.pure(arith.AddiOp, (at, builder.constant(width - 1)), INDEX)
    halves = list[SSAValue]()
    for place, before in ((at, 1), (later, width)):
        load: Operation = vector.LoadOp.create(operands=[buffer, place], result_types=[type_])
        if count is not None and others is not None:
            span = builder.pure(arith.MuliOp, (count, builder.constant(2)), INDEX)
            span = builder.pure(arith.SubiOp, (span, builder.constant(before)), INDEX)
            mask = builder.pure(vector.CreateMaskOp, (span,), VectorType(i1, [width]))
            load = vector.MaskedLoadOp.create(
                operands=[buffer, place, mask, others], result_types=[type_]
            )
        halves.append(builder.here(load).results[0])
    lanes = [2 * lane + (2 * lane >= width) for lane in range(width)]
    op = vector.ShuffleOp.create(
        operands=halves,
        properties={"mask": DenseArrayBase.from_list(i64, lanes)},
        result_types=[type_],
    )
    return builder.here(op).results[0]

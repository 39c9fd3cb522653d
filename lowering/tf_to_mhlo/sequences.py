"""tf ops on sequences of labels: CTC losses and decoding, edit distances."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from xdsl.dialects.builtin import TensorType, f32, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.types import element_type_of, tensor_type
from ...rules.tf.sizes import larger
from ...symbolic import Expr, as_expr
from ...symbolic.shapes import product
from .beams import Beam
from .builder import Builder, LoweringTable
from .ctc import ctc_loss
from .elementwise import Results
from .formulas import Elements, where
from .gathering import take, take_flat
from .index_rows import as_rows, column_of
from .indices import iota
from .iteration import count_up
from .label_rows import NOWHERE, LabelRows, spread_rows
from .padding import pad_to
from .patches import spread
from .reducers import reduce
from .sorting import count_of, first_entries, flat, places_of, scan, shifted
from .value_checks import check_rows, check_true


def best_classes(op: tf.CTCGreedyDecoderOp, b: Builder) -> Results:
    """The first of the best classes at each step, those that count one after the other."""
    scores, lengths = map(b.operand, op.operands)
    time, rows, classes = b.shape(scores)
    vector = b.ranked(element_type_of(scores), [rows, classes, time])
    value = Elements(b, b.transpose(scores, [1, 2, 0], vector))
    best = reduce(b, value.value, mhlo.MaximumOp, -inf, [1])
    is_best = value.equals(Elements(b, b.broadcast(best, vector, [0, 2])))
    index = Elements(b, iota(b, b.like(value.value, i64), 1))
    label = Elements(
        b, reduce(b, where(is_best, index, NOWHERE).value, mhlo.MinimumOp, NOWHERE, [1])
    )
    step = Elements(b, iota(b, tensor_type(label.value), 1))
    length = spread_rows(b, Elements(b, b.convert(lengths, i64)), label.value, 0)
    within = step < length
    blank = op.blank_index + (0 if op.blank_index >= 0 else classes)
    kept = within & label.differs(spread(b, b.facts.simplify(blank), tensor_type(label.value)))
    if op.merge_repeated:
        kept = kept & label.differs(Elements(b, shifted(b, label.value, 1, 1, -1)))
    total = where(within, Elements(b, best), 0)
    score = -Elements(b, reduce(b, total.value, mhlo.AddOp, 0, [1]))
    return (
        *picked(b, label, kept, op.results[1]),
        b.reshape(score.value, b.type(op.results[3])),
    )


def likeliest(op: tf.CTCBeamSearchDecoderOp, b: Builder) -> Results:
    """The first readings of the beam after all steps."""
    beam = Beam.of(op, b)
    rows, _, time = b.shape(beam.labels.value)
    scores = first_entries(b, beam.total().value, as_expr(op.top_paths), 1)
    words = "there must be as many readings as top_paths; 1 where there is one"
    check_true(Elements(b, scores).differs(-inf).value, op, words, b)
    parts = list[Results]()
    for i in range(op.top_paths):
        labels = b.slice(beam.labels.value, 1, i, i + 1)
        label = Elements(b, b.reshape(labels, b.ranked(i64, [rows, time])))
        length = b.reshape(b.slice(beam.lengths.value, 1, i, i + 1), b.ranked(i64, [rows]))
        place = Elements(b, iota(b, tensor_type(label.value), 1))
        kept = place < spread_rows(b, Elements(b, length), label.value, 0)
        if op.merge_repeated:
            kept = kept & label.differs(Elements(b, shifted(b, label.value, 1, 1, -1)))
        parts.append(picked(b, label, kept, op.results[op.top_paths + i]))
    return *(part[k] for k in range(3) for part in parts), scores


def picked(b: Builder, label: Elements, kept: Elements, result: SSAValue) -> Results:
    """The indices, values and sizes of the sparse matrix of the labels that are `kept`.

    result: that of the values
    """
    rows, time = b.shape(label.value)
    every = product([rows, time])
    (count,) = b.shape_of_type(b.type(result))
    mask = flat(b, kept.value, every)
    b.bind(count, count_of(b, mask))
    chosen = first_entries(b, places_of(b, mask), count)
    ones = kept.convert(i64)
    place = Elements(b, scan(b, ones.value, mhlo.AddOp, 0, 1)) - ones
    row = Elements(b, iota(b, tensor_type(label.value), 0))
    columns = [take_flat(b, flat(b, part.value, every), chosen) for part in (row, place)]
    indices = as_rows(b, [Elements(b, column) for column in columns])
    counts = reduce(b, ones.value, mhlo.AddOp, 0, [1])
    most = b.read(reduce(b, counts, mhlo.MaximumOp, 0, [0]))
    values = take_flat(b, flat(b, label.value, every), chosen)
    return indices, values, b.sizes.tensor([rows, most], b.at, i64)


def edit_distances(op: tf.EditDistanceOp, b: Builder) -> Results:
    """One label of the hypotheses a trip: distances from its first labels to all first ones of
    the truths."""
    type = b.type(op.results[0])
    sizes = b.shape_of_type(type)
    for i, size in enumerate(sizes):
        if not b.sizes.has(size):
            given = [b.element(op.operands[k], i) for k in (2, 5)]
            b.bind(size, larger(b.analysis, *given))
    total = product(sizes)
    hypotheses, truths = (rows_at(op, b, first, sizes, total) for first in (0, 3))
    values = [b.operand(op.operands[i]) for i in (1, 4)]
    widths = [each.most() for each in (hypotheses, truths)]
    fill = b.scalar(0, element_type_of(values[0]))
    first, second = (
        each.matrix(value, width, fill)
        for each, value, width in zip((hypotheses, truths), values, widths, strict=True)
    )
    table = distance_rows(b, first, second, hypotheses.counts)
    place = Elements(b, iota(b, tensor_type(table.value), 1))
    last = where(place.equals(spread_rows(b, truths.counts, table.value, 0)), table, 0)
    found = Elements(b, b.convert(reduce(b, last.value, mhlo.AddOp, 0, [1]), f32))
    if op.normalize:
        found = where(found.equals(0), found, found / truths.counts.convert(f32))
    return (b.reshape(found.value, type),)


def rows_at(
    op: tf.EditDistanceOp, b: Builder, first: int, sizes: Sequence[Expr], total: Expr
) -> LabelRows:
    """The rows of a sparse tensor whose indices are operand `first`, one after the other."""
    indices = b.operand(op.operands[first])
    row = column_of(b, indices, 0)
    for i, size in enumerate(sizes[1:], 1):
        row = row * spread(b, size, tensor_type(row.value)) + column_of(b, indices, i)
    one = b.reshape(row.value, b.ranked(i64, [*b.shape(row.value), 1]))
    check_rows(one, [total], op, "rows of indices", b)
    return LabelRows.of(b, row, row.equals(row), total)


def distance_rows(b: Builder, first: Elements, second: Elements, counts: Elements) -> Elements:
    """`[row, n]`: from all of the first labels to `n` of the second ones."""
    rows, width = b.shape(first.value)
    places = b.facts.simplify(b.shape(second.value)[1] + 1)
    type = b.ranked(i64, [rows, places])
    place = Elements(b, iota(b, type, 1))

    def body(step: SSAValue, now: SSAValue) -> Sequence[SSAValue]:
        old = Elements(b, now)
        label = take(b, first.value, step, 1, 0, b.ranked(first.element_type, [rows]))
        like = Elements(b, b.broadcast(label, tensor_type(second.value), [0]))
        cost = like.differs(second).convert(i64)
        replaced = Elements(b, first_entries(b, now, b.shape(second.value)[1], 1)) + cost
        new = Elements(b, after(b, replaced.value, NOWHERE, type)).at_most(old + 1) - place
        new = Elements(b, scan(b, new.value, mhlo.MinimumOp, NOWHERE, 1)) + place
        going = spread_rows(b, counts, now, 0) > Elements(b, b.broadcast(step, type))
        return [where(going, new, old).value]

    return Elements(b, count_up(b, width, [place.value], body)[0])


def after(b: Builder, value: SSAValue, number: float, type: TensorType[Attribute]) -> SSAValue:
    """`number` and then `value` in each row."""
    none, one = as_expr(0), as_expr(1)
    fill = b.scalar(number, element_type_of(value))
    return pad_to(b, value, fill, [(none, none), (one, none)], type)


LOWERINGS: LoweringTable = {
    tf.CTCLossOp: ctc_loss,
    tf.CTCLossV2Op: ctc_loss,
    tf.CTCGreedyDecoderOp: best_classes,
    tf.CTCBeamSearchDecoderOp: likeliest,
    tf.EditDistanceOp: edit_distances,
}

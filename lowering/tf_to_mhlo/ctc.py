"""CTC losses: probabilities of all ways to read labels, forwards and backwards over the steps.

Source: Graves, Supervised Sequence Labelling with Recurrent Neural Networks, 7.3 and 7.4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from ...dialects.tf.sequences import LabelLoss
from ...dialects.types import tensor_type
from ...symbolic import Expr, as_expr
from .builder import Builder
from .elementwise import Results, compare
from .formulas import Elements, where
from .gathering import take
from .index_rows import as_rows, column_of
from .indices import iota, number
from .joining import expand
from .label_rows import LabelRows, spread_rows
from .patches import spread
from .reducers import reduce
from .scattering import scatter
from .sorting import loop, shifted
from .value_checks import check_increasing, check_rows, check_true


@dataclass(frozen=True, slots=True)
class Readings:
    """What the steps of each row go through: its labels, no label before, between and after them.

    labels: `[row, place]`, places after the end mean no label
    ends: of each row the number of places
    lengths: of each row the number of steps
    counted: which rows have a loss
    """

    labels: Elements
    blank: Elements
    ends: Elements
    lengths: Elements
    counted: Elements

    @staticmethod
    def of(op: LabelLoss, b: Builder) -> Readings:
        _, indices, values, lengths = map(b.operand, op.operands)
        _, batch, classes = b.shape(b.operand(op.operands[0]))
        row = column_of(b, indices, 0)
        label, length = (Elements(b, b.convert(v, i64)) for v in (values, lengths))
        check_places(op, b, row, column_of(b, indices, 1), batch)
        every = label.equals(label)
        counts = LabelRows.of(b, row, every, batch).counts
        check_true((counts > 0).value, op, "a row must have a label; 1 where it has one", b)
        counted = length > 0
        if op.ignore_longer_outputs_than_inputs:
            counted = counted & (counts <= length)
        else:
            words = "a row must have as many steps as labels; 1 where it has"
            check_true((counts <= length).value, op, words, b)
        rows = LabelRows.of(b, row, kept_labels(op, b, row, label, classes), batch)
        blank = as_expr(0) if isinstance(op, tf.CTCLossV2Op) else classes - 1
        places = b.facts.simplify(rows.most() * 2 + 1)
        fill = number(b, b.facts.simplify(blank), i64)
        labels = rows.matrix(label.value, places, fill, 2, 1)
        none = Elements(b, b.broadcast(fill, tensor_type(labels.value)))
        return Readings(labels, none, rows.counts * 2 + 1, length, counted)


def check_places(op: LabelLoss, b: Builder, row: Elements, place: Elements, batch: Expr) -> None:
    """Asserts that labels are in the rows, and in order."""
    one = b.reshape(row.value, b.ranked(i64, [*b.shape(row.value), 1]))
    check_rows(one, [batch], op, "rows of labels_indices", b)
    last = reduce(b, place.value, mhlo.MaximumOp, 0, [0])
    width = Elements(b, b.broadcast(last, tensor_type(place.value))) + 1
    check_increasing((row * width + place).value, op, "labels_indices, in row-major order", b)


def kept_labels(
    op: LabelLoss, b: Builder, row: Elements, label: Elements, classes: Expr
) -> Elements:
    """Which labels are read: those of a class, once where they are repeated and told so.

    After a label of no class none may follow in its row.
    """
    if isinstance(op, tf.CTCLossV2Op):
        return label.equals(label)
    last = spread(b, b.facts.simplify(classes - 1), tensor_type(label.value))
    kept = label < last
    before = [Elements(b, shifted(b, v.value, 0, 1, -1)) for v in (row, label)]
    same_row = before[0].equals(row)
    wrong = kept & same_row & (before[1] >= last)
    words = "after a label of no class there must be none; 1 where there is none"
    check_true((~wrong).value, op, words, b)
    if op.preprocess_collapse_repeated:
        repeated = same_row & before[1].equals(label)
        kept = kept & ~repeated
    return kept


def logarithm_of_sum(parts: Sequence[Elements]) -> Elements:
    """The logarithm of a sum, from logarithms of what is added."""
    first, *others = parts
    most = first
    for part in others:
        most = most.at_least(part)
    safe = where(most.equals(-inf), most.full(0), most)
    total = (first - safe).exp()
    for part in others:
        total = total + (part - safe).exp()
    return total.log() + safe


@dataclass(frozen=True, slots=True)
class LabelSteps:
    """The logarithms of probabilities at each step, `[step, row, place]`, and how places follow.

    skips: at which places one may come from that before the one before; `[row, place]`
    """

    emitted: Elements
    readings: Readings
    merge: bool
    skips: Elements

    @staticmethod
    def of(op: LabelLoss, b: Builder, logs: Elements, readings: Readings) -> LabelSteps:
        labels, blank = readings.labels, readings.blank
        apart = labels.differs(blank)
        skips = apart
        if op.ctc_merge_repeated:
            skips = apart & labels.differs(Elements(b, shifted(b, labels.value, 1, 2, -1)))
        time, rows, classes = b.shape(logs.value)
        places, element_type = b.shape(labels.value)[1], logs.element_type
        by_class = b.transpose(logs.value, [1, 2, 0], b.ranked(element_type, [rows, classes, time]))
        read = b.ranked(element_type, [rows, places, time])
        found = take(b, by_class, labels.value, 1, 1, read)
        emitted = b.transpose(found, [2, 0, 1], b.ranked(element_type, [time, rows, places]))
        return LabelSteps(Elements(b, emitted), readings, op.ctc_merge_repeated, skips)

    def combined(self, now: Elements, step: int) -> Elements:
        """Staying, going one place on (back for a `step` of -1), going two where one may."""
        b = now.b
        stay = now
        if not self.merge:
            stay = where(self.readings.labels.equals(self.readings.blank), now, -inf)
        one, two = (Elements(b, shifted(b, now.value, 1, step * i, -inf)) for i in (1, 2))
        skips = self.skips.value if step > 0 else shifted(b, self.skips.value, 1, -2, 0)
        return logarithm_of_sum([stay, one, where(Elements(b, skips), two, -inf)])

    def at(self, step: SSAValue) -> Elements:
        b = self.emitted.b
        type = b.ranked(self.emitted.element_type, b.shape(self.readings.labels.value))
        return Elements(b, take(b, self.emitted.value, step, 0, 0, type))

    def ends(self) -> Elements:
        """0 at the last place of each row, else -infinity."""
        b, labels = self.emitted.b, self.readings.labels.value
        last = spread_rows(b, self.readings.ends - 1, labels, 0)
        return self.only(Elements(b, iota(b, tensor_type(labels), 1)).equals(last))

    def begins(self) -> Elements:
        b, labels = self.emitted.b, self.readings.labels.value
        return self.only(Elements(b, iota(b, tensor_type(labels), 1)).equals(0))

    def only(self, chosen: Elements) -> Elements:
        b = chosen.b
        zeros = Elements(b, b.splat(0, b.like(chosen.value, self.emitted.element_type)))
        return where(chosen, zeros, -inf)

    def forwards(self) -> Elements:
        """At each step and place the probability of what is read until then."""
        b, all_steps = self.emitted.b, self.emitted.value
        count = number(b, b.shape(all_steps)[0], i64)

        def goes_on(step: SSAValue, *_: SSAValue) -> Sequence[SSAValue]:
            return [compare(b, "LT", step, count)]

        def body(step: SSAValue, now: SSAValue, written: SSAValue) -> Sequence[SSAValue]:
            after = self.combined(Elements(b, now), 1) + self.at(step)
            return [next_step(b, step, 1), after.value, put(b, written, after.value, step)]

        start = [b.scalar(0, i64), self.begins().value, self.emitted.value]
        return Elements(b, loop(b, start, goes_on, body)[2])

    def backwards(self) -> tuple[Elements, Elements]:
        """At each step and place the probability of what is read after; that of all, by row."""
        b, all_steps = self.emitted.b, self.emitted.value
        end = self.ends()
        lengths = spread_rows(b, self.readings.lengths, end.value, 0)
        zero = b.scalar(0, i64)

        def goes_on(step: SSAValue, *_: SSAValue) -> Sequence[SSAValue]:
            return [compare(b, "GT", step, zero)]

        def body(step: SSAValue, now: SSAValue, written: SSAValue) -> Sequence[SSAValue]:
            at_end = lengths <= Elements(b, b.broadcast(step, tensor_type(lengths.value)))
            before = self.combined(where(at_end, end, Elements(b, now)), -1)
            step = next_step(b, step, -1)
            seen = before + self.at(step)
            return [step, seen.value, put(b, written, before.value, step)]

        start = [number(b, b.shape(all_steps)[0], i64), end.value, all_steps]
        _, first, written = loop(b, start, goes_on, body)
        place = Elements(b, iota(b, b.like(first, i64), 1))
        firsts = where(place < 2, Elements(b, first), -inf)
        most = Elements(b, reduce(b, firsts.value, mhlo.MaximumOp, -inf, [1]))
        safe = where(most.equals(-inf), most.full(0), most)
        parts = (firsts - spread_rows(b, safe, first, 0)).exp()
        total = Elements(b, reduce(b, parts.value, mhlo.AddOp, 0, [1])).log() + safe
        return Elements(b, written), total


def next_step(b: Builder, step: SSAValue, by: int) -> SSAValue:
    return (Elements(b, step) + by).value


def put(b: Builder, all_steps: SSAValue, value: SSAValue, step: SSAValue) -> SSAValue:
    """`value` in the place of one step."""
    zero = b.scalar(0, i64)
    update = mhlo.DynamicUpdateSliceOp(all_steps, expand(b, value, 0), [step, zero, zero])
    return b.insert(update).results[0]


def probabilities(b: Builder, scores: SSAValue) -> Elements:
    """The softmax over the last dimension."""
    type = tensor_type(scores)
    most = reduce(b, scores, mhlo.MaximumOp, -inf, [2])
    powers = (Elements(b, scores) - Elements(b, b.broadcast(most, type, [0, 1]))).exp()
    total = reduce(b, powers.value, mhlo.AddOp, 0, [2])
    return powers / Elements(b, b.broadcast(total, type, [0, 1]))


def ctc_loss(op: LabelLoss, b: Builder) -> Results:
    """The gradient is the probability of a class less what the ways through it make up."""
    readings = Readings.of(op, b)
    chances = probabilities(b, b.operand(op.operands[0]))
    steps = LabelSteps.of(op, b, chances.log(), readings)
    after, total = steps.backwards()
    loss = where(readings.counted, -total, 0)
    ways = steps.forwards() + after
    known = spread_rows(b, total, ways.value, 1)
    share = where(known.equals(-inf), known.full(0), (ways - known).exp())
    expected = by_class(b, share, readings.labels, chances)
    step = Elements(b, iota(b, b.like(chances.value, i64), 0))
    within = step < spread_rows(b, readings.lengths, chances.value, 1)
    within = within & spread_rows(b, readings.counted, chances.value, 1)
    whole = spread_rows(b, total, chances.value, 1)
    gradient = where(whole.equals(whole), chances - expected, whole)  # no number in, none out
    return loss.value, where(within, gradient, 0).value


def by_class(b: Builder, share: Elements, labels: Elements, like: Elements) -> Elements:
    """`[step, row, place]` added up as `[step, row, class]`."""
    time, rows, classes = b.shape(like.value)
    places, element_type = b.shape(labels.value)[1], like.element_type
    moved = b.ranked(element_type, [rows, places, time])
    updates = b.transpose(share.value, [1, 2, 0], moved)
    row = Elements(b, iota(b, tensor_type(labels.value), 0))
    zeros = b.splat(0, b.ranked(element_type, [rows, classes, time]))
    sums = scatter(b, zeros, as_rows(b, [row, labels]), updates, mhlo.AddOp, 2)
    return Elements(b, b.transpose(sums, [2, 0, 1], tensor_type(like.value)))

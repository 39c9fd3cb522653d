"""Readings of labels that are followed from step to step, as many as a beam is wide.

Source: Graves, Supervised Sequence Labelling with Recurrent Neural Networks, 7.5; a reading ends
with a label or with none, and both probabilities are kept, as logarithms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from ...dialects.types import element_type_of, tensor_type
from ...symbolic import Expr, maximum
from ...symbolic.shapes import product
from .builder import Builder
from .ctc import logarithm_of_sum
from .formulas import Elements, where
from .gathering import take
from .indices import iota
from .iteration import count_up
from .joining import concatenate
from .label_rows import spread_rows
from .patches import spread
from .reducers import reduce
from .sorting import first_entries, sort
from .triangles import spread_step


def put_in(b: Builder, value: Elements, like: SSAValue, *axes: int) -> Elements:
    """`value` along `axes` of a tensor of the shape of `like`."""
    type = b.like(like, value.element_type)
    return Elements(b, b.broadcast(value.value, type, axes))


def place_in(b: Builder, like: SSAValue, axis: int) -> Elements:
    return Elements(b, iota(b, b.like(like, i64), axis))


def any_along(b: Builder, value: Elements, axis: int) -> Elements:
    return Elements(b, reduce(b, value.value, mhlo.OrOp, 0, [axis]))


def count_along(b: Builder, value: Elements, axis: int) -> Elements:
    return Elements(b, reduce(b, b.convert(value.value, i64), mhlo.AddOp, 0, [axis]))


@dataclass(frozen=True, slots=True)
class Beam:
    """The best readings of each row, the likeliest first.

    labels: `[row, reading, place]`; lengths: how many of them count
    blank, label: the logarithms of the probabilities that the last step was no label, or one
    """

    labels: Elements
    lengths: Elements
    blank: Elements
    label: Elements

    @staticmethod
    def of(op: tf.CTCBeamSearchDecoderOp, b: Builder) -> Beam:
        scores, steps = map(b.operand, op.operands)
        time, rows, _ = b.shape(scores)
        each = b.ranked(i64, [rows, op.beam_width])
        first = place_in(b, b.splat(0, each), 1).equals(0)
        none = Elements(b, b.splat(-inf, b.like(first.value, element_type_of(scores))))
        labels = b.splat(-1, b.ranked(i64, [rows, op.beam_width, time]))
        blank = where(first, none.full(0), none).value
        logs = normalized(b, scores)

        def body(step: SSAValue, *state: SSAValue) -> Sequence[SSAValue]:
            type = b.ranked(element_type_of(scores), b.shape(scores)[1:])
            now = Elements(b, take(b, logs.value, step, 0, 0, type))
            old = Beam(*(Elements(b, value) for value in state))
            new = old.followed(b, now)
            reads = Elements(b, b.convert(steps, i64)) > spread_step(b, step, steps)
            return [
                where(spread_rows(b, reads, x.value, 0), y, x).value
                for x, y in zip(old.parts(), new.parts(), strict=True)
            ]

        start = [labels, b.splat(0, each), blank, none.value]
        return Beam(*(Elements(b, part) for part in count_up(b, time, start, body)))

    def parts(self) -> tuple[Elements, ...]:
        return self.labels, self.lengths, self.blank, self.label

    def total(self) -> Elements:
        return logarithm_of_sum([self.blank, self.label])

    def last(self, b: Builder) -> Elements:
        """The last label of each reading, -1 where there is none."""
        place = place_in(b, self.labels.value, 2)
        at = place.equals(put_in(b, self.lengths - 1, place.value, 0, 1))
        only = where(at, self.labels, -1)
        return Elements(b, reduce(b, only.value, mhlo.MaximumOp, -1, [2]))

    def extends(self, b: Builder) -> Elements:
        """`[row, i, j]`: whether `j` is `i` and one label more."""
        rows, width, time = b.shape(self.labels.value)
        cube = b.splat(0, b.ranked(i64, [rows, width, width, time]))
        one, other = (put_in(b, self.labels, cube, 0, axis, 3) for axis in (1, 2))
        after = place_in(b, cube, 3) >= put_in(b, self.lengths, cube, 0, 1)
        same = (after | one.equals(other)).value
        begins = Elements(b, reduce(b, same, mhlo.AndOp, 1, [3]))
        lengths = [put_in(b, self.lengths, begins.value, 0, axis) for axis in (1, 2)]
        return begins & lengths[1].equals(lengths[0] + 1)

    def followed(self, b: Builder, now: Elements) -> Beam:
        """The best readings after one more step, of the logarithms `[row, class]`."""
        rows, classes = b.shape(now.value)
        kinds = b.facts.simplify(classes - 1)
        total, last = self.total(), self.last(b)
        active = total > -inf
        pairs = self.extends(b)
        pairs = pairs & put_in(b, active, pairs.value, 0, 1) & put_in(b, active, pairs.value, 0, 2)
        stay = self.stayed(b, now, pairs, total, last)
        width = b.shape(last.value)[1]
        cube = b.splat(0, b.ranked(i64, [rows, width, kinds]))
        kind = place_in(b, cube, 2)
        repeated = kind.equals(put_in(b, last, cube, 0, 1))
        before = where(repeated, put_in(b, self.blank, cube, 0, 1), put_in(b, total, cube, 0, 1))
        scores = first_entries(b, now.value, kinds, 1)
        grown = before + put_in(b, Elements(b, scores), cube, 0, 2)
        grown = where(self.there(b, pairs, last, cube), grown.full(-inf), grown)
        cut = put_in(b, self.cut(b, stay, grown, pairs, last), cube, 0, 1)
        return self.best(b, stay, where(cut, grown.full(-inf), grown), kinds)

    def stayed(
        self, b: Builder, now: Elements, pairs: Elements, total: Elements, last: Elements
    ) -> Beam:
        """The same readings: nothing is read, or the last label, again or after the one before."""
        _, classes = b.shape(now.value)
        like = pairs.value
        repeated = put_in(b, last, like, 0, 1).equals(put_in(b, last, like, 0, 2))
        before = where(repeated, put_in(b, self.blank, like, 0, 1), put_in(b, total, like, 0, 1))
        came = where(pairs, before, -inf).value
        came = Elements(b, reduce(b, came, mhlo.MaximumOp, -inf, [1]))
        type = tensor_type(total.value)
        own = Elements(b, take(b, now.value, last.at_least(0).value, 1, 1, type))
        label = logarithm_of_sum([self.label, came]) + own
        label = where(last < 0, label.full(-inf), label)
        none = reduce(b, b.slice(now.value, 1, classes - 1, classes), mhlo.AddOp, 0, [1])
        blank = total + spread_rows(b, Elements(b, none), total.value, 0)
        return Beam(self.labels, self.lengths, blank, label)

    def there(self, b: Builder, pairs: Elements, last: Elements, like: SSAValue) -> Elements:
        """`[row, reading, label]`: whether the reading with the label more is in the beam."""
        rows, width, kinds = b.shape(like)
        cube = b.splat(0, b.ranked(i64, [rows, width, width, kinds]))
        same = place_in(b, cube, 3).equals(put_in(b, last, cube, 0, 2))
        return any_along(b, same & put_in(b, pairs, cube, 0, 1, 2), 2)

    def cut(
        self, b: Builder, stay: Beam, grown: Elements, pairs: Elements, last: Elements
    ) -> Elements:
        """Which readings do not grow, as TensorFlow has it (`ctc_beam_search.h`, `Step`).

        There readings grow one after the other, and each label that is put to one may push the
        least likely one out of the beam. A reading that is out by the time that it would come of a
        shorter one is forgotten, also as what it was before the step: it grows no more.
        """
        old, now = self.total(), stay.total()
        rows, width, kinds = b.shape(grown.value)
        square = b.splat(0, b.ranked(i64, [rows, width, width]))
        cube = b.splat(0, b.ranked(i64, [rows, width, kinds]))
        each, others = (put_in(b, now, square, 0, axis) for axis in (1, 2))
        before = place_in(b, cube, 2) < put_in(b, last, cube, 0, 1)

        def of_reading(value: Elements, step: SSAValue) -> Elements:
            shape = b.shape(value.value)
            type = b.ranked(value.element_type, [shape[0], *shape[2:]])
            return Elements(b, take(b, value.value, step, 1, 0, type))

        def body(step: SSAValue, *state: SSAValue) -> Sequence[SSAValue]:
            cut, better, above = (Elements(b, value) for value in state)
            grows = (of_reading(old, step) > -inf) & ~of_reading(cut, step)
            grows = grows & (of_reading(above, step) < spread(b, width, b.like(grows.value, i64)))
            labels = of_reading(grown, step)
            labels = where(put_in(b, grows, labels.value, 0), labels, labels.full(-inf))
            new = put_in(b, labels, cube, 0, 2)
            ahead = new > put_in(b, now, cube, 0, 1)
            out = better + count_along(b, ahead & before, 2) >= spread(
                b, width, tensor_type(better.value)
            )
            out = out & of_reading(pairs, step) & put_in(b, grows, out.value, 0)
            later = place_in(b, out.value, 1)
            out = out & (later > Elements(b, b.broadcast(step, tensor_type(later.value))))
            above = above + count_along(b, new >= put_in(b, old, cube, 0, 1), 2)
            return [(cut | out).value, (better + count_along(b, ahead, 2)).value, above.value]

        better = count_along(b, others > each, 2)
        above = count_along(b, others >= put_in(b, old, square, 0, 1), 2)
        none = better < 0
        found = count_up(b, width, [none.value, better.value, above.value], body)
        return Elements(b, found[0])

    def best(self, b: Builder, stay: Beam, grown: Elements, kinds: Expr) -> Beam:
        """Of the readings that stay and those that have grown the best ones."""
        rows, width, _ = b.shape(self.labels.value)
        many = b.facts.simplify(product([width, kinds]))
        table = b.reshape(grown.value, b.ranked(grown.element_type, [rows, many]))
        every = b.ranked(grown.element_type, [rows, b.facts.simplify(width + many)])
        scores = concatenate(b, [stay.total().value, table], 1, every)
        place = iota(b, b.like(scores, i64), 1)
        found = [first_entries(b, x, width, 1) for x in sort(b, [scores, place], "GT", 1)]
        score, index = (Elements(b, value) for value in found)
        stays = index < spread(b, width, tensor_type(index.value))
        beyond = index - spread(b, width, tensor_type(index.value))
        step = spread(b, b.facts.simplify(maximum(kinds, 1)), tensor_type(index.value))
        source = where(stays, index, beyond / step).value
        new = where(stays, index.full(-1), beyond % step)

        def of_source(value: Elements) -> Elements:
            type = b.ranked(value.element_type, [rows, width, *b.shape(value.value)[2:]])
            return Elements(b, take(b, value.value, source, 1, 1, type))

        labels, lengths = of_source(self.labels), of_source(self.lengths)
        at = place_in(b, labels.value, 2).equals(put_in(b, lengths, labels.value, 0, 1))
        at = at & put_in(b, new >= 0, labels.value, 0, 1)
        labels = where(at, put_in(b, new, labels.value, 0, 1), labels)
        lengths = where(stays, lengths, lengths + 1)
        blank = where(stays, of_source(stay.blank), -inf)
        return Beam(labels, lengths, blank, where(stays, of_source(stay.label), score))


def normalized(b: Builder, scores: SSAValue) -> Elements:
    """The logarithms of the probabilities of the classes."""
    value = Elements(b, scores)
    most = reduce(b, scores, mhlo.MaximumOp, -inf, [2])
    value = value - put_in(b, Elements(b, most), scores, 0, 1)
    sums = Elements(b, reduce(b, value.exp().value, mhlo.AddOp, 0, [2]))
    return value - put_in(b, sums.log(), scores, 0, 1)

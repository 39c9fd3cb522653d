"""Greedy fusion of producers with their consumers: the merge that saves most bytes first.

A merge of a group with one that uses its results saves the reading of what passes between them, the
writing of it where it has no other user, and one of two readings of what both read. Bytes are
counted in an example of the sizes: hints, else likely sizes, else defaults (`ExampleSizes`). Of
merges that save the same, the one whose ops come first in the canonical order of the block comes
first, so the order of the text never matters. A merge that saves no bytes still saves a launch.

What does not fit at first may do so later, when a group has got rows, or holds what separated
the two: such pairs are tried again in rounds, until a round merges nothing. Then come groups of
which another one places or slices the results, then what is cheap and only repeated by another one,
and in the end independent groups merge (`horizontal`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heapify, heappop, heappush

from xdsl.ir import Block, Operation, SSAValue

from ...analysis.broadcasts import BROADCASTS
from ...analysis.example_sizes import ExampleSizes
from ...analysis.shape_analysis import ShapeAnalysis
from ...analysis.traffic import BytesInExample
from .fusable_ops import COPIED
from .group_order import GroupOrder
from .groups import FusionGroup, IsProduced, Space, carry_over, touch
from .index_spaces import IndexSpaces
from .schedule import effect_predecessors, used_values

Candidate = tuple[int, int, int]
"""(negated saving or a lower bound of it, first place of the producer, first place of the
consumer).
"""

Pair = tuple[FusionGroup, int, FusionGroup, int]
"""Two groups, each with the number of its ops."""

Rule = Callable[[FusionGroup, FusionGroup, Sequence[Operation], IsProduced], Space | None]
"""The space of a producer and a consumer as one group; given the consumer's ops that use the
producer.
"""


class Grouping:
    """Groups of the fusable ops among `ops`, in an order where uses follow definitions.

    An op goes by its place in `ops`, a value by the number that it got when its first use was met.

    limit: the greatest number of ops in a group, broadcasts not counted
    """

    def __init__(
        self, ops: Sequence[Operation], analysis: ShapeAnalysis, example: ExampleSizes, limit: int
    ):
        self.ops = ops
        self.limit = limit
        self._bytes = list[int]()
        """Of each value."""
        self._values = list[SSAValue]()
        used = self._numbered(BytesInExample(analysis, example))  # before anything is supposed
        self._spaces = IndexSpaces(ops, analysis)
        self._place: dict[Operation | Block, int] = {op: i for i, op in enumerate(ops)}
        self.group_of = [
            FusionGroup(self._spaces.of(op), i, i, [i], int(type(op) not in BROADCASTS))
            for i, op in enumerate(ops)
        ]
        """The group of the op at each place."""
        self._producer = [self._place.get(value.owner) for value in self._values]
        """The place of the op that makes each value; None where that is none of `ops`."""
        self._connect(used)
        self._order = GroupOrder(self.group_of)
        self._misfits = dict[tuple[int, int, Rule], Pair]()
        """What was tried last for a candidate by a rule, and did not fit."""
        self._between = dict[tuple[int, int], int]()
        """An op on a path from one group to another, each by the op that it began with."""
        self.held_apart = False
        """Whether groups did not merge for what undecided broadcasts may do."""

    def _numbered(self, bytes_of: Callable[[SSAValue], int]) -> list[list[int]]:
        """The numbers of the values that each op uses, each once."""
        number, used = dict[SSAValue, int](), list[list[int]]()
        for op in self.ops:
            values = dict[int, None]()
            for value in used_values(op):
                known = number.setdefault(value, len(self._values))
                if known == len(self._values):
                    self._values.append(value)
                    self._bytes.append(bytes_of(value))
                values[known] = None
            used.append(list(values))
        return used

    def _connect(self, used: Sequence[Sequence[int]]) -> None:
        """Enters into each group of one op what it reads, writes, and by whom it is used.

        Of two ops with effects the second one counts as a user of the first.

        used: the values that each op uses
        """
        is_copied = [type(value.owner) in COPIED for value in self._values]
        for i, values in enumerate(used):
            consumer = self.group_of[i]
            is_fused = consumer.space is not None
            for known in values:
                place = self._producer[known]
                if place is not None:
                    producer = self.group_of[place]
                    producer.users.add(i)
                    consumer.sources.add(place)
                    producer.writes[known] = producer.writes.get(known, 0) + 1
                if is_fused and not is_copied[known]:
                    consumer.reads[known] = 1
        for op, before in effect_predecessors(self.ops).items():
            self.group_of[self._place[before]].users.add(self._place[op])
            self.group_of[self._place[op]].sources.add(self._place[before])

    def all_groups(self) -> list[FusionGroup]:
        """Every group, those of single unfusable ops included, by their first places."""
        return list(dict.fromkeys(self.group_of))

    def in_order(self) -> list[FusionGroup]:
        """Every group, each after those that it uses; right after `merge_producers`."""
        return self._order.ordered()

    def users_of(self, group: FusionGroup) -> set[FusionGroup]:
        """The groups that use results of `group`."""
        return {self.group_of[user] for user in group.users}

    def saved(self, a: FusionGroup, b: FusionGroup) -> int:
        """The bytes that are neither written nor read any more when `a` and `b` are one."""
        total = 0
        for producer, consumer in ((a, b), (b, a)):
            for value in producer.writes.keys() & consumer.reads.keys():
                is_last = consumer.reads[value] == producer.writes[value]
                total += 2 * self._bytes[value] if is_last else self._bytes[value]
        for value in a.reads.keys() & b.reads.keys():
            total += self._bytes[value]
        return total

    def is_small(self, a: FusionGroup, b: FusionGroup) -> bool:
        """Whether both together keep the limit."""
        return a.work + b.work <= self.limit

    def merge_producers(self) -> None:
        """Merges groups with those that use their results, as long as anything fits.

        Each rule may take what keeps two groups apart into one of them, so all are tried again.
        """
        waiting = [
            self._candidate(producer, user)
            for producer in self.all_groups()
            if producer.space is not None
            for user in self.users_of(producer)
            if user.space is not None
        ]
        rules, tried = (self._spaces.joined, self._spaces.placed, self._spaces.spread), 0
        while tried < len(rules):
            heapify(waiting)
            merged, waiting = self._round(waiting, rules[tried])
            tried = 0 if merged else tried + 1

    def decide_broadcasts(self) -> None:
        """From now on groups merge as where no undecided broadcast repeats its operand."""
        self._spaces.decide_broadcasts()
        self._misfits.clear()
        self._order.renew()

    def _candidate(self, producer: FusionGroup, consumer: FusionGroup) -> Candidate:
        return -self.saved(producer, consumer), producer.first, consumer.first

    def _round(self, queue: list[Candidate], rule: Rule) -> tuple[bool, list[Candidate]]:
        """Tries each pair of the heap `queue` once; whether any merged, and the pairs that did not
        fit.
        """
        merged = False
        misfits = list[Candidate]()
        while queue:
            candidate = heappop(queue)
            _, i, j = candidate
            producer, consumer = self.group_of[i], self.group_of[j]
            if producer is consumer:
                continue
            pair = (producer, len(producer.ops), consumer, len(consumer.ops))
            if self._misfits.get((i, j, rule)) == pair or self._is_kept_apart(producer, consumer):
                misfits.append(candidate)
                continue
            space = self._joined(producer, consumer, rule)
            if space is None:
                self._misfits[i, j, rule] = pair
                misfits.append(candidate)
            else:
                merged = True
                for again in self._merge_pair(producer, consumer, space):
                    heappush(queue, again)
        return merged, misfits

    def _merge_pair(
        self, producer: FusionGroup, consumer: FusionGroup, space: Space
    ) -> list[Candidate]:
        """Merges the two; returns the pairs of groups whose saving grew by it."""
        small, large = (
            (producer, consumer) if len(producer.ops) < len(consumer.ops) else (consumer, producer)
        )
        producers = (self._producer[value] for value in small.reads)
        places = (*small.users, *(place for place in producers if place is not None))
        around = {self.group_of[i] for i in places}
        shared = [g for g in around if g is not large and g.space is not None and touch(g, large)]
        remaps = self._remaps(producer, consumer)
        self._order.merge(producer, consumer, large)
        self.merge(large, small, space, remaps)
        return [self._edge(large, group) for group in shared]

    def _edge(self, a: FusionGroup, b: FusionGroup) -> Candidate:
        """The pair of two groups (producer, consumer)."""
        a_is_producer = not a.writes.keys().isdisjoint(b.reads.keys())
        return self._candidate(a, b) if a_is_producer else self._candidate(b, a)

    def _consumers(self, producer: FusionGroup, consumer: FusionGroup) -> list[Operation]:
        """The ops of `consumer` that use results of `producer`."""
        if len(consumer.ops) < len(producer.users):
            return [self.ops[i] for i in consumer.ops if i in producer.users]
        return [self.ops[i] for i in producer.users if self.group_of[i] is consumer]

    def _is_produced_by(self, group: FusionGroup) -> Callable[[SSAValue], bool]:
        def is_produced(value: SSAValue) -> bool:
            place = self._place.get(value.owner)
            return place is not None and self.group_of[place] is group

        return is_produced

    def _remaps(self, producer: FusionGroup, consumer: FusionGroup) -> bool:
        """Whether in the two together an op reads elsewhere in what another one makes."""
        if producer.remaps or consumer.remaps:
            return True
        is_produced = self._is_produced_by(producer)
        return any(
            self._spaces.reads_elsewhere(op, is_produced)
            for op in self._consumers(producer, consumer)
        )

    def _is_kept_apart(self, producer: FusionGroup, consumer: FusionGroup) -> bool:
        """Whether what was found on a path from one to the other is still between them."""
        between = self._between.get((producer.ops[0], consumer.ops[0]))
        return between is not None and self.group_of[between] not in (producer, consumer)

    def _joined(self, producer: FusionGroup, consumer: FusionGroup, rule: Rule) -> Space | None:
        """The space of the two as one group; None where they do not fit."""
        if not self.is_small(producer, consumer):
            return None
        consumers = self._consumers(producer, consumer)
        space = rule(producer, consumer, consumers, self._is_produced_by(producer))
        if space is None:
            return None
        between = self._order.between(producer, consumer)
        if between is not None:
            self._between[producer.ops[0], consumer.ops[0]] = between.first
            return None
        reduces = producer.space is not None and producer.space.reduces
        if reduces and not self._spaces.keep_rows((self.ops[i] for i in consumer.ops), space):
            self.held_apart = True
            return None
        return space if self.leave_evenly(producer, consumer, space) else None

    def leave_evenly(self, a: FusionGroup, b: FusionGroup, space: Space) -> bool:
        """Whether what leaves the two as one group over `space` has that space in every run."""
        if self._spaces.all_decided:
            return True
        ops = [self.ops[i] for i in (*a.ops, *b.ops)]
        is_even = self._spaces.leave_evenly(ops, list(self._results(a, b)), space)
        self.held_apart |= not is_even
        return is_even

    def _results(self, a: FusionGroup, b: FusionGroup) -> Iterator[SSAValue]:
        """The values of the two that others use."""
        for producer, consumer in ((a, b), (b, a)):
            for value, users in producer.writes.items():
                if users > consumer.reads.get(value, 0):
                    yield self._values[value]

    def merge(
        self, large: FusionGroup, small: FusionGroup, space: Space | None, remaps: bool
    ) -> None:
        """Makes `small` a part of `large`."""
        large.space, large.remaps = space, remaps
        large.ops += small.ops
        large.work += small.work
        large.first, large.last = min(large.first, small.first), max(large.last, small.last)
        for i in small.ops:
            self.group_of[i] = large
        large.users |= small.users
        large.users.difference_update(small.ops)
        large.users -= {i for i in small.users if self.group_of[i] is large}
        large.sources |= small.sources
        large.sources.difference_update(small.ops)
        large.sources -= {i for i in small.sources if self.group_of[i] is large}
        carry_over(large, small)

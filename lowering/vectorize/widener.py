"""One loop as a loop over vectors and one over the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects import arith, scf, vector
from xdsl.dialects.builtin import VectorType, i1
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ..fusions_to_loops.builder import AGAIN, ANEW, INDEX, LoopBuilder
from .counts import at_once
from .joins import Join
from .lanes import Lanes
from .positions import constant_of
from .quotients import divisors, has_reciprocal
from .spread import Flags, Spread, versions
from .streaming import Streaming

HALF = 8
"""Fewer lanes are not worth code of their own."""


class LoopWidener:
    """Writes a marked loop from 0 in steps of 1 anew."""

    def __init__(self, loop: scf.ForOp, width: int, streaming: Streaming, flags: Flags):
        """streaming: how its function stores what is too large for the cache
        flags: those that its function is given
        Raises Stays where what the loop carries is not joined by associative ops.
        """
        self._loop = loop
        self._width = width
        self._streaming = streaming
        self._joins = [Join(loop, place) for place in range(len(loop.iter_args))]
        self._builder = LoopBuilder()
        self._count = constant_of(loop.ub)
        self._parts, together = at_once(loop, self._count, width)
        self._wide = width * together
        self._divisors = divisors(loop)
        self._flags, self._spread = flags, Spread()
        self._ahead = loop.ub if AGAIN in loop.attributes else None

    def replace(self) -> None:
        """Raises Stays, with nothing changed, where the loop cannot be widened."""
        loop, builder, parent = self._loop, self._builder, self._loop.parent
        assert parent is not None
        builder.open(outer := Block())
        tests = [has_reciprocal(builder, divisor) for divisor in self._divisors]
        known = [test for test in tests if test is not None]
        flags = list(dict.fromkeys(self._flags.loads(loop).values()))
        kinds = list(versions(flags, len(loop.body.block.ops))) if flags else []
        ends = self._versions(kinds, known) if kinds else self._either(known)
        builder.close()
        for made in list(outer.ops):
            made.detach()
            parent.insert_op_before(made, loop)
        for result, end in zip(loop.results, ends, strict=True):
            result.replace_all_uses_with(end)
        loop.detach()
        loop.erase()

    def abandon(self) -> None:
        """Nothing that was written uses anything any more."""
        while self._builder.depth >= 0:
            for op in self._builder.close().ops:
                op.drop_all_references()

    def _versions(
        self, kinds: Sequence[Mapping[SSAValue, bool]], tests: Sequence[SSAValue]
    ) -> Sequence[SSAValue]:
        """The totals, by the first version whose flags have the values that it is for; the last
        one is for all.
        """
        builder, loop, (kind, *others) = self._builder, self._loop, kinds

        def version() -> Sequence[SSAValue]:
            self._spread = self._flags.spread(builder, loop, kind)
            return self._either(tests)

        def that_runs() -> Sequence[SSAValue]:
            runs = builder.compare("ne", loop.ub, builder.constant(0))
            return self._branch(runs, version, lambda: loop.iter_args)

        here = version if kind and all(kind.values()) else that_runs
        if not others:
            return here()
        return self._branch(
            self._flags.test(builder, kind), here, lambda: self._versions(others, tests)
        )

    def _either(self, tests: Sequence[SSAValue]) -> Sequence[SSAValue]:
        """The totals, by reciprocals where all `tests` hold, else by quotients."""
        if not tests:
            return self._all()
        every = tests[0]
        for test in tests[1:]:
            every = self._builder.both(every, test)
        return self._branch(every, self._all, self._with_quotients)

    def _branch(
        self,
        test: SSAValue,
        then: Callable[[], Sequence[SSAValue]],
        otherwise: Callable[[], Sequence[SSAValue]],
    ) -> Sequence[SSAValue]:
        regions, types = list[Region](), list[Attribute]()
        for part in (then, otherwise):
            self._builder.open(Block())
            ends = part()
            types = [end.type for end in ends]
            self._builder.here(scf.YieldOp.create(operands=ends))
            regions.append(Region(self._builder.close()))
        branch = scf.IfOp.create(operands=[test], result_types=types, regions=regions)
        return self._builder.here(branch).results

    def _with_quotients(self) -> Sequence[SSAValue]:
        begin = self._builder.constant(0)
        return self._totals(self._rest(begin, self._starts(1), exact=True))

    def _all(self) -> Sequence[SSAValue]:
        """The totals of all trips."""
        if not self._joins and self._count is None and self._streaming.is_possible(self._loop):
            large, head = self._streaming.begin(self._builder, self._loop)
            return self._branch(large, lambda: self._streamed(head), self._in_cache)
        return self._in_cache()

    def _in_cache(self) -> Sequence[SSAValue]:
        middle, many = self._middle()

        def whole() -> Sequence[SSAValue]:
            starts = self._starts(self._parts)
            vectors = self._vectors(self._builder.constant(0), middle, starts)
            return [
                joined
                for join, totals in self._by_join(vectors)
                for joined in join.of_parts(self._builder, totals)
            ]

        carried = self._starts(1)
        if many and self._count is None and (self._joins or self._ahead is not None):
            # What is done before such a loop and after it takes as long as a short row.
            some = self._builder.compare("ne", middle, self._builder.constant(0))
            carried = self._branch(some, whole, lambda start=carried: start)
        elif many:
            carried = whole()
        if self._count is None or self._count % (self._wide * self._parts):
            anew = ANEW in self._loop.attributes and not carried
            carried = self._again(middle) if anew else self._rest(middle, carried)
        return self._totals(carried)

    def _streamed(self, head: SSAValue | None) -> Sequence[SSAValue]:
        """Vectors that begin at lines of the cache past it, before and after them with a mask."""
        builder, end = self._builder, self._loop.ub
        if head is None:
            return self._vectors(builder.constant(0), end, (), streams=True)
        left = builder.pure(arith.SubiOp, (end, head), INDEX)
        rest = builder.pure(arith.RemUIOp, (left, builder.constant(self._width)), INDEX)
        middle = builder.pure(arith.SubiOp, (end, rest), INDEX)
        builder.open(body := Block(arg_types=[INDEX]))
        is_first = builder.compare("eq", body.args[0], builder.constant(0))
        begin = builder.select(is_first, builder.constant(0), middle)
        count = builder.select(is_first, head, rest)
        self._masked(begin, count)
        self._close((builder.constant(0), builder.constant(2), 1), (), ())
        self._vectors(head, middle, (), streams=True)
        return ()

    # Parts

    def _starts(self, parts: int) -> list[SSAValue]:
        return [
            start
            for join in self._joins
            for start in join.starts(self._builder, parts, self._width)
        ]

    def _by_join(self, vectors: Sequence[SSAValue]) -> list[tuple[Join, Sequence[SSAValue]]]:
        """The vectors of each join: of equally many parts, and what it has besides."""
        found, place = list[tuple[Join, Sequence[SSAValue]]](), 0
        parts = (len(vectors) - sum(join.tests_nan for join in self._joins)) // max(
            len(self._joins), 1
        )
        for join in self._joins:
            end = place + parts + join.tests_nan
            found.append((join, vectors[place:end]))
            place = end
        return found

    def _totals(self, vectors: Sequence[SSAValue]) -> list[SSAValue]:
        return [
            join.of_lanes(self._builder, mine, start)
            for (join, mine), start in zip(
                self._by_join(vectors), self._loop.iter_args, strict=True
            )
        ]

    # Loops

    def _middle(self) -> tuple[SSAValue, bool]:
        """Where whole vectors end, and whether there may be any."""
        builder, step = self._builder, self._wide * self._parts
        if self._count is not None:
            whole = self._count - self._count % step
            return builder.constant(whole), whole > 0
        rest = builder.pure(arith.RemUIOp, (self._loop.ub, builder.constant(step)), INDEX)
        return builder.pure(arith.SubiOp, (self._loop.ub, rest), INDEX), True

    def _vectors(
        self, begin: SSAValue, end: SSAValue, starts: Sequence[SSAValue], *, streams: bool = False
    ) -> Sequence[SSAValue]:
        """The loop over whole vectors; what it carries."""
        builder, variable = self._builder, self._loop.body.block.args[0]
        body = Block(arg_types=[INDEX, *(start.type for start in starts)])
        builder.open(body)
        found = list[list[SSAValue]]()
        for part in range(self._parts):
            offset = builder.constant(part * self._wide)
            first: SSAValue = body.args[0]
            if part:
                first = builder.pure(arith.AddiOp, (first, offset), INDEX)
            lanes = Lanes(
                builder,
                self._wide,
                (variable, first),
                streams=streams,
                ahead=self._ahead,
                spread=self._spread,
            )
            found.append(lanes.write(self._loop, self._joins))
        yields = [
            end
            for place, (join, before) in enumerate(self._by_join(body.args[1:]))
            for end in join.stepped(builder, before, [elements[place] for elements in found])
        ]
        return self._close((begin, end, self._wide * self._parts), starts, yields)

    def _again(self, begin: SSAValue, width: int = 0) -> Sequence[SSAValue]:
        """What is left in whole vectors, of which the last one ends with the loop."""
        builder, end = self._builder, self._loop.ub
        if (width := width or self._width) < HALF:
            return self._rest(begin, ())

        def vectors() -> Sequence[SSAValue]:
            last = builder.pure(arith.SubiOp, (end, builder.constant(width)), INDEX)
            builder.open(body := Block(arg_types=[INDEX]))
            first = builder.pure(arith.MinSIOp, (body.args[0], last), INDEX)
            Lanes(builder, width, (self._loop.body.block.args[0], first)).write(self._loop, ())
            return self._close((begin, end, width), (), ())

        enough = builder.compare("sge", end, builder.constant(width))
        return self._branch(enough, vectors, lambda: self._again(begin, width // 2))

    def _rest(
        self, begin: SSAValue, starts: Sequence[SSAValue], *, exact: bool = False
    ) -> Sequence[SSAValue]:
        """The loop over what is left, with a mask: one part for each join.

        exact: quotients are no products
        """
        builder = self._builder
        body = Block(arg_types=[INDEX, *(start.type for start in starts)])
        builder.open(body)
        left = builder.pure(arith.SubiOp, (self._loop.ub, body.args[0]), INDEX)
        mask, found = self._masked(body.args[0], left, exact=exact)
        yields = [
            builder.pure(arith.SelectOp, (mask, end, old), end.type)
            for (join, before), element in zip(self._by_join(body.args[1:]), found, strict=True)
            for end, old in zip(join.stepped(builder, before, [element]), before, strict=True)
        ]
        return self._close((begin, self._loop.ub, self._width), starts, yields)

    def _masked(
        self, place: SSAValue, count: SSAValue, *, exact: bool = False
    ) -> tuple[SSAValue, list[SSAValue]]:
        """The body for the first `count` lanes; their mask, and what is put to the joins."""
        builder, variable = self._builder, self._loop.body.block.args[0]
        mask = builder.pure(vector.CreateMaskOp, (count,), VectorType(i1, [self._width]))
        lanes = Lanes(
            *(builder, self._width, (variable, place), (count, mask)),
            exact=exact,
            spread=self._spread,
        )
        return mask, lanes.write(self._loop, self._joins)

    def _close(
        self,
        bounds: tuple[SSAValue, SSAValue, int],
        starts: Sequence[SSAValue],
        yields: Sequence[SSAValue],
    ) -> Sequence[SSAValue]:
        builder, (low, high, step) = self._builder, bounds
        builder.here(scf.YieldOp.create(operands=yields))
        body = builder.close()
        loop: Operation = scf.ForOp.create(
            operands=[low, high, builder.constant(step), *starts],
            result_types=[start.type for start in starts],
            regions=[Region(body)],
        )
        return builder.here(loop).results

"""Tests in native code, and what runs only where they hold.

The first block computes sizes; what runs is a block within it. A test of what is known in the first
block guards all that runs, one of what becomes known later opens a segment: a block for the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager

from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import IndexType, i1, i64
from xdsl.ir import Block, Region, SSAValue

from ...symbolic import Predicate
from .builder import INDEX, LoopBuilder
from .frame import STATUS
from .kernels.values import NotNative
from .scalar_table import Requirement
from .sizes import SizeTable


class SegmentWriter:
    """Emits into the innermost segment; `words` is the array that the caller reads."""

    def __init__(self) -> None:
        self.builder = LoopBuilder()
        self.sizes = SizeTable(self.builder, self.require)
        self.tests = list[SSAValue]()
        """What must hold before anything runs."""
        self.loops = 0
        """How many loops this stands in: their tests are made on each trip, if there is one."""
        self._late = list[SSAValue]()
        self._segments = list[SSAValue]()
        self._conditions = list[SSAValue]()
        self._words: SSAValue | None = None

    @property
    def words(self) -> SSAValue:
        assert self._words is not None
        return self._words

    # Requirements

    def require(self, claim: Requirement) -> None:
        """`claim` is tested before anything runs that comes after; under a condition where this
        stands in a branch.
        """
        test = self.builder.predicate(claim) if isinstance(claim, Predicate) else claim
        for condition in self._conditions:
            test = self.builder.either(self.builder.negation(condition), test)
        self.require_here(test)

    def require_here(self, test: SSAValue) -> None:
        """As `require`, whatever branch this stands in."""
        early = self.builder.depth_of(test) == 0 and self.loops == 0
        known = self.tests if early else self._late
        if test not in known:
            known.append(test)

    def flush(self) -> None:
        """What is emitted next runs only where all tests so far hold."""
        if self._late:
            self._segments.append(self.all_of(self._late))
            self._late.clear()
            self.builder.open(Block())

    def all_of(self, tests: Sequence[SSAValue]) -> SSAValue:
        result = self.builder.constant(-1, i1)
        for number, test in enumerate(tests):
            result = test if number == 0 else self.builder.both(result, test)
        return result

    def close_segments(self, mark: int) -> None:
        self.flush()
        while len(self._segments) > mark:
            self.guarded(self._segments.pop())

    def guarded(self, test: SSAValue) -> None:
        """The innermost block runs where `test` holds; otherwise the status is set."""
        self.builder.here(scf.YieldOp.create())
        then = Region(self.builder.close())
        self.builder.open(Block())
        self.set_status()
        self.builder.here(scf.YieldOp.create())
        otherwise = Region(self.builder.close())
        self.builder.here(scf.IfOp.create(operands=[test], regions=[then, otherwise]))

    def set_status(self) -> None:
        """The run has failed."""
        self.store_word(STATUS, self.builder.constant(1))

    # The frame

    def load_word(self, place: int, *, again: bool = False) -> SSAValue:
        """A word as an index; `again` where a callback has written it."""
        where = self.builder.constant(place)
        if again:
            op = memref.LoadOp.create(operands=[self.words, where], result_types=[i64])
            word = self.builder.here(op).results[0]
        else:
            word = self.builder.pure(memref.LoadOp, (self.words, where), i64)
        return self.builder.pure(arith.IndexCastOp, (word,), INDEX)

    def store_word(self, place: int, value: SSAValue) -> None:
        builder = self.builder
        if isinstance(value.type, IndexType):
            value = builder.pure(arith.IndexCastOp, (value,), i64)
        elif value.type == i1:
            value = builder.pure(arith.ExtUIOp, (value,), i64)
        elif value.type != i64:
            value = builder.pure(arith.ExtSIOp, (value,), i64)
        where = builder.constant(place)
        builder.here(memref.StoreOp.create(operands=[value, self.words, where]))

    def branch(self, condition: SSAValue, body: Callable[[], None]) -> Region:
        """A region that runs where `condition` holds; what it binds is forgotten afterwards."""
        self._conditions.append(condition)
        self.builder.open(Block())
        self.scope(body)
        self._conditions.pop()
        self.builder.here(scf.YieldOp.create())
        return Region(self.builder.close())

    def scope(self, body: Callable[[], None]) -> None:
        """What `body` emits, with its segments closed at its end and its symbols forgotten."""
        restore, mark = self.sizes.save(), len(self._segments)
        body()
        self.close_segments(mark)
        restore()

    @contextmanager
    def attempt(self) -> Generator[None]:
        """Where NotNative is raised inside, it is as if nothing had been emitted."""
        depth, restore, late = self.builder.depth, self.sizes.save(), list(self._late)
        counts, loops = (len(self._segments), len(self._conditions)), self.loops
        try:
            yield
        except NotNative:
            while self.builder.depth > depth:
                for op in self.builder.close().ops:
                    op.drop_all_references()
            del self._segments[counts[0] :], self._conditions[counts[1] :]
            self._late, self.loops = late, loops
            restore()
            raise

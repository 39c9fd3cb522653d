"""Loads that move from lane to lane or not, as a flag says when the function runs.

An operand that may be broadcast is read at `flag * i`: where its size is 1 the flag is 0, and all
lanes have its first element. A loop over few ops has a version for each value of its flags; in one
over many, and for what is left of more than two flags, such a load has a mask that the flag fills,
and the first element where it is empty.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce

from xdsl.dialects import arith, func, memref, scf
from xdsl.dialects.builtin import DenseArrayBase
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from ..fusions_to_loops.builder import FLAGS, INDEX, LoopBuilder
from .joins import Stays
from .streaming import at_first_trip

FEW = 24
"""Ops of a loop up to which it has a version for each value of two flags."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The places in a loop that move by 1 where a flag is 1, and stay where it is 0."""

    places: Mapping[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    """The flag of each."""
    firsts: Mapping[Operation, SSAValue] = field(default_factory=dict[Operation, SSAValue])
    """What a load reads on the first trip, where its flag is not known to be 1."""
    begins: Mapping[Operation, SSAValue] = field(default_factory=dict[Operation, SSAValue])
    """The place of that for a load in a branch, which reads it there: it may be none elsewhere."""
    known: Mapping[SSAValue, bool] = field(default_factory=dict[SSAValue, bool])
    """Flags whose value is known where the loop is written."""
    tests: Mapping[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    """Whether each other flag is 1, as i1."""


class Flags:
    """The flags of one function, which are tested at its begin."""

    def __init__(self, function: func.FuncOp):
        self._function = function
        self._tests = dict[tuple[tuple[SSAValue, bool], ...], SSAValue]()

    @property
    def tests(self) -> Collection[SSAValue]:
        """What says at the begin of the function whether flags have certain values."""
        return self._tests.values()

    def loads(self, loop: scf.ForOp) -> dict[memref.LoadOp, SSAValue]:
        """The loads of `loop`, in branches too, that move as a flag says.

        Stays where one of them reads what the loop stores.
        """
        places, found = self._places(loop), dict[memref.LoadOp, SSAValue]()
        stored = {op.memref for op in loop.body.block.ops if isinstance(op, memref.StoreOp)}
        for op in loop.walk():
            if isinstance(op, memref.LoadOp) and (flag := places.get(op.indices[0])) is not None:
                if op.memref in stored:
                    raise Stays
                found[op] = flag
        return found

    def spread(
        self, builder: LoopBuilder, loop: scf.ForOp, known: Mapping[SSAValue, bool]
    ) -> Spread:
        """What the version of `loop` needs where flags are as `known` says. The loop runs at least
        once where this is written, unless all flags are known to be 1.
        """
        firsts, begins = dict[Operation, SSAValue](), dict[Operation, SSAValue]()
        tests = dict[SSAValue, SSAValue]()
        for op, flag in self.loads(loop).items():
            if known.get(flag) is True:
                continue
            place = at_first_trip(builder, loop, op.indices[0])
            if op.parent is loop.body.block:
                load = memref.LoadOp.create(operands=[op.memref, place], result_types=[op.res.type])
                firsts[op] = builder.here(load).results[0]
            else:
                begins[op] = place
            if flag not in known:
                tests[flag] = self.test(builder, {flag: True})
        return Spread(self._places(loop), firsts, begins, known, tests)

    def test(self, builder: LoopBuilder, known: Mapping[SSAValue, bool]) -> SSAValue:
        """Whether flags are as `known` says: once in a function that is given them."""
        if not all(isinstance(flag, BlockArgument) for flag in known):
            return _compared(builder, known)
        key = tuple(known.items())
        if key not in self._tests:
            inside, first = LoopBuilder(), self._function.body.block.first_op
            assert first is not None
            inside.open(block := Block())
            self._tests[key] = _compared(inside, known)
            for made in list(block.ops):
                made.detach()
                self._function.body.block.insert_op_before(made, first)
        return self._tests[key]

    def _places(self, loop: scf.ForOp) -> dict[SSAValue, SSAValue]:
        """The flag of each place that moves as one says."""
        block = loop.body.block
        moves: dict[SSAValue, int] = {block.args[0]: 1}
        """The trips of places that are the loop's variable and something that stays."""
        found = dict[SSAValue, SSAValue]()
        for op in block.ops:
            if not isinstance(op, arith.AddiOp | arith.SubiOp | arith.MuliOp):
                continue
            if op.result.type != INDEX:
                continue
            a, b = op.operands
            moving = [v for v in (a, b) if v in moves or v in found]
            if len(moving) != 1 or (isinstance(op, arith.SubiOp) and moving[0] is b):
                continue
            (value,) = moving
            other = b if value is a else a
            if _is_made_in(other, block):
                continue
            if not isinstance(op, arith.MuliOp):
                if value in moves:
                    moves[op.result] = 1
                else:
                    found[op.result] = found[value]
            elif value in moves and self._is_flag(other):
                found[op.result] = other
        return found

    def _is_flag(self, value: SSAValue) -> bool:
        """Whether the function is given `value` as 0 or 1, or it is a product of such."""
        if isinstance(value, BlockArgument):
            places = self._function.attributes.get(FLAGS)
            is_given = value.owner is self._function.body.block
            known = places.get_values() if isinstance(places, DenseArrayBase) else ()
            return is_given and value.index in known
        return isinstance(value.owner, arith.MuliOp) and all(
            map(self._is_flag, value.owner.operands)
        )


def _is_made_in(value: SSAValue, block: Block) -> bool:
    """Whether the body of a loop makes `value`: it may be another one on each trip."""
    return value.owner is block or (
        isinstance(value.owner, Operation) and value.owner.parent is block
    )


def _compared(builder: LoopBuilder, known: Mapping[SSAValue, bool]) -> SSAValue:
    zero = builder.constant(0)
    return reduce(
        builder.both,
        [builder.compare("ne" if value else "eq", flag, zero) for flag, value in known.items()],
    )


def versions(flags: Sequence[SSAValue], ops: int) -> Iterator[dict[SSAValue, bool]]:
    """Which flags a loop of so many ops is told, in which version; the last is for all else.

    The ones before it say the value of each flag.
    """
    if ops > FEW:
        yield {}
        return
    yield dict.fromkeys(flags, True)
    if len(flags) == 2:
        yield {flags[0]: True, flags[1]: False}
        yield {flags[0]: False, flags[1]: True}
    yield dict.fromkeys(flags, False) if len(flags) < 3 else {}

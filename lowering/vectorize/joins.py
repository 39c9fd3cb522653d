"""Partial results of a loop in the lanes of vectors, and how they become one.

A maximum that meets NaN is NaN. The parts of one are the greatest of the other elements, for which
the processor has an instruction, and one vector more says of each lane whether it met NaN.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import arith, scf, vector
from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, VectorType, i1, i64
from xdsl.dialects.utils.fast_math import FastMathFlag
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...dialects.types import is_float, is_integer
from ..fusions_to_loops.builder import NO_FAST_MATH, LoopBuilder
from ..fusions_to_loops.elements import FLOAT_PREDICATES, splat_of


class Stays(Exception):
    """A loop cannot be widened."""


KINDS: dict[type[Operation], tuple[str, str]] = {
    arith.AddfOp: ("add", "zero"),
    arith.MulfOp: ("mul", "one"),
    arith.MaximumfOp: ("ogt", "least"),
    arith.MinimumfOp: ("olt", "greatest"),
    arith.AddiOp: ("add", "zero"),
    arith.MuliOp: ("mul", "one"),
    arith.OrIOp: ("or", "zero"),
    arith.XOrIOp: ("xor", "zero"),
    arith.AndIOp: ("and", "ones"),
    arith.MaxSIOp: ("maxsi", "least"),
    arith.MinSIOp: ("minsi", "greatest"),
}
"""How partial results are joined, and what the parts begin with."""


class Join:
    """What a loop carries at one place: its op puts one more element to it."""

    def __init__(self, loop: scf.ForOp, place: int):
        """Raises Stays where the order of the elements matters or an element is used besides."""
        block = loop.body.block
        last, carried = block.last_op, block.args[1 + place]
        assert last is not None
        op = last.operands[place].owner
        if not isinstance(op, Operation) or type(op) not in KINDS or op.parent is not block:
            raise Stays
        uses = list(carried.uses)
        if [use.operation for use in uses] != [op] or not op.results[0].has_one_use():
            raise Stays
        if (
            isinstance(op, arith.AddfOp | arith.MulfOp)
            and FastMathFlag.REASSOC not in op.fastmath.data
        ):
            raise Stays
        self.op = op
        self.joined = op.operands[1 - uses[0].index]
        """What each trip puts to it."""
        self.element: Attribute = op.results[0].type
        self.tests_nan = isinstance(op, arith.MaximumfOp | arith.MinimumfOp)
        """Whether there is a vector for NaN after the parts."""

    def start(self) -> float | int:
        """What changes nothing."""
        kind = KINDS[type(self.op)][1]
        if is_float(self.element):
            return {"zero": -0.0, "one": 1.0, "least": float("-inf")}.get(kind, float("inf"))
        if not is_integer(self.element):
            raise Stays
        most: int = 2 ** (self.element.width.data - 1)
        return {"zero": 0, "one": 1, "ones": -1, "least": -most}.get(kind, most - 1)

    def starts(self, builder: LoopBuilder, parts: int, width: int) -> list[SSAValue]:
        """The vectors that a loop begins with."""
        numbers = [self.start()] * parts + [0.0] * self.tests_nan
        return [self._splat(builder, number, width) for number in numbers]

    def stepped(
        self, builder: LoopBuilder, before: Sequence[SSAValue], elements: Sequence[SSAValue]
    ) -> list[SSAValue]:
        """The vectors after one more vector of elements for each part."""
        ends = [
            self._of_two(builder, more, part) for more, part in zip(elements, before, strict=False)
        ]
        if self.tests_nan:
            met = before[-1]
            nan = self._splat(builder, float("nan"), _width(met))
            for place in range(0, len(elements), 2):
                pair = elements[place], elements[min(place + 1, len(elements) - 1)]
                met = builder.select(_compared(builder, "uno", *pair), nan, met)
            ends.append(met)
        return ends

    def of_parts(self, builder: LoopBuilder, vectors: Sequence[SSAValue]) -> list[SSAValue]:
        """All parts as one: neighbours first, then their results."""
        rest = list(vectors[len(vectors) - self.tests_nan :])
        parts = list(vectors[: len(vectors) - self.tests_nan])
        while len(parts) > 1:
            pairs = zip(parts[::2], parts[1::2], strict=False)
            odd = parts[len(parts) & ~1 :]
            parts = [self._of_two(builder, b, a) for a, b in pairs] + odd
        return parts + rest

    def of_lanes(
        self, builder: LoopBuilder, vectors: Sequence[SSAValue], start: SSAValue
    ) -> SSAValue:
        """All lanes of one part, and what the loop began with, as one element."""
        if not self.tests_nan:
            kind = vector.CombiningKindFlag(KINDS[type(self.op)][0])
            properties: dict[str, Attribute] = {"kind": vector.CombiningKindAttr(kind)}
            if "fastmath" in self.op.properties:
                properties["fastmath"] = self.op.properties["fastmath"]
            return builder.pure(vector.ReductionOp, (vectors[0], start), self.element, properties)
        most, met = self._most(builder, vectors[0]), vectors[1]
        if splat_of(start) != self.start():
            most = builder.pure(type(self.op), (start, most), self.element, self.op.properties)
        either = {"kind": vector.CombiningKindAttr(vector.CombiningKindFlag("or"))}
        nan = _compared(builder, "uno", met, met)
        any_ = builder.pure(vector.ReductionOp, (nan,), i1, either)
        regions = list[Region]()
        # A branch, which is foreseen: what comes next need not wait for the test.
        for end in (builder.constant(float("nan"), self.element), most):
            builder.open(Block())
            builder.here(scf.YieldOp.create(operands=[end]))
            regions.append(Region(builder.close()))
        branch = scf.IfOp.create(operands=[any_], result_types=[self.element], regions=regions)
        return builder.here(branch).results[0]

    def _most(self, builder: LoopBuilder, lanes: SSAValue) -> SSAValue:
        """Halves are taken apart: `vector.reduction` goes lane by lane for maxima and minima."""
        width = _width(lanes)
        while width > 1:
            width //= 2
            halves = [
                builder.pure(
                    vector.ShuffleOp,
                    (lanes, lanes),
                    VectorType(self.element, [width]),
                    {"mask": DenseArrayBase.from_list(i64, range(first, first + width))},
                )
                for first in (0, width)
            ]
            lanes = self._of_two(builder, *halves)
        place = {"static_position": DenseArrayBase.from_list(i64, [0])}
        return builder.pure(vector.ExtractOp, (lanes,), self.element, place)

    def _of_two(self, builder: LoopBuilder, more: SSAValue, part: SSAValue) -> SSAValue:
        """Vectors lane by lane; `part` where `more` is NaN."""
        if not self.tests_nan:
            return builder.pure(type(self.op), (part, more), part.type, self.op.properties)
        return builder.select(_compared(builder, KINDS[type(self.op)][0], more, part), more, part)

    def _splat(self, builder: LoopBuilder, number: float | int, width: int) -> SSAValue:
        scalar = builder.constant(number, self.element)
        return builder.pure(vector.BroadcastOp, (scalar,), VectorType(self.element, [width]))


def _width(vector_: SSAValue) -> int:
    return cast("VectorType[Attribute]", vector_.type).get_shape()[0]


def _compared(builder: LoopBuilder, order: str, a: SSAValue, b: SSAValue) -> SSAValue:
    properties = {"predicate": IntegerAttr(FLOAT_PREDICATES[order], i64), "fastmath": NO_FAST_MATH}
    return builder.pure(arith.CmpfOp, (a, b), VectorType(i1, [_width(a)]), properties)

"""Partial results of a loop in the lanes of vectors, and how they become one."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, scf, vector
from xdsl.dialects.builtin import DenseArrayBase, VectorType, i64
from xdsl.dialects.utils.fast_math import FastMathFlag
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialects.types import is_float, is_integer
from ..fusions_to_loops.builder import LoopBuilder


class Stays(Exception):
    """A loop cannot be widened."""


KINDS: dict[type[Operation], tuple[str, str]] = {
    arith.AddfOp: ("add", "zero"),
    arith.MaximumfOp: ("maximumf", "least"),
    arith.MinimumfOp: ("minimumf", "greatest"),
    arith.AddiOp: ("add", "zero"),
    arith.OrIOp: ("or", "zero"),
    arith.XOrIOp: ("xor", "zero"),
    arith.AndIOp: ("and", "ones"),
    arith.MaxSIOp: ("maxsi", "least"),
    arith.MinSIOp: ("minsi", "greatest"),
}
"""How partial results are joined, and what the parts begin with."""


class Join:
    """What a loop carries at one place: `op` puts one more element to it."""

    def __init__(self, loop: scf.ForOp, place: int):
        """Raises Stays where the order of the elements matters or an element is used besides."""
        block = loop.body.block
        last, carried = block.last_op, block.args[1 + place]
        assert last is not None
        op = last.operands[place].owner
        if not isinstance(op, Operation) or type(op) not in KINDS or op.parent is not block:
            raise Stays
        if [use.operation for use in carried.uses] != [op] or not op.results[0].has_one_use():
            raise Stays
        if isinstance(op, arith.AddfOp) and FastMathFlag.REASSOC not in op.fastmath.data:
            raise Stays
        self._op = op
        self.element: Attribute = op.results[0].type

    def start(self) -> float | int:
        """What changes nothing."""
        kind = KINDS[type(self._op)][1]
        if is_float(self.element):
            return {"zero": -0.0, "least": float("-inf")}.get(kind, float("inf"))
        if not is_integer(self.element):
            raise Stays
        most: int = 2 ** (self.element.width.data - 1)
        return {"zero": 0, "ones": -1, "least": -most}.get(kind, most - 1)

    def of_two(self, builder: LoopBuilder, a: SSAValue, b: SSAValue) -> SSAValue:
        """Of elements, or of vectors lane by lane."""
        return builder.pure(type(self._op), (a, b), a.type, self._op.properties)

    def of_all(self, builder: LoopBuilder, parts: Sequence[SSAValue]) -> SSAValue:
        """Neighbours first, then their results."""
        parts = list(parts)
        while len(parts) > 1:
            pairs = zip(parts[::2], parts[1::2], strict=False)
            odd = parts[len(parts) & ~1 :]
            parts = [self.of_two(builder, a, b) for a, b in pairs] + odd
        return parts[0]

    def of_lanes(self, builder: LoopBuilder, lanes: SSAValue, width: int) -> SSAValue:
        """All lanes as one element.

        Of maxima and minima halves are taken apart: `vector.reduction` goes lane by lane for them.
        """
        kind = KINDS[type(self._op)][0]
        if not isinstance(self._op, arith.MaximumfOp | arith.MinimumfOp):
            combining = vector.CombiningKindAttr(vector.CombiningKindFlag(kind))
            properties: dict[str, Attribute] = {"kind": combining}
            if "fastmath" in self._op.properties:
                properties["fastmath"] = self._op.properties["fastmath"]
            return builder.pure(vector.ReductionOp, (lanes,), self.element, properties)
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
            lanes = self.of_two(builder, *halves)
        place = {"static_position": DenseArrayBase.from_list(i64, [0])}
        return builder.pure(vector.ExtractOp, (lanes,), self.element, place)

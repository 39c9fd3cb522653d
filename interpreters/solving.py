"""The size of a symbol out of an equality in which every other symbol has a size."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.ir import Operation, SSAValue

from ..dialects import sdim

Run = Callable[[Operation, tuple[object, ...]], tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class Line:
    """`slope * unknown + offset`."""

    slope: int
    offset: int

    def times(self, other: "Line") -> "Line | None":
        """The product; None when it is not linear in the unknown."""
        if self.slope and other.slope:
            return None
        slope = self.slope * other.offset + other.slope * self.offset
        return Line(slope, self.offset * other.offset)


@dataclass(frozen=True, slots=True)
class Solver:
    """Solves facts for symbol `unknown`; `size_of` gives the sizes of others, None where unknown.

    `run` executes an operation on the values of its operands.
    """

    unknown: str
    size_of: Callable[[str], int | None]
    run: Run

    def solve(self, fact: Operation) -> int | None:
        """The only size with which `fact` holds; None when it does not say, or is no equality."""
        match fact:
            case sdim.EqualOp():
                left, right = self._line(fact.lhs), self._line(fact.rhs)
            case sdim.ProductEqualOp():
                left, right = self._product(fact.lhs), self._product(fact.rhs)
            case sdim.SumEqualOp():
                left, right = self._sum(fact.lhs), self._sum(fact.rhs)
            case sdim.BroadcastOp():
                return self._broadcast(fact)
            case _:
                return None
        if left is None or right is None or left.slope == right.slope:
            return None
        size, rest = divmod(right.offset - left.offset, left.slope - right.slope)
        return None if rest else size

    def _broadcast(self, fact: sdim.BroadcastOp) -> int | None:
        lines = [self._line(size) for size in fact.sizes]
        known = [line.offset for line in lines if line is not None and not line.slope]
        if len(known) < len(lines) or self._line(fact.common) != Line(1, 0):
            return None
        return max((size for size in known if size != 1), default=1)

    def _product(self, factors: Sequence[SSAValue]) -> Line | None:
        result: Line | None = Line(0, 1)
        for factor in factors:
            line = self._line(factor)
            if result is None or line is None:
                return None
            result = result.times(line)
        return result

    def _sum(self, terms: Sequence[SSAValue]) -> Line | None:
        lines = [line for term in terms if (line := self._line(term)) is not None]
        if len(lines) < len(terms):
            return None
        return Line(sum(line.slope for line in lines), sum(line.offset for line in lines))

    def _line(self, value: SSAValue) -> Line | None:
        op = value.owner
        if isinstance(op, sdim.SizeOp):
            name = op.symbol.string_value()
            if name == self.unknown:
                return Line(1, 0)
            size = self.size_of(name)
            return None if size is None else Line(0, size)
        if not isinstance(op, Operation):
            return None
        if isinstance(op, arith.SelectOp):
            condition = self._line(op.cond)
            if condition is None or condition.slope:
                return None
            return self._line(op.lhs if condition.offset else op.rhs)
        lines = [line for operand in op.operands if (line := self._line(operand)) is not None]
        if len(lines) < len(op.operands):
            return None
        match op:
            case arith.AddiOp():
                return Line(lines[0].slope + lines[1].slope, lines[0].offset + lines[1].offset)
            case arith.SubiOp():
                return Line(lines[0].slope - lines[1].slope, lines[0].offset - lines[1].offset)
            case arith.MuliOp():
                return lines[0].times(lines[1])
            case _:
                return self._known(op, lines)

    def _known(self, op: Operation, lines: Sequence[Line]) -> Line | None:
        """The result of an operation on operands that do not depend on the unknown."""
        if any(line.slope for line in lines):
            return None
        (result,) = self.run(op, tuple(line.offset for line in lines))
        return Line(0, result) if isinstance(result, int) else None

"""Inserts ops at one place of a block."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from .places import stamp

Op = TypeVar("Op", bound=Operation)


def replace_op(op: Operation, new: Operation) -> None:
    """Puts `new` in the place of `op`, its values under their names."""
    new.location = op.location
    Rewriter.insert_op(new, InsertPoint.before(op))
    for old, value in zip(op.results, new.results, strict=True):
        value.name_hint = old.name_hint
        old.replace_all_uses_with(value)
    Rewriter.erase_op(op)


class OpBuilder:
    """Inserts ops before the op `at`, which moves through the program."""

    def __init__(self, at: Operation | None = None):
        self._at = at

    @property
    def at(self) -> Operation:
        """The op before which new ones go."""
        assert self._at is not None
        return self._at

    def move_to(self, op: Operation) -> None:
        """Lets new ops go before `op`."""
        self._at = op

    def insert(self, op: Op) -> Op:
        """Inserts `op`, which must be new; it has the place of the op that it is made at."""
        stamp(op, self.at.location)
        Rewriter.insert_op(op, InsertPoint.before(self.at))
        return op

    def value(self, op: Operation) -> SSAValue:
        """Inserts `op` and returns its first result."""
        return self.insert(op).results[0]

    def index(self, value: int) -> SSAValue:
        """A constant."""
        return self.value(arith.ConstantOp(IntegerAttr(value, IndexType())))

    def create(
        self,
        op: type[Operation],
        operands: Sequence[SSAValue],
        type: Attribute,
        **properties: Attribute,
    ) -> SSAValue:
        """The single result of a new op."""
        return self.value(op.create(operands=operands, result_types=[type], properties=properties))

"""One element of a value: the ops of a group, from a result back to what it reads.

The same walk plans a kernel and writes it. A sink takes what the walk comes to: reads of buffers,
arithmetic, choices between two sources.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from xdsl.ir import Attribute, Operation, SSAValue

from ....analysis.index_maps import (
    Index,
    Sizes,
    linear,
)
from ....dialects import mhlo
from ....dialects.types import is_dense, is_uniform
from ....symbolic import Expr, Predicate, eq
from .scalars import computes_elementwise

FLAG = "_f"
"""What the names of sizes begin with that are 0 or 1."""
Scalar: TypeAlias = Any
"""An element: its SSA value, or anything while a kernel is planned."""


class NotNative(Exception):
    """A kernel cannot be made; the reason in words."""


class Shapes(Protocol):
    """What is known of tensors where a group stands."""

    def shape(self, value: SSAValue) -> Sizes:
        """The size of each dimension."""
        ...

    def seen(self, value: SSAValue) -> tuple[SSAValue, Sequence[int]]:
        """Where the elements of `value` lie, and which dimension of that each of its own is."""
        ...

    def elements(self, value: SSAValue) -> Sequence[Expr]:
        """The elements of a tensor of sizes; NotNative where they are not known here."""
        ...

    def known_integer(self, value: SSAValue) -> Expr | None:
        """The one element of a tensor, where it is known as a size; else None."""
        ...

    def assume(self, claim: Predicate) -> None:
        """The kernel rests on `claim`, which must be tested before it runs."""
        ...

    def size_flag(self, size: Expr) -> Expr:
        """0 where `size` is 1, else 1; a symbol whose name begins with FLAG."""
        ...


class Sink(Protocol):
    """What becomes of the elements that a walk computes."""

    def load(self, value: SSAValue, position: Expr) -> Scalar:
        """The element at row-major `position` of a tensor that the group reads."""
        ...

    def constant(self, op: mhlo.ConstantOp) -> Scalar: ...

    def number(self, position: Expr, type: Attribute) -> Scalar:
        """A position as an element."""
        ...

    def apply(self, op: Operation, operands: Sequence[Scalar]) -> Scalar:
        """An elementwise op."""
        ...

    def position(self, scalar: Scalar, low: Expr, high: Expr) -> Expr:
        """An integer element as a position between `low` and `high`, at which it is cut."""
        ...

    def choose(
        self,
        condition: Predicate,
        type: Attribute,
        then: Callable[[], Scalar],
        otherwise: Callable[[], Scalar],
    ) -> Scalar:
        """One of two elements; nothing is read for the other."""
        ...

    def store(self, value: SSAValue, position: Expr, scalar: Scalar) -> None:
        """`scalar` becomes an element of a result."""
        ...

    def remembered(self, key: object) -> Scalar | None:
        """What `remember` was given for `key`, where it is still to be had."""
        ...

    def remember(self, key: object, scalar: Scalar) -> None: ...

    def next_pass(self) -> None:
        """Another loop over the elements of a row begins or has ended."""
        ...


Rules: TypeAlias = "Mapping[type[Operation], Callable[[Values, Operation, Index], Scalar]]"
"""How ops that are not elementwise find an element of their result."""


class Values:
    """The values of one group. `inside` are the ops that it computes; others are read."""

    def __init__(self, inside: frozenset[Operation], shapes: Shapes, sink: Sink, rules: Rules):
        self._rules = rules
        self._inside = inside
        self.shapes = shapes
        self.sink = sink

    def at(self, value: SSAValue, index: Index) -> Scalar:
        """The element of `value` at `index`."""
        key = (value, tuple(component.position for component in index))
        known = self.sink.remembered(key)
        if known is None:
            known = self._compute(value, index)
            self.sink.remember(key, known)
        return known

    def _read(self, value: SSAValue, index: Index) -> Scalar:
        if self.is_in_order(value):
            return self.sink.load(value, linear(index, self.shapes.shape(value)))
        base, order = self.shapes.seen(value)
        inner = tuple(index[order.index(axis)] for axis in range(len(order)))
        return self.sink.load(base, linear(inner, self.shapes.shape(base)))

    def is_in_order(self, value: SSAValue) -> bool:
        """Whether the elements of `value` are in memory, row by row."""
        order = self.shapes.seen(value)[1] if self.is_read(value) else ()
        return self.is_read(value) and list(order) == sorted(order)

    def is_read(self, value: SSAValue) -> bool:
        """Whether the elements of `value` are in memory."""
        op = value.owner
        if isinstance(op, mhlo.ConstantOp) and is_splat(op):
            return False
        return not isinstance(op, Operation) or op not in self._inside

    def _compute(self, value: SSAValue, index: Index) -> Scalar:
        op = value.owner
        if isinstance(op, mhlo.ConstantOp) and is_splat(op):
            return self.sink.constant(op)
        if self.is_read(value):
            return self._read(value, index)
        assert isinstance(op, Operation)
        if computes_elementwise(op):
            whole = self.shapes.shape(value)
            operands = [self.at(x, self._fitting(x, index, whole)) for x in op.operands]
            return self.sink.apply(op, operands)
        rule = self._rules.get(type(op))
        if rule is None:
            raise NotNative(f"{op.name} has no native form inside of a group")
        return rule(self, op, index)

    def _fitting(self, operand: SSAValue, index: Index, whole: Sizes) -> Index:
        """The index into an operand of an elementwise op, which may be a scalar."""
        shape = self.shapes.shape(operand)
        if not shape:
            return ()
        if shape != whole:
            for a, b in zip(shape, whole, strict=True):
                self.shapes.assume(eq(a, b))
        return index


def is_splat(op: Operation) -> bool:
    """Whether `op` is a constant whose elements are all the same."""
    return isinstance(op, mhlo.ConstantOp) and is_dense(op.value) and is_uniform(op.value)

"""Sizes in a function that is lowered: what symbols and index values are, and what must hold.

A symbol is bound where it is seen first, by an argument, a stated equality or the operand that
makes a shape. Wherever it is seen again the two must agree, and wherever a fact is stated it must
hold: each is a test in the code that is made, so that no fact is believed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from xdsl.dialects import arith
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Attribute, Operation, SSAValue

from ...analysis.index_maps import Sizes
from ...analysis.kernel_space import quotient
from ...dialects import sdim
from ...dialects.types import is_tensor
from ...symbolic import Expr, Predicate, any_of, as_expr, eq, ge, le, ne
from ...symbolic.shapes import product, total
from .builder import LoopBuilder
from .integers import broadcast, fits, within
from .kernels.values import NotNative
from .scalar_table import Requirement, ScalarTable


class SizeTable(ScalarTable):
    """What is known of sizes at one place of a function. `require` takes what must be tested."""

    def __init__(self, builder: LoopBuilder, require: Callable[[Requirement], None]):
        super().__init__(builder, require)
        self._symbols = dict[str, Expr]()
        self.elements = dict[SSAValue, tuple[Expr, ...]]()
        """What tensors of sizes hold, where it is known as scalars."""
        self._rests = dict[Expr, tuple[Expr, Expr]]()
        self._unless = list[Predicate]()
        self._pending = list[Operation]()

    def save(self) -> Callable[[], None]:
        """What takes back what is learnt from now on, as at the end of a region."""
        restore_scalars = super().save()
        known = dict(self._symbols), list(self._pending), dict(self.elements)
        rests = dict(self._rests)

        def restore() -> None:
            restore_scalars()
            self._symbols, self._pending, self.elements = known
            self._rests = rests

        return restore

    def shape_of(self, type_: Attribute) -> Sizes:
        """The sizes of a tensor type; NotNative where one is not known here."""
        if not is_tensor(type_):
            raise NotNative(f"{type_} has no known rank")
        entries = sdim.encoding_of(type_)
        sizes = list[Expr]()
        for axis, size in enumerate(type_.get_shape()):
            if size != DYNAMIC_INDEX:
                sizes.append(as_expr(size))
                continue
            name = None if entries is None else entries[axis]
            known = self._symbols.get(name) if isinstance(name, str) else None
            if known is None:
                raise NotNative(f"size {axis} of {type_} is not known before it is computed")
            sizes.append(known)
        return tuple(sizes)

    def bind_type(self, type_: Attribute, sizes: Sequence[Expr]) -> None:
        """A tensor of `type_` has these sizes."""
        if not is_tensor(type_) or len(sizes) != len(type_.get_shape()):
            return
        entries = sdim.encoding_of(type_)
        for axis, (static, size) in enumerate(zip(type_.get_shape(), sizes, strict=True)):
            name = None if entries is None else entries[axis]
            if static != DYNAMIC_INDEX:
                self.same(as_expr(static), size)
            elif isinstance(name, str):
                self.bind(name, size)

    def bind(self, name: str, size: Expr) -> None:
        """Symbol `name` has `size`."""
        if (known := self._symbols.get(name)) is not None:
            self.same(known, size)
            return
        self._symbols[name] = size
        if size.constant_value is None:
            self._require(ge(size, 0))
        self.settle()

    def same(self, a: Expr, b: Expr) -> None:
        """Two sizes must be equal."""
        if a != b:
            self._require(eq(a, b))

    def learn_rest(self, size: Expr, others: Expr, rest: Expr) -> None:
        """There are `others * rest` elements: `size` is `rest` unless `others` is 0."""
        if self._rests.get(size) != (others, rest):
            self._require(any_of(eq(size, rest), eq(others, 0)))
            self._rests[size] = others, rest

    @contextmanager
    def by_rests(self, shapes: Sequence[Sizes], made: Sequence[Sizes]) -> Generator[None]:
        """For a kernel whose tensors have `shapes`, those that it goes over `made`: sizes are what
        is left of others, which loops need not divide by.

        A tensor that has the others too is empty where the size is not what is left: nothing is at
        a place that would be another one, and a kernel that goes over such tensors alone rests
        on nothing. Where a kernel has a tensor without them, the size must be what is left.
        """
        known, self._unless = self._symbols, list[Predicate]()
        for size, (others, rest) in self._rests.items():
            with_size = [s for s in shapes if any(size.symbols() & x.symbols() for x in s)]
            empty = [_has(shape, others) for shape in with_size]
            if not any(empty):
                continue
            if not all(empty):
                self.same(size, rest)
            elif all(_has(shape, others) for shape in made):
                self._unless.append(ne(size, rest))
            if self._symbols is known:
                self._symbols = dict(known)
            self._symbols |= {name: rest for name, old in known.items() if old == size}
        try:
            yield
        finally:
            self._symbols, self._unless = known, []

    def assume(self, claim: Predicate) -> None:
        """A kernel rests on `claim`."""
        self._require(any_of(claim, *self._unless))

    def compute(self, op: Operation) -> None:
        """An arith op or `sdim.size`; NotNative where an operand is not known."""
        if not isinstance(op, sdim.SizeOp):
            super().compute(op)
        elif (size := self._symbols.get(op.symbol.string_value())) is None:
            raise NotNative("the size is not known yet")
        else:
            self.set_index(op.results[0], size)

    # Facts

    def state(self, constraints: Sequence[Operation]) -> None:
        """Facts of the whole module, and the arithmetic in between."""
        self._pending.extend(op for op in constraints if not isinstance(op, sdim.LikelyOp))
        self.settle()

    def settle(self) -> None:
        """Tests what has become known, and binds symbols to what they are equal to."""
        progress = bool(self._pending)
        while progress:
            before = self._pending
            self._pending = list[Operation]()
            rest = list[Operation]()
            for op in before:
                if not self._settled(op):
                    rest.append(op)
            progress = len(rest) < len(before)
            self._pending = rest + self._pending

    def _settled(self, op: Operation) -> bool:
        try:
            if isinstance(op, sdim.ConstraintOp):
                self.test(op)
            else:
                self.compute(op)
        except NotNative:
            if isinstance(op, sdim.BroadcastOp):
                return self._bind_symbol(op.common, op.sizes, lambda: self._broadcast(op.sizes))
            return isinstance(op, sdim.Equality) and self._defined(op)
        return True

    def _defined(self, op: sdim.Equality) -> bool:
        """Whether `op` leaves one symbol open, and has bound it."""
        whole = isinstance(op, sdim.EqualOp)
        left, right = ([op.lhs], [op.rhs]) if whole else (list(op.lhs), list(op.rhs))
        for side, other in ((left, right), (right, left)):
            unknown = [value for value in side if not self.is_known(value)]
            rest = [value for value in side if value not in unknown]
            if len(unknown) == 1 and (not rest or isinstance(op, sdim.SumEqualOp)):
                made = partial(self._rest, op, other, rest)
                if self._bind_symbol(unknown[0], [*rest, *other], made):
                    return True
        return False

    def _rest(self, op: Operation, side: Sequence[SSAValue], less: Sequence[SSAValue]) -> Expr:
        """One side of an equality without a part of the other."""
        return self._joined(op, side) - total(map(self.index, less))

    def _joined(self, op: Operation, side: Sequence[SSAValue]) -> Expr:
        """One side of an equality."""
        return (total if isinstance(op, sdim.SumEqualOp) else product)(map(self.index, side))

    def _bind_symbol(
        self, unknown: SSAValue, known: Sequence[SSAValue], size: Callable[[], Expr]
    ) -> bool:
        """Binds `unknown`, or the symbol that it is made of, to a size that is made of `known`."""
        op = unknown.owner
        if isinstance(op, sdim.SizeOp) and not self.is_known(unknown):
            if not all(map(self.is_known, known)):
                return False
            self.bind(op.symbol.string_value(), size())
            return True
        undo = _UNDONE.get(type(op)) if isinstance(op, Operation) else None
        if undo is None or not isinstance(op, Operation):
            return False
        for place, other in ((0, op.operands[1]), (1, op.operands[0])):
            if self.is_known(other) and (found := undo(self.index(other), place)) is not None:
                return self._bind_symbol(
                    op.operands[place], [*known, other], lambda: self._undone(size(), *found)
                )
        return False

    def _undone(
        self, whole: Expr, part: Callable[[Expr], Expr], back: Callable[[Expr], Expr]
    ) -> Expr:
        """The part of which `whole` is made; there must be one."""
        made = part(whole)
        self.same(back(made), whole)
        return made

    def _broadcast(self, sizes: Sequence[SSAValue]) -> Expr:
        """What `sizes` broadcast to."""
        values = [self._builder.expr(self.index(size)) for size in sizes]
        return self.named(broadcast(self._builder, values))

    def _require_fit(self, sizes: Sequence[SSAValue]) -> None:
        """Those of `sizes` that are not 1 must be equal."""
        common = self._builder.expr(self._broadcast(sizes))
        for value in sizes:
            self._require(fits(self._builder, self._builder.expr(self.index(value)), common))

    def test(self, op: sdim.ConstraintOp) -> None:
        """What `op` states must hold; NotNative where a size is not known."""
        match op:
            case sdim.EqualOp():
                self.same(self.index(op.lhs), self.index(op.rhs))
            case sdim.LessEqualOp():
                self._require(le(self.index(op.lhs), self.index(op.rhs)))
            case sdim.ProductEqualOp() | sdim.SumEqualOp():
                self.same(self._joined(op, op.lhs), self._joined(op, op.rhs))
            case sdim.DivisibleOp():
                self._require(eq(self.index(op.value) % op.divisor.value.data, 0))
            case sdim.RangeOp():
                for claim in within(self.index(op.value), *op.bounds()):
                    self._require(claim)
            case sdim.HoldsOp():
                self._require(self.scalar(op.condition))
            case sdim.BroadcastOp():
                self.same(self.index(op.common), self._broadcast(op.sizes))
            case sdim.BroadcastableOp():
                self._require_fit(op.sizes)
            case sdim.LikelyOp():
                pass
            case _:
                raise NotNative(f"{op.name} has no native form")


_Undoing = tuple[Callable[[Expr], Expr], Callable[[Expr], Expr]]
"""What gives an operand of what was made, and what makes it again."""


def _sum_undone(other: Expr, place: int) -> _Undoing:
    return (lambda whole: whole - other, lambda part: part + other)


def _difference_undone(other: Expr, place: int) -> _Undoing:
    if place:
        return (lambda whole: other - whole, lambda part: other - part)
    return (lambda whole: whole + other, lambda part: part - other)


def _product_undone(other: Expr, place: int) -> _Undoing | None:
    """None by what may be 0."""
    if (factor := other.constant_value) is None or factor < 1:
        return None
    return (lambda whole: whole // factor, lambda part: part * factor)


_UNDONE: Mapping[type[Operation], Callable[[Expr, int], _Undoing | None]] = {
    arith.AddiOp: _sum_undone,
    arith.SubiOp: _difference_undone,
    arith.MuliOp: _product_undone,
}


def _has(shape: Sizes, others: Expr) -> bool:
    """Whether `others` is a part of the sizes: there is no element where it is 0."""
    return quotient(product(shape), others) is not None

"""The two ends of a walk over a group: one notes what is accessed, one emits the ops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count

from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    Float16Type,
    IndexType,
    IntegerType,
    MemRefType,
    f32,
    i1,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ....analysis.index_maps import coefficients
from ....dialects import mhlo
from ....dialects.types import element_type_of
from ....symbolic import And, Eq, Expr, Le, Ne, Or, Predicate, Symbol
from ..builder import INDEX, LoopBuilder
from ..conversions import converted
from ..elements import (
    as_value,
    constant_element,
    element_of_buffer,
    from_half,
    in_memory,
    is_bf16,
    is_native,
    is_stored,
    narrow_unsigned,
    rounded_to_bf16,
    to_half,
    wrapped,
)
from .ranges import NO_RANGES, Ranges
from .rows import KeptRow, Passes
from .scalars import ELEMENTWISE
from .values import NotNative


def buffer_type(value: SSAValue) -> MemRefType[Attribute]:
    """The buffer of a tensor whose elements are loaded: one after another, row by row."""
    element = element_type_of(value)
    if not is_native(element) and not isinstance(element, Float16Type):
        raise NotNative(f"elements of type {element} have no native form")
    return stored_type(value)


def stored_type(value: SSAValue) -> MemRefType[Attribute]:
    """The buffer of a tensor whose elements may be handed on only."""
    element = element_type_of(value)
    if not is_stored(element):
        raise NotNative(f"elements of type {element} have no native form")
    return MemRefType(in_memory(element), [DYNAMIC_INDEX])


def expressions(claim: Predicate) -> list[Expr]:
    """The expressions that `claim` compares."""
    if isinstance(claim, And | Or):
        return [expr for part in claim.args for expr in expressions(part)]
    return [claim.expr] if isinstance(claim, Eq | Ne | Le) else []


MOST_ACCESSES = 512
"""Of one element of a group: steps that each read two elements of the step before double them."""


class PlanningSink:
    """Notes every access of a walk; an element is nothing here."""

    def __init__(self, ranges: Ranges = NO_RANGES) -> None:
        self.accesses = list[Expr]()
        self.passes = Passes()
        self.ranges = ranges
        self.cuts = dict[tuple[str, Expr], None]()
        """Variables, and the trips from which on conditions hold or no longer hold."""
        self._memo = dict[object, object]()
        self._names = count()

    def load(self, value: SSAValue, position: Expr) -> object:
        buffer_type(value)
        if len(self.accesses) >= MOST_ACCESSES:
            raise NotNative(f"an element rests on more than {MOST_ACCESSES} others")
        self.accesses.append(position)
        self.passes.works()
        return value

    def constant(self, op: mhlo.ConstantOp) -> object:
        buffer_type(op.output)
        return op

    def number(self, position: Expr, type: Attribute) -> object:
        if not is_native(type):
            raise NotNative(f"elements of type {type} have no native form")
        self.accesses.append(position)
        return type

    def apply(self, op: Operation, operands: Sequence[object]) -> object:
        self.passes.works(op)
        return op

    def position(self, scalar: object, low: Expr, high: Expr) -> Expr:
        return Symbol(f"_p{next(self._names)}")

    def choose(
        self,
        condition: Predicate,
        type: Attribute,
        then: Callable[[], object],
        otherwise: Callable[[], object],
    ) -> object:
        decided = self.ranges.decides(condition)
        if decided is not None:
            return then() if decided else otherwise()
        self.accesses.extend(expressions(condition))
        if (cut := self.ranges.cut(condition)) is not None:
            self.cuts[cut] = None
        with self.passes.condition():
            then()
            return otherwise()

    def store(self, value: SSAValue, position: Expr, scalar: object) -> None:
        buffer_type(value)
        self.accesses.append(position)

    def remembered(self, key: object) -> object | None:
        known = self._memo.get(key)
        if known is None:
            self.passes.begins(key)
        else:
            self.passes.uses(key)
        return known

    def remember(self, key: object, scalar: object) -> None:
        self._memo[key] = scalar
        self.passes.ends(key)

    def next_pass(self) -> None:
        self.passes.number += 1

    def divides(self, loops: frozenset[str]) -> bool:
        """Whether an access is not linear in a loop."""
        return any(coefficients(access, loops)[1] for access in self.accesses)


class EmittingSink:
    """Emits loads, arithmetic and stores. `buffers` are the memrefs of the tensors."""

    def __init__(
        self,
        builder: LoopBuilder,
        buffers: Callable[[SSAValue], SSAValue],
        is_filled: Callable[[SSAValue], bool] = lambda _: True,
    ):
        """is_filled: whether a tensor has an element for certain"""
        self._builder = builder
        self._buffers = buffers
        self._is_filled = is_filled
        self._memo = dict[object, list[tuple[int, SSAValue]]]()
        self.row: KeptRow | None = None
        """Where elements lie that later passes over a row use again."""
        self.ranges = NO_RANGES
        self._guard = 0
        self._names = count()

    def load(self, value: SSAValue, position: Expr) -> SSAValue:
        place, least = self._builder.expr(position), self._guard
        buffer = self._buffers(value)
        stored = in_memory(element_type_of(value))
        if self._builder.depth_of(place) == 0 and not self._is_filled(value):
            least = self._builder.depth  # before the loops there may be nothing to read
        element = self._builder.pure(memref.LoadOp, (buffer, place), stored, at_least=least)
        return self.from_memory(element, element_type_of(value))

    def from_memory(self, element: SSAValue, type_: Attribute) -> SSAValue:
        """A stored element as a value."""
        if isinstance(type_, Float16Type):
            return from_half(self._builder, element)
        if narrow_unsigned(type_) is not None:
            return self._builder.pure(arith.ExtUIOp, (element,), as_value(type_))
        return converted(self._builder, element, type_)

    def load_again(self, value: SSAValue, position: Expr) -> SSAValue:
        """An element that stores in this kernel may have changed."""
        place = self._builder.expr(position)
        stored = in_memory(element_type_of(value))
        op = memref.LoadOp.create(operands=[self._buffers(value), place], result_types=[stored])
        return self.from_memory(self._builder.here(op).results[0], element_type_of(value))

    def constant(self, op: mhlo.ConstantOp) -> SSAValue:
        return constant_element(self._builder, op)

    def number(self, position: Expr, type: Attribute) -> SSAValue:
        return converted(self._builder, self._builder.expr(position), type)

    def apply(self, op: Operation, operands: Sequence[SSAValue]) -> SSAValue:
        result = ELEMENTWISE[type(op)](self._builder, op, operands)
        if not op.results:
            return result
        if is_bf16(op.results[0]):
            return rounded_to_bf16(self._builder, result)
        return wrapped(self._builder, result, element_type_of(op.results[0]))

    def position(self, scalar: SSAValue, low: Expr, high: Expr) -> Expr:
        builder = self._builder
        place = scalar
        if not isinstance(scalar.type, IndexType):
            place = converted(builder, scalar, INDEX)
        place = builder.pure(arith.MaxSIOp, (place, builder.expr(low)), INDEX)
        place = builder.pure(arith.MinSIOp, (place, builder.expr(high)), INDEX)
        name = f"_p{next(self._names)}"
        builder.symbols[name] = place
        return Symbol(name)

    def choose(
        self,
        condition: Predicate,
        type: Attribute,
        then: Callable[[], SSAValue],
        otherwise: Callable[[], SSAValue],
    ) -> SSAValue:
        decided = self.ranges.decides(condition)
        if decided is not None:
            return then() if decided else otherwise()
        test = self._builder.predicate(condition)
        regions = [self._guarded(part) for part in (then, otherwise)]
        op = scf.IfOp.create(operands=[test], result_types=[as_value(type)], regions=regions)
        return self._builder.here(op).results[0]

    def _guarded(self, part: Callable[[], SSAValue]) -> Region:
        outside, builder = self._guard, self._builder
        builder.open(Block())
        self._guard = builder.depth
        builder.here(scf.YieldOp.create(operands=[part()]))
        self._guard = outside
        return Region(builder.close())

    def store(self, value: SSAValue, position: Expr, scalar: SSAValue) -> None:
        if is_bf16(value):
            scalar = rounded_to_bf16(self._builder, scalar)
        self._put(scalar, self._buffers(value), position)

    def _put(self, scalar: SSAValue, buffer: SSAValue, position: Expr) -> None:
        builder, stored = self._builder, element_of_buffer(buffer)
        place = builder.expr(position)
        if scalar.type != stored:
            if scalar.type == i1:
                scalar = builder.pure(arith.ExtUIOp, (scalar,), IntegerType(8))
            elif scalar.type == f32:
                scalar = to_half(builder, scalar)
            elif isinstance(scalar.type, IndexType):
                scalar = builder.pure(arith.IndexCastOp, (scalar,), i64)
            else:
                scalar = builder.pure(arith.TruncIOp, (scalar,), stored)
        builder.here(memref.StoreOp.create(operands=[scalar, buffer, place]))

    def remembered(self, key: object) -> SSAValue | None:
        """What was remembered in a block that is still open."""
        for number, scalar in self._memo.get(key, ()):
            if self._builder.is_open(number):
                return scalar
        return None if self.row is None else self._of_row(self.row, key)

    def _of_row(self, row: KeptRow, key: object) -> SSAValue | None:
        """What an earlier pass over the row has kept."""
        kept = row.stored.get(key)
        if kept is None:
            return None
        buffer, type_ = kept
        place = self._builder.expr(row.position)
        op = memref.LoadOp.create(operands=[buffer, place], result_types=[in_memory(type_)])
        scalar = self.from_memory(self._builder.here(op).results[0], type_)
        self._memo.setdefault(key, []).append(
            (self._builder.block_number(self._builder.depth), scalar)
        )
        return scalar

    def remember(self, key: object, scalar: SSAValue) -> None:
        row = self.row
        if row is not None and key in row.keys and key not in row.stored:
            buffer = row.buffer(in_memory(scalar.type))
            self._put(scalar, buffer, row.position)
            row.stored[key] = buffer, scalar.type
        number = self._builder.block_number(self._builder.depth_of(scalar))
        self._memo.setdefault(key, []).append((number, scalar))

    def next_pass(self) -> None:
        """What is kept is known by what is stored already."""

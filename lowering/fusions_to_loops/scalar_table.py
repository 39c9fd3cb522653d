"""Index values and integers of a function that is lowered: what they are in the new one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerAttr
from xdsl.ir import Operation, SSAValue

from ...dialects.types import is_integer, is_tensor
from ...symbolic import Expr, Predicate, Symbol, as_expr, ge, le
from .builder import INDEX, LoopBuilder
from .integers import POLYNOMIALS, QUOTIENTS, divided, is_not_one
from .kernels.values import FLAG, NotNative

Requirement = Predicate | SSAValue


class ScalarTable:
    """What is known of scalars at one place of a function. `require` takes what must be tested."""

    def __init__(self, builder: LoopBuilder, require: Callable[[Requirement], None]):
        self._builder = builder
        self._require = require
        self._indices = dict[SSAValue, Expr]()
        self._scalars = dict[SSAValue, SSAValue]()
        self._cast_from = dict[SSAValue, SSAValue]()  # the index that an integer was made of
        self._flags = dict[Expr, Expr]()
        self._named = dict[SSAValue, Expr]()
        self._names = count()

    def save(self) -> Callable[[], None]:
        """What takes back what is learnt from now on, as at the end of a region."""
        known = dict(self._indices), dict(self._scalars)

        def restore() -> None:
            self._indices, self._scalars = known

        return restore

    def named(self, value: SSAValue, name: str | None = None) -> Expr:
        """An index value of the new function as an expression."""
        if (known := self._named.get(value)) is None:
            known = self._named[value] = Symbol(name := name or f"_v{next(self._names)}")
            self._builder.symbols[name] = value
        return known

    def flag(self, size: Expr) -> Expr:
        """0 where `size` is 1, else 1."""
        if size not in self._flags:
            value = is_not_one(self._builder, self._builder.expr(size))
            self._flags[size] = self.named(value, f"{FLAG}{len(self._flags)}")
        return self._flags[size]

    def set_index(self, value: SSAValue, expr: Expr) -> None:
        self._indices[value] = expr

    def set_scalar(self, value: SSAValue, new: SSAValue) -> None:
        """`new` is what `value` has become."""
        if isinstance(value.type, IndexType):
            self._indices[value] = self.named(new)
        else:
            self._scalars[value] = new

    def index(self, value: SSAValue) -> Expr:
        """An index value of the old function; NotNative where it has no native form."""
        known = self._indices.get(value)
        if known is None:
            raise NotNative("a size has no native form")
        return known

    def scalar(self, value: SSAValue) -> SSAValue:
        """What a scalar of the old function has become."""
        if isinstance(value.type, IndexType):
            return self._builder.expr(self.index(value))
        if value not in self._scalars:
            raise NotNative(f"a value of type {value.type} has no native form")
        return self._scalars[value]

    def integer(self, value: SSAValue) -> Expr:
        """An index, or an integer made of one, which must not have been cut; else NotNative."""
        if value not in self._cast_from:
            return self.index(value)
        assert is_integer(value.type)
        expr = self._indices[self._cast_from[value]]
        if (width := value.type.width.data) < 64:
            self._require(le(expr, 2 ** (width - 1) - 1))
            self._require(ge(expr, -(2 ** (width - 1))))
        return expr

    def is_known(self, value: SSAValue) -> bool:
        return value in self._indices or value in self._scalars

    def compute(self, op: Operation) -> None:
        """An arith op; NotNative where an operand is not known."""
        result = op.results[0]
        if isinstance(op, arith.ConstantOp):
            self._constant(op)
        elif isinstance(op, arith.IndexCastOp) and op.input in self._indices:
            self._cast_from[result] = op.input
            self.set_scalar(result, self._apply(op, [self.scalar(op.input)]))
        elif result.type == INDEX and type(op) in POLYNOMIALS:
            a, b = (self.index(operand) for operand in op.operands)
            self.set_index(result, POLYNOMIALS[type(op)](a, b))
        else:
            operands = [self.scalar(operand) for operand in op.operands]
            self.set_scalar(result, self._apply(op, operands))

    def _constant(self, op: arith.ConstantOp) -> None:
        value = op.value
        if isinstance(value, IntegerAttr) and isinstance(op.result.type, IndexType):
            self.set_index(op.result, as_expr(value.value.data))
        elif is_tensor(op.result.type):
            raise NotNative("a tensor constant of arith has no native form")
        else:
            self.set_scalar(op.result, self._apply(op, ()))

    def _apply(self, op: Operation, operands: Sequence[SSAValue]) -> SSAValue:
        if type(op) in QUOTIENTS:
            quotient, divides = divided(self._builder, op, *operands)
            self._require(divides)
            return quotient
        if not op.name.startswith("arith."):
            raise NotNative(f"{op.name} has no native form")
        return self._builder.pure(type(op), operands, op.results[0].type, op.properties)

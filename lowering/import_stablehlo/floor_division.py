"""JAX's division and remainder that round down, as index arithmetic that says so.

StableHLO's own round toward zero. JAX corrects them by the signs of the operands:
```mlir
%q = mhlo.divide %x, %y        %fix = (sign %x != sign %y) & (mhlo.remainder %x, %y != 0)
%r = mhlo.select %fix, %q - 1, %q
```
becomes `arith.floordivsi`, where `%y` is a constant that is not 0 and both are scalars. Sizes
computed so are floor divisions for the analysis whatever the sign of `%x`, as in `-(-s // 2)`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import IntegerAttr, IntegerType, ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects import mhlo
from ...dialects.mhlo import ComparisonDirection
from ...dialects.mhlo.dense import int_values
from ...dialects.types import (
    element_type_of,
    integer_width,
    is_dense,
    is_integer_or_index,
    is_tensor,
)

OpT = TypeVar("OpT", bound=Operation)


def recognize_floor_division(module: ModuleOp) -> None:
    """Replaces every such selection; what only they used is left to `cse` and dead code
    elimination.
    """
    for op in list(module.walk()):
        if isinstance(op, mhlo.SelectOp) and _is_integer_scalar(op.result):
            for match, build in ((floor_quotient, _quotient), (floor_remainder, _remainder)):
                found = match(op)
                if found is not None:
                    _replace(op, *found, build)
                    break


def floor_quotient(op: mhlo.SelectOp) -> tuple[SSAValue, int] | None:
    """The operands of the division that `op` rounds down; None where it is none."""
    quotient, less = made(op.on_false, mhlo.DivideOp), made(op.on_true, mhlo.SubtractOp)
    if quotient is None or less is None or less.lhs is not quotient.result:
        return None
    divisor = integer_of(quotient.rhs)
    if not divisor or integer_of(less.rhs) != 1:
        return None

    def is_remainder(value: SSAValue) -> bool:
        remainder = made(value, mhlo.RemainderOp)
        return remainder is not None and tuple(remainder.operands) == tuple(quotient.operands)

    if not _is_correction(op.pred, is_remainder, quotient.lhs, quotient.rhs):
        return None
    return quotient.lhs, divisor


def floor_remainder(op: mhlo.SelectOp) -> tuple[SSAValue, int] | None:
    """The operands of the remainder that `op` gives the sign of the divisor; None where it is
    none.
    """
    remainder, more = made(op.on_false, mhlo.RemainderOp), made(op.on_true, mhlo.AddOp)
    if remainder is None or more is None or more.lhs is not remainder.result:
        return None
    divisor = integer_of(remainder.rhs)
    if not divisor or more.rhs is not remainder.rhs:
        return None
    result = remainder.result
    if not _is_correction(op.pred, lambda v: v is result, result, remainder.rhs):
        return None
    return remainder.lhs, divisor


def _is_correction(
    condition: SSAValue, is_remainder: Callable[[SSAValue], bool], left: SSAValue, right: SSAValue
) -> bool:
    """Whether `condition` says that there is a remainder and the signs of `left` and `right`
    differ.
    """
    both = made(condition, mhlo.AndOp)
    if both is None:
        return False
    return any(
        _is_not_zero(some, is_remainder) and _signs_differ(other, left, right)
        for some, other in ((both.lhs, both.rhs), (both.rhs, both.lhs))
    )


def _is_not_zero(condition: SSAValue, is_remainder: Callable[[SSAValue], bool]) -> bool:
    compare = compared(condition, ComparisonDirection.NE)
    return compare is not None and is_remainder(compare[0]) and integer_of(compare[1]) == 0


def _signs_differ(condition: SSAValue, left: SSAValue, right: SSAValue) -> bool:
    pair = compared(condition, ComparisonDirection.NE)
    return pair is not None and (
        all(_is_sign(sign, value) for sign, value in zip(pair, (left, right), strict=True))
        or all(_is_negative(sign, value) for sign, value in zip(pair, (left, right), strict=True))
    )


def _is_sign(sign: SSAValue, value: SSAValue) -> bool:
    op = made(sign, mhlo.SignOp)
    return op is not None and op.operand is value


def _is_negative(condition: SSAValue, value: SSAValue) -> bool:
    pair = compared(condition, ComparisonDirection.LT)
    return pair is not None and pair[0] is value and integer_of(pair[1]) == 0


def made(value: SSAValue, kind: type[OpT]) -> OpT | None:
    """The op of this kind that `value` is the result of."""
    return value.owner if isinstance(value.owner, kind) else None


def compared(value: SSAValue, direction: ComparisonDirection) -> tuple[SSAValue, SSAValue] | None:
    """The operands of the comparison that `value` is."""
    op = made(value, mhlo.CompareOp)
    if op is None or op.comparison_direction.data is not direction:
        return None
    return op.lhs, op.rhs


def integer_of(value: SSAValue) -> int | None:
    """The constant integer that the scalar `value` is; JAX writes 1 in the place of a divisor 0."""
    match value.owner:
        case mhlo.ConstantOp(value=elements) if is_dense(elements) and _is_integer_scalar(value):
            return int_values(elements)[0]
        case mhlo.SelectOp(pred=condition, on_true=then, on_false=otherwise):
            pair = compared(condition, ComparisonDirection.EQ)
            sides = () if pair is None else tuple(map(integer_of, pair))
            if None in sides or not sides:
                return None
            return integer_of(then if sides[0] == sides[1] else otherwise)
        case _:
            return None


def _is_integer_scalar(value: SSAValue) -> bool:
    type_ = value.type
    if not is_tensor(type_) or type_.get_shape() or not is_integer_or_index(type_.element_type):
        return False
    width = integer_width(type_.element_type)
    return width is not None and width > 1


def _quotient(x: SSAValue, y: SSAValue) -> list[Operation]:
    return [arith.FloorDivSIOp(x, y)]


def _remainder(x: SSAValue, y: SSAValue) -> list[Operation]:
    quotient = arith.FloorDivSIOp(x, y)
    whole = arith.MuliOp(quotient.result, y)
    return [quotient, whole, arith.SubiOp(x, whole.result)]


def _replace(
    op: mhlo.SelectOp,
    value: SSAValue,
    divisor: int,
    build: Callable[[SSAValue, SSAValue], list[Operation]],
) -> None:
    element = cast(IntegerType, element_type_of(op.result))
    x = tensor.ExtractOp(value, [], element)
    y = arith.ConstantOp(IntegerAttr(divisor, element))
    ops = [x, y, *build(x.result, y.result)]
    result = tensor.FromElementsOp.create(
        operands=[ops[-1].results[0]], result_types=[op.result.type]
    )
    for new in (*ops, result):
        new.location = op.location
    Rewriter.insert_op([*ops, result], InsertPoint.before(op))
    Rewriter.replace_op(op, [], [result.results[0]])

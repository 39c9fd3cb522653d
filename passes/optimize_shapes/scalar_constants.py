"""Scalars of floats that are constant, and selections that they decide.

```mlir
%n = mhlo.subtract %c256, %c0 : tensor<f32>
%p = mhlo.compare GT, %n, %c0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
%r = mhlo.select %p, %x, %nan : tensor<i1>, tensor<?xf32, [@n]>
```
becomes `%x`: JAX tests so in every variance whether there are elements. A consumer that decides
the selection while it runs would wait for the device to compute the scalar.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import eq, ge, gt, le, lt, ne
from typing import Any, Final

import numpy as np
from xdsl.dialects import func
from xdsl.dialects.builtin import Float32Type, Float64Type
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from ...analysis.module_parts import ops_below
from ...dialects import mhlo
from ...dialects.types import dense_elements, is_boolean, is_dense, is_integer, is_tensor
from ...materialize.op_builder import OpBuilder

_ARITHMETIC: Final[Mapping[type[Operation], Any]] = {
    mhlo.AddOp: np.add,
    mhlo.SubtractOp: np.subtract,
    mhlo.MultiplyOp: np.multiply,
    mhlo.DivideOp: np.divide,
}
_COMPARISONS: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "EQ": eq,
    "NE": ne,
    "LT": lt,
    "LE": le,
    "GT": gt,
    "GE": ge,
}


def fold_scalars(function: func.FuncOp) -> None:
    """Computes what is made of constant scalars, rounded as at run time, and drops selections."""
    for op in ops_below(function):
        if len(op.results) != 1:
            continue
        if type(op) is mhlo.SelectOp:
            _select(op)
        elif (number := _computed(op)) is not None:
            type_ = op.results[0].type
            assert is_tensor(type_)
            value = dense_elements(type_, [number])
            constant = OpBuilder(op).create(mhlo.ConstantOp, [], value.type, value=value)
            Rewriter.replace_op(op, [], [constant])


def _select(op: mhlo.SelectOp) -> None:
    chosen = _number(op.pred)
    if chosen is None:
        return
    value = op.on_true if chosen else op.on_false
    if value.type == op.result.type:
        Rewriter.replace_op(op, [], [value])


def _computed(op: Operation) -> float | None:
    """The scalar that `op` computes; None where it is not known, or no plain number."""
    if type(op) not in _ARITHMETIC and type(op) not in (mhlo.ConvertOp, mhlo.CompareOp):
        return None
    result = op.results[0].type
    if not is_tensor(result) or result.get_shape() != ():
        return None
    numbers = [number for v in op.operands if (number := _number(v)) is not None]
    if len(numbers) != len(op.operands):
        return None
    if isinstance(op, mhlo.CompareOp):
        return _compared(op, numbers[0], numbers[1])
    kind = _float_type(result.element_type)
    if kind is None:
        return None
    with np.errstate(all="ignore"):
        rounded = [kind(number) for number in numbers]
        value = rounded[0] if isinstance(op, mhlo.ConvertOp) else _ARITHMETIC[type(op)](*rounded)
    return float(value) if all(map(_is_plain, (*rounded, value))) else None


def _compared(op: mhlo.CompareOp, left: float, right: float) -> float | None:
    is_float = _float_type(_element(op.lhs)) is not None
    kind = op.compare_type
    if not is_float or (kind is not None and kind.data.value != "FLOAT"):
        return None
    return int(_COMPARISONS[op.comparison_direction.data.value](left, right))


def _number(value: SSAValue) -> float | None:
    """The constant scalar: a float, an integer that floats of 64 bits have, or a truth value."""
    op, element = value.owner, _element(value)
    if not isinstance(op, mhlo.ConstantOp) or not is_dense(op.value) or element is None:
        return None
    if not is_tensor(value.type) or value.type.get_shape() != ():
        return None
    (number,) = op.value.get_values()
    if is_boolean(element):
        return 0 if number == 0 else 1
    if isinstance(number, int) and is_integer(element) and abs(number) < 2**53:
        return number
    return number if isinstance(number, float) and _float_type(element) is not None else None


def _element(value: SSAValue) -> Attribute | None:
    return value.type.element_type if is_tensor(value.type) else None


def _float_type(element: Attribute | None) -> Any:
    """numpy's type of these floats."""
    if isinstance(element, Float32Type):
        return np.float32
    return np.float64 if isinstance(element, Float64Type) else None


def _is_plain(number: Any) -> bool:
    """Whether `number` is finite, and not so small that a consumer may take it for 0."""
    return bool(np.isfinite(number)) and (number == 0 or abs(number) >= np.finfo(number).tiny)

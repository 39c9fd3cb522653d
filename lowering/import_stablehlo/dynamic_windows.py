"""`stablehlo.dynamic_reduce_window`: a reduction of windows whose padding, or whose size, is not
static.

Its operands are the values, the start, and one vector each of window sizes, strides, dilations of
the base and of the
window, and the padding. Where only the padding is not known the values are padded first. A window
as long as the dimension
that ends, or starts, at each element is a prefix sum: `tf.Cumsum`, which `convert-tf-to-mhlo`
lowers, or a loop (`scans`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import cast

from xdsl.dialects import func
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    BoolAttr,
    DenseIntOrFPElementsAttr,
    IntegerType,
    ModuleOp,
    TensorType,
    i32,
)
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.analyze import analyze, infer
from ...analysis.shape_analysis import ShapeAnalysis
from ...analysis.values import integer_range
from ...dialects import mhlo, tf
from ...dialects.mhlo.elementwise import UniformTextOp
from ...dialects.types import element_type_of, is_dense, is_tensor, tensor_type
from ...materialize.types import retype
from ...rules.errors import ShapeError
from ...symbolic import Expr, Facts, as_expr, eq
from .scans import Insert, scan

ELEMENTWISE = (UniformTextOp, mhlo.CompareOp, mhlo.SelectOp)
"""What a body may be made of to be computed on tensors."""
SCANS: Mapping[type[Operation], tuple[type[tf.CumsumOp | tf.CumprodOp], int]] = {
    mhlo.AddOp: (tf.CumsumOp, 0),
    mhlo.MultiplyOp: (tf.CumprodOp, 1),
}
"""The prefix sum of each fold, and the value that changes nothing."""


def reduce_windows(
    module: ModuleOp, ops: Sequence[mhlo.CustomCallOp], functions: Mapping[str, func.FuncOp]
) -> None:
    """Replaces each op; `functions` has the bodies of the reductions."""
    analysis = analyze(module)
    windows = [_DynamicWindow.of(op, functions, analysis) for op in ops]
    if any(None in window.constants for window in windows):
        # How long a window is compared with the dimension needs the sizes of all values.
        analysis = infer(module)
        windows = [_DynamicWindow.of(op, functions, analysis) for op in ops]
    for window in windows:
        window.replace()


@dataclass(frozen=True, slots=True)
class _DynamicWindow:
    """One op, with what is known of its operands."""

    op: mhlo.CustomCallOp
    body: func.FuncOp
    shape: tuple[Expr, ...]
    sizes: tuple[Expr | None, ...]
    constants: tuple[tuple[int, ...] | None, ...]
    padding: tuple[Expr | None, ...]
    facts: Facts

    @staticmethod
    def of(
        op: mhlo.CustomCallOp, functions: Mapping[str, func.FuncOp], analysis: ShapeAnalysis
    ) -> _DynamicWindow:
        called = [] if op.called_computations is None else list(op.called_computations.data)
        names = [getattr(name, "string_value", str)() for name in called]
        if len(op.inputs) != 7 or len(names) != 1 or names[0] not in functions:
            raise ShapeError(op, "needs one tensor, its start, five vectors and one body")
        if not is_tensor(op.inputs[0].type):
            raise ShapeError(op, "operand 0 must be a tensor of known rank")
        shape = tuple(analysis.shape(op.inputs[0]))
        return _DynamicWindow(
            op,
            functions[names[0]],
            shape,
            analysis.elements(op.inputs[2]) or (None,) * len(shape),
            tuple(analysis.constants(vector) for vector in op.inputs[2:6]),
            analysis.elements(op.inputs[6]) or (None,) * 2 * len(shape),
            analysis.facts,
        )

    def replace(self) -> None:
        """Puts ops with static windows in the place of the op."""
        sizes, *others = self.constants
        known = [values for values in (sizes, *others) if values is not None]
        if len(known) == 4:
            result = self._padded(*known)
        elif (found := self._scan()) is not None:
            result = found
        else:
            raise ShapeError(
                self.op,
                "windows of unknown size are supported where they make prefix sums or other folds",
            )
        result.name_hint = self.op.results[0].name_hint
        self.op.results[0].replace_all_uses_with(result)
        Rewriter.erase_op(self.op)

    def _insert(self, op: Operation) -> SSAValue:
        op.location = self.op.location
        Rewriter.insert_op(op, InsertPoint.before(self.op))
        return op.results[0]

    def _vector(self, values: Sequence[int]) -> SSAValue:
        element = cast(IntegerType, element_type_of(self.op.inputs[6]))
        constant = DenseIntOrFPElementsAttr.from_list(TensorType(element, [len(values)]), values)
        return self._insert(mhlo.ConstantOp(constant))

    def _padded(
        self,
        sizes: tuple[int, ...],
        strides: tuple[int, ...],
        base: tuple[int, ...],
        window: tuple[int, ...],
    ) -> SSAValue:
        """The values with the padding around and the dilation between them, and their windows."""
        value, start = self.op.inputs[:2]
        rank = len(sizes)
        between = self._vector([dilation - 1 for dilation in base])
        type_ = TensorType(element_type_of(value), [DYNAMIC_INDEX] * rank)
        low, high = self._column(0), self._column(1)
        padded = mhlo.DynamicPadOp.create(
            operands=[value, start, low, high, between], result_types=[type_]
        )
        new = mhlo.ReduceWindowOp.create(
            operands=[self._insert(padded), start],
            result_types=self.op.result_types,
            properties={
                "window_dimensions": mhlo.dense_i64(sizes),
                "window_strides": mhlo.dense_i64(strides),
                "window_dilations": mhlo.dense_i64(window),
            },
            regions=[self._region()],
        )
        return self._insert(new)

    def _column(self, index: int) -> SSAValue:
        """The low or the high padding of each dimension."""
        padding = self.op.inputs[6]
        rank, type_ = len(self.shape), element_type_of(padding)
        flat = mhlo.ReshapeOp.create(
            operands=[padding], result_types=[TensorType(type_, [2 * rank])]
        )
        column = mhlo.SliceOp.create(
            operands=[self._insert(flat)],
            result_types=[TensorType(type_, [rank])],
            properties={
                "start_indices": mhlo.dense_i64([index]),
                "limit_indices": mhlo.dense_i64([2 * rank]),
                "strides": mhlo.dense_i64([2]),
            },
        )
        return self._insert(column)

    def _region(self) -> Region:
        body = self.body.body.clone()
        last = body.block.last_op
        assert last is not None
        Rewriter.replace_op(last, mhlo.ReturnOp(*last.operands), [])
        return body

    def _scan(self) -> SSAValue | None:
        """The prefix sum that the windows make; None where they make none."""
        one, zero = as_expr(1), as_expr(0)
        unknown = [i for i, size in enumerate(self.sizes) if not self._same(size, one)]
        if (
            self.body.body.block.first_op is None
            or len(unknown) != 1
            or self.constants[1:] != self._ones()
        ):
            return None
        (axis,) = unknown
        size = self.shape[axis]
        before, after = self.padding[2 * axis : 2 * axis + 2]
        rest = [p for i, p in enumerate(self.padding) if i // 2 != axis]
        if not self._same(self.sizes[axis], size) or not all(self._same(p, zero) for p in rest):
            return None
        if self._same(before, size - 1) and self._same(after, zero):
            return self._folded(axis, reverse=False)
        if self._same(before, zero) and self._same(after, size - 1):
            return self._folded(axis, reverse=True)
        return None

    def _same(self, number: Expr | None, other: Expr) -> bool:
        return number is not None and (number == other or self.facts.proves(eq(number, other)))

    def _folded(self, axis: int, *, reverse: bool) -> SSAValue | None:
        """The prefix sum along `axis`; None where the start would change it."""
        steps = tuple(self.body.body.block.ops)
        if len(steps) == 2:
            return self._folded_by(type(steps[0]), axis, reverse=reverse)
        if not all(isinstance(step, ELEMENTWISE) for step in steps[:-1]):
            return None
        # StableHLO demands that any body is associative, and that the start changes nothing.
        value, start = self.op.inputs[:2]
        return scan(self._insert, value, start, self._elementwise, axis, reverse=reverse)

    def _elementwise(self, insert: Insert, first: SSAValue, second: SSAValue) -> SSAValue:
        """The body on tensors."""
        block = self.body.body.block
        values = dict[SSAValue, SSAValue](zip(block.args, (first, second), strict=True))
        *steps, last = block.ops
        shape = tensor_type(first).shape
        for step in steps:
            new = step.clone(values)
            element = element_type_of(step.results[0])
            retype(new.results[0], TensorType(element, shape))
            values[step.results[0]] = insert(new)
        return values[last.operands[0]]

    def _folded_by(self, fold: type[Operation], axis: int, *, reverse: bool) -> SSAValue | None:
        """The same where the body is one op."""
        value, start = self.op.inputs[:2]
        if fold in SCANS:
            target, neutral = SCANS[fold]
            if not is_splat(start, neutral):
                return None
            place = DenseIntOrFPElementsAttr.from_list(TensorType(i32, []), [axis])
            new = target.create(
                operands=[value, self._insert(mhlo.ConstantOp(place))],
                result_types=self.op.result_types,
                properties={"reverse": BoolAttr.from_bool(reverse)},
            )
            return self._insert(new)
        extreme = least(element_type_of(value)) if fold is mhlo.MaximumOp else None
        if fold is mhlo.MinimumOp:
            extreme = greatest(element_type_of(value))
        if extreme is None or not is_splat(start, extreme):
            return None
        return scan(self._insert, value, start, self._elementwise, axis, reverse=reverse)

    def _ones(self) -> tuple[tuple[int, ...], ...]:
        return ((1,) * len(self.shape),) * 3


def least(element_type: Attribute) -> float | None:
    """What is never greater than an element; None where the type has no order."""
    if isinstance(element_type, AnyFloat):
        return -inf
    ends = integer_range(element_type)
    return None if ends is None else ends[0]


def greatest(element_type: Attribute) -> float | None:
    """What is never less than an element; None where the type has no order."""
    if isinstance(element_type, AnyFloat):
        return inf
    ends = integer_range(element_type)
    return None if ends is None else ends[1]


def is_splat(value: SSAValue, number: float) -> bool:
    """Whether every element of `value` is a constant equal to `number`."""
    op = value.owner
    while isinstance(op, mhlo.BroadcastInDimOp | mhlo.ReshapeOp | mhlo.ConvertOp):
        op = op.operands[0].owner
    if (
        not isinstance(op, mhlo.ConstantOp)
        or not is_dense(op.value)
        or not is_tensor(op.value.type)
    ):
        return False
    wanted = (number, (number, 0))  # a complex one is two numbers
    return all(element in wanted for element in op.value.get_values())

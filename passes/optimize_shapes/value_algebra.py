"""Laws of values: what changes no element goes, what two ops do is done by one."""

from __future__ import annotations

from xdsl.ir import Operation, SSAValue

from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo
from ...dialects.mhlo import int_values
from ...dialects.mhlo.neutral_elements import (
    COMMUTATIVE,
    IDEMPOTENT,
    is_neutral,
    is_neutral_start,
)
from ...dialects.types import (
    FLOAT,
    PRED,
    SIGNED,
    UNSIGNED,
    bit_width,
    element_type_of,
    kind_of,
)
from ...materialize.op_builder import OpBuilder
from ...symbolic import as_expr
from .rewriting import Rewrites, reshaped, same_shape, scalar_everywhere


def binary(op: Operation, analysis: ShapeAnalysis) -> SSAValue | None:
    """`x * 1` and the like are `x`; so is `max(x, x)`."""
    kind, (left, right) = type(op), op.operands
    if (kind in IDEMPOTENT and left is right) or is_neutral(kind, right):
        kept = left
    elif kind in COMMUTATIVE and is_neutral(kind, left):
        kept = right
    else:
        return None
    return kept if same_shape(analysis, kept, op.results[0]) else None


def select(op: mhlo.SelectOp, analysis: ShapeAnalysis) -> SSAValue | None:
    """A choice between a value and itself."""
    same = op.on_true is op.on_false and same_shape(analysis, op.on_true, op.results[0])
    return op.on_true if same else None


def convert(op: mhlo.ConvertOp, analysis: ShapeAnalysis) -> SSAValue | None:
    """A conversion to the same type goes; after one that loses nothing, it reads what that reads.

    `i32 -> f32 -> i32` stays: not every integer is an f32.
    """
    inner = op.operand.owner
    if isinstance(inner, mhlo.ConvertOp) and _keeps_all(inner):
        op.operands[0] = inner.operand
    operand, result = op.operand, op.result
    same = element_type_of(operand) == element_type_of(result)
    return operand if same and same_shape(analysis, operand, result) else None


EXACT = {"f16": ("f32", "f64"), "bf16": ("f32", "f64"), "f32": ("f64",)}
"""For each type of floats those that hold all its numbers."""


def _keeps_all(op: mhlo.ConvertOp) -> bool:
    """Whether different operands give different results, which are the same numbers."""
    source, target = element_type_of(op.operand), element_type_of(op.result)
    kinds = kind_of(source), kind_of(target)
    if source == target:
        return True
    if kinds == (FLOAT, FLOAT):
        return str(target) in EXACT.get(str(source), ())
    if kinds in ((PRED, SIGNED), (PRED, UNSIGNED)):
        return True
    if kinds in ((SIGNED, SIGNED), (UNSIGNED, UNSIGNED), (UNSIGNED, SIGNED)):
        return (bit_width(source) or 0) < (bit_width(target) or 0)
    return False


def reduce(op: mhlo.ReduceOp, analysis: ShapeAnalysis) -> SSAValue | None:
    """Along dimensions of size 1, or along none, there is one element, and no loop.

    A start value that changes nothing, as -infinity for a maximum, leaves a reshape. A sum or a
    product with another one stays: 0.0 makes 0.0 of -0.0. Along none all of it stays then.
    """
    if len(op.inputs) != 1 or op.folds_tensors or not analysis.has_rank(op.inputs[0]):
        return None
    operand, start, gone = op.inputs[0], op.init_values[0], int_values(op.dimensions)
    shape, kind = analysis.shape(operand), _combination(op)
    if kind is None or element_type_of(operand) != element_type_of(op.results[0]):
        return None
    if any(analysis.facts.simplify(shape[d]) != as_expr(1) for d in gone):
        return None
    b, type = OpBuilder(op), op.results[0].type
    sources = [(operand, d) for d in range(len(shape)) if d not in gone]
    if is_neutral_start(kind, start):
        return reshaped(b, operand, sources, type)
    if kind not in COMMUTATIVE or not gone:
        return None  # which of two zeros is the greater one is left open
    element = reshaped(b, operand, sources, type)
    return b.create(kind, [element, scalar_everywhere(b, start, sources, type)], type)


def _combination(op: mhlo.ReduceOp) -> type[Operation] | None:
    """The op of two operands that is all that the body of `op` does."""
    block = op.body.block
    first, last = block.first_op, block.last_op
    if first is None or last is None or first.next_op is not last or len(first.operands) != 2:
        return None
    plain = set(first.operands) == set(block.args) and last.operands[:] == first.results[:]
    return type(first) if plain and type(first) in REDUCERS else None


REDUCERS = (*COMMUTATIVE, mhlo.MaximumOp, mhlo.MinimumOp)

BINARY = (*REDUCERS, mhlo.SubtractOp, mhlo.DivideOp)

REWRITES: Rewrites = {
    **dict.fromkeys(BINARY, binary),
    mhlo.SelectOp: select,
    mhlo.ConvertOp: convert,
    mhlo.ReduceOp: reduce,
}

"""Sizes that a consumer must know before a run: XLA has static sizes only.

JAX refines a module to the sizes of a call by StableHLO's pass `stablehlo-refine-shapes`, which
computes what shape operands hold from constants and from sizes of the arguments. A shape that is
read from what tensors hold would stay unknown, which JAX reports by the number of a line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xdsl.dialects import func, tensor
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from ...analysis.analyze import analyze
from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo
from ...dialects.types import is_float, is_tensor
from ...passes.fuse.fusable_ops import DATA_OPERANDS, captured
from ...rules.errors import ShapeError
from ...symbolic import eq
from .convert import is_public
from .guards import is_assertion, words_of

_WORDS: Final = (
    "XLA has static sizes only, and a size of the result comes from what tensors hold, "
    "or from more than arithmetic on sizes"
)
_SHAPES: Final = {**DATA_OPERANDS, mhlo.DynamicIotaOp: 0, mhlo.DynamicConvOp: 2}
"""The ops with shape operands, and how many operands come before these."""


_NOT_COMPUTED: Final = (
    mhlo.WhileOp, mhlo.ReduceOp, mhlo.ReduceWindowOp, mhlo.SortOp, mhlo.ScatterOp, mhlo.GatherOp,
    mhlo.DynamicGatherOp, mhlo.PadOp, mhlo.DynamicPadOp, mhlo.DynamicUpdateSliceOp,
    mhlo.CustomCallOp, mhlo.DotGeneralOp,
)  # fmt: skip
"""What the pass computes of no constants either."""


_CHANGES: Final = "XLA has static sizes only, and a size changes from one trip to the next"
_DIFFERS: Final = (
    "XLA has static sizes only, and a size of the result differs from branch to branch"
)


def check_joined_sizes(module: ModuleOp) -> None:
    """Raises ShapeError at a loop that changes a size, and at branches that do not agree on one.

    To be called while types name sizes. Sizes that may agree are left to the consumer.
    """
    ops = [op for op in module.walk() if isinstance(op, mhlo.WhileOp | mhlo.IfOp | mhlo.CaseOp)]
    analysis = analyze(module) if ops else None
    for op in ops:
        assert analysis is not None
        ends = [region.block.last_op for region in op.regions]
        if isinstance(op, mhlo.WhileOp):
            joined, words = (
                [op.body.block.args, *(end.operands for end in ends[1:] if end)],
                _CHANGES,
            )
        else:
            joined, words = [end.operands for end in ends if end], _DIFFERS
        for values in zip(*joined, strict=True):
            if any(_differ(analysis, values[0], other) for other in values[1:]):
                raise ShapeError(op, words)


def _differ(analysis: ShapeAnalysis, one: SSAValue, other: SSAValue) -> bool:
    if one is other or not (analysis.has_rank(one) and analysis.has_rank(other)):
        return False
    pairs = zip(analysis.shape(one), analysis.shape(other), strict=True)
    return any(a != b and analysis.facts.refutes(eq(a, b)) for a, b in pairs)


def check_known_sizes(module: ModuleOp) -> list[str]:
    """Raises ShapeError at an op whose shape operands are unknown when a run begins; drops shape
    assertions on numbers that floats tell, and returns their words.

    To be called where no op of `arith` or `tensor` is left. What loops and private functions are
    given is left to the consumer.
    """
    of_data, of_floats, dropped = set[SSAValue](), set[SSAValue](), list[str]()
    for op in list(module.walk()):
        if isinstance(op, func.FuncOp):
            of_data.update(op.args if is_public(op) else ())
            continue
        if not all(is_tensor(type_) and type_.has_static_shape() for type_ in op.result_types) and (
            not of_data.isdisjoint(_shape_operands(op))
        ):
            raise ShapeError(op, _WORDS)
        if isinstance(op, mhlo.GetDimensionSizeOp):
            continue
        if is_assertion(op) and not of_floats.isdisjoint(op.operands):
            dropped.append(words_of(op))
            Rewriter.erase_op(op)
            continue
        if _by_itself(op) and (has_floats(op) or not of_floats.isdisjoint(op.operands)):
            of_floats.update(op.results)
        given = (*op.operands, *captured(op))
        if isinstance(op, _NOT_COMPUTED) or has_floats(op) or not of_data.isdisjoint(given):
            of_data.update(op.results)
            of_data.update(a for region in op.regions for b in region.blocks for a in b.args)
    return dropped


def _by_itself(op: Operation) -> bool:
    """Whether `op` computes its results, rather than what it calls or has inside."""
    return not op.regions and not isinstance(op, func.CallOp)


def has_floats(op: Operation) -> bool:
    """Whether `op` computes with floats, of which the pass folds none."""
    if isinstance(op, tensor.DimOp | mhlo.GetDimensionSizeOp):
        return False
    types = [value.type for value in (*op.operands, *op.results)]
    return any(is_float(t.element_type if is_tensor(t) else t) for t in types)


def _shape_operands(op: Operation) -> Sequence[SSAValue]:
    if isinstance(op, mhlo.RealDynamicSliceOp) and isinstance(op.limit_indices.owner, mhlo.AddOp):
        limit = op.limit_indices.owner
        if limit.lhs == op.start_indices:  # a part of a known length, from wherever it starts
            return (limit.rhs, op.strides)
    return op.operands[_SHAPES[type(op)] :] if type(op) in _SHAPES else ()

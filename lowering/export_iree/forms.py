"""The forms in which IREE's compiler reads what is dynamic: loops, tensor ops, index arithmetic.

IREE lowers StableHLO of unknown sizes only where it maps one to one; the rest is written here as
`linalg.generic`, `tensor.reshape` and the like, and facts say which of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import IndexType, ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from ...dialects import mhlo
from ...dialects.types import is_dense
from . import contraction, indexing, pooling, reshaping
from .builder import GenericBuilder, is_unknown
from .complex_scatters import split_complex_scatters
from .fourier import use_matrices_for_transforms
from .memory import materialize_loop_values, materialize_operands, materialize_sources
from .scattering import use_canonical_scatters
from .signless import use_signless_integers
from .single_windows import select_single_windows
from .stable_sorts import order_equal_elements
from .unread import refuse_unread

Form: TypeAlias = Callable[..., SSAValue | None]
"""Makes the value of an op; None where there is no form for what the op does."""
_ALWAYS: Final[Mapping[type[Operation], Form]] = {
    mhlo.DynamicBroadcastInDimOp: reshaping.broadcast,
    mhlo.DynamicReshapeOp: reshaping.dynamic_reshape,
    mhlo.DynamicIotaOp: reshaping.iota,
    mhlo.DynamicGatherOp: indexing.gather,
    mhlo.DynamicPadOp: indexing.pad,
    mhlo.RealDynamicSliceOp: indexing.real_dynamic_slice,
    mhlo.GetDimensionSizeOp: indexing.dimension_size,
    mhlo.DynamicConvOp: contraction.convolution,
}
"""Ops that are dynamic by what they are."""

_WHERE_UNKNOWN: Final[Mapping[type[Operation], Form]] = {
    mhlo.ReshapeOp: reshaping.reshape,
    mhlo.GatherOp: indexing.gather,
    mhlo.PadOp: indexing.pad,
    mhlo.DynamicSliceOp: indexing.dynamic_slice,
    mhlo.DynamicUpdateSliceOp: indexing.dynamic_update_slice,
    mhlo.ConvolutionOp: contraction.convolution,
    mhlo.DotGeneralOp: contraction.dot_general,
    mhlo.ReduceWindowOp: pooling.reduce_window,
}
"""Ops that IREE reads with known sizes only, or reads better so."""


def use_iree_forms(module: ModuleOp) -> None:
    """Leaves no mhlo op on unknown sizes that IREE cannot read, where there is a form."""
    _forward_barriers(module)
    use_signless_integers(module)
    materialize_loop_values(module)
    use_matrices_for_transforms(module)
    order_equal_elements(module)
    select_single_windows(module)
    split_complex_scatters(module)
    use_canonical_scatters(module)
    materialize_operands(module)
    materialize_sources(module)
    for op in list(module.walk()):
        form = _form_of(op)
        if form is None:
            continue
        value = form(op, GenericBuilder(op))
        if value is None:
            continue
        (result,) = op.results
        if value.type != result.type:
            value = GenericBuilder(op).create(tensor.CastOp, [value], result.type)
        if value.name_hint is None:
            value.name_hint = result.name_hint
        result.replace_all_uses_with(value)
        Rewriter.erase_op(op)
    refuse_unread(module)
    _move_index_constants(module)


def _forward_barriers(module: ModuleOp) -> None:
    """Drops StableHLO's barriers, through which IREE does not find sizes."""
    for op in list(module.walk()):
        if isinstance(op, mhlo.OptimizationBarrierOp):
            Rewriter.replace_op(op, [], op.operands)


def _form_of(op: Operation) -> Form | None:
    form = _ALWAYS.get(type(op))
    if form is None and any(map(is_unknown, (*op.operands, *op.results))):
        form = _WHERE_UNKNOWN.get(type(op))
    return form


def _move_index_constants(module: ModuleOp) -> None:
    """Vectors of index, which StableHLO has not, are constants of `arith`."""
    for op in list(module.walk()):
        if not isinstance(op, mhlo.ConstantOp) or not is_dense(op.value):
            continue
        if isinstance(op.value.get_element_type(), IndexType):
            Rewriter.replace_op(op, arith.ConstantOp(op.value, op.results[0].type))

"""mhlo as StableHLO, op by op."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from xdsl.dialects import func
from xdsl.dialects.builtin import FunctionType, ModuleOp, StringAttr
from xdsl.ir import Attribute, Operation
from xdsl.rewriter import Rewriter

from ...dialects import mhlo
from ...dialects.foreign.stablehlo import OPS, of_mhlo
from ...dialects.messages import op_name
from ...materialize.op_builder import replace_op
from ...rules.errors import ShapeError

Conversion: TypeAlias = Callable[[Operation], Operation]
"""Puts another op in the place of one, and returns it."""
_KEPT: Final = ("func", "builtin", "sdy")
"""Dialects that StableHLO's programs are made of besides itself."""


def convert_to_stablehlo(
    module: ModuleOp,
    kept: Sequence[str] = _KEPT,
    others: Mapping[type[Operation], Conversion] = MappingProxyType({}),
) -> None:
    """Leaves StableHLO, functions and calls. Raises ShapeError for an op without counterpart.

    kept: the other dialects that may stay
    others: what becomes of ops that only mhlo has
    """
    for op in list(module.walk()):
        if op.dialect_name() == "mhlo":
            _convert(op, others)
        elif isinstance(op, func.FuncOp):
            _retype(op)
        elif op_name(op).split(".")[0] not in kept:
            raise ShapeError(op, "cannot be exported: StableHLO has no such op")


def _convert(op: Operation, others: Mapping[type[Operation], Conversion]) -> None:
    if isinstance(op, mhlo.CopyOp):
        Rewriter.replace_op(op, [], [op.operands[0]])
        return
    if isinstance(why := op.attributes.get(mhlo.UNLOWERED), StringAttr):
        raise ShapeError(op, f"cannot be exported: {why.data}")
    if type(op) in others:
        op = others[type(op)](op)
        if op.dialect_name() != "mhlo":
            return
    kind = OPS.get(op.name.replace("mhlo.", "stablehlo.", 1))
    if kind is None:
        raise ShapeError(op, "cannot be exported: StableHLO has no such op")
    for region in op.regions:
        for block in region.blocks:
            for value in block.args:
                value._type = of_mhlo(value.type)  # pyright: ignore[reportPrivateUsage]
    new = kind.create(
        operands=op.operands,
        result_types=list(map(of_mhlo, op.result_types)),
        properties={n: v if n == "value" else of_mhlo(v) for n, v in op.properties.items()},
        attributes={
            n: of_mhlo(v) for n, v in op.attributes.items() if not n.startswith("tieshape.")
        },
        regions=[op.detach_region(region) for region in list(op.regions)],
        successors=op.successors,
    )
    replace_op(op, new)


def _retype(function: func.FuncOp) -> None:
    for block in function.body.blocks:
        for value in block.args:
            value._type = of_mhlo(value.type)  # pyright: ignore[reportPrivateUsage]
    inputs, outputs = function.function_type.inputs, function.function_type.outputs
    function.function_type = FunctionType.from_lists(
        list(map(of_mhlo, inputs)), list(map(of_mhlo, outputs))
    )


def is_public(function: func.FuncOp) -> bool:
    visibility: Attribute | None = function.sym_visibility
    return not isinstance(visibility, StringAttr) or visibility.data == "public"

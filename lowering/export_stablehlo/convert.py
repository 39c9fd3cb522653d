"""mhlo as StableHLO, op by op."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from xdsl.dialects import func
from xdsl.dialects.builtin import (
    BoolAttr,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    i32,
)
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
    others: Mapping[type[Operation], Conversion] | None = None,
) -> None:
    """Leaves StableHLO, functions and calls. Raises ShapeError for an op without counterpart.

    kept: the other dialects that may stay
    others: what becomes of ops that only mhlo has; custom calls of their names by default
    """
    others = CALLS if others is None else others
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


def _call_of(target: str, version: int = 1) -> Conversion:
    """The custom call under which StableHLO programs hold an op that is only mhlo's."""

    def call(op: Operation) -> Operation:
        new = mhlo.CustomCallOp.create(
            operands=op.operands,
            result_types=op.result_types,
            properties={
                "call_target_name": StringAttr(target),
                "api_version": IntegerAttr(1, i32),
                "has_side_effect": BoolAttr.from_bool(False),
            },
            attributes={
                "mhlo.attributes": DictionaryAttr(dict(op.properties)),
                "mhlo.version": IntegerAttr(version, 64),
            },
        )
        replace_op(op, new)
        return new

    return call


CALLS: Final[Mapping[type[Operation], Conversion]] = {
    mhlo.ErfOp: _call_of("mhlo.erf"),
    mhlo.TopkOp: _call_of("mhlo.topk"),
}


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

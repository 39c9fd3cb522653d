"""The steps of the import, in order, and the conversion of ops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, FunctionType, ModuleOp, StringAttr, TupleType
from xdsl.ir import Attribute, Operation, SSAValue, TypeAttribute
from xdsl.utils.exceptions import VerifyException

from ...dialects import mhlo
from ...dialects.foreign import sdy
from ...dialects.foreign.stablehlo import CompositeOp, StablehloOp, TokenType, to_mhlo
from ...dialects.messages import op_name
from ...dialects.types import is_tensor
from ...materialize.op_builder import replace_op
from ...passes.inline_tf_functions.inline_tf_functions import Inliner
from ...rules.errors import ShapeError
from .bounds import bounds_to_ranges
from .custom_calls import convert_custom_calls
from .dimension_names import name_dimensions
from .floor_division import recognize_floor_division


def import_stablehlo(module: ModuleOp) -> None:
    """Leaves mhlo, calls of functions without a body, and facts."""
    functions = {f.sym_name.data: f for f in module.body.block.ops if isinstance(f, func.FuncOp)}
    for op in list(module.walk()):
        if isinstance(op, CompositeOp):
            decompose(op, functions)
    for function in functions.values():
        name_dimensions(function, functions)
    Inliner(functions).run()
    unjudged = list[Operation]()
    for op in list(module.walk()):
        if isinstance(op, StablehloOp):
            new = convert(op)
            if new.regions or not all(map(is_tensor, new.result_types)):
                unjudged.append(new)
        elif isinstance(op, func.FuncOp):
            publish(op)
        elif isinstance(op, sdy.ShardingConstraintOp):
            annotate(op)
        elif op_name(op).startswith("stablehlo."):
            raise ShapeError(op, "is not supported")
    for op in unjudged:
        judge(op)
    bounds_to_ranges(module)
    recognize_floor_division(module)
    convert_custom_calls(module)


def decompose(op: CompositeOp, functions: dict[str, func.FuncOp]) -> None:
    """Calls the function that computes what the composite does."""
    callee = op.decomposition.string_value()
    if callee not in functions:
        raise ShapeError(op, f"its decomposition @{callee} does not exist")
    wanted = functions[callee].function_type
    for what, found, needed in (
        ("operands", op.operands, wanted.inputs),
        ("results", op.results, wanted.outputs),
    ):
        if len(found) != len(needed):
            raise ShapeError(
                op, f"has {len(found)} {what}, its decomposition @{callee} {len(needed)}"
            )
    call = func.CallOp(op.decomposition, op.inputs, op.result_types)
    replace_op(op, call)


def judge(op: Operation) -> None:
    """Verifies an op that StableHLO's verifier leaves to mhlo's: it has a body or a token."""
    try:
        op.verify(verify_nested_ops=False)
    except VerifyException as error:
        raise ShapeError(op, str(error).removeprefix(f"{op.name}: ")) from error


def convert(op: StablehloOp) -> Operation:
    """Puts the op of mhlo in the place of `op`; what mhlo lacks stays as an attribute."""
    lacking = {name: op.properties[name] for name in op.EXTRA if name in op.properties}
    for region in op.regions:
        for block in region.blocks:
            retype(block.args)
    new = op.MHLO.create(
        operands=op.operands,
        result_types=list(map(mhlo_type, op.result_types)),
        properties=op.mhlo_properties(),
        attributes={name: to_mhlo(value) for name, value in (op.attributes | lacking).items()},
        regions=[op.detach_region(region) for region in list(op.regions)],
        successors=op.successors,
    )
    replace_op(op, new)
    return new


def annotate(op: sdy.ShardingConstraintOp) -> None:
    """A copy that has the sharding as an attribute."""
    attributes = {**op.attributes, "sdy.sharding": op.sharding}
    replace_op(
        op,
        mhlo.CopyOp.create(
            operands=op.operands, result_types=op.result_types, attributes=attributes
        ),
    )


def publish(function: func.FuncOp) -> None:
    """Gives `function` mhlo's types and MLIR's default visibility, where it is public."""
    visibility = function.sym_visibility
    if isinstance(visibility, StringAttr) and visibility.data == "public":
        function.sym_visibility = None
    for block in function.body.blocks:
        retype(block.args)
    inputs, outputs = function.function_type.inputs, function.function_type.outputs
    function.function_type = FunctionType.from_lists(
        list(map(mhlo_type, inputs)), list(map(mhlo_type, outputs))
    )


def retype(values: Sequence[SSAValue]) -> None:
    for value in values:
        value._type = mhlo_type(value.type)  # pyright: ignore[reportPrivateUsage]


def mhlo_type(type_: Attribute) -> Attribute:
    """The type in mhlo; a tensor keeps its bounds, if any."""
    if isinstance(type_, TupleType):
        types = cast("list[TypeAttribute]", list(map(mhlo_type, type_.types)))
        return TupleType(ArrayAttr(types))
    return to_mhlo(type_) if isinstance(type_, TokenType) else type_

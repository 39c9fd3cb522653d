"""The names of dimension variables that JAX's exports state.

The exported function computes the variables from the sizes of its arguments and calls a function whose arguments have them
as `jax.global_constant = "b"`. A variable that is a size itself names that size.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, StringAttr
from xdsl.ir import Attribute, BlockArgument, SSAValue

from ...dialects.foreign.stablehlo import OPS
from ...dialects.tensors import is_tensor

Size = tuple[int, int]
"""The number of an argument, and a dimension of it."""


def name_dimensions(function: func.FuncOp, functions: Mapping[str, func.FuncOp]) -> None:
    """Notes the names of sizes of `function`'s arguments in `sdim.sizes`, where the symbols come from."""
    visibility = function.sym_visibility
    if not function.body.blocks or (
        isinstance(visibility, StringAttr) and visibility.data == "private"
    ):
        return
    names = dict[Size, str]()
    for op in function.walk():
        if isinstance(op, func.CallOp) and op.callee.string_value() in functions:
            for value, attributes in zip(
                op.arguments, _argument_attributes(functions[op.callee.string_value()]), strict=True
            ):
                variable = attributes.data.get("jax.global_constant")
                size = _size(value, function)
                if isinstance(variable, StringAttr) and size is not None:
                    names.setdefault(size, variable.data)
    if names:
        _note(function, names)


def _argument_attributes(function: func.FuncOp) -> list[DictionaryAttr]:
    attributes = function.arg_attrs
    if attributes is None:
        return [DictionaryAttr({}) for _ in function.function_type.inputs]
    return list(attributes)


def _size(value: SSAValue, function: func.FuncOp) -> Size | None:
    """The size that `value` is, perhaps of another integer type."""
    op = value.owner
    while isinstance(op, OPS["stablehlo.convert"]):
        op = op.operands[0].owner
    if not isinstance(op, OPS["stablehlo.get_dimension_size"]):
        return None
    operand = op.operands[0]
    if not isinstance(operand, BlockArgument) or operand.owner is not function.body.first_block:
        return None
    return operand.index, cast("IntegerAttr", op.properties["dimension"]).value.data


def _note(function: func.FuncOp, names: Mapping[Size, str]) -> None:
    every = _argument_attributes(function)
    for i, arg in enumerate(function.body.block.args):
        here = {dim: name for (number, dim), name in names.items() if number == i}
        if here and is_tensor(arg.type) and "sdim.sizes" not in every[i].data:
            count = len(arg.type.get_shape())
            sizes = ArrayAttr[Attribute]([StringAttr(here.get(dim, "")) for dim in range(count)])
            every[i] = DictionaryAttr({**every[i].data, "sdim.sizes": sizes})
    function.arg_attrs = ArrayAttr(every)

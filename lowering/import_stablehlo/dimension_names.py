"""The names of dimension variables that JAX's exports state.

The exported function computes the variables from the sizes of its arguments and calls a function
whose arguments have them
as `jax.global_constant = "b"`. A variable that is a size itself names that size. One that is
computed, as `s` is of an argument's size `4*s`, becomes a symbol that equals what is computed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from xdsl.dialects import arith, func, tensor
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IndexType,
    IntegerAttr,
    ModuleOp,
    StringAttr,
)
from xdsl.ir import Attribute, BlockArgument, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects import mhlo, sdim
from ...dialects.foreign.stablehlo import OPS
from ...dialects.types import element_type_of, is_tensor
from ...symbolic.text import name_like

Size = tuple[int, int]
"""The number of an argument, and a dimension of it."""
_CONVERSIONS = (OPS["stablehlo.convert"], mhlo.ConvertOp)
_SIZES = (OPS["stablehlo.get_dimension_size"], mhlo.GetDimensionSizeOp)


def name_dimensions(function: func.FuncOp, functions: Mapping[str, func.FuncOp]) -> None:
    """Notes the names of sizes of `function`'s arguments in `sdim.sizes`, where the symbols come
    from.
    """
    visibility = function.sym_visibility
    if not function.body.blocks or (
        isinstance(visibility, StringAttr) and visibility.data == "private"
    ):
        return
    names, computed = dict[Size, str](), dict[str, tuple[func.CallOp, SSAValue]]()
    for op in function.walk():
        if not isinstance(op, func.CallOp) or op.callee.string_value() not in functions:
            continue
        attributes = _argument_attributes(functions[op.callee.string_value()])
        for value, stated in zip(op.arguments, attributes, strict=True):
            variable = stated.data.get("jax.global_constant")
            name = variable.data if isinstance(variable, StringAttr) else ""
            if not name or (name := name_like(name)) in names.values():
                continue
            if (size := _size(value, function)) is not None:
                names.setdefault(size, name)
            else:
                computed.setdefault(name, (op, value))
    if names:
        _note(function, names)
    for name, (call, value) in computed.items():
        _define(name, value, call)


def _define(name: str, value: SSAValue, call: func.CallOp) -> None:
    """Declares the symbol `name` and states before `call` that it is `value`, a scalar."""
    module = call.get_toplevel_object()
    assert isinstance(module, ModuleOp)
    declared = (op.sym_name.data for op in module.body.block.ops if isinstance(op, sdim.SymbolOp))
    if name in declared:
        return
    Rewriter.insert_op(sdim.SymbolOp(name), InsertPoint.at_start(module.body.block))
    integer = tensor.ExtractOp(value, [], element_type_of(value))
    index = arith.IndexCastOp(integer.result, IndexType())
    size = sdim.SizeOp(name)
    fact = sdim.EqualOp(size.result, index.result)
    fact.attributes["why"] = StringAttr(f"dimension variable {name}")
    Rewriter.insert_op([integer, index, size, fact], InsertPoint.before(call))


def _argument_attributes(function: func.FuncOp) -> list[DictionaryAttr]:
    attributes = function.arg_attrs
    if attributes is None:
        return [DictionaryAttr({}) for _ in function.function_type.inputs]
    return list(attributes)


def _size(value: SSAValue, function: func.FuncOp) -> Size | None:
    """The size that `value` is, perhaps of another integer type."""
    op = value.owner
    while isinstance(op, _CONVERSIONS):
        op = op.operands[0].owner
    if not isinstance(op, _SIZES):
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

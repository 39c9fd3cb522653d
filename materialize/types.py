"""Types of values and function signatures, changed in place."""

from xdsl.dialects import func, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, FunctionType, ModuleOp
from xdsl.ir import Attribute, SSAValue
from xdsl.utils.exceptions import PassFailedException

from ..analysis.module_parts import values_below
from ..dialects import sdim
from ..dialects.types import is_tensor
from .op_builder import OpBuilder


def retype(value: SSAValue, type: Attribute) -> None:
    """Gives `value` another type, which its users must accept."""
    value._type = type  # pyright: ignore[reportPrivateUsage]


def refresh_signature(function: func.FuncOp) -> None:
    """Gives `function` the types that its arguments and its returned values have."""
    last = function.body.block.last_op
    outputs = function.function_type.outputs.data
    if isinstance(last, func.ReturnOp):
        outputs = tuple(operand.type for operand in last.operands)
    inputs = [arg.type for arg in function.body.block.args]
    function.function_type = FunctionType.from_lists(inputs, list(outputs))
    _refresh_declarations(function)


def _refresh_declarations(function: func.FuncOp) -> None:
    """Gives the functions without a body that `function` calls the types of the call.

    Raises PassFailedException where two calls of one have different types.
    """
    module = function.parent_op()
    if not isinstance(module, ModuleOp):
        return
    declared = {
        op.sym_name.data: op
        for op in module.body.block.ops
        if isinstance(op, func.FuncOp) and not op.body.blocks
    }
    if not declared:
        return
    calls = dict[str, func.CallOp]()
    for call in (op for op in module.walk() if isinstance(op, func.CallOp)):
        name = call.callee.string_value()
        if name not in declared:
            continue
        first = calls.setdefault(name, call)
        if first.operand_types != call.operand_types or first.result_types != call.result_types:
            error = PassFailedException(
                f"func.call: @{name} has no body, so that its calls must have one type; here it is "
                f"{_types(call)}, before {_types(first)}"
            )
            error.op = call  # pyright: ignore[reportAttributeAccessIssue]
            raise error
    for name, call in calls.items():
        type = FunctionType.from_lists(list(call.operand_types), list(call.result_types))
        declared[name].function_type = type


def _types(call: func.CallOp) -> str:
    return str(FunctionType.from_lists(list(call.operand_types), list(call.result_types)))


def is_wider(type: Attribute, than: Attribute) -> bool:
    """Whether `type` leaves a size open that `than`, a tensor type of the same rank, tells."""
    if not is_tensor(type) or not is_tensor(than):
        return False
    sizes = zip(type.get_shape(), than.get_shape(), strict=True)
    return any(a == DYNAMIC_INDEX != b for a, b in sizes)


def narrowed(b: OpBuilder, value: SSAValue, type: Attribute) -> SSAValue:
    """`value`, tied to the sizes that `type` tells and its own type leaves open."""
    if not is_wider(value.type, type):
        return value
    assert is_tensor(type) and is_tensor(value.type)
    own = sdim.encoding_of(value.type) or value.type.get_shape()
    known = type.get_shape()
    entries = [a if b == DYNAMIC_INDEX else b for a, b in zip(own, known, strict=True)]
    numbers = [b.index(i if size == DYNAMIC_INDEX else size) for i, size in enumerate(known)]
    dims = [
        b.value(tensor.DimOp(value, number)) if size == DYNAMIC_INDEX else number
        for number, size in zip(numbers, known, strict=True)
    ]
    encoded = sdim.encoded_type(value.type.element_type, entries)
    return b.insert(sdim.TieShapeOp(value, dims, encoded)).result


def strip_encodings(module: ModuleOp) -> None:
    """Takes the encodings out of the types of all values and functions."""
    for value in list(values_below(module)):
        retype(value, _stripped(value.type))
    strip_signatures(module)


def strip_signatures(module: ModuleOp) -> None:
    """Takes the encodings out of all function types."""
    for op in module.walk():
        if isinstance(op, func.FuncOp):
            type = op.function_type
            op.function_type = FunctionType.from_lists(
                [_stripped(t) for t in type.inputs], [_stripped(t) for t in type.outputs]
            )


def strip_encoding(value: SSAValue) -> None:
    """Takes the encoding out of the type of `value`."""
    retype(value, _stripped(value.type))


def _stripped(type: Attribute) -> Attribute:
    return sdim.strip_encoding(type) if is_tensor(type) else type

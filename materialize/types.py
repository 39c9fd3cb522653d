"""Types of values and function signatures, changed in place."""

from xdsl.dialects import func
from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.ir import Attribute, SSAValue

from ..analysis.module_parts import values_below
from ..dialects import sdim
from ..dialects.types import is_tensor


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

"""The type of a function follows from its body."""

from xdsl.dialects import func
from xdsl.dialects.builtin import FunctionType


def refresh_signature(function: func.FuncOp) -> None:
    """Gives `function` the types that its arguments and its returned values have."""
    last = function.body.block.last_op
    outputs = function.function_type.outputs.data
    if isinstance(last, func.ReturnOp):
        outputs = tuple(operand.type for operand in last.operands)
    inputs = [arg.type for arg in function.body.block.args]
    function.function_type = FunctionType.from_lists(inputs, list(outputs))

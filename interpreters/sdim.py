"""The `sdim` operations at run time: sizes are numbers, and each constraint that is passed is
checked."""

import numpy as np
from xdsl.dialects.builtin import StringAttr
from xdsl.interpreter import Interpreter, InterpreterFunctions, PythonValues, register_impls

from ..dialects import sdim
from .arrays import Array
from .errors import FactViolated, GuardFailed, RunError
from .kernels import general_op, table
from .sizes import ModuleFacts, symbols_under


@register_impls
class SdimFunctions(InterpreterFunctions):
    """The key under which an interpreter keeps the `ModuleFacts` of its module."""


def facts_of(interpreter: Interpreter) -> ModuleFacts:
    """The facts and sizes of the run; an interpreter that has none gets those of its module."""

    def fresh() -> ModuleFacts:
        facts = ModuleFacts.of(interpreter.module, interpreter.run_op)
        facts.begin()
        return facts

    return interpreter.get_data(SdimFunctions, "facts", fresh)


def _size(interpreter: Interpreter, op: sdim.SizeOp, _args: PythonValues) -> PythonValues:
    """None where the first tie of a tensor to the symbol is still to come, and will give it one."""
    facts, name = facts_of(interpreter), op.symbol.string_value()
    if all(isinstance(use.operation, sdim.TieShapeOp) for use in op.result.uses):
        return (facts.size_or_none(name),)
    return (facts.size_of(name),)


def _tie_shape(interpreter: Interpreter, op: sdim.TieShapeOp, args: PythonValues) -> PythonValues:
    array: Array = args[0]
    sizes, tied = facts_of(interpreter).sizes, list(args[1:])
    for axis, value in enumerate(op.sizes):
        if tied[axis] is None and isinstance(value.owner, sdim.SizeOp):
            tied[axis] = array.shape[axis]
            sizes.see(value.owner.symbol.string_value(), tied[axis], op.result, axis)
    if sizes.checking and array.shape != tuple(tied):
        raise FactViolated(
            f"sdim.tie_shape: sizes [{_list(tuple(tied))}] contradicts the "
            f"tensor's shape [{_list(array.shape)}]",
            op,
        )
    return (array,)


def _likely(_interpreter: Interpreter, _op: sdim.LikelyOp, _args: PythonValues) -> PythonValues:
    return ()


def _constraint(
    interpreter: Interpreter, op: sdim.GuardedConstraintOp, args: PythonValues
) -> PythonValues:
    if facts_of(interpreter).sizes.checking and not op.holds_for(*args):
        raise _violation(op, _claim(op, args) + _circumstances(interpreter, op))
    return ()


def _elements(interpreter: Interpreter, op: sdim.ElementsOp, args: PythonValues) -> PythonValues:
    if facts_of(interpreter).sizes.checking and (fault := _fault(op, args)) is not None:
        raise _violation(op, fault + _circumstances(interpreter, op))
    return ()


def _fault(op: sdim.ElementsOp, args: PythonValues) -> str | None:
    """What is demanded of the elements, and the first that is otherwise; None where all are so."""
    array: Array = np.asarray(args[0])
    if op.condition is not None and not args[-1]:
        return None
    if op.ascending is not None and (places := np.flatnonzero(array[1:] < array[:-1])).size:
        last = int(places[0]) + 1
        return f"ascending elements, element [{last}] is {array[last]} after {array[last - 1]}"
    if op.distinct is not None:
        values, counts = np.unique(array, return_counts=True)
        if (repeated := values[counts > 1]).size:
            return f"distinct elements, {repeated[0]} is there {counts[counts > 1][0]} times"
    wrong, needed = np.zeros(array.shape, bool), "element"
    if op.non_zero is not None:
        wrong, needed = array == 0, "element != 0"
    highs = list(args[1 + (op.low is not None) :][: len(op.high)])
    if op.low is not None:
        wrong, needed = wrong | (array < args[1]), f"{args[1]} <= {needed}"
    if highs:
        wrong = wrong | (array >= (highs[0] if len(highs) == 1 else np.array(highs)))
    if not wrong.any():
        return None
    place = tuple(int(i) for i in np.argwhere(wrong)[0])
    if highs:
        needed += f" < {highs[0] if len(highs) == 1 else highs[place[-1]]}"
    return f"{needed}, element {list(place)} is {array[place]}"


def _circumstances(interpreter: Interpreter, op: sdim.GuardedConstraintOp) -> str:
    """The sizes of the symbols that the fact is about, as text."""
    sizes = facts_of(interpreter).sizes
    known = [(name, sizes.get(name)) for name in sorted(symbols_under(op.operands))]
    sizes = ", ".join(f"@{name} = {size}" for name, size in known if size is not None)
    return f" for {sizes}" if sizes else ""


def _violation(op: sdim.GuardedConstraintOp, claim: str) -> RunError:
    why = op.attributes.get("why")
    reason = f" ({why.data})" if isinstance(why, StringAttr) else ""
    if op.strength == sdim.Strength.ASSUME:
        return FactViolated(f"{op.name}: the run contradicts {claim}{reason}", op)
    message = f"{op.name}: {op.strength} failed, it needs {claim}{reason}"
    return GuardFailed(message, op.strength, op)


def _claim(op: sdim.GuardedConstraintOp, values: PythonValues) -> str:
    """What `op` says about the values of its operands, as text."""
    match op:
        case sdim.EqualOp():
            return f"{values[0]} == {values[1]}"
        case sdim.LessEqualOp():
            return f"{values[0]} <= {values[1]}"
        case sdim.ProductEqualOp():
            split = len(op.lhs)
            return f"{_product(values[:split])} == {_product(values[split:])}"
        case sdim.SumEqualOp():
            split = len(op.lhs)
            return f"{_sum(values[:split])} == {_sum(values[split:])}"
        case sdim.DivisibleOp():
            return f"{values[0]} divisible by {op.divisor.value.data}"
        case sdim.RangeOp():
            low, high = ("?" if end is None else end for end in op.bounds())
            return f"{values[0]} in [{low}, {high}]"
        case sdim.BroadcastOp():
            return f"{_list(values[:-1])} to broadcast to {values[-1]}"
        case sdim.BroadcastableOp():
            return f"{_list(values)} to be equal where they are not 1"
        case _:
            return "its condition"


def _list(values: PythonValues) -> str:
    return ", ".join(map(str, values))


def _product(values: PythonValues) -> str:
    return " * ".join(map(str, values)) or "1"


def _sum(values: PythonValues) -> str:
    return " + ".join(map(str, values)) or "0"


def _not_asked(
    _interpreter: Interpreter, _op: sdim.ElementsOp, _args: PythonValues
) -> PythonValues:
    return ()


WITHOUT_VALUE_CHECKS = table(general_op(sdim.ElementsOp, _not_asked))
"""Instead of the row of `SDIM_KERNELS`: elements are what they are."""

SDIM_KERNELS = table(
    general_op(sdim.SizeOp, _size),
    general_op(sdim.TieShapeOp, _tie_shape),
    general_op(sdim.LikelyOp, _likely),
    general_op(sdim.EqualOp, _constraint),
    general_op(sdim.LessEqualOp, _constraint),
    general_op(sdim.ProductEqualOp, _constraint),
    general_op(sdim.SumEqualOp, _constraint),
    general_op(sdim.DivisibleOp, _constraint),
    general_op(sdim.RangeOp, _constraint),
    general_op(sdim.HoldsOp, _constraint),
    general_op(sdim.BroadcastOp, _constraint),
    general_op(sdim.BroadcastableOp, _constraint),
    general_op(sdim.ElementsOp, _elements),
)

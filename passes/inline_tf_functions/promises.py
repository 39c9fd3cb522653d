"""Types of loops that hold after a trip only, and of what is made of their results.

TensorFlow gives a result of a loop the type that the body returns. Where what the loop starts with
is not known to have it, and the loop may not run, the type promises more than is true: it forgets
such sizes here, and so do the types that follow from it. Inference finds again what holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from xdsl.dialects import func
from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from ...analysis.branches import handed_on
from ...analysis.module_parts import instances_below
from ...dialects import tf
from ...dialects.types import is_tensor
from ...materialize.types import retype
from ...rules.table import known_rules


def forget_promises(function: func.FuncOp) -> None:
    """Makes the types of all loops' results in `function` hold for loops that do not run."""
    rules = known_rules()
    doubtful = list[SSAValue]()
    for op in instances_below(function, tf.WhileRegionOp):
        for operand, result in zip(op.operands, op.results, strict=True):
            if _promises_more(result.type, operand.type):
                doubtful.append(result)
    while doubtful:
        value = doubtful.pop()
        weaker = _without_sizes(value.type)
        if weaker == value.type:
            continue
        retype(value, weaker)
        for use in value.uses:
            if type(use.operation) in rules:
                doubtful += _made_of(use.operation, use.index)


def _promises_more(result: Attribute, operand: Attribute) -> bool:
    """Whether a loop may give its operand back without the sizes that the result's type has."""
    if not is_tensor(result):
        return False
    given = operand.get_shape() if is_tensor(operand) else ()
    return any(
        size not in (DYNAMIC_INDEX, other)
        for size, other in zip_longest(result.get_shape(), given[: result.get_num_dims()])
    )


def _without_sizes(type: Attribute) -> Attribute:
    if not is_tensor(type):
        return type
    return TensorType(type.element_type, [DYNAMIC_INDEX] * type.get_num_dims())


def _made_of(op: Operation, index: int) -> Iterator[SSAValue]:
    """The values whose types follow from that of operand `index` of `op`."""
    if isinstance(op, tf.WhileRegionOp | tf.YieldOp):
        return handed_on(op, index)
    return iter(op.results)

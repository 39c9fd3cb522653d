"""Guards as StableHLO's shape assertions: `stablehlo.custom_call @shape_assertion(%ok)`.

A consumer that refines a module to the sizes of a call evaluates them, and reports the
`error_message` of one that fails (StableHLO's pass `stablehlo-refine-shapes` and `jax.export`).
"""

from __future__ import annotations

from typing import Final

from xdsl.dialects import tensor
from xdsl.dialects.builtin import BoolAttr, IntegerAttr, StringAttr, TensorType, i1, i32
from xdsl.ir import Operation, SSAValue

from ...dialects import mhlo
from ...materialize.op_builder import OpBuilder

_API_VERSION = IntegerAttr(2, i32)
ASSERTION: Final = StringAttr("shape_assertion")


def is_assertion(op: Operation) -> bool:
    """Whether `op` is a shape assertion."""
    return isinstance(op, mhlo.CustomCallOp) and op.call_target_name == ASSERTION


def words_of(assertion: Operation) -> str:
    """What a shape assertion says where it fails."""
    words = assertion.attributes["error_message"]
    assert isinstance(words, StringAttr)
    return words.data


def write_assertion(builder: OpBuilder, condition: SSAValue, words: str) -> None:
    """A guard as a shape assertion. Braces would be places for values in its words."""
    holds = tensor.FromElementsOp.create(operands=[condition], result_types=[TensorType(i1, [])])
    message = words.replace("{", "(").replace("}", ")")
    call = mhlo.CustomCallOp.create(
        operands=[builder.value(holds)],
        properties={
            "call_target_name": ASSERTION,
            "has_side_effect": BoolAttr.from_bool(True),
            "api_version": _API_VERSION,
        },
        attributes={"error_message": StringAttr(message)},
    )
    call.location = builder.at.location
    builder.insert(call)

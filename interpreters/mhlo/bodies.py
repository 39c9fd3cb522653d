"""Regions that compute scalars from scalars, run on whole arrays at once.

The bodies of reduce, scatter and sort are written on scalars. A body whose operations
are all elementwise gives the same on arrays; any other is run element by element.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from xdsl.dialects.builtin import BFloat16Type
from xdsl.interpreter import Interpreter, InterpreterFunctions
from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue

from ...dialects import mhlo
from ..arrays import Array, dtype_of, element_of, round_to_bf16
from . import constants, conversion, elementwise_binary, elementwise_selection, elementwise_unary
from .elementwise import ArrayFunctions

ELEMENTWISE: ArrayFunctions = {
    **elementwise_unary.FUNCTIONS,
    **elementwise_binary.FUNCTIONS,
    **elementwise_selection.FUNCTIONS,
    **conversion.FUNCTIONS,
    mhlo.ConstantOp: constants.constant,
}
"""What runs on one element in the same way as on an array of any shape."""


@dataclass(frozen=True, slots=True)
class _Step:
    """One operation of a body: `run` on the values in `sources` gives the next value."""

    op: Operation
    run: Callable[..., Array]
    sources: tuple[int, ...]
    is_bf16: bool


@dataclass(frozen=True, slots=True)
class Body:
    """The computation of a region; `steps` is None when it is not elementwise throughout."""

    region: Region
    steps: tuple[_Step, ...] | None
    captured: tuple[SSAValue, ...]
    outputs: tuple[int, ...]

    def __call__(self, interpreter: Interpreter, *arrays: Array) -> tuple[Array, ...]:
        """The region's results for each position of `arrays`, which all have one shape."""
        shape = arrays[0].shape
        if self.steps is None:
            return self._each(interpreter, shape, arrays)
        values: list[Array] = [*arrays, *interpreter.get_values(self.captured)]
        for step in self.steps:
            result = step.run(step.op, *(values[source] for source in step.sources))
            values.append(round_to_bf16(result) if step.is_bf16 else np.asarray(result))
        return tuple(_of_shape(values[output], shape) for output in self.outputs)

    def _each(
        self, interpreter: Interpreter, shape: tuple[int, ...], arrays: Sequence[Array]
    ) -> tuple[Array, ...]:
        results = [np.empty(shape, dtype) for dtype in self.result_dtypes()]
        for position in np.ndindex(shape):
            scalars = tuple(np.asarray(array[position]) for array in arrays)
            outcome = interpreter.run_ssacfg_region(self.region, scalars, "body")
            for result, value in zip(results, outcome, strict=True):
                result[position] = value
        return tuple(results)

    def result_dtypes(self) -> "tuple[np.dtype[Any], ...]":
        """The element types of the region's results."""
        terminator = self.region.block.last_op
        assert terminator is not None
        return tuple(dtype_of(element_of(operand.type)) for operand in terminator.operands)

    @property
    def single(self) -> Operation | None:
        """The only operation, when it takes the region's two arguments, in either order."""
        if self.steps is None or len(self.steps) != 1 or self.outputs != (2,):
            return None
        step = self.steps[0]
        return step.op if sorted(step.sources) == [0, 1] and not self.captured else None


def _of_shape(array: Array, shape: tuple[int, ...]) -> Array:
    return array if array.shape == shape else np.broadcast_to(array, shape)


class BodyCache(InterpreterFunctions):
    """The key under which an interpreter keeps the bodies that it has prepared."""


def body_of(interpreter: Interpreter, region: Region) -> Body:
    """The computation of `region`, prepared once for each interpreter."""
    bodies: dict[Region, Body] = interpreter.get_data(BodyCache, "bodies", dict)
    if (body := bodies.get(region)) is None:
        body = bodies[region] = _prepare(region, ELEMENTWISE)
    return body


def _prepare(region: Region, functions: Mapping[type[Operation], Callable[..., Array]]) -> Body:
    block = region.block
    operations = list(block.ops)
    *inner, terminator = operations
    if not isinstance(terminator, mhlo.ReturnOp) or any(type(op) not in functions for op in inner):
        return Body(region, None, (), ())
    captured = tuple(dict.fromkeys(v for op in operations for v in op.operands if _free(v, block)))
    slots: dict[SSAValue, int] = {
        value: slot for slot, value in enumerate((*block.args, *captured))
    }
    steps: list[_Step] = []
    for op in inner:
        is_bf16 = isinstance(element_of(op.results[0].type), BFloat16Type)
        sources = tuple(slots[operand] for operand in op.operands)
        steps.append(_Step(op, functions[type(op)], sources, is_bf16))
        slots[op.results[0]] = len(slots)
    outputs = tuple(slots[operand] for operand in terminator.operands)
    return Body(region, tuple(steps), captured, outputs)


def _free(value: SSAValue, block: Block) -> bool:
    owner = value.owner
    return (owner if isinstance(value, BlockArgument) else owner.parent) is not block

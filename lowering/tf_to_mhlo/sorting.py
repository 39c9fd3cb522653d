"""Sorting, and what is made of it: the places where something holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import BoolAttr, i1, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...dialects import mhlo
from ...dialects.types import element_type_of, scalar_type, tensor_type
from ...symbolic import Expr, as_expr
from .builder import Builder, integer
from .elementwise import binary, direction_of
from .indices import iota, number
from .reducers import reduce


def comparing_body(direction: str, element_types: Sequence[Attribute]) -> Region:
    """The region over scalars of `element_types` that compares the first two."""
    block = Block(arg_types=[scalar_type(element_type) for element_type in element_types])
    first = mhlo.CompareOp.create(
        operands=block.args[:2],
        result_types=[scalar_type(i1)],
        properties={"comparison_direction": direction_of(direction)},
    )
    block.add_ops([first, mhlo.ReturnOp.create(operands=[first.results[0]])])
    return Region(block)


def sort(b: Builder, values: Sequence[SSAValue], direction: str, axis: int) -> Sequence[SSAValue]:
    """`values` stably sorted along `axis` by the first: "LT" ascending, "GT" descending."""
    elements = [element_type_of(value) for value in values for _ in range(2)]
    op = mhlo.SortOp.create(
        operands=list(values),
        result_types=[v.type for v in values],
        properties={"dimension": integer(axis), "is_stable": BoolAttr.from_bool(True)},
        regions=[comparing_body(direction, elements)],
    )
    return b.insert(op).results


def count_of(b: Builder, mask: SSAValue) -> Expr:
    """How many elements of a vector `mask` hold, for index arithmetic only."""
    return b.read(reduce(b, b.convert(mask, i64), mhlo.AddOp, 0, [0]))


def places_of(b: Builder, mask: SSAValue) -> SSAValue:
    """Where a vector `mask` holds, ascending, then where it does not."""
    return sort(b, [mask, iota(b, b.like(mask, i64), 0)], "GT", 0)[1]


def first_entries(b: Builder, value: SSAValue, size: Expr, axis: int = 0) -> SSAValue:
    """The first `size` entries of `value` along `axis`."""
    sizes = list(b.shape(value))
    sizes[axis] = size
    return b.slice(value, axis, as_expr(0), size, b.ranked(element_type_of(value), sizes))


def flat(b: Builder, value: SSAValue, size: Expr) -> SSAValue:
    """The elements of `value`, `size` of them, as a vector."""
    return b.reshape(value, b.ranked(element_type_of(value), [size]))


Combine = type[Operation] | Callable[[Builder, SSAValue, SSAValue], SSAValue]
"""Two tensors of one shape into one: an op, or what builds the ops."""


_MOST_UNROLLED = 8
"""Elements that are combined without a loop."""


def scan(
    b: Builder,
    value: SSAValue,
    op: Combine,
    start: float,
    axis: int,
) -> SSAValue:
    """Every element combined by `op` with all before it along `axis`; `start` changes nothing.

    Steps that double are a loop where there may be many: in one group each of them would double
    what is read for an element.
    """
    size = b.shape(value)[axis]
    bound = b.facts.bounds(size)[1]
    if bound is None or bound > _MOST_UNROLLED:
        return _scan_in_loop(b, value, op, start, axis)
    step = 1
    while step < bound:
        value = _combined_with_earlier(b, value, op, start, axis, as_expr(step))
        step *= 2
    return value


def _combined_with_earlier(
    b: Builder,
    value: SSAValue,
    op: Combine,
    start: float,
    axis: int,
    step: Expr,
) -> SSAValue:
    """Every element combined with that `step` places before it, or with `start`."""
    earlier = shifted(b, value, axis, step, start)
    return binary(b, op, value, earlier) if isinstance(op, type) else op(b, value, earlier)


def shifted(b: Builder, value: SSAValue, axis: int, step: Expr | int, fill: float) -> SSAValue:
    """For each element that `step` places before it along `axis`; `fill` where there is none."""
    result = tensor_type(value)
    rank = result.get_num_dims()
    low, high = ([as_expr(0)] * rank for _ in range(2))
    low[axis], high[axis] = as_expr(step), -as_expr(step)
    amounts = [b.sizes.shape_tensor(part, b.at) for part in (low, high, [0] * rank)]
    number = b.scalar(fill, result.element_type)
    return b.create(mhlo.DynamicPadOp, [value, number, *amounts], result)


def _scan_in_loop(
    b: Builder,
    value: SSAValue,
    op: Combine,
    start: float,
    axis: int,
) -> SSAValue:
    """The same in a loop that doubles the step as long as it is less than the size."""
    size = number(b, b.shape(value)[axis], i64)

    def goes_on(step: SSAValue, _value: SSAValue) -> Sequence[SSAValue]:
        less = direction_of("LT")
        type = scalar_type(i1)
        return [b.create(mhlo.CompareOp, [step, size], type, comparison_direction=less)]

    def body(step: SSAValue, value: SSAValue) -> Sequence[SSAValue]:
        combined = _combined_with_earlier(b, value, op, start, axis, b.read(step))
        return [binary(b, mhlo.AddOp, step, step), combined]

    return loop(b, [b.scalar(1, i64), value], goes_on, body)[1]


Step = Callable[..., Sequence[SSAValue]]
"""What a region returns, built from its arguments."""


def loop(b: Builder, carried: Sequence[SSAValue], goes_on: Step, body: Step) -> Sequence[SSAValue]:
    """`carried` after running `body` while `goes_on` holds."""
    op = mhlo.WhileOp.create(
        operands=list(carried),
        result_types=[v.type for v in carried],
        regions=[Region(Block(arg_types=[v.type for v in carried])) for _ in range(2)],
    )
    b.insert(op)
    at = b.at
    for region, build in zip(op.regions, (goes_on, body), strict=True):
        end = mhlo.ReturnOp.create()
        region.block.add_op(end)
        with b.sizes.inside(region.block):
            b.move_to(end)
            end.operands = list(build(*region.block.args))
        b.move_to(at)
    return op.results

"""Prefix sums and the like: one pass over the elements in the place of a loop of doubling steps.

`tf.Cumsum` is lowered to a loop that folds each element with that 1, 2, 4 … places before it, which
every interpreter can run. Where such a loop is still what it was, each element is folded with
what the one before it has become, which goes over memory once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Final, cast

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import AnyFloat, IntegerType, f32, f64, i32, i64
from xdsl.ir import Attribute, Operation, OpResult, SSAValue

from ...analysis.index_maps import Sizes, product
from ...dialects import mhlo, sdim
from ...dialects.effects import has_no_effects
from ...dialects.types import element_type_of, is_tensor
from ...symbolic import Expr, minimum
from .kernels.scalars import ELEMENTWISE
from .loop_nests import LoopNest
from .origins import number_of, origin
from .temporaries import Temporaries

ELEMENTS: Final = (f32, f64, i32, i64)


@dataclass(frozen=True, slots=True)
class PrefixFold:
    """A loop that folds each element of `source` with all before it along `axis`, or after it."""

    loop: mhlo.WhileOp
    source: SSAValue
    result: OpResult
    fold: Operation
    """Of two tensors: an element, and what those before it make."""
    start: float
    """What an element that has none before it is folded with."""
    axis: int
    reverse: bool
    size: SSAValue
    """The number of steps, which must be that of elements along the axis."""


def prefix_fold_of(loop: mhlo.WhileOp) -> PrefixFold | None:
    """What `loop` is where its steps double, and where the fold is associative: of floats too."""
    if len(loop.operands) != 2 or not has_no_effects(loop) or any(map(_tests, loop.walk())):
        return None
    for step, value in ((0, 1), (1, 0)):
        if (
            is_tensor(loop.operands[value].type)
            and element_type_of(loop.operands[value]) in ELEMENTS
        ):
            found = _fold_of(loop, step, value)
            if found is not None:
                return found
    return None


def _tests(op: Operation) -> bool:
    """Whether `op` is a fact or a guard, which each trip tests; a tie is one too."""
    return op.name.startswith("sdim.") and not isinstance(op, sdim.SizeOp)


def _fold_of(loop: mhlo.WhileOp, step: int, value: int) -> PrefixFold | None:
    size = _bound(loop, step)
    arguments = loop.body.block.args
    last = loop.body.block.last_op
    if (
        size is None
        or last is None
        or loop.results[step].uses
        or number_of(loop.operands[step]) != 1
    ):
        return None
    doubled, folded = (origin(last.operands[i]).owner for i in (step, value))
    if not isinstance(doubled, mhlo.AddOp) or not isinstance(folded, Operation):
        return None
    if any(origin(operand) is not arguments[step] for operand in doubled.operands):
        return None
    start = STARTS.get(type(folded))
    if start is None:
        return None
    element, before = map(origin, folded.operands)
    if before is arguments[value]:
        element, before = before, element
    pad = before.owner
    if element is not arguments[value] or not isinstance(pad, mhlo.DynamicPadOp):
        return None
    given, move = number_of(pad.padding_value), _move(pad, arguments[step])
    if origin(pad.operand) is not element or move is None:
        return None
    if given is None or given != start(element_type_of(element)):
        return None
    result = loop.results[value]
    return PrefixFold(loop, loop.operands[value], result, folded, given, *move, size)


def _bound(loop: mhlo.WhileOp, step: int) -> SSAValue | None:
    """What the step must be less than, a value from outside of the loop."""
    last = loop.cond.block.last_op
    test = None if last is None else origin(last.operands[0]).owner
    if not isinstance(test, mhlo.CompareOp) or test.comparison_direction.data.value != "LT":
        return None
    left, right = map(origin, test.operands)
    if left is not loop.cond.block.args[step] or right.owner is loop.cond.block:
        return None
    return right


def _move(pad: mhlo.DynamicPadOp, step: SSAValue) -> tuple[int, bool] | None:
    """The one dimension along which all elements are moved by `step`, and whether towards its
    begin; None where it is otherwise.
    """
    amounts = (pad.edge_padding_low, pad.edge_padding_high)
    low, high = (origin(amount).owner for amount in amounts)
    if not isinstance(low, tensor.FromElementsOp) or not isinstance(high, tensor.FromElementsOp):
        return None
    pairs = list(zip(low.elements, high.elements, strict=True))
    moves = [axis for axis, pair in enumerate(pairs) if any(number_of(size) != 0 for size in pair)]
    if len(moves) != 1 or number_of(pad.interior_padding) != 0:
        return None
    (axis,) = moves
    for reverse, (forth, back) in enumerate((pairs[axis], pairs[axis][::-1])):
        minus = origin(back).owner
        if not isinstance(minus, arith.SubiOp) or number_of(minus.lhs) != 0:
            continue
        if _is_index_of(forth, step) and _is_index_of(minus.rhs, step):
            return axis, bool(reverse)
    return None


def _is_index_of(value: SSAValue, number: SSAValue) -> bool:
    """Whether `value` is the one element of `number`, as an index or not."""
    owner = origin(value).owner
    if isinstance(owner, arith.IndexCastOp):
        owner = origin(owner.input).owner
    return isinstance(owner, tensor.ExtractOp) and origin(owner.tensor) is number


def _lowest(element: Attribute) -> float:
    return -inf if isinstance(element, AnyFloat) else cast("IntegerType", element).value_range()[0]


def _highest(element: Attribute) -> float:
    is_float = isinstance(element, AnyFloat)
    return inf if is_float else -1 - cast("IntegerType", element).value_range()[0]


STARTS: Final[Mapping[type[Operation], Callable[[Attribute], float]]] = {
    mhlo.AddOp: lambda _: 0,
    mhlo.MultiplyOp: lambda _: 1,
    mhlo.MaximumOp: _lowest,
    mhlo.MinimumOp: _highest,
}
"""By the fold what changes nothing, for a type of elements."""


def fold_prefixes(made: Temporaries, found: PrefixFold) -> bool:
    """Whether the loop was written as one pass: its steps end with the size of the dimension."""
    writer = made.writer
    shape = writer.shape(found.source)
    if writer.known_integer(found.size) != shape[found.axis]:
        return False
    source = writer.buffer(found.source)
    writer.sizes.bind_type(found.result.type, shape)
    writer.flush()
    result = writer.allocate(found.result)
    _PrefixKernel(found, shape).call(made, [result, source])
    writer.set_buffer(found.result, result)
    return True


class _PrefixKernel(LoopNest):
    """`@while(result, source, sizes..)`: rows one by one, or planes of elements side by side."""

    def __init__(self, found: PrefixFold, shape: Sizes):
        self._found = found
        axis = found.axis
        self._rows, self._inner = product(shape[:axis]), product(shape[axis + 1 :])
        self._count = shape[axis]
        super().__init__(found.loop, (found.result, found.source))

    def _body(self) -> None:
        row, _ = self._open()
        if self._inner.constant_value == 1:
            start = self._start()
            number, (before,) = self._open([start])
            after = self._folded(self._plane(row, number), before)
            self._builder.close_loop(self._builder.expr(self._count), [start], [after])
        else:
            number, _ = self._open()  # of the first plane, which has none before it
            self._along(self._plane(row, number), None)
            self._builder.close_loop(self._builder.expr(minimum(self._count, 1)))
            number, _ = self._open()
            self._along(self._plane(row, number + 1), self._plane(row, number))
            self._builder.close_loop(self._builder.expr(self._count - 1))
        self._builder.close_loop(self._builder.expr(self._rows))

    def _plane(self, row: Expr, number: Expr) -> Expr:
        """Where the plane begins that has `number` others before it."""
        place = self._count - 1 - number if self._found.reverse else number
        return (row * self._count + place) * self._inner

    def _along(self, plane: Expr, earlier: Expr | None) -> None:
        """Each element of a plane, folded with that of the one before it."""
        along, _ = self._open()
        before = self._start()
        if earlier is not None:
            before = self._sink.load(self._found.result, earlier + along)
        self._folded(plane + along, before)
        self._builder.close_loop(self._builder.expr(self._inner), lanes=True)

    def _start(self) -> SSAValue:
        """What the first element is folded with: a single one stays as it is, -0.0 too."""
        element, number = element_type_of(self._found.source), self._found.start
        start = self._builder.constant(number, element)
        if not isinstance(self._found.fold, mhlo.AddOp) or not isinstance(element, AnyFloat):
            return start
        are_more = self._builder.compare(
            "sgt", self._builder.expr(self._count), self._builder.constant(1)
        )
        return self._builder.select(are_more, start, self._builder.constant(-0.0, element))

    def _folded(self, place: Expr, before: SSAValue) -> SSAValue:
        """Stores the element at `place`, folded with `before`."""
        element = self._sink.load(self._found.source, place)
        fold = self._found.fold
        after = ELEMENTWISE[type(fold)](self._builder, fold, (element, before))
        self._sink.store(self._found.result, place, after)
        return after

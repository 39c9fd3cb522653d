"""Rules for tf ops that join tensors or take them apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from xdsl.ir import SSAValue

from ...dialects import tf
from ...symbolic import Expr, all_of, any_of, as_expr, eq, ge, le, shapes
from ...symbolic.shapes import Shape
from ..axes import axis_of
from ..elements import groups, stacked, static_sizes
from ..errors import ShapeError
from ..rule import ElementDemand, OpRule, RuleContext, Value
from .ranks import check_least, check_shape, common_shape
from .sizes import element_size, numbers_of, part_of


def pack(op: tf.PackOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """All operands have one shape; a size unknown in one may be known in another."""
    first = common_shape(op, ctx, "packed tensors")
    if first is None:
        return (None,)
    axis = axis_of(op, op.axis, len(first) + 1)
    return ((*first[:axis], as_expr(len(op.operands)), *first[axis:]),)


def pack_value(op: tf.PackOp, ctx: RuleContext) -> Sequence[Value | None]:
    parts = [ctx.value(o) for o in op.operands]
    known = [part for part in parts if part is not None]
    if not known:
        return (None,)
    sizes = static_sizes(ctx, op.operands[parts.index(known[0])], len(known[0]))
    if sizes is None or any(len(part) != len(known[0]) for part in known):
        return (None,)
    nothing: Value = (None,) * len(known[0])
    axis = axis_of(op, op.axis, len(sizes) + 1)
    return (stacked([nothing if p is None else p for p in parts], sizes, axis),)


def unpack(op: tf.UnpackOp, ctx: RuleContext) -> Sequence[Shape | None]:
    shape = ctx.shape(op.operands[0])
    axis = axis_of(op, op.axis, len(shape))
    count = len(op.results)
    ctx.require(
        eq(shape[axis], count), f"size {shape[axis]} must be the number of results, {count}"
    )
    return (shapes.reduce(shape, [axis]),) * count


def unpack_value(op: tf.UnpackOp, ctx: RuleContext) -> Sequence[Value | None]:
    value, count = ctx.value(op.operands[0]), len(op.results)
    sizes = None if value is None else static_sizes(ctx, op.operands[0], len(value))
    if value is None or sizes is None:
        return (None,) * count
    axis = axis_of(op, op.axis, len(sizes))
    if sizes[axis] != count:
        return (None,) * count
    others = [d for d in range(len(sizes)) if d != axis]
    return tuple(tuple(part) for part in groups(value, sizes, others))


def concatenated(op: tf.ConcatOp | tf.ConcatV2Op) -> tuple[Sequence[SSAValue], SSAValue]:
    """What `op` joins, and the dimension along which it does."""
    if isinstance(op, tf.ConcatOp):
        axis, *inputs = op.operands
    else:
        *inputs, axis = op.operands
    return inputs, axis


def concat(op: tf.ConcatOp | tf.ConcatV2Op, ctx: RuleContext) -> Sequence[Shape | None]:
    inputs, axis = concatenated(op)
    shapes_in = [ctx.shape(o) for o in inputs]
    ranks = {len(shape) for shape in shapes_in}
    if len(ranks) != 1:
        raise ShapeError(op, f"operands have ranks {sorted(ranks)}, needed one rank")
    axes = ctx.constants(axis)
    if axes is None:
        return (tuple(ctx.fresh() for _ in shapes_in[0]),)
    return (shapes.concat(ctx, shapes_in, axis_of(op, axes[0], ranks.pop())),)


def concat_value(op: tf.ConcatOp | tf.ConcatV2Op, ctx: RuleContext) -> Sequence[Value | None]:
    inputs, _ = concatenated(op)
    parts = [ctx.elements(o) if len(ctx.shape(o)) == 1 else None for o in inputs]
    if any(part is None for part in parts):
        return (None,)
    return (tuple(element for part in parts for element in part or ()),)


def split(op: tf.SplitOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """Equal parts: the operand's size is the number of parts times the size of each."""
    axes, shape = ctx.constants(op.operands[0]), ctx.shape(op.operands[1])
    count = len(op.results)
    if axes is None:
        return (tuple(ctx.fresh() for _ in shape),) * count
    axis = axis_of(op, axes[0], len(shape))
    size = shape[axis]
    ctx.require(eq(size % count, 0), f"size {size} must be divisible into {count} parts")
    part = ctx.facts.simplify(size // count)
    return (tuple(part if i == axis else s for i, s in enumerate(shape)),) * count


def split_v(op: tf.SplitVOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """Parts of the sizes given; one of them may be -1 and is then the rest."""
    shape, axes = ctx.shape(op.operands[0]), ctx.constants(op.operands[2])
    count = len(op.results)
    check_shape(op, ctx, 1, count)
    if axes is None:
        return tuple(tuple(ctx.fresh() for _ in shape) for _ in range(count))
    axis = axis_of(op, axes[0], len(shape))
    parts = part_sizes(op, ctx, shape[axis])
    return tuple((*shape[:axis], part, *shape[axis + 1 :]) for part in parts)


def part_sizes(op: tf.SplitVOp, ctx: RuleContext, size: Expr) -> Sequence[Expr]:
    """The sizes of the parts of a dimension of `size`."""
    count = len(op.results)
    given = ctx.elements(op.operands[1]) or (None,) * count
    if len(given) != count:
        raise ShapeError(op, f"there are {len(given)} sizes for {count} results")
    rest = [i for i, part in enumerate(given) if part == as_expr(-1)]
    if len(rest) > 1:
        raise ShapeError(op, f"{len(rest)} of the sizes are -1, at most one may be")
    check_least(op, given, -1, "a size")
    if rest:
        known = [
            element_size(ctx, part, op.operands[1], i)
            for i, part in enumerate(given)
            if i not in rest
        ]
        total = shapes.total(known)
        ctx.require(le(total, size), f"the sizes, {total} in sum, must be at most {size}")
        known.insert(rest[0], size - total)
        return known
    numbers = numbers_of(ctx, given, op.operands[1])
    sized = [ctx.facts.proves(ge(number, 0)) for number in numbers]
    total = shapes.total(numbers)
    fits = any_of(
        all_of(eq(total, size), *(ge(n, 0) for n in numbers)),
        *(
            all_of(eq(n, -1), le(total + 1, size), *(ge(m, 0) for m in numbers if m is not n))
            for n, is_size in zip(numbers, sized, strict=True)
            if not is_size
        ),
    )
    ctx.require(fits, f"the sizes, {total} in sum, must add up to {size}")
    parts = [
        n if is_size else part_of(ctx, size) for n, is_size in zip(numbers, sized, strict=True)
    ]
    if sized.count(False) == 1:
        open_part = sized.index(False)
        parts[open_part] = size - shapes.total(parts[:open_part] + parts[open_part + 1 :])
    ctx.assume(eq(shapes.total(parts), size))
    return parts


def sizes_given(op: tf.SplitVOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    """Beside a part that is the rest each part lies inside; else one may be -1 in a run."""
    sizes, axes = op.operands[1], ctx.constants(op.operands[2])
    given = ctx.elements(sizes) or ()
    if axes is None or as_expr(-1) not in given:
        yield ElementDemand(sizes, "size_splits", as_expr(-1))
        return
    whole = ctx.shape(op.operands[0])[axes[0]]
    for place, part in enumerate(given):
        if part != as_expr(-1):
            yield ElementDemand(sizes, "size_splits", as_expr(0), (whole + 1,), place=place)


def split_value(op: tf.SplitOp, ctx: RuleContext) -> Sequence[Value | None]:
    count, value = len(op.results), ctx.value(op.operands[1])
    part = 0 if value is None else len(value) // count
    return vector_parts(ctx, op.operands[1], [part] * count)


def split_v_value(op: tf.SplitVOp, ctx: RuleContext) -> Sequence[Value | None]:
    sizes, value = ctx.constants(op.operands[1]), ctx.value(op.operands[0])
    if sizes is None or value is None:
        return (None,) * len(op.results)
    known = sum(size for size in sizes if size >= 0)
    parts = [len(value) - known if size < 0 else size for size in sizes]
    return vector_parts(ctx, op.operands[0], parts)


def vector_parts(
    ctx: RuleContext, vector: SSAValue, sizes: Sequence[int]
) -> Sequence[Value | None]:
    """The elements of `vector` in parts of `sizes`; None each where it is no vector of as many."""
    value = ctx.value(vector)
    if value is None or len(ctx.shape(vector)) != 1 or sum(sizes) != len(value):
        return (None,) * len(sizes)
    ends = list(accumulate(sizes))
    return tuple(value[end - size : end] for size, end in zip(sizes, ends, strict=True))


RULES = (
    OpRule(tf.PackOp, shape=pack, value=pack_value),
    OpRule(tf.UnpackOp, shape=unpack, value=unpack_value),
    OpRule(tf.ConcatOp, shape=concat, value=concat_value),
    OpRule(tf.ConcatV2Op, shape=concat, value=concat_value),
    OpRule(tf.SplitOp, shape=split, value=split_value),
    OpRule(
        tf.SplitVOp,
        shape=split_v,
        value=split_v_value,
        elements=sizes_given,
    ),
)

"""What the witnesses of MLIR's shape dialect demand, as facts, and what becomes of those that rest
on them.

A witness is discharged when facts say all that it witnesses. Every other one stays, with the ops
that use it: those that other dialects make, that come from outside, or whose shapes nobody can
read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from xdsl.dialects import arith, scf, tensor
from xdsl.dialects.builtin import BoolAttr, IndexType, IntegerAttr, i1
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects.foreign.shape_witnesses import (
    AssumingAllOp,
    AssumingOp,
    ConstWitnessOp,
    CstrRequireOp,
    OfShapesOp,
    WitnessType,
)
from ...dialects.types import element_type_of
from .extents import ExtentBuilder, Extents, aligned

FITS = "sizes must be equal or one of them 1"
EQUAL = "the shapes must be equal"


def demand_equal(at: ExtentBuilder, shapes: Sequence[Extents]) -> bool:
    """States that `shapes` are equal; False where their ranks differ."""
    if len({len(extents) for extents in shapes}) > 1:
        return False
    first, *others = shapes
    for other in others:
        for a, b in zip(first, other, strict=True):
            if a is not b:
                at.holds(at.equal(a, b), EQUAL)
    return True


def is_broadcastable(at: ExtentBuilder, op: OfShapesOp) -> bool:
    shapes = at.all_extents(op.shapes)
    if shapes is None:
        return False
    tests = _broadcast_tests(at, shapes)
    return at.is_value(op.result, at.fold(arith.AndIOp, tests or [_truth(at, True)]))


def _broadcast_tests(at: ExtentBuilder, shapes: Sequence[Extents]) -> list[SSAValue]:
    tests = list[SSAValue]()
    for first, *others in aligned(shapes):
        for other in others:
            if (test := at.fits(first, other)) is not None:
                tests.append(test)
            first = at.common(first, other)
    return tests


def _truth(at: ExtentBuilder, value: bool) -> SSAValue:
    return at.value(arith.ConstantOp(IntegerAttr(int(value), i1)))


def shape_eq(at: ExtentBuilder, op: OfShapesOp) -> bool:
    shapes = at.all_extents(op.shapes)
    if shapes is None:
        return False
    if len({len(extents) for extents in shapes}) > 1:
        return at.is_value(op.result, _truth(at, False))
    first, *others = shapes
    tests = [at.equal(a, b) for o in others for a, b in zip(first, o, strict=True)]
    return at.is_value(op.result, at.fold(arith.AndIOp, tests or [_truth(at, True)]))


def cstr_broadcastable(at: ExtentBuilder, op: OfShapesOp) -> bool:
    shapes = at.all_extents(op.shapes)
    if shapes is None:
        return _demand_of_pairs(at, op.shapes, _broadcastable, FITS)
    for test in _broadcast_tests(at, shapes):
        at.holds(test, FITS)
    return True


def cstr_eq(at: ExtentBuilder, op: OfShapesOp) -> bool:
    shapes = at.all_extents(op.shapes)
    if shapes is None:
        return _demand_of_pairs(at, op.shapes, _equal, EQUAL)
    if not demand_equal(at, shapes):
        at.holds(_truth(at, False), EQUAL)
    return True


def cstr_require(at: ExtentBuilder, op: CstrRequireOp) -> bool:
    at.holds(op.pred, op.msg.data)
    return True


def const_witness(at: ExtentBuilder, op: ConstWitnessOp) -> bool:
    if not op.passing:
        at.holds(_truth(at, False), "the constraint does not hold")
    return True


# Extents in tensors of unknown length.

Test = Callable[[ExtentBuilder, SSAValue, SSAValue], SSAValue]


def _demand_of_pairs(
    at: ExtentBuilder, shapes: Sequence[SSAValue], test: Test, message: str
) -> bool:
    """States that `test` holds of each two of `shapes`; False where one is not to be had."""
    tensors = at.tensors(shapes)
    if tensors is None:
        return False
    for a, b in combinations(dict.fromkeys(tensors), 2):
        at.holds(test(at, a, b), message)
    return True


def _equal(at: ExtentBuilder, a: SSAValue, b: SSAValue) -> SSAValue:
    """Whether tensors `a` and `b` have the same length and elements."""
    lengths = _length(at, a), _length(at, b)
    same, count = at.equal(*lengths), at.value(arith.MinSIOp(lengths[0], lengths[1]))
    return _for_all(at, count, same, lambda i: at.equal(_element(at, a, i), _element(at, b, i)))


def _broadcastable(at: ExtentBuilder, a: SSAValue, b: SSAValue) -> SSAValue:
    """Whether the elements of `a` and `b`, aligned at the last, are equal or one of them is 1."""
    lengths = _length(at, a), _length(at, b)
    count = at.value(arith.MinSIOp(lengths[0], lengths[1]))
    offsets = [at.value(arith.SubiOp(length, count)) for length in lengths]

    def fits(i: SSAValue) -> SSAValue:
        x, y = (
            _element(at, v, at.value(arith.AddiOp(i, offset)))
            for v, offset in zip((a, b), offsets, strict=True)
        )
        test = at.fits(x, y)
        assert test is not None, "elements of two tensors are not known"
        return test

    return _for_all(at, count, _truth(at, True), fits)


def _length(at: ExtentBuilder, value: SSAValue) -> SSAValue:
    sizes = at.sizes(value)
    assert sizes is not None
    return sizes[0]


def _element(at: ExtentBuilder, value: SSAValue, index: SSAValue) -> SSAValue:
    made = at.value(tensor.ExtractOp(value, [index], element_type_of(value)))
    if isinstance(made.type, IndexType):
        return made
    return at.value(arith.IndexCastOp(made, IndexType()))


def _for_all(
    at: ExtentBuilder, count: SSAValue, start: SSAValue, test: Callable[[SSAValue], SSAValue]
) -> SSAValue:
    """Whether `start` holds and `test` of each index below `count`, by a loop."""
    body = Block(arg_types=[IndexType(), i1])
    loop = scf.ForOp(at.index(0), count, at.index(1), [start], body)
    end = scf.YieldOp(body.args[1])
    body.add_op(end)
    outside = at.at
    at.insert(loop)
    at.move_to(end)
    end.operands[0] = at.value(arith.AndIOp(body.args[1], test(body.args[0])))
    at.move_to(outside)
    return loop.results[0]


# What rests on witnesses.


def discharge(stated: Iterable[Operation]) -> None:
    """Lets what rests on witnesses go on without them, where they are results of `stated` ops.

    `stated` are in program order. The body of `shape.assuming` takes its place; other users get a
    true witness.
    """
    pending = [op for op in stated if op.results and _is_witness(op.results[0])]
    true = set[SSAValue](op.results[0] for op in pending)
    for op in pending:
        for user in [use.operation for use in op.results[0].uses]:
            if isinstance(user, AssumingAllOp) and user.result not in true:
                if all(witness in true for witness in user.inputs):
                    true.add(user.result)
                    pending.append(user)
            elif isinstance(user, AssumingOp) and user.parent is not None:
                _inline(user)
    for op in reversed(pending):
        others = [use for use in op.results[0].uses if not _is_true(use.operation, true)]
        if others:
            made = ConstWitnessOp.create(
                properties={"passing": BoolAttr.from_bool(True)}, result_types=[op.results[0].type]
            )
            Rewriter.insert_op(made, InsertPoint.before(op))
            for use in others:
                use.operation.operands[use.index] = made.result
        if isinstance(op, AssumingAllOp):
            Rewriter.erase_op(op)


def _is_true(user: Operation, true: set[SSAValue]) -> bool:
    return isinstance(user, AssumingAllOp) and user.result in true


def _is_witness(value: SSAValue) -> bool:
    return isinstance(value.type, WitnessType)


def _inline(op: AssumingOp) -> None:
    """Puts the body of `op` in its place."""
    block = op.body.block
    last = block.last_op
    values = list(last.operands) if last is not None else []
    for result, value in zip(op.results, values, strict=True):
        result.replace_all_uses_with(value)
    if last is not None:
        Rewriter.erase_op(last)
    Rewriter.inline_block(block, InsertPoint.before(op))
    Rewriter.erase_op(op)


WITNESSES: dict[str, Callable[..., bool]] = {
    "shape.const_witness": const_witness,
    "shape.cstr_broadcastable": cstr_broadcastable,
    "shape.cstr_eq": cstr_eq,
    "shape.cstr_require": cstr_require,
    "shape.is_broadcastable": is_broadcastable,
    "shape.shape_eq": shape_eq,
}

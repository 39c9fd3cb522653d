"""tf control flow as regions in place of functions; loops carry only what changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects import func
from xdsl.dialects.builtin import (
    ComplexType,
    DenseIntOrFPElementsAttr,
    FixedBitwidthType,
    TensorType,
    UnrankedTensorType,
    i1,
    i32,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.exceptions import PassFailedException

from ...dialects import tf
from ...dialects.messages import op_name
from ...dialects.types import dense_elements, is_tensor, is_unranked

Insert = Callable[[Operation], None]
CopyBody = Callable[[func.FuncOp, Sequence[SSAValue], Insert], list[SSAValue]]


class TfError(PassFailedException):
    """A use of tf functions, variables or lists that cannot be compiled; `op` is the user."""

    def __init__(self, op: Operation, message: str):
        super().__init__(f"{op_name(op)}: {message}")
        self.op = op


def viewed_as(value: SSAValue, type: Attribute, insert: Insert) -> SSAValue:
    """`value`, through `tf.Identity` where `type` says more about its shape than its own type."""
    own = value.type
    if own == type or not (is_tensor(own) or is_unranked(own)):
        return value
    if not (is_tensor(type) and own.element_type == type.element_type and is_number(type)):
        return value
    if is_tensor(own) and all(
        a == b or b < 0 for a, b in zip(own.get_shape(), type.get_shape(), strict=False)
    ):
        return value
    identity = tf.IdentityOp.create(operands=[value], result_types=[type])
    insert(identity)
    return identity.results[0]


def is_number(type: TensorType[Attribute] | UnrankedTensorType[Attribute]) -> bool:
    """Whether the elements are numbers, not handles or strings."""
    return isinstance(type.element_type, FixedBitwidthType | ComplexType)


def if_region(
    op: tf.IfOp, bodies: Sequence[func.FuncOp], copy_body: CopyBody, insert: Insert
) -> tf.IfRegionOp:
    """`tf.If` with its branches as regions that use the operands from outside."""
    condition, *inputs = op.operands
    return tf.IfRegionOp.create(
        operands=[truth(op, condition, insert)],
        result_types=op.result_types,
        regions=[branch(body, inputs, copy_body) for body in bodies],
        location=op.location,
    )


def case_region(
    op: tf.CaseOp, bodies: Sequence[func.FuncOp], copy_body: CopyBody, insert: Insert
) -> tf.CaseRegionOp:
    index, *inputs = op.operands
    return tf.CaseRegionOp.create(
        operands=[index],
        result_types=op.result_types,
        regions=[branch(body, inputs, copy_body) for body in bodies],
        location=op.location,
    )


def branch(body: func.FuncOp, inputs: Sequence[SSAValue], copy_body: CopyBody) -> Region:
    block = Block()
    results = copy_body(body, inputs, block.add_op)
    block.add_op(tf.YieldOp.create(operands=results))
    return Region(block)


def while_region(
    op: tf.WhileOp, bodies: Sequence[func.FuncOp], copy_body: CopyBody, insert: Insert
) -> tf.WhileRegionOp:
    regions = list[Region]()
    for body in bodies:
        block = Block(arg_types=body.function_type.inputs.data)
        for arg, named in zip(block.args, body.body.block.args, strict=True):
            arg.name_hint = named.name_hint
        results = copy_body(body, block.args, block.add_op)
        if body is bodies[0]:
            results = [truth(op, results[0], block.add_op)]
        block.add_op(tf.YieldOp.create(operands=results))
        regions.append(Region(block))
    kept = ("parallel_iterations", "shape_invariant")
    return tf.WhileRegionOp.create(
        operands=op.operands,
        result_types=op.result_types,
        regions=regions,
        properties={name: op.properties[name] for name in kept if name in op.properties},
        location=op.location,
    )


def truth(op: Operation, value: SSAValue, insert: Insert) -> SSAValue:
    """`value` as a boolean scalar: numbers are true unless 0, tensors unless they are empty."""
    type = value.type
    assert is_tensor(type) or is_unranked(type)
    if not is_tensor(type):
        if type.element_type == i1:
            return value
        raise TfError(op, "the condition has unknown rank")
    if type.get_num_dims():
        size = tf.SizeOp.create(operands=[value], result_types=[TensorType(i32, [])])
        insert(size)
        return _compare(tf.GreaterOp, size.results[0], insert)
    if type.element_type == i1:
        return value
    if not is_number(type):
        raise TfError(op, f"the condition has type {type}, a boolean or a number is needed")
    return _compare(tf.NotEqualOp, value, insert)


def _compare(op: type[Operation], value: SSAValue, insert: Insert) -> SSAValue:
    """`value (op) 0` for a scalar."""
    assert is_tensor(value.type)
    zero = constant(dense_elements(TensorType(value.type.element_type, []), [0]))
    insert(zero)
    compare = op.create(operands=[value, zero.results[0]], result_types=[TensorType(i1, [])])
    insert(compare)
    return compare.results[0]


def constant(value: DenseIntOrFPElementsAttr) -> tf.ConstOp:
    return tf.ConstOp.create(properties={"value": value}, result_types=[value.type])


def before(op: Operation) -> Insert:
    """Puts new ops before `op`."""
    return lambda new: Rewriter.insert_op(new, InsertPoint.before(op))


def source(value: SSAValue) -> SSAValue:
    """What `value` is a copy of."""
    while isinstance(owner := value.owner, tf.IdentityOp | tf.StopGradientOp):
        value = owner.operands[0]
    return value


def simplify_loop(loop: tf.WhileRegionOp) -> None:
    """Takes out of `loop` what it carries unchanged; its regions use that from outside."""
    cond, body = (region.block for region in loop.regions)
    test, given = cond.last_op, body.last_op
    assert test is not None and given is not None
    test.operands = test.operands[:1]
    kept = list(range(len(loop.operands)))
    while (i := _unchanged(loop, kept, given)) is not None:
        kept.remove(i)
        value = viewed_as(loop.operands[i], body.args[i].type, before(loop))
        for old in (cond.args[i], body.args[i], loop.results[i]):
            old.replace_all_uses_with(value)
    if len(kept) < len(loop.operands):
        _rebuild(loop, kept, given)


def _unchanged(loop: tf.WhileRegionOp, kept: Sequence[int], given: Operation) -> int | None:
    arguments = loop.regions[1].block.args
    for i in kept:
        same = (arguments[i], source(loop.operands[i]))
        if source(given.operands[i]) in same:
            return i
    return None


def _rebuild(loop: tf.WhileRegionOp, kept: Sequence[int], given: Operation) -> None:
    given.operands = [given.operands[i] for i in kept]
    for region in loop.regions:
        for i in reversed(range(len(loop.operands))):
            if i not in kept:
                region.block.erase_arg(region.block.args[i])
    new = tf.WhileRegionOp.create(
        operands=[loop.operands[i] for i in kept],
        result_types=[loop.results[i].type for i in kept],
        regions=[loop.detach_region(region) for region in list(loop.regions)],
        properties=loop.properties,
        attributes=loop.attributes,
        location=loop.location,
    )
    Rewriter.insert_op(new, InsertPoint.before(loop))
    for i, result in zip(kept, new.results, strict=True):
        loop.results[i].replace_all_uses_with(result)
        result.name_hint = loop.results[i].name_hint
    Rewriter.erase_op(loop)

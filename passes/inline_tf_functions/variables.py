"""Variables that are only read, placeholders, and ops that only keep books."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import func
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    TensorType,
    UnrankedTensorType,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from ...analysis.module_parts import instances_below, ops_below, types_below
from ...dialects import tf
from ...dialects.messages import op_name
from ...dialects.tf_type import ResourceType, StringType
from ...dialects.types import dense_elements, element_of, is_tensor
from ...materialize.types import refresh_signature, retype
from .regions import TfError, before, constant, viewed_as

FORWARDED = ("tf.PlaceholderWithDefault", "tf.Print", "tf.IdentityN")
"""Ops whose results are their first operands."""
SILENT = ("tf.NoOp", "tf.Print", "tf.PrintV2", "tf.ControlTrigger")
"""Ops without a result that change no number."""
_ZERO = IntegerAttr(0, i64)


def drop_bookkeeping(function: func.FuncOp) -> None:
    """Removes ops that only print, order or name values; `tf.Placeholder` becomes an argument."""
    for op in ops_below(function):
        name = op_name(op)
        if name in FORWARDED and op.results:
            for result, operand in zip(op.results, op.operands, strict=False):
                result.replace_all_uses_with(viewed_as(operand, result.type, before(op)))
            Rewriter.erase_op(op)
        elif name in SILENT and not op.results:
            Rewriter.erase_op(op)
        elif name == "tf.Placeholder":
            (result,) = op.results
            argument = add_argument(function, result.type, result.name_hint or "placeholder")
            result.replace_all_uses_with(argument)
            Rewriter.erase_op(op)
    drop_texts(function)


def drop_texts(function: func.FuncOp) -> None:
    """Removes what makes texts that nothing uses."""
    if not any(map(_is_text, types_below(function))):
        return
    for op in reversed(ops_below(function)):
        texts = [_is_text(r.type) for r in op.results]
        if texts and all(texts) and not any(r.first_use is not None for r in op.results):
            Rewriter.erase_op(op)


def _is_text(type: Attribute) -> bool:
    return isinstance(getattr(type, "element_type", None), StringType)


def variables_to_arguments(function: func.FuncOp) -> None:
    """Makes the value of every variable that `function` reads an argument.

    Raises TfError where a variable is written.
    """
    for arg in function.body.block.args:
        if is_variable(arg) and is_opaque(arg):
            retype(arg, TensorType(element_of(arg.type), []))
        elif is_variable(arg):
            retype(arg, value_type(arg))
            read(arg, arg)
    known = dict[tuple[str, str], SSAValue]()
    for op in instances_below(function, tf.VarHandleOp):
        key = (op.container, op.shared_name)
        if key not in known:
            type = value_type(op.results[0])
            known[key] = add_argument(function, type, op.shared_name or "variable")
        read(op.results[0], known[key])
        Rewriter.erase_op(op)
    refresh_signature(function)


def is_variable(value: SSAValue) -> bool:
    return isinstance(getattr(value.type, "element_type", None), ResourceType)


def is_opaque(handle: SSAValue) -> bool:
    """Whether `handle` is something else than a variable, such as a table that ops look into."""
    users = readers(handle)
    kinds = (tf.ReadVariableOp, tf.ResourceGatherOp, tf.ResourceGatherNdOp, tf.VariableShapeOp)
    written = (tf.AssignVariableOp, *kinds)
    return bool(users) and not any(isinstance(user, written) for user in users)


def readers(handle: SSAValue) -> list[Operation]:
    """The ops that use `handle`, through copies of it."""
    found = list[Operation]()
    for use in handle.uses:
        if isinstance(use.operation, tf.IdentityOp):
            found += readers(use.operation.results[0])
        else:
            found.append(use.operation)
    return found


def value_type(handle: SSAValue) -> Attribute:
    """The type of the variable's value, by its handle and by the ops that read it.

    Where they tell the elements alone, the rank is unknown.
    """
    element_type = getattr(handle.type, "element_type", None)
    found = list[Attribute]()
    if isinstance(element_type, ResourceType):
        found += cast("Sequence[Attribute]", element_type.subtypes.data)
    for op in readers(handle):
        if isinstance(op, tf.ReadVariableOp):
            found.append(op.results[0].type)
        elif isinstance(op, tf.ResourceGatherOp | tf.ResourceGatherNdOp):
            found.append(UnrankedTensorType(element_of(op.results[0].type)))
    if found:
        return next(filter(is_tensor, found), found[0])
    owner = handle.owner
    at = owner if isinstance(owner, Operation) else owner.parent_op()
    assert at is not None
    raise TfError(at, "the type of a variable is not known: neither its handle nor a read tells it")


def read(handle: SSAValue, value: SSAValue) -> None:
    """Replaces every op that reads the variable of `handle` by one on its `value`."""
    for use in list(handle.uses):
        op = use.operation
        insert = before(op)
        if isinstance(op, tf.IdentityOp):
            read(op.results[0], value)
        elif isinstance(op, tf.ReadVariableOp):
            op.results[0].replace_all_uses_with(viewed_as(value, op.results[0].type, insert))
        elif isinstance(op, tf.VariableShapeOp):
            _replace(op, tf.ShapeOp.create(operands=[value], result_types=op.result_types))
            continue
        elif isinstance(op, tf.ResourceGatherOp):
            axis = constant(dense_elements(TensorType(i32, []), [op.batch_dims]))
            insert(axis)
            operands = [value, op.operands[1], axis.results[0]]
            gather = tf.GatherV2Op.create(operands=operands, result_types=op.result_types)
            gather.properties["batch_dims"] = op.properties.get("batch_dims", _ZERO)
            _replace(op, gather)
            continue
        elif isinstance(op, tf.ResourceGatherNdOp):
            operands = [value, op.operands[1]]
            _replace(op, tf.GatherNdOp.create(operands=operands, result_types=op.result_types))
            continue
        else:
            raise TfError(
                op,
                "a variable is not only read; only variables that nothing writes can be compiled",
            )
        Rewriter.erase_op(op)


def _replace(op: Operation, new: Operation) -> None:
    new.location = op.location
    before(op)(new)
    op.results[0].replace_all_uses_with(new.results[0])
    Rewriter.erase_op(op)


def add_argument(function: func.FuncOp, type: Attribute, name: str) -> SSAValue:
    """A new last argument that users know as `name`."""
    block = function.body.block
    attributes = list(function.arg_attrs or [DictionaryAttr({}) for _ in block.args])
    argument = block.insert_arg(type, len(block.args))
    attributes.append(DictionaryAttr({"tf._user_specified_name": StringAttr(name)}))
    function.arg_attrs = ArrayAttr(attributes)
    entry = function.attributes.get("tf.entry_function")
    if isinstance(entry, DictionaryAttr) and isinstance(entry.data.get("inputs"), StringAttr):
        inputs = cast("StringAttr", entry.data["inputs"]).data
        names = StringAttr(f"{inputs},{name}" if inputs else name)
        function.attributes["tf.entry_function"] = DictionaryAttr({**entry.data, "inputs": names})
    refresh_signature(function)
    return argument

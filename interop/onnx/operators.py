"""What ONNX says of its operators: which nodes they take, and their definitions by others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from .protobuf import Array, Graph, GraphNode, ValueType, domain_of, node_of, package


def refusal(
    node: GraphNode,
    version: int,
    types: Sequence[ValueType | None],
    arrays: Sequence[Array | None],
) -> str | None:
    """Why the operator does not take such a node, in the words of ONNX; None where it does, or
    where ONNX does not know it.

    types: of the inputs; None for those that are left out
    arrays: the inputs' elements, where these are known and wanted
    """
    onnx = package()
    try:
        schema = onnx.defs.get_schema(node.op_type, version, node.domain)
    except onnx.defs.SchemaError:
        return None
    count = len(node.inputs)
    if not schema.min_input <= count <= schema.max_input:
        return f"{schema.min_input} to {schema.max_input} inputs are wanted, {count} are given"
    count = len(node.outputs)
    parts = {a.name: a.i for a in node.proto.attribute}.get("num_outputs", count)
    if count != parts:  # which would end the process in ONNX
        return f"num_outputs is {parts}, the node has {count}"
    if count > schema.max_output:
        return f"at most {schema.max_output} outputs are given, {count} are wanted"
    known = {name: t for name, t in zip(node.inputs, types, strict=True) if t and name}
    if any(_has_graph(a) for a in node.proto.attribute) or any(
        t.kind != "tensor" or t.element == "undefined" for t in known.values()
    ):
        return None  # ONNX would want to know the types of what is inside
    proto = onnx.NodeProto()
    proto.CopyFrom(node.proto)
    del proto.input[:]
    proto.input.extend(node.inputs)
    given = {name: _type_proto(onnx, type) for name, type in known.items()}
    tensor = import_module("onnx.numpy_helper").from_array
    data = {n: tensor(a) for n, a in zip(node.inputs, arrays, strict=True) if a is not None}
    opset = onnx.helper.make_opsetid(node.domain, version)
    infer = import_module("onnx.shape_inference").infer_node_outputs
    try:
        infer(schema, proto, given, data, opset_imports=[opset])
    except (onnx.checker.ValidationError, onnx.shape_inference.InferenceError) as error:
        return _words(error)
    except UnicodeDecodeError:
        return "what ONNX says of it is not UTF-8: a text in an attribute is not"
    except (ValueError, RuntimeError) as error:
        return str(error)
    return None


def _has_graph(attribute: Any) -> bool:
    return attribute.HasField("g") or len(attribute.graphs) > 0


def _words(error: Exception) -> str:
    text = str(error).partition("\n")[0].replace("[ShapeInferenceError] ", "").strip()
    return text.removesuffix(".")


def function_body(
    node: GraphNode, version: int, types: Sequence[ValueType]
) -> tuple[Graph, Mapping[str, int]] | None:
    """The definition of an operator by others, and the operator sets that these are of.

    None where the operator has none. `types` are those of the inputs, on which it may depend.
    """
    onnx = package()
    try:
        schema = onnx.defs.get_schema(node.op_type, version, node.domain)
    except onnx.defs.SchemaError:
        return None
    function = _function(onnx, schema, node, version, types)
    if function is None:
        return None
    attributes = {a.name: a for a in function.attribute_proto}
    for name, attribute in schema.attributes.items():
        if attribute.default_value.type:
            attributes.setdefault(name, attribute.default_value)
    attributes |= {a.name: a for a in node.proto.attribute}
    _resolve(function.node, attributes)
    graph = Graph(
        tuple(node_of(each) for each in function.node),
        tuple((name, ValueType("tensor", "undefined")) for name in function.input),
        tuple((name, None) for name in function.output),
    )
    opsets = {domain_of(entry.domain): entry.version for entry in function.opset_import}
    return graph, opsets


def _function(
    onnx: Any, schema: Any, node: GraphNode, version: int, types: Sequence[ValueType]
) -> Any:
    """The `FunctionProto` of an operator that is best for `version`, or None.

    One of a later version names the operator sets of its nodes itself.
    """

    def best(versions: Sequence[int]) -> int:
        return max((v for v in versions if v <= version), default=min(versions))

    proto = onnx.FunctionProto()
    if schema.has_function:
        data = schema.get_function_with_opset_version(best(schema.function_opset_versions))
    elif schema.has_context_dependent_function:
        number = best(schema.context_dependent_function_opset_versions)
        protos = [_type_proto(onnx, each).SerializeToString() for each in types]
        data = schema.get_context_dependent_function_with_opset_version(
            number, node.proto.SerializeToString(), protos
        )
    else:
        return None
    if not data:
        return None
    proto.ParseFromString(data)
    return proto


def _type_proto(onnx: Any, type: ValueType) -> Any:
    number = onnx.TensorProto.DataType.Value(type.element.upper())
    return onnx.helper.make_tensor_type_proto(number, type.shape)


def _resolve(nodes: Any, attributes: Mapping[str, Any]) -> None:
    """Gives attributes of `nodes` that refer to those of a function their values."""
    for node in nodes:
        copies = list[Any]()
        for each in node.attribute:
            if each.ref_attr_name:
                if each.ref_attr_name not in attributes:
                    continue
                name = each.name
                each.CopyFrom(attributes[each.ref_attr_name])
                each.name = name
            _resolve(each.g.node, attributes)
            copy = package().AttributeProto()
            copy.CopyFrom(each)
            copies.append(copy)
        del node.attribute[:]
        node.attribute.extend(copies)

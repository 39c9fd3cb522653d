"""What a file says, as plain values; the only file that imports `onnx`.

Functions of the model are inlined. Nothing is inferred and nothing is checked but that the file is
a model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Final, TypeAlias

import numpy.typing as npt

Array: TypeAlias = npt.NDArray[Any]
MISSING: Final = "onnx is not installed; pip install 'tieshape[onnx]' brings it"

Dimension: TypeAlias = int | str | None
"""A size, the text that names it, or neither."""


class ModelError(Exception):
    """The file is no model that can be read."""


@dataclass(frozen=True, slots=True)
class ValueType:
    """The type of a value.

    kind: `tensor`, `sequence`, `optional` or what else ONNX has
    element: the name of the elements' type in ONNX, `float` say
    shape: None where the rank is not declared
    """

    kind: str
    element: str
    shape: tuple[Dimension, ...] | None = None


@dataclass(frozen=True, slots=True)
class GraphNode:
    """An operator in a graph; an empty input or output name is one that is left out."""

    op_type: str
    domain: str
    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: Mapping[str, Any]
    """Numbers, strings, lists, arrays (`StoredTensor`) and graphs, by name."""
    proto: Any = None


@dataclass(frozen=True, slots=True)
class StoredTensor:
    """A tensor that the file holds; elements of a sparse one are filled in."""

    element: str
    array: Array


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph, or the body of a function."""

    nodes: tuple[GraphNode, ...]
    inputs: tuple[tuple[str, ValueType], ...]
    outputs: tuple[tuple[str, ValueType | None], ...]
    stored: Mapping[str, StoredTensor] = field(default_factory=dict[str, StoredTensor])
    declared: Mapping[str, ValueType] = field(default_factory=dict[str, ValueType])
    """What the file says of values inside."""


@dataclass(frozen=True, slots=True)
class OnnxModel:
    """A graph and the versions of the operator sets that it uses, by domain."""

    graph: Graph
    opsets: Mapping[str, int]


def read(path: str) -> OnnxModel:
    """The model in a file.

    Raises ImportError where onnx is missing, OSError where the file cannot be read, ModelError
    where it is no model.
    """
    onnx = _onnx()
    with open(path, "rb"):
        pass
    try:
        model = onnx.load(path)
    except OSError:
        raise
    except Exception as error:
        raise ModelError(f"not an ONNX model: {' '.join(str(error).split())}") from error
    return of_proto(model)


def of_proto(model: Any) -> OnnxModel:
    """A `ModelProto`. Raises ModelError where it has no graph or names no operator set."""
    if not model.HasField("graph") or not model.opset_import:
        raise ModelError("not an ONNX model: it has no graph or names no operator set")
    if model.functions:
        model = import_module("onnx.inliner").inline_local_functions(model)
    opsets = {_domain(entry.domain): entry.version for entry in model.opset_import}
    return OnnxModel(_graph(model.graph), opsets)


def function_body(
    node: GraphNode, version: int, types: Sequence[ValueType]
) -> tuple[Graph, Mapping[str, int]] | None:
    """The definition of an operator by others, and the operator sets that these are of.

    None where the operator has none. `types` are those of the inputs, on which it may depend.
    """
    onnx = _onnx()
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
        tuple(_node(each) for each in function.node),
        tuple((name, ValueType("tensor", "undefined")) for name in function.input),
        tuple((name, None) for name in function.output),
    )
    opsets = {_domain(entry.domain): entry.version for entry in function.opset_import}
    return graph, opsets


def _function(
    onnx: Any, schema: Any, node: GraphNode, version: int, types: Sequence[ValueType]
) -> Any:
    """The `FunctionProto` of an operator that is best for `version`, or None."""

    def best(versions: Sequence[int]) -> int:
        return max((v for v in versions if v <= version), default=schema.since_version)

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


def _onnx() -> Any:
    try:
        return import_module("onnx")
    except ImportError as error:
        raise ImportError(MISSING) from error


def _domain(name: str) -> str:
    return "" if name == "ai.onnx" else name


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
            copy = _onnx().AttributeProto()
            copy.CopyFrom(each)
            copies.append(copy)
        del node.attribute[:]
        node.attribute.extend(copies)


def _graph(proto: Any) -> Graph:
    stored = {each.name: _tensor(each) for each in proto.initializer}
    stored |= {each.values.name: _sparse(each) for each in proto.sparse_initializer}
    return Graph(
        tuple(_node(node) for node in proto.node),
        tuple((v.name, _type(v.type)) for v in proto.input if v.name not in stored),
        tuple((v.name, _type(v.type)) for v in proto.output),
        stored,
        {v.name: _type(v.type) for v in proto.value_info},
    )


def _node(proto: Any) -> GraphNode:
    attributes = {each.name: _attribute(each) for each in proto.attribute}
    domain = _domain(proto.domain)
    names = tuple(proto.input), tuple(proto.output)
    return GraphNode(proto.op_type, domain, proto.name, *names, attributes, proto)


def _attribute(proto: Any) -> Any:
    onnx = _onnx()
    kinds = onnx.AttributeProto
    if proto.type == kinds.TENSOR:
        return _tensor(proto.t)
    if proto.type == kinds.SPARSE_TENSOR:
        return _sparse(proto.sparse_tensor)
    if proto.type == kinds.GRAPH:
        return _graph(proto.g)
    if proto.type == kinds.STRING:
        return proto.s.decode("utf-8", "backslashreplace")
    if proto.type == kinds.STRINGS:
        return [text.decode("utf-8", "backslashreplace") for text in proto.strings]
    value = onnx.helper.get_attribute_value(proto)
    if proto.type == kinds.TYPE_PROTO:
        return _type(value)
    return value if isinstance(value, int | float) else list(value)


def _tensor(proto: Any) -> StoredTensor:
    onnx = _onnx()
    element = onnx.TensorProto.DataType.Name(proto.data_type).lower()
    return StoredTensor(element, import_module("onnx.numpy_helper").to_array(proto))


def _sparse(proto: Any) -> StoredTensor:
    """The dense form: indices are positions, or a row of coordinates each."""
    numpy: Any = import_module("numpy")
    values, indices = _tensor(proto.values), _tensor(proto.indices).array
    dense = numpy.zeros(tuple(proto.dims), values.array.dtype)
    if indices.ndim == 1:
        dense.reshape(-1)[indices] = values.array
    else:
        dense[tuple(indices.T)] = values.array
    return StoredTensor(values.element, dense)


def _type(proto: Any) -> ValueType:
    kind = (proto.WhichOneof("value") or "").removesuffix("_type")
    if kind != "tensor":
        return ValueType(kind, "undefined")
    tensor = proto.tensor_type
    element = _onnx().TensorProto.DataType.Name(tensor.elem_type).lower()
    if not tensor.HasField("shape"):
        return ValueType(kind, element)
    return ValueType(kind, element, tuple(_dimension(d) for d in tensor.shape.dim))


def _dimension(proto: Any) -> Dimension:
    if proto.HasField("dim_value"):
        return proto.dim_value if proto.dim_value >= 0 else None
    return proto.dim_param or None

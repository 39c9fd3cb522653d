"""What a file says, as plain values; the only file that imports `onnx`.

Functions of the model are inlined. Nothing is inferred and nothing is checked but that the file is
a model.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from os.path import dirname
from typing import Any, Final, TypeAlias

import numpy.typing as npt

Array: TypeAlias = npt.NDArray[Any]
MISSING: Final = "onnx is not installed; pip install 'tieshape[onnx]' brings it"

Dimension: TypeAlias = int | str | None
"""A size, the text that names it, or neither."""


DATA_TYPES: Final = (
    *("undefined", "float", "uint8", "int8", "uint16", "int16", "int32", "int64", "string"),
    *("bool", "float16", "double", "uint32", "uint64", "complex64", "complex128", "bfloat16"),
    *("float8e4m3fn", "float8e4m3fnuz", "float8e5m2", "float8e5m2fnuz", "uint4", "int4"),
    *("float4e2m1", "float8e8m0", "uint2", "int2"),
)
"""What the numbers of `TensorProto.DataType` stand for, from 0 on."""


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
    return of_proto(_loaded(path), dirname(path))


def external_files(path: str) -> list[str]:
    """The files in which tensors of the model at `path` lie, relative to its folder.

    Raises as `read`.
    """
    return sorted(set(_locations(_loaded(path))))


def _locations(message: Any) -> Generator[str]:
    """Of each `TensorProto` in a message that lies elsewhere."""
    if message.DESCRIPTOR.name == "TensorProto":
        yield from (
            _text(entry.value) for entry in message.external_data if entry.key == "location"
        )
        return
    for field_of, value in message.ListFields():
        if field_of.message_type is not None:
            for inside in [value] if hasattr(value, "DESCRIPTOR") else value:
                yield from _locations(inside)


def _loaded(path: str) -> Any:
    """The `ModelProto` in a file, without what lies in others."""
    onnx = package()
    with open(path, "rb"):
        pass
    try:
        return onnx.load(path, load_external_data=False)
    except OSError:
        raise
    except Exception as error:
        raise ModelError(f"not an ONNX model: {' '.join(str(error).split())}") from error


def of_proto(model: Any, folder: str = "") -> OnnxModel:
    """A `ModelProto`, tensors outside of which lie in files in `folder`.

    Raises ModelError where it has no graph, names no operator set, or a tensor cannot be read.
    """
    if not model.HasField("graph") or not model.opset_import:
        raise ModelError("not an ONNX model: it has no graph or names no operator set")
    if model.functions:
        model = import_module("onnx.inliner").inline_local_functions(model)
    opsets = {domain_of(entry.domain): entry.version for entry in model.opset_import}
    newest = package().defs.onnx_opset_version()
    if opsets.get("", 0) > newest:
        words = (
            f"the operators are of opset {opsets['']}; the onnx that is installed knows {newest}"
        )
        raise ModelError(words)
    return OnnxModel(_graph(model.graph, folder), opsets)


def package() -> Any:
    """The package onnx. Raises ImportError, which names the extra, where it is missing."""
    try:
        return import_module("onnx")
    except ImportError as error:
        raise ImportError(MISSING) from error


def domain_of(name: str) -> str:
    return "" if name == "ai.onnx" else name


def _graph(proto: Any, folder: str) -> Graph:
    stored = {_text(each.name): _tensor(each, folder) for each in proto.initializer}
    stored |= {_text(each.values.name): _sparse(each, folder) for each in proto.sparse_initializer}
    return Graph(
        tuple(node_of(node, folder) for node in proto.node),
        tuple((_text(v.name), _type(v.type)) for v in proto.input if v.name not in stored),
        tuple((_text(v.name), _type(v.type)) for v in proto.output),
        stored,
        {_text(v.name): _type(v.type) for v in proto.value_info},
    )


def node_of(proto: Any, folder: str = "") -> GraphNode:
    """A `NodeProto`; `folder` as of `of_proto`.

    Raises ModelError where a name is not UTF-8, or an attribute or tensor is none.
    """
    attributes = {_text(each.name): _attribute(each, folder) for each in proto.attribute}
    domain = domain_of(_text(proto.domain))
    names = tuple(map(_text, proto.input)), tuple(map(_text, proto.output))
    return GraphNode(_text(proto.op_type), domain, _text(proto.name), *names, attributes, proto)


def _text(text: str | bytes) -> str:
    """A name, which protobuf hands out as bytes where it is not UTF-8."""
    if isinstance(text, bytes):
        raise ModelError(f"the name {text!r} is not UTF-8")
    return text


def _attribute(proto: Any, folder: str) -> Any:
    onnx = package()
    kinds = onnx.AttributeProto
    if proto.type == kinds.TENSOR:
        return _tensor(proto.t, folder)
    if proto.type == kinds.SPARSE_TENSOR:
        return _sparse(proto.sparse_tensor, folder)
    if proto.type == kinds.GRAPH:
        return _graph(proto.g, folder)
    if proto.type == kinds.STRING:
        return proto.s.decode("utf-8", "backslashreplace")
    if proto.type == kinds.STRINGS:
        return [text.decode("utf-8", "backslashreplace") for text in proto.strings]
    value = onnx.helper.get_attribute_value(proto)
    if value is None:
        raise ModelError(f"attribute {proto.name!r} has no type")
    if proto.type == kinds.TYPE_PROTO:
        return _type(value)
    return value if isinstance(value, int | float) else list(value)


def _tensor(proto: Any, folder: str) -> StoredTensor:
    element = data_type_name(proto.data_type)
    try:
        array = import_module("onnx.numpy_helper").to_array(proto, folder)
    except OSError:
        raise
    except Exception as error:
        raise ModelError(f"tensor {proto.name!r}: {error}") from error
    return StoredTensor(element, array)


def _sparse(proto: Any, folder: str) -> StoredTensor:
    """The dense form: indices are positions, or a row of coordinates each."""
    numpy: Any = import_module("numpy")
    values, indices = _tensor(proto.values, folder), _tensor(proto.indices, folder).array
    dense = numpy.zeros(tuple(proto.dims), values.array.dtype)
    if indices.ndim == 1:
        dense.reshape(-1)[indices] = values.array
    else:
        dense[tuple(indices.T)] = values.array
    return StoredTensor(values.element, dense)


def data_type_name(number: int) -> str:
    """What a number of `TensorProto.DataType` stands for, in lower case."""
    return DATA_TYPES[number] if 0 <= number < len(DATA_TYPES) else f"number {number}"


def _type(proto: Any) -> ValueType:
    kind = (proto.WhichOneof("value") or "").removesuffix("_type")
    if kind != "tensor":
        return ValueType(kind, "undefined")
    tensor = proto.tensor_type
    element = data_type_name(tensor.elem_type)
    if not tensor.HasField("shape"):
        return ValueType(kind, element)
    return ValueType(kind, element, tuple(_dimension(d) for d in tensor.shape.dim))


def _dimension(proto: Any) -> Dimension:
    if proto.HasField("dim_value"):
        return proto.dim_value if proto.dim_value >= 0 else None
    name = _text(proto.dim_param)
    return name if any(map(str.isalnum, name)) else None  # "?" is no name: each is another size

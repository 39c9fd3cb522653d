"""An ONNX model as a module of one function.

Arguments and results have the model's order; sizes have the names of its `dim_param`s.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    TensorType,
    UnrankedTensorType,
    i64,
)
from xdsl.ir import Attribute, Block, Region, SSAValue

from ...analysis.control_flow import ControlFlowInference
from ...analysis.hindsight import Hindsight
from ...analysis.read_constraints import read_module
from ...analysis.symbol_names import SymbolNames
from ...dialects import sdim
from ...materialize.types import refresh_signature
from ...passes.symbolize import SymbolizePass
from ...rules.table import known_rules
from ...symbolic import eq
from ...text.diagnostics import DeclaredOtherwise, LocatedError
from ...text.module import verify_module
from .dimensions import DimensionNames, SizeRange
from .element_types import NAMES, element_named
from .nodes import GraphValue, NodeRefused
from .protobuf import Graph, ModelError, OnnxModel, ValueType, external_files, of_proto, read
from .translate import GraphTranslator


def import_model(path: str) -> ModuleOp:
    """The model at `path`.

    Raises ImportError where onnx is missing, LocatedError for what is no model and for a node that
    cannot be translated.
    """
    try:
        return translated(read(path), path)
    except ModelError as error:
        raise LocatedError(str(error), path) from error


def of_model(proto: object, name: str = "<onnx>") -> ModuleOp:
    """An `onnx.ModelProto`, which messages call `name`; what lies in files does so in the current
    folder.

    Raises as `import_model`.
    """
    try:
        return translated(of_proto(proto), name)
    except ModelError as error:
        raise LocatedError(str(error), name) from error


def other_files(path: str) -> list[str]:
    """The files with tensors that the model at `path` names, relative to its folder.

    Raises as `import_model`.
    """
    try:
        return external_files(path)
    except ModelError as error:
        raise LocatedError(str(error), path) from error


def translated(
    model: OnnxModel,
    path: str,
    ranges: Sequence[SizeRange] = (),
    guards: Sequence[str] = (),
    translator_of: type[GraphTranslator] = GraphTranslator,
) -> ModuleOp:
    """`model`, which messages call `path`, as a verified module.

    ranges: of sizes, besides what the model says
    guards: claims over sizes, as the model's `dim_param`s write them, that must hold as well
    translator_of: what translates the nodes, for those who watch it
    """
    graph = model.graph
    names = DimensionNames(type.shape or () for _, type in graph.inputs)
    function = _declared(graph, names, path, ranges, guards)
    module = ModuleOp([function])
    SymbolizePass().apply(Context(), module)
    for op in module.walk():  # the model refuses what they exclude: so does all that is made of it
        if isinstance(op, sdim.GuardedConstraintOp):
            op.strength_attr = sdim.StrengthAttr(sdim.Strength.ASSERT)
    function.attributes.pop("sdim.where", None)  # read once more they would be assumptions
    block = function.body.block
    end = block.last_op
    assert end is not None
    end.detach()
    inference = ControlFlowInference(known_rules(), Hindsight())
    inference.names = SymbolNames.of(module)
    read_module(inference, module)
    inference.block(block)
    translator = translator_of(inference, block, path, model.opsets)
    outputs = translator.subgraph(graph, block.args)
    translator.erase_unused_regions()
    _check_declared(graph, outputs, names, translator)
    block.add_op(func.ReturnOp(*_tensors(graph, outputs, path)))
    refresh_signature(function)
    verify_module(module)
    return module


def _declared(
    graph: Graph,
    names: DimensionNames,
    path: str,
    ranges: Sequence[SizeRange],
    guards: Sequence[str],
) -> func.FuncOp:
    """The function with the graph's inputs, without a body."""
    types = list[Attribute]()
    about = list[DictionaryAttr]()
    for name, type in graph.inputs:
        try:
            types.append(_type(type))
        except NodeRefused as error:
            raise LocatedError(f"input {name!r}: {error}", path) from error
        sizes = [names.name(d) for d in type.shape or ()]
        said = ArrayAttr[Attribute](map(_said, sizes))
        known = any(isinstance(size, str) and size for size in sizes)
        about.append(DictionaryAttr({"sdim.sizes": said} if known else {}))
    block = Block(arg_types=types)
    for argument, (name, _) in zip(block.args, graph.inputs, strict=True):
        argument.name_hint = name if SSAValue.is_valid_name(name) else None
    block.add_op(func.ReturnOp())
    title = "main" if "main" not in names.all else "main_graph"
    function = func.FuncOp(title, (types, ()), Region(block), arg_attrs=ArrayAttr(about))
    facts = [*names.where, *names.facts_of(ranges)]
    try:
        facts += names.guards(guards, facts)
    except ValueError as error:
        raise LocatedError(str(error), path) from error
    if facts:
        function.attributes["sdim.where"] = ArrayAttr(map(StringAttr, facts))
    ports = {"inputs": graph.inputs, "outputs": graph.outputs}
    function.attributes["tf.entry_function"] = DictionaryAttr(
        {key: StringAttr(",".join(name for name, _ in values)) for key, values in ports.items()}
    )
    return function


def _said(size: str | int) -> Attribute:
    return StringAttr(size) if isinstance(size, str) else IntegerAttr(size, i64)


def _type(type: ValueType) -> Attribute:
    if type.kind != "tensor":
        raise NodeRefused(f"a {type.kind or 'value of unknown type'} cannot be an input")
    element = element_named(type.element)
    if type.shape is None:
        return UnrankedTensorType(element)
    sizes = [d if isinstance(d, int) else DYNAMIC_INDEX for d in type.shape]
    return TensorType(element, sizes)


def _tensors(graph: Graph, outputs: Sequence[GraphValue], path: str) -> list[SSAValue]:
    found = list[SSAValue]()
    for (name, _), value in zip(graph.outputs, outputs, strict=True):
        if not isinstance(value, SSAValue):
            raise LocatedError(f"output {name!r} is no tensor", path)
        found.append(value)
    return found


def _check_declared(
    graph: Graph, outputs: Sequence[GraphValue], names: DimensionNames, b: GraphTranslator
) -> None:
    """Raises LocatedError where an output has other elements than the model declares. Warns with
    DeclaredOtherwise where it can never have the declared shape, as onnxruntime does.
    """
    for (name, type), value in zip(graph.outputs, outputs, strict=True):
        if type is None or type.kind != "tensor" or not isinstance(value, SSAValue):
            continue
        element = NAMES.get(b.element(value), type.element)
        if type.element not in ("undefined", element):
            words = f"elements of type {type.element} are declared, they are {element}"
            raise LocatedError(f"output {name!r}: {words}", b.path)
        if type.shape is None or not b.has_rank(value):
            continue
        sizes = b.sizes(value)
        if len(sizes) != len(type.shape):
            _warn(b, name, f"rank {len(type.shape)} is declared, it has {len(sizes)}")
            continue
        for axis, (size, text) in enumerate(zip(sizes, type.shape, strict=True)):
            declared = names.expression(text)
            if declared is not None and b.inference.facts.refutes(eq(size, declared)):
                _warn(b, name, f"size {declared} is declared for dimension {axis}, it is {size}")


def _warn(b: GraphTranslator, output: str, words: str) -> None:
    text = f"{b.path}: output {output!r}: {words}"
    warnings.warn(text, DeclaredOtherwise, stacklevel=2)

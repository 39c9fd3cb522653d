"""SavedModels and Keras files as tf text: TensorFlow freezes and prints, tieshape reads.

TensorFlow is the user's own, and needed here alone. Loops and branches stay ops with regions.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

from xdsl.dialects import func
from xdsl.dialects.builtin import (
    ArrayAttr,
    BFloat16Type,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    FunctionType,
    ModuleOp,
    StringAttr,
    TensorType,
    f16,
    f32,
    f64,
    i8,
    i32,
    i64,
)
from xdsl.ir import Attribute
from xdsl.parser import Parser

from ..analysis.module_parts import functions
from ..dialects.tf import ConstOp
from ..materialize.types import refresh_signature
from ..text.context import new_context
from ..text.module import parse_module, verify_module
from ..text.usage_error import UsageError

DISABLED: Final = "tensorflow is not installed; pip install tensorflow brings it"
_SIGNATURE: Final = "serving_default"
_PIPELINE: Final = "tf-standard-pipeline"
_ELEMENTS: Final = {
    "float16": "f16",
    "bfloat16": "bf16",
    "float32": "f32",
    "float64": "f64",
    "bool": "i1",
    "int8": "i8",
    "int16": "i16",
    "int32": "i32",
    "int64": "i64",
    "uint8": "ui8",
}
_WEIGHTS: Final[dict[str, Attribute]] = {
    "float16": f16,
    "bfloat16": BFloat16Type(),
    "float32": f32,
    "float64": f64,
    "int8": i8,
    "int32": i32,
    "int64": i64,
}
"""Elements of constants that are read as bytes."""
LARGE: Final = 1 << 16
"""Bytes of the smallest of them."""
_Read: TypeAlias = tuple[str, list[str], list[DenseIntOrFPElementsAttr]]
"""A text, the types of the variables that are its last arguments, and the constants that are, one
of both.
"""
_WRITES: Final = re.compile(r"Assign\w*VariableOp|Resource(Apply|Scatter|SparseApply)\w+")
_ERROR_NAME: Final = re.compile(r"^\s+(?=\w*(?:Error|Exception): )", re.MULTILINE)


def import_model(path: str, variables: str = "constants") -> ModuleOp:
    """The signature `serving_default` of a SavedModel, or the Keras model in a `.keras` file.

    variables: "constants" in the text, or "arguments" after the model's own, in TensorFlow's order

    Raises ImportError where TensorFlow is not installed, UsageError where it cannot read the model.
    """
    if not Path(path).exists():
        raise UsageError(f"cannot read {path}: No such file or directory")
    tf = _tensorflow()
    try:
        # The model is held until the end: a function does not keep the variables of its model.
        model = tf.keras.models.load_model(path, compile=False) if _is_keras(path) else None
        saved = tf.saved_model.load(path) if model is None else None
        function = _function_of(tf, model) if saved is None else _signature_of(saved, path)
        read = _text(tf, function, variables)
        del model, saved
    except UsageError as error:
        raise UsageError(f"{path}: {str(error).removeprefix(f'{path}: ')}") from error
    except Exception as error:  # TensorFlow and Keras raise errors of any type for a bad file
        raise UsageError(f"{path}: TensorFlow cannot read the model: {_words(error)}") from error
    return _module(read, path)


def of_function(function: Any, name: str = "<tensorflow>") -> ModuleOp:
    """A `tf.function` with an input signature, or a concrete function of one, which messages call
    `name`; its variables become constants.

    Raises UsageError where the types of the arguments are not known, or TensorFlow cannot print it.
    """
    if not hasattr(function, "captured_inputs"):
        if function.input_signature is None:
            words = "a tf.function without input_signature; pass what get_concrete_function gives"
            raise UsageError(f"{name}: {words}")
        function = function.get_concrete_function()
    try:
        read = _text(_tensorflow(), function, "constants")
    except UsageError as error:
        raise UsageError(f"{name}: {error}") from error
    except Exception as error:  # of any type, as in `import_model`
        raise UsageError(f"{name}: TensorFlow cannot print it: {_words(error)}") from error
    return _module(read, name)


def of_keras_model(model: Any, name: str = "<keras>") -> ModuleOp:
    """A Keras model whose inputs are known, called for inference, which messages call `name`; its
    variables become constants.

    Raises UsageError where they are not, or Keras cannot call it.
    """
    tf = _tensorflow()
    try:
        known = bool(model.inputs)
    except (AttributeError, ValueError):  # of a subclass, of a Sequential that was never called
        known = False
    if not known:
        words = "a Keras model whose inputs are not known; pass a tf.function that calls it"
        raise UsageError(f"{name}: {words}")
    try:
        function = _function_of(tf, model)
    except Exception as error:  # of any type, as in `import_model`
        raise UsageError(f"{name}: Keras cannot call it: {_words(error)}") from error
    return of_function(function, name)


def _tensorflow() -> Any:
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    try:
        return import_module("tensorflow")
    except ImportError as error:
        raise ImportError(DISABLED) from error


def _module(read: _Read, name: str) -> ModuleOp:
    text, stored, weights = read
    module = parse_module(text, name)
    if stored:
        _type_variables(module, stored)
    if weights:
        _put_back(module, weights)
    return module


def _words(error: Exception) -> str:
    """At most 300 characters of what `error` says after the traceback that AutoGraph puts first."""
    said = str(error)
    if said.lstrip().startswith("in user code:"):
        *_, said = _ERROR_NAME.split(said)
    return " ".join(re.sub(r"\x1b\[[0-9;]*m", "", said).split())[:300]


def _is_keras(path: str) -> bool:
    return Path(path).suffix == ".keras"


def _signature_of(model: Any, path: str) -> Any:
    if _SIGNATURE not in model.signatures:
        known = ", ".join(model.signatures) or "none"
        raise UsageError(f"{path}: no signature {_SIGNATURE}; there are: {known}")
    return model.signatures[_SIGNATURE]


def _function_of(tf: Any, model: Any) -> Any:
    inputs = [tf.TensorSpec(i.shape, i.dtype, name=i.name) for i in model.inputs]

    def call(first: Any, *others: Any) -> Any:
        return model([first, *others] if others else first, training=False)

    return tf.function(call).get_concrete_function(*inputs)


def _text(tf: Any, function: Any, variables: str) -> _Read:
    stored, weights = list[str](), list[DenseIntOrFPElementsAttr]()
    if variables == "constants":
        constants: Any = import_module("tensorflow.python.framework.convert_to_constants")
        # It keeps loops and the branches of a condition, but not those of a number.
        getattr(constants, "_CONTROL_FLOW_OPS", set[str]()).update(("Case", "StatelessCase"))
        try:
            frozen = constants.convert_variables_to_constants_v2(function, lower_control_flow=False)
        except Exception as error:
            if (writer := _writer_of_variables(function)) is None:
                raise
            words = "a model whose variables are only read is needed, such as a call for inference"
            raise UsageError(f"it writes a variable ({writer}); {words}") from error
        function, weights = _apart(tf, frozen)
    else:
        known = {id(v.handle): v for v in function.graph.variables}
        stored = [_type_of(known.get(id(handle))) for handle in function.captured_inputs]
    text = tf.mlir.experimental.convert_function(
        function, pass_pipeline=_PIPELINE, show_debug_info=False
    )
    return str(text), stored, weights


def _writer_of_variables(function: Any) -> str | None:
    """The name of an op that writes a variable, if `function` has one."""
    graph = function.graph.as_graph_def()
    nodes = [*graph.node, *(node for f in graph.library.function for node in f.node_def)]
    found = (node.op for node in nodes if _WRITES.match(node.op) is not None)
    return next(found, None)


def _apart(tf: Any, function: Any) -> tuple[Any, list[DenseIntOrFPElementsAttr]]:
    """`function` with its large constants as its last arguments, and the constants: TensorFlow
    takes a second to print six million bytes of them.
    """
    graph = function.graph.as_graph_def()
    weights, names = list[DenseIntOrFPElementsAttr](), list[str]()
    for node in graph.node:
        if node.op != "Const" or node.attr["value"].ByteSize() < LARGE:
            continue
        array = tf.make_ndarray(node.attr["value"].tensor)
        element = _WEIGHTS.get(array.dtype.name)
        if element is None:
            continue
        data = array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()
        type_ = cast("Any", TensorType(element, list(array.shape)))
        weights.append(DenseIntOrFPElementsAttr(type_, BytesAttr(data)))
        names.append(f"{node.name}:0")
        node.op = "Placeholder"
        del node.attr["value"]
        node.attr["shape"].shape.CopyFrom(tf.TensorShape(array.shape).as_proto())
    if not weights:
        return function, weights
    wrapping: Any = import_module("tensorflow.python.eager.wrap_function")
    inputs = [tensor.name for tensor in function.inputs]
    outputs = [tensor.name for tensor in function.outputs]
    made = wrapping.function_from_graph_def(graph, [*inputs, *names], outputs)
    for new, old in zip(made.inputs, function.inputs, strict=False):
        new.set_shape(old.shape)  # wrapping loses those of scalars
    return made, weights


def _put_back(module: ModuleOp, weights: Sequence[DenseIntOrFPElementsAttr]) -> None:
    """Makes constants of the last arguments, which are `weights`."""
    function = _entry(module)
    block = function.body.block
    first = len(block.args) - len(weights)
    made = [ConstOp.create(properties={"value": w}, result_types=[w.type]) for w in weights]
    for argument, op in zip(block.args[first:], made, strict=True):
        argument.replace_all_uses_with(op.results[0])
        block.erase_arg(argument)
    assert block.first_op is not None
    block.insert_ops_before(made, block.first_op)
    if function.arg_attrs is not None:
        function.arg_attrs = ArrayAttr(function.arg_attrs.data[:first])
    entry = function.attributes.get("tf.entry_function")
    if isinstance(entry, DictionaryAttr) and isinstance(
        names := entry.data.get("inputs"), StringAttr
    ):
        inputs = StringAttr(",".join(names.data.split(",")[:first]))
        function.attributes["tf.entry_function"] = DictionaryAttr({**entry.data, "inputs": inputs})
    refresh_signature(function)
    verify_module(module)


def _entry(module: ModuleOp) -> func.FuncOp:
    return next(f for f in functions(module) if f.sym_visibility is None)


def _type_of(variable: Any) -> str:
    if variable is None or variable.dtype.name not in _ELEMENTS:
        raise UsageError("the model holds what is no variable of numbers; keep variables constants")
    sizes = "".join(f"{'?' if n is None else n}x" for n in variable.shape.as_list())
    return f"tensor<!tf_type.resource<tensor<{sizes}{_ELEMENTS[variable.dtype.name]}>>>"


def _type_variables(module: ModuleOp, types: Sequence[str]) -> None:
    """Gives the last arguments the types of the variables that they are."""
    function = _entry(module)
    first = len(function.args) - len(types)
    for argument, text in zip(function.args[first:], types, strict=True):
        type_ = Parser(new_context(), text).parse_type()
        argument._type = type_  # pyright: ignore[reportPrivateUsage]
    function.function_type = FunctionType.from_lists(
        [argument.type for argument in function.args], list(function.function_type.outputs)
    )
    verify_module(module)

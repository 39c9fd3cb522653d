"""`tieshape import`: models of other frameworks as text; and the way in for every command.

A source is a file of `interop` that offers `import_model(path) -> ModuleOp`. What is found at a
path tells the source by its ending, or by being bytecode; anything else is read as text.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from ..text.diagnostics import BYTECODE, ModelWarning, decode
from ..text.usage_error import UsageError
from .output import write_text


@dataclass(frozen=True, slots=True)
class ImportSource:
    """One kind of models.

    title: what it is called in help
    module: where in tieshape its `import_model` is, imported on first use
    """

    title: str
    module: str
    has_variables: bool = False
    """Whether `import_model` can make variables arguments."""

    def import_model(self, path: str, variables: str = "constants") -> ModuleOp:
        """The model at `path` as a verified module, its variables as constants or as arguments.

        Raises UsageError where the framework is missing or the file is no such model.
        """
        read: Callable[..., ModuleOp] = import_module(f"tieshape.{self.module}").import_model
        if variables != "constants" and not self.has_variables:
            raise UsageError(f"{path}: {self.title} has no variables that can be {variables}")
        with warnings.catch_warnings(record=True) as told:
            try:
                module = read(path, variables) if self.has_variables else read(path)
            except ImportError as error:
                raise UsageError(f"{path}: {error}") from error
        for each in told:
            if issubclass(each.category, ModelWarning):
                print(f"warning: {each.message}", file=sys.stderr)
            else:
                warnings.warn_explicit(each.message, each.category, each.filename, each.lineno)
        return module


_JAX = ImportSource("MLIR bytecode or a serialised jax.export.Exported", "interop.jax")

_SAVED_MODEL = ImportSource("a SavedModel", "interop.tensorflow", has_variables=True)

SOURCES: Mapping[str, ImportSource] = {
    ".bin": _JAX,
    ".jax": _JAX,
    ".keras": ImportSource("a Keras model", "interop.tensorflow", has_variables=True),
    ".mlirbc": _JAX,
    ".onnx": ImportSource("an ONNX model", "interop.onnx.import_model"),
    ".pt2": ImportSource("a program of torch.export", "interop.torch"),
}
"""By the ending of a file's name."""


def source_of(path: str | None) -> ImportSource | None:
    """What imports the model at `path`; None where it is text, or standard input.

    MLIR bytecode is known by how it begins, under any name, and a SavedModel is a folder.
    """
    if path is None:
        return None
    if Path(path, "saved_model.pb").is_file():
        return _SAVED_MODEL
    return SOURCES.get(Path(path).suffix.lower()) or (_JAX if _is_bytecode(path) else None)


def _is_bytecode(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(len(BYTECODE)) == BYTECODE
    except OSError:
        return False


def read_model(path: str | None, context: Context | None = None) -> ModuleOp:
    """The verified module at `path`: text, or a model of another framework."""
    source = source_of(path)
    if source is not None and path is not None:
        return source.import_model(path)
    from ..text.module import parse_module, read_bytes

    name = "<stdin>" if path is None or path == "-" else path
    return parse_module(decode_model(read_bytes(path), name), name, context)


def decode_model(data: bytes, name: str) -> str:
    """The text of a module in text or bytecode."""
    if not data.startswith(BYTECODE):
        return decode(data, name)
    try:
        text: str = import_module(f"tieshape.{_JAX.module}").text_of(data, name)
    except ImportError as error:
        raise UsageError(f"{name}: MLIR bytecode; {error}") from error
    return text


def add_import(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the command."""
    kinds = ", ".join(f"{source.title} ({suffix})" for suffix, source in SOURCES.items())
    kinds += ", a SavedModel (a folder)"
    add = parser.add_argument
    add("source", metavar="SOURCE", help=f"the model: {kinds}")
    add(
        "-o",
        "--output",
        metavar="FILE",
        help="where the text goes; default, and -: standard output",
    )
    add(
        "--variables",
        choices=("constants", "arguments"),
        default="constants",
        help="what the variables of a SavedModel or a Keras model become; default: constants",
    )
    add("--print-op-generic", action="store_true", help="print every op in generic form")
    parser.set_defaults(action=_import)


def _import(options: argparse.Namespace) -> int:
    from ..text.module import print_module

    source = source_of(options.source)
    if source is None:
        known = ", ".join(SOURCES)
        raise UsageError(
            f"{options.source}: the name of a model to import ends in {known}, or is that of a "
            "folder with a SavedModel"
        )
    module = source.import_model(options.source, options.variables)
    text = print_module(module, generic=options.print_op_generic)
    write_text(options.output, text)
    return 0

"""`tieshape import`: models of other frameworks as text; and the way in for every command.

A source is a file of `interop` that offers `import_model(path) -> ModuleOp`. What is found at a
path tells the source by its ending, or by being bytecode; anything else is read as text.
"""

from __future__ import annotations

import argparse
from importlib import import_module

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from ..text.bytecode import BYTECODE
from ..text.diagnostics import decode
from ..text.usage_error import UsageError
from .import_sources import JAX, SOURCES, Tell, print_warning, source_of
from .output import write_text


def read_model(
    path: str | None, context: Context | None = None, tell: Tell = print_warning
) -> ModuleOp:
    """The verified module at `path`: text, or a model of another framework.

    tell: what is called for each warning
    """
    source = source_of(path)
    if source is not None and path is not None:
        return source.import_model(path, tell=tell)
    from ..text.module import parse_module, read_bytes

    name = "<stdin>" if path is None or path == "-" else path
    return parse_module(decode_model(read_bytes(path), name), name, context)


def decode_model(data: bytes, name: str) -> str:
    """The text of a module in text or bytecode."""
    if not data.startswith(BYTECODE):
        return decode(data, name)
    try:
        text: str = import_module(f"tieshape.{JAX.module}").text_of(data, name)
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

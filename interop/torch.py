"""Programs of `torch.export` (`.pt2`), by way of PyTorch's own exporter to ONNX.

The ONNX model has the expressions of sizes (`2*s0`), so that inputs that share sizes are tied; it
loses ranges and guards of sizes, which are read from the program. torch and onnxscript are imported
here alone.
"""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

from xdsl.dialects.builtin import ModuleOp

from ..text.diagnostics import ChecksDropped, LocatedError
from .onnx.import_model import translated
from .onnx.protobuf import ModelError, of_proto
from .torch_guards import assertions_of, guards_of, ranges_of

MISSING: Final = "torch with onnxscript is not installed; pip install 'tieshape[torch]' brings it"
_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")
_LOGGERS: Final = ("torch.onnx._internal.exporter._registration", "onnxscript", "onnx_ir")
"""What speaks of packages that may be missing, or of steps that went well."""


def import_model(path: str) -> ModuleOp:
    """The program in a file.

    Raises ImportError where torch is missing, LocatedError for what is no program, that PyTorch
    cannot export to ONNX, or that has an operator without translation.
    """
    torch = _torch()
    with open(path, "rb"):
        pass
    try:
        program: Any = torch.export.load(path)
    except Exception as error:
        raise LocatedError(f"not a program of torch.export: {_first_line(error)}", path) from error
    _forget_expressions(program)
    return of_program(program, path)


def _forget_expressions(program: Any) -> None:
    """Leaves symbols alone in the table of ranges that a loaded program's sizes share.

    `torch.export.load` (2.13) puts the ranges of expressions (`2*s0`) into it as well, where
    decompositions demand symbols. `range_constraints` keeps them.
    """
    for node in program.graph.nodes:
        for size in getattr(node.meta.get("val"), "shape", ()):
            table: Any = getattr(getattr(size, "node", None), "shape_env", None)
            for key in list(getattr(table, "var_to_range", ())):
                if not key.is_symbol:
                    del table.var_to_range[key]


def of_program(program: Any, name: str = "<torch>") -> ModuleOp:
    """A `torch.export.ExportedProgram`, which messages call `name`.

    Warns with ChecksDropped of each check of values (`torch._check`), which ONNX has no place for.
    """
    torch = _torch()
    try:
        with _quiet():
            made: Any = torch.onnx.export(program, dynamo=True, verbose=False)
            proto: Any = made.model_proto
    except Exception as error:
        words = f"PyTorch cannot export it to ONNX: {_reason(error)}"
        raise LocatedError(words, name) from error
    try:
        ranges, guards = ranges_of(program.range_constraints), guards_of(program, _leaves)
        module = translated(of_proto(proto), name, ranges, guards)
    except ModelError as error:
        raise LocatedError(str(error), name) from error
    for check in assertions_of(program):
        words = f"{name}: PyTorch's export to ONNX drops a check of values: {check}"
        warnings.warn(words, ChecksDropped, stacklevel=2)
    return module


def _leaves(tree: Any) -> list[tuple[str, Any]]:
    pytree = import_module("torch.utils._pytree")
    return [(pytree.keystr(path), leaf) for path, leaf in pytree.tree_flatten_with_path(tree)[0]]


def _torch() -> Any:
    try:
        import_module("onnxscript")
        import_module("torch.onnx")
        import_module("torch.export")
        return import_module("torch")
    except ImportError as error:
        raise ImportError(MISSING) from error


def _reason(error: BaseException) -> str:
    """What PyTorch says first, and what that came of."""
    root = error
    while root.__cause__ is not None:
        root = root.__cause__
    words = _first_line(error)
    return words if root is error else f"{words.removesuffix(' Next steps:')} {_first_line(root)}"


def _first_line(error: BaseException) -> str:
    """The first line of a message, without the colours of PyTorch's terminal."""
    words = _COLOURS.sub("", str(error)).strip().splitlines()
    return words[0] if words else type(error).__name__


@contextmanager
def _quiet() -> Generator[None]:
    """Only errors are logged inside."""
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)

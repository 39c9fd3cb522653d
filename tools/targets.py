"""The forms in which a module is printed: tieshape's own text, or a target of xDSL or of a
plug-in.
"""

from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import replace
from inspect import signature
from io import StringIO
from typing import IO, Any, cast

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.arg_spec import parse_spec
from xdsl.utils.exceptions import ArgSpecParseError
from xdsl.utils.target import Target

from ..text.diagnostics import spec_message
from ..text.module import print_module
from ..text.usage_error import UsageError
from .pipeline import similar

AvailableTargets = Mapping[str, Callable[[ModuleOp, IO[str]], None] | Callable[[], type[Target]]]


def check_target(spec_text: str, available: AvailableTargets) -> None:
    """Raises UsageError unless `spec_text` names a target, with options that it has."""
    try:
        spec = parse_spec(spec_text)
        if spec.name not in available:
            raise UsageError(f"option -t: no target {spec.name!r}{similar(spec.name, available)}")
        target = available[spec.name]
        if spec.parameters and not signature(target).parameters:
            cast("Callable[[], type[Target]]", target)().from_spec(spec)
    except ArgSpecParseError as error:
        raise UsageError(f"option -t, {spec_message(error)}") from error
    except ValueError as error:
        raise UsageError(f"option -t {spec_text}: {error}") from error


def text_of(
    module: ModuleOp, options: Namespace, context: Context, available: AvailableTargets
) -> str:
    """`module` in the form that the command line asks for."""
    if not (options.target != "mlir" or options.syntax_highlight or options.print_no_properties):
        return print_module(
            module,
            generic=options.print_op_generic,
            locations=options.print_debuginfo,
            dialects=context.loaded_dialects,
        )
    try:
        return _printed(module, options, context, available)
    except ImportError as error:
        missing = error.name or error
        raise UsageError(f"option -t {options.target}: the package {missing} is missing") from error
    except Exception as error:
        words = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise UsageError(
            f"option -t {options.target}: cannot print this module: {words}"
        ) from error


def _printed(
    module: ModuleOp, options: Namespace, context: Context, available: AvailableTargets
) -> str:
    spec = parse_spec(options.target)
    found, output = available[spec.name], StringIO()
    if signature(found).parameters:
        cast("Callable[[ModuleOp, IO[str]], None]", found)(module, output)
        return output.getvalue()
    target = cast("Callable[[], type[Target]]", found)().from_spec(spec)
    if spec.name == "mlir":
        flags: dict[str, Any] = {
            "print_generic_format": options.print_op_generic,
            "print_properties_as_attributes": options.print_no_properties,
            "print_debuginfo": options.print_debuginfo,
            "syntax_highlight": options.syntax_highlight,
        }
        target = replace(target, **flags)
    target.emit(context, module, output)
    return output.getvalue()

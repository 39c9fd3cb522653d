"""Text to modules and back: what every tool, and a Python program, reads and writes with."""

import sys
from collections.abc import Iterable, Sequence

from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp, StringAttr
from xdsl.ir import Dialect, Operation
from xdsl.utils.exceptions import ParseError

from ..dialects.messages import op_name, place_of
from ..dialects.sdim import ConstraintsOp, verify_encodings
from .context import new_context
from .diagnostics import EXPECTED_ERRORS, LocatedError, decode, located
from .dominance import verify_dominance
from .parser import SourceParser
from .printer import REFERENCE, ApartPrinter, TextPrinter, TextStream
from .recovery import further_errors
from .source_lines import remember_standard_input
from .usage_error import UsageError

_MOST_ERRORS = 20
"""After so many errors of one module no more are looked for."""


def read_bytes(path: str | None) -> bytes:
    """The contents of a file, or of standard input for None and `-`."""
    if path is None or path == "-":
        data = sys.stdin.buffer.read()
        remember_standard_input(data)
        return data
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error


def read_module(path: str | None, context: Context | None = None) -> ModuleOp:
    """The verified module in a file, or on standard input for None and `-`."""
    name = "<stdin>" if path is None or path == "-" else path
    return parse_module(decode(read_bytes(path), name), name, context)


def parse_module(
    text: str,
    name: str = "<text>",
    context: Context | None = None,
    *,
    verify: bool = True,
    weights: Sequence[bytes] = (),
) -> ModuleOp:
    """The module that `text` describes; each op carries its place in `name`.

    weights: of text from `print_apart` what stood apart
    Raises ParseError where the text is wrong, and LocatedError where the IR in it is.
    """
    module = parse_text(text, name, context or new_context(), weights=weights)
    if verify:
        verify_module(module)
    return module


def parse_text(
    text: str,
    name: str,
    context: Context,
    *,
    allow_implicit_module: bool = True,
    weights: Sequence[bytes] = (),
) -> ModuleOp:
    """The module that `text` describes, not verified; `weights` as of `parse_module`.

    Raises ParseError; its `others` are the errors of later functions.
    """

    def parse(part: str) -> ModuleOp:
        return SourceParser(context, part, name, weights).parse_module(allow_implicit_module)

    try:
        return parse(text)
    except ParseError as error:
        setattr(error, "others", further_errors(error, text, parse))  # noqa: B010
        raise


def verify_module(module: ModuleOp) -> None:
    """Checks each op, the order of definitions and uses, and every symbol that types name.

    Raises LocatedError with the place of the op at fault; its `others` are the further errors.
    """
    try:
        _verify_once(module)
    except LocatedError as error:
        error.others = _further(module, error)
        raise


def _further(module: ModuleOp, first: LocatedError) -> tuple[LocatedError, ...]:
    """The errors of single ops of `module`, besides `first`, in the order of the text."""
    found = {(first.place, str(first)): first}
    for op in module.walk():
        if op is module:
            continue
        try:
            op.verify(verify_nested_ops=False)
        except Exception as error:
            each = located(error)
            if isinstance(error, EXPECTED_ERRORS):
                found.setdefault((each.place, str(each)), each)
        if len(found) > _MOST_ERRORS:
            break
    return tuple(found.values())[1:]


def _verify_once(module: ModuleOp) -> None:
    _verify_symbols(module)
    try:
        module.verify()
        # sdim.constraints has already checked the symbols of its module.
        if not any(isinstance(op, ConstraintsOp) for op in module.body.ops):
            verify_encodings(module)
        verify_dominance(module)
    except LocatedError:
        raise
    except Exception as error:
        if isinstance(error, ValueError):  # of xDSL, where a value is used that nothing defines
            verify_dominance(module)
        raise located(error) from error


def _verify_symbols(module: ModuleOp) -> None:
    first: dict[str, Operation] = {}
    for op in module.body.ops:
        name = op.get_attr_or_prop("sym_name")
        if isinstance(name, StringAttr) and first.setdefault(name.data, op) is not op:
            words = f"@{name.data} is declared already, at {place_of(first[name.data])}"
            raise LocatedError(f"{op_name(op)}: {words}", place_of(op))


def print_module(
    module: ModuleOp,
    *,
    generic: bool = False,
    locations: bool = False,
    dialects: Iterable[Dialect] = (Builtin,),
) -> str:
    """The text of `module`; `parse_module` reads it back, and it prints the same again.

    dialects: where constants may keep data outside the IR (`dense_resource`), the dialects that
        hold it
    """
    output = TextStream()
    printer = TextPrinter(output, print_generic_format=generic, print_debuginfo=locations)
    printer.print_op(module)
    printer.print_metadata(dialects)
    return output.getvalue() + "\n"


def print_apart(module: ModuleOp, shortest: int) -> tuple[str, list[bytes]]:
    """The text of `module`, with a reference as `"@constant 3"` for each constant that is printed
    as `shortest` bytes or more, and the bytes of these; `parse_module` reads both back.

    Where the module has text of that form already, all constants stay in the text.
    """
    output, weights = TextStream(), dict[bytes, int]()
    printer = ApartPrinter(output, weights, shortest)
    printer.print_op(module)
    printer.print_metadata((Builtin,))
    text = output.getvalue() + "\n"
    if len(REFERENCE.findall(text)) != printer.references:
        return print_module(module), []
    return text, list(weights)

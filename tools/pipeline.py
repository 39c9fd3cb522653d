"""The passes and the target that a command line names."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from difflib import get_close_matches
from inspect import signature
from typing import IO, Protocol, cast, runtime_checkable

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.arg_spec import ArgSpec, parse_pipeline, parse_spec
from xdsl.utils.exceptions import ArgSpecParseError
from xdsl.utils.target import Target

from ..text.diagnostics import UsageError, spec_message

Targets = Mapping[str, Callable[[ModuleOp, IO[str]], None] | Callable[[], type[Target]]]
Passes = Mapping[str, Callable[[], type[ModulePass]]]


@runtime_checkable
class PassSequence(Protocol):
    """A pass that is nothing but other passes; the driver runs and shows each of them."""

    def pipeline(self) -> tuple[ModulePass, ...]:
        """The passes that this one stands for, in order."""
        ...


def passes_of(words: str, available: Passes) -> tuple[tuple[ModulePass, ...], ...]:
    """The passes of `name,name{option=value},…`: for each name the passes that it stands for, itself or a sequence.

    Raises UsageError for a pass or an option that does not exist, or a value of the wrong type.
    """
    return tuple(_expanded(_pass(spec, available)) for spec in parse_pipeline(words))


def check_target(words: str, available: Targets) -> None:
    """Raises UsageError unless `words` are the name of a target, with options that it has."""
    try:
        spec = parse_spec(words)
        if spec.name not in available:
            raise UsageError(f"option -t: no target {spec.name!r}{_similar(spec.name, available)}")
        target = available[spec.name]
        if spec.parameters and not signature(target).parameters:
            cast("Callable[[], type[Target]]", target)().from_spec(spec)
    except ArgSpecParseError as error:
        raise UsageError(f"option -t, {spec_message(error)}") from error
    except ValueError as error:
        raise UsageError(f"option -t {words}: {error}") from error


def _pass(spec: ArgSpec, available: Passes) -> ModulePass:
    if spec.name not in available:
        raise UsageError(f"no pass {spec.name!r}{_similar(spec.name, available)}")
    cls = available[spec.name]()
    known = [
        field.name.replace("_", "-")
        for field in fields(cls)
        if field.init and "python_only" not in field.metadata
    ]
    for option in spec.parameters:
        if option.replace("_", "-") not in known:
            options = f"its options are {', '.join(known)}" if known else "it has none"
            raise UsageError(f"pass {spec.name} has no option {option!r}; {options}")
    try:
        return cls.from_pass_spec(spec)
    except ValueError as error:
        raise UsageError(f"pass {spec.name}: {_culprit(spec, cls)}{error}") from error


def _culprit(spec: ArgSpec, cls: type[ModulePass]) -> str:
    """The option whose value has the wrong type, for the error that does not name it."""
    for option, values in spec.parameters.items():
        try:
            cls.from_pass_spec(ArgSpec(spec.name, {option: values}))
        except ValueError as error:
            if str(error).startswith("Incompatible types"):
                return f"option {option!r}: "
    return ""


def _expanded(pass_: ModulePass) -> tuple[ModulePass, ...]:
    return pass_.pipeline() if isinstance(pass_, PassSequence) else (pass_,)


def _similar(name: str, known: Iterable[str]) -> str:
    close = get_close_matches(name, known, n=3)
    return f"; did you mean {' or '.join(close)}?" if close else ""

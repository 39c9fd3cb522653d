"""The passes that a command line names, and what a module must be for them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from difflib import get_close_matches
from typing import Final, Protocol, runtime_checkable

from xdsl.passes import ModulePass
from xdsl.utils.arg_spec import ArgSpec, ParameterListType

from ..text.usage_error import UsageError
from .pipeline_text import parse_passes

AvailablePasses = Mapping[str, Callable[[], type[ModulePass]]]

_TEXT: Final = (str, str | None, "str", "str | None")


@runtime_checkable
class PassSequence(Protocol):
    """A pass that is nothing but other passes; the driver runs and shows each of them."""

    def pipeline(self) -> tuple[ModulePass, ...]:
        """The passes that this one consists of, in order."""
        ...


def passes_of(spec: str, available: AvailablePasses) -> tuple[tuple[ModulePass, ...], ...]:
    """The passes of `name,name{option=value},…`: for each name itself, or what its sequence has.

    Raises UsageError for a pass or an option that does not exist, or a value of the wrong type.
    """
    return tuple(_expanded(_pass(each, available)) for each in parse_passes(spec))


def with_options(
    passes: Iterable[ModulePass], wanted: Mapping[str, str | bool | None]
) -> tuple[ModulePass, ...]:
    """`passes` with these options where they have them, None and False left out.

    Raises UsageError where no pass has one.
    """
    given = {name: value for name, value in wanted.items() if value not in (None, False)}
    result, used = list[ModulePass](), set[str]()
    for step in passes:
        known = {field.name for field in fields(step)} & given.keys()
        used |= known
        result.append(replace(step, **{name: given[name] for name in known}) if known else step)
    for name in sorted(given.keys() - used):
        raise UsageError(f"--{name} needs a pass that takes it; add one with -p, as in -p tieshape")
    return tuple(result)


def _pass(spec: ArgSpec, available: AvailablePasses) -> ModulePass:
    if spec.name not in available:
        raise UsageError(f"no pass {spec.name!r}{similar(spec.name, available)}")
    cls = available[spec.name]()
    options = {
        field.metadata.get("option", field.name).replace("_", "-"): field
        for field in fields(cls)
        if field.init and "python_only" not in field.metadata
    }
    known = list(options)
    for option in spec.parameters:
        if option.replace("_", "-") not in known:
            listed = f"its options are {', '.join(known)}" if known else "it has none"
            raise UsageError(f"pass {spec.name} has no option {option!r}; {listed}")
    texts = {name for name, field in options.items() if field.type in _TEXT}
    spec = ArgSpec(
        spec.name,
        {
            name: _as_text(values) if name.replace("_", "-") in texts else values
            for name, values in spec.parameters.items()
        },
    )
    try:
        return cls.from_pass_spec(spec)
    except ValueError as error:
        raise UsageError(f"pass {spec.name}: {_culprit(spec, cls)}{error}") from error


def _as_text(values: ParameterListType) -> ParameterListType:
    """The one text that an option of text has where it was written without quotes."""
    if len(values) < 2 or not all(isinstance(value, str | int) for value in values):
        return values
    return (",".join(map(str, values)),)


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


def similar(name: str, known: Iterable[str]) -> str:
    """Words that name the entries of `known` that are spelled like `name`; empty without any."""
    close = get_close_matches(name, known, n=3)
    return f"; did you mean {' or '.join(close)}?" if close else ""

"""Pipelines as text: read in tieshape's spelling and in mlir-opt's, and printed."""

import re
from collections.abc import Iterable
from dataclasses import fields
from typing import Final

from xdsl.passes import ModulePass
from xdsl.utils.arg_spec import ArgSpec, parse_pipeline

from ..text.usage_error import UsageError

_ANCHOR = re.compile(r"\s*builtin\.module\s*\((.*)\)\s*", re.DOTALL)
_NESTED = re.compile(r"\s*(?:any|[a-z_]+\.[a-z_]+)\s*\(")
_TOKENS = re.compile(
    r'"(?:\\.|[^"\\])*"|\[[^\]]*\]|=([^\s{}"\[\],]+)|,([^\s{}"\[\],]+)|[{}]|.', re.S
)
_PLAIN: Final = re.compile(r"[-+]?[0-9]+(?:\.[0-9]*(?:[eE][-+]?[0-9]+)?)?|[A-Za-z0-9_-]+")


def parse_passes(text: str) -> tuple[ArgSpec, ...]:
    """The passes of `name,name{option=value},…`, or of `builtin.module(…)` around it.

    A value needs no quotes unless it has spaces, commas, brackets or braces in it. Raises
    UsageError where passes are nested in an op, ArgSpecParseError where the text is wrong.
    """
    if (anchored := _ANCHOR.fullmatch(text)) is not None:
        text = anchored[1]
    if (nested := _NESTED.search(without_options(text))) is not None:
        op = nested[0].strip().rstrip("( ")
        raise UsageError(
            f"option -p: passes run on the module, they cannot be nested in {op}; leave it out, "
            f"as in builtin.module(canonicalize,cse)"
        )
    return tuple(parse_pipeline(_with_quotes(text)))


def pipeline_text(passes: Iterable[ModulePass]) -> str:
    """`builtin.module(…)` that `parse_passes` reads back; options that are as by default are left
    out.
    """
    return f"builtin.module({','.join(map(pass_text, passes))})"


def pass_text(pass_: ModulePass) -> str:
    """One pass with its options as `parse_passes` reads it."""
    names = {f.name: f.metadata.get("option", f.name.replace("_", "-")) for f in fields(pass_)}
    hidden = {f.name for f in fields(pass_) if "python_only" in f.metadata}
    spec = pass_.spec()
    kept = {names[name]: values for name, values in spec.parameters.items() if name not in hidden}
    return str(ArgSpec(spec.name, kept))


def without_options(text: str) -> str:
    """`text` without what stands in braces, brackets and quotes."""
    return re.sub(r'"(?:\\.|[^"\\])*"|\{[^}]*\}|\[[^\]]*\]', "", text)


def _with_quotes(text: str) -> str:
    """`text` with quotes around the values of options that are more than a name or a number, and
    without spaces around the commas between passes.
    """
    inside = False
    parts = list[str]()
    for match in _TOKENS.finditer(text):
        token = match[0]
        inside = token == "{" or (inside and token != "}")
        value = match[1] or match[2]
        if not inside and token.isspace() and (not parts or parts[-1] == ","):
            continue
        while not inside and token[0] == "," and parts and parts[-1].isspace():
            parts.pop()
        if inside and value and not _PLAIN.fullmatch(value):
            escaped = value.replace("\\", "\\\\")
            token = f'{token[0]}"{escaped}"'
        parts.append(token)
    return "".join(parts).rstrip()

"""What `tieshape-opt` says of itself: its dialects, its passes, and the options of one pass."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field, fields
from itertools import pairwise
from typing import Any

from xdsl.passes import ModulePass

from .registry import PASSES


def dialect_list(names: Iterable[str]) -> str:
    """The names of dialects as mlir-opt prints them."""
    return f"Available Dialects: {','.join(sorted(names))}"


def pass_list(names: Iterable[str]) -> str:
    """A line for each pass: tieshape's with what they do, then the names of all others."""
    width = max(map(len, PASSES))
    own = [f"--{name:{width}}  {entry.summary}" for name, entry in PASSES.items()]
    return "\n".join(own + [f"--{name}" for name in sorted(set(names) - PASSES.keys())])


def pass_help(cls: type[ModulePass]) -> str:
    """What a pass does, with its options: the name, the type, the default, and what it means."""
    entry = PASSES.get(cls.name)
    summary = entry.summary if entry is not None else _first_line(cls)
    lines = [f"{cls.name}: {summary}", ""]
    module = inspect.getdoc(inspect.getmodule(cls)) if entry is not None else inspect.getdoc(cls)
    if module and module.rstrip(".") != summary.rstrip("."):
        lines += [module, ""]
    if hasattr(cls, "pipeline"):
        steps: Any = cls()
        lines += ["runs, in this order:", *(f"  {each.name}" for each in steps.pipeline()), ""]
    options = [f for f in fields(cls) if f.init and "python_only" not in f.metadata]
    lines.append(f"options of {cls.name}:" if options else f"{cls.name} has no options")
    told = field_docs(cls)
    for field in options:
        name = field.metadata.get("option", field.name.replace("_", "-"))
        lines.append(f"  {name}={_type(field)}{_default(field)}")
        words = textwrap.fill(told.get(field.name, ""), 92)
        lines += [f"      {line}" for line in words.splitlines()]
    if options:
        example = options[0].metadata.get("option", options[0].name.replace("_", "-"))
        lines += ["", f"as in: tieshape-opt FILE -p '{cls.name}{{{example}=VALUE}}'"]
    return "\n".join(lines)


def field_docs(cls: type[Any]) -> Mapping[str, str]:
    """The docstrings under the fields of a class, by field."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    except (OSError, TypeError, SyntaxError):
        return {}
    body = tree.body[0].body if tree.body and isinstance(tree.body[0], ast.ClassDef) else []
    told = dict[str, str]()
    for statement, following in pairwise(body):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            match following:
                case ast.Expr(value=ast.Constant(value=str(words))):
                    told[statement.target.id] = " ".join(words.split())
                case _:
                    pass
    return told


def _first_line(cls: type[ModulePass]) -> str:
    return (inspect.getdoc(cls) or "").strip().partition("\n")[0]


def _type(field: Field[Any]) -> str:
    words = field.type if isinstance(field.type, str) else getattr(field.type, "__name__", "")
    words = words or str(field.type)
    return words.removesuffix(" | None")


def _default(field: Field[Any]) -> str:
    if field.default is MISSING or field.default is None:
        return ""
    value = str(field.default).lower() if isinstance(field.default, bool) else field.default
    return f"  (default: {value})"

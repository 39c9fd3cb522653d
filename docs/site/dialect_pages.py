"""Pages on dialects, from the definitions of their ops and from the tests of these."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from tieshape.dialects import DIALECTS, FOREIGN_DIALECTS
from xdsl.ir import Dialect, Operation
from xdsl.irdl import AllOf, AnyAttr, AnyOf, BaseAttr, EqAttrConstraint, ParamAttrConstraint

FILECHECK = Path(__file__).resolve().parents[2] / "tests" / "filecheck"
_REFUSAL = re.compile(r"//\s*CHECK[\w-]*:.*?((?:[\w.]+)\.[\w.]+: .*)")


def pages() -> dict[str, str]:
    """A page for each dialect that has ops, by path."""
    loaded = {name: load() for name, load in (DIALECTS | FOREIGN_DIALECTS).items()}
    found = {f"reference/{n}.md": page(n, d) for n, d in loaded.items() if list(d.operations)}
    return found | {"reference/dialects.md": overview(loaded)}


def overview(dialects: dict[str, Dialect]) -> str:
    """The list of dialects."""
    rows = [
        f"| [`{name}`]({name}.md) | {len(ops)} | {first_line(ops[0].__module__)} |"
        for name, dialect in sorted(dialects.items())
        if (ops := list(dialect.operations))
    ]
    return (
        "# Dialects\n\nGenerated from the definitions. Examples and refusals are those of the tests "
        "in `tests/filecheck`.\n\n| dialect | ops | |\n|---|---|---|\n" + "\n".join(rows) + "\n"
    )


def page(name: str, dialect: Dialect) -> str:
    """The page of one dialect: its ops by family, then alphabetically."""
    families: dict[str, list[type[Operation]]] = {}
    for op in sorted(dialect.operations, key=lambda op: op.name):
        families.setdefault(op.__module__, []).append(op)
    parts = [f"# `{name}`"]
    for module, ops in sorted(families.items()):
        parts.append(f"## {module.rsplit('.', 1)[-1].replace('_', ' ')}\n\n{first_line(module)}")
        parts += [entry(op) for op in ops]
    return "\n\n".join(parts) + "\n"


def first_line(module: str) -> str:
    """What a module says of itself."""
    text = inspect.getdoc(__import__(module, fromlist=["_"])) or ""
    return escaped(text.split("\n\n")[0].replace("\n", " "))


def entry(op: type[Operation]) -> str:
    """One op: what it does, its syntax, its parts, what its verifier refuses, an example."""
    definition: Any = op.get_irdl_definition()  # pyright: ignore[reportAttributeAccessIssue]
    parts = [f"### `{op.name}`"]
    own = vars(op).get("__doc__")
    parts += [prose(inspect.cleandoc(own))] if own else []
    if definition.assembly_format:
        parts.append(f"```text\n{op.name} {definition.assembly_format}\n```")
    rows = list(_rows(definition))
    if rows:
        parts.append("| | name | what it may be |\n|---|---|---|\n" + "\n".join(rows))
    refused = refusals().get(op.name, [])
    if refused:
        shown = "\n".join(f"- {escaped(words)}" for words in refused)
        parts.append(f"Refused, as its tests say:\n\n{shown}")
    if shown := example(op.name, family=op.__module__.rsplit(".", 1)[-1]):
        text, file = shown
        parts.append(f"From `tests/filecheck/{file}`:\n\n```mlir\n{text}\n```")
    return "\n\n".join(parts)


def _rows(definition: Any) -> Iterator[str]:
    kinds = ("operands", "results", "properties", "attributes")
    for kind in kinds:
        found: Any = getattr(definition, kind)
        for name, part in found.items() if isinstance(found, dict) else found:
            label = {"operands": "operand", "results": "result", "properties": "property"}.get(
                kind, "attribute"
            )
            sort = type(part).__name__
            number = "optional" if sort.startswith("Opt") else ""
            number = "any number" if sort.startswith("Var") else number
            words = ", ".join(filter(None, (number, in_words(part.constr))))
            yield f"| {label} | `{name}` | {words} |"
    for name, part in definition.regions:
        many = "any number of regions" if type(part).__name__.startswith("Var") else "a region"
        yield f"| region | `{name}` | {many} |"


def in_words(constraint: Any) -> str:
    """What a constraint of IRDL admits."""
    for inner in ("constraint", "constr"):
        if hasattr(constraint, inner):
            return in_words(getattr(constraint, inner))
    if isinstance(constraint, AnyAttr):
        return "anything"
    if isinstance(constraint, EqAttrConstraint):
        return f"`{constraint.attr}`"
    if isinstance(constraint, BaseAttr):
        return f"`{constraint.attr.__name__}`"
    if isinstance(constraint, AnyOf):
        return " or ".join(map(in_words, constraint.attr_constrs))
    if isinstance(constraint, AllOf):
        return " and ".join(map(in_words, constraint.attr_constrs))
    if isinstance(constraint, ParamAttrConstraint):
        return f"`{constraint.base_attr.__name__}`"
    return f"`{type(constraint).__name__.removesuffix('Constraint')}`"


@cache
def _tests() -> tuple[tuple[str, str], ...]:
    """Each FileCheck file: its path below tests/filecheck, and its text."""
    folders = ("dialects", "rules", "lowering", "passes", "pipelines")
    files = [path for folder in folders for path in sorted((FILECHECK / folder).rglob("*.mlir"))]
    return tuple((p.relative_to(FILECHECK).as_posix(), p.read_text()) for p in files)


@cache
def refusals() -> dict[str, list[str]]:
    """By op: what its verifier refuses, in the words that tests expect."""
    found: dict[str, dict[str, None]] = {}
    for file, text in _tests():
        if "/invalid" not in file:
            continue
        for match in _REFUSAL.finditer(text):
            op, _, words = match[1].partition(": ")
            found.setdefault(op, {})[words.strip()] = None
    return {op: list(words) for op, words in found.items()}


def example(op: str, family: str) -> tuple[str, str] | None:
    """A statement with `op` in a test that is no refusal, and the file; tests of its own first."""
    name = re.compile(rf'(?:^|[\s"=]){re.escape(op)}(?![\w.-])')
    dialect = op.split(".")[0]
    valid = [(f, t) for f, t in _tests() if "invalid" not in f and op in t]
    own = sorted(valid, key=lambda ft: (f"{dialect}/{family}" not in ft[0], dialect not in ft[0]))
    for file, text in own:
        lines = text.splitlines()
        for i, line in enumerate(lines):
            code = line.split("//")[0]
            if name.search(code) and not line.lstrip().startswith("//"):
                return "\n".join(statement(lines[i:])), file
    return None


def statement(lines: list[str]) -> Iterable[str]:
    """The first of `lines` and those that its brackets reach to, without checks."""
    depth = 0
    kept: list[str] = []
    for line in lines[:30]:
        code = line.split("//")[0].rstrip()
        depth += sum(code.count(c) for c in "{(<[") - sum(code.count(c) for c in "})>]")
        depth += code.count("->")
        kept += [code] if code.strip() else []
        if depth <= 0:
            break
    indent = min((len(k) - len(k.lstrip()) for k in kept), default=0)
    return [line[indent:] for line in kept]


def prose(text: str) -> str:
    """A docstring as Markdown: angle brackets outside of code are text."""
    parts = re.split(r"(```.*?```|`[^`]*`)", text, flags=re.DOTALL)
    return "".join(p if i % 2 else p.replace("<", "&lt;") for i, p in enumerate(parts))


def escaped(text: str) -> str:
    """Words of an error as text of Markdown."""
    parts = re.split(r"(`[^`]*`)", text)
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(r"([*_\[\]{}])", r"\\\1", parts[i])
        parts[i] = parts[i].replace("&", "&amp;").replace("<", "&lt;").replace("|", "&#124;")
    return "".join(parts)

"""Every op of the dialect has a test of its text, and prints what it reads."""

from __future__ import annotations

import inspect
import re
from io import StringIO
from pathlib import Path

import pytest
from tieshape.dialects.mhlo import MHLO
from tieshape.dialects.sdim import SDim
from xdsl.context import Context
from xdsl.dialects import builtin, func
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.printer import Printer

TESTS = Path(__file__).parents[3] / "filecheck" / "dialects" / "mhlo"
ACCEPTED = sorted(path for path in TESTS.glob("*.mlir") if not path.name.startswith("invalid_"))


def parse(text: str) -> ModuleOp:
    context = Context(allow_unregistered=True)
    for dialect in (builtin.Builtin, func.Func, SDim, MHLO):
        context.load_dialect(dialect)
    return Parser(context, text).parse_module()


def text_of(module: ModuleOp, *, generic: bool, properties: bool) -> str:
    stream = StringIO()
    Printer(
        stream, print_generic_format=generic, print_properties_as_attributes=not properties
    ).print_op(module)
    return stream.getvalue()


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_every_form_reads_back_as_the_same_module(path: Path) -> None:
    module = parse(path.read_text())
    module.verify()
    pretty = text_of(module, generic=False, properties=True)
    for generic, properties in ((False, True), (True, True), (True, False)):
        again = parse(text_of(module, generic=generic, properties=properties))
        again.verify()
        assert text_of(again, generic=False, properties=True) == pretty


def test_every_op_stands_in_an_accepted_text() -> None:
    text = "\n".join(path.read_text() for path in ACCEPTED)
    named = set(re.findall(r"mhlo\.[\w.-]+", text))
    assert [op.name for op in MHLO.operations if op.name not in named] == []


def test_every_verifier_refuses_something() -> None:
    """Each op that defines a verifier of its own stands in a text that must be refused."""
    text = "\n".join(path.read_text() for path in TESTS.glob("invalid_*.mlir"))
    named = set(re.findall(r"mhlo\.[\w.-]+", text))
    own = [op.name for op in MHLO.operations if "def verify_(" in inspect.getsource(op)]
    assert [name for name in own if name not in named] == []
    assert len(own) > 60

"""The quick writer of the generic form says what xDSL's printer says."""

from io import StringIO

import pytest
from tieshape.text.context import new_context
from tieshape.text.generic_form import generic_form
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.printer import Printer

TEXTS = {
    "branches": """
"builtin.module"() ({
  "func.func"() <{sym_name = "f", function_type = (i1, i64) -> i64}> ({
  ^bb0(%c: i1, %x: i64):
    "cf.cond_br"(%c, %x, %x)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, i64, i64) -> ()
  ^bb1(%y: i64):
    "cf.br"(%y)[^bb2] : (i64) -> ()
  ^bb2(%z: i64):
    "func.return"(%z) : (i64) -> ()
  }) : () -> ()
}) : () -> ()
""",
    "regions": """
"builtin.module"() ({
  "func.func"() <{sym_name = "f", function_type = (i1) -> (i64, i64)}> ({
  ^bb0(%c: i1):
    %a = "arith.constant"() <{value = 1 : i64}> : () -> i64
    %r:2 = "scf.if"(%c) ({
      "scf.yield"(%a, %a) : (i64, i64) -> ()
    }, {
      "scf.yield"(%a, %a) : (i64, i64) -> ()
    }) : (i1) -> (i64, i64)
    "func.return"(%r#1, %r#0) : (i64, i64) -> ()
  }) {unit, "a key" = "a \\"b\\"", n.m = [1, 2.5e-3 : f32]} : () -> ()
}) : () -> ()
""",
    "unknown op": """
"builtin.module"() ({
  %x = "unknown.op"() <{p = 1 : i32}> {a = 2 : i32} : () -> i32
}) : () -> ()
""",
    "function as a value": """
"builtin.module"() ({
  %f = "test.op"() : () -> ((i64) -> i64)
  %g:2 = "test.op"(%f) : ((i64) -> i64) -> (vector<4xf32>, memref<?xf32>)
}) : () -> ()
""",
}


def parsed(text: str) -> ModuleOp:
    context = new_context()
    context.allow_unregistered = True
    return Parser(context, text).parse_module()


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_written_is_what_was_read(name: str) -> None:
    module = parsed(TEXTS[name])
    assert parsed(generic_form(module)).is_structurally_equivalent(module)


@pytest.mark.parametrize("name", TEXTS)
def test_it_says_what_the_printer_of_xdsl_says(name: str) -> None:
    """But for names, indents and values that are numbered."""
    module = parsed(TEXTS[name])
    stream = StringIO()
    Printer(stream=stream, print_generic_format=True).print_op(module)
    ours, theirs = parsed(generic_form(module)), parsed(stream.getvalue())
    assert ours.is_structurally_equivalent(theirs)
    assert len(generic_form(module).split()) <= len(stream.getvalue().split())

"""What rules say of arithmetic on known numbers, against the interpreter and an export."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from tieshape.analysis.analyze import analyze
from tieshape.interpreters import RunError, Runner
from tieshape.lowering.export_stablehlo.export_stablehlo import export
from tieshape.symbolic.predicate import Truth
from tieshape.text.context import new_context
from tieshape.text.module import parse_module
from xdsl.dialects.builtin import ModuleOp

NUMBERS = (-128, -7, -2, -1, 0, 1, 2, 3, 44, 100, 127)
PAIRED = (-128, -7, -1, 0, 2, 3, 100)
BINARY = (
    *("addi", "subi", "muli", "divsi", "divui", "remsi", "remui", "floordivsi", "ceildivsi"),
    *("ceildivui", "minsi", "maxsi", "minui", "maxui"),
)
CASTS = [
    (name, before, after)
    for name, before, after in (
        *(
            ("trunci", a, b)
            for a, b in (("i64", "i32"), ("i32", "i8"), ("i32", "i1"), ("i8", "i1"))
        ),
        *((f"ext{s}i", a, b) for s in "su" for a, b in (("i1", "i32"), ("i8", "i32"))),
        *((f"index_cast{u}", a, "index") for u in ("", "ui") for a in ("i1", "i8", "i32")),
        *((f"index_cast{u}", "index", a) for u in ("", "ui") for a in ("i1", "i8", "i32")),
    )
    if (name, before, after) != ("index_castui", "i1", "index")
]


def number(value: int, type_: str) -> str:
    if type_ == "i1":
        return f"arith.constant {str(value % 2 == 1).lower()}"
    return f"arith.constant {value} : {type_}"


def text_of(a: str, b: str, op: str, result: str) -> str:
    return f"""
func.func @main() -> {result} {{
  %a = {a}
  %b = {b}
  %r = {op}
  func.return %r : {result}
}}
"""


def parsed(text: str) -> ModuleOp:
    return parse_module(text, "numbers.mlir")


def said(text: str) -> int | bool | None:
    """The number that the analysis knows the result to be."""
    module = parsed(text)
    analysis, value = analyze(module), next(o for o in module.walk() if o.name == "func.return")
    known = analysis.value(value.operands[0])
    if known is None or known[0] is None:
        return None
    return known[0].value if isinstance(known[0], Truth) else known[0].constant_value


def run(text: str) -> int:
    return int(Runner(parsed(text)).run([])[0])


def check(text: str) -> bool:
    """Whether something was said, which must be true."""
    try:
        result = run(text)
    except RunError:
        return False
    known = said(text)
    assert known is None or int(known) == result or (known is True and result == -1), text
    return known is not None


@pytest.mark.parametrize("type_", ["i8", "i32", "index"])
@pytest.mark.parametrize("name", BINARY)
def test_two_numbers(name: str, type_: str) -> None:
    known = [
        check(text_of(number(a, type_), number(b, type_), f"arith.{name} %a, %b : {type_}", type_))
        for a, b in product(PAIRED, PAIRED)
        if b or ("div" not in name and "rem" not in name)
    ]
    assert any(known)


@pytest.mark.parametrize(("name", "before", "after"), CASTS)
def test_casts(name: str, before: str, after: str) -> None:
    known = list[bool]()
    for a in (*NUMBERS, *((300, -300) if before not in ("i1", "i8") else ())):
        value = number(a, before)
        text = text_of(value, value, f"arith.{name} %a : {before} to {after}", after)
        known.append(check(text))
    assert any(known)


TRUTHS = """
func.func @main(%p: tensor<i1>, %q: tensor<i1>, %n: tensor<i32>) -> tensor<1xi32> {
  %a = tensor.extract %p[] : tensor<i1>
  %b = tensor.extract %q[] : tensor<i1>
  %m = tensor.extract %n[] : tensor<i32>
OPS
  %s = tensor.from_elements %r : tensor<1xi32>
  func.return %s : tensor<1xi32>
}
"""
AS_NUMBER = "  %r = arith.extui %t : i1 to i32"
OF_TRUTHS = {
    "extsi": "  %r = arith.extsi %a : i1 to i32",
    "extui": "  %r = arith.extui %a : i1 to i32",
    "trunci": f"  %t = arith.trunci %m : i32 to i1\n{AS_NUMBER}",
    **{
        name: f"  %t = arith.{name} %a, %b : i1\n{AS_NUMBER}"
        for name in ("addi", "subi", "muli", "xori", "andi", "ori", "minsi", "maxsi")
    },
    **{
        name: f"  %t = arith.cmpi {name}, %a, %b : i1\n{AS_NUMBER}"
        for name in ("eq", "ne", "slt", "sle", "sgt", "sge")
    },
}


@pytest.mark.parametrize("name", OF_TRUTHS)
def test_truth_values_are_exported_as_they_are(name: str) -> None:
    text = TRUTHS.replace("OPS", OF_TRUTHS[name])
    exported = parsed(text)
    export(exported, new_context(), "mhlo")
    for p, q, n in product((False, True), (False, True), (-1, 0, 2, 3)):
        arguments = [np.array(p), np.array(q), np.array(n, np.int32)]
        wanted, found = (Runner(m).run(arguments)[0] for m in (parsed(text), exported))
        assert wanted.tolist() == found.tolist(), (p, q, n)

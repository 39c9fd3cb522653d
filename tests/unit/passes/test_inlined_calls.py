"""Calls are copied as long as that does not grow beyond all measure."""

import pytest
from tieshape.passes import InlineTfFunctionsPass
from tieshape.text.context import new_context
from tieshape.text.module import parse_module
from xdsl.utils.exceptions import PassFailedException

TYPE = "tensor<?xf32>"


def calls(depth: int) -> str:
    """Functions each of which calls the next one twice."""
    text = f"func.func @f0(%x: {TYPE}) -> {TYPE} {{\n"
    for number in range(1, depth + 1):
        text += f"""  %0 = func.call @f{number}(%x) : ({TYPE}) -> {TYPE}
  %1 = func.call @f{number}(%0) : ({TYPE}) -> {TYPE}
  func.return %1 : {TYPE}
}}
func.func private @f{number}(%x: {TYPE}) -> {TYPE} {{
"""
    return f"{text}  %0 = mhlo.negate %x : {TYPE}\n  func.return %0 : {TYPE}\n}}\n"


def test_each_call_is_a_copy() -> None:
    module = parse_module(calls(6))
    InlineTfFunctionsPass().apply(new_context(), module)
    assert sum(op.name == "mhlo.negate" for op in module.walk()) == 2**6


def test_too_many_copies_are_refused_at_the_call() -> None:
    with pytest.raises(PassFailedException, match=r"@f\d+ and all that it calls are over 200,000"):
        InlineTfFunctionsPass().apply(new_context(), parse_module(calls(30)))

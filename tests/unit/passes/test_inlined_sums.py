"""Sums that one other sum alone is about become a part of it, others do not."""

import pytest
from tieshape.analysis.module_facts import ModuleFact
from tieshape.lowering.pipelines import TieshapePass
from tieshape.passes.optimize_shapes.inlined_sums import inline_sums
from tieshape.symbolic import parse_predicate
from tieshape.text.context import new_context
from tieshape.text.module import parse_module, print_module


def stated(*texts: str, strength: str = "assume") -> list[ModuleFact]:
    return [ModuleFact(parse_predicate(text), strength, None) for text in texts]


def texts(facts: list[ModuleFact]) -> set[str]:
    return {str(fact.predicate) for fact in facts}


def wanted(*claims: str) -> set[str]:
    return texts(stated(*claims))


def test_a_part_is_written_out() -> None:
    facts = stated("a + b == s", "s + c + d == t")
    assert texts(inline_sums(facts, {"t"})) == wanted("a + b + c + d == t")
    assert texts(inline_sums(facts[::-1], {"t"})) == wanted("a + b + c + d == t")


def test_a_part_of_a_part() -> None:
    facts = stated("a + b == s", "s + c == t", "t + d == u")
    assert texts(inline_sums(facts, {"u"})) == wanted("a + b + c + d == u")


@pytest.mark.parametrize(
    "facts",
    [
        stated("a + b == s", "s + c == t", "s >= 5"),  # a third fact is about it
        stated("a - b == s", "s + c == t"),  # that a symbol is not negative says something here
        stated("a + b - 3 == s", "s + c == t"),
        stated("a + b == s", "s * c == t"),  # no sum
        stated("a + b == s") + stated("s + c == t", strength="assert"),
        stated("a + b == s", strength="assert") + stated("s + c == t"),
    ],
)
def test_what_says_more_stays(facts: list[ModuleFact]) -> None:
    assert inline_sums(facts, {"t"}) == facts


def test_a_symbol_that_is_told_stays() -> None:
    facts = stated("a + b == s", "s + c == t")
    assert inline_sums(facts, {"s", "t"}) == facts


def test_one_fact_for_a_chain_of_concatenations() -> None:
    """More sizes than a sum may have that takes a symbol's place."""
    type, count = "tensor<?xf32>", 60
    arguments = ", ".join(f"%a{i}: {type}" for i in range(count + 1))
    lines = ['%axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>']
    for i in range(1, count + 1):
        last = "%a0" if i == 1 else f"%r{i - 1}"
        operands = f"({last}, %a{i}, %axis) : ({type}, {type}, tensor<i32>)"
        lines.append(f'%r{i} = "tf.ConcatV2"{operands} -> {type}')
    lines.append(f"func.return %r{count} : {type}")
    body = "\n".join(lines)
    module = parse_module(f"func.func @main({arguments}) -> {type} {{\n{body}\n}}", "t")
    TieshapePass().apply(new_context(), module)
    told = [line for line in print_module(module).splitlines() if "sum_equal" in line]
    assert len(told) == 1
    assert told[0].count("@S") == count + 2

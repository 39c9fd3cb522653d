"""Facts by which chains of selects are broadcasts are read first, wherever they are."""

from tieshape.analysis.analyze import analyze
from tieshape.text.module import parse_module

TEXT = """
sdim.symbol @A
sdim.symbol @B
sdim.symbol @C
sdim.constraints {
  %a = sdim.size @A
  %b = sdim.size @B
  %one = arith.constant 1 : index
  %is_one = arith.cmpi eq, %a, %one : index
  %chosen = arith.select %is_one, %b, %a : index
  %two = arith.addi %chosen, %one : index
  sdim.equal @C, %two
  FACT
}
"""


def learnt(fact: str) -> list[str]:
    analysis = analyze(parse_module(TEXT.replace("FACT", fact), "order.mlir"))
    return sorted(str(known.predicate) for known in analysis.facts.learnt)


def test_a_select_is_read_as_a_broadcast_that_a_later_fact_allows() -> None:
    assert learnt("sdim.broadcastable assert [@A, @B]") == [
        "C == broadcast(A, B) + 1",
        "broadcastable(A, B)",
    ]


def test_a_select_of_sizes_that_may_not_fit_stays() -> None:
    (fact,) = learnt("")
    assert "broadcast" not in fact
    assert "if A == 1" in fact

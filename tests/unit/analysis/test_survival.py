"""Guards that are gone, and are implied by what stays, or were never needed; and those that are lost."""

import pytest
from tieshape.analysis.survival import Snapshot
from tieshape.text.module import parse_module

SYMBOLS = "\n".join(f"sdim.symbol @{name}" for name in ("A", "B", "C", "D", "E", "F", "G"))

MANY = f"""
{SYMBOLS}
sdim.constraints {{
  %one = arith.constant 1 : index
  %a = sdim.size @A
  %b = sdim.size @B
  %e = sdim.size @E
  %ab = arith.muli %a, %b : index
  %be = arith.muli %b, %e : index
  %least = arith.minsi %one, %ab : index
  %other = arith.minsi %one, %be : index
  sdim.equal @C, %least
  sdim.broadcastable [@B, %other]
  sdim.broadcast [@B, @D] -> @F
  sdim.sum_equal [@B, @G], [@F, 1]
  %GUARDS
}}
func.func @main(%x: tensor<?x?xf32, [@A, @B]>, %y: tensor<?xf32, [@C]>) -> tensor<?x?xf32, [@A, @B]> {{
  func.return %x : tensor<?x?xf32, [@A, @B]>
}}
"""
SOME = "sdim.range assert @A in [1, ?]"
FITS = 'sdim.broadcastable assert [@B, @C] {why = "fits"}'


def lost(before: str, after: str) -> list[str]:
    first, second = (Snapshot.of(parse_module(text, "test.mlir")) for text in (before, after))
    return [str(fact) for fact in first.lost_in(second) if fact.is_guard]


def test_a_guard_among_many_facts_is_implied_by_one_that_stays() -> None:
    before = MANY.replace("%GUARDS", f"{SOME}\n{FITS}")
    assert not lost(before, MANY.replace("%GUARDS", SOME))


def test_without_that_guard_it_is_lost() -> None:
    before = MANY.replace("%GUARDS", f"{FITS}")
    (found,) = lost(before, MANY.replace("%GUARDS", ""))
    assert "fits" in found


NUMBERED = """
%SYMBOLS
sdim.constraints {
  %one = arith.constant 1 : index
  %all = sdim.size @S12
  %least = arith.minsi %one, %all : index
  sdim.product_equal [@S3, @S4, @S5, 6], [@S12]
  sdim.sum_equal [@S3, 1], [@S11]
  sdim.sum_equal [@S4, 1], [@S13]
  sdim.equal @S14, %least
  %GUARDS
}
func.func @main(%x: tensor<?x?x?xf32, [@S3, @S4, @S5]>) -> tensor<?x?x?xf32, [@S3, @S4, @S5]> {
  func.return %x : tensor<?x?x?xf32, [@S3, @S4, @S5]>
}
""".replace("%SYMBOLS", "\n".join(f"sdim.symbol @S{i}" for i in (3, 4, 5, 11, 12, 13, 14)))
SOME_OF_EACH = "\n".join(f"sdim.range assert @S{i} in [1, ?]" for i in (3, 4, 5))
FITS_LEAST = 'sdim.broadcastable assert [@S5, @S14] {why = "fits"}'


@pytest.mark.parametrize("kept", [3, 2, 1])
def test_later_sizes_are_spelt_in_earlier_ones(kept: int) -> None:
    """S11 is S3 + 1, and S3 is not S11 - 1, of which products are sums."""
    guards = "\n".join(SOME_OF_EACH.splitlines()[:kept])
    before = NUMBERED.replace("%GUARDS", f"{guards}\n{FITS_LEAST}")
    assert bool(lost(before, NUMBERED.replace("%GUARDS", guards))) == (kept < 2)


COUNTED = """
sdim.symbol @A
sdim.symbol @B
func.func @main(%x: tensor<?xf32, [@A]>) -> tensor<?xi64> {
  %v = MAKER
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %size = tensor.dim %v, %0 : TYPE
  sdim.equal assert %size, %1 {why = "a vector of one"}
  %r = "tf.Foreign"(%v) : (TYPE) -> tensor<?xi64>
  func.return %r : tensor<?xi64>
}
"""
SHAPE = '"tf.Shape"(%x) : (tensor<?xf32, [@A]>) -> TYPE'
UNIQUE = '"tf.Other"(%x) : (tensor<?xf32, [@A]>) -> TYPE'


@pytest.mark.parametrize(("maker", "is_lost"), [(SHAPE, False), (UNIQUE, True)])
def test_a_vector_whose_size_becomes_a_number(maker: str, is_lost: bool) -> None:
    """Only where its elements are known was there nothing to test."""
    text = COUNTED.replace("MAKER", maker)
    before, after = (
        text.replace("TYPE", type) for type in ("tensor<?xi64, [@B]>", "tensor<1xi64>")
    )
    assert bool(lost(before, after)) is is_lost


RENAMED = """
sdim.symbol @A
sdim.symbol @B
func.func @main(%x: tensor<?xf32, [@A]>) -> tensor<?xf32, [@B]> {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %v = "tf.Other"(%x) : (tensor<?xf32, [@A]>) -> tensor<?xf32, [@B]>
  %a = tensor.dim %x, %0 : tensor<?xf32, [@A]>
  %b = tensor.dim %v, %0 : tensor<?xf32, [@B]>
  GUARD
  %y = sdim.tie_shape %x, [%b] : tensor<?xf32, [@A]> -> tensor<?xf32, [@B]>
  func.return %y : tensor<?xf32, [@B]>
}
"""
NOT_EMPTY = 'sdim.range assert %{} in [1, ?] {{why = "the list must not be empty"}}'
EQUAL = 'sdim.equal assert %a, %b {why = "sizes must agree"}'


@pytest.mark.parametrize(
    ("first", "second", "is_lost"),
    [
        (NOT_EMPTY.format("b"), NOT_EMPTY.format("a"), False),
        (NOT_EMPTY.format("b"), "", True),
        (NOT_EMPTY.format("b"), EQUAL, True),
        (EQUAL, NOT_EMPTY.format("a"), True),
        (EQUAL, "", True),
    ],
)
def test_a_guard_on_a_size_that_a_tie_renames(first: str, second: str, is_lost: bool) -> None:
    """It is there in the other size; that a tie says so is no test that both are equal."""
    before, after = (RENAMED.replace("GUARD", guard) for guard in (first, second))
    assert bool(lost(before, after)) is is_lost


@pytest.mark.parametrize(
    ("made", "is_lost"),
    [
        ('cf.assert %ok, "two {at} least"', False),
        (
            "mhlo.custom_call @shape_assertion(%t)"
            ' {has_side_effect = true, error_message = "two (at) least"} : (tensor<i1>) -> ()',
            False,
        ),
        ('cf.assert %ok, "three at least"', True),
        ('scf.if %ok {\n cf.assert %ok, "two {at} least"\n }', True),
        ('%true = arith.constant true\n cf.assert %true, "two {at} least"', True),
        ("", True),
    ],
)
def test_a_guard_that_becomes_an_assertion(made: str, is_lost: bool) -> None:
    """It has the words of the guard, in each run; in one of StableHLO without braces."""
    text = """
sdim.symbol @A
func.func @main(%x: tensor<?xf32, [@A]>, %ok: i1, %t: tensor<i1>) {
  %0 = arith.constant 0 : index
  %a = tensor.dim %x, %0 : tensor<?xf32, [@A]>
  GUARD
  func.return
}
"""
    guard = 'sdim.range assert %a in [2, ?] {why = "two {at} least"}'
    before, after = (text.replace("GUARD", each) for each in (guard, made))
    assert bool(lost(before, after)) is is_lost


def test_an_assertion_that_was_there_is_no_guard_that_is_gone() -> None:
    text = """
sdim.symbol @A
func.func @main(%x: tensor<?xf32, [@A]>, %ok: i1) {
  %0 = arith.constant 0 : index
  %a = tensor.dim %x, %0 : tensor<?xf32, [@A]>
  cf.assert %ok, "enough"
  GUARD
  func.return
}
"""
    guard = 'sdim.range assert %a in [2, ?] {why = "enough"}'
    for made, is_lost in (("", True), ('cf.assert %ok, "enough"', False)):
        before, after = (text.replace("GUARD", each) for each in (guard, made))
        assert bool(lost(before, after)) is is_lost
    before = text.replace("GUARD", f"{guard}\n{guard.replace('2', '3')}")
    assert len(lost(before, text.replace("GUARD", 'cf.assert %ok, "enough"'))) == 1

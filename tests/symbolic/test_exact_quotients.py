"""Quotients that leave known remainders: one fraction in lowest terms, whatever it came from."""

import pytest
from tieshape.symbolic import Expr, Facts, Symbol, divides, eq

from .learning import facts

N = Symbol("n")


@pytest.mark.parametrize(
    ("fact", "size", "simple"),
    [
        ("n % 9 == 0", "2*(2*(n//3)//3)", "4*(n//9)"),
        ("n % 9 == 0", "3*(n//9)", "n//3"),
        ("n % 9 == 0", "n//3 + n//9", "4*(n//9)"),
        ("n % 9 == 0", "n - n//3", "2*(n//3)"),
        ("n % 4 == 0", "k*(n//2) - 2*k*(n//4)", "0"),
        ("n % 3 == 1", "(2*n + k)//3", "2*(n//3) + (k + 2)//3"),
        ("n % 3 == 1", "3*(n//3)", "n - 1"),
        ("(n + k) % 3 == 0", "(2*((n + k)//3))//5", "(2*((n + k)//3))//5"),
    ],
)
def test_one_fraction(fact: str, size: str, simple: str) -> None:
    known = facts(fact)
    assert known.simplify(size) == known.simplify(simple)


@pytest.mark.parametrize(
    ("fact", "size", "simple"),
    [
        ("n % 3 == 0", "2*(2*(n//3)//3)", "4*(n//9)"),
        ("n % 3 == 0", "n//3", "3*(n//9)"),
        ("n % 2 == 1", "n//2 + n//2", "n"),
        ("n % 2 == 0", "(n + 1)//4 + (n + 1)//4", "(n + 1)//2"),
    ],
)
def test_no_fraction_where_the_remainder_is_not_known(fact: str, size: str, simple: str) -> None:
    known = facts(fact)
    assert known.simplify(size) != known.simplify(simple)
    assert not known.proves(f"{size} == {simple}")


@pytest.mark.parametrize("residue", range(9))
def test_values_stay(residue: int) -> None:
    known = facts(f"n % 9 == {residue}")
    sizes = ["2*((2*(n//3) + k)//3)", "(n + 2*k)//3 + n//9", "k*(n//3) + n*(n//9)", "(5*n - k)//6"]
    for size in sizes:
        simple = known.simplify(size)
        for n in range(residue, 60, 9):
            for k in range(8):
                wanted = eval(size, {"n": n, "k": k})
                assert simple.evaluate({"n": n, "k": k}) == wanted, (size, simple)


def thirds(steps: int) -> tuple[Facts, Expr]:
    """Two thirds of n, taken again and again; what divides is learnt as a split demands it."""
    known, size = facts(), N
    for _ in range(steps):
        known.learn(divides(3, size))
        size = known.simplify(size // 3 * 2)
    return known, size


def test_divided_again_and_again_is_one_operation_deep() -> None:
    known, size = thirds(30)
    assert size == 2**30 * (N // 3**30)
    assert size.depth == 1
    assert known.divisor("n") == 3**30
    assert not known.proves(eq(size, 0))
    assert known.proves(divides(2**30, size))


def test_numbers_stay_small_enough_to_compute_with() -> None:
    _, size = thirds(60)
    assert all(abs(c) < 2**63 for c in size.polynomial.values())


def test_a_remainder_of_a_multiple_is_one_of_the_size() -> None:
    known = facts("n % 3 == 0")
    known.learn("(6*(n//3)) % 9 == 0")
    assert known.divisor("n") == 9
    known = facts("(4*n + 2) % 6 == 0")
    assert known.proves("n % 3 == 1")
    assert not known.proves("n % 6 == 1")

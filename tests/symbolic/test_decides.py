"""What the fact base must decide, each beside a twin that must stay unknown."""

import pytest
from tieshape.symbolic import Contradiction, Facts

CASES = [
    # equality chains and constants
    ("a == b; b == c", "a == c", True),
    ("a == b; c == d", "a == c", None),
    ("a == b + 1; b == c + 2", "a == c + 3", True),
    ("a == 4; b == 5", "a == b", False),
    ("a == b; b != c", "a == c", False),
    ("a <= b; b <= c; c <= a", "a == c", True),
    ("a <= b; b <= c", "a == c", None),
    # linear systems over the integers
    ("a + b == c; b == 2", "c == a + 2", True),
    ("2*x == 3*y", "x % 3 == 0", True),
    ("2*x == 3*y", "x % 2 == 0", None),
    ("2*x == 3*y; y <= 3", "x == 3 and y == 2", True),
    ("x + y + z == 9; x + y == 5; y + z == 6", "y == 2", True),
    ("x + y + z == 9; x + y == 5", "y == 2", None),
    ("4*a + 6*b == 10", "a == 1 and b == 1", True),
    # products
    ("hd == h*d; bs == b*s", "bs*hd == b*s*h*d", True),
    ("a*b == c; c*d == e", "a*b*d == e", True),
    ("a*b == c; c*d == e", "a*b == e", None),
    ("a*b == a*c", "b == c", True),
    ("n == b*s*h; n == b*s*g", "h == g", True),
    ("a*b == c*d; a*e == c*g", "b*g == d*e", True),
    ("a*b == c*d; a*e == c*g", "b*e == d*g", None),
    ("a*b == 7; a != 1", "b == 1", True),
    ("a*b*c == 1", "a == c", True),
    ("h*d == e; h*d == g*d", "h == g", True),
    # constants that come late
    ("2*a == b; b == 8", "a == 4", True),
    ("h*d == e; e == 768; d == 64", "h == 12", True),
    # divisibility and residues
    ("s1 == 4*s0", "s1 % 2 == 0", True),
    ("s1 == 4*s0", "s1 % 8 == 0", None),
    ("n % 4 == 0; n % 6 == 0", "n % 12 == 0", True),
    ("n % 4 == 0; n % 6 == 0", "n % 24 == 0", None),
    ("n % 3 == 2; n % 5 == 3", "n % 15 == 8", True),
    ("n % 3 == 0; m % 3 == 0", "(n + m) % 3 == 0", True),
    ("n % 3 == 0; m % 2 == 0", "n*m % 6 == 0", True),
    ("n % 3 == 0; m % 2 == 0", "(n + m) % 6 == 0", None),
    ("", "n*(n + 1)*(n + 2) % 6 == 0", True),
    ("", "n*(n + 1) % 4 == 0", None),
    ("n % 4 != 0", "n % 8 == 0", False),
    ("n % k == 0; k % j == 0", "n % j == 0", True),
    ("n % k == 0", "n//k*k == n", True),
    ("", "n//k*k == n", None),
    # quotients and remainders
    ("", "n//2 + (n - n//2) == n", True),
    ("n % 4 == 0", "n//4*4 == n", True),
    ("", "n//4*4 <= n", True),
    ("", "(n + 7)//8*8 >= n", True),
    ("", "(n + 7)//8*8 < n + 8", True),
    ("", "(n + 7)//8*8 < n + 7", None),
    ("n % 8 == 0", "(n + 7)//8*8 == n", True),
    ("n <= m; x == (n + 31)//32*32; y == (m + 31)//32*32", "x <= y", True),
    ("h >= 3; o == (h - 3)//2 + 1", "o < h", True),
    ("h % 16 == 0; a == (h - 1)//2 + 1; b == (a - 1)//2 + 1", "b == h//4", True),
    ("o == (h - 1)//s + 1", "(o - 1)*s < h", True),
    ("", "n//a//b == n//(a*b)", True),
    ("a <= b", "n//b <= n//a", True),
    ("a < b", "a//4 < b//4", None),
    ("c < a", "(a*b + c)//a == b", True),
    ("", "(u*s + v*s) % (u + v) == 0", True),
    ("", "(b*s*h) % (h*h) == 0", None),
    # ranges
    ("a - b <= 3; b - c <= 4; c <= 10", "a <= 17", True),
    ("a - b <= 3; b - c <= 4; c <= 10", "a <= 16", None),
    ("a >= 2; b >= 2", "a*b >= a + b", True),
    ("a >= 2", "a*b >= a + b", None),
    ("a <= b; c <= d", "a*c <= b*d", True),
    ("a % 8 == 0; a > 8; a <= 24", "a == 16 or a == 24", True),
    # extremes
    ("", "max(a, b) + min(a, b) == a + b", True),
    ("", "max(a - b, 0) + b == max(a, b)", True),
    ("a <= b; b <= c", "max(a, max(b, c)) == c", True),
    ("m == max(a, b); a != m", "b == m", True),
    ("", "max(a, b) == a + b", False),
    ("", "max(a, b) == a*b", None),
    # broadcasting
    ("a == 1 or b == 1 or a == b; a > 1", "max(a, b) == a", True),
    ("a == 1 or b == 1 or a == b", "max(a, b) == a", None),
    ("a == 1 or b == 1 or a == b; a % 4 == 0; b % 4 == 0", "a == b", True),
    (
        "(a == 1 and r == b) or (a != 1 and r == a); a == 1 or b == 1 or a == b",
        "r == max(a, b)",
        True,
    ),
    ("(a == 1 and r == b) or (a != 1 and r == a)", "r == max(a, b)", None),
    # a division by what may be zero says nothing
    ("", "n//(m - m//2*2) <= n", None),
]


def base(facts: str, minimum: int) -> Facts:
    result = Facts()
    for name in "abcdeghjkmnopqrsuvxyz":
        result.symbol(name, minimum)
    for name in ("hd", "bs", "s0", "s1"):
        result.symbol(name, minimum)
    for fact in facts.split("; "):
        if fact:
            result.learn(fact)
    return result


@pytest.mark.parametrize(("facts", "claim", "truth"), CASES)
def test_decides(facts: str, claim: str, truth: bool | None):
    known = base(facts, minimum=1)
    assert known.proves(claim) is (truth is True)
    assert known.refutes(claim) is (truth is False)


ZERO_CASES = [
    ("a*b == a*c", "b == c", None),
    ("a*b == a*c; a >= 1", "b == c", True),
    ("a*b == a", "b == 1", None),
    ("a*b == 0", "a == 0", None),
    ("a*b == 0", "a == 0 or b == 0", True),
    ("a*b == 0; a != 0", "b == 0", True),
    ("a + b == 0", "a == b", True),
    ("a % 8 == 0; a < 8", "a == 0", True),
    ("(n + 7)//8 == 0", "n == 0", True),
    ("", "(n + 7)//8 >= 1", None),
    ("", "n//n == 1", None),
    ("n != 0", "n//n == 1", True),
    ("", "n % n == 0", None),
    ("m == n//2; m == n", "n == 0", True),
    ("a*c <= b*c", "a <= b", None),
    ("a*c <= b*c; c != 0", "a <= b", True),
]


@pytest.mark.parametrize(("facts", "claim", "truth"), ZERO_CASES)
def test_sizes_may_be_zero(facts: str, claim: str, truth: bool | None):
    known = base(facts, minimum=0)
    assert known.proves(claim) is (truth is True)
    assert known.refutes(claim) is (truth is False)


@pytest.mark.parametrize(
    "facts",
    [
        "a == 3; a == 4",
        "a == b; a == 3; b == 4",
        "a == b; a != b",
        "a < b; b < a",
        "a % 4 == 0; a % 2 == 1",
        "a % 6 == 1; a % 9 == 3",
        "2*x + 2*y == 27",
        "a*b == 12; a >= 5; b >= 3",
        "k >= 2; n == k*m; n % k == 1",
        "max(a, b) == 3; a == 4",
        "a//4*4 == a; a % 4 != 0",
        "a == 1 or a == 2; a >= 3",
        "a <= b; b <= c; a == c + 1",
        "a*b == a*c; a >= 1; b < c",
        "a*a == 2",
        "a + b == 3; a - b == 2",
    ],
)
def test_contradictions_are_told(facts: str):
    *before, last = facts.split("; ")
    known = base("; ".join(before), minimum=1)
    with pytest.raises(Contradiction) as caught:
        known.learn(last, why="the last one")
    assert "the last one" in str(caught.value)
    words = {fact.words for fact in caught.value.facts}
    assert last in words and words <= set(facts.split("; "))
    assert [fact.words for fact in known.learnt] == before
    assert not known.proves("0 == 1")

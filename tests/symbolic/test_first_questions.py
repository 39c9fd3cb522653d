"""What people asked the engine first: answers, refusals in words, and what may not be proved."""

import copy
import pickle

import pytest
from tieshape.symbolic import (
    Contradiction,
    Facts,
    Predicate,
    Symbol,
    eq,
    gt,
    lt,
    maximum,
    ne,
    parse_expr,
)

QUESTIONS: list[tuple[str, str, dict[str, int], str]] = [
    ("", "s0*s1//s1 == s0", {"s1": 1}, "proved"),
    ("", "(s0+7)//8*8 >= s0", {}, "proved"),
    ("s0%8==0", "(s0//2)%4==0", {}, "proved"),
    ("", "((s0+1)//2+1)//2 == (s0+3)//4", {}, "proved"),
    ("", "((s0-3+2)//2+1-3+2)//2+1 == (s0-1)//4+1", {"s0": 1}, "proved"),
    ("", "max(s0,s1) >= s0", {}, "proved"),
    ("s0==1 or s0==s1; s1==1", "s0==1", {}, "proved"),
    ("s0<10; s0>8", "s0==9", {}, "proved"),
    ("", "s0*s0 >= s0", {}, "proved"),
    ("s0*s1==12; s0<=2", "s1>=6", {}, "proved"),
    ("s0%2==0; s0%3==0", "s0%6==0", {}, "proved"),
    ("", "min(s0,128)<=128", {}, "proved"),
    ("", "(s0//4)//2 == s0//8", {}, "proved"),
    ("2*s0==2*s1", "s0==s1", {}, "proved"),
    ("s0*s1==s0*s2", "s1==s2", {"s0": 1}, "proved"),
    ("(s0+s1)%2==0; s0%2==0", "s1%2==0", {}, "proved"),
    ("s0<=s1; s1<=s2; s2<=s0", "s0==s2", {}, "proved"),
    ("", "((s0-1)*2+3-3)//2+1 == s0", {"s0": 1}, "proved"),
    ("s0%2==0", "s0==5", {}, "refuted"),
    ("s0*s1*s2 == 24*s3; s3==s0", "s1*s2==24", {"s0": 1}, "proved"),
    ("s0 >= 1; s1>=1; s0*s1 <= 6", "s0<=6", {}, "proved"),
    ("a*b==c; c==a*d", "b==d", {"a": 1}, "proved"),
    ("s0 == 3*s1; s1 == 2*s2", "s0 % 6 == 0", {}, "proved"),
    ("a+b==b+c", "a==c", {}, "proved"),
    ("s0*s0==s1*s1", "s0==s1", {}, "proved"),
    ("s0**2==16", "s0==4", {}, "proved"),
    ("s0<=4; s0!=0; s0!=3; s0%2==1", "s0==1", {}, "proved"),
    ("not s0==s1; s0<=s1", "s0<s1", {}, "proved"),
    ("", "ceil(s0/2)*2>=s0", {}, "proved"),
    ("s0%4==s1%4; s1%4==1", "s0%2==1", {}, "proved"),
    ("s0>s1 or s1>s0", "s0!=s1", {}, "proved"),
    ("s0//8==3", "s0>=24 and s0<=31", {}, "proved"),
    ("(s0*4)%s1==0; s1==4", "s0*4//s1==s0", {}, "proved"),
    ("s0%s1==0; s1>=1; s0>=1", "s1<=s0", {}, "proved"),
    ("s0%s1==0; s1%s2==0; s1>=1; s2>=1", "s0%s2==0", {}, "proved"),
    ("s0*s1==s2*s3; s0==s2; s0>=1", "s1==s3", {}, "proved"),
    ("1 <= s0 <= 4", "s0 <= 5", {}, "proved"),
    ("s0 % 16 == 0 and s0 <= 100", "s0<=96", {}, "proved"),
    ("abs(s0-s1)<=1", "s0<=s1+1", {}, "proved"),
    ("s0 == 7 if s1 == 1 else s0 == 9", "s0 >= 7", {}, "proved"),
    ("", "s0*s1//s1 == s0", {}, "unknown"),
    ("", "s0//s1*s1 + s0%s1 == s0", {}, "unknown"),
    ("s0*s1==s0*s2", "s1==s2", {}, "unknown"),
    ("s0*s1==12", "s1>=6", {}, "unknown"),
    ("s0%4==0; s0%6==0", "s0%24==0", {}, "unknown"),
    ("s0%s1==0; s1>=1", "s1<=s0", {}, "unknown"),
    ("", "((s0+2)//2+1)//2 == (s0+3)//4", {}, "unknown"),
    ("s0==1 or s0==s1", "s0==1", {}, "unknown"),
    ("s0 >= 10**1", "s0==1", {}, "refuted"),
    ("s0*s0==s1", "s1%4==0 or s1%4==1", {}, "proved"),
    ("s0*s0*s0==27", "s0==3", {}, "proved"),
    ("s0*s1==7; s0>1", "s0==7", {}, "proved"),
    ("s0+s1==7; s0-s1==1", "s0==4", {}, "proved"),
]


def known(facts: str, least: dict[str, int]) -> Facts:
    result = Facts()
    for name, minimum in least.items():
        result.symbol(name, minimum=minimum)
    for fact in filter(None, facts.split("; ")):
        result.learn(fact, why="asked")
    return result


@pytest.mark.parametrize(("facts", "claim", "least", "answer"), QUESTIONS)
def test_the_first_questions(facts: str, claim: str, least: dict[str, int], answer: str) -> None:
    asked = known(facts, least)
    proved, refuted = asked.proves(claim), asked.refutes(claim)
    assert (proved, refuted) == (answer == "proved", answer == "refuted")
    if answer == "unknown":
        with pytest.raises(ValueError, match="is neither proved nor refuted"):
            asked.why(claim)
    else:
        assert {fact.words for fact in asked.why(claim)} <= set(facts.split("; "))


S0, S1 = Symbol("s0"), Symbol("s1")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("s0", "s0"),
        ("s0*s1//2", "(s0*s1)//2"),
        ("1//s0", "1//s0"),
        ("s0**2", "s0*s0"),
        ("s0 % 3", "s0 % 3"),
        ("-s0", "-s0"),
        ("abs(s0)", "max(-s0, s0)"),
        ("s0 + s0 - s0", "s0"),
    ],
)
def test_expressions_are_shown_as_text_that_reads_again(text: str, shown: str) -> None:
    made = eval(text, {"s0": S0, "s1": S1})
    assert repr(made) == f"Expr({shown!r})"
    assert made == parse_expr(text) == parse_expr(shown)
    assert pickle.loads(pickle.dumps(made)) == made


def test_a_fact_base_is_shown_copied_and_stored() -> None:
    facts = known("s0 % 4 == 0", {"s0": 1, "s1": 0})
    assert repr(facts) == "<Facts: 1 about s0, s1>"
    for again in (pickle.loads(pickle.dumps(facts)), copy.deepcopy(facts), facts.copy()):
        assert again.proves("s0 >= 4")
    assert (facts.bounds("s0*4"), facts.divisor("s0*6")) == ((16, None), 24)
    assert facts.simplify("s0//2*2") == S0
    with facts.scope():
        facts.learn("s0 == 4")
        assert facts.proves("s0 % 8 == 4")
    assert not facts.proves("s0 % 8 == 4")


MISTAKES: list[tuple[str, type[Exception], str]] = [
    ("s0/2", TypeError, "sizes are integers: write s0 // 2, or ceil_div to round up"),
    ("s0 < s1", TypeError, "facts.proves(lt(s0, s1)), or facts.proves('s0 < s1')"),
    ("max(s0, s1)", TypeError, "is a question to facts"),
    ("int(s0)", TypeError, "s0 is no number: it depends on s0"),
    ("f.proves(s0 > 0)", TypeError, "facts.proves(gt(s0, 0))"),
    ("f.proves(s0 == s1)", TypeError, "for a claim write eq(a, b), ne(a, b) or the text 'a == b'"),
    ("f.proves(True)", TypeError, "expected a claim, got True"),
    ("f.proves('s0')", ValueError, "expected a comparison, found an integer"),
    ("f.proves('s0 = 1')", ValueError, "unexpected '=' at column 4 of 's0 = 1'"),
    ("f.proves('S0 > 0')", ValueError, "no fact is about 'S0'; did you mean s0?"),
    ("f.proves('')", ValueError, "unexpected end at column 1"),
    ("f.proves('s0 >')", ValueError, "unexpected end at column 5 of 's0 >'"),
    ("f.why('s0 == s1')", ValueError, "s0 == s1 is neither proved nor refuted"),
    ("parse_expr('s0 @ 1')", ValueError, "unexpected '@' at column 4"),
    ("f.symbol('1x')", ValueError, "'1x' is not a name for a symbol"),
    ("f.symbol('a b')", ValueError, "'a b' is not a name for a symbol"),
    ("f.symbol('max')", ValueError, "'max' is not a name for a symbol"),
]


@pytest.mark.parametrize(("code", "error", "words"), MISTAKES)
def test_a_mistake_is_answered_in_words(code: str, error: type[Exception], words: str) -> None:
    names = {"f": Facts(), "s0": S0, "s1": S1, "parse_expr": parse_expr}
    names["f"].symbol("s0", minimum=1)
    with pytest.raises(error) as raised:
        eval(code, names)
    assert words in str(raised.value)


def test_a_least_value_is_not_loosened() -> None:
    facts = Facts()
    facts.symbol("q", minimum=2)
    facts.symbol("q", minimum=2)
    with pytest.raises(ValueError, match="q is declared with least value 2, which 1 would loosen"):
        facts.symbol("q", minimum=1)


def test_facts_that_cannot_hold_together_are_named() -> None:
    with pytest.raises(Contradiction) as raised:
        known("a < b; b < c; c < a", {})
    assert [fact.words for fact in raised.value.facts] == ["a < b", "b < c", "c < a"]
    with pytest.raises(Contradiction, match=r"s0\+s1==7 \(asked\); s0-s1==2 \(asked\)"):
        known("s0+s1==7; s0-s1==2", {})


def test_claims_are_built_too() -> None:
    facts = known("s0 >= 3", {})
    claims: list[Predicate] = [gt(S0, 2), lt(2, S0), ne(S0, 1), eq(maximum(S0, 3), S0)]
    assert all(map(facts.proves, claims))
    assert eq(S0, S1).holds({"s0": 1, "s1": 1})
    assert facts.counterexample("s0 == s1") is not None

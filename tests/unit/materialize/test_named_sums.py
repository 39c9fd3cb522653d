"""Sums of many sizes in terms of symbols for some of them: the same sum, and few terms."""

from collections.abc import Sequence
from itertools import accumulate

from tieshape.dialects import mhlo, sdim
from tieshape.lowering.pipelines import TieshapePass
from tieshape.materialize.named_sums import FLAT, NamedSums
from tieshape.symbolic import Expr, Symbol, as_expr
from tieshape.text.context import new_context
from tieshape.text.module import parse_module

SIZES = [Symbol(f"s{i}") for i in range(40)]


def known(*totals: Expr) -> tuple[NamedSums, dict[str, Expr]]:
    """The sums `t0`, `t1`, … and what they are."""
    sums, told = NamedSums(), dict[str, Expr]()
    for i, total in enumerate(totals):
        sums.add(total, Symbol(f"t{i}"))
        told[f"t{i}"] = total
    return sums, told


def total(sizes: Sequence[Expr]) -> Expr:
    return sum(sizes, start=as_expr(0))


def terms(found: tuple[NamedSums, dict[str, Expr]], whole: Expr) -> int:
    """Of how many terms `whole` is written, which are it."""
    sums, told = found
    symbols, rest = sums.cover(whole)
    names = [symbol.symbol_name or "" for symbol in symbols]
    assert total([told[name] for name in names]) + rest == whole
    return len(symbols) + len(rest.polynomial)


def test_each_step_of_a_chain_has_two_terms() -> None:
    sums, told = known()
    for n, whole in enumerate(accumulate(SIZES), start=1):
        assert terms((sums, told), whole) == (n if n <= FLAT else 2)
        name = f"t{n}"
        told[name] = whole
        sums.add(whole, Symbol(name))


def test_a_tree_is_covered_by_its_halves() -> None:
    halves = known(total(SIZES[:20]), total(SIZES[20:]), total(SIZES[:17]))
    assert terms(halves, total(SIZES)) == 2


def test_no_term_is_counted_twice() -> None:
    assert terms(known(total(SIZES[:23]), total(SIZES[17:])), total(SIZES)) == 1 + 17


def test_what_has_other_terms_too_is_not_used() -> None:
    assert terms(known(total(SIZES[:27])), total(SIZES[1:27])) == 26
    assert terms(known(total(SIZES[:17]) + SIZES[0]), total(SIZES)) == 40
    assert terms(known(total(SIZES[:17]) + 1), total(SIZES)) == 40
    assert terms(known(total(SIZES)), total(SIZES)) == 40  # not by itself


def compiled(n: int) -> list[sdim.ConstraintOp]:
    """The constraints of a compiled chain of n concatenations, which becomes one."""
    types = ", ".join(["tensor<?xf32>"] * 2)
    lines = [
        f'%r{i} = "mhlo.concatenate"(%r{i - 1}, %a{i}) <{{dimension = 0 : i64}}> : '
        f"({types}) -> tensor<?xf32>"
        for i in range(1, n + 1)
    ]
    arguments = ", ".join(
        ["%r0: tensor<?xf32>", *(f"%a{i}: tensor<?xf32>" for i in range(1, n + 1))]
    )
    body = "\n".join(lines)
    module = parse_module(
        f"func.func @f({arguments}) -> tensor<?xf32> {{\n{body}\nfunc.return %r{n} : tensor<?xf32>\n}}",
        "t",
    )
    TieshapePass().apply(new_context(), module)
    assert sum(isinstance(op, mhlo.ConcatenateOp) for op in module.walk()) == 1
    return [op for op in module.walk() if isinstance(op, sdim.ConstraintOp)]


def test_a_sum_as_wide_as_is_reasoned_about_has_one_line() -> None:
    assert [len(op.operands) for op in compiled(47)] == [49]
    assert [len(op.operands) for op in compiled(48)] == [50]


def test_a_wider_sum_has_one_line_too() -> None:
    assert [len(op.operands) for op in compiled(60)] == [62]

"""A second opinion: what is proved or refuted, an SMT solver must not contradict."""

import random
from types import ModuleType

import pytest
from tieshape.symbolic import Broadcast, Conditional, Contradiction, Facts
from tieshape.symbolic.expr import Expr, FloorDiv, Max, Mod, SymbolAtom
from tieshape.symbolic.predicate import And, Eq, Le, Ne, Or, Predicate, Truth

z3 = pytest.importorskip("z3")


def floor_div(n, d):
    """Python's `//` from z3's, whose remainder is not negative; unspecified for 0."""
    return z3.If(
        d > 0, n / d, z3.If(d == 0, z3.Function("div0", z3.IntSort(), z3.IntSort())(n), (-n) / (-d))
    )


def modulo(n, d):
    zero = z3.Function("mod0", z3.IntSort(), z3.IntSort())(n)
    return z3.If(d == 0, zero, n - d * floor_div(n, d))


def integer(expr: Expr):
    total = z3.IntVal(0)
    for coefficient, powers in expr.terms():
        term = z3.IntVal(coefficient)
        for atom, power in powers:
            if isinstance(atom, SymbolAtom):
                value = z3.Int(atom.name)
            else:
                args = [integer(arg) for arg in atom.args]
                if isinstance(atom, FloorDiv | Mod):
                    value = (floor_div if isinstance(atom, FloorDiv) else modulo)(*args)
                elif isinstance(atom, Conditional):
                    value = z3.If(truth(atom.condition), *args)
                elif isinstance(atom, Broadcast):
                    value = z3.IntVal(1)
                    for arg in args:
                        value = z3.If(z3.And(arg != 1, z3.Or(value == 1, arg > value)), arg, value)
                else:
                    value = args[0]
                    for arg in args[1:]:
                        less = value < arg if isinstance(atom, Max) else value > arg
                        value = z3.If(less, arg, value)
            for _ in range(power):
                term = term * value
        total = total + term
    return total


def truth(claim: Predicate):
    if isinstance(claim, Truth):
        return z3.BoolVal(claim.value)
    if isinstance(claim, And | Or):
        return (z3.And if isinstance(claim, And) else z3.Or)([truth(arg) for arg in claim.args])
    assert isinstance(claim, Eq | Ne | Le)
    value = integer(claim.expr)
    return (
        value == 0 if isinstance(claim, Eq) else value != 0 if isinstance(claim, Ne) else value <= 0
    )


def possible(*claims) -> bool:
    """Whether the solver finds sizes; when it gives up, nothing is held against us."""
    solver = z3.Solver()
    solver.set("timeout", 150)
    solver.add(*claims)
    return solver.check() == z3.sat


@pytest.mark.parametrize("make", ["random_case", "random_broadcasts"])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_solver_finds_no_counterexample(fuzz: ModuleType, seed: int, make: str):
    rng = random.Random(seed)
    answered = 0
    for _ in range(60):
        case = getattr(fuzz, make)(rng)
        known = [z3.Int(n) >= least for n, least in case.minimum.items()]
        known += [truth(fact) for fact in case.facts]
        facts = Facts()
        try:
            for name, least in case.minimum.items():
                facts.symbol(name, least)
            for fact in case.facts:
                facts.learn(fact)
        except Contradiction:
            assert not possible(*known), str(case)
            continue
        for claim in case.claims:
            if facts.proves(claim):
                answered += 1
                assert not possible(*known, z3.Not(truth(claim))), (str(claim), str(case))
            if facts.refutes(claim):
                answered += 1
                assert not possible(*known, truth(claim)), (str(claim), str(case))
    assert answered > 20

"""The order of atoms depends on what they are and not on what a process did before."""

import subprocess
import sys

import pytest
from tieshape.symbolic import Symbol, maximum

FORMS = (
    "(b*a + S10*S2)//(a + 1) + max(b, a//2)*(S2//S10)",
    "(S10*S2 + a*b) % (S2 + 3) - b//(a//3)",
)
PROGRAM = """
import sys
from tieshape.symbolic import parse_expr
kept = [parse_expr(text) for text in sys.argv[2:]]
expr = parse_expr(sys.argv[1])
atoms = {*expr.atoms(), *expr.symbol_atoms}
atoms |= {inner for atom in atoms for arg in atom.args for inner in arg.atoms()}
print([str(atom) for atom in sorted(atoms, key=lambda atom: atom.serial)])
print([[str(atom) for atom in monomial] for monomial in expr.polynomial])
"""


@pytest.mark.parametrize("form", FORMS)
def test_order_does_not_depend_on_what_was_made_before(form: str):
    histories = [
        (),
        ("S10", "S2", "b", "a"),
        ("b//(a//3)", "a//2", "S2//S10", "max(a//2, b)"),
        ("S2*S10 + b*a", "a*b//(1 + a)"),
    ]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM, form, *history],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for history in histories
    }
    assert len(outputs) == 1


def test_order_is_total():
    a, b = Symbol("a"), Symbol("b")
    atoms = [Symbol(f"S{i}") for i in range(200)]
    atoms += [(a * i + b) // (b + j) for i in range(1, 12) for j in range(1, 12)]
    atoms += [(a * i + b) % (b + j) for i in range(1, 12) for j in range(1, 12)]
    atoms += [maximum(a + i, b) for i in range(100)]
    single = {expr.single_atom for expr in atoms} - {None}
    assert len(single) > 400
    assert len({atom.serial for atom in single if atom is not None}) == len(single)

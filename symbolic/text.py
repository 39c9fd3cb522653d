"""Expressions as text, in Python's own expression grammar."""

from __future__ import annotations

from collections import Counter
from keyword import iskeyword

from .atoms import Atom, FloorDiv, Fraction, Max, Mod, SymbolAtom
from .expr import Expr
from .terms import Monomial

AUXILIARY = "?"
"""Names that start with this are the engine's own; no user's name does."""


def check_name(name: str) -> None:
    """Raises ValueError where `name` cannot stand for a symbol in the text form."""
    if not name.isidentifier() or iskeyword(name) or name in ("max", "min"):
        raise ValueError(f"{name!r} is not a name for a symbol")


def ordered_terms(expr: Expr) -> list[tuple[int, Monomial]]:
    """The terms as they print: products first, then by text; the constant last."""
    keyed: list[tuple[tuple[int, int, tuple[str, ...]], int, Monomial]] = []
    for monomial, coefficient in expr.polynomial.items():
        factors = tuple(sorted(monomial, key=_atom_key))
        key = (not monomial, -len(monomial), tuple(map(str, factors)))
        keyed.append((key, coefficient, factors))
    keyed.sort(key=lambda entry: entry[0])
    return [(coefficient, monomial) for _, coefficient, monomial in keyed]


def _atom_key(atom: Atom) -> tuple[int, str]:
    return (atom.depth, str(atom))


def expr_text(expr: Expr) -> str:
    """Text that parses back to the same expression."""
    atom = expr.single_atom
    if atom is not None:
        return str(atom)
    parts: list[str] = []
    for coefficient, monomial in ordered_terms(expr):
        text = term_text(abs(coefficient), monomial)
        if not parts:
            if coefficient == -1 and monomial and isinstance(monomial[0], FloorDiv | Mod):
                text = f"({text})"
            parts.append(f"-{text}" if coefficient < 0 else text)
        else:
            parts.append(f" - {text}" if coefficient < 0 else f" + {text}")
    return "".join(parts) or "0"


def term_text(coefficient: int, monomial: Monomial) -> str:
    """A term without sign."""
    if not monomial:
        return str(coefficient)
    if coefficient == 1 and len(monomial) == 1:
        return str(monomial[0])
    factors = [] if coefficient == 1 else [str(coefficient)]
    for atom, power in Counter(monomial).items():
        text = str(atom)
        if isinstance(atom, Fraction):
            text = f"({text})"
        factors += [text] * power
    return "*".join(factors)


def atom_text(atom: Atom) -> str:
    if isinstance(atom, SymbolAtom):
        return atom.name
    if isinstance(atom, Fraction):
        sign = "//" if isinstance(atom, FloorDiv) else " % "
        return f"{_operand(atom.numerator)}{sign}{_operand(atom.denominator)}"
    name = "max" if isinstance(atom, Max) else "min"
    return f"{name}({', '.join(map(str, atom.args))})"


def _operand(expr: Expr) -> str:
    text = str(expr)
    atom = expr.single_atom
    value = expr.constant_value
    if (value is not None and value >= 0) or (atom is not None and not isinstance(atom, Fraction)):
        return text
    return f"({text})"

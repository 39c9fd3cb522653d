"""Expressions and claims to and from sympy (https://docs.sympy.org), imported here alone."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from .broadcast import Broadcast, broadcast
from .comparisons import eq, ge, gt, le, lt, ne
from .conditional import Conditional, conditional
from .expr import Atom, Expr, FloorDiv, Max, Min, Mod, Symbol, SymbolAtom, as_expr, maximum, minimum
from .predicate import FALSE, TRUE, And, Eq, Ne, Or, Predicate, Relation, Truth, all_of, any_of

sympy: Any = import_module("sympy")  # untyped on purpose: its annotations are partial


class BroadcastFunction(sympy.Function):  # pyright: ignore[reportUntypedBaseClass]
    """`broadcast` as a function of sympy; a number where all arguments are."""

    @classmethod
    def eval(cls, *args: Any) -> Any:
        """The value for numbers, None for others, as sympy asks for it."""
        if all(arg.is_Integer for arg in args):
            return sympy.Integer(Broadcast.compute([int(arg) for arg in args]))
        return None


def to_sympy(value: Expr | Predicate) -> Any:
    """`value` in sympy, with integer symbols of the same names: `//` is `floor`, `%` `Mod`."""
    if isinstance(value, Expr):
        total: Any = sympy.Integer(0)
        for monomial, coefficient in value.polynomial.items():
            term: Any = sympy.Integer(coefficient)
            for atom in monomial:
                term = term * _atom_to_sympy(atom)
            total = total + term
        return total
    if isinstance(value, And | Or):
        kind: Any = sympy.And if isinstance(value, And) else sympy.Or
        return kind(*map(to_sympy, value.args))
    if isinstance(value, Relation):
        relation: Any = sympy.Le
        if isinstance(value, Eq | Ne):
            relation = sympy.Eq if isinstance(value, Eq) else sympy.Ne
        return relation(to_sympy(value.expr), 0)
    assert isinstance(value, Truth)
    return sympy.true if value.value else sympy.false


def _atom_to_sympy(atom: Atom) -> Any:
    if isinstance(atom, SymbolAtom):
        return sympy.Symbol(atom.name, integer=True)
    args = [to_sympy(arg) for arg in atom.args]
    if isinstance(atom, Conditional):
        return sympy.Piecewise((args[0], to_sympy(atom.condition)), (args[1], True))
    return _OPERATIONS[type(atom)](*args)


def expr_from_sympy(value: Any) -> Expr:
    """The expression of a sympy expression over integers. Raises ValueError if it has none."""
    value = sympy.sympify(value)
    if value.is_Integer:
        return as_expr(int(value))
    if value.is_Symbol:
        return Symbol(value.name)
    kind: Any = value.func
    if kind in (sympy.Add, sympy.Mul):
        if kind is sympy.Mul and not all(_is_whole(arg) for arg in value.args):
            raise ValueError(f"{value} is not an integer expression")
        args = [expr_from_sympy(arg) for arg in value.args]
        result = args[0]
        for arg in args[1:]:
            result = result + arg if kind is sympy.Add else result * arg
        return result
    if kind is sympy.Pow and value.exp.is_Integer and value.exp > 0:
        base = expr_from_sympy(value.base)
        result = base
        for _ in range(int(value.exp) - 1):
            result = result * base
        return result
    if kind is sympy.floor:
        numerator, denominator = sympy.fraction(sympy.together(value.args[0]))
        return expr_from_sympy(numerator) // expr_from_sympy(denominator)
    if kind is sympy.Mod:
        return expr_from_sympy(value.args[0]) % expr_from_sympy(value.args[1])
    if kind in (sympy.Max, sympy.Min):
        build = maximum if kind is sympy.Max else minimum
        return build(*map(expr_from_sympy, value.args))
    if kind is BroadcastFunction:
        return broadcast(*map(expr_from_sympy, value.args))
    if kind is sympy.Piecewise and value.args[-1].cond == sympy.true:
        *pieces, (last, _) = value.args
        result = expr_from_sympy(last)
        for then, condition in reversed(pieces):
            result = conditional(predicate_from_sympy(condition), expr_from_sympy(then), result)
        return result
    raise ValueError(f"{value} is not an integer expression")


def _is_whole(value: Any) -> bool:
    return not (value.is_Rational and not value.is_Integer) and not (
        value.is_Pow and not (value.exp.is_Integer and value.exp > 0)
    )


def _floor_div(numerator: Any, denominator: Any) -> Any:
    return sympy.floor(numerator / denominator)


_OPERATIONS: dict[type[Atom], Callable[..., Any]] = {
    FloorDiv: _floor_div,
    Mod: sympy.Mod,
    Max: sympy.Max,
    Min: sympy.Min,
    Broadcast: BroadcastFunction,
}

_RELATIONS: dict[Any, Callable[[Expr, Expr], Predicate]] = {
    sympy.Eq: eq,
    sympy.Ne: ne,
    sympy.Le: le,
    sympy.Lt: lt,
    sympy.Ge: ge,
    sympy.Gt: gt,
}


def predicate_from_sympy(value: Any) -> Predicate:
    """The claim that a sympy relation spells. Raises ValueError for what has no counterpart."""
    if value is sympy.true or value is True:
        return TRUE
    if value is sympy.false or value is False:
        return FALSE
    if isinstance(value, sympy.And | sympy.Or):
        build = all_of if isinstance(value, sympy.And) else any_of
        return build(*map(predicate_from_sympy, value.args))
    if isinstance(value, sympy.Not):
        return predicate_from_sympy(value.args[0]).negate()
    relation = _RELATIONS.get(type(value))
    if relation is None:
        raise ValueError(f"{value} is not a comparison of integers")
    return relation(expr_from_sympy(value.args[0]), expr_from_sympy(value.args[1]))

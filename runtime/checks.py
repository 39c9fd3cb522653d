"""The guards of an artifact as one Python function of the argument shapes.

The function's text is made from parsed expressions, over names that are made here: no text of the
file gets into it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations
from typing import cast

from ..symbolic import (
    And,
    Atom,
    Broadcast,
    Broadcastable,
    Conditional,
    Eq,
    Expr,
    FloorDiv,
    Le,
    Max,
    Min,
    Mod,
    Ne,
    Or,
    Predicate,
    SymbolAtom,
)
from .errors import ArgumentError
from .header import Argument, Guard, Header, Size

ArgumentShapes = Sequence[Sequence[int]]

MAX_REPEATED = 3
"""Broadcasts of at most this many sizes are compared pair by pair."""


class Check:
    """Whether sizes fit a compiled model. True: `sizes` has every known symbol's size.

    False: `guard` are the words of the guard that refuses them; `kind` is `expect` where the model
        compiled for these sizes may run, `assert` where it cannot.
    """

    __slots__ = ("_names", "_values", "guard", "kind")

    def __init__(
        self,
        names: tuple[str, ...],
        values: tuple[int, ...] | None,
        guard: str | None = None,
        kind: str | None = None,
    ):
        self._names = names
        self._values = values
        self.guard = guard
        self.kind = kind

    @property
    def sizes(self) -> dict[str, int]:
        """symbol -> size; empty where the sizes do not fit."""
        return {} if self._values is None else dict(zip(self._names, self._values, strict=True))

    def __bool__(self) -> bool:
        return self._values is not None

    def __repr__(self) -> str:
        if self:
            return f"Check(sizes={self.sizes!r})"
        return f"Check(guard={self.guard!r}, kind={self.kind!r})"


class Checker:
    """Checks argument shapes against the guards of one header."""

    def __init__(self, header: Header):
        self._header = header
        places = header.places
        computable = set(places)
        for size in header.symbols:
            if size.name not in places and size.value is not None:
                computable.add(size.name)
        self._sizes = tuple(size for size in header.symbols if size.name in computable)
        self.names = tuple(size.name for size in self._sizes)
        self._guards = tuple(guard for guard in header.guards if not guard.at_run_time)
        self._fast = compiled(header, self._sizes, self._guards)

    def __call__(self, shapes: ArgumentShapes) -> Check:
        """Raises ArgumentError where the number of arguments or a rank is wrong."""
        try:
            values = self._fast(shapes)
        except (TypeError, ValueError, ZeroDivisionError):
            values = None
        if values is not None:
            return Check(self.names, values)
        return self._refusal(shapes)

    def _refusal(self, shapes: ArgumentShapes) -> Check:
        """Which guard refuses `shapes`: an `expect` first, as what was demanded may rest on it."""
        values = bound_sizes(self._header.arguments, shapes)
        if isinstance(values, str):
            return Check(self.names, None, values, "assert")
        for size in self._sizes:
            if size.name not in values:
                try:
                    values[size.name] = _value(size, values)
                except ZeroDivisionError:
                    words = f"{size.name} cannot be computed: division by zero"
                    return Check(self.names, None, words, "assert")
        failed = [guard for guard in self._guards if not _holds(guard, values)]
        if not failed:
            negative = [s for s in self._sizes if _may_be_negative(s) and values[s.name] < 0]
            if negative:
                name = negative[0].name
                return Check(self.names, None, f"{name} would be {values[name]}", "assert")
            return Check(self.names, tuple(values[name] for name in self.names))
        first = next((guard for guard in failed if guard.kind == "expect"), failed[0])
        used = ", ".join(self._said(name, values[name]) for name in self._told_by(first))
        words = f"{first.words} fails for {used}" if used else first.words
        return Check(self.names, None, words, first.kind)

    def _told_by(self, guard: Guard) -> Sequence[str]:
        """The sizes that `guard` is about, and those of arguments that they are computed from."""
        computed = {size.name: size.value for size in self._sizes if size.value is not None}
        names = dict.fromkeys(sorted(guard.claim.symbols()))
        for name in (waiting := [*names]):
            if self._header.place_words(name) is None and (value := computed.get(name)) is not None:
                new = [other for other in sorted(value.symbols()) if other not in names]
                names.update(dict.fromkeys(new))
                waiting += new
        return [*names]

    def _said(self, name: str, value: int) -> str:
        words = self._header.place_words(name)
        return f"{name} = {value}" + ("" if words is None else f" ({words})")


def bound_sizes(arguments: Sequence[Argument], shapes: ArgumentShapes) -> dict[str, int] | str:
    """The size of each symbol that `arguments` of `shapes` have; in words which size does not fit.

    Raises ArgumentError where the number of arguments or a rank is wrong.
    """
    if len(shapes) != len(arguments):
        raise ArgumentError(f"{len(arguments)} arguments are needed, {len(shapes)} given")
    values = dict[str, int]()
    for argument, shape in zip(arguments, shapes, strict=True):
        check_rank(argument, shape)
        for d, (entry, size) in enumerate(zip(argument.shape or (), shape, strict=False)):
            if size < 0:
                raise ArgumentError(f"{argument.name}: size {d} is {size}, which is negative")
            needed = values.setdefault(entry, size) if isinstance(entry, str) else entry
            if needed != size:
                of = f" ({entry})" if isinstance(entry, str) else ""
                return f"{argument.name}: size {d} must be {needed}{of}, it is {size}"
    return values


def check_rank(argument: Argument, shape: Sequence[int]) -> None:
    """Raises ArgumentError where `shape` has another rank than `argument`."""
    if argument.shape is not None and len(shape) != len(argument.shape):
        needed, found = len(argument.shape), len(shape)
        raise ArgumentError(f"{argument.name}: rank {needed} is needed, {found} given")


def _value(size: Size, values: Mapping[str, int]) -> int:
    assert size.value is not None
    return size.value.evaluate(values)


def _may_be_negative(size: Size) -> bool:
    """Whether a computed size has a term that is subtracted."""
    return size.value is not None and any(c < 0 for c in size.value.polynomial.values())


def _holds(guard: Guard, values: Mapping[str, int]) -> bool:
    try:
        return guard.claim.holds(values)
    except ZeroDivisionError:
        return False


def compiled(
    header: Header, sizes: Sequence[Size], guards: Sequence[Guard]
) -> Callable[[ArgumentShapes], tuple[int, ...] | None]:
    """The function from shapes to the values of `sizes`.

    It returns None, or raises any error, where `_refusal` must find the reason.
    """
    text = "\n    ".join(_lines(header, sizes, guards))
    scope: dict[str, object] = {"__builtins__": {}, "max": max, "min": min, "len": len}
    try:
        exec(compile(f"def check(shapes):\n    {text}\n", "<guards>", "exec"), scope)
    except (SyntaxError, MemoryError, RecursionError):
        # Nested more deeply than Python's parser takes: the slow way gives the same answers.
        return lambda shapes: None
    return cast("Callable[[ArgumentShapes], tuple[int, ...] | None]", scope["check"])


def _lines(header: Header, sizes: Sequence[Size], guards: Sequence[Guard]) -> Iterator[str]:
    arguments = header.arguments
    names = dict[str, str]()
    tests = list[str]()
    yield f"[{', '.join(f'a{i}' for i in range(len(arguments)))}] = shapes"
    for i, argument in enumerate(arguments):
        if argument.shape is None:
            continue
        dims = [f"d{i}_{d}" for d in range(len(argument.shape))]
        yield f"[{', '.join(dims)}] = a{i}"
        for dim, entry in zip(dims, argument.shape, strict=True):
            if isinstance(entry, int):
                tests.append(f"{dim} == {entry}")
            elif names.setdefault(entry, dim) != dim:
                tests.append(f"{dim} == {names[entry]}")
            else:
                tests.append(f"{dim} >= 0")
    if tests:
        yield f"if not ({' and '.join(tests)}): return None"
    for k, size in enumerate(sizes):
        if size.name not in names:
            yield f"v{k} = {_value_text(size, names)}"
            names[size.name] = f"v{k}"
            if _may_be_negative(size):
                yield f"if v{k} < 0: return None"
    for guard in guards:
        yield f"if not ({_claim_text(guard.claim, names)}): return None"
    yield f"return ({' '.join(f'{names[size.name]},' for size in sizes)})"


def _value_text(size: Size, names: Mapping[str, str]) -> str:
    assert size.value is not None
    return _text(size.value, names)


def _claim_text(claim: Predicate, names: Mapping[str, str]) -> str:
    if isinstance(claim, Broadcastable):
        texts = [_text(size, names) for size in claim.sizes]
        if _are_few_names(texts):
            return " and ".join(f"({a} == 1 or {b} in (1, {a}))" for a, b in combinations(texts, 2))
        return f"len({{x for x in ({', '.join(texts)}) if x != 1}}) < 2"
    if isinstance(claim, And | Or):
        word = " and " if isinstance(claim, And) else " or "
        return word.join(f"({_claim_text(arg, names)})" for arg in claim.args)
    if isinstance(claim, Eq | Ne | Le):
        sign = {Eq: "==", Ne: "!=", Le: "<="}[type(claim)]
        terms = claim.expr.polynomial.items()
        left = Expr.of_terms({m: c for m, c in terms if c > 0})
        right = Expr.of_terms({m: -c for m, c in terms if c < 0})
        return f"{_text(left, names)} {sign} {_text(right, names)}"
    return "True" if claim.holds({}) else "False"


def _are_few_names(texts: Sequence[str]) -> bool:
    """Whether `texts` may be repeated: comparing a few names is faster than making a list."""
    return len(texts) <= MAX_REPEATED and all(map(str.isidentifier, texts))


def _text(expr: Expr, names: Mapping[str, str]) -> str:
    terms = list[str]()
    for monomial, coefficient in expr.polynomial.items():
        factors = [_atom_text(atom, names) for atom in monomial]
        if coefficient != 1 or not factors:
            factors.insert(0, str(coefficient))
        terms.append("*".join(factors))
    return " + ".join(terms) or "0"


def _atom_text(atom: Atom, names: Mapping[str, str]) -> str:
    if isinstance(atom, SymbolAtom):
        return names[atom.name]
    args = [_text(arg, names) for arg in atom.args]
    if isinstance(atom, Conditional):
        return f"({args[0]} if {_claim_text(atom.condition, names)} else {args[1]})"
    if isinstance(atom, Broadcast):
        if _are_few_names(args):
            return reduce(lambda a, b: f"({a} if {b} == 1 or 1 != {a} > {b} else {b})", args)
        return f"max([x for x in ({', '.join(args)}) if x != 1], default=1)"
    if isinstance(atom, Max | Min):
        return f"{'max' if isinstance(atom, Max) else 'min'}({', '.join(args)})"
    assert isinstance(atom, FloorDiv | Mod)
    return f"(({args[0]}){'//' if isinstance(atom, FloorDiv) else '%'}({args[1]}))"

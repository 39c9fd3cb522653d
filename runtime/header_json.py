"""The header of an artifact as JSON values, and back, with every entry checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from ..symbolic import Expr, conditional, parse_expr, parse_predicate
from ..symbolic.expr import TooLarge
from ..symbolic.text import check_name
from .errors import ArtifactError
from .header import STRENGTHS, Argument, Guard, Header, Result, Size

MAX_SIZE = 2**63 - 1


def to_json(header: Header) -> dict[str, object]:
    """The header as plain JSON values; `from_json` reads it back."""
    return {
        "producer": header.producer,
        "function": header.function,
        "arguments": [
            {"name": a.name, "dtype": a.dtype, "shape": _list_or_none(a.shape)}
            for a in header.arguments
        ],
        "symbols": [_symbol_json(header, size) for size in header.symbols],
        "guards": [_guard_json(guard) for guard in header.guards],
        "facts": [{"holds": str(claim), "why": why} for claim, why in header.facts],
        "results": [
            {
                "dtype": r.dtype,
                "shape": None if r.shape is None else list(map(str, r.shape)),
                "least": list(r.least),
                "greatest": list(r.greatest),
            }
            for r in header.results
        ],
    }


def _symbol_json(header: Header, size: Size) -> dict[str, object]:
    entry: dict[str, object] = {"name": size.name}
    if size.hint is not None:
        entry["hint"] = size.hint
    if (place := header.places.get(size.name)) is not None:
        entry["from"] = list(place)
    elif size.value is not None:
        entry["is"] = str(size.value)
    else:
        entry["at_most"] = None if size.at_most is None else str(size.at_most)
    return entry


def _list_or_none(shape: Sequence[object] | None) -> list[object] | None:
    return None if shape is None else list(shape)


def _guard_json(guard: Guard) -> dict[str, object]:
    entry: dict[str, object] = {
        "holds": str(guard.claim),
        "strength": guard.strength,
        "why": guard.why,
    }
    return entry | ({"at_run_time": True} if guard.at_run_time else {})


def from_json(data: object) -> Header:
    """The header that `data` describes. Raises ArtifactError where it is not one."""
    try:
        reader = _Reader(_table(data, "the header"))
        header = reader.header()
        reader.check(header)
    except (ValueError, RecursionError, TooLarge) as error:
        if isinstance(error, ArtifactError):
            raise
        raise ArtifactError(f"the header is not valid: {error}") from error
    return header


class _Reader:
    def __init__(self, data: dict[str, object]):
        self.data = data

    def header(self) -> Header:
        data = self.data
        return Header(
            _text(data.get("function"), "function"),
            tuple(self._argument(e) for e in _tables(data.get("arguments"), "arguments")),
            tuple(self._symbol(e) for e in _tables(data.get("symbols"), "symbols")),
            tuple(self._guard(e) for e in _tables(data.get("guards"), "guards")),
            tuple(
                (parse_predicate(_text(e.get("holds"), "holds")), _words(e.get("why")))
                for e in _tables(data.get("facts"), "facts")
            ),
            tuple(self._result(e) for e in _tables(data.get("results"), "results")),
            _text(data.get("producer"), "producer"),
        )

    def check(self, header: Header) -> None:
        """Every symbol is declared once, and before it is used."""
        known, places = set[str](), header.places
        computed = set(places)
        for size in header.symbols:
            check_name(size.name)
            if size.name in known:
                raise ArtifactError(f"the symbol {size.name} is declared twice")
            used = frozenset[str]()
            if size.name not in places:
                parts = (size.value, size.at_most)
                used = used.union(*(part.symbols() for part in parts if part is not None))
            _declared(used, known, f"the symbol {size.name}")
            if size.name not in places and size.value is not None:
                what = f"the symbol {size.name}"
                _declared(size.value.symbols(), computed, what, "no argument tells")
                computed.add(size.name)
            known.add(size.name)
        _declared(places, known, "an argument")
        for guard in header.guards:
            _declared(guard.claim.symbols(), known, "a guard")
            _declared(guard.claim.symbols(), computed, "a guard", "no argument tells")
        for claim, _ in header.facts:
            _declared(claim.symbols(), known, "a fact")
        for result in header.results:
            for size in result.shape or ():
                _declared(size.symbols(), known, "a result")

    def _argument(self, data: dict[str, object]) -> Argument:
        shape = data.get("shape")
        entries = None if shape is None else tuple(map(_entry, _list(shape, "shape")))
        return Argument(_text(data.get("name"), "name"), _text(data.get("dtype"), "dtype"), entries)

    def _symbol(self, data: dict[str, object]) -> Size:
        hint, at_most = data.get("hint"), data.get("at_most")
        return Size(
            _text(data.get("name"), "name"),
            None if hint is None else _integer(hint, "hint"),
            self._value(data),
            None if at_most is None else parse_expr(_text(at_most, "at_most")),
        )

    def _value(self, data: dict[str, object]) -> Expr | None:
        if "if" in data:  # how older artifacts write it
            condition, then, otherwise = (
                _text(data.get(k), f"symbol: {k}") for k in ("if", "then", "else")
            )
            return conditional(parse_predicate(condition), parse_expr(then), parse_expr(otherwise))
        value = data.get("is")
        return None if value is None else parse_expr(_text(value, "is"))

    def _guard(self, data: dict[str, object]) -> Guard:
        strength = _text(data.get("strength"), "strength")
        if strength not in STRENGTHS:
            raise ArtifactError(f"a guard has the strength {strength!r}")
        claim = parse_predicate(_text(data.get("holds"), "holds"))
        return Guard(claim, strength, _words(data.get("why")), data.get("at_run_time") is True)

    def _result(self, data: dict[str, object]) -> Result:
        shape = data.get("shape")
        sizes = (
            None
            if shape is None
            else tuple(parse_expr(_text(e, "shape")) for e in _list(shape, "shape"))
        )
        least, greatest = (
            tuple(None if e is None else _integer(e, k) for e in _list(data.get(k), k))
            for k in ("least", "greatest")
        )
        if len(least) != len(sizes or ()) or len(greatest) != len(sizes or ()):
            raise ArtifactError("a result has not as many bounds as sizes")
        return Result(_text(data.get("dtype"), "dtype"), sizes, least, greatest)


def _declared(
    names: object, known: set[str], what: str, why: str = "is not declared before"
) -> None:
    unknown = set(cast("Sequence[str]", names)) - known
    if unknown:
        raise ArtifactError(f"{what} names {min(unknown)}, which {why}")


def _table(value: object, what: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise ArtifactError(f"{what}: expected a table")
    return cast("dict[str, object]", value)


def _list(value: object, what: str) -> list[object]:
    if not isinstance(value, list):
        raise ArtifactError(f"{what}: expected a list")
    return cast("list[object]", value)


def _tables(value: object, what: str) -> list[dict[str, object]]:
    return [_table(entry, what) for entry in _list(value, what)]


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise ArtifactError(f"{what}: expected text")
    return value


def _words(value: object) -> str | None:
    return None if value is None else _text(value, "why")


def _integer(value: object, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ArtifactError(f"{what}: expected an integer")
    return value


def _entry(value: object) -> int | str:
    if isinstance(value, str):
        return value
    size = _integer(value, "shape")
    if not 0 <= size <= MAX_SIZE:
        raise ArtifactError(f"shape: {size} is no size")
    return size

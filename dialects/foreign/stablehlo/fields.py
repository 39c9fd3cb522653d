"""Properties of StableHLO ops as fields of their text: `dims = [0, 1]`."""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    IntegerType,
    i64,
)
from xdsl.dialects.utils.enum_attribute import EnumAttribute
from xdsl.ir import Attribute, Data
from xdsl.irdl import IRDLOperation
from xdsl.parser import Parser

from ... import mhlo
from ...mhlo.dense import int_values, pair_values
from ...mhlo.dimension_numbers import ConvDimensions, DotDimensions, parse_conv_layouts
from ...mhlo.window_text import WINDOW_KEYWORDS, parse_window
from ...types import MAX_RANK
from .attributes import of_mhlo

Properties = MutableMapping[str, Attribute]


@dataclass(frozen=True, slots=True)
class Field:
    """`word = value`; without a word the value alone."""

    word: str
    property: str
    parse: Callable[[Parser, Properties], None]
    text: Callable[[IRDLOperation], str | None]
    """The field of an op; None where it is left out."""


_INTEGERS = re.compile(r"\[(?:-?[0-9]+(?:, *-?[0-9]+)*)?\]")
_SPANS = re.compile(r"\[(?:[0-9]+:[0-9]+(?::[0-9]+)?(?:, *[0-9]+:[0-9]+(?::[0-9]+)?)*)?\]")


def integers(parser: Parser) -> Sequence[int]:
    """`[0, 1]`"""
    if (text := _text_of(parser, _INTEGERS)) is not None:
        return _numbers(text)
    return parser.parse_comma_separated_list(
        parser.Delimiter.SQUARE, lambda: parser.parse_integer(allow_boolean=False)
    )


def _text_of(parser: Parser, pattern: re.Pattern[str]) -> str | None:
    """The text that comes next, read at once; None, and nothing is read, for another."""
    found = pattern.match(parser.lexer.input.content, parser.pos)
    if found is None:
        return None
    parser._resume_from(found.end())  # pyright: ignore[reportPrivateUsage]  # no public way to skip
    return found.group()


# Texts hold few lists, each of them often.
@lru_cache(maxsize=1024)
def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text[1:-1].split(",") if number)


@lru_cache(maxsize=1024)
def _spans(text: str) -> tuple[DenseArrayBase[IntegerType], ...]:
    """The starts, limits and strides of `[0:4, 1:9:2]`."""
    parts = [[int(n) for n in span.split(":")] for span in text[1:-1].split(",") if span]
    rows = [part if len(part) == len(_SLICE) else [*part, 1] for part in parts]
    return tuple(i64_array([row[i] for row in rows]) for i in range(len(_SLICE)))


def i64_array(values: Sequence[int]) -> DenseArrayBase[IntegerType]:
    """`array<i64: 0, 1>`"""
    return _i64_array(tuple(values))


@lru_cache(maxsize=1024)
def _i64_array(values: tuple[int, ...]) -> DenseArrayBase[IntegerType]:
    return DenseArrayBase.from_list(i64, values)


def values_of(attribute: Attribute | None) -> tuple[int, ...]:
    """The integers of an array or of a dense vector."""
    return int_values(cast(DenseIntOrFPElementsAttr, attribute))


def _field(
    word: str, name: str, parse: Callable[[Parser], Attribute], text: Callable[[Any], str]
) -> Field:
    """A field that is one property."""

    def read(parser: Parser, found: Properties) -> None:
        found[name] = parse(parser)

    def write(op: IRDLOperation) -> str | None:
        value = op.properties.get(name)
        return None if value is None else f"{word} = {text(value)}"

    return Field(word, name, read, write)


def dims(word: str, name: str) -> Field:
    """`word = [0, 1]`"""
    return _field(word, name, lambda p: i64_array(integers(p)), lambda v: str(list(values_of(v))))


def dim(word: str, name: str) -> Field:
    """`word = 0`"""
    return _field(
        word,
        name,
        lambda p: IntegerAttr(p.parse_integer(allow_boolean=False), i64),
        lambda v: str(v.value.data),
    )


def flag(word: str, name: str) -> Field:
    """`word = true`"""
    return _field(
        word,
        name,
        lambda p: BoolAttr.from_bool(p.parse_boolean()),
        lambda v: "true" if v.value.data else "false",
    )


def choice(word: str, name: str, kind: type[EnumAttribute[Any]]) -> Field:
    """`word = RFFT`"""
    return _field(
        word,
        name,
        lambda p: of_mhlo(kind(p.parse_str_enum(kind.enum_type))),
        lambda v: v.data.value,
    )


def _precisions(parser: Parser) -> Attribute:
    words = parser.parse_comma_separated_list(
        parser.Delimiter.SQUARE, lambda: parser.parse_str_enum(mhlo.Precision)
    )
    return ArrayAttr([of_mhlo(mhlo.PrecisionAttr(word)) for word in words])


PRECISION = _field(
    "precision",
    "precision_config",
    _precisions,
    lambda v: f"[{', '.join(entry.data.value for entry in v)}]",
)


def _dot_dims(word: str, left: str, right: str, *, always: bool) -> Field:
    """`word = [0] x [1]`: two fields of the dimension numbers, which are one property."""
    name = "dot_dimension_numbers"

    def read(parser: Parser, found: Properties) -> None:
        known: DotDimensions = (
            cast("Data[Any]", found[name]).data if name in found else DotDimensions()
        )
        lhs = integers(parser)
        parser.parse_keyword("x")
        numbers = replace(known, **{left: tuple(lhs), right: tuple(integers(parser))})
        found[name] = of_mhlo(mhlo.DotDimensionNumbersAttr(numbers))

    def write(op: IRDLOperation) -> str | None:
        numbers = cast("Data[Any]", op.properties[name]).data
        lhs, rhs = list(getattr(numbers, left)), list(getattr(numbers, right))
        return f"{word} = {lhs} x {rhs}" if always or lhs or rhs else None

    return Field(word, name, read, write)


DOT_DIMS = (
    _dot_dims("batching_dims", "lhs_batching_dimensions", "rhs_batching_dimensions", always=False),
    _dot_dims(
        "contracting_dims", "lhs_contracting_dimensions", "rhs_contracting_dimensions", always=True
    ),
)


def text_attribute(parser: Parser, name: str) -> Attribute:
    """`<…>`, the body of `#name<…>`: an attribute that is kept as text, on one line."""
    start = parser.pos
    parser.parse_punctuation("<")
    depth, end = 1, start
    while depth:
        end = parser.pos
        token = parser._consume_token()  # pyright: ignore[reportPrivateUsage]  # no public way to skip
        depth += {"<": 1, ">": -1}.get(token.text, 0)
    body = parser.lexer.input.content[start + 1 : end]
    return cast(Any, parser.ctx.get_attr(name))(name, False, False, " ".join(body.split()))


ALGORITHM = _field(
    "algorithm",
    "algorithm",
    lambda p: text_attribute(p, "stablehlo.dot_algorithm"),
    lambda v: f"<{' '.join(v.value.data.split())}>",
)


def _ranges(parser: Parser, found: Properties) -> None:
    """`[0:4, 1:9:2]`: where a slice starts and ends in each dimension, and its stride if that is
    not 1.
    """

    def parse_range() -> tuple[int, int, int]:
        start = parser.parse_integer()
        parser.parse_punctuation(":")
        limit = parser.parse_integer()
        stride = parser.parse_optional_punctuation(":")
        return start, limit, 1 if stride is None else parser.parse_integer()

    if (text := _text_of(parser, _SPANS)) is not None:
        found.update(zip(_SLICE, _spans(text), strict=True))
        return
    rows = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parse_range)
    for i, name in enumerate(_SLICE):
        found[name] = i64_array([row[i] for row in rows])


def _ranges_text(op: IRDLOperation) -> str:
    rows = zip(*(values_of(op.properties[name]) for name in _SLICE), strict=True)
    texts = [f"{a}:{b}" if stride == 1 else f"{a}:{b}:{stride}" for a, b, stride in rows]
    return f"[{', '.join(texts)}]"


def _silent(name: str) -> Field:
    """A property that another field reads and writes."""
    return Field("", name, lambda parser, found: None, lambda op: None)


_SLICE = ("start_indices", "limit_indices", "strides")
RANGES = (Field("", _SLICE[0], _ranges, _ranges_text), *map(_silent, _SLICE[1:]))


def _layouts(parser: Parser) -> Attribute:
    return of_mhlo(mhlo.ConvDimensionNumbersAttr(parse_conv_layouts(parser)))


def _layouts_text(value: Attribute) -> str:
    """`[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`; `?` is a dimension without a part."""
    numbers: ConvDimensions = cast("Data[Any]", value).data
    layouts = (numbers.input_layout, numbers.kernel_layout, numbers.output_layout)
    texts = list[str]()
    for layout in layouts:
        names = {dimension: part for part, dimension in layout.items()}
        parts = [names.get(i, "?") for i in range(min(max(names), MAX_RANK) + 1)]
        texts.append(f"[{', '.join(parts)}]")
    return f"{texts[0]}x{texts[1]}->{texts[2]}"


def _window(parser: Parser, found: Properties) -> None:
    """`{stride = [2, 2], pad = [[0, 1], [0, 1]]}`"""
    found.update({name: of_mhlo(value) for name, value in parse_window(parser).items()})


def _window_text(op: IRDLOperation) -> str:
    given = [(word, op.properties.get(name)) for word, name in WINDOW_KEYWORDS.items()]
    entries = [f"{word} = {_window_value(v)}" for word, v in given if v is not None]
    return f"window = {{{', '.join(entries)}}}"


def _window_value(value: Attribute) -> str:
    if isinstance(value, DenseIntOrFPElementsAttr):
        pairs = pair_values(cast("DenseIntOrFPElementsAttr[Any]", value))
        return str([list(pair) for pair in pairs])
    return str(list(values_of(value)))


CONV = (
    _field("dim_numbers", "dimension_numbers", _layouts, _layouts_text),
    Field("window", "padding", _window, _window_text),
    *(_silent(name) for name in WINDOW_KEYWORDS.values() if name != "padding"),
)

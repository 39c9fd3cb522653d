"""The parts of the product of matrices that come in several sizes, in MLIR: tiles in registers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .product_prefetches import SECOND, asked, asked_at_times, at

MANY = 8
"""The vectors in a row of a tile where there are few rows."""
_APART = " attributes {no_inline}"
"""Of what is called from many places: copies of it would be most of the code."""


class Tiles(NamedTuple):
    """What fits the registers of a processor."""

    lanes: int
    rows: int
    """Of a tile with two vectors in a row."""
    single: int
    """Of a tile with MANY."""
    in_place: int
    """Up to how many rows of a b is read where it lies."""
    columns: int
    """How many columns of b are laid out at once: with DEPTH rows half of a cache."""
    asked: int
    """How many elements of a row of b are asked for at once: whole panels."""
    beside: int
    """How many panels ahead the tile that lays one out asks for b besides."""
    cache: int
    """Where whole tiles ask for their panel's next rows; others read b where it lies, far ahead."""


def words_of(names: Sequence[str]) -> list[str]:
    """Loads of all words by their names."""
    lines = list[str]()
    for place, name in enumerate(names):
        lines.append(
            f"  %at_{name} = llvm.getelementptr %words[{place}] : (!llvm.ptr) -> !llvm.ptr, i64"
        )
        lines.append(f"  %{name} = llvm.load %at_{name} : !llvm.ptr -> i64")
    return lines


def tile_code(sizes: Tiles) -> list[str]:
    """The functions whose sizes depend on the processor."""
    kinds = [(rows, vectors) for rows in range(1, sizes.rows + 1) for vectors in (1, 2)]
    kinds += [(rows, MANY) for rows in range(1, sizes.single + 1)]
    made = list[str]()
    for rows, vectors in kinds:
        apart = _APART * ((rows, vectors) == (sizes.rows, 2))
        made += _tile(rows, vectors, sizes, apart=apart)
    for rows in range(1, sizes.rows + 1):
        made += _tile(rows, 2, sizes, lays=True)
    return [*made, *_choices(sizes), *_turned(sizes.lanes)]


_PARAMETERS = (
    *(("a", "!llvm.ptr"), ("am", "i64"), ("ak", "i64"), ("b", "!llvm.ptr"), ("bk", "i64")),
    ("bp", "i64"),
    *(("far", "i64"), ("next", "!llvm.ptr"), ("nk", "i64"), ("soon", "!llvm.ptr"), ("sm", "i64")),
    ("chunk", "i64"),
    *(("c", "!llvm.ptr"), ("cm", "i64"), ("k", "i64"), ("add", "i1")),
)
_TO = (("to", "!llvm.ptr"),)


def _declared(*, lays: bool) -> str:
    return ", ".join(f"%{name}: {type_}" for name, type_ in _PARAMETERS + _TO * lays)


def _given(*, lays: bool) -> tuple[str, str]:
    """Names and types."""
    names, types = zip(*_PARAMETERS, *_TO * lays, strict=True)
    return ", ".join(f"%{name}" for name in names), ", ".join(types)


def _load(name: str, address: str, type_: str) -> str:
    return f"  %{name} = llvm.load %{address} {{alignment = 4 : i64}} : !llvm.ptr -> {type_}"


def _tile(
    rows: int, vectors: int, sizes: Tiles, *, lays: bool = False, apart: str = ""
) -> list[str]:
    """`@tile_R_V`, or, which lays out what it reads of b, `@lay_R_V`.

    apart: what says that the function is called, not put in the place of its calls
    """
    lanes = sizes.lanes
    type_, places = f"vector<{lanes}xf32>", [(r, v) for r in range(rows) for v in range(vectors)]
    sums, lines_of = [f"{r}_{v}" for r, v in places], range(0, vectors * lanes, 16)
    moved = ("ka", "p", *["to"] * lays)
    types = ", ".join([type_] * len(sums) + ["i64", "!llvm.ptr", *["!llvm.ptr"] * lays])

    def carried(to: str, start: str) -> str:
        names = [(f"%{to}{name}", f"%{start}{name}") for name in (*sums, *moved)]
        return ", ".join(f"{name} = {value}" for name, value in names)

    def results(of: str) -> list[str]:
        return [f"%{of}#{place}" for place in range(kept)]

    kept = len(sums) + len(moved)
    begins = ", ".join([*(f"%o{name} = %zero" for name in sums), "%oka = %c0", "%op = %b"])
    begins += ", %oto = %to" * lays
    whole = (rows, vectors, lays) == (sizes.rows, 2, False)
    return [
        f"func.func private @{_name(lays=lays)}_{rows}_{vectors}({_declared(lays=lays)}){apart} {{",
        "  %c0 = arith.constant 0 : i64",
        "  %c1 = arith.constant 1 : i64",
        f"  %zero = arith.constant dense<0.0> : {type_}",
        at("a0", "a", 0),
        *(at(f"a{r}", f"a{r - 1}", "%am") for r in range(1, rows)),
        f"  %below = arith.constant {rows - 1} : i64",
        "  %last = arith.muli %chunk, %below : i64",
        f"  %r:{kept + 3} = scf.for %h = %c0 to %k step %chunk iter_args({begins}, %n = %next,"
        f" %e = %c, %s = %soon) -> ({types}, !llvm.ptr, !llvm.ptr, !llvm.ptr) : i64 {{",
        *asked_at_times(lines_of, range(0, sizes.asked, 16)),
        "  %left = arith.subi %k, %h : i64",
        "  %some = arith.minsi %left, %chunk : i64",
        f"  %q:{kept} = scf.for %i = %c0 to %some step %c1 iter_args({carried('s', 'o')})"
        f" -> ({types}) : i64 {{",
        *_step(rows, vectors, lanes, sizes.cache if whole else SECOND),
        *_laid(vectors, lanes) * lays,
        f"  scf.yield {', '.join(f'%t{name}' for name in (*sums, *moved))} : {types}",
        "  }",
        f"  scf.yield {', '.join(results('q'))}, %nn, %en, %sn : {types}, !llvm.ptr, !llvm.ptr,"
        " !llvm.ptr",
        "  }",
        *_ended(rows, vectors, lanes),
        "}",
    ]


def _step(rows: int, vectors: int, lanes: int, cache: int) -> list[str]:
    """One product for each element of a tile, which asks for b to `cache`."""
    type_ = f"vector<{lanes}xf32>"
    lines = [at("f", "sp", "%far"), *asked("f", range(0, vectors * lanes, 16), cache=cache)]
    lines.append(at("g0", "sp", 0))
    lines += [at(f"g{j}", f"g{j - 1}", "%bp") for j in range(1, vectors // 2)]
    for v in range(vectors):
        lines += [at(f"p{v}", f"g{v // 2}", v % 2 * lanes), _load(f"b{v}", f"p{v}", type_)]
    for r in range(rows):
        lines += [at(f"q{r}", f"a{r}", "%ska"), _load(f"x{r}", f"q{r}", "f32")]
        lines.append(f"  %y{r} = vector.broadcast %x{r} : f32 to {type_}")
        lines += [
            f"  %t{r}_{v} = math.fma %y{r}, %b{v}, %s{r}_{v} : {type_}" for v in range(vectors)
        ]
    return [*lines, "  %tka = arith.addi %ska, %ak : i64", at("tp", "sp", "%bk")]


def _name(*, lays: bool) -> str:
    return "lay" if lays else "tile"


def _laid(vectors: int, lanes: int) -> list[str]:
    """What was read of b goes to the panel."""
    type_, lines = f"vector<{lanes}xf32>", list[str]()
    for v in range(vectors):
        lines.append(at(f"m{v}", "sto", v * lanes))
        lines.append(f"  llvm.store %b{v}, %m{v} {{alignment = 4 : i64}} : {type_}, !llvm.ptr")
    return [*lines, at("tto", "sto", vectors * lanes)]


def _ended(rows: int, vectors: int, lanes: int) -> list[str]:
    """The sums go to c, and the function ends."""
    return [
        "  scf.if %add {",
        *_stores(rows, vectors, lanes, add=True),
        "  } else {",
        *_stores(rows, vectors, lanes, add=False),
        "  }",
        "  return",
    ]


def _stores(rows: int, vectors: int, lanes: int, *, add: bool) -> list[str]:
    """The sums of a tile to c, or added to what is there."""
    type_, lines = f"vector<{lanes}xf32>", [at("d0", "c", 0)]
    for r in range(rows):
        if r:
            lines.append(at(f"d{r}", f"d{r - 1}", "%cm"))
        for v in range(vectors):
            name, value = f"{r}_{v}", f"%r#{r * vectors + v}"
            lines.append(at(f"e{name}", f"d{r}", v * lanes))
            if add:
                lines.append(_load(f"o{name}", f"e{name}", type_))
                lines.append(f"  %u{name} = arith.addf %o{name}, {value} : {type_}")
                value = f"%u{name}"
            store = f"llvm.store {value}, %e{name} {{alignment = 4 : i64}}"
            lines.append(f"  {store} : {type_}, !llvm.ptr")
    return lines


def _choices(sizes: Tiles) -> list[str]:
    """`@tile`, `@broad` and `@lay`."""
    declared = _declared(lays=False)
    return [
        f"func.func private @tile(%rows: i64, %two: i1, {declared}){_APART} {{",
        "  scf.if %two {",
        *_switch(sizes.rows, 2),
        "  } else {",
        *_switch(sizes.rows, 1),
        "  }",
        "  return",
        "}",
        f"func.func private @broad(%rows: i64, {declared}) {{",
        *_switch(sizes.single, MANY),
        "  return",
        "}",
        f"func.func private @lay(%rows: i64, {_declared(lays=True)}){_APART} {{",
        *_switch(sizes.rows, 2, lays=True),
        "  return",
        "}",
    ]


def _switch(most: int, vectors: int, *, lays: bool = False) -> list[str]:
    """The tile with `%rows` rows."""
    lines = ["  %x = arith.index_cast %rows : i64 to index", "  scf.index_switch %x"]
    given, types = _given(lays=lays)
    for rows in range(1, most + 1):
        call = f"func.call @{_name(lays=lays)}_{rows}_{vectors}({given}) : ({types}) -> ()"
        lines += [f"  case {rows} {{" if rows < most else "  default {", call, "scf.yield", "}"]
    return lines


def _turned(lanes: int) -> list[str]:
    """`@turned`: halves of rows change places, then quarters, and so on."""
    type_ = f"vector<{lanes}xf32>"
    lines = ["func.func private @turned(%b: !llvm.ptr, %bn: i64, %to: !llvm.ptr) {"]
    lines += [at("r0", "b", 0), *(at(f"r{i}", f"r{i - 1}", "%bn") for i in range(1, lanes))]
    lines += [_load(f"v{i}", f"r{i}", type_) for i in range(lanes)]
    rows, made, half = [f"%v{i}" for i in range(lanes)], 0, lanes // 2
    while half:
        for i in [i for i in range(lanes) if not i & half]:
            pair, found = (rows[i], rows[i + half]), list[str]()
            for pattern in _patterns(lanes, half):
                found.append(f"%h{made}")
                made += 1
                lines.append(
                    f"  {found[-1]} = vector.shuffle {pair[0]}, {pair[1]} {pattern} : {type_}, {type_}"
                )
            rows[i], rows[i + half] = found
        half //= 2
    for i, row in enumerate(rows):
        lines.append(at(f"q{i}", "to", 2 * lanes * i))
        lines.append(f"  llvm.store {row}, %q{i} {{alignment = 4 : i64}} : {type_}, !llvm.ptr")
    return [*lines, "  return", "}"]


def _patterns(lanes: int, half: int) -> Sequence[list[int]]:
    """Where the elements of two rows come from: the blocks without `half`, and those with it."""
    low = [j if not j & half else lanes + j - half for j in range(lanes)]
    return low, [j + half if not j & half else lanes + j for j in range(lanes)]

"""The product of matrices of i8 in i32, in MLIR, for processors with vectors of 16 or 8 numbers.

`@product(words, part, parts)` computes one part of what `words` describes, as that of f32 in
`product_code` does; the rows of a must be in order. b is laid out in panels, four rows of a column
as one number, and 128 more each: processors multiply four unsigned by four signed bytes and add the
products to a sum. The sums of the rows of a, 128 times, are taken off in the end. Everything is
exact but for multiples of 2^32.
"""

from __future__ import annotations

import ctypes
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from ..lowering.fusions_to_loops.products.panels import Panels
from ..lowering.fusions_to_loops.products.words import BYTE_PRODUCT, WORDS
from .engine import functions_of
from .image import Linked
from .processor import features
from .product_tiles import words_of
from .store import default_store
from .stored_text import stored

DEPTH, COLUMNS = 1024, 512
"""How many rows and columns of b are used for all rows of a: half of a cache."""
_TEXT = Path(__file__).with_suffix(".mlir")


class ByteTiles(NamedTuple):
    """What fits the registers of a processor, and how it multiplies bytes."""

    lanes: int
    rows: int
    """Of a tile with two vectors in a row."""
    adds_fours: bool
    """Whether there is an instruction for four products and their sum, not for two only."""


KINDS = (
    (ByteTiles(16, 12, adds_fours=True), {"avx512f", "avx512bw", "avx512vl", "avx512_vnni"}),
    (ByteTiles(16, 8, adds_fours=False), {"avx512f", "avx512bw", "avx512vl"}),
    (ByteTiles(8, 6, adds_fours=True), {"avx2", "avx_vnni"}),
    (ByteTiles(8, 4, adds_fours=False), {"avx2"}),
)
"""The best one first, each with what it needs."""


def tiles() -> ByteTiles | None:
    """Those of this machine; None where it has none, or the system does not tell."""
    return next((kind for kind, needed in KINDS if needed <= features()), None)


def panels() -> Panels | None:
    """In which right sides of products are read in line, on this machine."""
    fitting = tiles()
    return None if fitting is None else Panels(2 * fitting.lanes, DEPTH, 4)


@cache
def routines() -> dict[str, int]:
    """The address of the function by the name that code calls; none where there is none."""
    fitting = tiles()
    return {} if fitting is None else {BYTE_PRODUCT: linked(fitting)[0]}


@cache
def linked(sizes: ByteTiles) -> tuple[int, Linked]:
    """The address of `@product`, and the code, which must be kept as long as it is called."""
    text, found = partial(product_text, sizes), ctypes.c_int64()
    code = stored(f"product of bytes {sizes}", text, default_store(), inline=True)
    cell = (ctypes.c_void_p * 1)(ctypes.addressof(found))
    functions_of(code.address("address"))[0](ctypes.addressof(cell))
    return found.value, code


def product_text(sizes: ByteTiles) -> str:
    """The module; `@address` gives that of `@product`."""
    values = {
        "NAMED_WORDS": "\n".join(words_of(WORDS)),
        "LANES": sizes.lanes,
        "BYTES": 4 * sizes.lanes,
        "PANEL": 2 * sizes.lanes,
        "LINE": 8 * sizes.lanes,
        "DEPTH": DEPTH,
        "COLUMNS": COLUMNS,
        "ROWS": sizes.rows,
    }
    comment, begin, text = _TEXT.read_text(encoding="utf-8").partition("\nfunc.func")
    for name, value in values.items():
        text = text.replace(name, str(value))
    made = [*_dot(sizes), *_line(sizes.lanes), *_choice(sizes)]
    for rows in range(1, sizes.rows + 1):
        for vectors in (1, 2):
            made += _tile(rows, vectors, sizes)
    return "\n".join([comment + begin + text, *made])


def _intrinsic(name: str, operands: str, types: str, result: str, count: int) -> str:
    """A call of one of LLVM's."""
    given = f'intrin = "{name}", fastmathFlags = #llvm.fastmath<none>'
    sizes = f"op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: {count}, 0>"
    return f'"llvm.call_intrinsic"({operands}) <{{{given}, {sizes}}}> : ({types}) -> {result}'


def _dot(sizes: ByteTiles) -> list[str]:
    """`@dot`."""
    lanes, bits = sizes.lanes, 32 * sizes.lanes
    sums, bytes_ = f"vector<{lanes}xi32>", f"vector<{4 * lanes}xi8>"
    head = f"func.func private @dot(%s: {sums}, %u: {bytes_}, %i: {bytes_}) -> {sums} {{"
    if sizes.adds_fours:
        name = f"llvm.x86.avx512.vpdpbusd.{bits}"
        call = _intrinsic(name, "%s, %u, %i", f"{sums}, {bytes_}, {bytes_}", sums, 3)
        return [head, f"  %r = {call}", f"  return %r : {sums}", "}"]
    halves = f"vector<{2 * lanes}xi16>"
    name = "llvm.x86.avx512.pmaddw.d.512" if lanes == 16 else "llvm.x86.avx2.pmadd.wd"
    lines = [
        head,
        f"  %eight = arith.constant dense<8> : {halves}",
        f"  %low = arith.constant dense<255> : {halves}",
        f"  %uw = llvm.bitcast %u : {bytes_} to {halves}",
        f"  %iw = llvm.bitcast %i : {bytes_} to {halves}",
        f"  %u0 = arith.andi %uw, %low : {halves}",
        f"  %u1 = arith.shrui %uw, %eight : {halves}",
        f"  %up = arith.shli %iw, %eight : {halves}",
        f"  %i0 = arith.shrsi %up, %eight : {halves}",
        f"  %i1 = arith.shrsi %iw, %eight : {halves}",
    ]
    for place in (0, 1):
        call = _intrinsic(name, f"%u{place}, %i{place}", f"{halves}, {halves}", sums, 2)
        before = "%s" if place == 0 else "%r0"
        lines.append(f"  %d{place} = {call}")
        lines.append(f"  %r{place} = arith.addi {before}, %d{place} : {sums}")
    return [*lines, f"  return %r1 : {sums}", "}"]


def _line(lanes: int) -> list[str]:
    """`@line`: the bytes of four rows of two vectors by turns."""
    type_, pair = f"vector<{lanes}xi8>", f"vector<{2 * lanes}xi8>"
    whole = f"vector<{4 * lanes}xi8>"
    twos = [lanes * (i % 2) + i // 2 for i in range(2 * lanes)]
    fours = [2 * lanes * (i // 2 % 2) + i // 4 * 2 + i % 2 for i in range(4 * lanes)]
    lines = [
        "func.func private @line(%b: !llvm.ptr, %bk: i64, %to: !llvm.ptr) {",
        f"  %top = arith.constant dense<-128> : {whole}",
        _moved("r0", "b", 0, "i8"),
        *(_moved(f"r{i}", f"r{i - 1}", "%bk", "i8") for i in range(1, 4)),
    ]
    for v in range(2):
        for i in range(4):
            lines.append(_moved(f"p{i}_{v}", f"r{i}", v * lanes, "i8"))
            lines.append(_load(f"x{i}_{v}", f"p{i}_{v}", type_))
        for name, first in (("low", 0), ("high", 2)):
            both = f"%x{first}_{v}, %x{first + 1}_{v}"
            lines.append(f"  %{name}{v} = vector.shuffle {both} {twos} : {type_}, {type_}")
        lines.append(f"  %all{v} = vector.shuffle %low{v}, %high{v} {fours} : {pair}, {pair}")
        lines.append(f"  %y{v} = arith.xori %all{v}, %top : {whole}")
        lines.append(_moved(f"q{v}", "to", 4 * lanes * v, "i8"))
        lines.append(f"  llvm.store %y{v}, %q{v} {{alignment = 1 : i64}} : {whole}, !llvm.ptr")
    return [*lines, "  return", "}"]


def _moved(name: str, base: str, offset: object, type_: str) -> str:
    """The address `%name`, so many elements after `%base`."""
    types = "!llvm.ptr, i64" if str(offset).startswith("%") else "!llvm.ptr"
    return f"  %{name} = llvm.getelementptr %{base}[{offset}] : ({types}) -> !llvm.ptr, {type_}"


def _load(name: str, address: str, type_: str, align: int = 1) -> str:
    return f"  %{name} = llvm.load %{address} {{alignment = {align} : i64}} : !llvm.ptr -> {type_}"


_PARAMETERS = (
    *(("a", "!llvm.ptr"), ("am", "i64"), ("b", "!llvm.ptr"), ("c", "!llvm.ptr"), ("cm", "i64")),
    *(("k", "i64"), ("w", "i64"), ("add", "i1"), ("sums", "!llvm.ptr")),
)
_DECLARED = ", ".join(f"%{name}: {type_}" for name, type_ in _PARAMETERS)


def _choice(sizes: ByteTiles) -> list[str]:
    """`@tile`."""
    names = ", ".join(f"%{name}" for name, _ in _PARAMETERS)
    types = ", ".join(type_ for _, type_ in _PARAMETERS)
    lines = [
        f"func.func private @tile(%rows: i64, {_DECLARED}) attributes {{no_inline}} {{",
        f"  %lanes = arith.constant {sizes.lanes} : i64",
        "  %x = arith.index_cast %rows : i64 to index",
        "  %two = arith.cmpi sgt, %w, %lanes : i64",
        "  scf.if %two {",
    ]
    for vectors, after in ((2, "  } else {"), (1, "  }")):
        lines.append("  scf.index_switch %x")
        for rows in range(1, sizes.rows + 1):
            case = f"case {rows}" if rows < sizes.rows else "default"
            call = f"func.call @tile_{rows}_{vectors}({names}) : ({types}) -> ()"
            lines += [f"  {case} {{", f"    {call}", "    scf.yield", "  }"]
        lines.append(after)
    return [*lines, "  return", "}"]


def _tile(rows: int, vectors: int, sizes: ByteTiles) -> list[str]:
    """`@tile_R_V`."""
    lanes = sizes.lanes
    type_ = f"vector<{lanes}xi32>"
    sums = [f"{r}_{v}" for r in range(rows) for v in range(vectors)]
    types = ", ".join([type_] * len(sums) + ["!llvm.ptr"])
    begins = ", ".join([*(f"%s{name} = %zero" for name in sums), "%p = %b"])
    lines = [
        f"func.func private @tile_{rows}_{vectors}({_DECLARED}) {{",
        "  %c0 = arith.constant 0 : i64",
        "  %c1 = arith.constant 1 : i64",
        "  %four = arith.constant 4 : i64",
        f"  %zero = arith.constant dense<0> : {type_}",
        "  %rest = arith.remui %k, %four : i64",
        "  %whole = arith.subi %k, %rest : i64",
        _moved("a0", "a", 0, "i8"),
        *(_moved(f"a{r}", f"a{r - 1}", "%am", "i8") for r in range(1, rows)),
        f"  %r:{len(sums) + 1} = scf.for %i = %c0 to %whole step %four iter_args({begins})"
        f" -> ({types}) : i64 {{",
    ]
    for r in range(rows):
        lines += [_moved(f"q{r}", f"a{r}", "%i", "i8"), _load(f"x{r}", f"q{r}", "i32")]
    lines += _step(rows, vectors, lanes)
    lines.append(f"  scf.yield {', '.join(f'%t{name}' for name in sums)}, %tp : {types}")
    lines.append("  }")
    # the last rows of b, fewer than four: the others are multiplied by 0
    given = ", ".join(f"%r#{i}" for i in range(len(sums)))
    kept = ", ".join([type_] * len(sums))
    lines += [
        "  %some = arith.cmpi sgt, %rest, %c0 : i64",
        f"  %e:{len(sums)} = scf.if %some -> ({kept}) {{",
    ]
    for r in range(rows):
        lines.append(_moved(f"q{r}", f"a{r}", "%whole", "i8"))
        lines.append(f"  %x{r} = func.call @few(%q{r}, %rest) : (!llvm.ptr, i64) -> i32")
    lines += [f"  %s{name} = arith.addi %r#{i}, %zero : {type_}" for i, name in enumerate(sums)]
    lines.append(_moved("p", f"r#{len(sums)}", 0, "i8"))
    lines += _step(rows, vectors, lanes)
    lines.append(f"  scf.yield {', '.join(f'%t{name}' for name in sums)} : {kept}")
    lines += ["  } else {", f"  scf.yield {given} : {kept}", "  }"]
    return [*lines, *_ended(rows, vectors, lanes), "  return", "}"]


def _step(rows: int, vectors: int, lanes: int) -> list[str]:
    """Four products for each element of a tile."""
    type_, whole, lines = f"vector<{lanes}xi32>", f"vector<{4 * lanes}xi8>", list[str]()
    for v in range(vectors):
        lines += [_moved(f"g{v}", "p", 4 * lanes * v, "i8"), _load(f"b{v}", f"g{v}", whole)]
    for r in range(rows):
        lines.append(f"  %y{r} = vector.broadcast %x{r} : i32 to {type_}")
        lines.append(f"  %z{r} = llvm.bitcast %y{r} : {type_} to {whole}")
        for v in range(vectors):
            call = (
                f"func.call @dot(%s{r}_{v}, %b{v}, %z{r}) : ({type_}, {whole}, {whole}) -> {type_}"
            )
            lines.append(f"  %t{r}_{v} = {call}")
    return [*lines, _moved("tp", "p", 8 * lanes, "i8")]


def _ended(rows: int, vectors: int, lanes: int) -> list[str]:
    """The sums go to c, or are added to what is there, in the columns that there are."""
    type_, lines = f"vector<{lanes}xi32>", list[str]()
    for v in range(vectors):
        lines.append(f"  %o{v} = arith.constant {v * lanes} : i64")
        lines.append(f"  %w{v} = arith.subi %w, %o{v} : i64")
        lines.append(f"  %m{v} = func.call @mask(%w{v}) : (i64) -> vector<{lanes}xi1>")
    lines.append(_moved("d0", "c", 0, "i32"))
    for r in range(rows):
        if r:
            lines.append(_moved(f"d{r}", f"d{r - 1}", "%cm", "i32"))
        lines += [_moved(f"h{r}", "sums", r, "i32"), _load(f"k{r}", f"h{r}", "i32", 4)]
        lines.append(f"  %l{r} = vector.broadcast %k{r} : i32 to {type_}")
        for v in range(vectors):
            name = f"{r}_{v}"
            masks = f"vector<{lanes}xi1>"
            lines += [
                _moved(f"e{name}", f"d{r}", v * lanes, "i32"),
                f"  %u{name} = arith.subi %e#{r * vectors + v}, %l{r} : {type_}",
                f"  %f{name} = scf.if %add -> ({type_}) {{",
                f"    %old = llvm.intr.masked.load %e{name}, %m{v}, %zero {{alignment = 4 : i32}} :"
                f" (!llvm.ptr, {masks}, {type_}) -> {type_}",
                f"    %sum = arith.addi %old, %u{name} : {type_}",
                f"    scf.yield %sum : {type_}",
                "  } else {",
                f"    scf.yield %u{name} : {type_}",
                "  }",
                f"  llvm.intr.masked.store %f{name}, %e{name}, %m{v} {{alignment = 4 : i32}} :"
                f" {type_}, {masks} into !llvm.ptr",
            ]
    return lines

"""What tiles of products ask for before they need it, in MLIR.

A processor waits for few lines of memory at a time, so that much that is asked for at once keeps
the tile from its own lines: rows are asked for one after another while a tile is summed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def at(name: str, base: str, offset: object) -> str:
    """The address `%name`, so many floats after `%base`."""
    types = "!llvm.ptr, i64" if str(offset).startswith("%") else "!llvm.ptr"
    return f"  %{name} = llvm.getelementptr %{base}[{offset}] : ({types}) -> !llvm.ptr, f32"


FIRST, SECOND = 3, 2
"""The caches, as prefetches name them."""


def asked(address: str, places: Iterable[int], write: int = 0, cache: int = SECOND) -> list[str]:
    """Asks for the floats at `places` after `%address`; there need be none."""
    lines = list[str]()
    for place in places:
        hints = f"rw = {write} : i32, hint = {cache} : i32, cache = 1 : i32"
        lines.append(at(f"{address}_{place}", address, place))
        lines.append(
            f'  "llvm.intr.prefetch"(%{address}_{place}) <{{{hints}}}> : (!llvm.ptr) -> ()'
        )
    return lines


def asked_at_times(places: Sequence[int], coming: Sequence[int]) -> list[str]:
    """Asks for `coming` after `%n`, for `places` in a row of c after `%e` and after `%s`, and goes
    on to the next rows; where more than `places` come, only if `%n` moves.
    """
    more = asked("n", coming)
    if len(coming) > len(places):
        more = ["  %moves = arith.cmpi ne, %nk, %c0 : i64", "  scf.if %moves {", *more, "  }"]
    return [
        *more,
        *asked("e", places, 1, FIRST),
        *asked("s", places, 0, FIRST),
        at("nn", "n", "%nk"),
        "  %down = arith.cmpi slt, %h, %last : i64",
        "  %e_row = arith.select %down, %cm, %c0 : i64",
        "  %s_row = arith.select %down, %sm, %c0 : i64",
        at("en", "e", "%e_row"),
        at("sn", "s", "%s_row"),
    ]

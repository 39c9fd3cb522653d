"""Object files of x86-64 in ELF, as LLVM writes them, to images.

The format is that of the System V ABI, its relocations those of the supplement for AMD64, table
4.9.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from .image import Image

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_RELOCATION = struct.Struct("<QQq")
_X86_64, _RELOCATABLE, _LITTLE_64 = 62, 1, b"\x7fELF\x02\x01\x01"
_SYMBOLS, _RELOCATIONS, _ZEROS, _INIT_ARRAY = 2, 4, 8, 14
_WRITE, _ALLOCATE, _THREAD = 1, 2, 1 << 10
_ABSOLUTE, _RELATIVE = 1, 24
_RELATIVE_32 = (2, 4)
_UNWIND = ".eh_frame"


class UnsupportedObjectError(ValueError):
    """An object file that is not of the kind that is read here; says what is not."""


@dataclass(frozen=True, slots=True)
class _Section:
    name: str
    kind: int
    flags: int
    data: bytes
    size: int
    link: int
    info: int
    alignment: int


def image_of(data: bytes) -> Image:
    """The code in an object file.

    Raises UnsupportedObjectError for another format, another machine, or memory that is written.
    """
    try:
        return _ObjectReader(data).image()
    except (struct.error, IndexError, UnicodeDecodeError) as error:
        raise UnsupportedObjectError(f"the object file is damaged: {error}") from error


class _ObjectReader:
    def __init__(self, data: bytes):
        header = _HEADER.unpack_from(data)
        if header[0][:7] != _LITTLE_64 or header[1:3] != (_RELOCATABLE, _X86_64):
            raise UnsupportedObjectError("not an object file of x86-64")
        start, count, names = header[6], header[12], header[13]
        raw = [_SECTION.unpack_from(data, start + _SECTION.size * i) for i in range(count)]
        text = data[raw[names][4] : raw[names][4] + raw[names][5]]
        self.sections = [
            _Section(
                _name(text, r[0]),
                r[1],
                r[2],
                bytes(r[5]) if r[1] == _ZEROS else data[r[4] : r[4] + r[5]],
                *(r[5], r[6], r[7], r[8]),
            )
            for r in raw
        ]
        self.places = dict[int, int]()
        """Where each section lies in the image."""

    def image(self) -> Image:
        data = bytearray()
        for number, section in enumerate(self.sections):
            if not section.flags & _ALLOCATE or section.name == _UNWIND or not section.size:
                continue
            relro = section.name.startswith((".data.rel.ro", ".ldata.rel.ro"))
            if section.flags & _THREAD or section.kind == _INIT_ARRAY:
                raise UnsupportedObjectError(f"a section {section.name}")
            if section.flags & _WRITE and not relro:
                raise UnsupportedObjectError(f"memory that is written: {section.name}")
            data += bytes(-len(data) % max(section.alignment, 64))
            self.places[number] = len(data)
            data += section.data
        (table,) = (s for s in self.sections if s.kind == _SYMBOLS)
        symbols = self._symbols(table)
        absolute, outside = list[tuple[int, int]](), list[tuple[int, str, int]]()
        for section in self.sections:
            if section.kind == _RELOCATIONS and section.info in self.places:
                self._relocate(section, symbols, data, absolute, outside)
        offsets = {name: place for name, place in symbols if name and place is not None}
        return Image(bytes(data), absolute, outside, offsets)

    def _symbols(self, table: _Section) -> list[tuple[str, int | None]]:
        """The name of each symbol, and its place in the image; None elsewhere."""
        text = self.sections[table.link].data
        found = list[tuple[str, int | None]]()
        for entry in _SYMBOL.iter_unpack(table.data):
            base = self.places.get(entry[3])
            found.append((_name(text, entry[0]), None if base is None else base + entry[4]))
        return found

    def _relocate(
        self,
        section: _Section,
        symbols: Sequence[tuple[str, int | None]],
        data: bytearray,
        absolute: list[tuple[int, int]],
        outside: list[tuple[int, str, int]],
    ) -> None:
        entries = cast("Iterable[tuple[int, int, int]]", _RELOCATION.iter_unpack(section.data))
        for offset, info, addend in entries:
            place, kind = self.places[section.info] + offset, info & 0xFFFFFFFF
            name, target = symbols[info >> 32]
            if kind == _ABSOLUTE and target is not None:
                absolute.append((place, target + addend))
            elif kind == _ABSOLUTE and name:
                outside.append((place, name, addend))
            elif kind == _RELATIVE and target is not None:
                struct.pack_into("<q", data, place, target + addend - place)
            elif kind in _RELATIVE_32 and target is not None:
                struct.pack_into("<i", data, place, target + addend - place)
            else:
                raise UnsupportedObjectError(
                    f"a relocation of type {kind} to {name or 'a section'}"
                )


def _name(text: bytes, start: int) -> str:
    return text[start : text.index(b"\0", start)].decode()

"""Programs of the FileCheck tests with small faults: another size, type, operand, op, line or word."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

PROGRAMS = Path(__file__).parents[1] / "filecheck"
LONGEST = 20_000
"""Programs of more characters than this are left out."""
ELEMENTS = ("f32", "i32", "i64", "i1", "f16", "bf16", "f64", "index", "i8", "ui8", "complex<f32>")
NUMBERS = ("0", "1", "2", "3", "-1", "5", "7", "-2", "4", str(2**63 - 1), str(-(2**63)))
TYPES = ("tensor<*xf32>", "tensor<f32>", "tensor<?xi32>", "tensor<0xf32>", "index")

TENSOR = re.compile(r"tensor<[^<>]*>")
SIZE = re.compile(r"(?<=[<x])(\d+|\?)(?=x)")
ELEMENT = re.compile(
    r"(?<![\w%@])(?:f32|i32|i64|i1|f16|bf16|f64|index|i8)\b|(?<=\dx)(?:f32|i32|i1)\b"
)
NUMBER = re.compile(r"(?<=[<\[ =])-?\d+(?=[,\]> ])")
VALUE = re.compile(r"%[\w#]+")
OP = re.compile(r'"?\b[a-z_]+\.[\w.]+"?')
WORD = re.compile(rf"{VALUE.pattern}|@\w+|{OP.pattern}|-?\d+|\w+|\S")


@cache
def programs() -> Sequence[tuple[str, str]]:
    """The parts of the files that hold a function, each with the passes that its file is run with."""
    found = list[tuple[str, str]]()
    for path in sorted(PROGRAMS.rglob("*.mlir")):
        text = path.read_text()
        named = re.search(r"RUN:.* -p[ =]([\w,-]+)(?:\s|$)", text)
        passes = named.group(1) if named else "tieshape"
        lines = [line for line in text.splitlines() if not re.match(r"\s*//(?! -----)", line)]
        parts = re.split(r"^// -----.*$", "\n".join(lines), flags=re.MULTILINE)
        found += [(part, passes) for part in parts if "func" in part and len(part) < LONGEST]
    return found


def mutated(rng: random.Random) -> tuple[str, str]:
    """A program with one to three faults, and passes to run on it."""
    text, passes = rng.choice(programs())
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = rng.choice(MUTATIONS)(rng, text)
    return text, rng.choice((passes, "tieshape"))


def _replaced(pattern: re.Pattern[str], by: Sequence[str]) -> Callable[[random.Random, str], str]:
    """One place of `pattern` has one of `by`; without any, what is at another such place."""

    def mutate(rng: random.Random, text: str) -> str:
        places = list(pattern.finditer(text))
        if not places:
            return text
        place = rng.choice(places)
        new = rng.choice(by) if by else rng.choice(places).group()
        return text[: place.start()] + new + text[place.end() :]

    return mutate


def _other_type(rng: random.Random, text: str) -> str:
    """A type, wherever it stands, has another element type, size or rank."""
    found = TENSOR.findall(text)
    if not found:
        return text
    old = rng.choice(found)
    *sizes, element = old[len("tensor<") : -1].split("x")
    kind = rng.random()
    if kind < 0.3:
        element = rng.choice(ELEMENTS[:-1])
    elif kind < 0.7 and sizes:
        sizes[rng.randrange(len(sizes))] = rng.choice(("?", "1", "0", "2", "3", "4", "7"))
    elif kind < 0.9:
        sizes = sizes[1:] if kind < 0.8 else [rng.choice(("?", "1", "2")), *sizes]
    else:
        sizes = ["*"]
    return text.replace(old, f"tensor<{'x'.join((*sizes, element))}>")


def _other_lines(rng: random.Random, text: str) -> str:
    """A line is left out, is there twice, or changes places with another one."""
    lines = text.split("\n")
    first, second = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.random()
    if kind < 0.4:
        del lines[first]
    elif kind < 0.7:
        lines.insert(second, lines[first])
    else:
        lines[first], lines[second] = lines[second], lines[first]
    return "\n".join(lines)


MUTATIONS = (
    *(_other_type, _other_type, _other_lines),
    *(_replaced(SIZE, ("?", *NUMBERS[:9])), _replaced(NUMBER, NUMBERS)),
    *(_replaced(ELEMENT, ELEMENTS), _replaced(TENSOR, TYPES), _replaced(TENSOR, ())),
    *(_replaced(VALUE, ()), _replaced(VALUE, ()), _replaced(OP, ())),
    *(_replaced(WORD, ()), _replaced(WORD, ("",))),
)

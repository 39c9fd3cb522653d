"""Files of facts and hints: names are the file's, and what is wrong in it is said."""

from itertools import product
from pathlib import Path

import pytest
from tieshape.passes.symbolize import SymbolizePass
from tieshape.symbolic import parse_predicate
from tieshape.text.module import parse_module, print_module
from tieshape.tools.runtime_provider import program
from xdsl.context import Context
from xdsl.utils.exceptions import PassFailedException

TEXT = """func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  func.return %x : tensor<?x?xf32>
}
"""


def symbolized(tmp_path: Path, facts: str = "", hints: str | None = None) -> str:
    file = tmp_path / "facts.toml"
    file.write_text(facts)
    module = parse_module(TEXT, "test.mlir")
    SymbolizePass(str(file), hints).apply(Context(), module)
    return print_module(module)


def test_names_of_the_file_are_the_symbols(tmp_path: Path):
    text = symbolized(
        tmp_path,
        'where = ["seq % 8 == 0"]\n[arguments.0]\nsizes = ["batch", "seq"]\nhint = [4, 128]\n'
        '[arguments.1]\nsizes = ["batch", "seq"]\n',
    )
    assert "%y: tensor<?x?xf32, [@batch, @seq]>" in text
    assert "sdim.symbol @seq {hint = 128 : i64}" in text
    assert "@S0" not in text


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ('[arguments.0]\nsize = ["n", "m"]', "arguments.0: unknown entry `size`; expected sizes"),
        ("[argument.0]", "unknown entry `argument`; expected where, arguments, likely"),
        ('[arguments.0]\nsizes = [true, ""]', "sizes: expected a list of strings or integers"),
        ("[arguments.0]\nhint = [true, 8]", "hint: expected a list of strings or integers"),
        ("[arguments.0]\nrank = true", "rank: expected a number of dimensions up to 64, got True"),
        (f"[arguments.0]\nhint = [{2**63}, 8]", f"hint: expected sizes up to {2**63 - 1}"),
        ('[arguments.0]\nsizes = [-3, ""]', "arguments.0.sizes: expected sizes >= 0"),
        (f'[arguments.0]\nsizes = [{2**63}, ""]', "arguments.0.sizes: expected sizes up to"),
        ('[arguments.0]\nsizes = ["n", ""]\n[likely]\nn = []', "likely.n: expected at least one"),
        (
            'where = ["m % 8 == 0"]\n[arguments.0]\nsizes = ["n", "m"]\nhint = [1, 127]',
            "the hint 127 for @m contradicts",
        ),
        (
            'where = ["n == m"]\n[arguments.0]\nsizes = ["n", "m"]\nhint = [1, 2]',
            "the hint 2 for @m contradicts",
        ),
    ],
)
def test_wrong_files(tmp_path: Path, facts: str, words: str):
    with pytest.raises(PassFailedException, match=words):
        symbolized(tmp_path, facts)


def test_an_argument_has_one_hint(tmp_path: Path):
    with pytest.raises(PassFailedException, match="argument `0` is given twice"):
        symbolized(tmp_path, hints="0=2x3,0=2x3")


def test_facts_are_stated_once(tmp_path: Path):
    """However often the pass is run."""
    file = tmp_path / "facts.toml"
    file.write_text('where = ["n % 8 == 0", "n <= m"]\n[arguments.0]\nsizes = ["n", "m"]\n')
    module = parse_module(TEXT, "test.mlir")
    SymbolizePass(str(file)).apply(Context(), module)
    once = print_module(module)
    SymbolizePass(str(file)).apply(Context(), module)
    assert print_module(module) == once
    assert once.count("sdim.divisible") == 1


DIVIDING = [
    ["a // b == 2", "b >= 1"],
    ["b != 0", "a % b == 0", "a <= 4"],
    ["b >= 1 and a % b == 0"],
    ["(a*b) // b == a", "b > a"],
    ["a % (b + 1) == 0", "a // max(b, 1) == 1"],
    ["a == a // b * b", "b == c", "c >= 1"],
]


@pytest.mark.parametrize("where", DIVIDING)
def test_what_divides_is_tested_in_each_call(where: list[str], tmp_path: Path) -> None:
    names = "".join(
        f'[arguments.{x}]\nsizes = ["{n}"]\n' for x, n in zip("xyz", "abc", strict=True)
    )
    (tmp_path / "sizes.toml").write_text(f"where = {where}\n{names}")
    arguments = ", ".join(f"%{x}: tensor<?xf32>" for x in "xyz")
    text = f"func.func @main({arguments}) -> tensor<?xf32> {{\n  func.return %x : tensor<?xf32>\n}}"
    artifact = program(text, "model.mlir", str(tmp_path / "sizes.toml")).compile(None)
    for sizes in product(range(5), repeat=3):
        found = artifact.check([(size,) for size in sizes])
        assert bool(found) == _holds(where, dict(zip("abc", sizes, strict=True))), sizes


def _holds(where: list[str], sizes: dict[str, int]) -> bool:
    try:
        return all(parse_predicate(text).holds(sizes) for text in where)
    except ZeroDivisionError:
        return False

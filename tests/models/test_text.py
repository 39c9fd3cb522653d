"""The text of real models is read, verified and printed stably, in pretty and in generic form."""

from pathlib import Path

import pytest
from tieshape.text.module import parse_module, print_module

ROOT = Path(__file__).parents[2]
MODELS = sorted((ROOT / "examples" / "models").glob("*/model.mlir"))
NAMES = {path.parent.name for path in MODELS}
MODELS += [
    path
    for path in sorted((ROOT.parent / "shared" / "models" / "tf").glob("*/model.mlir"))
    if path.parent.name not in NAMES
]


@pytest.mark.parametrize("generic", [False, True], ids=["pretty", "generic"])
@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.parent.name)
def test_printed_text_reads_back_the_same(path: Path, generic: bool) -> None:
    once = print_module(parse_module(path.read_text(), "model.mlir"), generic=generic)
    twice = print_module(parse_module(once, "printed.mlir"), generic=generic)
    assert once == twice
    assert once.count("\n") > 10

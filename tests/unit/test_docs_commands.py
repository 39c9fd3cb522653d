"""Every command line of README.md and docs is run: those of blocks, and those between backticks.

Where a line needs a framework that is not installed, it is held against the command's options
alone, and the test is skipped after that.
"""

import contextlib
import re
import shlex
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tieshape.runtime import load
from tieshape.text.usage_error import UsageError
from tieshape.tools import run, tieshape
from tieshape.tools.options import opt_parser

from .pages import COMMANDS, PAGES, ROOT, SUM

PRODUCT = """
func.func @main(%x: tensor<?x8xf32>, %w: tensor<8x?xf32>) -> tensor<?x?xf32> {
  %0 = "tf.MatMul"(%x, %w) : (tensor<?x8xf32>, tensor<8x?xf32>) -> tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}
"""
FRAGMENTS = {
    "tieshape-opt -p",  # the driver with any pipeline
    "tieshape-run --native",  # as in the line with its files
    "tieshape-run --no-value-checks",
    "tieshape artifact 2",  # the first line of a file
    "tieshape compile",
    "tieshape compile --no-value-checks",
}
"""Between backticks, but no whole command."""

NEEDS = {
    ".onnx": ("onnx",),
    ".pt2": ("torch", "onnxscript", "onnx"),
    ".jax": ("jax",),
    ".keras": ("tensorflow",),
    "--native": ("torch_mlir",),
    "--print-completion": ("shtab",),
}


def commands_of(text: str) -> Iterator[str]:
    """The command lines of a page, as they are written."""
    fenced = "".join(re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    rest = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    indented = "".join(re.findall(r"^    (\S.*\n)", rest, re.MULTILINE))
    for line in (fenced + indented).splitlines():
        line = re.sub(r"\s+#.*", "", line).removeprefix("! ")
        if line.partition(" ")[0] in COMMANDS:
            yield line
    rest = re.sub(r"^    .*$", "", rest, flags=re.MULTILINE)
    for span in re.findall(r"`([^`]+)`", rest):
        line = " ".join(span.split())
        if line.partition(" ")[0] in COMMANDS and " " in line and line not in FRAGMENTS:
            yield line


def all_commands() -> list[Any]:
    return [
        pytest.param(line, id=f"{page.stem}: {line}")
        for page in PAGES
        if page.stem != "tutorial"  # in order, in test_docs.py
        for line in dict.fromkeys(commands_of(page.read_text()))
    ]


def spelled_out(line: str) -> Iterator[str]:
    """`line` once for each choice that its brackets offer, and for what stands for a model."""
    line = re.sub(r" (…|\.\.\.) ", " model.mlir -p tieshape ", line)
    line = line.replace("-p tieshape -p tieshape", "-p tieshape")
    optional = re.findall(r" \[([^\]]*)\]", line)
    base = re.sub(r" \[[^\]]*\]", "", line)
    choices = [""]
    for words in optional:
        option, _, values = words.partition(" ")
        choices += [f" {option} {value}" for value in values.split("|")]
    for more in choices:
        yield named(base + more)


def named(line: str) -> str:
    """`line` with the names of files that are there."""
    for name, file in {
        "MODEL.mlir": "model.mlir",
        "MODEL.tie": "model.tie",
        "MODEL.onnx": "model.onnx",
        "OUT.mlir": "lowered.mlir",
        "FILE.json": "report.json",
        "FILE.toml": "sizes.toml",
        "--facts F": "--facts sizes.toml",
        "--hints HINTS": "--hints x=2x3,y=1x3",
        "--hints H": "--hints x=2x3,y=1x3",
        "-o FILE": "-o written",
        "x=2x8,skip=1x8": "x=2x3,y=1x3",  # of the model that the README shows
        "x=2x8 skip=1x8": "x=2x3 y=1x3",
        "--run-reproducer FILE": "--run-reproducer reproducer.mlir",
    }.items():
        line = line.replace(name, file)
    return re.sub(r"\bMODEL\b", "product.mlir" if "shard" in line else "model.mlir", line)


def parts(line: str) -> list[list[str]]:
    return [shlex.split(part) for part in line.split(" && ")]


def call(line: str) -> int:
    """The exit code of the commands of a line, joined by &&."""
    code = 0
    for name, *words in parts(line):
        with contextlib.suppress(SystemExit):
            code = COMMANDS[name](words)
        if code:
            break
    return code


def parses(line: str) -> None:
    """Holds a line against the options of its commands; UsageError where they do not take it."""
    for name, *words in parts(line):
        if "--print-completion" in words:
            continue  # prints while it is parsed
        if name == "tieshape-opt":
            opt_parser((), ()).parse_args(words)
        elif name == "tieshape-run" or words[:1] == ["run"]:
            run._parser().parse_args(words[words[:1] == ["run"] :])
        else:
            tieshape._parser(words).parse_args(words)


def missing(line: str) -> list[str]:
    needed = [name for mark, names in NEEDS.items() if mark in line for name in names]
    needed += ["tensorflow"] if "import folder" in line else []
    return [name for name in dict.fromkeys(needed) if find_spec(name) is None]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the pages name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model.mlir").write_text(SUM)
    (tmp_path / "product.mlir").write_text(PRODUCT)
    example = tmp_path / "examples" / "add_softmax.mlir"
    example.parent.mkdir()
    example.write_text((ROOT / "examples" / "add_softmax.mlir").read_text())
    x, y = np.ones((2, 3), np.float32), np.ones((1, 3), np.float32)
    np.savez(tmp_path / "ref.npz", in_0=x, in_1=y, out_0=x + y)
    (tmp_path / "sizes.toml").write_text('[arguments.x]\nsizes = ["rows", "columns"]\n')
    assert call("tieshape compile model.mlir -o model.tie") == 0
    assert call("tieshape-opt model.mlir -p tieshape -o lowered.mlir") == 0
    return tmp_path


def write_onnx(*paths: str) -> None:
    from onnx import parser, save

    text = """<ir_version: 9, opset_import: ["" : 20]>
graph (float[b, c] x, float[d, c] y) => (float[e, c] z) { z = Add(x, y) }"""
    for path in paths:
        save(parser.parse_model(text), path)


def write_torch(*paths: str) -> None:
    import torch

    class Sum(torch.nn.Module):
        def forward(self, x: Any, y: Any) -> Any:
            return x + y

    rows = {0: torch.export.Dim("rows")}
    values = (torch.ones(3, 4), torch.ones(3, 4))
    program = torch.export.export(Sum(), values, dynamic_shapes=(rows, rows))
    for path in paths:
        torch.export.save(program, path)


def write_jax(*paths: str) -> None:
    text = (ROOT / "README.md").read_text()
    (code,) = re.findall(r'^    python -c "(.*)"$', text, re.MULTILINE)
    exec(code, {})
    for path in paths:
        Path(path).write_bytes(Path("m.jax").read_bytes())


def write_keras(*paths: str) -> None:
    import tensorflow as tf

    x = tf.keras.Input((None, 4))
    model = tf.keras.Model(x, tf.keras.layers.Dense(3)(x))
    for path in paths:
        model.save(path)
    model.export("folder", verbose=False)


def prepare(line: str) -> None:
    """Writes what `line` reads besides the folder's files."""
    for mark, write in (
        (".onnx", write_onnx),
        (".pt2", write_torch),
        (".jax", write_jax),
        (".keras", write_keras),
    ):
        if mark in line:
            write(*sorted({word for word in shlex.split(line) if word.endswith(mark)}))
    if "reproducer" in line:
        failing = "tieshape-opt model.mlir -p 'tieshape-strip{guards=none}'"
        assert call(f"{failing} --crash-reproducer=reproducer.mlir") == 1


@pytest.mark.parametrize("line", all_commands())
def test_a_command_of_the_pages_runs(line: str, folder: Path) -> None:
    lines = list(spelled_out(line))
    for each in lines:
        parses(each)
    if absent := missing(line):
        pytest.skip(f"its words are right; it is not run, as {', '.join(absent)} is not installed")
    for each in lines:
        prepare(each)
        # Nothing relates these sizes; what failed before fails again.
        negative = "explain" in each or "reproducer" in each
        assert call(each) == negative, each


def test_a_command_that_is_wrong_is_noticed() -> None:
    parses("tieshape compile m.onnx -o m.tie && tieshape check m.tie 3x4")
    for wrong in (
        "tieshape compile m.onnx --output-to m.tie",
        "tieshape compile m.onnx -o m.tie && tieshape chekc m.tie 3x4",
        "tieshape-run model.mlir --nativ --input=ref.npz",
        "tieshape-opt model.mlir --passes=tieshape --verify-survivals",
    ):
        with pytest.raises(UsageError):
            parses(wrong)


def test_commands_are_found_in_all_their_forms() -> None:
    page = (
        "Use `tieshape check\nm.tie 2x3`, `tieshape-opt -p` or\n\n"
        "    tieshape import a.onnx   # a comment\n    pip install x\n\n"
        "```sh\n! tieshape run m.tie\n```\n\n```mlir\n    tieshape not one\n```\n"
    )
    assert list(commands_of(page)) == [
        "tieshape run m.tie",
        "tieshape import a.onnx",
        "tieshape check m.tie 2x3",
    ]


def test_extras_of_the_pages_exist() -> None:
    text = "".join(page.read_text() for page in PAGES)
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named_extras = set(re.findall(r"tieshape\[([\w-]+)\]", text))
    assert {"jax", "onnx", "torch", "native"} <= named_extras
    assert named_extras <= set(declared["optional-dependencies"])


def rows_of_options() -> list[Any]:
    """The options in the first table of docs/driver.md, with passes in the place of A and B."""
    text = (ROOT / "docs" / "driver.md").read_text()
    (table,) = re.findall(r"^\| wanted.*?\n\n", text, re.MULTILINE | re.DOTALL)
    found = list[Any]()
    for span in re.findall(r"`(-[^`]*)`", table):
        words = re.sub(r"\bA\b", "cse", re.sub(r"\bB\b", "tieshape-strip", span))
        words = words.replace("option=value", "guards=drop").replace("PASS", "tieshape-strip")
        words = words.replace("FILE.toml", "sizes.toml").replace("=FILE", "=crash.mlir")
        words = words.replace("=MARK", "=//---").replace("x=2x3", "x=2x3,y=2x3")
        words = words.replace("y=2x3,y=1x3", "y=1x3")
        if words.endswith("crash-reproducer"):
            words += "=crash.mlir"
        if words == "--pass-pipeline":  # here the words after it speak of its value
            continue
        found.append(pytest.param(words, id=span))
    return found


@pytest.mark.parametrize("words", rows_of_options())
def test_options_of_the_driver_page(words: str, folder: Path) -> None:
    quoted = words if "'" in words else words.replace("{", "'{").replace("}", "}'")
    passes = " -p tieshape" if words.startswith(("--facts", "--hints")) else ""
    assert call(f"tieshape-opt model.mlir{passes} {quoted}") == 0


def test_the_facts_file_of_its_page(folder: Path) -> None:
    text = (ROOT / "docs" / "facts_file.md").read_text()
    (facts,) = re.findall(r"^```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    (folder / "sizes.toml").write_text(facts)
    program = SUM.replace("%x", "%token_ids").replace("%y", "%mask")
    (folder / "model.mlir").write_text(
        program.replace("%mask: tensor<?x?xf32>", "%mask: tensor<?x1xf32>").replace(
            "(tensor<?x?xf32>, tensor<?x?xf32>)", "(tensor<?x?xf32>, tensor<?x1xf32>)"
        )
    )
    assert call("tieshape compile model.mlir --facts sizes.toml -o model.tie") == 0
    assert load("model.tie").check([(4, 128), (4, 1)])
    assert call("tieshape check model.tie 4x127 4x1") == 1
    attributes = re.search(r"`(\{sdim\.sizes = [^`]*\})` on an argument, `(\{[^`]*\})`", text)
    assert attributes is not None
    given = SUM.replace("%x: tensor<?x?xf32>", f"%x: tensor<?x?xf32> {attributes[1]}").replace(
        "-> tensor<?x?xf32> {\n  %0", f"-> tensor<?x?xf32> attributes {attributes[2]} {{\n  %0"
    )
    (folder / "model.mlir").write_text(given)
    assert call("tieshape compile model.mlir -o model.tie") == 0
    assert call("tieshape check model.tie 4x127 4x127") == 1


def test_what_the_readme_prints_is_printed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """But for its comments, and for what it leaves out with an ellipsis."""
    text = (ROOT / "README.md").read_text()
    before, after = re.findall(r"^```mlir\n(.*?)^```", text, re.MULTILINE | re.DOTALL)[:2]
    example = (ROOT / "examples" / "add_softmax.mlir").read_text()
    assert before in example
    capsys.readouterr()
    assert call("tieshape-opt examples/add_softmax.mlir -p tieshape") == 0
    printed = iter([line.strip() for line in capsys.readouterr().out.splitlines()])
    for line in after.splitlines():
        line = re.sub(r"\s+//.*", "", line).strip()
        wanted, left_out, _ = line.partition(" …")
        if wanted and wanted != "…":
            same = str.startswith if left_out else str.__eq__
            assert any(same(found, wanted) for found in printed), line


def test_choices_of_a_synopsis_are_spelled_out() -> None:
    line = "tieshape export MODEL -o FILE [--to stablehlo|mhlo] [--facts F]"
    assert list(spelled_out(line)) == [
        f"tieshape export model.mlir -o written{more}"
        for more in ("", " --to stablehlo", " --to mhlo", " --facts sizes.toml")
    ]

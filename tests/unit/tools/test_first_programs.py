"""Programs that people tried first: each compiles, states what it should, and gives right numbers.

The programs are in `first_programs`, beside this file.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tieshape.runtime import Model
from tieshape.tools.tieshape import run

from .conftest import Driver

PROGRAMS = Path(__file__).with_name("first_programs")


def softmax(x: np.ndarray) -> np.ndarray:
    powers = np.exp(x - x.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def attention(q: np.ndarray, k: np.ndarray, mask: np.ndarray) -> np.ndarray:
    batch, rows = q.shape[:2]
    heads = [x.reshape(batch, rows, 4, 16).transpose(0, 2, 1, 3) for x in (q, k)]
    return softmax(heads[0] @ heads[1].transpose(0, 1, 3, 2) + mask)


EXPECTED: dict[str, Callable[..., np.ndarray]] = {
    "bounds": np.abs,
    "stablehlo_text": lambda a, b: np.tanh(a + b),
    "stablehlo_arguments": lambda a, b: np.tanh(a + b),
    "dense": lambda x, w, b: np.maximum(x @ w + b, 0),
    "attention": attention,
    "concatenate": lambda x, y, z: np.concatenate([x, y]) * np.concatenate([y, x]) - z,
    "add": np.add,
    "add_of_equals": np.add,
}
RIGHT = [
    ("bounds", [(8, 3)]),
    ("bounds", [(0, 70)]),
    ("stablehlo_text", [(3, 4)] * 2),
    ("stablehlo_arguments", [(3, 4)] * 2),
    ("dense", [(5, 16), (16, 4), (4,)]),
    ("dense", [(0, 16), (16, 4), (4,)]),
    ("attention", [(2, 3, 64), (2, 3, 64), (2, 1, 1, 3)]),
    ("attention", [(2, 3, 64), (2, 3, 64), (1, 1, 1, 1)]),
    ("concatenate", [(2, 8), (3, 8), (5, 8)]),
    ("concatenate", [(2, 8), (3, 8), (1, 8)]),
    ("concatenate", [(1, 8), (0, 8), (7, 8)]),
    ("add", [(2, 3), (2, 3)]),
    ("add", [(1, 3), (2, 1)]),
    ("add_of_equals", [(4,), (4,)]),
]
REFUSED = [
    ("bounds", [(9, 3)], "dimension 0 of argument 0 has the bound 8"),
    ("stablehlo_text", [(3, 4), (2, 4)], "b: size 0 must be 3 (S0), it is 2"),
    ("attention", [(2, 3, 64), (2, 3, 64), (3, 1, 1, 3)], "tf.AddV2 at "),
    ("attention", [(2, 3, 64), (2, 4, 64), (2, 1, 1, 3)], "tf.Reshape at "),
    ("concatenate", [(2, 8), (3, 8), (4, 8)], "tf.Sub at "),
    ("add", [(2, 3), (2, 2)], "tf.AddV2 at "),
    ("add_of_equals", [(4,), (1,)], "y: size 0 must be 4 (S0), it is 1"),
]


def arrays(shapes: list[tuple[int, ...]]) -> list[np.ndarray]:
    noise = np.random.default_rng(0)
    return [noise.standard_normal(shape, np.float32) for shape in shapes]


@pytest.fixture(scope="module")
def model() -> Callable[[str], Model]:
    models: dict[str, Model] = {}
    return lambda name: models.setdefault(name, Model(str(PROGRAMS / f"{name}.mlir")))


@pytest.mark.parametrize(("name", "shapes"), RIGHT)
def test_numbers_are_right(
    name: str, shapes: list[tuple[int, ...]], model: Callable[[str], Model]
) -> None:
    given = arrays(shapes)
    (result,) = model(name)(*given)
    expected = EXPECTED[name](*given)
    assert result.shape == expected.shape
    np.testing.assert_allclose(result, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(("name", "shapes", "words"), REFUSED)
def test_wrong_sizes_are_refused_in_words(
    name: str,
    shapes: list[tuple[int, ...]],
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    artifact = str(tmp_path / "m.tie")
    assert run(["compile", str(PROGRAMS / f"{name}.mlir"), "-o", artifact]) == 0
    texts = ["x".join(map(str, shape)) for shape in shapes]
    assert run(["check", artifact, *texts]) == 1
    assert words in capsys.readouterr().out


LAUNCHES = {
    "bounds": 1,
    "stablehlo_text": 1,
    "stablehlo_arguments": 1,
    "dense": 2,
    "attention": 3,
    "concatenate": 1,
    "add": 1,
    "add_of_equals": 1,
}


@pytest.mark.parametrize("name", LAUNCHES)
def test_a_program_becomes_few_launches(name: str, opt: Driver, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    outcome = opt(
        str(PROGRAMS / f"{name}.mlir"), "-p", "tieshape", "--strict", "--verify-survival",
        "--report", str(report), "--summary",
    )  # fmt: skip
    assert outcome.code == 0
    assert f"-> {LAUNCHES[name]}, bytes" in outcome.err
    assert json.loads(report.read_text())


def test_what_would_decide_is_said_in_a_line_of_facts(opt: Driver, tmp_path: Path) -> None:
    """The line that the summary gives, put into a facts file, leaves nothing undecided."""
    program = str(PROGRAMS / "attention.mlir")
    summary = opt(program, "-p", "tieshape", "--summary").err
    (line,) = re.findall(r"^undecided: (.*) \(.*\) would decide 2 broadcasts$", summary, re.M)
    facts = tmp_path / "facts.toml"
    facts.write_text(
        f'where = ["{line}"]\n[arguments.q]\nsizes = ["S0", "S1", ""]\n'
        '[arguments.mask]\nsizes = ["S4", "", "", "S5"]\n'
    )
    told = opt(program, "-p", "tieshape", "--summary", "--facts", str(facts)).err
    assert "undecided: " not in told
    assert "undecided 0\n" in told


def test_small_changes_of_a_program_do_not_change_its_text(opt: Driver) -> None:
    """A text of StableHLO on standard input, and what comes out once more."""
    text = (PROGRAMS / "stablehlo_text.mlir").read_text()
    first = opt("-p", "tieshape", stdin=text).out
    assert opt("-p", "tieshape", stdin=first).out == first


def many_additions(count: int) -> str:
    """`count` arguments of unknown sizes, added one after the other."""
    tensor = "tensor<?x?xf32>"
    names = ", ".join(f"%a{i}: {tensor}" for i in range(count))
    sums = [
        f'  %s{i} = "tf.AddV2"(%{f"s{i - 1}" if i > 1 else "a0"}, %a{i}) : '
        f"({tensor}, {tensor}) -> {tensor}"
        for i in range(1, count)
    ]
    last = f"  return %s{count - 1} : {tensor}"
    return "\n".join([f"func.func @main({names}) -> {tensor} {{", *sums, last, "}"])


def test_work_for_many_additions_grows_moderately(opt: Driver, work: Any) -> None:
    """Twice the arguments are at most four times the work, counted in calls of functions."""

    def cost(count: int) -> int:
        with work.counted():
            assert opt("-p", "tieshape", stdin=many_additions(count)).code == 0
        return work.calls

    cost(2)  # what is imported and filled once
    assert cost(14) <= 4 * cost(7)


def perceptron(w1: np.ndarray, b1: np.ndarray, w2: np.ndarray) -> str:
    """Two layers with their weights in the text, a residual and a softmax, for any batch."""

    def constant(name: str, array: np.ndarray) -> str:
        kind = f"tensor<{'x'.join(map(str, array.shape))}xf32>"
        data = array.tobytes().hex().upper()
        return f'  %{name} = "tf.Const"() {{value = dense<"0x{data}"> : {kind}}} : () -> {kind}'

    small, large = w1.shape
    x, h = f"tensor<?x{small}xf32>", f"tensor<?x{large}xf32>"
    return "\n".join(
        [
            f"func.func @main(%x: {x}) -> {x} {{",
            *map(constant, ("w1", "b1", "w2"), (w1, b1, w2)),
            f'  %0 = "tf.MatMul"(%x, %w1) : ({x}, tensor<{small}x{large}xf32>) -> {h}',
            f'  %1 = "tf.BiasAdd"(%0, %b1) : ({h}, tensor<{large}xf32>) -> {h}',
            f'  %2 = "tf.Relu"(%1) : ({h}) -> {h}',
            f'  %3 = "tf.MatMul"(%2, %w2) : ({h}, tensor<{large}x{small}xf32>) -> {x}',
            f'  %4 = "tf.AddV2"(%3, %x) : ({x}, {x}) -> {x}',
            f'  %5 = "tf.Softmax"(%4) : ({x}) -> {x}',
            f"  return %5 : {x}\n}}",
        ]
    )


def test_one_compilation_serves_every_batch(tmp_path: Path) -> None:
    w1, b1, w2 = arrays([(8, 32), (32,), (32, 8)])
    path = tmp_path / "mlp.mlir"
    path.write_text(perceptron(w1, b1, w2))
    model = Model(str(path))
    for batch in (1, 16, 512, 0):
        (x,) = arrays([(batch, 8)])
        expected = softmax(np.maximum(x @ w1 + b1, 0) @ w2 + x)
        np.testing.assert_allclose(model(x)[0], expected, rtol=1e-4, atol=1e-5)
    assert model.stats.compiles == 1

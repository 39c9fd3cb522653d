"""Names and facts of sizes, errors, and every command on an ONNX file."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

onnx: Any = pytest.importorskip(
    "onnx", reason="onnx is not installed; pip install 'tieshape[onnx]' brings it"
)

from tieshape.interop.onnx.dimensions import DimensionNames, SizeRange  # noqa: E402
from tieshape.interop.onnx.import_model import translated  # noqa: E402
from tieshape.interop.onnx.protobuf import of_proto  # noqa: E402
from tieshape.runtime import AssertGuardError, Model  # noqa: E402
from tieshape.text.diagnostics import DeclaredOtherwise, LocatedError  # noqa: E402
from tieshape.tools.tieshape import run  # noqa: E402

from tieshape import print_module  # noqa: E402

from .onnx_models import check, compiled, imported, model, numbers  # noqa: E402

ADD = "agraph (float[batch, seq] x, float[batch, 1] y) => (float[batch, seq] z) { z = Add(x, y) }"


def test_names_are_kept() -> None:
    text = print_module(imported(ADD))
    assert "sdim.symbol @batch" in text
    assert "func.func @main(%x: tensor<?x?xf32, [@batch, @seq]>" in text
    result = print_module(compiled(imported(ADD)))
    assert "-> tensor<?x?xf32, [@batch, @seq]>" in result


@pytest.mark.parametrize(
    ("shapes", "where"),
    [
        ([["2*d"], ["d"]], ["size_2_d == 2*d"]),
        ([["2*d"]], ["(size_2_d) % 2 == 0"]),
        ([["2*d"], ["3*d + 1"]], ["(size_2_d) % 2 == 0", "size_3_d_1 == 3*(size_2_d//2) + 1"]),
        ([["a", "b"], ["Max(a, b)"]], ["Max_a_b == max(a, b)"]),
        ([["what is this?"], ["what is this?"]], []),
        ([["a*b"]], []),
        ([["n", 4, None]], []),
    ],
)
def test_expressions_are_facts(shapes: list[list[str]], where: list[str]) -> None:
    assert list(DimensionNames(shapes).where) == where


def test_words_of_the_grammar_are_names_with_another_spelling() -> None:
    texts = ["in", "in_", "max", "batch size", "1x", "lambda", "S0"]
    names = [DimensionNames([texts]).name(text) for text in texts]
    assert names == ["in__1", "in_", "max_", "batch_size", "size_1x", "lambda_", "S0"]


def test_a_name_that_others_are_made_of_is_a_quotient() -> None:
    names = DimensionNames([["2*d"]])
    assert str(names.expression("3*d")) == "3*(size_2_d//2)"
    assert names.expression("3*e") is None


def test_a_derived_size_is_a_guard() -> None:
    body = "agraph (float[d] x, float[d2] y) => (float[n] z) { z = Concat <axis = 0> (x, y) }"
    proto = model(body)
    proto.graph.input[1].type.tensor_type.shape.dim[0].dim_param = "2*d"
    path = Path("derived.onnx")
    text = print_module(compiled(translated(of_proto(proto), str(path))))
    assert 'why = "size_2_d == 2*d"' in text


def test_ranges_and_derived_sizes_are_guards_after_export(tmp_path: Path) -> None:
    """The model itself refuses other sizes, so what is made of it must: nothing is an assumption."""
    proto = model("agraph (float[n] x) => (float[n] y) { y = Neg(x) }")
    proto.graph.input[0].type.tensor_type.shape.dim[0].dim_param = "8*s"
    ranges = [SizeRange("8*s", None, 80), SizeRange("s", 2, 10)]
    module = translated(of_proto(proto), "derived.onnx", ranges)
    (tmp_path / "model.mlir").write_text(print_module(module))
    out = tmp_path / "out.mlir"
    assert run(["export", str(tmp_path / "model.mlir"), "--for", "iree", "-o", str(out)]) == 0
    text = out.read_text()
    assert "cf.assert %" in text and '"size_8_s <= 80"' in text
    assert '"(size_8_s) % 8 == 0"' in text


def test_the_least_value_of_a_name_inside_expressions_is_none() -> None:
    """torch.export writes 2 for it where it was traced with more, and runs with 1."""
    inside, alone = DimensionNames([["8*s"]]), DimensionNames([["s"]])
    ranges = [SizeRange("s", 2, 10)]
    assert list(inside.facts_of(ranges)) == ["size_8_s//8 <= 10"]
    assert list(alone.facts_of(ranges)) == ["s >= 2", "s <= 10"]


ERRORS = {
    "agraph (float[N] x) => (float[N] y) { y = Frobnicate(x) }": (
        "model.onnx: error: node 1 (Frobnicate, opset 20): there is no translation for this operator"
    ),
    "agraph (string[N] x) => (string[N] y) { y = Identity(x) }": (
        "model.onnx: error: input 'x': elements of type string are not supported"
    ),
    "agraph (float[N, 3] x, float[4, M] y) => (float[N, M] z) { z = MatMul(x, y) }": (
        "model.onnx: error: node 1 (MatMul, opset 20): tf.BatchMatMulV2"
    ),
    "agraph (float[N] x) => (float[N] y) { y = Neg(z) }": (
        "model.onnx: error: the value 'z' is used before it is made"
    ),
    "agraph (float[N] x) => (float[N] y) { y = Softmax <axis = 3> (x) }": (
        "model.onnx: error: node 1 (Softmax, opset 20): axis 3 is out of range for rank 1"
    ),
}


def test_a_question_mark_is_no_name() -> None:
    proto = model("agraph (float[N, M] x) => (float[N, M] y) { y = Neg(x) }")
    for dimension in proto.graph.input[0].type.tensor_type.shape.dim:
        dimension.dim_param = "?"
    printed = print_module(translated(of_proto(proto), "model.onnx"))
    assert "sdim.symbol @S0" in printed
    assert "sdim.symbol @S1" in printed


@pytest.mark.parametrize(
    ("declared", "words"),
    [
        ("N, 4", "size 4 is declared for dimension 1, it is 3"),
        ("N", "rank 1 is declared, it has 2"),
    ],
)
def test_an_output_that_is_declared_otherwise_is_warned_of(declared: str, words: str) -> None:
    body = f"agraph (float[N, 3] x) => (float[{declared}] y) {{ y = Neg(x) }}"
    with pytest.warns(DeclaredOtherwise, match=f"^model.onnx: output 'y': {words}$"):
        check(body, (numbers(2, 3),))


@pytest.mark.parametrize("body", ERRORS)
def test_errors_name_the_node(body: str) -> None:
    from tieshape.text.diagnostics import one_line

    with pytest.raises(LocatedError) as raised:
        imported(body)
    assert one_line(raised.value).startswith(ERRORS[body])


def test_an_old_operator_set_is_taken_where_it_means_the_same() -> None:
    assert imported("agraph (float[N] x) => (float[N] y) { y = Elu(x) }", opset=6)
    assert imported("agraph (float[N] x) => (float[N] y) { y = Celu <alpha = 2.0> (x) }", opset=12)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "add.onnx"
    onnx.save(model(ADD), str(path))
    return path


def test_import_writes_text(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import", str(file)]) == 0
    shown = capsys.readouterr().out
    assert '"tf.AddV2"(%x, %y)' in shown
    assert run(["import", str(file), "-o", str(tmp_path / "add.mlir")]) == 0
    assert (tmp_path / "add.mlir").read_text() == shown


def test_commands_take_the_file(file: Path, tmp_path: Path) -> None:
    from tieshape.tools.opt import main

    inputs = {"in_0": numbers(2, 3), "in_1": numbers(2, 1)}
    np.savez(tmp_path / "ref.npz", **inputs, out_0=inputs["in_0"] + inputs["in_1"])
    assert run(["run", str(file), "--check", "--inputs", str(tmp_path / "ref.npz")]) == 0
    assert run(["compile", str(file), "-o", str(tmp_path / "add.tie")]) == 0
    assert run(["check", str(tmp_path / "add.tie"), "2x3", "2x1"]) == 0
    assert run(["check", str(tmp_path / "add.tie"), "2x3", "3x1"]) == 1
    assert run(["export", str(file), "-o", str(tmp_path / "add.stablehlo")]) == 0
    assert main([str(file), "-p", "tieshape", "-o", str(tmp_path / "out.mlir")]) == 0


def test_a_model_takes_the_file(file: Path) -> None:
    compiled_model = Model(file)
    (found,) = compiled_model(numbers(2, 3), numbers(2, 1))
    np.testing.assert_array_equal(found, numbers(2, 3) + numbers(2, 1))
    with pytest.raises(AssertGuardError):
        compiled_model(numbers(2, 3), numbers(4, 1))


def test_what_is_no_model_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, data in (("text.onnx", b"not a model"), ("empty.onnx", b"")):
        (tmp_path / name).write_bytes(data)
        assert run(["import", str(tmp_path / name)]) == 1
        assert f"{name}: error: not an ONNX model" in capsys.readouterr().err
    assert run(["import", str(tmp_path / "absent.onnx")]) == 1
    assert "absent.onnx" in capsys.readouterr().err
    assert run(["import", str(tmp_path / "model.xyz")]) == 1
    assert "the name of a model to import ends in" in capsys.readouterr().err


def test_a_missing_package_is_named(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "onnx", None)
    assert run(["import", str(file)]) == 1
    assert "pip install 'tieshape[onnx]' brings it" in capsys.readouterr().err


NEGATED = "agraph (float[n, m] x) => (float[n, m] y) { y = Neg(x) }"


def test_guards_that_follow_from_others_are_left_out() -> None:
    guards = ("n % 4 == 0", "n % 2 == 0", "n//4 <= n", "m == m", "2*n == 2*n + 4*(m - 3)")
    text = print_module(translated(of_proto(model(NEGATED)), "guarded.onnx", guards=guards))
    assert text.count("why = ") == 2
    assert '"n % 4 == 0"' in text and '"m == 3"' in text


@pytest.mark.parametrize(
    ("guards", "words"),
    [
        (("n >= 4", "n <= 3"), "n"),
        (("k >= 4",), "guard `k >= 4` is about a size that no input has"),
        (("n + ",), "guard `n \\+ `"),
    ],
)
def test_guards_that_cannot_be_are_refused(guards: tuple[str, ...], words: str) -> None:
    with pytest.raises(LocatedError, match=words):
        translated(of_proto(model(NEGATED)), "guarded.onnx", guards=guards)

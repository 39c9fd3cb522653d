"""`tieshape-run` as a command: what it prints, what it stores, how it fails."""

import io
import sys

import numpy as np
import pytest
from tieshape.interpreters.runner import LOWERED_BY
from tieshape.tools.run import run

MODULE = """\
sdim.symbol @S0
sdim.constraints {
  %s = sdim.size @S0
  sdim.range assert %s in [1, 4] {why = "tested up to 4"}
}
func.func @main(%x: tensor<?x2xf32, [@S0, 2]>, %k: tensor<i32>)
    -> (tensor<?x2xf32, [@S0, 2]>, tensor<i32>) {
  %y = mhlo.add %x, %x : tensor<?x2xf32, [@S0, 2]>
  %l = mhlo.negate %k : tensor<i32>
  func.return %y, %l : tensor<?x2xf32, [@S0, 2]>, tensor<i32>
}
"""


@pytest.fixture
def module(tmp_path):
    path = tmp_path / "model.mlir"
    path.write_text(MODULE)
    return str(path)


@pytest.fixture
def store(tmp_path):
    """Writes an .npz file and returns its path."""

    def write(name="inputs.npz", **arrays):
        np.savez(tmp_path / name, **arrays)
        return str(tmp_path / name)

    return write


def reference(rows=2, **changes):
    x = np.arange(2 * rows, dtype=np.float32).reshape(rows, 2)
    arrays = {"in_0": x, "in_1": np.int32(3), "out_0": 2 * x, "out_1": np.int32(-3)}
    return arrays | changes


def command(capsys, *words):
    """Exit code, standard output and standard error."""
    code = run([str(word) for word in words])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_results_are_stored(capsys, module, store, tmp_path):
    outputs = tmp_path / "results.npz"
    arguments = module, "--inputs", store(**reference()), "--outputs", outputs
    assert command(capsys, *arguments) == (0, "", "")
    with np.load(outputs) as results:
        assert results.files == ["out_0", "out_1"]
        np.testing.assert_array_equal(results["out_0"], reference()["out_0"])
        assert results["out_1"] == -3


def test_results_are_shown_without_any_other_wish(capsys, module, store):
    code, out, err = command(capsys, module, "--inputs", store(**reference(1)))
    assert (code, err) == (0, "")
    assert out.splitlines() == ["out_0: float32 [1, 2]", "[[0. 2.]]", "out_1: int32 []", "-3"]


def test_references_are_counted(capsys, module, store):
    files = [store(f"ref_{rows}.npz", **reference(rows)) for rows in (1, 2, 4)]
    words = [word for file in files for word in ("--inputs", file)]
    code, out, err = command(capsys, module, "--check", *words)
    assert (code, out) == (0, "3/3 references match\n")
    assert f"{files[0]}: out_0 ok, float32 [1, 2]" in err


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"out_0": np.float32([[0, 2], [4, 7]])},
            "out_0[1, 1] is 6.0, expected 7.0; 1 of 4 elements differ",
        ),
        ({"out_1": np.int32(4)}, "out_1 is -3, expected 4"),
        ({"out_1": np.int64(-3)}, "out_1 is int32 [], expected int64 []"),
        (
            {"out_0": np.zeros((1, 2), np.float32)},
            "out_0 is float32 [2, 2], expected float32 [1, 2]",
        ),
        ({"out_2": np.int32(0)}, "holds out_0, out_1, out_2; the function has 2 results"),
    ],
)
def test_a_mismatch_is_named_and_the_others_still_count(capsys, module, store, changes, words):
    good, bad = store("good.npz", **reference()), store("bad.npz", **reference(**changes))
    code, out, err = command(capsys, module, "--check", "--inputs", bad, "--inputs", good)
    assert (code, out) == (1, "1/2 references match\n")
    assert f"error: {bad}" in err
    assert words in err


def test_floats_need_only_be_close(capsys, module, store):
    x = np.float32([[1000, 0]])
    file = store(in_0=x, in_1=np.int32(0), out_0=2 * x + np.float32(0.1), out_1=np.int32(0))
    arguments = module, "--check", "--inputs", file
    assert command(capsys, *arguments)[0] == 1
    assert command(capsys, *arguments, "--atol", "0.2")[0] == 0
    assert command(capsys, *arguments, "--rtol", "0", "--atol", "0.01")[0] == 1


def test_nan_and_infinity_are_equal_to_themselves_only(capsys, module, store):
    x = np.float32([[np.nan, np.inf]])
    file = store(in_0=x, in_1=np.int32(0), out_0=x, out_1=np.int32(0))
    assert command(capsys, module, "--check", "--inputs", file)[0] == 0
    file = store(in_0=x, in_1=np.int32(0), out_0=np.float32([[0, -np.inf]]), out_1=np.int32(0))
    code, _, err = command(capsys, module, "--check", "--inputs", file)
    assert code == 1
    assert "2 of 2 elements differ" in err


def test_weights_follow_the_inputs(capsys, module, store):
    arrays = reference()
    weights = store("weights.npz", w_0=arrays.pop("in_1"))
    inputs = store(**arrays)
    assert command(capsys, module, "--check", "--inputs", inputs, "--weights", weights)[0] == 0


def test_a_module_may_come_from_standard_input(capsys, monkeypatch, store):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(MODULE.encode())))
    code, out, _ = command(capsys, "-", "--check", "--inputs", store(**reference()))
    assert (code, out) == (0, "1/1 references match\n")


def test_a_function_can_be_chosen(capsys, module, store):
    file = store(**reference())
    code, _, err = command(capsys, module, "--inputs", file, "--function", "other")
    assert code == 1
    assert err == "error: function @other does not exist; functions with a body: @main\n"
    assert command(capsys, module, "--inputs", file, "--function", "main")[0] == 0


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"in_0": np.zeros((2, 3), np.float32)},
            "error: in_0 (x) has size 3 in dimension 1, tensor<",
        ),
        ({"in_0": np.zeros(2, np.float32)}, "error: in_0 (x) has rank 1, tensor<"),
        ({"in_0": np.zeros((2, 2))}, "error: in_0 (x) has elements of type float64"),
        ({"in_2": np.zeros(2)}, "holds in_2, @main takes 2 inputs"),
    ],
)
def test_wrong_inputs(capsys, module, store, changes, words):
    code, out, err = command(capsys, module, "--inputs", store(**reference(**changes)))
    assert (code, out) == (1, "")
    assert words in err
    assert err.count("\n") == 1


def test_a_missing_input(capsys, module, store):
    arrays = reference()
    del arrays["in_1"]
    file = store(**arrays)
    code, _, err = command(capsys, module, "--inputs", file)
    assert (code, err) == (1, f"error: {file} holds no in_1 (k), which @main takes\n")


def test_a_failed_guard_is_an_error_with_its_place(capsys, module, store):
    file = store(**reference(5))
    code, _, err = command(capsys, module, "--inputs", file)
    assert code == 1
    assert err.startswith(f"{module}:4:3: error: sdim.range: assert failed, it needs 5 in [1, 4]")
    assert "(tested up to 4)" in err
    code, out, err = command(capsys, module, "--check", "--inputs", file)
    assert (code, out) == (1, "0/1 references match\n")
    assert "assert failed" in err
    assert command(capsys, module, "--inputs", file, "--check", "--no-check-facts")[0] == 0


def test_elements_are_checked_unless_told_otherwise(capsys, tmp_path, store):
    file = store(in_0=np.array([3, 9], np.int32))
    text = (
        "func.func @main(%x: tensor<?xi32>) -> tensor<?xi32> {\n  %n = arith.constant 9 : index\n"
        '  sdim.elements assert %x below %n {why = "caller"} : tensor<?xi32>\n'
        "  func.return %x : tensor<?xi32>\n}\n"
    )
    path = tmp_path / "checked.mlir"
    path.write_text(text)
    code, _, err = command(capsys, path, "--inputs", file)
    fault = "sdim.elements: assert failed, it needs element < 9, element [1] is 9 (caller)"
    assert (code, err.splitlines()[0]) == (1, f"{path}:3:3: error: {fault}")
    code, out, _ = command(capsys, path, "--inputs", file, "--no-value-checks")
    assert (code, out) == (0, "out_0: int32 [2]\n[3 9]\n")


def test_files_that_cannot_be_read(capsys, module, store, tmp_path):
    missing = tmp_path / "nowhere.npz"
    code, _, err = command(capsys, module, "--inputs", missing)
    assert (code, err) == (1, f"error: {missing}: No such file or directory\n")
    code, _, err = command(capsys, tmp_path / "nowhere.mlir", "--inputs", missing)
    assert code == 1
    assert "nowhere.mlir" in err
    for content in (b"", b"PK\x03\x04 broken", b"words"):
        broken = tmp_path / "broken.npz"
        broken.write_bytes(content)
        code, _, err = command(capsys, module, "--inputs", broken)
        assert code == 1
        assert err.startswith(f"error: {broken} is not an .npz archive")
        assert err.count("\n") == 1
    single = tmp_path / "single.npy"
    np.save(single, np.zeros(2))
    assert "holds a single array" in command(capsys, module, "--inputs", single)[2]
    outputs = tmp_path / "no" / "such" / "folder.npz"
    file = store(**reference())
    code, _, err = command(capsys, module, "--inputs", file, "--outputs", outputs)
    assert (code, err) == (1, f"error: {outputs}: No such file or directory\n")


def test_text_that_cannot_be_run(capsys, store, tmp_path):
    path = tmp_path / "bad.mlir"
    file = store(**reference())
    path.write_text("func.func @main( {")
    code, _, err = command(capsys, path, "--inputs", file)
    assert code == 1
    assert err.startswith(f"{path}:1:")
    path.write_text('func.func @main() {\n  "tf.NoOp"() : () -> ()\n  func.return\n}')
    code, _, err = command(capsys, path, "--inputs", store(out_0=np.zeros(1)))
    shown = '  "tf.NoOp"() : () -> ()\n  ^\n'
    words = f"tf.NoOp cannot be run: {LOWERED_BY}"
    assert (code, err) == (1, f"{path}:2:3: error: {words}\n{shown}")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["m.mlir"], "the following arguments are required: --inputs"),
        (["m.mlir", "--inputs", "x.npz", "--nonsense"], "unrecognized arguments: --nonsense"),
        (["m.mlir", "--inputs", "x.npz", "--rtol", "much"], "invalid float value: 'much'"),
    ],
)
def test_a_wrong_command_line(capsys, words, message):
    code, out, err = command(capsys, *words)
    assert (code, out) == (1, "")
    assert err.startswith("error: ")
    assert message in err
    assert err.count("\n") == 1


def test_outputs_of_several_files_have_no_place_to_go(capsys, module, store, tmp_path):
    file = store(**reference())
    words = module, "--inputs", file, "--inputs", file, "--outputs", tmp_path / "o.npz"
    code, _, err = command(capsys, *words)
    assert code == 1
    assert "--outputs takes the results of one --inputs file" in err

"""SavedModels and Keras files: what is read, and what is said where TensorFlow is not there."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tieshape.interop import tensorflow
from tieshape.interop.tensorflow import import_model
from tieshape.interpreters import Runner
from tieshape.interpreters.entry import entry_function
from tieshape.lowering.pipelines import TieshapePass
from tieshape.runtime import Model
from tieshape.text.context import new_context
from tieshape.text.usage_error import UsageError
from tieshape.tools.tieshape import run as command


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, np.ndarray, list[np.ndarray]]:
    """A recurrent model as file and folder, an input with its result, and the variables."""
    tf: Any = pytest.importorskip("tensorflow", reason="tensorflow is not installed")
    keras = tf.keras
    tokens = keras.Input((None, 8))
    hidden = keras.layers.LSTM(4, return_sequences=True)(tokens)
    model = keras.Model(tokens, keras.layers.Dense(3, activation="softmax")(hidden))
    folder = tmp_path_factory.mktemp("models")
    model.save(folder / "m.keras")
    model.export(folder / "saved", verbose=False)
    x = np.random.default_rng(0).random((2, 5, 8), np.float32)
    return folder, x, [model(x).numpy(), *(w.numpy() for w in model.weights)]


@pytest.mark.parametrize("name", ["m.keras", "saved"])
@pytest.mark.parametrize("variables", ["constants", "arguments"])
def test_a_model_gives_the_results_of_keras(
    saved: tuple[Path, np.ndarray, list[np.ndarray]], name: str, variables: str
) -> None:
    folder, x, (expected, *weights) = saved
    module = import_model(str(folder / name), variables)
    TieshapePass().apply(new_context(), module)
    given = weights if variables == "arguments" else []
    (result,) = Runner(module).run([x, *given])
    np.testing.assert_allclose(result, expected, rtol=1e-4, atol=1e-5)


def test_commands_take_models(
    saved: tuple[Path, np.ndarray, list[np.ndarray]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder, _, _ = saved
    for name in ("m.keras", "saved"):
        assert command(["import", str(folder / name)]) == 0
        assert '"tf.MatMul"' in capsys.readouterr().out
        assert command(["compile", str(folder / name), "-o", str(tmp_path / "m.tie")]) == 0


def test_branches_by_number_stay_regions(tmp_path: Path) -> None:
    tf: Any = pytest.importorskip("tensorflow", reason="tensorflow is not installed")
    model = tf.Module()
    model.w = tf.Variable([[1.0, 2.0, 3.0]])

    def choose(x: Any, n: Any) -> Any:
        branches = [lambda: x @ model.w, lambda: x * 2.0, lambda: tf.nn.relu(x)[:1]]
        return tf.switch_case(n, branches)

    specs = [tf.TensorSpec([None, 1], tf.float32, "x"), tf.TensorSpec([], tf.int32, "n")]
    signature = tf.function(choose, input_signature=specs).get_concrete_function()
    tf.saved_model.save(model, str(tmp_path / "saved"), {"serving_default": signature})
    module = import_model(str(tmp_path / "saved"))
    TieshapePass().apply(new_context(), module)
    x = np.array([[1.0], [-2.0]], np.float32)
    again = Model(tmp_path / "saved")
    for n in range(3):
        wanted = choose(tf.constant(x), tf.constant(n)).numpy()
        for run in (
            Runner(module).run([np.array(n, np.int32), x]),
            again(np.array(n, np.int32), x),
        ):
            np.testing.assert_allclose(run[0], wanted)


def layers_of(name: str, keras: Any) -> Any:
    """A small model of ordinary layers, for any batch and any length, height or width."""
    layers = keras.layers
    match name:
        case "attention":
            x = keras.Input((None, 32))
            y = layers.LayerNormalization()(layers.MultiHeadAttention(4, 8)(x, x) + x)
            y = layers.Dense(16, activation="gelu")(y)
        case "convolutions":
            x = keras.Input((None, None, 3))
            y = layers.Conv2D(8, 3, padding="same", strides=2)(x)
            y = layers.MaxPool2D()(layers.ReLU()(layers.BatchNormalization()(y)))
            y = layers.Dense(4)(layers.GlobalAveragePooling2D()(layers.Conv2D(8, 3)(y)))
        case "recurrent":
            x = keras.Input((None,), dtype="int32")
            y = layers.GRU(6)(layers.Embedding(50, 8, mask_zero=True)(x))
            y = layers.Dense(2)(y)
        case "pooled":
            x = keras.Input((None,), dtype="int32")
            y = layers.GlobalAveragePooling1D()(layers.Embedding(50, 8)(x))
            y = layers.Dense(2, activation="softmax")(y)
        case "upsampled":
            x = keras.Input((None, None, 3))
            a = layers.Conv2D(4, 3, padding="same", activation="relu")(x)
            b = layers.Conv2D(8, 3, padding="same")(layers.MaxPool2D()(a))
            y = layers.Concatenate()([a, layers.UpSampling2D()(b)])
            y = layers.Conv2DTranspose(2, 2, strides=2)(y)
        case _:
            x = keras.Input((None, 4))
            y = layers.Conv1D(8, 3, padding="causal", dilation_rate=2, activation="gelu")(x)
            y = layers.GroupNormalization(4)(layers.SeparableConv1D(8, 3, padding="same")(y))
    return keras.Model(x, y)


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("attention", (2, 5, 32)),
        ("convolutions", (2, 17, 19, 3)),
        ("recurrent", (2, 5)),
        ("pooled", (2, 5)),
        ("upsampled", (1, 8, 12, 3)),
        ("dilated", (2, 9, 4)),
    ],
)
def test_ordinary_layers_give_the_results_of_keras(
    name: str, shape: tuple[int, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With all weights in TensorFlow's text, and with those of 150 bytes apart from it."""
    tf: Any = pytest.importorskip("tensorflow", reason="tensorflow is not installed")
    model = layers_of(name, tf.keras)
    model.save(tmp_path / "m.keras")
    noise = np.random.default_rng(0)
    x = noise.integers(1, 49, shape, np.int32)
    if len(shape) > 2:
        x = noise.standard_normal(shape, np.float32)
    signatures = set[str]()
    for large in (1 << 30, 150):
        monkeypatch.setattr(tensorflow, "LARGE", large)
        module = import_model(str(tmp_path / "m.keras"))
        function = entry_function(module)
        names = str(function.attributes["tf.entry_function"])
        signatures.add(f"{function.function_type} {names.split('outputs')[0]}")
        assert names.count(",") == 2  # of the inputs there is one
        TieshapePass().apply(new_context(), module)
        (result,) = Runner(module).run([x])
        np.testing.assert_allclose(result, model(x).numpy(), rtol=1e-4, atol=1e-5)
    assert len(signatures) == 1


def test_without_tensorflow_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "tensorflow", None)
    (tmp_path / "m.keras").write_bytes(b"")
    (tmp_path / "saved_model.pb").write_bytes(b"")
    for path in (tmp_path / "m.keras", tmp_path):
        assert command(["import", str(path)]) == 1
        assert "pip install tensorflow" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["import", "nowhere.keras"]) == 1
    assert "cannot read nowhere.keras" in capsys.readouterr().err


def test_only_these_models_have_variables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "m.mlirbc").write_bytes(b"ML\xefR")
    assert command(["import", str(tmp_path / "m.mlirbc"), "--variables", "arguments"]) == 1
    assert "has no variables" in capsys.readouterr().err


def test_bytes_that_are_no_model_are_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("tensorflow", reason="tensorflow is not installed")
    (tmp_path / "m.keras").write_bytes(b"nothing")
    assert command(["import", str(tmp_path / "m.keras")]) == 1
    assert "TensorFlow cannot read the model" in capsys.readouterr().err


def test_an_error_in_a_traced_call_is_told_without_its_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Keras 3 cannot resize by interpolation to sizes that are not known."""
    keras = pytest.importorskip("tensorflow", reason="tensorflow is not installed").keras
    image = keras.Input((None, None, 3))
    model = keras.Model(image, keras.layers.UpSampling2D(interpolation="bilinear")(image))
    model.save(tmp_path / "m.keras")
    assert command(["import", str(tmp_path / "m.keras")]) == 1
    said = capsys.readouterr().err
    assert "cannot read the model: OperatorNotAllowedInGraphError: " in said
    assert "UpSampling2D" in said
    assert "in user code" not in said


def test_a_model_that_writes_variables_is_refused(tmp_path: Path) -> None:
    tf: Any = pytest.importorskip("tensorflow", reason="tensorflow is not installed")
    module = tf.Module()
    module.total = tf.Variable([1.0, 2.0])

    def add(x: Any) -> Any:
        module.total.assign_add(tf.reduce_sum(x, 0))
        return x * module.total

    module.add = tf.function(add, input_signature=[tf.TensorSpec([None, 2])])
    tf.saved_model.save(module, str(tmp_path / "saved"), signatures=module.add)
    with pytest.raises(UsageError, match=r"saved: it writes a variable \(AssignAddVariableOp\)"):
        import_model(str(tmp_path / "saved"))

"""`Model` of what other frameworks have in memory, and what is no model."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tieshape.tools.import_sources import reader_of

from tieshape import Model, parse_module

ARRAY = np.random.default_rng(0).random((3, 4), np.float32)


def xdsl_module() -> tuple[object, Callable[[Any], Any]]:
    text = """
func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = "tf.Tanh"(%x) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  func.return %0 : tensor<?x4xf32>
}
"""
    return parse_module(text), np.tanh


def jax_export() -> tuple[object, Callable[[Any], Any]]:
    jax: Any = pytest.importorskip("jax", reason="jax is not installed; tieshape[jax] brings it")
    from jax import export

    rows, columns = export.symbolic_shape("rows, columns")
    given = jax.ShapeDtypeStruct((rows, columns), "float32")
    return export.export(jax.jit(jax.nn.softmax))(given), jax.nn.softmax


def torch_program() -> tuple[object, Callable[[Any], Any]]:
    torch: Any = pytest.importorskip(
        "torch", reason="torch is not installed; tieshape[torch] brings it"
    )
    pytest.importorskip("onnxscript", reason="onnxscript is not installed; tieshape[torch] brings it")  # fmt: skip
    linear = torch.nn.Linear(4, 2)
    rows = {0: torch.export.Dim("rows")}
    program = torch.export.export(linear, (torch.ones(2, 4),), dynamic_shapes=(rows,))
    return program, lambda x: linear(torch.tensor(x)).detach().numpy()


def onnx_proto() -> tuple[object, Callable[[Any], Any]]:
    onnx: Any = pytest.importorskip(
        "onnx", reason="onnx is not installed; tieshape[onnx] brings it"
    )
    helper, element = onnx.helper, onnx.TensorProto.FLOAT
    x, y = (helper.make_tensor_value_info(name, element, ["rows", 4]) for name in "xy")
    graph = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "g", [x], [y])
    return helper.make_model(graph), lambda x: np.maximum(x, 0)


def tensorflow() -> Any:
    return pytest.importorskip("tensorflow", reason="tensorflow is not installed")


def keras_model() -> tuple[object, Callable[[Any], Any]]:
    keras = tensorflow().keras
    model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3)])
    return model, lambda x: np.asarray(model(x))


def tf_function() -> tuple[object, Callable[[Any], Any]]:
    tf = tensorflow()
    return tf.function(tf.sinh, input_signature=[tf.TensorSpec([None, 4])]), np.sinh


def concrete_function() -> tuple[object, Callable[[Any], Any]]:
    tf = tensorflow()
    scale = tf.Variable(3.0)
    function = tf.function(lambda x: scale * x)
    return function.get_concrete_function(tf.TensorSpec([None, 4])), lambda x: scale.numpy() * x


@pytest.mark.parametrize(
    "make",
    [
        xdsl_module,
        jax_export,
        torch_program,
        onnx_proto,
        keras_model,
        tf_function,
        concrete_function,
    ],
)
def test_a_model_at_hand_is_compiled(
    make: Callable[[], tuple[object, Callable[[Any], Any]]],
) -> None:
    source, expected = make()
    model = Model(source)
    for rows in (3, 1):
        (result,) = model(ARRAY[:rows])
        np.testing.assert_allclose(result, expected(ARRAY[:rows]), rtol=1e-5, atol=1e-6)
    assert model.stats.compiles == 1


def test_a_module_is_not_changed() -> None:
    source: Any = xdsl_module()[0]
    before = str(source)
    Model(source)(ARRAY)
    assert str(source) == before


def test_a_class_of_the_same_name_elsewhere_is_no_model() -> None:
    assert reader_of(type("ModelProto", (), {})()) is None


def test_what_has_no_types_of_its_arguments_is_refused() -> None:
    tf = tensorflow()
    with pytest.raises(Exception, match=r"a tf\.function without input_signature; pass what get"):
        Model(tf.function(tf.sinh))(ARRAY)
    with pytest.raises(Exception, match=r"a Keras model whose inputs are not known; pass a tf\.f"):
        Model(tf.keras.Sequential([tf.keras.layers.Dense(3)]))(ARRAY)


def test_no_model_of_onnx_is_refused() -> None:
    onnx: Any = pytest.importorskip(
        "onnx", reason="onnx is not installed; tieshape[onnx] brings it"
    )
    with pytest.raises(Exception, match="not an ONNX model: it has no graph"):
        Model(onnx.ModelProto())(ARRAY)

"""Attributes of tf ops read as Python values, from either dictionary, with TensorFlow's defaults."""

import pytest
from tieshape.dialects import tf
from tieshape.dialects.tf import TF
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, DenseArrayBase, IntegerAttr, UnitAttr, i32
from xdsl.ir import Operation
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException


def parse(text: str) -> Operation:
    context = Context()
    for dialect in (Builtin, TF):
        context.load_dialect(dialect)
    operands = '%0, %1 = "builtin.unrealized_conversion_cast"() : () -> (tensor<2x2xf32>, tensor<2x2xf32>)\n'
    module = Parser(context, operands + text).parse_module()
    last = module.body.block.last_op
    assert last is not None
    return last


@pytest.mark.parametrize(
    "text",
    [
        '"tf.MatMul"(%0, %1) <{transpose_b = true}> {device = ""}',
        '"tf.MatMul"(%0, %1) {transpose_b = true, device = ""}',
    ],
)
def test_either_dictionary(text: str):
    op = parse(f"%2 = {text} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>")
    op.verify()
    assert isinstance(op, tf.MatMulOp)
    assert op.transpose_b is True
    assert op.transpose_a is False
    assert set(op.attributes) == {"device"}


@pytest.mark.parametrize(
    ("cls", "name", "default"),
    [
        (tf.Conv2DOp, "data_format", "NHWC"),
        (tf.Conv2DOp, "explicit_paddings", ()),
        (tf.Conv3DOp, "data_format", "NDHWC"),
        (tf.CumsumOp, "exclusive", False),
        (tf.EqualOp, "incompatible_shape_error", True),
        (tf.FusedBatchNormV3Op, "epsilon", 0.0001),
        (tf.FusedBatchNormV3Op, "is_training", True),
        (tf.GatherV2Op, "batch_dims", 0),
        (tf.LeakyReluOp, "alpha", 0.2),
        (tf.MatrixDiagPartV3Op, "align", "RIGHT_LEFT"),
        (tf.MeanOp, "keep_dims", False),
        (tf.OneHotOp, "axis", -1),
        (tf.PackOp, "axis", 0),
        (tf.ResizeBilinearOp, "half_pixel_centers", False),
        (tf.SqueezeOp, "squeeze_dims", ()),
        (tf.StridedSliceOp, "shrink_axis_mask", 0),
        (tf.TensorListStackOp, "num_elements", -1),
        (tf.TopKV2Op, "sorted", True),
        (tf.WhileOp, "parallel_iterations", 10),
        (tf.WhileOp, "is_stateless", False),
    ],
)
def test_defaults(cls: type[Operation], name: str, default: object):
    assert getattr(cls.create(), name) == default


@pytest.mark.parametrize("name", ["equation"])
def test_a_required_attribute_is_missing(name: str):
    with pytest.raises(VerifyException, match=r"tf\.Einsum: attribute equation is missing"):
        getattr(tf.EinsumOp.create(), name)


def test_a_unit_attribute_is_true():
    op = tf.WhileOp.create(properties={"shape_invariant": UnitAttr()})
    assert op.shape_invariant


def test_a_dense_array_of_integers():
    op = tf.SqueezeOp.create(properties={"squeeze_dims": DenseArrayBase.from_list(i32, [0, -1])})
    assert op.squeeze_dims == (0, -1)


def test_another_kind_is_refused_when_read():
    op = tf.MeanOp.create(properties={"keep_dims": IntegerAttr(1, 64)})
    with pytest.raises(VerifyException, match=r"keep_dims is 1 : i64, it must be a boolean"):
        _ = op.keep_dims

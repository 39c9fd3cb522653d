"""Constructors, and the values that ops give to compilers."""

from __future__ import annotations

import pytest
from tieshape.dialects import mhlo
from tieshape.text.module import parse_module
from xdsl.dialects import test
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    BoolAttr,
    DenseIntOrFPElementsAttr,
    ModuleOp,
    StringAttr,
    TensorType,
    f32,
    i32,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.traits import is_side_effect_free
from xdsl.transforms.common_subexpression_elimination import cse
from xdsl.transforms.dead_code_elimination import dce
from xdsl.utils.exceptions import VerifyException

ROW = TensorType(f32, [DYNAMIC_INDEX, 8])


def value(type_: Attribute) -> SSAValue:
    return test.TestOp(result_types=[type_]).results[0]


def test_results_follow_from_the_operands_where_no_type_is_given() -> None:
    x = value(ROW)
    assert mhlo.AddOp(x, x).result.type == ROW
    assert mhlo.TanhOp(x).result.type == ROW


REDUCTION = """
func.func @f(%x: tensor<?x8xf32>, %zero: tensor<f32>) -> tensor<?xf32> {{
  %r = mhlo.reduce(%x init: %zero) across dimensions = [1]
      : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
      reducer(%a: tensor<f32>, %b: tensor<f32>) {{
        %c = mhlo.{word} %a, %b : tensor<f32>
        mhlo.return %c : tensor<f32>
      }}
  func.return %r : tensor<?xf32>
}}"""


def test_a_named_reducer_is_recognised_and_nothing_else_is() -> None:
    for word, name in (("maximum", "mhlo.maximum"), ("subtract", None)):
        module = parse_module(REDUCTION.format(word=word), "<text>")
        (op,) = (op for op in module.walk() if isinstance(op, mhlo.ReduceOp))
        assert op.reducer == name


@pytest.mark.parametrize("size", [0, 1, 2, 5, 8])
@pytest.mark.parametrize("window", [1, 3])
@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize("padding", [(0, 0), (2, 1), (-1, 0)])
@pytest.mark.parametrize("dilation", [(1, 1), (2, 1), (1, 2), (3, 2)])
def test_windows_are_counted_like_positions_on_a_grid(
    size: int, window: int, stride: int, padding: tuple[int, int], dilation: tuple[int, int]
) -> None:
    low, high = padding
    base, spread = dilation
    length = low + high + (1 + base * (size - 1) if size else 0)
    reach = 1 + spread * (window - 1)
    starts = [start for start in range(0, max(length, 0), stride) if start + reach <= length]
    dimension = mhlo.WindowDimension(window, stride, padding, base, spread)
    assert dimension.count(size) == len(starts)


def test_windows_of_unknown_sizes_are_not_counted() -> None:
    assert mhlo.WindowDimension(3).count(mhlo.DYNAMIC) == mhlo.DYNAMIC
    assert mhlo.WindowDimension(mhlo.DYNAMIC).count(8) == mhlo.DYNAMIC


def test_layouts_of_a_convolution() -> None:
    numbers = mhlo.ConvDimensions(0, 3, (1, 2), 2, 3, (0, 1), 0, 1, (2, 3))
    assert numbers.input_layout == {"b": 0, "f": 3, "0": 1, "1": 2}
    assert numbers.kernel_layout == {"i": 2, "o": 3, "0": 0, "1": 1}
    assert numbers.output_layout == {"b": 0, "f": 1, "0": 2, "1": 3}
    assert (
        str(mhlo.ConvDimensionNumbersAttr(numbers))
        == "#mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, f, 0, 1]>"
    )


def test_dense_integers_come_back_as_they_went_in() -> None:
    assert mhlo.int_values(mhlo.dense_i64([3, -1, 0])) == (3, -1, 0)
    assert mhlo.int_values(mhlo.dense_i64([])) == ()
    assert mhlo.dense_i64([1, 2]) is mhlo.dense_i64((1, 2))
    assert mhlo.pair_values(mhlo.dense_pairs([(0, 1), (-2, 3)])) == ((0, 1), (-2, 3))
    assert mhlo.int_values(mhlo.dense_bools([True, False])) == (1, 0)


def test_pure_ops_are_merged_and_dropped_and_random_ones_are_not() -> None:
    scalar = TensorType(f32, [])
    one = mhlo.ConstantOp(DenseIntOrFPElementsAttr.from_list(scalar, [1.0]))
    first, second = mhlo.ExponentialOp(one), mhlo.ExponentialOp(one)
    shape = mhlo.ConstantOp(DenseIntOrFPElementsAttr.from_list(TensorType(i32, [0]), []))
    uniform = {"rng_distribution": mhlo.RngDistributionAttr(mhlo.RngDistribution.UNIFORM)}
    operands = (one.output, one.output, shape.output)
    rng = [
        mhlo.RngOp.create(operands=operands, result_types=[scalar], properties=uniform)
        for _ in range(2)
    ]
    user = test.TestOp(operands=[first.result, second.result])
    module = ModuleOp([one, first, second, shape, *rng, user])
    cse(module)
    dce(module)
    assert [op.name for op in module.ops] == [
        "mhlo.constant",
        "mhlo.exponential",
        "mhlo.constant",
        "mhlo.rng",
        "mhlo.rng",
        "test.op",
    ]


@pytest.mark.parametrize("stated", [False, True])
def test_a_custom_call_has_the_effect_that_it_states(stated: bool) -> None:
    call = mhlo.CustomCallOp.create(
        operands=[value(ROW)],
        result_types=[ROW],
        properties={
            "call_target_name": StringAttr("foo"),
            "has_side_effect": BoolAttr.from_bool(stated),
        },
    )
    assert is_side_effect_free(call) is not stated


def test_a_clause_of_the_specification_is_named() -> None:
    x = value(TensorType(f32, [2, 3]))
    with pytest.raises(VerifyException, match=r"mhlo.transpose: the result has shape .*\(C3\)"):
        mhlo.TransposeOp.create(
            operands=[x],
            result_types=[TensorType(f32, [2, 3])],
            properties={"permutation": mhlo.dense_i64([1, 0])},
        ).verify()


def test_unknown_sizes_agree_with_all_sizes() -> None:
    sizes = (DYNAMIC_INDEX, 8)
    for a in sizes:
        for b in sizes:
            x = value(TensorType(f32, [a]))
            mhlo.TanhOp(x, TensorType(f32, [b])).verify()

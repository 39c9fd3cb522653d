"""Encodings as values, and sdim ops made by hand."""

import pytest
from tieshape.dialects.sdim import (
    BroadcastableOp,
    BroadcastOp,
    ConstraintOp,
    DivisibleOp,
    EqualOp,
    HoldsOp,
    LikelyOp,
    ProductEqualOp,
    RangeOp,
    SizeOp,
    Strength,
    SymbolOp,
    TieShapeOp,
    constant_of,
    encoded_type,
    encoding_of,
    strip_encoding,
    with_encoding,
)
from tieshape.text.module import parse_module
from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    Attribute,
    IndexType,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    f32,
    i64,
)
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.test_value import create_ssa_value

DYNAMIC = TensorType(f32, [DYNAMIC_INDEX, 4])
ENCODED = TensorType(f32, [DYNAMIC_INDEX, 4], ArrayAttr([SymbolRefAttr("S0"), IntegerAttr(4, i64)]))


def test_an_encoding_reads_and_writes():
    assert encoding_of(ENCODED) == ("S0", 4)
    assert encoded_type(f32, ["S0", 4]) == ENCODED
    assert with_encoding(DYNAMIC, ("S0", 4)) == ENCODED
    assert strip_encoding(ENCODED) == DYNAMIC
    assert strip_encoding(DYNAMIC) is DYNAMIC


def test_a_static_type_carries_none():
    assert encoded_type(f32, (3, 4)) == TensorType(f32, [3, 4])
    assert with_encoding(ENCODED, (3, 4)) == TensorType(f32, [3, 4])
    assert encoded_type(f32, ()) == TensorType(f32, [])


def test_an_encoding_decides_what_is_dynamic():
    assert encoding_of(with_encoding(TensorType(f32, [3, 4]), ("S0", 4))) == ("S0", 4)


def test_equal_calls_share_one_type():
    assert encoded_type(f32, ["S0", 4]) is encoded_type(f32, ("S0", 4))


def test_the_number_of_entries_must_fit():
    with pytest.raises(ValueError, match="1 entries for the 2 dimensions of tensor"):
        with_encoding(DYNAMIC, ("S0",))


@pytest.mark.parametrize(
    "type",
    [
        DYNAMIC,
        f32,
        TensorType(f32, [DYNAMIC_INDEX], StringAttr("other")),
        TensorType(f32, [DYNAMIC_INDEX], ArrayAttr([StringAttr("other")])),
        TensorType(f32, [4], ArrayAttr([IntegerAttr(4, IndexType())])),
    ],
)
def test_what_is_no_encoding_reads_as_none(type: Attribute):
    assert encoding_of(type) is None


def test_ops_made_by_hand_are_what_their_text_is():
    (size, condition) = (create_ssa_value(IndexType()), create_ssa_value(IntegerAttr(1, 1).type))
    ops = [
        EqualOp(size, size),
        EqualOp(size, size, "expect"),
        ProductEqualOp([size], [], Strength.ASSERT),
        DivisibleOp(size, 8),
        RangeOp(size, None, 7, strength="assume"),
        HoldsOp(condition),
        LikelyOp(size, [1, 2]),
    ]
    for op in ops:
        assert isinstance(op, ConstraintOp)
        op.verify()
    guarded = [op.strength for op in ops if not isinstance(op, LikelyOp)]
    assert guarded == ["assume", "expect", "assert", "assume", "assume", "assume"]
    assert ops[0].properties == {}
    assert RangeOp(size, None, 7).bounds() == (None, 7)
    assert SizeOp("S0").symbol.string_value() == "S0"
    assert SymbolOp("S0", 4).hint == IntegerAttr(4, i64)
    with pytest.raises(ValueError, match="hope"):
        EqualOp(size, size, "hope")


@pytest.mark.parametrize(
    ("sizes", "common", "fit"),
    [((1, 1), 1, True), ((1, 3), 3, True), ((3, 3, 1), 3, True), ((0, 1), 0, True),
     ((2, 3), 3, False), ((0, 4, 1), 4, False)],
)  # fmt: skip
def test_what_sizes_broadcast_to(sizes: tuple[int, ...], common: int, fit: bool):
    values = [create_ssa_value(IndexType()) for _ in sizes]
    op = BroadcastOp(values, create_ssa_value(IndexType()))
    assert [c for c in range(6) if op.holds_for(*sizes, c)] == [common]
    assert BroadcastableOp(values).holds_for(*sizes) == fit


def test_a_tie_keeps_the_type_unless_told():
    tensor, size = create_ssa_value(DYNAMIC), create_ssa_value(IndexType())
    assert TieShapeOp(tensor, [size, size]).result.type == DYNAMIC
    tied = TieShapeOp(tensor, [size, size], ENCODED)
    tied.verify()
    assert tied.result.type == ENCODED
    with pytest.raises(VerifyException, match="1 sizes for a value of rank 2"):
        TieShapeOp(tensor, [size]).verify()


def test_constants_are_seen_through_their_op():
    assert constant_of(ConstantOp(IntegerAttr(4, IndexType())).result) == 4
    assert constant_of(ConstantOp(IntegerAttr(0, IndexType())).result) == 0
    assert constant_of(SizeOp("S0").result) is None
    assert constant_of(create_ssa_value(IndexType())) is None


def test_a_nested_module_has_symbols_of_its_own():
    parse_module("module {\n  sdim.symbol @S0\n  func.func private @f(tensor<?xf32, [@S0]>)\n}")

"""Laws of every verifier of the dialect, on variations of the ops in the round-trip tests."""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from tieshape.dialects.tf import TF
from tieshape.dialects.tf.operation import TfOperation
from tieshape.text.context import new_context
from tieshape.text.parser import SourceParser
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ComplexType,
    TensorType,
    UnrankedTensorType,
    f32,
    f64,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.utils.exceptions import VerifyException

ROUND_TRIPS = sorted(
    path
    for path in (Path(__file__).parents[3] / "filecheck" / "dialects" / "tf").glob("*.mlir")
    if not path.stem.startswith("invalid_")
)


def ops_of(path: Path) -> Iterator[TfOperation]:
    module = SourceParser(new_context(), path.read_text(), path.name).parse_module()
    for op in module.walk():
        # Detached ops have no callee to agree with, and regions are tested by hand.
        if isinstance(op, TfOperation) and not op.regions and op.name != "tf.Yield":
            yield op


def copy(
    op: TfOperation, operands: Sequence[SSAValue], results: Sequence[Attribute]
) -> TfOperation:
    return type(op).create(operands=operands, result_types=results, properties=op.properties)


def fresh(kinds: Sequence[Attribute]) -> Sequence[SSAValue]:
    return Block(arg_types=kinds).args


def vaguer(kind: Attribute, rng: random.Random) -> Attribute:
    if not isinstance(kind, TensorType):
        return kind
    if rng.random() < 0.2:
        return UnrankedTensorType(kind.element_type)
    return TensorType(
        kind.element_type,
        [DYNAMIC_INDEX if rng.random() < 0.5 else size for size in kind.get_shape()],
    )


def different(kind: Attribute, rng: random.Random) -> Attribute:
    if not isinstance(kind, TensorType) or rng.random() < 0.4:
        return kind
    elements = (kind.element_type, kind.element_type, i1, i32, i64, f32, f64, ComplexType(f32))
    shape = list(kind.get_shape())
    for _ in range(rng.randrange(3)):
        if shape and rng.random() < 0.3:
            shape.pop(rng.randrange(len(shape)))
        elif rng.random() < 0.4:
            shape.insert(rng.randrange(len(shape) + 1), rng.choice((0, 1, 2, DYNAMIC_INDEX)))
        elif shape:
            shape[rng.randrange(len(shape))] = rng.choice((0, 1, 2, 3, 8, DYNAMIC_INDEX))
    return TensorType(rng.choice(elements), shape)


@pytest.mark.parametrize("path", ROUND_TRIPS, ids=lambda path: path.stem)
def test_knowing_less_is_legal(path: Path):
    rng = random.Random(path.stem)
    for op in ops_of(path):
        for _ in range(30):
            operands = [
                value if rng.random() < 0.3 else fresh([vaguer(value.type, rng)])[0]
                for value in op.operands
            ]
            copy(op, operands, [vaguer(kind, rng) for kind in op.result_types]).verify()


@pytest.mark.parametrize("path", ROUND_TRIPS, ids=lambda path: path.stem)
def test_wrong_types_are_refused_in_words(path: Path):
    rng = random.Random(path.stem)
    for op in ops_of(path):
        for _ in range(60):
            operands = [
                value if rng.random() < 0.3 else fresh([different(value.type, rng)])[0]
                for value in op.operands
            ]
            changed = copy(op, operands, [different(kind, rng) for kind in op.result_types])
            try:
                changed.verify()
            except VerifyException as error:
                assert str(error).startswith(op.name), error


def test_every_op_has_a_round_trip():
    seen = {op.name for path in ROUND_TRIPS for op in ops_of(path)}
    with_regions = {"tf.IfRegion", "tf.CaseRegion", "tf.WhileRegion", "tf.Yield"}
    assert {op.name for op in TF.operations} == seen | with_regions


def test_ops_are_called_after_tensorflow():
    for op in TF.operations:
        name = op.name.removeprefix("tf.")
        assert op.__name__ == (name if name.endswith("Op") else f"{name}Op")

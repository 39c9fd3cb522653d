"""Random systems against small integers; also with layers left out, and with planted faults."""

from types import ModuleType

import pytest
from tieshape.symbolic import definition, fits, operand_groups, ranges
from tieshape.symbolic.fits import Fits
from tieshape.symbolic.refutation import LAYERS, Limits
from tieshape.symbolic.table import FactTable


@pytest.mark.parametrize("seed", [101, 102, 103])
def test_random_systems(fuzz: ModuleType, seed: int):
    assert fuzz.run(120, seed) is None


@pytest.mark.parametrize("seed", [104, 105])
def test_random_broadcasts(fuzz: ModuleType, seed: int):
    assert fuzz.run(150, seed, make=fuzz.random_broadcasts) is None


@pytest.mark.parametrize("layer", sorted(LAYERS))
def test_each_layer_left_out(fuzz: ModuleType, layer: str):
    limits = Limits(layers=LAYERS - {layer})
    assert fuzz.run(60, 7, limits) is None
    assert fuzz.run(40, 9, limits, fuzz.random_broadcasts) is None


@pytest.mark.parametrize("layer", sorted(LAYERS))
def test_each_layer_alone(fuzz: ModuleType, layer: str):
    assert fuzz.run(40, 8, Limits(layers=frozenset({layer}))) is None


def test_cancelling_what_may_be_zero_is_found(fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(FactTable, "nonzero", lambda self, expr: True)
    assert fuzz.run(300, 1) is not None


def test_a_wrong_product_of_ranges_is_found(fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch):
    def product_of_ends(x: ranges.Range, y: ranges.Range) -> ranges.Range:
        (a, b), (c, d) = x, y
        return (
            None if a is None or c is None else a * c,
            None if b is None or d is None else b * d,
        )

    monkeypatch.setattr(ranges, "multiply", product_of_ends)
    assert fuzz.run(300, 1) is not None


@pytest.mark.parametrize(
    ("owner", "name", "wrong"),
    [
        (Fits, "fit", lambda self, sizes: True),
        (Fits, "_is_covered", lambda self, size, other, args: True),
        (fits, "is_not_one", lambda table, size: True),
        (definition, "is_not_one", lambda table, size: True),
        (definition, "is_at_most", lambda table, a, b: True),
        (ranges, "either", lambda args: args[0]),
    ],
    ids=["fit", "covered", "not_one_of_fits", "not_one_of_definition", "at_most", "either"],
)
def test_a_wrong_law_of_broadcasts_is_found(
    fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch, owner: object, name: str, wrong: object
):
    monkeypatch.setattr(owner, name, wrong)
    assert fuzz.run(300, 11, make=fuzz.random_broadcasts) is not None


def test_a_group_of_operands_that_are_used_elsewhere_is_found(
    fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(operand_groups._Uses, "_take", lambda self, expr: None)
    assert fuzz.run(300, 11, make=fuzz.random_broadcasts) is not None


def test_models_of_a_contradiction_are_none(fuzz: ModuleType):
    case = fuzz.Case({"a": 1}, [fuzz.eq(fuzz.Symbol("a"), 0)], [])
    assert fuzz.models(case, 5) == []

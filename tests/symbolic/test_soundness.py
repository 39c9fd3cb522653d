"""Random systems against small integers; also with layers left out, and with planted faults."""

from types import ModuleType

import pytest
from tieshape.symbolic import ranges
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


def test_models_of_a_contradiction_are_none(fuzz: ModuleType):
    case = fuzz.Case({"a": 1}, [fuzz.eq(fuzz.Symbol("a"), 0)], [])
    assert fuzz.models(case, 5) == []

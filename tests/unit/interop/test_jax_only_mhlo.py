"""Ops that only mhlo has, in XLA after it refined the sizes of an export."""

import math
import re
from typing import Any

import numpy as np
import pytest
from tieshape.interop.jax import export_of
from tieshape.tools.runtime_provider import program

from tieshape import Runner, new_context, parse_module

pytest.importorskip("jax", reason="jax is not installed")

ROUNDING = {"f16": (np.float16, 1), "f32": (np.float32, 6), "f64": (np.float64, 5)}
"""Types of elements, and how many units in the last place erf may differ by."""


def exported_of(text: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("JAX_PLATFORMS", "cpu")
    exported = export_of(program(text, "model.mlir").compile())
    ops = re.sub(r'error_message = "[^"]*"', "", exported.mlir_module())
    assert "mhlo." not in ops.replace("stablehlo.", "")
    return exported


@pytest.mark.parametrize("name", ROUNDING)
def test_erf_of_unknown_sizes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import jax

    dtype, units = ROUNDING[name]
    text = f"""
    func.func @f(%x: tensor<?x2x{name}>) -> tensor<?x2x{name}> {{
      %0 = "mhlo.erf"(%x) : (tensor<?x2x{name}>) -> tensor<?x2x{name}>
      func.return %0 : tensor<?x2x{name}>
    }}"""
    special = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 1e-7, 3.9, -6.5]
    values = np.array([*special, *np.linspace(-6.5, 6.5, 3000)]).astype(dtype).reshape(-1, 2)
    with jax.enable_x64(True):
        found = np.asarray(exported_of(text, monkeypatch).call(values)[0])
    assert found.dtype == dtype
    assert found.shape == values.shape
    wanted = np.vectorize(math.erf)(values.astype(np.float64))
    place = np.spacing(np.abs(np.nan_to_num(wanted)).astype(dtype)).astype(np.float64)
    is_number = ~np.isnan(wanted)
    assert (np.isnan(found) == ~is_number).all()
    assert (np.abs(found - wanted) <= units * place)[is_number].all()
    assert (np.signbit(found) == np.signbit(wanted))[is_number].all()
    assert found.reshape(-1)[2] == 1
    assert (np.abs(found[is_number]) <= 1).all()


@pytest.mark.parametrize("largest", [True, False])
@pytest.mark.parametrize("name", ["f32", "i32", "ui8"])
def test_topk_of_unknown_sizes(name: str, largest: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    operand, values, places = (f"tensor<{t}>" for t in (f"?x?x{name}", f"?x3x{name}", "?x3xi32"))
    text = f"""
    func.func @f(%x: {operand}) -> ({values}, {places}) {{
      %v, %i = mhlo.topk(%x, k = 3, largest = {str(largest).lower()})
        : {operand} -> ({values}, {places})
      func.return %v, %i : {values}, {places}
    }}"""
    dtype = {"f32": np.float32, "i32": np.int32, "ui8": np.uint8}[name]
    x = np.random.default_rng(0).integers(0, 256, (4, 9)).astype(dtype)
    if name == "f32":
        x[1, 2:5] = -0.0, 0.0, np.nan
        x[2, :2] = np.inf, -np.inf
    else:
        x = x - np.asarray(100, dtype)
    exported = exported_of(text, monkeypatch)
    wanted = Runner(parse_module(text, "model.mlir", new_context())).run([x])
    for rows in (x, x[:, :3], x[:1]):
        assert [np.asarray(r).shape for r in exported.call(rows)] == [(len(rows), 3)] * 2
    for found, expected in zip(exported.call(x), wanted, strict=True):
        np.testing.assert_array_equal(np.asarray(found), expected)
    with pytest.raises(ValueError, match="Error refining shapes"):
        exported.call(x[:, :2])

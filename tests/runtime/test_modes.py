"""Guards and versions are two ways to the same results, and refuse the same inputs."""

from pathlib import Path

import numpy as np
import pytest
from tieshape.runtime import AssertGuardError, Model

MODELS = Path(__file__).parents[2] / "examples" / "models"
SHAPES = {
    "layernorm_softmax": [("a", "b", "c"), ("d", "e", "f"), ("g",)],
    "mlp": [("a", 16), ("b", 8)],
}


def results(model: Model, arrays: list[np.ndarray]) -> list[np.ndarray] | None:
    try:
        return model(*arrays)
    except AssertGuardError:
        return None


@pytest.mark.parametrize("name", SHAPES)
def test_guarded_and_versioned_models_agree(name: str) -> None:
    path = MODELS / name / "model.mlir"
    guarded, versioned = Model(path, max_versions=100), Model(path, undecided="version")
    rng = np.random.default_rng(3)
    ran = refused = 0
    for _ in range(25):
        arrays = [
            rng.standard_normal(
                [s if isinstance(s, int) else int(rng.choice([0, 1, 1, 3, 3, 3])) for s in shape]
            ).astype(np.float32)
            for shape in SHAPES[name]
        ]
        found, expected = results(guarded, arrays), results(versioned, arrays)
        if expected is None:
            assert found is None, [array.shape for array in arrays]
            refused += 1
            continue
        assert found is not None, [array.shape for array in arrays]
        for a, b in zip(found, expected, strict=True):
            np.testing.assert_allclose(a, b, 1e-5, 1e-6)
        ran += 1
    assert ran > 4
    assert refused > 1
    assert versioned.stats.compiles == 1
    assert guarded.stats.compiles <= ran

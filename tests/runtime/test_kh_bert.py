"""One artifact of a whole model for every valid shape."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tieshape.interpreters import Runner
from tieshape.runtime import Artifact, AssertGuardError, load
from tieshape.text.module import parse_module
from tieshape.tools.runtime_provider import program

MODEL = Path(__file__).parents[2] / "examples" / "models" / "kh_bert"
Shape = tuple[int, int]


@pytest.fixture(scope="module")
def artifact(tmp_path_factory: pytest.TempPathFactory) -> Artifact:
    path = tmp_path_factory.mktemp("kh_bert") / "kh_bert.tie"
    program((MODEL / "model.mlir").read_text(), "model.mlir", None, "guard").compile().save(path)
    return load(path)


@pytest.fixture(scope="module")
def reference() -> Runner:
    """The model lowered and nothing else: no fusion, no versions."""
    from tieshape.lowering.pipelines import TieshapePass
    from xdsl.context import Context

    module = parse_module((MODEL / "model.mlir").read_text(), "model.mlir")
    for step in TieshapePass().pipeline():
        step.apply(Context(), module)
        if step.name == "convert-tf-to-mhlo":
            break
    return Runner(module)


def valid_shapes(count: int) -> Iterator[tuple[Shape, Shape, Shape]]:
    """Tokens, segments and mask: equal, or with sizes 1 that broadcast; the mask is no longer than the others."""
    rng = np.random.default_rng(5)
    for _ in range(count):
        batch, length = int(rng.integers(1, 6)), int(rng.integers(1, 17))
        shapes = [(batch, length)] * 3
        for i in range(3):
            keep = rng.random(2) < 0.75
            shapes[i] = (batch if keep[0] else 1, length if keep[1] else 1)
        tokens, segments, mask = shapes
        mask = (mask[0], min(mask[1], max(tokens[1], segments[1])))
        yield tokens, segments, mask


def inputs(shapes: tuple[Shape, Shape, Shape]) -> list[np.ndarray]:
    rng = np.random.default_rng(sum(map(sum, shapes)))
    tokens, segments, mask = shapes
    return [
        rng.integers(0, 32, tokens).astype(np.int32),
        rng.integers(0, 2, segments).astype(np.int32),
        rng.integers(0, 2, mask).astype(np.int32),
    ]


def test_it_is_fused_and_versioned(artifact: Artifact) -> None:
    assert "mhlo.fusion" in artifact.code
    assert "scf.if" in artifact.code
    assert not [guard for guard in artifact.header.guards if guard.strength == "expect"]


def test_a_hundred_shapes_run_through_one_artifact(artifact: Artifact, reference: Runner) -> None:
    seen = set[tuple[Shape, Shape, Shape]]()
    for shapes in valid_shapes(100):
        arrays = inputs(shapes)
        assert artifact.check(shapes), shapes
        found, expected = artifact(*arrays), reference.run(arrays)
        assert artifact.output_shapes(shapes) == [array.shape for array in expected]
        for a, b in zip(found, expected, strict=True):
            np.testing.assert_allclose(a, b, 1e-5, 1e-6, err_msg=str(shapes))
        seen.add(shapes)
    assert len(seen) > 60


@pytest.mark.parametrize(
    ("shapes", "words"),
    [
        (((2, 17), (2, 17), (2, 17)), "S1 <= 16 (tf.Slice at"),
        (((2, 5), (3, 5), (2, 5)), "broadcastable(S0, S2) (tf.AddV2 at"),
        (((2, 5), (2, 4), (2, 5)), "broadcastable(S1, S3) (tf.AddV2 at"),
        (((2, 5), (2, 5), (3, 5)), "broadcastable(S0, S2, S4) (tf.SelectV2 at"),
        (((2, 0), (2, 0), (2, 0)), "1 <= S7 (tf.StridedSlice at"),
    ],
)
def test_invalid_shapes_meet_the_guard_of_the_op_that_needs_it(
    artifact: Artifact, shapes: tuple[Shape, Shape, Shape], words: str
) -> None:
    refused = artifact.check(shapes)
    assert refused.kind == "assert"
    assert refused.guard is not None
    assert refused.guard.startswith(words)
    assert re.search(r"model\.mlir:\d+:\d+", refused.guard)
    with pytest.raises(AssertGuardError):
        artifact(*inputs(shapes))


def test_a_mask_of_another_length_is_refused(artifact: Artifact) -> None:
    refused = artifact.check([(2, 5), (2, 5), (2, 4)])
    assert refused.kind == "assert"
    assert refused.guard is not None
    assert "S5" in refused.guard or "S9" in refused.guard

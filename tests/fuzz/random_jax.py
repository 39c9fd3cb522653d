"""Random JAX programs of unknown sizes, on either engine, against JAX.

`python tests/fuzz/random_jax.py --count 300 --seed 0` exits 1 where a program that JAX exports does not compile,
computes something else than JAX, or takes other sizes. Needs the extra `[jax]`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

import numpy as np
from tieshape.interpreters.errors import RunError
from tieshape.native.engine import is_available
from tieshape.rules.errors import ShapeError
from tieshape.runtime import Artifact, GuardError, Model
from tieshape.runtime.header import Argument
from tieshape.runtime.model import Program
from tieshape.tools.runtime_provider import program

from tests.fuzz.seeds import run

ARGUMENTS = (
    *(("b, n", "n"), ("b, 4", "4, c"), ("b, n", "b, 1"), ("b, 2*c", "c"), ("b, n, 3", "n, 3")),
    *(("b", "c"), ("b, n", "b, n"), ("2*b, n", "b, n"), ("b, b", "b"), ("b, n + 1", "n")),
)
"""Sizes of two arguments."""
STATED = ((), (), ("b >= 2",), ("mod(b, 2) == 0",), ())
"""What JAX is told of them."""
SIZES = tuple(
    dict(zip("bnc", sizes, strict=True))
    for sizes in ((3, 4, 2), (1, 1, 1), (2, 6, 3), (6, 2, 4), (4, 3, 5))
)
REFUSALS = (RunError, GuardError, ShapeError)
"""As a call, or the compilation for its sizes, refuses them."""
ENGINES = ("interpreter", "native") if is_available() else ("interpreter",)


@dataclass(frozen=True)
class OnEngine:
    """A program, of which `versions` are compiled by the shapes that they were compiled for."""

    program: Program
    engine: str
    versions: dict[str, Artifact]

    @property
    def arguments(self) -> tuple[Argument, ...]:
        return self.program.arguments

    def compile(self, shapes: Sequence[Sequence[int]] | None) -> Artifact:
        if str(shapes) not in self.versions:
            self.versions[str(shapes)] = self.program.compile(shapes)
        version = self.versions[str(shapes)]
        return Artifact(version.header, version.parts, engine=self.engine)


def exported(seed: int) -> Any:
    """JAX's export of a program; None where it has none."""
    import jax

    from tests.fuzz import jax_steps

    try:
        scope = jax.export.SymbolicScope(list(STATED[seed % len(STATED)]))
        given = [
            jax.ShapeDtypeStruct(jax.export.symbolic_shape(sizes, scope=scope), np.float32)
            for sizes in ARGUMENTS[seed % len(ARGUMENTS)]
        ]
        return jax.export.export(jax.jit(jax_steps.program(seed)))(*given)
    except Exception:  # of sizes that JAX cannot compare, say
        return None


def runs(seed: int) -> Iterator[list[np.ndarray]]:
    """Arguments of several sizes."""
    random = np.random.default_rng(seed)
    for sizes in SIZES:
        shapes = [
            [eval(size, {}, sizes) for size in text.split(",")]
            for text in ARGUMENTS[seed % len(ARGUMENTS)]
        ]
        yield [random.standard_normal(shape).astype(np.float32) for shape in shapes]


def fault_of(seed: int) -> str | None:
    """What is wrong with a program; None where all is well."""
    made = exported(seed)
    if made is None:
        return None
    text, versions = made.mlir_module(), dict[str, Artifact]()
    for engine in ENGINES:
        try:
            model = Model(OnEngine(program(text, "program.mlir"), engine, versions))
            for arguments in runs(seed):
                fault = _difference(made, model, arguments)
                if fault is not None:
                    return f"{engine}: {fault} at {[a.shape for a in arguments]}\n{text}"
        except Exception as error:  # any other exception is what we look for
            return f"{engine}: {type(error).__name__}: {error}\n{text}"
    return None


def _difference(made: Any, model: Any, arguments: Sequence[np.ndarray]) -> str | None:
    try:
        wanted = [np.asarray(value) for value in made.call(*arguments)]
    except Exception:  # JAX refuses sizes in several ways
        wanted = None
    try:
        results = model(*arguments)
    except REFUSALS as error:
        return None if wanted is None else f"refuses what JAX takes ({error})"
    if wanted is None:
        return "takes what JAX refuses"
    found = list(results) if isinstance(results, list | tuple) else [results]
    for a, b in zip(found, wanted, strict=True):
        if a.shape != b.shape or a.dtype != b.dtype:
            return f"gives {a.dtype}{list(a.shape)}, not {b.dtype}{list(b.shape)}"
        if not np.allclose(a, b, 1e-3, 1e-3, equal_nan=True):
            return None if _is_unstable(made, arguments, wanted) else "gives other numbers"
    return None


def _is_unstable(made: Any, arguments: Sequence[np.ndarray], wanted: Sequence[np.ndarray]) -> bool:
    """Whether JAX's own results are others for numbers that differ in the last places: where a branch depends on the
    sign of what sums up to 0.
    """
    random = np.random.default_rng(0)
    for _ in range(8):
        near = [
            (a * (1 + 1e-6 * random.standard_normal(a.shape))).astype(a.dtype)
            if a.dtype.kind == "f"
            else a
            for a in arguments
        ]
        found = [np.asarray(value) for value in made.call(*near)]
        pairs = zip(found, wanted, strict=True)
        if not all(np.allclose(a, b, 1e-3, 1e-3, equal_nan=True) for a, b in pairs):
            return True
    return False


if __name__ == "__main__":
    sys.exit(run(__doc__, 300, fault_of, "JAX programs", "jax"))

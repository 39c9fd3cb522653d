"""A program of JAX with named sizes: what `programs.py` exports and compares."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import numpy as np

TWO: Sequence[Mapping[str, int]] = ({"b": 1, "s": 2}, {"b": 3, "s": 5})


@dataclass(frozen=True)
class Program:
    """A function, the symbolic shapes of its arguments, and the sizes that it is tried with."""

    function: Callable[..., Any]
    shapes: Sequence[str] = ("b, s",)
    sizes: Sequence[Mapping[str, int]] = TWO
    constraints: Sequence[str] = ()
    types: Sequence[str] = ()

    @property
    def name(self) -> str:
        return self.function.__name__

    @property
    def element_types(self) -> list[Any]:
        return [np.dtype(t) for t in self.types or ["float32"] * len(self.shapes)]

    def exported(self) -> Any:
        """The `jax.export.Exported`. Raises what JAX raises where it does not export the program."""
        scope = jax.export.SymbolicScope(self.constraints)
        given = [
            jax.ShapeDtypeStruct(jax.export.symbolic_shape(text, scope=scope), dtype)
            for text, dtype in zip(self.shapes, self.element_types, strict=True)
        ]
        return jax.export.export(jax.jit(self.function))(*given)

    def shapes_at(self, sizes: Mapping[str, int]) -> list[tuple[int, ...]]:
        """The arguments' shapes where the names have `sizes`."""
        return [
            tuple(int(eval(size, {}, dict(sizes))) for size in text.split(",") if size.strip())
            for text in self.shapes
        ]

    def arguments(self, sizes: Mapping[str, int], random: np.random.Generator) -> list[np.ndarray]:
        """Arrays of these sizes; integers are between -2 and 6."""
        return [
            random.integers(-2, 7, shape).astype(dtype)
            if dtype.kind == "i"
            else random.normal(size=shape).astype(dtype)
            for shape, dtype in zip(self.shapes_at(sizes), self.element_types, strict=True)
        ]

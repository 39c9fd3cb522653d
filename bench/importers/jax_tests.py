"""JAX's own tests, in which what they export is run here as well, at their sizes and at others.

    python bench/importers/jax_tests.py DIR [FILE ...] [--each 3] [--from 0.4] [--list KINDS]

DIR is the folder `tests` of a checkout of JAX of about the installed version; FILE a test in it, without `.py`. A test that
calls a program of `jax.export` (`shape_poly_test`) calls it here too, on either engine. A test that
compiles a function for arrays (`lax_numpy_test` and many more) has it exported first with a symbol
for each size above 1, equal sizes the same one. JAX says what is wanted, or refuses. Needs the extras
`[jax]` and `[native]`, pytest, and what the tests import.
"""

from __future__ import annotations

import argparse
import collections
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import jax
import numpy as np
import pytest
from jax._src import test_util
from tieshape.native.engine import is_available
from tieshape.runtime import Model

ENGINES = ("interpreter", "native") if is_available() else ("interpreter",)
OURS = ("wrong", "refused", "taken", "too long")
"""Kinds of verdicts that tieshape has to answer for."""
SIZES = (5, 1, 4, 7)
"""What the first symbol of a program is; each later one is one more, modulo 8, but where it is 1."""
SECONDS = 60
FUNCTIONS = (
    *("lax_numpy_test", "lax_numpy_indexing_test", "lax_numpy_reducers_test", "nn_test"),
    *("image_test", "lax_scipy_test", "scipy_signal_test", "scipy_stats_test"),
    *("lax_numpy_einsum_test", "lax_numpy_setops_test", "linalg_test", "fft_test"),
    *("lax_control_flow_test", "polynomial_test", "lax_scipy_special_functions_test"),
    *("scipy_ndimage_test", "scipy_interpolate_test", "lax_numpy_ufuncs_test", "lax_test"),
)
"""The tests that are run where none are named, besides `shape_poly_test`."""
Call = Callable[..., Any]


class TooLongError(BaseException):
    """A program has taken too long."""


class JaxTests:
    """A plugin of pytest that runs what tests export, and counts what becomes of it.

    each: how many functions of a test are exported, whose parameters it runs through
    start: the part of the tests that is left out
    listed: the kinds to print, the first of each test
    """

    def __init__(self, each: int, start: float, listed: Sequence[str]) -> None:
        self.counts = collections.Counter[str]()
        self._each, self._start, self._listed = each, start, listed
        self._told = set[tuple[str, str]]()
        self._functions = collections.Counter[str]()
        self._test = ""
        self._folder = tempfile.TemporaryDirectory()
        self._call: Call = jax.export.Exported.call
        jax.export.Exported.call = lambda program, *a, **k: self.called(program, *a, **k)
        case: Any = test_util.JaxTestCase
        case._CompileAndCheck = lambda _, function, arguments, **__: self.compiled(
            function, arguments
        )
        case._CheckAgainstNumpy = lambda *_, **__: None

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = items[int(len(items) * self._start) :]

    def pytest_runtest_setup(self, item: Any) -> None:
        self._test = item.name

    def note(self, kind: str, words: object = "") -> None:
        self.counts[kind] += 1
        key = kind, self._test.rstrip("0123456789")
        if kind in self._listed and key not in self._told:
            self._told.add(key)
            print(f"{kind}: {self._test}: {' '.join(str(words).split())[:300]}", flush=True)

    def compiled(self, function: Call, make: Callable[[], Any]) -> None:
        """What a test compiles, exported with unknown sizes."""
        name = self._test.rstrip("0123456789")
        self._functions[name] += 1
        if self._functions[name] > self._each:
            return
        given = make()
        leaves, tree = jax.tree.flatten(given)
        if not leaves or not all(isinstance(leaf, np.ndarray | jax.Array) for leaf in leaves):
            self.note("no arrays alone")
            return
        scope = jax.export.SymbolicScope()
        specs = [
            jax.ShapeDtypeStruct(
                jax.export.symbolic_shape(_named(leaf.shape), scope=scope), leaf.dtype
            )
            for leaf in leaves
        ]
        try:
            program = jax.export.export(jax.jit(function))(*jax.tree.unflatten(tree, specs))
        except Exception:  # of sizes that JAX cannot compare, say
            self.note("not exported")
            return
        program.call(*given)

    def called(self, program: Any, *given: Any, **named: Any) -> Any:
        """What JAX makes of a call, which is run here too."""
        found = self._call(program, *given, **named)
        leaves = jax.tree.leaves((given, named))
        if any(isinstance(leaf, jax.core.Tracer) for leaf in leaves):
            return found
        with self._limited():
            types = [aval.dtype for aval in program.in_avals]
            arrays = [np.asarray(leaf).astype(t) for leaf, t in zip(leaves, types, strict=True)]
            self._compared(program, arrays)
        return found

    @contextmanager
    def _limited(self) -> Iterator[None]:
        def stop(*_: object) -> None:
            raise TooLongError

        signal.signal(signal.SIGALRM, stop)
        signal.alarm(SECONDS)
        try:
            yield
        except TooLongError:
            self.note("too long")
        except Exception as error:  # of keys of random numbers, say, that are no arrays
            self.note("not compared", f"{type(error).__name__}: {error}")
        finally:
            signal.alarm(0)

    def _compared(self, program: Any, arrays: Sequence[np.ndarray]) -> None:
        path = Path(self._folder.name) / "program.jax"
        path.write_bytes(program.serialize())
        models = {engine: Model(path, engine=engine) for engine in ENGINES}
        calls = [arrays, *others(program, arrays)]
        for given in calls:
            wanted = self._wanted(program, given)
            for engine, model in models.items():
                self.note(*_verdict(model, program, given, wanted, engine))

    def _wanted(self, program: Any, given: Sequence[np.ndarray]) -> list[np.ndarray] | None:
        """What JAX computes; None where it refuses."""
        positional, named = jax.tree.unflatten(program.in_tree, given)
        try:
            return [
                np.asarray(v) for v in jax.tree.leaves(self._call(program, *positional, **named))
            ]
        except Exception:
            return None


def _named(shape: Sequence[int]) -> str:
    """A symbol for each size above 1."""
    return ", ".join(f"d{size}" if size > 1 else str(size) for size in shape)


def _verdict(
    model: Model,
    program: Any,
    given: Sequence[np.ndarray],
    wanted: list[np.ndarray] | None,
    engine: str,
) -> tuple[str, str]:
    place = f"{engine}, {[array.shape for array in given]}"
    try:
        found = model(*(given[i] for i in program.module_kept_var_idx))
    except Exception as error:
        if wanted is None:
            return "both refuse", ""
        return "refused", f"{place}: {type(error).__name__}: {error}"
    if wanted is None:
        return "taken", place
    words = [w for own, other in zip(found, wanted, strict=True) if (w := _difference(own, other))]
    return ("wrong", f"{place}: {words[0]}") if words else ("right", "")


def _difference(found: Any, wanted: np.ndarray) -> str:
    found = np.asarray(found)
    if found.shape != wanted.shape:
        return f"sizes {found.shape}, not {wanted.shape}"
    if wanted.dtype.kind in "biu":
        return "" if np.array_equal(found, wanted) else "other numbers"
    kind = complex if wanted.dtype.kind == "c" else float
    near = 1e-1 if wanted.dtype.itemsize <= 2 else 2e-3
    same = np.allclose(found.astype(kind), wanted.astype(kind), near, near, equal_nan=True)
    return "" if same else "other numbers"


def others(program: Any, arrays: Sequence[np.ndarray]) -> Iterator[list[np.ndarray]]:
    """Arguments of other sizes, with the elements of `arrays`."""
    every = {size for aval in program.in_avals for size in aval.shape if not isinstance(size, int)}
    names = sorted({name for size in every for name in size._get_vars()})
    for first in SIZES if names else ():
        told = {n: 1 if first == 1 else (first + i) % 8 or 2 for i, n in enumerate(names)}
        shapes = [
            [size if isinstance(size, int) else int(size._evaluate(told)) for size in aval.shape]
            for aval in program.in_avals
        ]
        if all(size >= 0 for shape in shapes for size in shape):
            yield [_filled(*pair) for pair in zip(arrays, shapes, strict=True)]


def _filled(like: np.ndarray, shape: Sequence[int]) -> np.ndarray:
    return np.resize(like, shape) if like.size else np.ones(shape, like.dtype)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("files", nargs="*", default=["shape_poly_test", *FUNCTIONS])
    parser.add_argument("--each", type=int, default=3, help="functions of a test with parameters")
    parser.add_argument("--from", type=float, default=0, dest="start", help="a part to leave out")
    parser.add_argument("--list", default=",".join(OURS), help="kinds to list")
    options = parser.parse_args()
    plugin = JaxTests(options.each, options.start, options.list.split(","))
    for name in options.files:
        pytest.main(
            ["-q", "-s", "-p", "no:cacheprovider", str(options.folder / f"{name}.py")], [plugin]
        )
        print(f"{name}: {dict(plugin.counts)}", flush=True)
    return 1 if any(plugin.counts[kind] for kind in OURS) else 0


if __name__ == "__main__":
    sys.exit(main())

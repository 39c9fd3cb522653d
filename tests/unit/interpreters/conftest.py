"""What the tests of the runner share: modules from text, and one operation run on arrays."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from tieshape.interpreters import run_function
from tieshape.text.module import parse_module

ELEMENT_NAMES = {
    "bool": "i1",
    "float16": "f16",
    "float32": "f32",
    "float64": "f64",
    "complex64": "complex<f32>",
    **{f"int{width}": f"i{width}" for width in (8, 16, 32, 64)},
    **{f"uint{width}": f"ui{width}" for width in (8, 16, 32, 64)},
}


def type_of(array: np.ndarray) -> str:
    """The static tensor type of an array, as text."""
    sizes = "".join(f"{size}x" for size in array.shape)
    return f"tensor<{sizes}{ELEMENT_NAMES[array.dtype.name]}>"


def run_operation(
    operation: str, arguments: Sequence[np.ndarray], expected: Sequence[np.ndarray]
) -> list[np.ndarray]:
    """The results of an operation in generic form on `%a0`, `%a1`, …, typed like `expected`."""
    types = [type_of(np.asarray(array)) for array in arguments]
    results = ", ".join(type_of(np.asarray(array)) for array in expected)
    parameters = ", ".join(f"%a{number}: {type_}" for number, type_ in enumerate(types))
    names = ", ".join(f"%r#{number}" for number in range(len(expected)))
    text = f"""
      func.func @main({parameters}) -> ({results}) {{
        %r:{len(expected)} = {operation} : ({", ".join(types)}) -> ({results})
        func.return {names} : {results}
      }}"""
    return run_function(parse_module(text), None, arguments)


def expect_operation(
    operation: str, arguments: Sequence[np.ndarray], *expected: np.ndarray
) -> None:
    """Fails unless the operation gives `expected`: floats about, all else exactly."""
    found = run_operation(operation, arguments, expected)
    for one, other in zip(found, expected, strict=True):
        assert one.dtype == other.dtype
        if other.dtype.kind in "fc":
            tolerance = 2e-2 if other.dtype == np.float16 else 2e-5
            np.testing.assert_allclose(one, other, rtol=tolerance, atol=tolerance)
        else:
            np.testing.assert_array_equal(one, other)


@pytest.fixture
def run() -> Callable[..., list[np.ndarray]]:
    """Runs the only public function of a module in text form."""

    def run_text(text: str, *arrays: object, **options: object) -> list[np.ndarray]:
        return run_function(parse_module(text), None, [np.asarray(a) for a in arrays], **options)

    return run_text


@pytest.fixture
def expect() -> Callable[..., None]:
    """`expect(operation, arguments, *expected)`, see `expect_operation`."""
    return expect_operation


@pytest.fixture
def rng() -> np.random.Generator:
    """Random numbers, the same in every run of the tests."""
    return np.random.default_rng(20240611)

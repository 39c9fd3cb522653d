"""Text that is read back is the program that was printed."""

import numpy as np
import pytest
from tieshape.interpreters import run_function
from tieshape.text.module import parse_module, print_module


def constant(elements: str, type: str) -> str:
    return (
        f"func.func @main() -> {type} {{\n"
        f"  %0 = mhlo.constant dense<{elements}> : {type}\n"
        f"  func.return %0 : {type}\n}}\n"
    )


@pytest.mark.parametrize(
    ("elements", "type"),
    [
        ("[-0.0, 0.0]", "tensor<2xf32>"),
        ("[0.0, -0.0, 0.0]", "tensor<3xf64>"),
        ("[[0.0, 0.0], [0.0, -0.0]]", "tensor<2x2xf16>"),
        ("[(0.0, -0.0), (0.0, 0.0)]", "tensor<2xcomplex<f32>>"),
        ('"0x' + "00000080" * 150 + "00000000" + '"', "tensor<151xf32>"),
    ],
)
def test_the_signs_of_zeros_stay(elements: str, type: str) -> None:
    module = parse_module(constant(elements, type), "test.mlir")
    again = parse_module(text := print_module(module), "test.mlir")
    (before,), (after,) = run_function(module, "main", []), run_function(again, "main", [])
    assert before.tobytes() == after.tobytes()
    assert print_module(again) == text
    signs = np.signbit(after.real) if after.dtype.kind != "c" else np.signbit(after.imag)
    assert signs.any() and not signs.all()


@pytest.mark.parametrize(("element", "type"), [("-0.0", "f32"), ("0.0", "f64"), ("0", "i32")])
def test_zeros_of_one_sign_stay_a_splat(element: str, type: str) -> None:
    text = constant(f"[{element}, {element}]", f"tensor<2x{type}>")
    printed = print_module(parse_module(text, "test.mlir"))
    assert "dense<[" not in printed and f"dense<{element}" in printed

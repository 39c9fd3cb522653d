"""Text that is read back is the program that was printed."""

import numpy as np
import pytest
from tieshape.interpreters import run_function
from tieshape.text.module import parse_module, print_apart, print_module
from xdsl.utils.exceptions import ParseError


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


LONG = constant('"0x' + "000102FF" * 50 + '"', "tensor<200xui8>").replace("main", "long")
SHORT = constant("[1, 2, 3]", "tensor<3xui8>").replace("main", "short")
ALIKE = constant("7", "tensor<200xui8>").replace("main", "alike")


def test_long_constants_stand_apart_and_are_read_back() -> None:
    """Each once; a short one stays in the text, and one of a single number."""
    twice = LONG + LONG.replace("long", "again")
    module = parse_module(twice + SHORT + ALIKE, "test.mlir")
    text, weights = print_apart(module, 65)
    assert weights == [bytes([0, 1, 2, 255]) * 50]
    assert text.count('dense<"@constant 0">') == 2 and '"0x' not in text
    again = parse_module(text, "again.mlir", weights=weights)
    assert again.is_structurally_equivalent(module)
    assert print_apart(module, 201)[1] == []


def test_text_that_looks_like_a_reference_keeps_constants_in_the_text() -> None:
    text = LONG + 'func.func private @f() attributes {says = "@constant 0"}\n'
    module = parse_module(text, "test.mlir")
    printed, weights = print_apart(module, 65)
    assert (printed, weights) == (print_module(module), [])
    assert parse_module(printed, "again.mlir").is_structurally_equivalent(module)


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ([b"ab"], "weight 0 has not the size of tensor<200xui8>"),
        ([], "strings need the element type"),
        (None, "no weight 7"),
    ],
)
def test_weights_that_do_not_fit_are_refused(weights: list[bytes] | None, words: str) -> None:
    text, made = print_apart(parse_module(LONG, "test.mlir"), 65)
    if weights is None:
        text, weights = text.replace("@constant 0", "@constant 7"), made
    with pytest.raises(ParseError, match=words):
        parse_module(text, "again.mlir", weights=weights)

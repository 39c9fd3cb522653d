"""Operators on images and signals of any size: places of maxima, windows put back, regions, spectra."""

import numpy as np
import pytest

pytest.importorskip("onnx", reason="onnx is not installed; pip install 'tieshape[onnx]' brings it")

from tieshape.interpreters.errors import RunError
from tieshape.text.diagnostics import LocatedError

from tieshape import Runner

from .onnx_models import check, compiled, imported, numbers

I = np.int64  # noqa: E741


@pytest.mark.parametrize(
    "attributes",
    [
        "kernel_shape = [2, 2], strides = [2, 2]",
        "kernel_shape = [3, 2], strides = [2, 1], pads = [1, 0, 1, 1]",
        "kernel_shape = [2, 2], dilations = [2, 1], pads = [1, 1, 0, 0]",
        "kernel_shape = [3, 3], strides = [2, 2], storage_order = 1",
    ],
)
def test_places_of_maxima(attributes: str) -> None:
    body = f"""agraph (float[N, C, H, W] x) => (float[N, C, K, L] y, int64[N, C, K, L] i) {{
      y, i = MaxPool <{attributes}> (x)
    }}"""
    check(body, (numbers(2, 3, 5, 6),), (numbers(1, 1, 4, 3),), (numbers(3, 2, 7, 4),))


def test_maxima_are_put_back() -> None:
    body = """agraph (float[N, C, H] x) => (float[N, C, K] y) {
      v, i = MaxPool <kernel_shape = [2], strides = [2]> (x)
      y = MaxUnpool <kernel_shape = [2], strides = [2]> (v, i)
    }"""
    check(body, (numbers(2, 3, 6),), (numbers(1, 1, 2),))


def test_maxima_are_put_back_into_a_larger_image() -> None:
    body = """agraph (float[N, 1, H, W] x, int64[N, 1, H, W] i, int64[4] s) => (float[N, 1, K, L] y) {
      y = MaxUnpool <kernel_shape = [2, 2], strides = [2, 2]> (x, i, s)
    }"""
    places = I([[[[5, 7], [13, 15]]]])
    check(body, (numbers(1, 1, 2, 2), places, I([1, 1, 5, 5])))


@pytest.mark.parametrize(
    ("attributes", "kernel", "reach"),
    [
        ("", (2, 3), (2, 3)),
        ("strides = [2, 2]", (2, 3), (2, 3)),
        ("strides = [3, 2], pads = [1, 0, 1, 2]", (3, 3), (3, 3)),
        ("dilations = [2, 1], pads = [0, 1, 0, 1]", (2, 2), (3, 2)),
        ("strides = [3, 1], pads = [0, 0, 2, 0]", (2, 1), (2, 1)),
    ],
)
def test_windows_are_added_up_in_an_image(
    attributes: str, kernel: tuple[int, int], reach: tuple[int, int]
) -> None:
    body = f"""agraph (float[N, M, L] x, int64[2] s) => (float[N, C, H, W] y) {{
      k = Constant <value_ints = {list(kernel)}> ()
      y = Col2Im {f"<{attributes}>" if attributes else ""} (x, s, k)
    }}"""

    def given(batch: int, channels: int, *image: int) -> tuple[object, ...]:
        said = dict(part.split(" = ") for part in attributes.split("], ") if part)
        strides, pads = (
            eval(said.get(name, default).rstrip("]") + "]")
            for name, default in (("strides", "[1, 1]"), ("pads", "[0, 0, 0, 0]"))
        )
        count = 1
        for d in range(2):
            count *= (image[d] + pads[d] + pads[2 + d] - reach[d]) // strides[d] + 1
        return numbers(batch, channels * kernel[0] * kernel[1], count), I(image)

    check(body, given(2, 3, 6, 7), given(1, 1, 4, 5), given(1, 2, 7, 4))


def test_as_many_windows_are_needed_as_an_image_has() -> None:
    body = """agraph (float[N, M, L] x, int64[2] s) => (float[N, C, H, W] y) {
      k = Constant <value_ints = [2, 2]> ()
      y = Col2Im (x, s, k)
    }"""
    runner = Runner(compiled(imported(body)))
    with pytest.raises(RunError):
        runner.run([numbers(1, 4, 5), I([3, 3])])
    with pytest.raises(RunError, match="multiple of 4"):
        runner.run([numbers(1, 6, 4), I([3, 3])])


@pytest.mark.parametrize("ratio", [0, 2])
@pytest.mark.parametrize("mode", ["avg", "max"])
@pytest.mark.parametrize("shift", ["half_pixel", "output_half_pixel"])
def test_regions_of_images(mode: str, shift: str, ratio: int) -> None:
    body = f"""agraph (float[N, C, H, W] x, float[R, 4] r, int64[R] i) => (float[R, C, 2, 3] y) {{
      y = RoiAlign <mode = "{mode}", coordinate_transformation_mode = "{shift}",
                    sampling_ratio = {ratio}, output_height = 2, output_width = 3,
                    spatial_scale = 0.5> (x, r, i)
    }}"""
    regions = [[0, 0, 9, 7], [3.5, 1, 12, 11.5], [-4, -6, 3, 2], [5, 5, 5, 5], [8, 9, 6, 4]]
    rows = np.array(regions, np.float32)
    check(
        body,
        (numbers(2, 3, 6, 7), rows, I([0, 1, 1, 0, 1])),
        (numbers(1, 1, 4, 4), rows[:2], I([0, 0])),
        (numbers(1, 2, 4, 4), rows[:0], I([])),
    )


@pytest.mark.parametrize("inverse", [0, 1])
@pytest.mark.parametrize("onesided", [0, 1])
@pytest.mark.parametrize("length", [None, 4, 7])
def test_spectra_along_an_axis(inverse: int, onesided: int, length: int | None) -> None:
    parts = 2 if inverse or not onesided else 1
    given = "" if length is None else f"n = Constant <value_int = {length}> ()\n"
    inputs = "x, , a" if length is None else "x, n, a"
    body = f"""agraph (float[N, M, {parts}] x) => (float[K, L, P] y) {{
      a = Constant <value_int = 0> ()
      {given} y = DFT <inverse = {inverse}, onesided = {onesided}> ({inputs})
    }}"""
    check(body, (numbers(6, 3, parts),), (numbers(5, 1, parts),))


def test_spectra_along_an_axis_that_only_a_run_knows() -> None:
    body = """agraph (float[N, M, 2] x, int64 a) => (float[K, L, 2] y) {
      y = DFT (x, , a)
    }"""
    check(body, (numbers(6, 3, 2), I(0)), (numbers(5, 4, 2), I(-2)))
    with pytest.raises(RunError, match="DFT: the axis must be"):
        Runner(compiled(imported(body))).run([numbers(2, 2, 2), I(2)])


def test_parts_of_complex_numbers_must_be_known() -> None:
    body = "agraph (float[N, M, P] x) => (float[K, L, Q] y) { y = DFT (x) }"
    with pytest.raises(LocatedError, match="the last dimension must be known to be 1"):
        imported(body)
    body = "agraph (float[N, M, 1] x) => (float[K, L, 2] y) { y = DFT <axis = 2> (x) }"
    with pytest.raises(LocatedError, match="holds the parts of complex numbers"):
        imported(body, opset=17)


@pytest.mark.parametrize("onesided", [0, 1])
def test_spectra_of_frames(onesided: int) -> None:
    body = f"""agraph (float[N, M, 1] x, float[L] w) => (float[N, F, K, 2] y) {{
      s = Constant <value_int = 3> ()
      y = STFT <onesided = {onesided}> (x, s, w)
    }}"""
    check(body, (numbers(2, 17, 1), numbers(6)), (numbers(1, 8, 1), numbers(8)))
    with pytest.raises(RunError, match="as long as a frame"):
        Runner(compiled(imported(body))).run([numbers(1, 4, 1), numbers(5)])


def test_determinants() -> None:
    body = "agraph (float[N, M, M] x) => (float[N] y) { y = Det (x) }"
    check(body, (numbers(3, 4, 4),), (numbers(2, 1, 1),))


def test_corners_are_aligned_by_whole_sizes() -> None:
    body = """agraph (float[N, W] x) => (float[N, A] y) <float[2] scales = {1.0, 1.7}> {
      y = Resize <mode = "linear", coordinate_transformation_mode = "align_corners"> (x, , scales)
    }"""
    x = numbers(2, 4)
    (found,) = Runner(compiled(imported(body))).run([x])
    places = np.linspace(0, 3, 6)  # 6 of 6.8
    wanted = [np.interp(places, np.arange(4), row) for row in x]
    np.testing.assert_allclose(found, wanted, rtol=1e-5)


@pytest.mark.parametrize("mode", ["linear", "cubic"])
def test_images_become_smaller_by_scales_that_only_a_run_knows(mode: str) -> None:
    body = f"""agraph (float[N, W] x, int64[2] s) => (float[N, A] y) {{
      y = Resize <mode = "{mode}", antialias = 1> (x, , , s)
    }}"""
    check(body, (numbers(2, 9), I([2, 4])), (numbers(1, 5), I([1, 2])), (numbers(1, 3), I([1, 7])))

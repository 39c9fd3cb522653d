"""Operators whose meaning in ONNX differs from TensorFlow's, with sizes that only a run knows."""

import numpy as np
import pytest

pytest.importorskip("onnx", reason="onnx is not installed; pip install 'tieshape[onnx]' brings it")

from tieshape.interpreters import GuardFailed
from tieshape.text.diagnostics import LocatedError

from tieshape import Runner

from .onnx_models import check, compiled, imported, numbers

I = np.int64  # noqa: E741


def test_zero_in_a_new_shape_copies_a_size() -> None:
    body = """agraph (float[N, M, 6] x) => (float[A, B, C] y) {
      shape = Constant <value_ints = [0, -1, 3]> ()
      y = Reshape(x, shape)
    }"""
    check(body, (numbers(2, 3, 6),), (numbers(1, 1, 6),))


def test_a_computed_zero_copies_a_size_too() -> None:
    body = """agraph (float[N, M] x, int64[2] s) => (float[A, B] y) { y = Reshape(x, s) }"""
    check(
        body, (numbers(2, 3), I([0, 3])), (numbers(2, 3), I([3, -1])), (numbers(4, 3), I([0, -1]))
    )


def test_zero_is_zero_where_the_model_says_so() -> None:
    body = """agraph (float[N, M] x, int64[2] s) => (float[A, B] y) {
      y = Reshape <allowzero = 1> (x, s)
    }"""
    check(body, (numbers(0, 3), I([3, 0])), (numbers(2, 3), I([3, 2])))


def test_sizes_that_are_not_zero_are_taken_as_they_are() -> None:
    body = """agraph (float[N, 4] x) => (float[A, B] y) {
      shape = Constant <value_ints = [-1, 2]> ()
      y = Reshape(x, shape)
    }"""
    assert "tf.SelectV2" not in str(imported(body))


def test_a_gather_counts_from_the_end() -> None:
    body = "agraph (float[N, M] x, int64[K] i) => (float[N, K] y) { y = Gather <axis = 1> (x, i) }"
    check(body, (numbers(2, 3), I([-1, 0, -3, 2])), (numbers(2, 5), I([-5])))


def test_places_that_are_natural_are_taken_as_they_are() -> None:
    body = """agraph (float[N, 4] x) => (float[N, 2] y) {
      i = Constant <value_ints = [0, 3]> ()
      y = Gather <axis = 1> (x, i)
    }"""
    assert "tf.SelectV2" not in str(imported(body))


def test_a_gather_of_elements_may_be_smaller_than_the_data() -> None:
    body = """agraph (float[N, M] x, int64[K, L] i) => (float[K, L] y) {
      y = GatherElements <axis = 1> (x, i)
    }"""
    data, places = numbers(3, 4), I([[0, -1], [2, 1]])
    (found,) = Runner(compiled(imported(body))).run([data, places])
    np.testing.assert_array_equal(found, np.take_along_axis(data[:2], places % 4, 1))
    (found,) = Runner(compiled(imported(body.replace("= 1", "= 0")))).run([data, places])
    np.testing.assert_array_equal(found, np.take_along_axis(data[:, :2], places % 3, 0))


def test_a_gather_of_rows_with_batches() -> None:
    body = """agraph (float[B, N, M] x, int64[B, K, 1] i) => (float[B, K, M] y) {
      y = GatherND <batch_dims = 1> (x, i)
    }"""
    check(body, (numbers(2, 3, 4), I([[[0], [-1]], [[2], [1]]])))


@pytest.mark.parametrize("how", ["none", "add", "mul", "max", "min"])
def test_a_scatter_of_elements(how: str) -> None:
    body = f"""agraph (float[N, M] x, int64[K, L] i, float[K, L] u) => (float[N, M] y) {{
      y = ScatterElements <axis = 1, reduction = "{how}"> (x, i, u)
    }}"""
    check(body, (numbers(2, 3), I([[0, -1]]), numbers(1, 2) + 1))


def test_pads_may_be_negative() -> None:
    known = """agraph (float[N, M] x) => (float[A, B] y) {
      p = Constant <value_ints = [1, -1, 0, -2]> ()
      y = Pad(x, p)
    }"""
    data = numbers(2, 5)
    expected = np.pad(data[:, 1:-2], ((1, 0), (0, 0)))
    (found,) = Runner(compiled(imported(known))).run([data])
    np.testing.assert_array_equal(found, expected)
    computed = "agraph (float[N, M] x, int64[4] p) => (float[A, B] y) { y = Pad(x, p) }"
    (found,) = Runner(compiled(imported(computed))).run([data, I([1, -1, 0, -2])])
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("mode", ["edge", "reflect", "wrap"])
def test_pads_that_repeat(mode: str) -> None:
    body = f"""agraph (float[N, M] x, int64[4] p) => (float[A, B] y) {{
      y = Pad <mode = "{mode}"> (x, p)
    }}"""
    check(body, (numbers(3, 4), I([1, 2, 0, 3])), (numbers(3, 4), I([0, 0, 2, 0])))


def test_a_slice_backwards_and_beyond() -> None:
    body = """agraph (float[N, M] x, int64[2] s, int64[2] e) => (float[A, B] y) {
      axes = Constant <value_ints = [1, 0]> ()
      steps = Constant <value_ints = [-1, 2]> ()
      y = Slice(x, s, e, axes, steps)
    }"""
    low = np.iinfo(np.int64).min
    check(body, (numbers(5, 4), I([-1, 0]), I([low, 100])), (numbers(5, 4), I([2, 1]), I([0, -1])))


def test_a_slice_along_axes_that_only_a_run_knows() -> None:
    body = """agraph (float[N, M] x, int64[1] s, int64[1] e, int64[1] a) => (float[A, B] y) {
      y = Slice(x, s, e, a)
    }"""
    check(body, (numbers(5, 4), I([1]), I([3]), I([0])), (numbers(5, 4), I([1]), I([-1]), I([-1])))


def test_an_uneven_split_has_a_smaller_end() -> None:
    body = """agraph (float[N, 2] x) => (float[A, 2] a, float[B, 2] b, float[C, 2] c) {
      a, b, c = Split <axis = 0, num_outputs = 3> (x)
    }"""
    check(body, (numbers(6, 2),), (numbers(7, 2),), (numbers(5, 2),))


def test_both_shapes_of_an_expansion_broadcast() -> None:
    body = "agraph (float[N, 1] x, int64[3] s) => (float[A, B, C] y) { y = Expand(x, s) }"
    check(body, (numbers(3, 1), I([2, 1, 4])), (numbers(1, 1), I([2, 3, 1])))


def test_integers_are_divided_towards_zero() -> None:
    body = "agraph (int64[N] x, int64[N] y) => (int64[N] z) { z = Div(x, y) }"
    values = I([-7, 7, -7, 7]), I([2, 2, -2, -2])
    (found,) = Runner(compiled(imported(body))).run(list(values))
    assert found.tolist() == [-3, 3, 3, -3]


def test_remainders() -> None:
    body = "agraph (int64[N] x, int64[N] y) => (int64[N] z) { z = Mod <fmod = 1> (x, y) }"
    values = (I([-7, 7, -7, 7]), I([3, 3, -3, -3]))
    check(body, values)
    check(body.replace(" <fmod = 1>", ""), values)


def test_squares_of_unknown_size_are_squeezed_by_name_alone() -> None:
    body = """agraph (float[N, 1, M] x) => (float[N, M] y) {
      axes = Constant <value_ints = [-2]> ()
      y = Squeeze(x, axes)
    }"""
    check(body, (numbers(2, 1, 3),), (numbers(1, 1, 1),))


def test_axes_to_insert_that_only_a_run_knows() -> None:
    body = """agraph (float[N, M] x, int64[2] a) => (float[A, B, C, D] y) { y = Unsqueeze(x, a) }"""
    check(body, (numbers(2, 3), I([0, -1])), (numbers(2, 3), I([2, 1])))


@pytest.mark.parametrize(
    "attributes",
    [
        'mode = "nearest", coordinate_transformation_mode = "asymmetric", nearest_mode = "floor"',
        'mode = "linear", coordinate_transformation_mode = "half_pixel"',
        'mode = "linear", coordinate_transformation_mode = "align_corners"',
        'mode = "cubic", coordinate_transformation_mode = "half_pixel"',
        'mode = "linear", coordinate_transformation_mode = "pytorch_half_pixel"',
    ],
)
def test_images_of_any_size_are_resized(attributes: str) -> None:
    body = f"""agraph (float[N, 2, H, W] x) => (float[N, 2, A, B] y)
      <float[4] scales = {{1.0, 1.0, 2.0, 1.5}}> {{
      y = Resize <{attributes}> (x, , scales)
    }}"""
    check(body, (numbers(1, 2, 3, 4),), (numbers(2, 2, 1, 2),))


@pytest.mark.parametrize("pad", ["SAME_UPPER", "SAME_LOWER", "VALID"])
def test_windows_over_images_of_any_size(pad: str) -> None:
    body = f"""agraph (float[N, 2, H, W] x, float[4, 2, 3, 3] k) => (float[N, 4, A, B] y) {{
      y = Conv <auto_pad = "{pad}", strides = [2, 2]> (x, k)
    }}"""
    check(
        body, (numbers(1, 2, 7, 6), numbers(4, 2, 3, 3)), (numbers(2, 2, 4, 5), numbers(4, 2, 3, 3))
    )


@pytest.mark.parametrize(
    ("node", "least"),
    [
        ("Conv <pads = [0, 1]> (x, k)", 2),
        ("Conv <dilations = [2]> (x, k)", 5),
        ("MaxPool <kernel_shape = [3]> (x)", 3),
        ("AveragePool <kernel_shape = [3], pads = [1, 1]> (x)", 1),
    ],
)
def test_an_input_that_no_window_fits_is_refused(node: str, least: int) -> None:
    body = f"agraph (float[1, 1, N] x, float[1, 1, 3] k) => (float[1, 1, M] y) {{ y = {node} }}"
    runner = Runner(compiled(imported(body)))
    (found,) = runner.run([numbers(1, 1, least), numbers(1, 1, 3)])
    assert found.shape == (1, 1, 1)
    if least > 1:
        with pytest.raises(GuardFailed, match=f"dimension 2 must have {least} elements or more"):
            runner.run([numbers(1, 1, least - 1), numbers(1, 1, 3)])


def test_an_image_of_known_size_that_no_window_fits_is_refused_at_once() -> None:
    body = (
        "agraph (float[1, 1, 2] x) => (float[1, 1, M] y) { y = MaxPool <kernel_shape = [3]> (x) }"
    )
    with pytest.raises(LocatedError, match=r"dimension 2 must have 3 elements or more.*it has 2"):
        imported(body)


FILTERS_OF_ANY_SIZE = [
    ("Conv", "strides = [2, 1], pads = [1, 0, 2, 1]", (4, 2)),
    ("Conv", "dilations = [2, 1], group = 2", (4, 1)),
    ("Conv", 'auto_pad = "VALID"', (4, 2)),
    ("ConvTranspose", "strides = [2, 3], pads = [1, 0, 0, 1], output_padding = [1, 2]", (2, 4)),
    ("ConvTranspose", "strides = [3, 2]", (2, 4)),
]


@pytest.mark.parametrize(("kind", "attributes", "outer"), FILTERS_OF_ANY_SIZE)
def test_filters_of_any_size(kind: str, attributes: str, outer: tuple[int, int]) -> None:
    body = f"""agraph (float[N, 2, H, W] x, float[{outer[0]}, {outer[1]}, K, L] k) => (float[N, 4, A, B] y) {{
      y = {kind} <{attributes}> (x, k)
    }}"""
    x = numbers(2, 2, 7, 6)
    check(body, *((x, numbers(*outer, *sizes)) for sizes in ((1, 1), (3, 2), (2, 4))))


@pytest.mark.parametrize("kind", ["Conv", "ConvTranspose"])
def test_padding_by_results_needs_the_sizes_of_filters(kind: str) -> None:
    body = f"""agraph (float[N, 2, H, W] x, float[2, 2, K, L] k) => (float[N, 2, A, B] y) {{
      y = {kind} <auto_pad = "SAME_UPPER"> (x, k)
    }}"""
    with pytest.raises(LocatedError, match="needs a filter whose sizes are known"):
        imported(body)


def test_poolings_over_images_of_any_size() -> None:
    body = """agraph (float[N, 2, H, W] x) => (float[N, 2, A, B] y, float[N, 2, C, D] z) {
      y = MaxPool <kernel_shape = [3, 3], strides = [2, 2], ceil_mode = 1> (x)
      z = AveragePool <kernel_shape = [3, 3], strides = [2, 2], pads = [1, 1, 1, 1]> (x)
    }"""
    check(body, (numbers(1, 2, 7, 6),), (numbers(2, 2, 4, 5),))


@pytest.mark.parametrize(
    "windows",
    [
        "kernel_shape = [2], strides = [3], ceil_mode = 1",
        "kernel_shape = [1], strides = [2], ceil_mode = 1",
        "kernel_shape = [3], strides = [2], pads = [1, 2], ceil_mode = 1",
    ],
)
@pytest.mark.parametrize("kind", ["MaxPool", "AveragePool"])
def test_no_window_begins_behind_the_end(kind: str, windows: str) -> None:
    """The number of windows of a length that a run tells, by windows taken one by one."""
    body = f"agraph (float[1, 1, N] x) => (float[1, 1, M] y) {{ y = {kind} <{windows}> (x) }}"
    runner = Runner(compiled(imported(body)))
    kernel, stride = (int(windows[windows.index(w) + len(w) + 4]) for w in ("shape", "strides"))
    low, high = (1, 2) if "pads" in windows else (0, 0)
    fold = np.max if kind == "MaxPool" else np.mean
    for length in range(1, 12):
        x = numbers(1, 1, length)
        starts = [s - low for s in range(0, length + low + high, stride)]
        ended = -(-(length + low + high - kernel) // stride) + 1
        starts = [s for s in starts[:ended] if s < length]
        wanted = [fold(x[0, 0, max(s, 0) : s + kernel]) for s in starts]
        (found,) = runner.run([x])
        np.testing.assert_allclose(found[0, 0], wanted, rtol=1e-6)


@pytest.mark.parametrize("direction", ["forward", "reverse", "bidirectional"])
def test_recurrent_networks_over_any_time(direction: str) -> None:
    count = 2 if direction == "bidirectional" else 1
    body = f"""agraph (float[T, B, 3] x, float[{count}, 8, 3] w, float[{count}, 8, 2] r)
      => (float[T, {count}, B, 2] y, float[{count}, B, 2] h, float[{count}, B, 2] c) {{
      y, h, c = LSTM <hidden_size = 2, direction = "{direction}"> (x, w, r)
    }}"""
    weights = numbers(count, 8, 3), numbers(count, 8, 2)
    if direction == "forward":  # the evaluator knows no other
        check(body, (numbers(4, 2, 3), *weights), (numbers(1, 1, 3), *weights))
    else:
        assert "tf.WhileRegion" in str(imported(body))


def test_states_and_lengths_are_those_of_the_batch() -> None:
    body = """agraph (float[T, N, 3] x, int32[L] l, float[1, K, 2] h) => (float[T, 1, N, 2] y)
      <float[1, 2, 3] w = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6}, float[1, 2, 2] r = {1.0, 2.0, 3.0, 4.0}> {
      y = RNN <hidden_size = 2> (x, w, r, , l, h)
    }"""
    lengths = np.array([4, 4], np.int32)
    runner = Runner(compiled(imported(body)))
    (found,) = runner.run([numbers(4, 2, 3), lengths, numbers(1, 2, 2)])
    assert found.shape == (4, 1, 2, 2)
    with pytest.raises(GuardFailed, match="as many initial states are needed"):
        runner.run([numbers(4, 2, 3), lengths, numbers(1, 1, 2)])
    with pytest.raises(GuardFailed, match="as many lengths are needed"):
        runner.run([numbers(4, 2, 3), lengths[:1], numbers(1, 2, 2)])


def test_images_of_any_size_are_sampled() -> None:
    body = """agraph (float[N, C, H, W] x, float[N, A, B, 2] g) => (float[N, C, A, B] y) {
      y = GridSample <mode = "linear", padding_mode = "reflection"> (x, g)
    }"""
    check(
        body,
        (numbers(2, 3, 4, 5), numbers(2, 2, 3, 2) / 2),
        (numbers(1, 1, 1, 2), numbers(1, 1, 1, 2)),
    )


def test_the_best_boxes_of_any_number() -> None:
    body = """agraph (float[2, N, 4] boxes, float[2, 1, N] scores) => (int64[M, 3] y) {
      most = Constant <value_ints = [2]> ()
      overlap = Constant <value_floats = [0.5]> ()
      y = NonMaxSuppression (boxes, scores, most, overlap)
    }"""
    boxes = np.float32([[0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, 10, 1, 11], [0, 20, 1, 21]])
    scores = np.float32([0.9, 0.75, 0.6, 0.95])
    runner = Runner(compiled(imported(body)))
    (found,) = runner.run([np.stack([boxes, boxes[::-1]]), np.stack([[scores], [scores]])])
    assert found.tolist() == [[0, 0, 3], [0, 0, 0], [1, 0, 3], [1, 0, 0]]


@pytest.mark.parametrize("flag", [0, 1, 2, -1])
def test_1_alone_is_said_to_mean_something(flag: int) -> None:
    """Other numbers are what 0 is, as in onnxruntime."""
    size = "float[N, 1]" if flag == 1 else "float[N]"
    kept = f"y = ReduceMax <axes = [1], keepdims = {flag}> (x)"
    module = compiled(imported(f"agraph (float[N, M] x) => ({size} y) {{ {kept} }}", 13))
    (found,) = Runner(module).run([numbers(3, 2)])
    assert found.shape == ((3, 1) if flag == 1 else (3,))
    size = "float[N, M]" if flag == 1 else "float"
    body = f"""agraph (float[N, M] x) => ({size} y) {{
      none = Constant <value = int64[0] {{}}> ()
      y = ReduceSum <keepdims = 0, noop_with_empty_axes = {flag}> (x, none)
    }}"""
    (found,) = Runner(compiled(imported(body))).run([numbers(3, 2)])
    assert found.shape == ((3, 2) if flag == 1 else ())


def test_starts_that_are_no_list_are_refused_in_words() -> None:
    body = """agraph (float[N, 4] x, int64 s, int64 e) => (float[A, B] y) { y = Slice(x, s, e) }"""
    with pytest.raises(LocatedError, match="Slice"):
        imported(body)

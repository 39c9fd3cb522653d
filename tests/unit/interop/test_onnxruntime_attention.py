"""Attention, embeddings and packed products of onnxruntime's own set, against numpy, and onnxruntime
where it is.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

onnx: Any = pytest.importorskip(
    "onnx", reason="onnx is not installed; pip install 'tieshape[onnx]' brings it"
)

from onnx import helper, numpy_helper  # noqa: E402
from tieshape.interop.onnx.import_model import translated  # noqa: E402
from tieshape.interop.onnx.protobuf import of_proto  # noqa: E402
from tieshape.text.diagnostics import LocatedError  # noqa: E402

from tieshape import Runner  # noqa: E402

from .onnx_models import compiled  # noqa: E402

RANDOM = np.random.default_rng(7)
BATCH, PLACES, HEADS, SIZE, KEYS, PAST = 2, 5, 4, 8, 7, 3
WIDTH = HEADS * SIZE


def normal(*shape: int) -> Any:
    return RANDOM.standard_normal(shape).astype(np.float32)


def mask_of(*shape: int) -> Any:
    """Some ones and zeros, of which the first of each row is one."""
    found = RANDOM.integers(0, 2, shape).astype(np.int32)
    found[..., 0] = 1
    return found


Arrays = Sequence[Any]
Sizes = Sequence[str | int] | None
"""The sizes of an operand as the model declares them; None for a constant."""


def proto_of(
    op: str, arrays: Arrays, sizes: Sequence[Sizes], outputs: int, **attributes: Any
) -> Any:
    names = [f"i{place}" if array is not None else "" for place, array in enumerate(arrays)]
    results = [f"o{place}" for place in range(outputs)]
    node = helper.make_node(op, names, results, domain="com.microsoft", **attributes)
    values, constants = [], []
    for name, array, shape in zip(names, arrays, sizes, strict=True):
        if name and shape is None:
            constants.append(numpy_helper.from_array(array, name))
        elif name:
            element = helper.np_dtype_to_tensor_dtype(array.dtype)
            values.append(helper.make_tensor_value_info(name, element, shape))
    ends = [helper.make_empty_tensor_value_info(name) for name in results]
    graph = helper.make_graph([node], "graph", values, ends, constants)
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=8)


def check(
    op: str, arrays: Arrays, sizes: Sequence[Sizes], expected: Arrays, **attributes: Any
) -> None:
    proto = proto_of(op, arrays, sizes, len(expected), **attributes)
    given = [a for a, s in zip(arrays, sizes, strict=True) if a is not None and s is not None]
    found = Runner(compiled(translated(of_proto(proto), "model.onnx"))).run(given)
    for own, wanted in zip(found, expected, strict=True):
        assert own.dtype == wanted.dtype
        np.testing.assert_allclose(own, wanted, rtol=1e-3, atol=2e-4)
    try:
        import onnxruntime
    except ImportError:
        return
    session = onnxruntime.InferenceSession(proto.SerializeToString())
    feed = {value.name: array for value, array in zip(proto.graph.input, given, strict=True)}
    for own, other in zip(found, session.run(None, feed), strict=True):
        np.testing.assert_allclose(own, other, rtol=1e-3, atol=2e-4)


def by_heads(value: Any) -> Any:
    return value.reshape(*value.shape[:2], HEADS, -1).transpose(0, 2, 1, 3)


def attended(q: Any, k: Any, v: Any, added: Any, scale: float, causal: bool) -> Any:
    """Queries, keys and values by heads."""
    scores = q @ np.swapaxes(k, 2, 3) * scale + added
    if causal:
        rows, columns = np.arange(q.shape[2])[:, None], np.arange(k.shape[2])
        scores = np.where(columns <= rows + k.shape[2] - q.shape[2], scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    found = (weights / weights.sum(-1, keepdims=True)) @ v
    return found.transpose(0, 2, 1, 3).reshape(*q.shape[:1], q.shape[2], -1)


def added(mask: Any, keys: int, masked: float = -10000.0) -> Any:
    if mask is None:
        return np.float32(0)
    if mask.ndim == 1:
        mask = np.arange(keys) < mask[:, None]
    mask = mask[:, None, None] if mask.ndim == 2 else mask[:, None]
    return np.where(mask > 0, np.float32(0), np.float32(masked))


X, W, B = normal(BATCH, PLACES, WIDTH), normal(WIDTH, 3 * WIDTH) * 0.2, normal(3 * WIDTH)
SELF: list[Sizes] = [["b", "s", WIDTH], [WIDTH, 3 * WIDTH], [3 * WIDTH]]
MASKS: dict[str, tuple[Any, Sizes]] = {
    "none": (None, []),
    "lengths": (np.array([3, 5], np.int32), ["b"]),
    "keys": (mask_of(BATCH, PLACES), ["b", "s"]),
    "queries and keys": (mask_of(BATCH, PLACES, PLACES), ["b", "s", "s"]),
}


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("kind", MASKS)
def test_attention(kind: str, causal: bool) -> None:
    mask, sizes = MASKS[kind]
    q, k, v = map(by_heads, np.split(X @ W + B, 3, axis=-1))
    expected = attended(q, k, v, added(mask, PLACES), SIZE**-0.5, causal)
    attributes = {"num_heads": HEADS, "unidirectional": int(causal)}
    check("Attention", [X, W, B, mask], [*SELF, sizes], [expected], **attributes)


@pytest.mark.parametrize("causal", [False, True])
def test_attention_to_the_past(causal: bool) -> None:
    past = normal(2, BATCH, HEADS, PAST, SIZE)
    q, k, v = map(by_heads, np.split(X @ W, 3, axis=-1))
    k, v = np.concatenate([past[0], k], 2), np.concatenate([past[1], v], 2)
    expected = [attended(q, k, v, np.float32(0), 0.3, causal), np.stack([k, v])]
    sizes = [*SELF[:2], [], [], [2, "b", HEADS, "p", SIZE]]
    attributes = {"num_heads": HEADS, "unidirectional": int(causal), "scale": 0.3}
    check("Attention", [X, W, None, None, past], sizes, expected, **attributes)


@pytest.mark.parametrize("shape", [(2,), (2, PLACES), (2, PLACES, PLACES)])
def test_a_mask_of_another_batch_is_refused(shape: tuple[int, ...]) -> None:
    """One batch does not become two; lengths and begins in one vector are not supported."""
    mask = np.ones(shape, np.int32)
    sizes = [*SELF, ["m", "t", "t"][: mask.ndim]]
    proto = proto_of("Attention", [X, W, B, mask], sizes, 1, num_heads=HEADS)
    proto.graph.output[0].type.ClearField("tensor_type")
    runner = Runner(compiled(translated(of_proto(proto), "model.onnx")))
    runner.run([X, W, B, mask])
    with pytest.raises(Exception, match=r"tf\.BroadcastTo"):
        runner.run([X[:1], W, B, mask])


@pytest.mark.parametrize("batch", [1, BATCH])
def test_attention_with_a_bias(batch: int) -> None:
    bias = normal(batch, HEADS, PLACES, PLACES)
    q, k, v = map(by_heads, np.split(X @ W, 3, axis=-1))
    expected = [attended(q, k, v, bias, SIZE**-0.5, False), np.stack([k, v])]
    shown = [1 if batch == 1 else "b", HEADS, "s", "s"]
    arrays, sizes = [X, W, None, None, None, bias], [*SELF[:2], [], [], [], shown]
    check("Attention", arrays, sizes, expected, num_heads=HEADS)


def test_parts_of_other_sizes_and_another_number_for_what_is_masked() -> None:
    weights, mask = normal(WIDTH, 2 * WIDTH + 2 * HEADS) * 0.2, mask_of(BATCH, PLACES)
    q, k, v = map(by_heads, np.split(X @ weights, [WIDTH, 2 * WIDTH], axis=-1))
    expected = attended(q, k, v, added(mask, PLACES, -50.0), SIZE**-0.5, False)
    sizes = [SELF[0], list(weights.shape), [], ["b", "s"]]
    attributes = {
        "num_heads": HEADS,
        "qkv_hidden_sizes": [WIDTH, WIDTH, 2 * HEADS],
        "mask_filter_value": -50.0,
    }
    check("Attention", [X, weights, None, mask], sizes, [expected], **attributes)


Q, K, V = X, normal(BATCH, KEYS, WIDTH), normal(BATCH, KEYS, 6 * HEADS)
CROSS: list[Sizes] = [["b", "s", WIDTH], ["b", "t", WIDTH], ["b", "t", 6 * HEADS]]


@pytest.mark.parametrize("mask", [None, np.array([4, 7], np.int32), mask_of(BATCH, KEYS)])
def test_attention_to_others(mask: Any) -> None:
    bias = normal(2 * WIDTH + 6 * HEADS)
    parts = np.split(bias, [WIDTH, 2 * WIDTH])
    q, k, v = (by_heads(x + part) for x, part in zip((Q, K, V), parts, strict=True))
    expected = attended(q, k, v, added(mask, KEYS), SIZE**-0.5, False)
    shown: Sizes = [] if mask is None else ["b", "t"][: mask.ndim]
    sizes = [*CROSS, list(bias.shape), shown]
    check("MultiHeadAttention", [Q, K, V, bias, mask], sizes, [expected], num_heads=HEADS)


def test_attention_with_keys_of_the_past() -> None:
    past = [normal(BATCH, HEADS, PAST, SIZE) for _ in range(2)]
    q, k, v = by_heads(Q), by_heads(X), by_heads(X)
    k, v = np.concatenate([past[0], k], 2), np.concatenate([past[1], v], 2)
    expected = [attended(q, k, v, np.float32(0), SIZE**-0.5, True), k, v]
    sizes = [SELF[0]] * 3 + [[]] * 3 + [["b", HEADS, "p", SIZE]] * 2
    arrays = [Q, X, X, None, None, None, *past]
    attributes = {"num_heads": HEADS, "unidirectional": 1}
    check("MultiHeadAttention", arrays, sizes, expected, **attributes)


@pytest.mark.parametrize("interleaved", [0, 1])
@pytest.mark.parametrize("half", [SIZE // 2, 2])
@pytest.mark.parametrize("offset", [False, True])
def test_rotated_positions(interleaved: int, half: int, offset: bool) -> None:
    cosines, sines = normal(16, half), normal(16, half)
    places = np.array([4]) if offset else RANDOM.integers(0, 16, (BATCH, PLACES))
    rows = (4 + np.arange(PLACES))[None] if offset else places
    cos, sin = cosines[rows][:, :, None], sines[rows][:, :, None]
    x = X.reshape(BATCH, PLACES, HEADS, SIZE).copy()
    turned = x[..., : 2 * half]
    pairs = turned.reshape(*x.shape[:3], *((half, 2) if interleaved else (2, half)))
    axis = 4 if interleaved else 3
    a, b = (pairs.take(i, axis) for i in (0, 1))
    pairs = np.stack([a * cos - b * sin, a * sin + b * cos], axis)
    x[..., : 2 * half] = pairs.reshape(turned.shape)
    sizes = [SELF[0], [1] if offset else ["b", "s"], [16, half], [16, half]]
    attributes = {"interleaved": interleaved, "num_heads": HEADS}
    if 2 * half < SIZE:
        attributes["rotary_embedding_dim"] = 2 * half
    expected = [x.reshape(X.shape)]
    check("RotaryEmbedding", [X, places, cosines, sines], sizes, expected, **attributes)


def test_places_of_another_batch_are_refused() -> None:
    x, tables = normal(1, HEADS, PLACES, SIZE), normal(16, SIZE // 2)
    places = np.zeros((2, PLACES), np.int64)
    sizes = [["b", HEADS, "s", SIZE], ["m", "s"], *[list(tables.shape)] * 2]
    proto = proto_of("RotaryEmbedding", [x, places, tables, tables], sizes, 1)
    runner = Runner(compiled(translated(of_proto(proto), "model.onnx")))
    runner.run([x, places[:1], tables, tables])
    with pytest.raises(Exception, match=r"tf\.BroadcastTo"):
        runner.run([x, places, tables, tables])


@pytest.mark.parametrize("masked", [False, True])
def test_embeddings(masked: bool) -> None:
    words, segments = (RANDOM.integers(0, n, (BATCH, PLACES)).astype(np.int32) for n in (20, 2))
    tables = [normal(20, 16), normal(12, 16), normal(2, 16)]
    scale, shift = normal(16), normal(16)
    total = tables[0][words] + tables[1][:PLACES] + tables[2][segments]
    away = total - total.mean(-1, keepdims=True)
    root = np.sqrt((away**2).mean(-1, keepdims=True) + 1e-12)
    mask = mask_of(BATCH, PLACES) if masked else None
    counts = np.zeros(BATCH, np.int32) if mask is None else mask.sum(1, dtype=np.int32)
    arrays = [words, segments, *tables, scale, shift, mask]
    sizes = [["b", "s"]] * 2 + [list(a.shape) for a in arrays[2:7]] + [["b", "s"]]
    check("EmbedLayerNormalization", arrays, sizes, [away / root * scale + shift, counts, total])


@pytest.mark.parametrize("bits", [2, 4, 8])
@pytest.mark.parametrize("has_zeros", [False, True])
@pytest.mark.parametrize("rows", [48, 64])
def test_packed_products(bits: int, has_zeros: bool, rows: int) -> None:
    """48 rows are a block of 32, and a half."""
    x, columns, blocks = normal(2, 3, rows), 6, 2
    numbers = RANDOM.integers(0, 1 << bits, (columns, blocks, 32))
    scales = normal(columns * blocks)
    middles = RANDOM.integers(0, 1 << bits, (columns, blocks))

    def packed(values: Any) -> Any:
        each = 8 // bits
        filled = np.concatenate(
            [values, np.zeros((*values.shape[:-1], -values.shape[-1] % each), int)], -1
        )
        parts = filled.reshape(*filled.shape[:-1], -1, each) << (bits * np.arange(each))
        return parts.sum(-1).astype(np.uint8)

    zeros = packed(middles).reshape(-1) if has_zeros else None
    middle = middles[..., None] if has_zeros else 1 << (bits - 1)
    whole = ((numbers - middle) * scales.reshape(columns, blocks, 1)).reshape(columns, -1)[:, :rows]
    expected = [(x @ whole.T).astype(np.float32)]
    attributes = {"K": rows, "N": columns, "bits": bits, "block_size": 32}
    sizes = [["a", "b", rows], None, None, None]
    check("MatMulNBits", [x, packed(numbers), scales, zeros], sizes, expected, **attributes)


GROUPS, FEATURES, ROWS = 2, 16, 32


def rotated(value: Any, at: Any, tables: Arrays, interleaved: bool) -> Any:
    """Heads `[batch, heads, places, size]`, turned by the angles of `[batch, places]`."""
    cos, sin = (table[at][:, None] for table in tables)
    half = value.shape[-1] // 2
    first, second = (
        (value[..., i::2] if interleaved else value[..., i * half : (i + 1) * half]) for i in (0, 1)
    )
    parts = [first * cos - second * sin, first * sin + second * cos]
    if interleaved:
        return np.stack(parts, -1).reshape(value.shape)
    return np.concatenate(parts, -1)


@pytest.mark.parametrize(
    ("present", "past", "lengths", "window", "cap"),
    [
        (5, 0, [5, 5], -1, 0.0),
        (6, 0, [6, 6], 2, 0.0),
        (1, 4, [5, 5], -1, 1.5),
        (1, 4, [3, 5], -1, 0.0),
        (1, 8, [5, 4], 3, 0.0),
    ],
)
@pytest.mark.parametrize("interleaved", [False, True])
def test_grouped_attention(
    present: int, past: int, lengths: list[int], window: int, cap: float, interleaved: bool
) -> None:
    """Rows of a batch may have pasts of other lengths, in a buffer that is as long or longer."""
    total, before = max(lengths), [n - present for n in lengths]
    width = max(past, total)
    q, k, v = (normal(BATCH, present, n * FEATURES) for n in (HEADS, GROUPS, GROUPS))
    old = [normal(BATCH, GROUPS, past, FEATURES) for _ in range(2)]
    tables = [normal(ROWS, FEATURES // 2) for _ in range(2)]
    at = np.array(before)[:, None] + np.arange(present)
    heads = [x.reshape(BATCH, present, -1, FEATURES).transpose(0, 2, 1, 3) for x in (q, k, v)]
    heads[:2] = [rotated(x, at, tables, interleaved) for x in heads[:2]]
    caches = np.zeros((2, BATCH, GROUPS, width, FEATURES), np.float32)
    for cache, ends, new in zip(caches, old, heads[1:], strict=True):
        for row, start in enumerate(before):
            cache[row, :, :start] = ends[row, :, :start]
            cache[row, :, start : start + present] = new[row]
    keys, values = (np.repeat(cache, HEADS // GROUPS, 1) for cache in caches)
    scores = heads[0] @ np.swapaxes(keys, 2, 3) * FEATURES**-0.5
    scores = cap * np.tanh(scores / cap) if cap else scores
    place, own = np.arange(width), at[:, None, :, None]
    seen = (place <= own) & ((place > own - window) if window > 0 else True)
    scores = np.where(seen, scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    found = (weights / weights.sum(-1, keepdims=True)) @ values
    expected = [found.transpose(0, 2, 1, 3).reshape(BATCH, present, -1), *caches]
    last = np.array(lengths, np.int32) - 1
    arrays = [q, k, v, *old, last, np.array(total, np.int32), *tables]
    features = [HEADS * FEATURES, *[GROUPS * FEATURES] * 2]
    sizes = [["b", "s", n] for n in features] + [["b", GROUPS, "p", FEATURES]] * 2
    sizes += [["b"], [], *[[ROWS, FEATURES // 2]] * 2]
    attributes = {"num_heads": HEADS, "kv_num_heads": GROUPS, "do_rotary": 1}
    attributes |= {"rotary_interleaved": int(interleaved), "local_window_size": window}
    expected = [value.astype(np.float32) for value in expected]
    check("GroupQueryAttention", arrays, sizes, expected, **attributes, softcap=cap)


def test_lengths_that_do_not_fit_are_refused() -> None:
    q, k = normal(1, 2, HEADS * FEATURES), normal(1, 2, GROUPS * FEATURES)
    old, last = normal(1, GROUPS, 3, FEATURES), np.array([4], np.int32)
    arrays = [q, k, k, old, old, last, np.array(5, np.int32)]
    sizes = [
        ["b", "s", q.shape[2]],
        *[["b", "s", k.shape[2]]] * 2,
        *[list(old.shape)] * 2,
        ["b"],
        [],
    ]
    proto = proto_of("GroupQueryAttention", arrays, sizes, 1, num_heads=HEADS, kv_num_heads=GROUPS)
    runner = Runner(compiled(translated(of_proto(proto), "model.onnx")))
    runner.run(arrays)
    for wrong in ([0], [5]):
        arrays[5] = np.array(wrong, np.int32)
        with pytest.raises(Exception, match="seqlens_k must be less"):
            runner.run(arrays)


@pytest.mark.parametrize(
    ("op", "arrays", "sizes", "words"),
    [
        ("Attention", [X, W], [SELF[0], ["m", "n"]], "the columns of the weights must be known"),
        ("Attention", [X, W, B, mask_of(BATCH, 1, 5, 5)], [*SELF, ["b", 1, "s", "s"]], "rank 4"),
        ("MultiHeadAttention", [Q], [CROSS[0]], "packed operands"),
    ],
)
def test_what_is_not_supported(op: str, arrays: Arrays, sizes: Sequence[Sizes], words: str) -> None:
    with pytest.raises(LocatedError, match=words):
        translated(of_proto(proto_of(op, arrays, sizes, 1, num_heads=HEADS)), "model.onnx")

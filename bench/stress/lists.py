"""Lists of tensors, and sequences of many lengths."""

from __future__ import annotations

from program import I0, I1, I2, F, L, M, Maker, Program, V, number, numbers, of_parts, vector


def pushed() -> str:
    p = Program()
    type = f"tensor<!tf_type.variant<{V}>>"
    handle = p.op("EmptyTensorList", [(p.constant("-1", I1), I1), (p.constant("-1", I0), I0)], type)
    item = p.argument(V)
    for _ in range(150):
        handle = p.op("TensorListPushBack", [(handle, type), (item, V)], type)
    attrs = "num_elements = -1 : i64"
    stacked = p.op("TensorListStack", [(handle, type), (p.constant("-1", I1), I1)], M, attrs)
    return p.text(stacked, M)


def lists(count: int) -> str:
    """Lists that are filled by position and read back."""
    p = Program()
    type = f"tensor<!tf_type.variant<{V}>>"
    x, shape = p.argument(V), p.constant("-1", I1)
    total = x
    for i in range(count):
        n = p.constant(str(2), I0)
        handle = p.op("TensorListReserve", [(shape, I1), (n, I0)], type)
        for j in range(2):
            place = p.constant(str(j), I0)
            operands = [(handle, type), (place, I0), (total, V)]
            handle = p.op(
                "TensorListSetItem", operands, type, "resize_if_index_out_of_bounds = false"
            )
        operands = [(handle, type), (p.constant(str(i % 2), I0), I0), (shape, I1)]
        total = p.op("TensorListGetItem", operands, V)
    return p.text(total, V)


def list_of_parts(count: int) -> str:
    """A list that rows of growing size are pushed to, read back and joined."""
    p = Program()
    type = f"tensor<!tf_type.variant<{V}>>"
    shape, axis = p.constant("-1", I1), p.constant("0", I0)
    handle = p.op("EmptyTensorList", [(shape, I1), (p.constant("-1", I0), I0)], type)
    for _ in range(count):
        handle = p.op("TensorListPushBack", [(handle, type), (p.argument(V), V)], type)
    total = p.argument(V)
    for i in range(count):
        operands = [(handle, type), (p.constant(str(i), I0), I0), (shape, I1)]
        item = p.op("TensorListGetItem", operands, V)
        total = p.op("ConcatV2", [(total, V), (item, V), (axis, I0)], V)
    return p.text(total, V)


def written_items(count: int) -> str:
    """A list of so many items of different sizes, each written at its place, read and added up."""
    p, handle = Program(), "tensor<!tf_type.variant<tensor<?xf32>>>"
    shape, axis = p.constant("-1", I1), p.constant("0", I0)
    items = p.op("TensorListReserve", [(shape, I1), (p.constant(str(count), I0), I0)], handle)
    places = [(p.constant(str(i), I0), I0) for i in range(count)]
    for place in places:
        items = p.op("TensorListSetItem", [(items, handle), place, (p.argument(V), V)], handle)
    sums = list[tuple[str, str]]()
    for place in places:
        item = p.op("TensorListGetItem", [(items, handle), place, (shape, I1)], V)
        sums.append((p.op("Sum", [(item, V), (axis, I0)], F, "keep_dims = false"), F))
    return p.text(p.op("Pack", sums, V, "axis = 0 : i64"), V)


def ragged_batch(count: int) -> str:
    """Many sequences, each padded to the longest of all, stacked and summed under a mask."""
    p = Program()
    parts = [(p.argument(V), V) for _ in range(count)]
    axis, zero = p.constant("0", I0), p.constant("0", I0)
    sizes = [(p.op("Size", [part], I0), I0) for part in parts]
    packed = f"tensor<{count}xi32>"
    lengths = p.op("Pack", sizes, packed, "axis = 0 : i64")
    longest = p.op("Max", [(lengths, packed), (axis, I0)], I0, "keep_dims = false")
    rows = list[tuple[str, str]]()
    for part, size in zip(parts, sizes, strict=True):
        rest = p.op("Sub", [(longest, I0), size], I0)
        pair = p.op("Pack", [(zero, I0), (rest, I0)], I2, "axis = 0 : i64")
        amounts = p.op("Pack", [(pair, I2)], "tensor<1x2xi32>", "axis = 0 : i64")
        rows.append((p.op("Pad", [part, (amounts, "tensor<1x2xi32>")], V), V))
    batch = p.op("Pack", rows, M, "axis = 0 : i64")
    return p.text(p.op("Sum", [(batch, M), (axis, I0)], V, "keep_dims = false"), V)


def sequences(count: int) -> str:
    """Many sequences cut to a length, one after the other, their places gathered from a table."""
    p = Program()
    table, limit = p.argument(M), p.argument(I0)
    parts, places = list[tuple[str, str]](), list[tuple[str, str]]()
    for _ in range(count):
        ids = p.argument(L)
        size = p.op("Minimum", [(p.op("Size", [(ids, L)], I0), I0), (limit, I0)], I0)
        operands = [(ids, L), numbers(p, 0), vector(p, [(size, I0)])]
        parts.append((p.op("Slice", operands, L), L))
        places.append((p.op("Range", [number(p, 0), (size, I0), number(p, 1)], L), L))
    ids, place = (p.op("ConcatV2", [*all, number(p, 0)], L) for all in (parts, places))
    rows = [(p.op("GatherV2", [(table, M), (v, L), number(p, 0)], M), M) for v in (ids, place)]
    return p.text(p.op("AddV2", rows, M), M)


PROGRAMS: tuple[Maker, ...] = (
    *of_parts(
        (list_of_parts, 120),
        (written_items, 60),
        (ragged_batch, 80),
    ),
    ("pushed", pushed),
    ("lists x 100", lambda: lists(100)),
    ("sequences x 85", lambda: sequences(85)),
)

"""Elements of bf16: rounded where the interpreter rounds, in f32 otherwise."""

from __future__ import annotations

import re

import numpy as np
import pytest
from tieshape.interpreters.arrays import Array, round_to_bf16
from tieshape.native.engine import is_available

from .programs import both, function_text, tensor

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

ULP = 2.0**-7
"""At most this much of itself lies between a number of bf16 and the next."""
B, F = "n k:bf16", "n k"


ADD = f"%r = mhlo.add %a0, %a1 : {tensor(B)}"
REDUCE = "%z = mhlo.constant dense<0.0> : tensor<bf16>\n" + (
    f"%r = mhlo.reduce(%a0 init: %z) applies mhlo.add across dimensions = [AXIS] : "
    f"({tensor(B)}, tensor<bf16>) -> "
)
DOT = (
    '%p = "mhlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #mhlo.dot<'
    "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : "
)
PROGRAMS = {
    "add": function_text(ADD, B, B, B),
    "chain": function_text(
        f"""%0 = mhlo.multiply %a0, %a1 : {tensor(B)}
        %1 = mhlo.add %0, %a0 : {tensor(B)}
        %2 = mhlo.exponential %1 : {tensor(B)}
        %r = mhlo.subtract %2, %1 : {tensor(B)}""",
        *(B, B, B),
    ),
    "to": function_text(f"%r = mhlo.convert %a0 : ({tensor(F)}) -> {tensor(B)}", B, F),
    "from": function_text(f"%r = mhlo.convert %a0 : ({tensor(B)}) -> {tensor(F)}", F, B),
    "integers": function_text(
        f"%r = mhlo.convert %a0 : ({tensor('n k:i32')}) -> {tensor(B)}", B, "n k:i32"
    ),
    "constant": function_text(
        f"""%c = mhlo.constant dense<0.1> : tensor<bf16>
        %d = "mhlo.broadcast_in_dim"(%c) <{{broadcast_dimensions = dense<> : tensor<0xi64>}}> : (tensor<bf16>) -> {tensor("3:bf16")}
        %r = mhlo.add %a0, %d : {tensor("3:bf16")}""",
        *("3:bf16", "3:bf16"),
    ),
    "rows": function_text(REDUCE.replace("AXIS", "1") + tensor("n:bf16"), "n:bf16", B),
    "columns": function_text(REDUCE.replace("AXIS", "0") + tensor("k:bf16"), "k:bf16", B),
    "transpose": function_text(
        f'%r = "mhlo.transpose"(%a0) <{{permutation = dense<[1, 0]> : tensor<2xi64>}}> : ({tensor(B)}) -> {tensor("k n:bf16")}',
        *("k n:bf16", B),
    ),
    "compare": function_text(
        f"%r = mhlo.compare LT, %a0, %a1 : ({tensor(B)}, {tensor(B)}) -> {tensor('n k:i1')}",
        *("n k:i1", B, B),
    ),
}


def arguments_of(text: str, sizes: dict[str, int], seed: int) -> list[Array]:
    """Random arguments of a function that `function_text` made."""
    draw, found = np.random.default_rng(seed), list[Array]()
    for type_ in re.findall(r"%a\d: tensor<([^>]*)>", text):
        entries = re.split(r"[\[\],@ ]+", type_.partition("[")[2])
        values = 3 * draw.standard_normal([sizes.get(e) or int(e) for e in entries if e])
        found.append(values.astype(np.int32 if "i32" in type_ else np.float32))
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_numbers_are_rounded_as_on_the_interpreter(name: str) -> None:
    runner, native = both(PROGRAMS[name])
    assert not native.callbacks
    for seed, (n, k) in enumerate([(1, 1), (2, 3), (5, 16), (3, 37), (40, 7)]):
        given = arguments_of(PROGRAMS[name], {"n": n, "k": k}, seed)
        (found,), (wanted,) = native.run(given), runner.run(given)
        assert (found.shape, found.dtype) == (wanted.shape, wanted.dtype)
        if name in ("rows", "columns"):
            scale = np.abs(given[0]).sum(axis=1 if name == "rows" else 0)
            assert (np.abs(found - wanted) <= ULP * scale).all()
        elif name == "chain":
            np.testing.assert_allclose(found, wanted, 3 * ULP, 3 * ULP)
        else:
            np.testing.assert_array_equal(found, wanted)
        if "bf16" in PROGRAMS[name].rsplit("func.return", 1)[1]:
            np.testing.assert_array_equal(found, round_to_bf16(found))


def test_arguments_may_be_any_floats_and_ties_go_to_even() -> None:
    runner, native = both(PROGRAMS["add"])
    special = [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, -1e-40, 3.4e38, 1 + 2**-8, 1 + 3 * 2**-8]
    x = np.array([special, special[::-1]], np.float32)
    zero = np.zeros_like(x)
    with np.errstate(all="ignore"):
        wanted = runner.run([x, zero])[0]
    found = native.run([x, zero])[0]
    np.testing.assert_array_equal(found, wanted)
    assert found[0, 8] == 1
    assert found[0, 9] == 1 + 2 * 2**-7


def test_sums_are_rounded_once() -> None:
    _, native = both(PROGRAMS["rows"])
    (total,) = native.run([np.ones((1, 1000), np.float32)])
    assert total.tolist() == [1000]  # one after another they would stay at 256
    _, columns = both(PROGRAMS["columns"])
    assert columns.run([np.ones((1000, 2), np.float32)])[0].tolist() == [1000, 1000]


@pytest.mark.parametrize("result", ["n m:bf16", "n m"])
def test_products(result: str) -> None:
    types = f"({tensor(B)}, {tensor('k m:bf16')}) -> {tensor(result)}"
    runner, native = both(
        function_text(
            f"{DOT}{types}\n%r = mhlo.negate %p : {tensor(result)}", result, B, "k m:bf16"
        )
    )
    assert not native.callbacks
    for n, k, m in ((1, 1, 1), (3, 5, 2), (17, 33, 16), (2, 0, 3)):
        draw = np.random.default_rng(n)
        given = [draw.standard_normal(s).astype(np.float32) for s in ((n, k), (k, m))]
        (found,), (wanted,) = native.run(given), runner.run(given)
        bound = np.abs(given[0]) @ np.abs(given[1]) if k else np.zeros((n, m))
        assert (np.abs(found - wanted) <= (ULP if "bf16" in result else 1e-5) * bound + 1e-6).all()
        if "bf16" in result:
            np.testing.assert_array_equal(found, round_to_bf16(found))


CONVOLUTIONS = {
    "vectors of features": ("b h w 3", "3 2 3 20", "b p q 20", 1, 1),
    "few features": ("b h w 3", "3 2 3 2", "b p q 2", 1, 1),
    "one element": ("b h w 3", "1 1 3 5", "b p q 5", 1, 1),
    "channels": ("b h w 18", "2 2 1 18", "b p q 18", 18, 1),
    "two features of a channel": ("b h w 4", "2 2 1 8", "b p q 8", 4, 1),
    "groups of images": ("4 h w 3", "2 2 3 6", "2 p q 6", 1, 2),
}


@pytest.mark.parametrize(
    ("name", "result", "is_followed"),
    [
        (name, result, (i + j) % 2 == 0)
        for i, name in enumerate(CONVOLUTIONS)
        for j, result in enumerate((":bf16", ""))
    ],
)
def test_convolutions(name: str, result: str, *, is_followed: bool) -> None:
    image, kernel, out, groups, batches = CONVOLUTIONS[name]
    x, k, r = (tensor(t) for t in (f"{image}:bf16", f"{kernel}:bf16", out + result))
    after = "%n = mhlo.negate %c : TYPE\n%r = mhlo.maximum %c, %n : TYPE" if is_followed else ""
    body = f"""%c = mhlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
        window = {{pad = [[1, 0], [0, 0]]}} {{feature_group_count = {groups} : i64,
        batch_group_count = {batches} : i64}} : ({x}, {k}) -> {r}
        {after.replace("TYPE", r) or f"%r = mhlo.negate %c : {r}"}"""
    names = "\n".join(f"sdim.symbol @{s}" for s in "bhwpq")
    runner, native = both(
        f"{names}\nfunc.func @main(%x: {x}, %k: {k}) -> {r} {{\n{body}\nfunc.return %r : {r}\n}}"
    )
    assert not native.callbacks
    for seed, (b, h, w) in enumerate(((1, 4, 5), (2, 3, 20), (3, 5, 3))):
        draw, known = np.random.default_rng(seed), {"b": b, "h": h, "w": w}
        given = [
            draw.standard_normal([known.get(s) or int(s) for s in sizes.split()], np.float32)
            for sizes in (image, kernel)
        ]
        (found,), (wanted,) = native.run(given), runner.run(given)
        (bound,) = map(np.abs, runner.run([np.abs(array) for array in given]))
        assert (np.abs(found - wanted) <= (ULP if result else 1e-5) * bound + 1e-6).all()
        if result:
            np.testing.assert_array_equal(found, round_to_bf16(found))

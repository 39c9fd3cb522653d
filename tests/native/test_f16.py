"""Elements of f16: in f32, rounded where numpy rounds."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from tieshape.interpreters import Runner
from tieshape.interpreters.arrays import Array
from tieshape.lowering.widen_halves import widen_halves
from tieshape.native.engine import is_available
from tieshape.text.module import parse_module, print_module, verify_module
from xdsl.dialects import func

from .programs import both, fenced, function_text, tensor

H, F, I = "n k:f16", "n k", "n k:i32"  # noqa: E741


class Program(NamedTuple):
    """arguments: their types"""

    text: str
    arguments: tuple[str, ...]

    def drawn(self, sizes: dict[str, int], seed: int) -> list[Array]:
        """Random arguments, with special values from seed 1 on."""
        draw, found = np.random.default_rng(seed), list[Array]()
        for type_ in self.arguments:
            shape, _, element = type_.partition(":")
            drawn = (
                draw.normal(size=[sizes[s] if s in sizes else int(s) for s in shape.split()]) * 3
            )
            if element != "i32" and seed:
                drawn.reshape(-1)[seed % 3 :: 5] = SPECIAL[seed % len(SPECIAL)]
            found.append(drawn.astype({"f16": "f2", "": "f4", "i32": "i4"}[element]))
        return found


def program(body: str, results: str, *arguments: str) -> Program:
    """A function of `%a0, %a1, ..`; `body` defines `%r`."""
    return Program(function_text(body, results, *arguments), arguments)


REDUCE = "%z = mhlo.constant dense<0.0> : tensor<f16>\n" + (
    f"%r = mhlo.reduce(%a0 init: %z) applies mhlo.add across dimensions = [AXIS] : "
    f"({tensor(H)}, tensor<f16>) -> "
)
DOT = (
    '"mhlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #mhlo.dot<'
    "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : "
    f"({tensor(H)}, {tensor('k m:f16')}) -> {tensor('n m:f16')}"
)
CHAIN = f"""%0 = mhlo.multiply %a0, %a1 : {tensor(H)}
        %1 = mhlo.add %0, %a0 : {tensor(H)}
        %2 = mhlo.divide %1, %a1 : {tensor(H)}
        %3 = mhlo.maximum %2, %a0 : {tensor(H)}"""
EXACT = {
    "one op": program(f"%r = mhlo.add %a0, %a1 : {tensor(H)}", H, H, H),
    "a chain": program(f"{CHAIN}\n%r = mhlo.subtract %3, %1 : {tensor(H)}", H, H, H),
    "a group": program(
        f"""%r = "mhlo.fusion"(%a0, %a1) ({{
        ^bb0(%p: {tensor(H)}, %q: {tensor(H)}):
          {CHAIN.replace("%a0", "%p").replace("%a1", "%q")}
          mhlo.return %3 : {tensor(H)}
        }}) {{tieshape.kind = "loop"}} : ({tensor(H)}, {tensor(H)}) -> {tensor(H)}""",
        *(H, H, H),
    ),
    "to f16": program(f"%r = mhlo.convert %a0 : ({tensor(F)}) -> {tensor(H)}", H, F),
    "from f16": program(f"%r = mhlo.convert %a0 : ({tensor(H)}) -> {tensor(F)}", F, H),
    "of integers": program(f"%r = mhlo.convert %a0 : ({tensor(I)}) -> {tensor(H)}", H, I),
    "to integers": program(f"%r = mhlo.convert %a0 : ({tensor(H)}) -> {tensor(I)}", I, H),
    "compared": program(
        f"%r = mhlo.compare LT, %a0, %a1 : ({tensor(H)}, {tensor(H)}) -> {tensor('n k:i1')}",
        *("n k:i1", H, H),
    ),
    "moved": program(
        f'%r = "mhlo.transpose"(%a0) <{{permutation = dense<[1, 0]> : tensor<2xi64>}}> : ({tensor(H)}) -> {tensor("k n:f16")}',
        *("k n:f16", H),
    ),
    "a constant": program(
        f"""%c = mhlo.constant dense<[0.1, 2.0, 6.0e-8]> : tensor<3xf16>
        %d = "mhlo.broadcast_in_dim"(%c) <{{broadcast_dimensions = dense<0> : tensor<1xi64>}}>
          : (tensor<3xf16>) -> {tensor("3:f16")}
        %r = mhlo.multiply %a0, %d : {tensor("3:f16")}""",
        *("3:f16", "3:f16"),
    ),
    "sorted": program(
        f"""%r = "mhlo.sort"(%a0) ({{
        ^bb0(%p: tensor<f16>, %q: tensor<f16>):
          %l = mhlo.compare LT, %p, %q : (tensor<f16>, tensor<f16>) -> tensor<i1>
          mhlo.return %l : tensor<i1>
        }}) {{dimension = 1 : i64, is_stable = true}} : ({tensor(H)}) -> {tensor(H)}""",
        *(H, H),
    ),
    "in a loop": program(
        f"""%i0 = mhlo.constant dense<0> : tensor<i32>
        %i3 = mhlo.constant dense<3> : tensor<i32>
        %w:2 = mhlo.while(%i = %i0, %a = %a0) : tensor<i32>, {tensor(H)}
          cond {{
            %go = mhlo.compare LT, %i, %i3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
            mhlo.return %go : tensor<i1>
          }} do {{
            %one = mhlo.constant dense<1> : tensor<i32>
            %next = mhlo.add %i, %one : tensor<i32>
            %s = mhlo.multiply %a, %a1 : {tensor(H)}
            mhlo.return %next, %s : tensor<i32>, {tensor(H)}
          }}
        %r = mhlo.add %w#1, %a1 : {tensor(H)}""",
        *(H, H, H),
    ),
    "its bits": program(
        f"""%0 = mhlo.add %a0, %a0 : {tensor(H)}
        %1 = mhlo.bitcast_convert %0 : ({tensor(H)}) -> {tensor("n k:i16")}
        %2 = mhlo.add %1, %1 : {tensor("n k:i16")}
        %r = mhlo.bitcast_convert %2 : ({tensor("n k:i16")}) -> {tensor(H)}""",
        *(H, H),
    ),
}
CLOSE = {
    "rows": program(REDUCE.replace("AXIS", "1") + tensor("n:f16"), "n:f16", H),
    "columns": program(REDUCE.replace("AXIS", "0") + tensor("k:f16"), "k:f16", H),
    "a product": program(f"%r = {DOT}", "n m:f16", H, "k m:f16"),
    "a product and more": program(
        f"""%p = {DOT}
        %q = mhlo.multiply %p, %p : {tensor("n m:f16")}
        %r = "mhlo.fusion"(%p, %q) ({{
        ^bb0(%x: {tensor("n m:f16")}, %y: {tensor("n m:f16")}):
          %s = mhlo.add %x, %y : {tensor("n m:f16")}
          mhlo.return %s : {tensor("n m:f16")}
        }}) {{tieshape.kind = "loop"}} : ({tensor("n m:f16")}, {tensor("n m:f16")}) -> {tensor("n m:f16")}""",
        *("n m:f16", H, "k m:f16"),
    ),
    "functions": program(
        f"""%0 = mhlo.exponential %a0 : {tensor(H)}
        %1 = mhlo.tanh %0 : {tensor(H)}
        %r = mhlo.logistic %1 : {tensor(H)}""",
        *(H, H),
    ),
}
SPECIAL = (np.nan, np.inf, -np.inf, -0.0, 6e-8, -3e-5, 65504.0, 0.1)


@pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")
@pytest.mark.parametrize("name", [*EXACT, *CLOSE])
def test_halves_are_those_of_the_interpreter(name: str) -> None:
    text, _ = case = EXACT.get(name) or CLOSE[name]
    runner = Runner(parse_module(text, "halves.mlir"))
    _, native = both(text)
    programs = [native, *(fenced(text, at_end=end) for end in (True, False))]
    assert bool(native.callbacks) == (name == "its bits")
    for seed, (n, k, m) in enumerate([(3, 17, 5), (1, 1, 1), (0, 4, 2), (40, 33, 18), (7, 64, 3)]):
        arguments = case.drawn({"n": n, "k": k, "m": m}, seed)
        with np.errstate(all="ignore"):
            (expected,) = runner.run(arguments)
        for each in programs:
            (found,) = each.run(arguments)
            assert found.dtype == expected.dtype
            assert found.shape == expected.shape
            if name in EXACT:
                np.testing.assert_array_equal(found, expected)
            else:
                np.testing.assert_allclose(found, expected, rtol=2.0**-8, atol=2.0**-10)


@pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")
def test_doubles_are_rounded_once() -> None:
    text, _ = program(
        f"%r = mhlo.convert %a0 : ({tensor('n:f64')}) -> {tensor('n:f16')}", "n:f16", "n:f64"
    )
    above, below = 1 + 2.0**-11 + 2.0**-40, 1 + 3 * 2.0**-11 - 2.0**-50
    given = [above, below, 1 + 2.0**-11, 2.0**-25 + 2.0**-60, 2.0**-25, 65519.9999999, 65520.0]
    given += [1e300, 1e-310, np.inf, np.nan]
    x = np.array([*given, *(-each for each in given)])
    _, native = both(text)
    assert not native.callbacks
    with np.errstate(all="ignore"):
        expected = x.astype(np.float16)
        twice = x.astype(np.float32).astype(np.float16)
    np.testing.assert_array_equal(native.run([x])[0], expected)
    assert twice[0] != expected[0]


@pytest.mark.parametrize("name", [*EXACT, *CLOSE])
def test_a_widened_function_computes_the_same(name: str) -> None:
    text, _ = case = EXACT.get(name) or CLOSE[name]
    module = parse_module(text, "halves.mlir")
    (function,) = (op for op in module.body.ops if isinstance(op, func.FuncOp))
    signature = function.function_type
    widen_halves(function)
    assert function.function_type == signature
    verify_module(module)
    arguments = case.drawn({"n": 4, "k": 9, "m": 3}, 3)
    with np.errstate(all="ignore"):
        (expected,) = Runner(parse_module(text, "halves.mlir")).run(arguments)
        (found,) = Runner(module).run(arguments)
    assert found.dtype == expected.dtype
    if name in EXACT:
        np.testing.assert_array_equal(found, expected)
    else:
        np.testing.assert_allclose(found, expected, rtol=2.0**-8, atol=2.0**-10)


def test_a_function_without_halves_stays_as_it_is() -> None:
    text, _ = program(f"%r = mhlo.add %a0, %a0 : {tensor(F)}", F, F)
    module = parse_module(text, "floats.mlir")
    before = print_module(module)
    (function,) = (op for op in module.body.ops if isinstance(op, func.FuncOp))
    widen_halves(function)
    assert print_module(module) == before

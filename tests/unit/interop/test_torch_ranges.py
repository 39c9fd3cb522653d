"""Ranges and guards of sizes as torch.export states them, without torch."""

import math
import re
from types import SimpleNamespace
from typing import Any

import pytest
import sympy
from tieshape.interop.onnx.dimensions import SizeRange
from tieshape.interop.torch_guards import guards_of, ranges_of
from tieshape.symbolic import parse_predicate


class IntInfinity:
    """Fails to be converted as torch's own infinity of integers does."""

    def __int__(self) -> int:
        raise AttributeError("'IntInfinity' object has no attribute '_mpf_'")


@pytest.mark.parametrize(
    "infinite", [IntInfinity(), sympy.oo, sympy.Integer(2) ** 63 - 1, float("inf"), None, object()]
)
def test_an_end_that_is_infinite_is_no_fact(infinite: Any) -> None:
    limits = SimpleNamespace(lower=sympy.Integer(2), upper=infinite)
    assert ranges_of({sympy.Symbol("s0"): limits}) == [SizeRange("s0", 2, None)]


def test_ends_that_are_numbers_stay() -> None:
    limits = SimpleNamespace(lower=-sympy.oo, upper=sympy.Integer(512))
    assert ranges_of({2 * sympy.Symbol("s0"): limits}) == [SizeRange("2*s0", None, 512)]


def leaves(tree: Any) -> list[tuple[str, Any]]:
    return [(f"[{i}]", x) for i, x in enumerate(tree)] if isinstance(tree, list) else [("", tree)]


def program(*guards: str) -> Any:
    """A program with an input `x` of sizes `n` and 4, and an input `ys` that is a list of one."""
    nodes = [
        SimpleNamespace(op="placeholder", name=name, meta={"val": SimpleNamespace(shape=shape)})
        for name, shape in (("x", [sympy.Symbol("n"), 4]), ("ys_0", [2 * sympy.Symbol("m")]))
    ]
    spec = SimpleNamespace(num_leaves=2, unflatten=lambda leaves: ((leaves[0], [leaves[1]]), {}))
    signature = SimpleNamespace(forward_arg_names=["x", "ys"])
    return SimpleNamespace(
        _guards_code=list(guards),
        graph=SimpleNamespace(nodes=nodes),
        graph_signature=SimpleNamespace(user_inputs=["x", "ys_0"]),
        call_spec=SimpleNamespace(in_spec=spec),
        module_call_graph=[SimpleNamespace(signature=signature)],
    )


@pytest.mark.parametrize(
    ("guard", "meant"),
    [
        ("L['x'].size()[0] % 2 == 0", "n % 2 == 0"),
        ("L['ys'][0].size()[0] <= L['x'].size()[1]", "2*m <= 4"),
        ("L['flat_args'][1].size()[0] == L['flat_args'][0].size()[0]", "2*m == n"),
        ("not L['x'].size()[0] < 3 or 1 == 2", "n >= 3"),
    ],
)
def test_guards_over_the_names_of_sizes(guard: str, meant: str) -> None:
    assert parse_predicate(guards_of(program(guard), leaves)[0]) == parse_predicate(meant)


ROUNDED = (
    *("ceil((n - 9) / 4)", "floor((n - 5) / 4)", "trunc((n - 9) / 4)", "trunc(-n / -3)"),
    *("ceil((-0.5 + torch.sym_float(n // 2)) / 1.0)", "floor((float(n) - 1) * -1.5 / -2)"),
    *("ceil(7 / (n + 1))", "floor((n % 5 - 2) / -0.25)", "trunc(1.5 - n)", "ceil(-(n - 3) / 2)"),
)


@pytest.mark.parametrize("text", ROUNDED)
def test_rounded_quotients_mean_what_python_computes(text: str) -> None:
    size = "L['x'].size()[0]"
    guard = re.sub(r"\bn\b", size, f"math.{text} >= 1")
    (found,) = guards_of(program(guard), leaves)
    claim = parse_predicate(found)
    torch = SimpleNamespace(sym_float=float)
    for n in range(20):
        wanted = eval(f"math.{text} >= 1", {"math": math, "torch": torch, "n": n})
        assert claim.holds({"n": n}) == wanted, n


@pytest.mark.parametrize("text", ["0.1 * n", "n ** 0.5", "max(n, 2) / 2", "math.sqrt(n)"])
def test_other_floats_stay_as_they_are(text: str) -> None:
    (found,) = guards_of(
        program(re.sub(r"\bn\b", "L['x'].size()[0]", f"math.trunc({text}) > 1")), leaves
    )
    assert "math.trunc" in found

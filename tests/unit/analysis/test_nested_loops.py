"""Loops in loops: what an inner one keeps is found anew only as far as the outer one changes it."""

import pytest
from tieshape.analysis.loops import Loop
from tieshape.dialects import sdim, tf
from tieshape.passes.infer_shapes.infer_shapes import InferShapesPass
from tieshape.passes.symbolize import SymbolizePass
from tieshape.text.module import parse_module
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute

V = "tensor<?xf32>"
NAMED = '{sdim.sizes = ["N"]}'


def loop(name: str, operands: list[str], body: str, results: list[str]) -> str:
    """A loop over vectors; its body reads `%<name>0`, `%<name>1`, …"""
    types = ", ".join([V] * len(operands))
    arguments = ", ".join(f"%{name}{i}: {V}" for i in range(len(operands)))
    return f"""
      %{name}r:{len(operands)} = "tf.WhileRegion"({", ".join(operands)}) <{{is_stateless = true}}> ({{
      ^bb0({arguments}):
        "tf.Yield"(%go) : (tensor<i1>) -> ()
      }}, {{
      ^bb0({arguments}):
        {body}
        "tf.Yield"({", ".join(results)}) : ({types}) -> ()
      }}) : ({types}) -> ({types})"""


def joined(name: str, *parts: str) -> str:
    types = ", ".join([V] * len(parts))
    return f'%{name} = "tf.ConcatV2"({", ".join(parts)}, %axis) : ({types}, tensor<i32>) -> {V}'


def inferred(arguments: str, code: str, results: list[str]) -> ModuleOp:
    text = f"""
    func.func @main(%go: tensor<i1>, {arguments}) -> ({", ".join([V] * len(results))}) {{
      %axis = "tf.Const"() <{{value = dense<0> : tensor<i32>}}> : () -> tensor<i32>
      {code}
      func.return {", ".join(results)} : {", ".join([V] * len(results))}
    }}"""
    module = parse_module(text, "test.mlir")
    for step in (SymbolizePass(), InferShapesPass()):
        step.apply(Context(), module)
    return module


def sizes(type: Attribute) -> list[object]:
    return list(sdim.encoding_of(type) or ())


def test_each_loop_of_a_nest_starts_from_what_it_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    depth, runs, run = 10, list[Loop](), Loop.run

    def counted(self: Loop):
        runs.append(self)
        return run(self)

    monkeypatch.setattr(Loop, "run", counted)
    body, result = joined("d", f"%w{depth - 1}0", "%x"), "%d"
    for level in reversed(range(depth)):
        body = loop(f"w{level}", [f"%w{level - 1}0" if level else "%x"], body, [result])
        result = f"%w{level}r#0"
    inferred(f"%x: {V}", body, [result])
    assert len(runs) <= 3 * depth * depth, "runs grow by a factor with each level"


SWAP = loop("in", ["%out0", "%out1"], "", ["%in1", "%in0"])


def carried(code: str, results: list[str]) -> list[list[object]]:
    """The sizes of two vectors, of one size before it, after a loop with a swap in it."""
    outer = loop("out", ["%x", "%y"], f"{SWAP}\n{code}", results)
    module = inferred(f"%x: {V} {NAMED}, %y: {V} {NAMED}", outer, ["%outr#0"])
    (op,) = [op for op in module.body.block.walk() if isinstance(op, tf.WhileRegionOp)][:1]
    return [sizes(result.type) for result in op.results]


def test_equal_sizes_may_be_swapped() -> None:
    assert carried("", ["%inr#0", "%inr#1"]) == [["N"], ["N"]]


def test_what_grew_together_may_be_swapped() -> None:
    code = joined("a", "%inr#0", "%x") + "\n" + joined("b", "%inr#1", "%y")
    first, second = carried(code, ["%a", "%b"])
    assert first == second != ["N"]


def test_a_swap_of_what_grows_apart_is_seen_on_a_later_trip() -> None:
    """On the first trip of the outer loop, as it was inferred first, the inner one kept both."""
    first, second = carried(joined("a", "%inr#0", "%x"), ["%a", "%inr#1"])
    assert len({*map(str, (first, second, ["N"]))}) == 3

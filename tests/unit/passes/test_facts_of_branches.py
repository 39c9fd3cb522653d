"""A branch states what only it knows, not again what the condition of its op says."""

from tieshape.analysis.analyze import analyze
from tieshape.analysis.branches import inside
from tieshape.dialects import sdim, tf
from tieshape.passes.infer_shapes.infer_shapes import InferShapesPass
from tieshape.passes.symbolize import SymbolizePass
from tieshape.text.module import parse_module
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

V, N = "tensor<?xf32>", "tensor<i32>"


def branching(than: str, steps: int = 1) -> ModuleOp:
    """Branches on whether a tensor is shorter than another one, or than `than` says."""
    lines = [f'%axis = "tf.Const"() <{{value = dense<0> : {N}}}> : () -> {N}']
    value = "%x"
    for i in range(steps):
        lines += [
            f'%s{i} = "tf.Size"({value}) : ({V}) -> {N}',
            f'%t{i} = "tf.Size"(%y{i}) : ({V}) -> {N}',
            f'%c{i} = "tf.Less"(%s{i}, {than.format(i)}) : ({N}, {N}) -> tensor<i1>',
            f'%r{i} = "tf.IfRegion"(%c{i}) ({{ %j{i} = "tf.ConcatV2"({value}, %y{i}, %axis) : ({V}, {V}, {N}) -> {V}',
            f'"tf.Yield"(%j{i}) : ({V}) -> () }}, {{ "tf.Yield"({value}) : ({V}) -> () }}) {{is_stateless = true}} : (tensor<i1>) -> {V}',
        ]
        value = f"%r{i}"
    arguments = "".join(f", %y{i}: {V}" for i in range(steps))
    body = "\n  ".join(lines)
    text = f"func.func @main(%x: {V}, %n: {N}{arguments}) -> {V} {{\n  {body}\n  func.return {value} : {V}\n}}\n"
    module = parse_module(text, "test.mlir")
    for step in (SymbolizePass(), InferShapesPass()):
        step.apply(Context(), module)
    return module


def branches_of(module: ModuleOp) -> list[tf.IfRegionOp]:
    return [op for op in module.walk() if isinstance(op, tf.IfRegionOp)]


def known_inside(module: ModuleOp, claim: str) -> bool:
    analysis = analyze(module)
    with inside(branches_of(module)[0].regions[0].block, analysis):
        return analysis.facts.proves(claim)


def test_a_condition_on_sizes_is_known_without_being_stated() -> None:
    module = branching("%t{}")
    assert known_inside(module, "S0 < S1")
    assert not analyze(module).facts.proves("S0 < S1")
    (op,) = branches_of(module)
    assert not any(isinstance(inner, sdim.LessEqualOp) for inner in op.walk())


def test_what_the_condition_does_not_say_is_stated() -> None:
    (op,) = branches_of(branching("%t{}"))
    assert any(isinstance(inner, sdim.EqualOp) for inner in op.walk())
    assert not known_inside(branching("%n"), "S0 < S1")


def test_a_joined_size_is_spelt_by_the_size_around_the_branch() -> None:
    for op in branches_of(branching("%t{}", steps=8)):
        assert not any(inner.name == "arith.select" for inner in op.walk())

"""What people try first, each as a command line: it works, or says in words what to do instead."""

import re
from pathlib import Path

import pytest
from tieshape.tools.tieshape import run

from .conftest import Driver

ADD = """func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
"""
NAMES = """where = ["seq % 8 == 0"]
[arguments.0]
sizes = ["batch", "seq"]
hint = [4, 128]
[arguments.1]
sizes = ["batch", "seq"]
"""
WITH_ATTRIBUTES = """func.func @main(
    %x: tensor<?x?xf32> {sdim.sizes = ["batch", "seq"], sdim.hint = [4, 128]},
    %y: tensor<?x?xf32> {sdim.sizes = ["batch", "seq"]}
) -> tensor<?x?xf32> attributes {sdim.where = ["seq % 8 == 0"]} {
  %0 = "tf.AddV2"(%x, %y) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
"""
BLOCKS = """func.func @main(%c: i1, %x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = mhlo.add %x, %y : tensor<?x4xf32>
  cf.br ^bb3(%0 : tensor<?x4xf32>)
^bb2:
  cf.br ^bb3(%x : tensor<?x4xf32>)
^bb3(%r: tensor<?x4xf32>):
  return %r : tensor<?x4xf32>
}
"""
TWO = "\n".join(
    f"""func.func @{name}(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {{
  %0 = "tf.Relu"(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}}"""
    for name in "fg"
)
DECLARED = """func.func private @ext(tensor<?xf32>) -> tensor<?xf32>
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = func.call @ext(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""
UNRANKED = """func.func @main(%x: tensor<*xf32>) -> tensor<1x32xf32> {
  %c = "tf.Const"() {value = dense<[1, 32]> : tensor<2xi32>} : () -> tensor<2xi32>
  %0 = "tf.Reshape"(%x, %c) : (tensor<*xf32>, tensor<2xi32>) -> tensor<1x32xf32>
  return %0 : tensor<1x32xf32>
}
"""
UNKNOWN_OP = """func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "mine.foo"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = "tf.AddV2"(%0, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def explained(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(["explain", "m.tie", *words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("way", ["file", "attributes"])
def test_names_of_sizes_are_symbols_everywhere(
    way: str, folder: Path, opt: Driver, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "names.toml").write_text(NAMES)
    (folder / "m.mlir").write_text(ADD if way == "file" else WITH_ATTRIBUTES)
    facts = ["--facts", "names.toml"] if way == "file" else []
    final = opt("m.mlir", "-p", "tieshape", *facts).out
    assert "sdim.symbol @batch {hint = 4 : i64}" in final
    assert "%x: tensor<?x?xf32, [@batch, @seq]>" in final
    assert "tensor.dim" not in final  # nothing is left to broadcast
    assert run(["compile", "m.mlir", "-o", "m.tie", *facts]) == 0
    everything = explained(capsys)
    assert "argument y: float32 [batch, seq]" in everything
    assert "size seq in [0, ?], hint 128: size 1 of x" in everything
    assert run(["check", "m.tie", "2x7", "2x7"]) == 1
    refusal = capsys.readouterr().out
    assert refusal.startswith("assert fails: seq % 8 == 0")
    assert refusal.endswith("fails for seq = 7 (size 1 of x)\n")
    assert run(["check", "m.tie", "2x8", "3x8"]) == 1
    assert "y: size 0 must be 2 (batch), it is 3" in capsys.readouterr().out


def test_names_are_in_the_errors_of_the_compiler(folder: Path, opt: Driver) -> None:
    (folder / "names.toml").write_text(
        'where = ["rows + 1 == columns"]\n[arguments.x]\nsizes = ["rows", ""]\n'
        '[arguments.y]\nsizes = ["columns", ""]\n'
    )
    outcome = opt(
        "-", "-p", "tieshape", "--facts", "names.toml", "--hints", "x=2x3,y=3x3", stdin=ADD
    )
    first = outcome.err.splitlines()[0]
    assert first.startswith("<stdin>:2:3: error: tf.AddV2: sizes rows and columns must be equal or")
    assert first.endswith("the hints are columns = 3, rows = 2")


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (NAMES.replace("128", "127"), "the hint 127 for @seq contradicts `seq % 8 == 0`"),
        ('[arguments.0]\nsize = ["a", "b"]\n', "arguments.0: unknown entry `size`; expected sizes"),
        ("[arguments.z]\nhint = [1]\n", "no argument `z`; there are 0, 1, x, y"),
        ('where = ["n == 1"]\n', "where `n == 1`: no size is named `n`; there are"),
    ],
)
def test_wrong_facts_are_refused(folder: Path, opt: Driver, facts: str, words: str) -> None:
    (folder / "facts.toml").write_text(facts)
    outcome = opt("-p", "tieshape{facts=facts.toml}", stdin=ADD)
    assert (outcome.code, outcome.out) == (1, "")
    assert words in outcome.err


def test_arguments_are_named_as_in_the_text(opt: Driver) -> None:
    by_name = opt("-p", "tieshape", "--hints", "x=2x3,y=1x3", stdin=ADD)
    by_place = opt("-p", "tieshape", "--hints", "0=2x3,1=1x3", stdin=ADD)
    assert by_name.code == 0
    assert by_name.out == by_place.out
    wrong = opt("-p", "tieshape", "--hints", "z=2x3", stdin=ADD)
    assert wrong.err == "error: hints: no argument `z`; there are 0, 1, x, y\n"


def test_passes_after_the_compiler_with_a_summary(opt: Driver) -> None:
    for passes, text in (("tieshape,convert-scf-to-cf,cse", ADD), ("canonicalize", BLOCKS)):
        outcome = opt("-p", passes, "--summary", stdin=text)
        assert outcome.code == 0
        assert "\nfusions: " in outcome.err


def test_several_blocks_are_refused_in_words(opt: Driver) -> None:
    outcome = opt("-p", "tieshape", stdin=BLOCKS)
    assert outcome.code == 1
    assert "func.func: @main has 4 blocks, one is needed" in outcome.err
    assert "control flow is read as regions of scf or tf ops" in outcome.err


def test_one_of_several_functions(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "two.mlir").write_text(TWO)
    assert run(["compile", "two.mlir", "-o", "m.tie"]) == 1
    assert "functions with a body: @f, @g; name one with --function" in capsys.readouterr().err
    assert run(["compile", "two.mlir", "--function", "g", "-o", "m.tie"]) == 0
    everything = explained(capsys)
    assert everything.startswith("@g, compiled by")
    assert re.findall(r"^size .*", everything, re.MULTILINE) == ["size S0 in [0, ?]: size 0 of x"]


def test_declared_functions_and_unknown_ranks(opt: Driver) -> None:
    declared = opt("-p", "tieshape", stdin=DECLARED)
    assert (declared.code, declared.err) == (0, "")
    assert "func.call @ext(%x)" in declared.out
    unranked = opt("-p", "tieshape", stdin=UNRANKED)
    assert (unranked.code, unranked.err) == (0, "")
    assert "sdim.equal assert" in unranked.out


def test_an_op_of_an_unknown_dialect(opt: Driver) -> None:
    refused = opt("-p", "tieshape", stdin=UNKNOWN_OP)
    assert refused.err.splitlines()[0].startswith(
        "<stdin>:2:18: error: Operation mine.foo is not registered: there is no dialect mine; "
        "--allow-unregistered-dialect"
    )
    taken = opt("-p", "tieshape", "--allow-unregistered-dialect", "--summary", stdin=UNKNOWN_OP)
    assert taken.code == 0
    assert "barriers (no rule): mine.foo 1" in taken.err


def test_text_of_a_saved_model_names_the_command_that_reads_it(opt: Driver) -> None:
    text = """module attributes {tf_saved_model.semantics} {
  "tf_saved_model.global_tensor"() <{sym_name = "v", type = tensor<2xf32>}> : () -> ()
}"""
    refused = opt(stdin=text)
    assert refused.code == 1
    assert "`tieshape import FOLDER` reads the SavedModel" in refused.err


LOOP = """func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tf_executor.graph {
    %a, %t, %c = tf_executor.NextIteration.Source : tensor<*xf32> {T = f32, device = ""}
    tf_executor.fetch %x : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}"""


def test_control_flow_of_old_graphs_is_refused_in_words(opt: Driver) -> None:
    refused = opt(stdin=LOOP)
    assert refused.err.startswith(
        "<stdin>:3:5: error: tf_executor.NextIteration.Source: control flow between islands is not "
        "supported"
    )
    assert "lower_control_flow=False" in refused.err
    other = opt(stdin=LOOP.replace("tf_executor.NextIteration.Source", "tf.Foo"))
    assert "between islands" not in other.err


def test_a_chain_of_many_broadcasts_stays_small(opt: Driver) -> None:
    def text(count: int) -> str:
        arguments = ", ".join(f"%a{i}: tensor<?xf32>" for i in range(count))
        lines = [f"func.func @main({arguments}) -> tensor<?xf32> {{"]
        total = "%a0"
        for i in range(1, count):
            types = "(tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>"
            lines.append(f'  %s{i} = "tf.AddV2"({total}, %a{i}) : {types}')
            total = f"%s{i}"
        return "\n".join([*lines, f"  return {total} : tensor<?xf32>", "}"])

    def size(count: int) -> int:
        outcome = opt("-p", "tieshape", stdin=text(count))
        assert outcome.code == 0
        return outcome.out.count("\n")

    assert size(20) <= 4 * size(10)

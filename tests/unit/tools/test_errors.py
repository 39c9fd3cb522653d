"""Whatever a user does wrong is a line on standard error, the source with a caret, and exit code 1."""

import json
import os
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest
from tieshape.dialects.tf import AddV2Op
from tieshape.rules.rule import OpRule
from tieshape.rules.table import known_rules
from tieshape.text.diagnostics import TRACKER
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.cf import BranchOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException, VerifyException

from .conftest import Driver, add_passes


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param(
            "func.func @f( {", "<stdin>:1:15: error: Expected argument or type", id="syntax"
        ),
        pytest.param(
            "func.func @f() {\n  ?",
            "<stdin>:2:3: error: expected an op, a block label or `}`",
            id="no-op",
        ),
        pytest.param(
            "func.func private @f()\n}", "<stdin>:2:1: error: expected an op", id="stray-brace"
        ),
        pytest.param(
            '"foo.bar"() : () -> ()',
            "<stdin>:1:10: error: Operation foo.bar is not registered",
            id="unregistered",
        ),
        pytest.param(
            "func.func @f(%a: i32) -> f32 {\n  func.return %a : i32\n}",
            "<stdin>:2:3: error: func.return: Expected arguments to have the same types as the"
            " function output types: expected [f32], got [i32]",
            id="type",
        ),
        pytest.param(
            'func.func @f() {\n  "arith.constant"() <{value = 1.0 : f32}> : () -> i32\n'
            "  func.return\n}",
            "<stdin>:2:3: error: arith.constant: ",
            id="operands",
        ),
        pytest.param(
            "func.func @f(%a: i32) {\n  %0 = arith.addi %a, %b : i32\n  func.return\n}",
            "<stdin>:2:3: error: %b is not defined",
            id="undefined",
        ),
        pytest.param(
            'func.func @f(%a: i32) {\n  %0 = arith.addi %a, %b : i32 loc("x":70:90)\n}',
            "error: %b is not defined",
            id="undefined-elsewhere",
        ),
        pytest.param(
            "func.func @f(%a: i32) {\n  %0 = arith.addi %b, %a : i32\n"
            "  %b = arith.addi %a, %a : i32\n  func.return\n}",
            "<stdin>:2:3: error: arith.addi: operand 0 %b is used before it is defined",
            id="order",
        ),
        pytest.param(
            "func.func @f(%c: i1) -> i32 {\n  cf.cond_br %c, ^a, ^b\n^a:\n"
            "  %x = arith.constant 1 : i32\n  cf.br ^b\n^b:\n  func.return %x : i32\n}",
            "<stdin>:7:3: error: func.return: operand 0 %x is used before it is defined",
            id="order-of-blocks",
        ),
        pytest.param(
            "func.func @f() {\n  cf.br ^a\n}",
            "<stdin>:3:2: error: region ends with missing block declarations for block(s) a"
            " (dangling block references: <stdin>:2:9)",
            id="block",
        ),
        pytest.param(
            "func.func private @f()\n\nfunc.func private @f()",
            "<stdin>:3:1: error: func.func: @f is declared already, at <stdin>:1:1",
            id="symbol",
        ),
        pytest.param(
            '%0 = "test.op"() {a = dense<"0x00"> : tensor<2xf32>} : () -> i32',
            "<stdin>:1:28: error: ",
            id="short-constant",
        ),
        pytest.param(
            '%0 = "test.op"() {a = dense<1> : tensor<?xf32>} : () -> i32',
            "<stdin>:1:34: error: a constant needs static sizes, not tensor<?xf32>",
            id="dynamic-constant",
        ),
        pytest.param(
            '%0 = "test.op"() {a = dense<1> : i32} : () -> i32',
            "<stdin>:1:34: error: a constant is a tensor, vector or memref, not i32",
            id="constant-of-no-tensor",
        ),
        pytest.param(
            '%0 = "test.op"() {a = dense<1> : tensor<1x!tf_type.string>} : () -> i32',
            "<stdin>:1:34: error: numbers cannot have the element type !tf_type.string",
            id="number-as-string",
        ),
        pytest.param(
            '%0 = "test.op"() {a = dense<"b"> : tensor<2xf32>} : () -> i32',
            "<stdin>:1:28: error: strings need the element type !tf_type.string, not tensor<2xf32>",
            id="string-as-number",
        ),
        pytest.param(
            '%0 = "test.op"() {a = dense<["b"]> : tensor<2x!tf_type.string>} : () -> i32',
            "<stdin>:1:28: error: 1 strings for a constant of type tensor<2x!tf_type.string>",
            id="strings-shape",
        ),
        pytest.param(
            '%0 = "test.op"() {a = dense<[["b"], []]> : tensor<2x!tf_type.string>} : () -> i32',
            "<stdin>:1:29: error: the lists of strings have different lengths",
            id="ragged-strings",
        ),
        pytest.param(
            '"test.op"() ({\n' * 2000 + "}) : () -> ()\n" * 2000, "nested too deeply", id="deep"
        ),
    ],
)
def test_wrong_text(opt: Driver, text: str, line: str):
    outcome = opt(stdin=text)
    assert outcome.code == 1
    assert outcome.out == ""
    first, *shown = outcome.err.splitlines()
    assert line in first
    assert len(shown) in (0, 2)
    place = re.match(r"<stdin>:(\d+):(\d+): ", first)
    assert place is not None or not shown
    if shown and place is not None:
        assert shown[0] in text.splitlines()[int(place[1]) - 1]
        assert shown[1].strip() == "^"


def test_not_utf8(opt: Driver):
    outcome = opt(stdin="// naïve\n// ".encode() + b"\xff\n")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == "<stdin>:2:4: error: not UTF-8 text: byte 0xff\n"


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (["nowhere.mlir"], "error: cannot read nowhere.mlir: No such file or directory"),
        (["."], "error: cannot read .: Is a directory"),
        (["--no-such-option"], "error: unrecognized arguments: --no-such-option"),
        (["-", "second.mlir"], "error: unrecognized arguments: second.mlir"),
        (["-p"], "error: argument -p/--passes: expected one argument"),
        (["-f", "python"], "error: argument -f/--frontend: invalid choice: 'python'"),
        (["-p", "canonicalise"], "error: no pass 'canonicalise'; did you mean canonicalize"),
        (["-p", "cse{x=1}"], "error: pass cse has no option 'x'; it has none"),
        (
            ["-p", "mlir-opt{path=1}"],
            "error: pass mlir-opt has no option 'path'; its options are executable, generic",
        ),
        (
            ["-p", 'mlir-opt{executable="x" generic=maybe}'],
            "error: pass mlir-opt: option 'generic': Incompatible types: given ('maybe',)",
        ),
        (["-p", "cse{x"], "error: option -p, column 6: Expected"),
        (["-p", "cse dce"], "error: option -p, column 4: Expected"),
        (["-t", "mlri"], "error: option -t: no target 'mlri'; did you mean mlir?"),
        (["-t", "mlir{x=1}"], 'error: option -t mlir{x=1}: Provided arguments ["x"] not found'),
        (["-t", "mlir{"], "error: option -t, column 6: Expected argument name here"),
        (["-t", "mps"], "error: option -t mps: cannot print this module: NotImplementedError: MPS"),
        (
            ["--report", "-"],
            "error: --report - needs -o FILE: the module is on standard output",
        ),
        (
            ["--summary", "--static-check", "n == 1"],
            "error: --static-check n == 1: no size is named n; there are none",
        ),
        (["-o", "nowhere/x.mlir"], "error: cannot write nowhere/x.mlir: No such file"),
    ],
)
def test_wrong_command_line(opt: Driver, args: list[str], line: str):
    outcome = opt(*args)
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith(line)
    assert outcome.err.count("\n") == 1


REPORT = f"; please report it to {TRACKER}"


def test_bugs_are_reported_where_the_project_says():
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())["project"]
    assert project["urls"]["Issues"] == TRACKER
    assert TRACKER.startswith(project["urls"]["Homepage"])


@dataclass(frozen=True)
class Fails(ModulePass):
    """Raises what its option names."""

    name = "fails"
    what: str = ""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        last = op.body.block.last_op
        assert last is not None
        match self.what:
            case "pass":
                raise PassFailedException("no way\nto do this")
            case "op":
                error = PassFailedException("wrong size")
                error.op = last  # pyright: ignore[reportAttributeAccessIssue]
                raise error
            case "file":
                open("nowhere.toml").close()
            case "assert":
                raise AssertionError("one is not two")
            case "verify":
                raise VerifyException("no good")
            case _:
                raise ValueError(self.what)


class Breaks(ModulePass):
    """Leaves the IR wrong: a terminator in front of another op."""

    name = "breaks"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        function = op.body.block.first_op
        assert function is not None
        block = function.regions[0].block
        assert block.first_op is not None and block.last_op is not None
        (terminator := block.last_op).detach()
        block.insert_op_before(terminator, block.first_op)


@dataclass(frozen=True)
class BreaksAndFails(ModulePass):
    """A sequence whose first pass leaves the IR wrong."""

    name = "breaks-and-fails"

    def pipeline(self) -> tuple[ModulePass, ...]:
        return (Breaks(), Fails("pass"))

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        raise AssertionError("the driver runs the passes")


@pytest.fixture
def with_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the passes above available to the driver."""
    add_passes(monkeypatch, Fails, Breaks, BreaksAndFails)


TWO_OPS = "func.func @f() {\n  %0 = arith.constant 1 : i32\n  func.return\n}\n\nfunc.func @g() {\n  func.return\n}"


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("pass", "error: no way to do this"),
        ("op", "<stdin>:6:1: error: func.func: wrong size"),
        ("file", "error: nowhere.toml: No such file or directory"),
        ("verify", "error: no good"),
        ("assert", f"error: internal: AssertionError: one is not two (in pass fails){REPORT}"),
    ],
)
@pytest.mark.usefixtures("with_fails")
def test_failing_pass(opt: Driver, what: str, line: str):
    outcome = opt("-p", f"cse,fails{{what={what}}}", stdin=TWO_OPS)
    assert (outcome.code, outcome.out, outcome.err.splitlines()[0]) == (1, "", line)


@pytest.mark.usefixtures("with_fails")
def test_debug_shows_the_traceback_too(opt: Driver):
    outcome = opt("--debug", "-p", "fails{what=assert}", stdin=TWO_OPS)
    assert outcome.code == 1
    assert "Traceback" in outcome.err
    assert "in apply" in outcome.err
    assert outcome.err.endswith(f"AssertionError: one is not two (in pass fails){REPORT}\n")


@pytest.mark.usefixtures("with_fails")
def test_invalid_result_names_the_pass(opt: Driver):
    outcome = opt("-p", "breaks", stdin=TWO_OPS)
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith(
        "<stdin>:3:3: error: 'func.return' must be the last operation in its parent block"
        " (after pass breaks)\n"
    )
    assert opt("-p", "breaks", "--disable-verify", stdin=TWO_OPS).code == 0


@pytest.mark.usefixtures("with_fails")
def test_sequence_is_checked_behind_its_last_pass_unless_told(opt: Driver):
    late = opt("-p", "breaks-and-fails", stdin=TWO_OPS)
    assert (late.code, late.err) == (1, "error: no way to do this\n")
    early = opt("-p", "breaks-and-fails", "--verify-each", stdin=TWO_OPS)
    assert early.code == 1
    assert early.err.splitlines()[0].endswith("(after pass breaks)")
    listed = opt("-p", "breaks,fails{what=pass}", stdin=TWO_OPS)
    assert listed.err.splitlines()[0].endswith("(after pass breaks)")


def test_closed_pipe_is_silent(tmp_path: Path):
    reader, writer = os.pipe()
    os.close(reader)
    source = tmp_path / "empty.mlir"
    source.write_text("")
    command = [sys.executable, "-c", "from tieshape.tools.opt import main; exit(main())", source]
    outcome = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (outcome.returncode, outcome.stderr) == (1, b"")


class Branches(ModulePass):
    """Leaves a function of two blocks, as lowerings to branches do."""

    name = "branches"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        function = next(f for f in op.body.ops if isinstance(f, FuncOp))
        first = function.regions[0].block
        second = Block()
        function.regions[0].add_block(second)
        assert first.last_op is not None
        (end := first.last_op).detach()
        second.add_op(end)
        first.add_op(BranchOp(second))


SUM = """func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
"""


def test_a_pass_of_others_may_leave_several_blocks(opt: Driver, monkeypatch: pytest.MonkeyPatch):
    add_passes(monkeypatch, Branches)
    outcome = opt("-p", "tieshape", "-p", "branches", "--summary", "--verify-survival", stdin=SUM)
    assert outcome.code == 0, outcome.err
    assert "^bb" in outcome.out and "branches" in outcome.err
    again = opt("-p", "tieshape,branches,tieshape-fuse", stdin=SUM)
    assert again.code == 1
    assert again.err.startswith("<stdin>:1:1: error: func.func: @main has 2 blocks, one is needed")


def test_passes_of_several_options_run_in_order(opt: Driver):
    outcome = opt("-p", "tieshape-symbolize", "-p", "tieshape-infer-shapes", stdin=SUM)
    assert outcome.code == 0
    assert outcome.out == opt("-p", "tieshape-symbolize,tieshape-infer-shapes", stdin=SUM).out


def test_a_claim_on_a_size_that_a_later_pass_merges_stays_known(opt: Driver):
    text = SUM.replace('"tf.AddV2"(%x, %y) :', "mhlo.add %x, %y :").replace(
        "(tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n  func", "tensor<?xf32>\n  func"
    )
    outcome = opt(
        "-p",
        "tieshape",
        "--summary",
        *("--static-check", "S0 == S1"),
        "--static-check",
        "S0 == 4",
        stdin=text,
    )
    assert "S0 == S1: True" in outcome.err
    assert "S0 == 4: False" in outcome.err


def test_a_report_may_go_to_standard_output(opt: Driver, tmp_path: Path):
    outcome = opt("-p", "tieshape", "--report", "-", "-o", str(tmp_path / "x.mlir"), stdin=SUM)
    assert outcome.code == 0
    assert json.loads(outcome.out)["modules"]


def test_an_internal_error_names_the_op_and_its_place(opt: Driver, monkeypatch: pytest.MonkeyPatch):
    def broken(op: Operation, ctx: object) -> None:
        raise KeyError("size")

    rules = {**known_rules(), AddV2Op: OpRule(AddV2Op, shape=broken)}
    monkeypatch.setattr("tieshape.passes.infer_shapes.infer_shapes.known_rules", lambda: rules)
    outcome = opt("-p", "tieshape", stdin=SUM)
    assert outcome.code == 1
    assert outcome.err.startswith(
        "<stdin>:2:3: error: internal: KeyError: 'size' (in pass tieshape-infer-shapes) at "
        f"tf.AddV2{REPORT}\n"
    )


def test_a_function_without_a_body_may_be_called(opt: Driver):
    text = "func.func private @ext(tensor<?xf32>) -> tensor<?xf32>\n" + SUM.replace(
        '"tf.AddV2"(%x, %y) : (tensor<?xf32>, tensor<?xf32>)',
        "func.call @ext(%x) : (tensor<?xf32>)",
    )
    outcome = opt("-p", "tieshape", "--verify-survival", stdin=text)
    assert outcome.code == 0, outcome.err
    twice = text.replace(
        "  func.return",
        "  %1 = func.call @ext(%y) : (tensor<?xf32>) -> tensor<?xf32>\n  func.return",
    )
    outcome = opt("-p", "tieshape", stdin=twice)
    assert outcome.code == 1
    assert "<stdin>:4:3: error: func.call: @ext has no body, so that its calls must" in outcome.err


def test_an_unknown_rank_is_an_error_at_the_op(opt: Driver):
    text = """func.func @main(%x: tensor<*xf32>) -> tensor<1x32xf32> {
  %c = "tf.Const"() <{value = dense<[1, 32]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %0 = "tf.Reshape"(%x, %c) : (tensor<*xf32>, tensor<2xi32>) -> tensor<1x32xf32>
  func.return %0 : tensor<1x32xf32>
}
"""
    outcome = opt("-p", "tieshape", stdin=text)
    assert (outcome.code, "internal" in outcome.err) in [(0, False), (1, False)]

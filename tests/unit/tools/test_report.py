"""The report says what fusion saves: launches, and bytes in the symbols' terms, at the hints, and in an example."""

import json
from pathlib import Path

import pytest

from .conftest import Driver

MODULE = """
sdim.symbol @N HINT
func.func @main(%x: tensor<?xf32, [@N]>) -> tensor<?xf32, [@N]> {
  %0 = mhlo.abs %x : tensor<?xf32, [@N]>
  %1 = mhlo.negate %0 : tensor<?xf32, [@N]>
  %2 = mhlo.abs %1 : tensor<?xf32, [@N]>
  func.return %2 : tensor<?xf32, [@N]>
}
"""


LOOP = """
func.func @main(%x: tensor<?x4xf32>) -> tensor<i32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.WhileRegion"(%zero) <{is_stateless = true}> ({
  ^bb0(%i: tensor<i32>):
    %s = "tf.Shape"(%x) : (tensor<?x4xf32>) -> tensor<2xi32>
    %b = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
    %e = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
    %n = "tf.StridedSlice"(%s, %b, %e, %e) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64}> : (tensor<2xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
    %c = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "tf.Yield"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>):
    %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %n = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "tf.Yield"(%n) : (tensor<i32>) -> ()
  }) : (tensor<i32>) -> tensor<i32>
  func.return %0 : tensor<i32>
}
"""


def effect(opt: Driver, path: Path, hint: str) -> dict[str, dict[str, object]]:
    args = ("-p", "tieshape-fuse", "--report", str(path), "-o", str(path) + ".mlir")
    outcome = opt(*args, stdin=MODULE.replace("HINT", hint))
    assert outcome.code == 0, outcome.err
    return json.loads(path.read_text())["modules"][0]["fusion"]


def test_bytes_at_a_hint(opt: Driver, tmp_path: Path):
    assert effect(opt, tmp_path / "report.json", "{hint = 10 : i64}") == {
        "launches": {"before": 3, "after": 1},
        "bytes": {"before": "24*N", "after": "8*N"},
        "bytes_at_hints": {"before": 240, "after": 80},
        "bytes_in_example": {"before": 240, "after": 80},
    }


def test_bytes_without_a_hint(opt: Driver, tmp_path: Path):
    found = effect(opt, tmp_path / "report.json", "")
    assert found["bytes_at_hints"] == {"before": None, "after": None}
    assert found["bytes_in_example"] == {"before": 24 * 128, "after": 8 * 128}


def test_the_summary_names_what_is_assumed(opt: Driver):
    outcome = opt("-p", "tieshape-fuse", "--summary", stdin=MODULE.replace("HINT", ""))
    assert "fusion: launches 3 -> 1, bytes 3072 -> 1024 (where N = 128)" in outcome.err


def test_no_fusion_pass_no_effect(opt: Driver, tmp_path: Path):
    path = tmp_path / "report.json"
    opt("-p", "cse", "--report", str(path), stdin=MODULE.replace("HINT", ""))
    assert json.loads(path.read_text())["modules"][0]["fusion"] is None


def test_a_loop_that_reads_a_size(opt: Driver):
    outcome = opt("-p", "tieshape", "--summary", stdin=LOOP)
    assert outcome.code == 0, outcome.err


ADD = """
func.func @main(%x: tensor<?x8xf32>, %y: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = "tf.Tanh"(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = "tf.Mul"(%0, %x) : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %2 = "tf.AddV2"(%1, %y) : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  func.return %2 : tensor<?x8xf32>
}
"""

CONCAT = """
func.func @main(%x: tensor<?x8xf32>, %y: tensor<?x8xf32>, %z: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %0 = "tf.ConcatV2"(%x, %y, %axis) : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<i32>) -> tensor<?x8xf32>
  %1 = "tf.Sub"(%0, %z) : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  func.return %1 : tensor<?x8xf32>
}
"""


def test_the_summary_says_what_was_gained_and_what_is_left(opt: Driver):
    outcome = opt("-p", "tieshape", "--summary", stdin=ADD)
    lines = outcome.err.splitlines()
    assert any(line.startswith("broadcasts: avoided in the lowering 2, ") for line in lines)
    assert "checks left: assert 1" in lines
    sizes = "(dimension 0 of x, dimension 0 of y)"
    assert f"undecided: S0 == S1 {sizes} would decide 2 broadcasts" in lines


def test_what_is_told_is_avoided_and_not_undecided(opt: Driver, tmp_path: Path):
    facts = tmp_path / "sizes.toml"
    facts.write_text('[arguments.x]\nsizes = ["n", ""]\n[arguments.y]\nsizes = ["n", ""]\n')
    outcome = opt("-p", f'tieshape{{facts="{facts}"}}', "--summary", stdin=ADD)
    lines = outcome.err.splitlines()
    assert any(line.startswith("broadcasts: avoided in the lowering 4, ") for line in lines)
    assert "checks left: none" in lines
    assert not any(line.startswith("undecided") for line in lines)


@pytest.mark.parametrize("text", [ADD, CONCAT])
def test_the_fact_that_would_decide_is_one_for_a_facts_file(opt: Driver, tmp_path: Path, text: str):
    lines = opt("-p", "tieshape", "--summary", stdin=text).err.splitlines()
    found = [line for line in lines if line.startswith("undecided: ")]
    assert found
    claims = [line.removeprefix("undecided: ").partition(" (")[0] for line in found]
    facts = tmp_path / "sizes.toml"
    names = "".join(
        f'[arguments.{name}]\nsizes = ["S{number}", 8]\n' for number, name in enumerate("xyz")
    )
    last = names.index("[arguments.z]") if text == ADD else len(names)
    facts.write_text(f"where = {json.dumps(claims)}\n{names[:last]}")
    outcome = opt("-p", f'tieshape{{facts="{facts}"}}', "--summary", stdin=text)
    assert outcome.code == 0, outcome.err
    assert "undecided: " not in outcome.err

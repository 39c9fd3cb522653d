"""Functions of one module that name their sizes alike are run for themselves: neither is bound by what the other demands."""

import numpy as np
import pytest
from tieshape.analysis.survival import Snapshot
from tieshape.interpreters import RunError, run_function
from tieshape.lowering.pipelines import TieshapePass
from tieshape.text.module import parse_module, print_module, verify_module
from xdsl.context import Context

OTHER = """
sdim.symbol @a
sdim.symbol @b
sdim.symbol @c
sdim.constraints {
  %b = sdim.size @b
  sdim.range %b in [?, 9]
}
func.func @other(%y: tensor<?xf32, [@c]>, %z: tensor<?xf32, [@b]>) -> (tensor<?xf32>, tensor<?xf32>) {
  %zero = "tf.Const"() {value = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %two = "tf.Const"() {value = dense<2> : tensor<1xi32>} : () -> tensor<1xi32>
  %n = "tf.Shape"(%y) : (tensor<?xf32, [@c]>) -> tensor<1xi32>
  %0 = "tf.Slice"(%y, %zero, %two) : (tensor<?xf32, [@c]>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = "tf.Slice"(%z, %zero, %n) : (tensor<?xf32, [@b]>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  func.return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
"""
MAIN = """
func.func @main(%y: tensor<?xf32, [@b]>, %s: tensor<1xi32>) -> tensor<?xf32> {
  %0 = "tf.BroadcastTo"(%y, %s) : (tensor<?xf32, [@b]>, tensor<1xi32>) -> tensor<?xf32>
  %1 = "tf.Neg"(%0) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %1 : tensor<?xf32>
}
"""


def vector(size: int) -> np.ndarray:
    return np.arange(size, dtype=np.float32)


@pytest.mark.parametrize(
    "text", [OTHER + MAIN, OTHER.replace("func.func @other", MAIN + "func.func @other")]
)
def test_a_demand_of_one_function_is_not_known_in_another(text: str) -> None:
    """`@other` needs 2 <= c <= b; `@main` runs with b = 1, which is broadcast then."""
    module = parse_module(text, "functions.mlir")
    for step in TieshapePass(undecided="version").pipeline():
        before = Snapshot.of(module)
        step.apply(Context(), module)
        verify_module(module)
        assert not before.lost_in(Snapshot.of(module)), step.name
    module = parse_module(print_module(module), "final.mlir")
    for size, target in [(1, 5), (5, 5), (1, 1)]:
        (found,) = run_function(module, "main", [vector(size), np.array([target], np.int32)])
        np.testing.assert_array_equal(found, np.broadcast_to(-vector(size), target))
    with pytest.raises(RunError):  # given for both functions: b <= 9
        run_function(module, "main", [vector(10), np.array([10], np.int32)])
    first, second = run_function(module, "other", [vector(3), vector(4)])
    assert (first.shape, second.shape) == ((2,), (3,))
    for c, b in [(1, 4), (4, 3), (3, 10)]:
        with pytest.raises(RunError):
            run_function(module, "other", [vector(c), vector(b)])


def test_a_fact_about_one_function_must_survive_there() -> None:
    """The survival check asks of each function what is stated of its sizes."""
    before = Snapshot.of(
        parse_module(FACT.replace("FACT", "sdim.divisible %n by 8"), "before.mlir")
    )
    own = FACT.replace("[@n]>) {", "[@m]>) {", 1).replace("FACT", "sdim.divisible %n by 8")
    lost = before.lost_in(Snapshot.of(parse_module(own, "after.mlir")))
    assert [str(fact) for fact in lost] == ["`n % 8 == 0`"]
    both = own.replace("by 8", "by 8\n  %m = sdim.size @m\n  sdim.divisible %m by 8")
    assert not before.lost_in(Snapshot.of(parse_module(both, "after.mlir")))


FACT = """
sdim.symbol @n
sdim.symbol @m
sdim.constraints {
  %n = sdim.size @n
  FACT
}
func.func @f(%x: tensor<?xf32, [@n]>) {
  func.return
}
func.func @g(%x: tensor<?xf32, [@n]>) {
  func.return
}
"""

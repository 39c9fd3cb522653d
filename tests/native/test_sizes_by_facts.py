"""Sizes that no argument has: machine code finds them by what is stated of those that arguments have."""

import numpy as np
import pytest
from tieshape.native.engine import is_available

from .programs import agree, both

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

# What is made of n is read twice, so that the fact names it and not n.
PROGRAM = """
sdim.symbol @n
sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S2
sdim.constraints {
  %%n = sdim.size @n
  %%one = arith.constant 1 : index
  %%two = arith.constant 2 : index
  %s
  %%half = arith.floordivsi %%made, %%two : index
  sdim.equal @S2, %%half
  sdim.equal %%made, @S0
  %s
}
func.func @main(%%x: tensor<?xf32, [@S0]>, %%y: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@n]> {
  %%size = sdim.size @n
  %%tied = sdim.tie_shape %%y, [%%size] : tensor<?xf32, [@S1]> -> tensor<?xf32, [@n]>
  %%r = mhlo.add %%tied, %%tied : tensor<?xf32, [@n]>
  return %%r : tensor<?xf32, [@n]>
}
"""
ONE_MORE = "sdim.sum_equal assert [@S0], [@S1, 1]"
STATED = {
    "n + 1": ("%made = arith.addi %n, %one : index", ONE_MORE),
    "1 + n": ("%made = arith.addi %one, %n : index", ONE_MORE),
    "n - 1": ("%made = arith.subi %n, %one : index", "sdim.sum_equal assert [@S1], [@S0, 1]"),
    "2 - n": ("%made = arith.subi %two, %n : index", "sdim.sum_equal assert [@S0, @S1], [2]"),
    "2n": ("%made = arith.muli %n, %two : index", "sdim.product_equal assert [@S0], [@S1, 2]"),
    "2n + 1": (
        "%twice = arith.muli %two, %n : index\n  %made = arith.addi %twice, %one : index",
        "sdim.holds assert %true",
    ),
}


@pytest.mark.parametrize("name", STATED)
def test_a_size_of_which_a_fact_names_what_is_made(name: str) -> None:
    made, guard = STATED[name]
    if name == "2n + 1":
        made += "\n  %true = arith.constant true"
    runner, program = both(PROGRAM % (made, guard))
    taken = {
        (a, b)
        for a in range(6)
        for b in range(6)
        if agree(runner, program, [np.ones(a, np.float32), np.ones(b, np.float32)])
    }
    n = range(6)
    wanted = {
        "n + 1": {(i + 1, i) for i in n},
        "1 + n": {(i + 1, i) for i in n},
        "n - 1": {(i - 1, i) for i in n},
        "2 - n": {(2 - i, i) for i in n},
        "2n": {(2 * i, i) for i in n},
        "2n + 1": {(2 * i + 1, i) for i in n},
    }[name]
    assert taken == {(a, b) for a, b in wanted if 0 <= a < 6}


def test_what_is_made_with_a_size_that_may_be_0_is_not_undone() -> None:
    """n * S1 tells nothing of n where S1 is 0."""
    made = "%other = sdim.size @S1\n  %made = arith.muli %n, %other : index"
    with pytest.raises(Exception, match="no native form"):
        both(PROGRAM % (made, "sdim.product_equal assert [@S0], [@S1, 2]"))

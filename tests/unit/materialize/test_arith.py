"""Claims as comparisons of index values."""

import pytest
from tieshape.materialize.arith import Emitter
from tieshape.symbolic import Facts, parse_predicate
from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Operation
from xdsl.utils.test_value import create_ssa_value


def emitted(text: str) -> list[Operation]:
    """The ops that compute the truth of a claim."""
    ops = list[Operation]()
    emitter = Emitter(ops.append, lambda name: create_ssa_value(IndexType()), Facts())
    emitter.condition(parse_predicate(text))
    return ops


@pytest.mark.parametrize("text", ["n < 0", "n + 1 <= 0", "n > -3", "n == -1", "0 <= n + 9"])
def test_a_number_of_the_run_is_compared_as_it_is(text: str) -> None:
    """The greatest number there is must not overflow before it is compared."""
    assert {type(op) for op in emitted(text)} == {arith.ConstantOp, arith.CmpiOp}


def test_sums_stay_sums() -> None:
    assert any(isinstance(op, arith.AddiOp) for op in emitted("n + m <= 3"))
    assert any(isinstance(op, arith.AddiOp) for op in emitted("n + 1 <= m"))

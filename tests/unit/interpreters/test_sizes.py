"""Symbols, constraints and guards at run time: what holds passes, what does not is an error."""

import numpy as np
import pytest
from tieshape.interpreters import FactViolated, GuardFailed, RunError, Runner
from tieshape.text.module import parse_module

TWO_VECTORS = """
  sdim.symbol @S0
  func.func @main(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S0]>) {
    func.return
  }"""


def vector(size):
    return np.zeros(size, np.float32)


def test_a_symbol_has_one_size_in_a_run(run):
    assert run(TWO_VECTORS, vector(3), vector(3)) == []
    with pytest.raises(FactViolated, match=r"size 4 in dimension 0 contradicts @S0 = 3"):
        run(TWO_VECTORS, vector(3), vector(4))


def test_a_symbol_may_have_another_size_in_the_next_run():
    runner = Runner(parse_module(TWO_VECTORS))
    with pytest.raises(FactViolated):
        runner.run([vector(1), vector(2)])
    assert runner.run([vector(2), vector(2)]) == []
    assert runner.sizes == {"S0": 2}
    assert runner.run([vector(0), vector(0)]) == []


def test_checks_can_be_switched_off(run):
    assert run(TWO_VECTORS, vector(3), vector(4), check_facts=False) == []


def with_fact(fact):
    return f"""
      sdim.symbol @S0
      sdim.symbol @S1
      sdim.constraints {{
        %a = sdim.size @S0
        %b = sdim.size @S1
        {fact}
      }}
      func.func @main(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) {{
        func.return
      }}"""


@pytest.mark.parametrize(
    ("fact", "right", "wrong", "words"),
    [
        ("sdim.equal %a, %b", (3, 3), (3, 4), "3 == 4"),
        ("sdim.less_equal %a, %b", (3, 4), (4, 3), "4 <= 3"),
        ("sdim.product_equal [%a, %b], [%b]", (1, 7), (2, 7), r"2 \* 7 == 7"),
        ("sdim.product_equal [], [%b]", (5, 1), (5, 2), "1 == 2"),
        ("sdim.sum_equal [%a, %b], [%b, 3]", (3, 7), (2, 7), r"2 \+ 7 == 7 \+ 3"),
        ("sdim.sum_equal [], [%b]", (5, 0), (5, 2), "0 == 2"),
        ("sdim.divisible %a by 4", (8, 1), (6, 1), "6 divisible by 4"),
        ("sdim.range %a in [2, 5]", (5, 0), (6, 0), r"6 in \[2, 5\]"),
        ("sdim.range %a in [2, ?]", (9, 0), (1, 0), r"1 in \[2, \?\]"),
        ("sdim.range %a in [?, 2]", (0, 0), (3, 0), r"3 in \[\?, 2\]"),
        (
            "%s = arith.addi %a, %b : index\n%t = arith.cmpi slt, %s, %a : index\nsdim.holds %t",
            None,
            (1, 1),
            "its condition",
        ),
        (
            "%s = arith.muli %a, %a : index\nsdim.equal %s, %b",
            (3, 9),
            (3, 8),
            "9 == 8",
        ),
    ],
)
def test_a_module_fact_is_checked_when_its_symbols_are_bound(run, fact, right, wrong, words):
    if right is not None:
        run(with_fact(fact), *map(vector, right))
    with pytest.raises(FactViolated, match=f"contradicts {words}"):
        run(with_fact(fact), *map(vector, wrong))
    run(with_fact(fact), *map(vector, wrong), check_facts=False)


@pytest.mark.parametrize("strength", ["expect", "assert"])
def test_a_guard_says_which_it_is_and_why(run, strength):
    text = with_fact(f'sdim.equal {strength} %a, %b {{why = "both are batches"}}')
    run(text, vector(2), vector(2))
    with pytest.raises(
        GuardFailed, match=f"{strength} failed, it needs 2 == 3 for @S0 = 2, @S1 = 3 .*both are"
    ) as error:
        run(text, vector(2), vector(3))
    assert error.value.strength == strength
    assert error.value.op is not None
    assert error.value.op.name == "sdim.equal"


def test_a_likely_size_is_no_fact(run):
    run(with_fact("sdim.likely %a in [64, 128]"), vector(3), vector(3))


def test_a_fact_about_a_symbol_that_never_occurs_is_not_checked(run):
    run(
        """
        sdim.symbol @S0
        sdim.constraints {
          %a = sdim.size @S0
          sdim.range assert %a in [1, 2]
        }
        func.func @main() {
          func.return
        }"""
    )


GUARDED_BRANCH = """
  func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> index {
    %zero = arith.constant 0 : index
    %a = tensor.dim %x, %zero : tensor<?xf32>
    %b = tensor.dim %y, %zero : tensor<?xf32>
    %same = arith.cmpi LT, %a, %b : index
    %r = scf.if %same -> (index) {
      sdim.equal %a, %b
      scf.yield %a : index
    } else {
      scf.yield %b : index
    }
    func.return %r : index
  }"""


@pytest.mark.parametrize(("predicate", "fails"), [("eq", False), ("slt", True)])
def test_a_constraint_in_a_region_is_checked_only_when_it_is_passed(run, predicate, fails):
    text = GUARDED_BRANCH.replace("LT", predicate)
    assert run(text, vector(5), vector(4)) == [4]
    if fails:
        with pytest.raises(FactViolated, match="4 == 5"):
            run(text, vector(4), vector(5))
    else:
        assert run(text, vector(4), vector(5)) == [5]


def test_the_size_of_a_symbol_is_what_its_tensor_has(run):
    text = """
      sdim.symbol @S0
      func.func @main(%x: tensor<2x?xf32, [2, @S0]>) -> index {
        %n = sdim.size @S0
        func.return %n : index
      }"""
    assert run(text, np.zeros((2, 7), np.float32)) == [7]
    assert run(text, np.zeros((2, 7), np.float32), check_facts=False) == [7]


FOLLOWS = """
  sdim.symbol @S0
  sdim.symbol @S1
  sdim.symbol @S2
  sdim.constraints {{
    %a = sdim.size @S0
    %b = sdim.size @S1
    %c = sdim.size @S2
    %two = arith.constant 2 : index
    {facts}
  }}
  func.func @main(%x: tensor<?xf32, [@S0]>) -> index {{
    %n = sdim.size @S2
    func.return %n : index
  }}"""


@pytest.mark.parametrize(
    ("facts", "size", "expected"),
    [
        ("%d = arith.muli %a, %two : index\nsdim.equal %d, %c", 4, 8),
        ("sdim.product_equal [%a, %two], [%c]", 4, 8),
        ("sdim.product_equal [%a], [%two, %c]", 4, 2),
        ("%d = arith.addi %c, %two : index\nsdim.equal %a, %d", 5, 3),
        ("sdim.sum_equal [%a], [%two, %c]", 5, 3),
        ("sdim.sum_equal [%a, %c], [%c, %c]", 5, 5),
        ("%d = arith.subi %two, %c : index\nsdim.equal %a, %d", 1, 1),
        ("sdim.equal %a, %b\nsdim.equal %b, %c", 7, 7),
        ("sdim.equal %c, %b\nsdim.product_equal [%b], [%two, %a]", 3, 6),
        ("%d = arith.divsi %a, %two : index\nsdim.equal %d, %c", 7, 3),
        ("sdim.product_equal [%a, %c], [%a, %two]", 3, 2),
    ],
)
def test_the_size_of_a_symbol_may_follow_from_equalities(run, facts, size, expected):
    assert run(FOLLOWS.format(facts=facts), vector(size)) == [expected]


@pytest.mark.parametrize(
    ("facts", "size"),
    [
        ("sdim.equal %b, %c", 3),
        ("sdim.equal assert %a, %c", 3),
        ("sdim.less_equal %a, %c", 3),
        ("sdim.product_equal [%a], [%two, %c]", 3),
        ("sdim.sum_equal [%a], [%two, %c]", 1),
        ("sdim.sum_equal [%a, %c], [%two, %c]", 3),
        ("sdim.product_equal [%a, %c], [%a, %two]", 0),
        ("%d = arith.muli %c, %c : index\nsdim.equal %d, %a", 4),
        ("%d = arith.addi %c, %two : index\nsdim.equal %a, %d", 1),
    ],
)
def test_other_facts_give_no_size(run, facts, size):
    with pytest.raises(RunError, match="@S2 has no size yet"):
        run(FOLLOWS.format(facts=facts), vector(size))


def test_the_size_of_an_unknown_symbol_is_an_error(run):
    text = """
      sdim.symbol @S0
      func.func @main() -> index {
        %n = sdim.size @S0
        func.return %n : index
      }"""
    with pytest.raises(RunError, match="@S0 has no size yet"):
        run(text)


FIRST_TIE = """
  sdim.symbol @S0
  sdim.constraints {{
    sdim.range @S0 in [2, 4]
  }}
  func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> index {{
    %n = sdim.size @S0
    {other}
    %a = sdim.tie_shape %x, [%n] : tensor<?xf32>
    %b = sdim.tie_shape %y, [%n] : tensor<?xf32>
    %m = sdim.size @S0
    func.return %m : index
  }}
"""


def test_the_first_tie_gives_a_symbol_its_size(run):
    assert run(FIRST_TIE.format(other=""), vector(3), vector(3)) == [3]


def test_later_ties_and_facts_must_agree_with_the_first(run):
    with pytest.raises(FactViolated, match="tie_shape"):
        run(FIRST_TIE.format(other=""), vector(3), vector(4))
    with pytest.raises(FactViolated, match=r"range"):
        run(FIRST_TIE.format(other=""), vector(5), vector(5))


def test_a_size_that_is_used_before_the_first_tie_is_an_error(run):
    with pytest.raises(RunError, match="@S0 has no size yet"):
        run(FIRST_TIE.format(other="%d = arith.addi %n, %n : index"), vector(3), vector(3))


TIE = """
  sdim.symbol @S0
  sdim.symbol @S1
  func.func @main(%x: tensor<?xf32, [@S0]>, %n: index) -> tensor<?xf32, [@S1]> {
    %r = sdim.tie_shape %x, [%n] : tensor<?xf32, [@S0]> -> tensor<?xf32, [@S1]>
    func.return %r : tensor<?xf32, [@S1]>
  }"""


def test_a_tie_must_name_the_sizes_of_its_tensor(run):
    assert run(TIE, vector(3), 3)[0].shape == (3,)
    with pytest.raises(FactViolated, match=r"sizes \[4\] contradicts the tensor's shape \[3\]"):
        run(TIE, vector(3), 4)
    assert run(TIE, vector(3), 4, check_facts=False)[0].shape == (3,)


def test_a_result_must_fit_the_symbols_and_the_type_that_it_claims(run):
    text = """
      sdim.symbol @S0
      func.func @main(%x: tensor<?xf32, [@S0]>, %n: index) -> tensor<?xf32, [@S0]> {
        %e = tensor.empty(%n) : tensor<?xf32, [@S0]>
        func.return %e : tensor<?xf32, [@S0]>
      }"""
    run(text, vector(3), 3)
    with pytest.raises(FactViolated, match=r"tensor.empty: result 0: size 2 .* @S0 = 3"):
        run(text, vector(3), 2)


def test_a_result_must_have_the_static_sizes_of_its_type(run):
    text = """
      func.func @main(%x: tensor<?xf32>) -> tensor<3xf32> {
        %r = tensor.cast %x : tensor<?xf32> to tensor<3xf32>
        func.return %r : tensor<3xf32>
      }"""
    run(text, vector(3))
    with pytest.raises(FactViolated, match="contradicts its type: size 4 in dimension 0"):
        run(text, vector(4))
    run(text, vector(4), check_facts=False)


def test_the_arguments_of_a_region_are_checked(run):
    text = """
      sdim.symbol @S0
      func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32, [@S0]>) {
        func.call @callee(%x) : (tensor<?xf32>) -> ()
        func.return
      }
      func.func private @callee(%x: tensor<?xf32, [@S0]>) {
        func.return
      }"""
    module = parse_module(text, verify=False)
    runner = Runner(module)
    runner.run([vector(2), vector(2)])
    with pytest.raises(FactViolated, match="argument 0 of @callee"):
        runner.run([vector(2), vector(3)])


def test_a_guard_about_a_size_that_no_tensor_has_is_checked(run):
    """@S1 stands in no type; it follows from @S0."""
    text = """
      sdim.symbol @S0
      sdim.symbol @S1
      sdim.constraints {
        %a = sdim.size @S0
        %b = sdim.size @S1
        %one = arith.constant 1 : index
        %six = arith.constant 6 : index
        %four = arith.constant 4 : index
        %is_one = arith.cmpi eq, %a, %one : index
        %either = arith.select %is_one, %six, %a : index
        sdim.equal %b, %either
        sdim.equal assert %b, %four
      }
      func.func @main(%x: tensor<?xf32, [@S0]>) {
        func.return
      }"""
    assert run(text, vector(4)) == []
    for size in (1, 3):
        with pytest.raises(GuardFailed):
            run(text, vector(size))


PARTS = """
sdim.symbol @N
sdim.symbol @P
sdim.symbol @R
sdim.constraints {
  %n = sdim.size @N
  %p = sdim.size @P
  %r = sdim.size @R
  %one = arith.constant 1 : index
  %some = arith.cmpi sle, %one, %p : index
  %part = arith.floordivsi %n, %p : index
  %size = arith.select %some, %part, %n : index
  sdim.equal %r, %size
}
"""


def test_a_case_that_does_not_hold_may_be_undefined(run):
    text = PARTS + (
        "func.func @main(%x: tensor<?xf32, [@N]>, %p: tensor<?xf32, [@P]>, "
        "%r: tensor<?xf32, [@R]>) { func.return }"
    )
    run(text, vector(4), vector(0), vector(4))
    run(text, vector(4), vector(2), vector(2))
    with pytest.raises(RunError, match="contradicts"):
        run(text, vector(4), vector(2), vector(4))


def test_a_size_is_that_of_the_case_that_holds(run):
    text = PARTS + (
        "func.func @main(%x: tensor<?xf32, [@N]>, %p: tensor<?xf32, [@P]>) -> index "
        "{ %0 = sdim.size @R  func.return %0 : index }"
    )
    assert run(text, vector(4), vector(0)) == [4]
    assert run(text, vector(4), vector(2)) == [2]

"""Ops that are defined on first use are those that xDSL defines."""

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

import pytest
from tieshape.dialects.deferred import deferred, op_definition
from xdsl.dialects import test
from xdsl.dialects.builtin import IntegerAttr, i32, i64
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Commutative, Pure
from xdsl.utils.exceptions import PyRDLOpDefinitionError, VerifyException


def pair(define: Callable[[Any], Any]) -> Any:
    """A class and its base, made an op by `define`."""

    class Base(IRDLOperation):
        lhs = operand_def(i32)
        traits = traits_def(Pure())

    class Op(Base):
        name = "t.op"
        rhs = operand_def(i32)
        result = result_def(i32)
        axis = prop_def(IntegerAttr)
        other = opt_prop_def(IntegerAttr)
        traits = traits_def(Commutative())
        assembly_format = (
            "$rhs `,` $lhs `axis` $axis (`other` $other^)? attr-dict `:` type($result)"
        )

        def verify_(self) -> None:
            if self.axis.value.data < 0:
                raise VerifyException("a negative axis")

        @property
        def place(self) -> int:
            return self.axis.value.data

    return define(Op)


def made(op: Any, axis: int) -> Any:
    a, b = test.TestOp(result_types=[i32, i32]).results
    number = IntegerAttr(axis, i64)
    return op.create(operands=[a, b], result_types=[i32], properties={"axis": number})


def is_defined(op: Any) -> bool:
    return not any(type(value).__name__ == "_Deferred" for value in vars(op).values())


def test_the_definition_is_that_of_xdsl() -> None:
    ours, theirs = pair(op_definition), pair(irdl_op_definition)
    assert not is_defined(ours)
    assert ours.get_irdl_definition().operands == theirs.get_irdl_definition().operands
    assert is_defined(ours)
    names = [{n for n in vars(op) if not n.startswith("__")} for op in (ours, theirs)]
    assert names[0] == names[1]
    assert [type(t) for t in ours.traits.traits] == [type(t) for t in theirs.traits.traits]


@pytest.mark.parametrize(
    "use",
    [
        lambda op: made(op, 3).place == 3,
        lambda op: made(op, 3).other is None,
        lambda op: made(op, 3).rhs.type == i32,
        lambda op: op.has_trait(Pure) and op.has_trait(Commutative),
        lambda op: made(op, 3).verify_() is None,
        lambda op: op.parse is not IRDLOperation.parse,
        lambda op: "axis 3" in f"{made(op, 3)}",
    ],
)
def test_each_use_defines_it(use: Callable[[Any], bool]) -> None:
    op = pair(op_definition)
    assert use(op)
    assert is_defined(op)


def test_its_own_verifier_is_kept() -> None:
    with pytest.raises(VerifyException, match="negative"):
        made(pair(op_definition), -1).verify_()


def test_a_field_can_be_set_before_it_was_read() -> None:
    op = pair(op_definition)
    some = made(op, 1)
    some.axis = IntegerAttr(2, i64)
    assert some.place == 2


def test_a_class_that_is_no_op_says_so_when_it_is_used() -> None:
    class Op(IRDLOperation):
        name = "t.wrong"
        field = 3

    op = op_definition(Op)
    with pytest.raises(PyRDLOpDefinitionError):
        op.get_irdl_definition()


def test_threads_define_it_once() -> None:
    count, start, seen = list[type](), Barrier(4), list[object]()

    def define(cls: Any) -> None:
        count.append(cls)
        irdl_op_definition(cls)

    op = pair(lambda cls: deferred(cls, define))
    ops = [made(op, number) for number in range(4)]

    def use(number: int) -> None:
        start.wait()
        seen.append(ops[number].place == number and ops[number].lhs.type == i32)

    threads = [Thread(target=use, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [True] * 4
    assert len(count) == 1

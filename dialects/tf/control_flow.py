"""tf ops that call functions or run regions, and `tf.Assert`."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import ClassVar

from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, Region
from xdsl.irdl import (
    operand_def,
    region_def,
    traits_def,
    var_operand_def,
    var_region_def,
    var_result_def,
)
from xdsl.traits import (
    EffectInstance,
    IsTerminator,
    MemoryEffect,
    Pure,
    RecursiveMemoryEffect,
    SymbolTable,
)

from ..types import element_of, is_boolean, shape_of
from .checks import agree, rank_is, same_types, verify_error
from .operation import PureTfOperation, TfOperation
from .parameters import flag, integer, symbol, symbols, text


class StatelessMemoryEffect(MemoryEffect):
    """No side effects when the op says `is_stateless`, unknown ones otherwise."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance] | None:
        assert isinstance(op, FunctionControlFlow)
        return frozenset() if op.is_stateless else None


def callee(op: Operation, name: SymbolRefAttr) -> FuncOp | None:
    """
    The function that `name` names, None when `op` is in no module.

    Raises VerifyException when there is no such function.
    """
    anchor: Operation | None = op
    while anchor is not None and not anchor.has_trait(SymbolTable):
        anchor = anchor.parent_op()
    if anchor is None:
        return None
    found = SymbolTable.lookup_symbol(anchor, name)
    if not isinstance(found, FuncOp):
        raise verify_error(op, f"{name} is not a function of the module")
    return found


class FunctionUser(TfOperation):
    """An op that calls functions by name."""

    def verify_callee(
        self,
        name: SymbolRefAttr,
        arguments: Sequence[Attribute],
        results: Sequence[Attribute] | None,
    ) -> FuncOp | None:
        """Demands that the function exists and fits; `results` None leaves them unchecked."""
        function = callee(self, name)
        if function is None:
            return None
        kind = function.function_type
        same_types(self, f"arguments of {name}", kind.inputs.data, arguments)
        if results is not None:
            same_types(self, f"results of {name}", kind.outputs.data, results)
        return function

    def verify_callees(self, names: Sequence[SymbolRefAttr], skipped: int = 0) -> None:
        """Demands that every function takes the operands, less the first, and gives the results."""
        arguments = [value.type for value in self._operands[skipped:]]
        for name in names:
            self.verify_callee(name, arguments, self.result_types)


class FunctionControlFlow(FunctionUser):
    """A choice or a loop whose parts are functions."""

    traits = traits_def(StatelessMemoryEffect())
    is_stateless = flag()


class IfOp(FunctionControlFlow):
    """Calls `then_branch` if `cond` holds, otherwise `else_branch`; both with `input`."""

    name = "tf.If"
    cond = operand_def()
    input = var_operand_def()
    output = var_result_def()
    then_branch = symbol()
    else_branch = symbol()

    def verify_(self) -> None:
        self.verify_callees((self.then_branch, self.else_branch), skipped=1)


class CaseOp(FunctionControlFlow):
    """Calls the function at `branch_index` with `input`, the last one if there is none."""

    name = "tf.Case"
    branch_index = operand_def()
    input = var_operand_def()
    output = var_result_def()
    branches = symbols()

    def verify_(self) -> None:
        rank_is(self, "branch_index", self.operand_shape(0), 0)
        if not self.branches:
            raise verify_error(self, "found 0 branches, needed at least 1")
        self.verify_callees(self.branches, skipped=1)


class WhileOp(FunctionControlFlow):
    """
    Calls `body` on what it gave last, at first on `input`, as long as `cond` of that holds.

    With `shape_invariant` what is carried may change its shape from trip to trip.
    """

    name = "tf.While"
    input = var_operand_def()
    output = var_result_def()
    cond = symbol()
    body = symbol()
    parallel_iterations = integer(10)
    shape_invariant = flag()

    def verify_(self) -> None:
        carried = [value.type for value in self._operands]
        same_types(self, "results", self.result_types, carried, not self.shape_invariant)
        self.verify_callee(self.body, carried, self.result_types)
        test = self.verify_callee(self.cond, carried, None)
        if test is not None and len(test.function_type.outputs.data) != 1:
            found = len(test.function_type.outputs.data)
            raise verify_error(self, f"{self.cond} has {found} results, needed 1")


class Call(FunctionUser):
    """Calls `f` with `args`."""

    args = var_operand_def()
    output = var_result_def()
    f = symbol()
    config = text("")
    config_proto = text("")
    executor_type = text("")

    def verify_(self) -> None:
        self.verify_callees((self.f,))


class PartitionedCallOp(Call):
    """The function has no side effects."""

    name = "tf.PartitionedCall"
    traits = traits_def(Pure())


class StatefulPartitionedCallOp(Call):
    name = "tf.StatefulPartitionedCall"


class LegacyCallOp(Call):
    """A call in the form of a graph whose nodes are functions."""

    name = "tf.LegacyCall"


class YieldOp(PureTfOperation):
    """Ends a region of another tf op and gives it values."""

    name = "tf.Yield"
    values = var_operand_def()
    traits = traits_def(IsTerminator())
    PARENTS: ClassVar[tuple[str, ...]] = ("tf.IfRegion", "tf.CaseRegion", "tf.WhileRegion")

    def verify_(self) -> None:
        parent = self.parent_op()
        if parent is not None and parent.name not in self.PARENTS:
            raise verify_error(
                self, f"stands in {parent.name}, needed one of {', '.join(self.PARENTS)}"
            )


class RegionControlFlow(TfOperation):
    """A choice or a loop whose parts are regions of one block that ends in `tf.Yield`."""

    traits = traits_def(RecursiveMemoryEffect())
    is_stateless = flag()

    def verify_region(
        self, what: str, region: Region, arguments: Sequence[Attribute]
    ) -> Sequence[Attribute]:
        """Demands one block that takes `arguments` and ends in `tf.Yield`; the yielded types."""
        if len(region.blocks) != 1:
            raise verify_error(self, f"{what} has {len(region.blocks)} blocks, needed 1")
        block = region.block
        same_types(self, f"arguments of {what}", block.arg_types, arguments)
        last = block.last_op
        if not isinstance(last, YieldOp):
            found = "nothing" if last is None else last.name
            raise verify_error(self, f"{what} ends in {found}, needed tf.Yield")
        return last.operand_types


class IfRegionOp(RegionControlFlow):
    name = "tf.IfRegion"
    cond = operand_def()
    output = var_result_def()
    then_branch = region_def()
    else_branch = region_def()

    def verify_(self) -> None:
        if not is_boolean(found := element_of(self._operands[0].type)):
            raise verify_error(self, f"cond has elements {found}, needed i1")
        rank_is(self, "cond", self.operand_shape(0), 0)
        for what, region in zip(("then_branch", "else_branch"), self.regions, strict=True):
            yielded = self.verify_region(what, region, ())
            same_types(self, f"values of {what}", yielded, self.result_types)


class CaseRegionOp(RegionControlFlow):
    name = "tf.CaseRegion"
    branch_index = operand_def()
    output = var_result_def()
    branches = var_region_def()

    def verify_(self) -> None:
        rank_is(self, "branch_index", self.operand_shape(0), 0)
        if not self.regions:
            raise verify_error(self, "found 0 branches, needed at least 1")
        for index, region in enumerate(self.regions):
            yielded = self.verify_region(f"branch {index}", region, ())
            same_types(self, f"values of branch {index}", yielded, self.result_types)


class WhileRegionOp(RegionControlFlow):
    """`cond` yields whether to continue, and optionally its arguments; `body` the next values."""

    name = "tf.WhileRegion"
    input = var_operand_def()
    output = var_result_def()
    cond = region_def()
    body = region_def()
    parallel_iterations = integer(10)
    shape_invariant = flag()

    def verify_(self) -> None:
        carried = [value.type for value in self._operands]
        same_types(self, "results", self.result_types, carried, not self.shape_invariant)
        cond, body = self.regions
        test = self.verify_region("cond", cond, carried)
        if not test or not is_boolean(element_of(test[0])):
            raise verify_error(self, "cond yields no boolean first")
        rank_is(self, "the value of cond", shape_of(test[0]), 0)
        given = self.verify_region("body", body, carried)
        same_types(self, "values of body", given, self.result_types)


class AssertOp(TfOperation):
    """Stops the program when `condition` is false; the message shows some entries of `data`."""

    name = "tf.Assert"
    condition = operand_def()
    data = var_operand_def()
    summarize = integer(3)

    def verify_(self) -> None:
        if not is_boolean(found := element_of(self._operands[0].type)):
            raise verify_error(self, f"condition has elements {found}, needed i1")
        agree(self, "condition", self.operand_shape(0), ())


class NoOp(PureTfOperation):
    """Does nothing."""

    name = "tf.NoOp"

"""Facts and guards in the forms that IREE reads: `util.assume.int` and `cf.assert`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeAlias, cast

from xdsl.dialects import arith, cf, tensor
from xdsl.dialects.builtin import IndexType, IntegerAttr, ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.analyze import analyze
from ...analysis.module_facts import ModuleFact, facts_of_module
from ...analysis.module_parts import functions
from ...dialects.foreign.iree import AssumeIntOp, IntegerAssumption
from ...symbolic import Facts

Assumptions: TypeAlias = Mapping[tuple[SSAValue, int], IntegerAssumption]
"""What is known of sizes of arguments: by argument and dimension."""

_GREATEST = 2**63 - 1


def assumptions_of(module: ModuleOp, guards: Sequence[ModuleFact]) -> Assumptions:
    """Ranges and divisors of the sizes of arguments.

    guards: those of which `module` has assertions; only those on sizes of arguments alone are
        tested before anything uses these sizes, so that no other fact counts
    """
    analysis = analyze(module)
    given = {
        name
        for function in functions(module)
        for argument in function.args
        if analysis.has_rank(argument)
        for size in analysis.shape(argument)
        for name in size.symbols()
    }
    facts = Facts()
    for name in sorted(given):
        facts.symbol(name)
    for fact in (*facts_of_module(module, analysis), *guards):
        if fact.symbols() <= given:
            facts.learn(fact.predicate, why=fact.why)
    found = dict[tuple[SSAValue, int], IntegerAssumption]()
    for function in functions(module):
        for argument in function.args:
            if not analysis.has_rank(argument):
                continue
            for dimension, size in enumerate(analysis.shape(argument)):
                if size.constant_value is not None:
                    continue
                low, high = facts.bounds(size)
                divisor = facts.divisor(size)
                assumption = IntegerAssumption(
                    low if low is not None and low > 0 else None,
                    high if high is not None and 0 <= high <= _GREATEST else None,
                    divisor if divisor > 1 else None,
                )
                if assumption != IntegerAssumption():
                    found[argument, dimension] = assumption
    return found


def state_assumptions(
    module: ModuleOp, assumptions: Assumptions, unsure: Collection[Operation]
) -> None:
    """Lets all but what is asserted use sizes of which the ranges and divisors are stated.

    What an assertion computes with is left without: it would be folded away.
    unsure: further ops that must not be folded away
    """
    for function in functions(module):
        tests = _with_operands(
            op for op in function.walk() if isinstance(op, cf.AssertOp) or op in unsure
        )
        for op in list(function.walk()):
            if not isinstance(op, tensor.DimOp):
                continue
            dimension = constant_index(op.index)
            known = None if dimension is None else assumptions.get((op.source, dimension))
            if known is None or all(use.operation in tests for use in op.result.uses):
                continue
            assume = AssumeIntOp.of(op.result, known)
            Rewriter.insert_op(assume, InsertPoint.after(op))
            for use in list(op.result.uses):
                if use.operation is not assume and use.operation not in tests:
                    use.operation.operands[use.index] = assume.result


def _with_operands(ops: Iterable[Operation]) -> set[Operation]:
    """`ops`, and what they are computed with from sizes."""
    pending = list(ops)
    found = {*pending}
    while pending:
        for operand in pending.pop().operands:
            op = operand.owner
            if isinstance(op, Operation) and op not in found and not isinstance(op, tensor.DimOp):
                found.add(op)
                pending.append(op)
    return found


def constant_index(index: SSAValue) -> int | None:
    """The number that an index value is, if it is a constant."""
    op = index.owner
    if isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
        return cast("IntegerAttr[IndexType]", op.value).value.data
    return None

"""Guards as StableHLO's shape assertions: `stablehlo.custom_call @shape_assertion(%ok)`.

A consumer that refines a module to the sizes of a call evaluates them, and reports the
`error_message` of one that fails (StableHLO's pass `stablehlo-refine-shapes` and `jax.export`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import (
    BoolAttr,
    IndexType,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    TensorType,
    i1,
    i32,
)
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from ...analysis.analyze import analyze
from ...analysis.module_facts import ModuleFact, facts_of_module
from ...analysis.module_parts import constraint_ops, functions
from ...dialects import mhlo, sdim
from ...dialects.sdim import Strength
from ...materialize.op_builder import OpBuilder
from ...materialize.sizes import SizeValues
from ...rules.errors import ShapeError
from ...symbolic import Symbol

INDEX = IndexType()
_API_VERSION = IntegerAttr(2, i32)


def guards_of(module: ModuleOp) -> list[ModuleFact]:
    """The guards in `sdim.constraints`."""
    facts = facts_of_module(module, analyze(module))
    return [fact for fact in facts if fact.strength != Strength.ASSUME]


def assert_guards(module: ModuleOp) -> list[str]:
    """Turns every guard on sizes into a shape assertion, as early as its sizes are known.

    Returns what the guards on computed values say: StableHLO has no op for them, so they are
    dropped. Raises ShapeError for a guard on sizes that no tensor of a function has.
    """
    guards = guards_of(module)
    for op in list(constraint_ops(module)):
        if isinstance(op, sdim.GuardedConstraintOp) and op.strength != Strength.ASSUME:
            Rewriter.erase_op(op)  # a guard is not known where it is tested
    if guards:
        _assert_in_functions(module, guards)
    dropped = list[str]()
    for op in list(module.walk()):
        if isinstance(op, sdim.GuardedConstraintOp) and op.strength != Strength.ASSUME:
            if not isinstance(op, sdim.ElementsOp) and all(map(is_of_sizes, op.operands)):
                builder = OpBuilder(op)
                _write(builder, condition_of(op, builder), op.why)
            else:
                dropped.append(op.why or op.name)
            Rewriter.erase_op(op)
    return dropped


def is_of_sizes(value: SSAValue) -> bool:
    """Whether `value` is computed from sizes and constants alone, whatever tensors hold."""
    pending, seen = [value], {value}
    while pending:
        op = pending.pop().owner
        if isinstance(op, tensor.DimOp | sdim.SizeOp | mhlo.GetDimensionSizeOp | mhlo.ConstantOp):
            continue
        if not isinstance(op, Operation) or (
            op.dialect_name() != "arith"
            and not isinstance(op, tensor.ExtractOp | tensor.FromElementsOp)
        ):
            return False
        pending += [operand for operand in op.operands if operand not in seen]
        seen.update(op.operands)
    return True


def _assert_in_functions(module: ModuleOp, guards: Sequence[ModuleFact]) -> None:
    analysis = analyze(module)
    written = set[int]()
    for function in functions(module):
        sizes = SizeValues(analysis, function)
        for op in list(function.body.block.ops):
            if op.dialect_name() not in ("arith", "tensor"):
                readable = {
                    number: guard
                    for number, guard in enumerate(guards)
                    if number not in written and _is_readable(guard, sizes)
                }
                for guard in readable.values():
                    _write(OpBuilder(op), sizes.condition(guard.predicate, op), guard.why)
                written |= readable.keys()
            for result in op.results:
                sizes.offer(result)
    for number, guard in enumerate(guards):
        if number not in written:
            raise ShapeError(
                module, f"no tensor has the sizes of the guard {guard.predicate} ({guard.why})"
            )


def _is_readable(guard: ModuleFact, sizes: SizeValues) -> bool:
    return all(sizes.has(Symbol(name)) for name in guard.symbols())


def condition_of(op: sdim.GuardedConstraintOp, builder: OpBuilder) -> SSAValue:
    """The i1 value of what `op` states."""

    def number(value: int) -> SSAValue:
        return builder.value(arith.ConstantOp(IntegerAttr(value, INDEX)))

    def compare(how: str, left: SSAValue, right: SSAValue) -> SSAValue:
        return builder.value(arith.CmpiOp(left, right, how))

    def product(values: Sequence[SSAValue]) -> SSAValue:
        if not values:
            return number(1)
        return reduce(lambda a, b: builder.value(arith.MuliOp(a, b)), values)

    match op:
        case sdim.EqualOp():
            return compare("eq", op.lhs, op.rhs)
        case sdim.LessEqualOp():
            return compare("sle", op.lhs, op.rhs)
        case sdim.ProductEqualOp():
            return compare("eq", product(op.lhs), product(op.rhs))
        case sdim.DivisibleOp():
            rest = arith.RemSIOp(op.value, number(op.divisor.value.data))
            return compare("eq", builder.value(rest), number(0))
        case sdim.RangeOp():
            low, high = op.bounds()
            ends = [] if low is None else [compare("sge", op.value, number(low))]
            ends += [] if high is None else [compare("sle", op.value, number(high))]
            return reduce(lambda a, b: builder.value(arith.AndIOp(a, b)), ends)
        case sdim.HoldsOp():
            return op.condition
        case _:
            raise ShapeError(op, "cannot be exported")


def _write(builder: OpBuilder, condition: SSAValue, why: str | None) -> None:
    holds = tensor.FromElementsOp.create(operands=[condition], result_types=[TensorType(i1, [])])
    call = mhlo.CustomCallOp.create(
        operands=[builder.value(holds)],
        properties={
            "call_target_name": StringAttr("shape_assertion"),
            "has_side_effect": BoolAttr.from_bool(True),
            "api_version": _API_VERSION,
        },
        attributes={"error_message": StringAttr(_message(why))},
    )
    call.location = builder.at.location
    builder.insert(call)


def _message(why: str | None) -> str:
    """`why` without braces, which would be places for values."""
    return (why or "a size guard fails").replace("{", "(").replace("}", ")")

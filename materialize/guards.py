"""Guards on sizes as code: each as an i1 value, as early as its sizes are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects import cf, tensor
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from ..analysis.analyze import analyze
from ..analysis.guard_survival import WITHOUT_WORDS
from ..analysis.module_facts import ModuleFact, facts_of_module
from ..analysis.module_parts import constraint_ops, functions, ops_of
from ..analysis.read_constraints import learn_readable, predicate_of
from ..analysis.shape_analysis import LEAST_INTEGER, ShapeAnalysis
from ..dialects import mhlo, sdim
from ..dialects.pure import PureOp
from ..dialects.sdim import Strength
from ..rules.errors import ShapeError
from ..rules.table import known_rules
from ..symbolic import Expr, Facts, Predicate, Symbol
from .arith import Emitter
from .op_builder import OpBuilder
from .sizes import SizeValues

WriteGuard = Callable[[OpBuilder, SSAValue, str], None]
"""Writes what stops a run in which an i1 value is false, with the words of a guard."""


def guards_of(module: ModuleOp) -> list[ModuleFact]:
    """The guards in `sdim.constraints`."""
    facts = facts_of_module(module, analyze(module))
    return [fact for fact in facts if fact.strength != Strength.ASSUME]


def write_guards(module: ModuleOp, write: WriteGuard, *, of_data: bool = False) -> list[str]:
    """Writes every guard on sizes into the code, and erases the guards.

    of_data: write those on numbers that elements tell too, sizes that depend on data say
    Returns what the guards that are not written say: they are erased only. Raises ShapeError for
    a guard on sizes that no tensor of a function has.
    """
    guards = guards_of(module)
    for op in list(constraint_ops(module)):
        if isinstance(op, sdim.GuardedConstraintOp) and op.strength != Strength.ASSUME:
            Rewriter.erase_op(op)  # a guard is not known where it is tested
    for op in learn_readable(ShapeAnalysis(known_rules()), module):
        Rewriter.erase_op(op)  # nor is what only guards make readable
    if guards:
        _write_in_functions(module, guards, write)
    dropped = list[str]()
    for op in list(module.walk()):
        if isinstance(op, sdim.GuardedConstraintOp) and op.strength != Strength.ASSUME:
            if not isinstance(op, sdim.ElementsOp) and (
                of_data or all(map(is_of_sizes, op.operands))
            ):
                builder = OpBuilder(op)
                write(builder, condition_of(op, builder), words_of(op.why))
            else:
                dropped.append(op.why or op.name)
            Rewriter.erase_op(op)
    return dropped


def words_of(why: str | None) -> str:
    """What a failed guard says."""
    return why or WITHOUT_WORDS


def write_assert(builder: OpBuilder, condition: SSAValue, words: str) -> None:
    """A guard as `cf.assert`."""
    builder.insert(cf.AssertOp(condition, StringAttr(words)))


def is_of_sizes(value: SSAValue) -> bool:
    """Whether `value` is computed from sizes and constants alone, whatever tensors hold."""
    pending, seen = [value], {value}
    while pending:
        op = pending.pop().owner
        if isinstance(op, tensor.DimOp | sdim.SizeOp | mhlo.GetDimensionSizeOp | mhlo.ConstantOp):
            continue
        if not isinstance(op, Operation) or not _computes(op):
            return False
        pending += [operand for operand in op.operands if operand not in seen]
        seen.update(op.operands)
    return True


def _computes(op: Operation) -> bool:
    """Whether the results of `op` are the same wherever its operands are."""
    if isinstance(op, PureOp):
        return op.dialect_name() == "mhlo" and not op.regions
    is_arith = op.dialect_name() == "arith"
    return is_arith or isinstance(op, tensor.ExtractOp | tensor.FromElementsOp)


def _write_in_functions(module: ModuleOp, guards: Sequence[ModuleFact], write: WriteGuard) -> None:
    analysis = analyze(module)
    written = set[int]()
    for function in functions(module):
        sizes = SizeValues(analysis, function)
        for op in ops_of(function.body.block):
            if op.dialect_name() not in ("arith", "tensor"):
                readable = {
                    number: guard
                    for number, guard in enumerate(guards)
                    if number not in written and _is_readable(guard, sizes)
                }
                for guard in readable.values():
                    condition = sizes.condition(guard.predicate, op)
                    write(OpBuilder(op), condition, words_of(guard.why))
                written |= readable.keys()
            for result in op.results:
                sizes.offer(result)
    for number, guard in enumerate(guards):
        if number not in written:
            words = f"no tensor has the sizes of the guard {guard.predicate} ({guard.why})"
            if any(isinstance(op, sdim.TieShapeOp) for op in module.walk()):
                words += "; where ties have them, run tieshape-absorb-ties first"
            raise ShapeError(module, words)


def _is_readable(guard: ModuleFact, sizes: SizeValues) -> bool:
    return sizes.has_all(guard.symbols())


def condition_of(op: sdim.GuardedConstraintOp, builder: OpBuilder) -> SSAValue:
    """The i1 value of what `op` states of its operands."""
    if isinstance(op, sdim.HoldsOp):
        return op.condition
    operands = _Operands()
    predicate = predicate_of(operands, op)
    if predicate is None:
        raise ShapeError(op, "cannot be exported")
    return Emitter(builder.insert, operands.values.__getitem__, operands.facts).condition(predicate)


class _Operands:
    """Reads each value as a symbol of its own, of which no more is known than that it is a size."""

    def __init__(self) -> None:
        self.values: dict[str, SSAValue] = {}
        self.facts = Facts()

    def scalar(self, value: SSAValue) -> Expr | None:
        known = next((name for name, v in self.values.items() if v is value), None)
        name = known or f"_{len(self.values)}"
        if known is None:
            self.values[name] = value
            is_size = isinstance(value.owner, tensor.DimOp | sdim.SizeOp)
            self.facts.symbol(name, 0 if is_size else LEAST_INTEGER)
        return Symbol(name)

    def condition(self, value: SSAValue) -> Predicate | None:
        return None

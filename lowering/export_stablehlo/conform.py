"""Lets a program that refuses its arguments be well typed for them all the same.

```mlir
%ok = … size 0 of %y is size 0 of %x
stablehlo.custom_call @shape_assertion(%ok) {error_message = "batches differ"}
%y_1 = stablehlo.dynamic_pad %y, …, high = [size 0 of %x - size 0 of %y]
%0 = stablehlo.add %x, %y_1
```
JAX refines a program to the sizes of a call before it evaluates assertions, and reports an op that
is ill-typed by then before a guard's words. Here every argument whose size a guard demands to be
something has that size, by a padding that is none where the guard holds, and XLA removes it.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Final

from xdsl.dialects import func, tensor
from xdsl.dialects.builtin import BoolAttr, IndexType, ModuleOp, StringAttr, TensorType
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.analyze import analyze
from ...analysis.module_facts import ModuleFact
from ...analysis.module_parts import functions
from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo
from ...dialects.types import tensor_type
from ...materialize.op_builder import OpBuilder
from ...materialize.sizes import SizeValues
from ...symbolic import Eq, Expr, Mod, Symbol, substitute
from .scalar_builder import ScalarBuilder

_CONFORM: Final = StringAttr("tieshape.conform")
_RESTORE: Final = StringAttr("tieshape.restore")
_ASSERTION: Final = StringAttr("shape_assertion")
INDEX = IndexType()


def demand_sizes(module: ModuleOp, guards: Sequence[ModuleFact]) -> None:
    """Notes in the code how far each argument is from the sizes that `guards` demand.

    To be called where the guards are no facts of `module` any more.
    """
    analysis = analyze(module)
    for function in functions(module):
        sizes = SizeValues(analysis, function)
        given = _given(function, analysis)
        targets = _targets(guards, given, analysis)
        start = next(
            op for op in function.body.block.ops if op.dialect_name() not in ("arith", "tensor")
        )
        for argument in function.args if targets else ():
            shape = analysis.shape(argument) if analysis.has_rank(argument) else ()
            missing = [targets.get(str(size), size) - size for size in shape]
            if any(size.constant_value != 0 for size in missing):
                indices = [sizes.index(size, start) for size in missing]
                Rewriter.insert_op(_note(_CONFORM, argument, indices), InsertPoint.before(start))
        _note_results(function, targets, sizes, start)


def _note_results(
    function: func.FuncOp, targets: Mapping[str, Expr], sizes: SizeValues, start: Operation
) -> None:
    """Notes how far each result is from the size that its type has in a refused call too."""
    last = function.body.block.last_op
    assert last is not None
    for result in last.operands if targets else ():
        if not sizes.analysis.has_rank(result):
            continue
        shape = [_written_out(size, sizes.analysis) for size in sizes.analysis.shape(result)]
        missing = [size - substitute(size, targets) for size in shape]
        if any(size.constant_value != 0 for size in missing):
            indices = [sizes.index(size, start) for size in missing]
            Rewriter.insert_op(_note(_RESTORE, result, indices), InsertPoint.before(last))


def _written_out(size: Expr, analysis: ShapeAnalysis) -> Expr:
    """`size` with symbols replaced by what they are computed from."""
    size = analysis.facts.simplify(size)
    seen = set[str]()
    while known := {
        name: found[0]
        for name in size.symbols() - seen
        if (found := analysis.facts.solutions(name))
    }:
        seen |= known.keys()
        size = substitute(size, known)
    return size


def _given(function: func.FuncOp, analysis: ShapeAnalysis) -> list[str]:
    """The sizes of the arguments that have a name, in order."""
    shapes = [analysis.shape(a) for a in function.args if analysis.has_rank(a)]
    names = [size.symbol_name for shape in shapes for size in shape]
    return list(dict.fromkeys(name for name in names if name is not None))


def _targets(
    guards: Sequence[ModuleFact], given: Sequence[str], analysis: ShapeAnalysis
) -> Mapping[str, Expr]:
    """What guards demand of sizes of arguments, as expressions in those of which they do not."""
    targets = dict[str, Expr]()
    for guard in guards:
        if not isinstance(guard.predicate, Eq):
            continue
        derived = {n: analysis.facts.simplify(Symbol(n)) for n in guard.symbols() - {*given}}
        demanded = substitute(guard.predicate.expr, derived)
        if not demanded.symbols() <= {*given}:
            continue
        difference = substitute(demanded, targets)
        for name in reversed(given):
            target = _solved(difference, name)
            if name in targets or target is None:
                continue
            own = {name: target}
            targets = {n: substitute(e, own) for n, e in targets.items()} | own
            break
    return targets


def _solved(difference: Expr, name: str) -> Expr | None:
    """The size for which `difference` is 0, or becomes so in a second step; None if unknown."""
    atom = difference.single_atom
    if isinstance(atom, Mod) and atom.args[0].symbol_name == name:
        return Symbol(name) - difference
    for coefficient, factors in difference.terms():
        if len(factors) != 1 or factors[0][1] != 1 or abs(coefficient) != 1:
            continue
        if factors[0][0].as_expr().symbol_name == name:
            return Symbol(name) - difference * coefficient
    return None


def _note(target: StringAttr, value: SSAValue, missing: Sequence[SSAValue]) -> Operation:
    return mhlo.CustomCallOp.create(
        operands=[value, *missing],
        properties={"call_target_name": target, "has_side_effect": BoolAttr.from_bool(True)},
    )


def conform_arguments(module: ModuleOp) -> None:
    """Asserts first, and pads the arguments by what was noted; all else comes after that.

    To be called where sizes are `tensor.dim`s and arithmetic.
    """
    for function in functions(module):
        block = function.body.block
        calls = [op for op in block.ops if isinstance(op, mhlo.CustomCallOp)]
        notes = [op for op in calls if op.call_target_name == _CONFORM]
        if not notes:
            continue
        asserts = [
            op
            for op in calls
            if op.call_target_name == _ASSERTION and _is_of_arguments(op, function)
        ]
        restores = [op for op in calls if op.call_target_name == _RESTORE]
        needed = _cone([*asserts, *notes], [v for op in restores for v in op.operands[1:]])
        first = block.first_op
        assert first is not None
        copies = dict[SSAValue, SSAValue]()
        for op in [op for op in block.ops if op in needed]:
            copy = op.clone(copies)
            Rewriter.insert_op(copy, InsertPoint.before(first))
            copies.update(zip(op.results, copy.results, strict=True))
        for op in (*asserts, *notes):
            op.detach()
            Rewriter.insert_op(op, InsertPoint.before(first))
            op.operands = [copies.get(operand, operand) for operand in op.operands]
        for op in restores:
            op.operands = [op.operands[0], *(copies.get(v, v) for v in op.operands[1:])]
        kept = {*asserts, *notes, *(value.owner for value in copies.values())}
        for note in notes:
            _pad(note, kept)
        last = block.last_op
        for note in restores:
            _pad(note, {op for op in block.walk() if op is not last})


def _is_of_arguments(call: Operation, function: func.FuncOp) -> bool:
    """Whether `call` is computed from sizes of arguments alone."""
    cone = _cone([call])
    return all(
        op.dialect_name() in ("arith", "tensor", "mhlo")
        and (not isinstance(op, tensor.DimOp) or op.source in function.args)
        and all(isinstance(o.owner, Operation) or isinstance(op, tensor.DimOp) for o in op.operands)
        for op in cone
    )


def _cone(roots: Sequence[Operation], values: Sequence[SSAValue] = ()) -> set[Operation]:
    """What the roots are computed with, and what computes the values."""
    found = set[Operation]()
    pending = [*values, *(operand for op in roots for operand in op.operands)]
    while pending:
        owner = pending.pop().owner
        if isinstance(owner, Operation) and owner not in found:
            found.add(owner)
            pending += owner.operands
    return found


def _pad(note: mhlo.CustomCallOp, kept: Container[object]) -> None:
    """Puts the argument of `note`, padded, in the place of it for all but `kept`."""
    argument, *missing = note.operands
    type_ = tensor_type(argument)
    uses = [use for use in argument.uses if use.operation not in kept]
    builder = ScalarBuilder(note)
    fill = builder.number(0, type_.element_type)
    none = _vector(builder, [builder.index(0)] * len(missing))
    operands = [argument, fill, none, _vector(builder, missing), none]
    padded = builder.create(mhlo.DynamicPadOp, operands, type_)
    for use in uses:
        use.operation.operands[use.index] = padded
    Rewriter.erase_op(note)


def _vector(builder: OpBuilder, sizes: Sequence[SSAValue]) -> SSAValue:
    return builder.create(tensor.FromElementsOp, sizes, TensorType(INDEX, [len(sizes)]))

"""Lets a program that refuses its arguments be well typed for them all the same.

```mlir
%ok = … size 0 of %y is size 0 of %x
stablehlo.custom_call @shape_assertion(%ok) {error_message = "batches differ"}
%high = stablehlo.select %ok, 0, 2 - size 0 of %y
%y_1 = stablehlo.dynamic_pad %y, …, %high
```
JAX refines a program to the sizes of a call before it evaluates assertions, and reports an op that
is ill-typed by then before a guard's words. Here arguments have sizes that all guards allow where
one fails, by a padding that is none where they hold, and XLA removes it.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final

from xdsl.dialects import arith, func, tensor
from xdsl.dialects.builtin import BoolAttr, IndexType, ModuleOp, StringAttr, TensorType
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.analyze import analyze
from ...analysis.module_parts import functions
from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo, sdim
from ...dialects.types import tensor_type
from ...materialize.guards import guards_of
from ...materialize.op_builder import OpBuilder
from ...materialize.sizes import SizeValues
from ...symbolic import Contradiction, Expr, Facts, Symbol, ge, substitute
from ...symbolic.expr import ZERO, constant
from .guards import is_assertion
from .known_sizes import has_floats
from .scalar_builder import ScalarBuilder

_CONFORM: Final = StringAttr("tieshape.conform")
_RESTORE: Final = StringAttr("tieshape.restore")
INDEX = IndexType()


@dataclass(frozen=True, slots=True)
class Allowed:
    """Sizes that every guard allows, and what results are called of by a caller that reads types.

    sizes: of arguments, by name, those that a guard is about; none if none are found
    results: for each function the shapes of its results, in sizes of arguments
    """

    sizes: Mapping[str, Expr]
    results: Mapping[func.FuncOp, Sequence[Sequence[Expr]]]


def allowed_sizes(module: ModuleOp) -> Allowed:
    """What is allowed by `module`; to be called while its guards are facts."""
    analysis = analyze(module)
    demanded = {name for guard in guards_of(module) for name in guard.symbols()}
    given = {name for function in functions(module) for a in function.args for name in _names(a)}
    derived = [_written_out(Symbol(name), analysis, given) for name in demanded]
    demanded |= {name for size in derived for name in size.symbols()}
    found = _example(analysis.facts, given if demanded else ())
    return Allowed(
        {name: constant(size) for name, size in found.items() if name in given & demanded},
        {
            function: [
                [_written_out(size, analysis, given) for size in _shape(result, analysis)]
                for result in _returned(function).operands
            ]
            for function in functions(module)
        },
    )


def _example(facts: Facts, given: Collection[str]) -> Mapping[str, int]:
    """Sizes for which all facts hold, and with which JAX calls a function: none of them is 0."""
    facts = facts.copy()
    try:
        for name in given:
            facts.learn(ge(Symbol(name), 1))
    except Contradiction:
        return {}
    return (facts.counterexample(ge(0, 1)) or {}) if given else {}


def _names(argument: SSAValue) -> list[str]:
    entries: Sequence[str | int] = sdim.encoding_of(argument.type) or ()
    return [name for name in entries if isinstance(name, str)]


def _returned(function: func.FuncOp) -> Operation:
    last = function.body.block.last_op
    assert last is not None
    return last


def demand_sizes(module: ModuleOp, allowed: Allowed) -> None:
    """Notes in the code how far each argument is from the sizes that are allowed, and each result
    from those of a call.

    To be called where the guards are no facts of `module` any more.
    """
    if not allowed.sizes:
        return
    analysis = analyze(module)
    for function in functions(module):
        notes = _Notes(function, SizeValues(analysis, function))
        given = {name for argument in function.args for name in _names(argument)}
        for argument in function.args:
            shape = _shape(argument, analysis)
            missing = [substitute(size, allowed.sizes) - size for size in shape]
            notes.add(_CONFORM, argument, missing, notes.start)
        last = _returned(function)
        for result, shape in zip(last.operands, allowed.results[function], strict=True):
            missing = [
                size - substitute(size, allowed.sizes) if size.symbols() <= given else ZERO
                for size in shape  # what depends on data is not known before guards are tested
            ]
            notes.add(_RESTORE, result, missing, last)


def _shape(value: SSAValue, analysis: ShapeAnalysis) -> Sequence[Expr]:
    return analysis.shape(value) if analysis.has_rank(value) else ()


def _written_out(size: Expr, analysis: ShapeAnalysis, given: Container[str]) -> Expr:
    """`size` with symbols that are not `given` replaced by what they are computed from."""
    size = analysis.facts.simplify(size)
    seen = set[str]()
    while known := {
        name: found[0]
        for name in size.symbols() - seen
        if name not in given and (found := analysis.facts.solutions(name))
    }:
        seen |= known.keys()
        size = substitute(size, known)
    return size


class _Notes:
    """Writes down what is missing of values, for `conform_arguments`."""

    def __init__(self, function: func.FuncOp, sizes: SizeValues):
        self._sizes = sizes
        ops = function.body.block.ops
        self.start = next(op for op in ops if op.dialect_name() not in ("arith", "tensor"))

    def add(
        self, kind: StringAttr, value: SSAValue, missing: Sequence[Expr], before: Operation
    ) -> None:
        """Notes before an op what is `missing` of each size of `value` in a refused call."""
        if all(size.constant_value == 0 for size in missing):
            return
        indices = [self._sizes.index(size, self.start) for size in missing]
        note = mhlo.CustomCallOp.create(
            operands=[value, *indices],
            properties={"call_target_name": kind, "has_side_effect": BoolAttr.from_bool(True)},
        )
        Rewriter.insert_op(note, InsertPoint.before(before))


def conform_arguments(module: ModuleOp) -> None:
    """Asserts first, and pads the arguments by what was noted; all else comes after that.

    To be called where sizes are `tensor.dim`s and arithmetic.
    """
    for function in functions(module):
        block = function.body.block
        calls = [op for op in block.ops if isinstance(op, mhlo.CustomCallOp)]
        notes = [op for op in calls if op.call_target_name == _CONFORM]
        restores = [op for op in calls if op.call_target_name == _RESTORE]
        asserts = [op for op in calls if is_assertion(op) and _is_of_arguments(op, function)]
        if not notes or not asserts:
            for op in (*notes, *restores):
                Rewriter.erase_op(op)
            continue
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
        _only_where_refused(asserts, notes[0], [*notes, *restores])
        kept = {*asserts, *notes, *(value.owner for value in copies.values())}
        for note in notes:
            _pad(note, kept)
        last = block.last_op
        for note in restores:
            _pad(note, {op for op in block.walk() if op is not last})


def _only_where_refused(
    asserts: Sequence[Operation], before: Operation, notes: Sequence[Operation]
) -> None:
    """Has nothing be missing of what `notes` are about where all of `asserts` hold."""
    builder = ScalarBuilder(before)
    conditions = list[SSAValue]()
    for op in asserts:
        tested = op.operands[0].owner
        assert isinstance(tested, tensor.FromElementsOp)
        conditions += tested.elements
    allowed = reduce(lambda a, b: builder.value(arith.AndIOp(a, b)), conditions)
    for note in notes:
        value, *missing = note.operands
        chosen = [arith.SelectOp(allowed, builder.index(0), size) for size in missing]
        note.operands = [value, *map(builder.value, chosen)]


def _is_of_arguments(call: Operation, function: func.FuncOp) -> bool:
    """Whether `call` is computed from sizes of arguments alone."""
    cone = _cone([call])
    return all(
        op.dialect_name() in ("arith", "tensor", "mhlo")
        and not has_floats(op)
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

"""The four classes of ops, by what their results' shapes and values follow from.

After Ascend GE's division for symbolic inference: value-computable, shape-only, data-dependent and
opaque ops.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from xdsl.dialects.builtin import DYNAMIC_INDEX, ModuleOp
from xdsl.ir import Operation, SSAValue

from ..symbolic import Expr, Symbol
from ..symbolic.shapes import Shape
from .inference import Inference
from .module_parts import functions


class OpClass(StrEnum):
    """What the results of an op follow from."""

    VALUE = "value-computable"
    """The elements of the results are known expressions."""
    SHAPE = "shape-only"
    """The result sizes are expressions over those of the operands."""
    DATA = "data-dependent"
    """A result size depends on elements: it has a symbol of its own."""
    OPAQUE = "opaque"
    """There is no rule: the results' sizes are new symbols."""


@dataclass(frozen=True, slots=True)
class ResultSizes:
    """The sizes of one result, each with its proved lower and upper bound (None: no bound)."""

    op: Operation
    op_class: OpClass
    shape: tuple[Expr, ...] | None
    least: tuple[int | None, ...]
    greatest: tuple[int | None, ...]


class ArgumentSymbols:
    """Tells whether a size follows from the sizes of the function arguments of a module."""

    def __init__(self, module: ModuleOp, inference: Inference):
        self.inference = inference
        self._follows: dict[str, bool] = {}
        for function in functions(module):
            for arg in function.body.block.args:
                for size in inference.shapes.get(arg) or ():
                    self._follows.update(dict.fromkeys(size.symbols(), True))

    def determine(self, size: Expr) -> bool:
        """Whether `size` is an expression over argument sizes."""
        return all(map(self._determine_symbol, size.symbols()))

    def _determine_symbol(self, name: str) -> bool:
        if name not in self._follows:
            self._follows[name] = False
            size = self.inference.facts.simplify(Symbol(name))
            self._follows[name] = name not in size.symbols() and self.determine(size)
        return self._follows[name]


def class_of(op: Operation, inference: Inference, arguments: ArgumentSymbols) -> OpClass:
    """The class of `op`, which `inference` has seen."""
    if type(op) not in inference.rules:
        return OpClass.OPAQUE
    values = [inference.value(result) for result in op.results]
    if values and all(value is not None and None not in value for value in values):
        return OpClass.VALUE
    known = {s for o in op.operands for size in _sizes(o, inference) for s in size.symbols()}
    for result in op.results:
        for size in _sizes(result, inference):
            if not arguments.determine(size) and not size.symbols() <= known:
                return OpClass.DATA
    return OpClass.SHAPE


def _sizes(value: SSAValue, inference: Inference) -> Shape:
    return inference.shapes.get(value) or ()


def result_sizes(module: ModuleOp, inference: Inference) -> Iterator[ResultSizes]:
    """Class, shape and proved bounds for every op result in the functions of `module`."""
    arguments = ArgumentSymbols(module, inference)
    facts = inference.facts
    for function in functions(module):
        for op in function.body.walk():
            if not op.results or (op.dialect_name() == "mhlo" and op.parent_op() is not function):
                continue
            op_class = class_of(op, inference, arguments)
            for result in op.results:
                shape = inference.shapes.get(result)
                sizes = None if shape is None else tuple(map(facts.simplify, shape))
                bounds = [facts.bounds(size) for size in sizes or ()]
                yield ResultSizes(
                    op,
                    op_class,
                    sizes,
                    tuple(low for low, _ in bounds),
                    tuple(high for _, high in bounds),
                )


def open_sizes(module: ModuleOp, inference: Inference) -> tuple[int, list[Operation]]:
    """The number of dynamic result sizes, and the ops of those that no argument size determines."""
    arguments = ArgumentSymbols(module, inference)
    count, unexplained = 0, list[Operation]()
    for function in functions(module):
        for op in function.body.block.ops:
            for result in op.results:
                shape = inference.shapes.get(result)
                get_shape = getattr(result.type, "get_shape", None)
                declared = (
                    get_shape() if get_shape is not None else (DYNAMIC_INDEX,) * len(shape or ())
                )
                for i, size in enumerate(declared):
                    if size == DYNAMIC_INDEX:
                        count += 1
                        if shape is None or not arguments.determine(
                            inference.facts.simplify(shape[i])
                        ):
                            unexplained.append(op)
    return count, unexplained

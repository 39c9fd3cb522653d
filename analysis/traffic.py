"""Launches and memory traffic of a module, one kernel for each op or fusion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil
from typing import cast

from xdsl.dialects import scf
from xdsl.dialects.builtin import AnyFloat, ComplexType, ModuleOp
from xdsl.ir import Attribute, Operation, SSAValue

from ..dialects import mhlo
from ..dialects.types import is_complex, is_float, is_integer, is_unranked
from ..rules.errors import UnknownRank
from ..symbolic import Expr, as_expr
from ..symbolic.shapes import Shape, product
from .example_sizes import ExampleSizes
from .identity_memo import IdentityMemo
from .module_parts import dialect_of
from .shape_analysis import ShapeAnalysis

FREE = (mhlo.ConstantOp, mhlo.ReturnOp, mhlo.GetTupleElementOp, mhlo.TupleOp)
"""Ops that no kernel is launched for."""

CHOICES = (scf.IfOp, scf.IndexSwitchOp, mhlo.IfOp, mhlo.CaseOp)
"""Ops of whose regions one runs."""

NO_KERNEL = frozenset((*FREE, *CHOICES, mhlo.WhileOp))


@dataclass(frozen=True, slots=True)
class Traffic:
    """Launches, and the bytes that they read and write together, in terms of the symbols."""

    launches: int
    moved: Expr

    def moved_in(self, example: ExampleSizes) -> int:
        """The bytes moved in an example of the sizes."""
        return example.of(self.moved)


def traffic_of(module: ModuleOp, analysis: ShapeAnalysis) -> Traffic:
    """The traffic of one run.

    Of a choice between versions or branches the last one counts, of a loop one trip.
    """
    launches, moved = 0, as_expr(0)
    for op in launched(module):
        launches += 1
        for value in touched_by(op):
            moved = moved + size_in_bytes(value, analysis)
    return Traffic(launches, analysis.facts.simplify(moved))


def launched(root: Operation) -> Iterator[Operation]:
    """The mhlo ops below `root` that become kernels: none in a fusion, one region of a choice."""
    for region in root.regions[-1:] if isinstance(root, CHOICES) else root.regions:
        for block in region.blocks:
            yield from launched_of(block.ops)


def launched_of(ops: Iterable[Operation]) -> Iterator[Operation]:
    """Those of `ops`, and the ops below them, that become kernels."""
    for op in ops:
        if dialect_of(type(op)) != "mhlo" or type(op) in CHOICES or type(op) is mhlo.WhileOp:
            if op.regions:
                yield from launched(op)
        elif is_launched(op):
            yield op


def touched_by(op: Operation) -> Iterable[SSAValue]:
    """What the kernel of `op` reads and writes, each once."""
    return dict.fromkeys((*op.operands, *_constants_in(op), *op.results))


def _constants_in(op: Operation) -> Iterator[SSAValue]:
    """The constants that the kernel of `op` reads, if it has any inside."""
    if type(op) is mhlo.FusionOp:
        for inner in op.fused_computation.block.ops:
            if type(inner) is mhlo.ConstantOp:
                yield inner.results[0]
            elif type(inner) is mhlo.FusionOp:
                yield from _constants_in(inner)


def is_launched(op: Operation) -> bool:
    """Whether a kernel is launched for `op`, one outside of a fusion."""
    return dialect_of(type(op)) == "mhlo" and type(op) not in NO_KERNEL


class BytesInExample:
    """The bytes of values in an example; 0 where a value is no tensor of known rank."""

    def __init__(self, analysis: ShapeAnalysis, example: ExampleSizes):
        self._analysis = analysis
        self._example = example
        self._of_type = IdentityMemo(self._read_type)

    def __call__(self, value: SSAValue) -> int:
        found = self._of_type(value.type)
        return self._count(value.type, self._analysis.shape(value)) if found is None else found

    def _read_type(self, type: Attribute) -> int | None:
        """The bytes that `type` alone tells; None where it has a dynamic size without a symbol."""
        if is_unranked(type) or not hasattr(type, "element_type"):
            return 0
        shape = self._analysis.shape_of_type(type)
        return None if shape is None else self._count(type, shape)

    def _count(self, type: Attribute, shape: Shape) -> int:
        element_type: Attribute | None = getattr(type, "element_type", None)
        return (
            0
            if element_type is None
            else self._example.of_shape(shape) * element_bytes(element_type)
        )


def size_in_bytes(value: SSAValue, analysis: ShapeAnalysis) -> Expr:
    """The bytes of `value`; 0 where it is no tensor of known rank."""
    element_type: Attribute | None = getattr(value.type, "element_type", None)
    if element_type is None:
        return as_expr(0)
    try:
        return product(analysis.shape(value)) * element_bytes(element_type)
    except UnknownRank:
        return as_expr(0)


def element_bytes(type: Attribute) -> int:
    """The bytes of one element; an index has 8."""
    if is_float(type):
        return type.size
    if is_integer(type):
        return max(ceil(type.width.data / 8), 1)
    if is_complex(type):
        return 2 * element_bytes(cast("ComplexType[AnyFloat]", type).element_type)
    return 8

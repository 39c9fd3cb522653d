"""What a module costs a machine that launches one kernel for each op or fusion: launches, and bytes moved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil
from typing import cast

from xdsl.dialects.builtin import AnyFloat, ComplexType, ModuleOp
from xdsl.ir import Attribute, Operation, SSAValue

from ..dialects import mhlo
from ..dialects.tensors import is_integer
from ..symbolic import Expr, as_expr
from ..symbolic.shapes import product
from .shape_analysis import ShapeAnalysis, UnknownRank

FREE = (mhlo.ConstantOp, mhlo.ReturnOp, mhlo.GetTupleElementOp, mhlo.TupleOp)
"""Ops that no kernel is launched for."""


@dataclass(frozen=True, slots=True)
class Traffic:
    """Launches, and the bytes that they read and write together, in terms of the symbols."""

    launches: int
    moved: Expr

    def at(self, sizes: Mapping[str, int]) -> int | None:
        """The bytes moved when the symbols have these sizes; None where one is missing."""
        return self.moved.evaluate(sizes) if self.moved.symbols() <= sizes.keys() else None


def traffic_of(module: ModuleOp, analysis: ShapeAnalysis) -> Traffic:
    """The traffic of one run; of a choice between versions, that of the last one."""
    launches, moved = 0, as_expr(0)
    for op in launched(module):
        launches += 1
        for value in dict.fromkeys((*op.operands, *op.results)):
            moved = moved + size_in_bytes(value, analysis)
    return Traffic(launches, analysis.facts.simplify(moved))


def launched(root: Operation) -> Iterator[Operation]:
    """The mhlo ops below `root` that become kernels: none inside a fusion, and one version of each choice."""
    for region in root.regions[-1:] if root.name == "scf.if" else root.regions:
        for block in region.blocks:
            for op in block.ops:
                if op.dialect_name() == "mhlo":
                    if not isinstance(op, FREE):
                        yield op
                else:
                    yield from launched(op)


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
    if isinstance(type, ComplexType):
        return 2 * element_bytes(cast("ComplexType[AnyFloat]", type).element_type)
    if is_integer(type):
        return max(ceil(type.width.data / 8), 1)
    return type.size if isinstance(type, AnyFloat) else 8

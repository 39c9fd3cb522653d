"""Reads the sizes of tensors from arguments that have the same, which types say by symbols.

IREE 3.13 does not follow sizes through every loop and branch, and ends with an error of its own
where one is asked of what they carry.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.linalg.ops import FillOp, GenericOp
from xdsl.ir import Block, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.module_parts import functions
from ...dialects import sdim
from ...dialects.foreign.iree import TieShapeOp
from ...dialects.types import shape_of
from .facts import constant_index

ArgumentSizes: TypeAlias = Mapping[tuple[SSAValue, int], tuple[SSAValue, int]]
"""For a dimension of a value the argument, and its dimension, that has the same size."""


def argument_sizes(module: ModuleOp) -> ArgumentSizes:
    """The sizes of values that are sizes of arguments, while types still have symbols."""
    found = dict[tuple[SSAValue, int], tuple[SSAValue, int]]()
    for function in functions(module):
        places = dict[str, tuple[SSAValue, int]]()
        for argument in function.args:
            for dimension, entry in enumerate(sdim.encoding_of(argument.type) or ()):
                if isinstance(entry, str):
                    places.setdefault(entry, (argument, dimension))
        for value in _values(function.body.block):
            for dimension, entry in enumerate(sdim.encoding_of(value.type) or ()):
                if isinstance(entry, str) and entry in places:
                    found[value, dimension] = places[entry]
    return found


def _values(block: Block) -> list[SSAValue]:
    inner = [b for op in block.walk() for region in op.regions for b in region.blocks]
    results = [result for op in block.walk() for result in op.results]
    return [*results, *(arg for each in inner for arg in each.args)]


def resolve_sizes(module: ModuleOp, sizes: ArgumentSizes) -> None:
    """Reads each size from an argument, where `sizes` names one, or from what makes the tensor."""
    for function in functions(module):
        read = dict[tuple[SSAValue, int], SSAValue]()
        for op in list(function.body.block.walk()):
            if not isinstance(op, tensor.DimOp):
                continue
            dimension = constant_index(op.index)
            if dimension is None:
                continue
            place = sizes.get((op.source, dimension))
            if place is None:
                size = _made_with(op.source, dimension)
                if size is not None:
                    Rewriter.replace_op(op, [], [size])
                continue
            if place not in read:
                index = arith.ConstantOp.from_int_and_width(place[1], op.result.type)
                new = tensor.DimOp(place[0], index.result)
                start = InsertPoint.at_start(function.body.block)
                Rewriter.insert_op([index, new], start)
                read[place] = new.result
            Rewriter.replace_op(op, [], [read[place]])


def _made_with(value: SSAValue, dimension: int) -> SSAValue | None:
    """The size that `value` is made with, where it is an operand of what makes it."""
    unknown = [d for d, size in enumerate(shape_of(value.type) or ()) if size < 0]
    if dimension not in unknown:
        return None
    match value.owner:
        case TieShapeOp(sizes=sizes) | tensor.EmptyOp(dynamic_sizes=sizes):
            return sizes[unknown.index(dimension)]
        case FillOp(outputs=outputs) | GenericOp(outputs=outputs) if len(outputs) == 1:
            return _made_with(outputs[0], dimension)
        case _:
            return None

"""Slices from where only the run knows, in the form that XLA makes static.

```mlir
%limit = tensor.from_elements %i, %b_and_j    // i, and b + j
%r = mhlo.real_dynamic_slice %x, %start, %limit, %ones : … -> tensor<?xf32, [@b]>
```
XLA's refinement takes such a slice where the limit is one sum of the start and of a vector that it
can fold (`RealDynamicSliceOp` to `DynamicSliceOp`); here the limit becomes that sum.
"""

from __future__ import annotations

from xdsl.dialects.builtin import IndexType, ModuleOp

from ...analysis.analyze import analyze
from ...analysis.module_parts import functions
from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo
from ...dialects.types import is_integer, tensor_type
from ...materialize.guards import is_of_sizes
from ...materialize.op_builder import OpBuilder
from ...materialize.sizes import SizeValues
from ...symbolic import Expr


def add_lengths_to_starts(module: ModuleOp) -> None:
    """Computes limits of slices by step 1 as the start and the sizes of the result.

    Slices whose start is of sizes alone, or whose sizes are of data, stay as they are.
    """
    if not any(isinstance(op, mhlo.RealDynamicSliceOp) for op in module.walk()):
        return
    analysis = analyze(module)
    for function in functions(module):
        sizes = SizeValues(analysis, function)
        given = {
            name
            for argument in function.args
            if analysis.has_rank(argument)
            for size in analysis.shape(argument)
            for name in size.symbols()
        }
        for op in list(function.walk()):
            if not isinstance(op, mhlo.RealDynamicSliceOp) or is_of_sizes(op.start_indices):
                continue
            lengths = _lengths(op, analysis)
            if lengths is None or any(not size.symbols() <= given for size in lengths):
                continue
            type_ = tensor_type(op.start_indices)
            element = type_.element_type
            if not isinstance(element, IndexType) and not is_integer(element):
                continue
            length = sizes.tensor(lengths, op, element)
            limit = OpBuilder(op).create(mhlo.AddOp, [op.start_indices, length], type_)
            op.operands[2] = limit


def _lengths(op: mhlo.RealDynamicSliceOp, analysis: ShapeAnalysis) -> list[Expr] | None:
    """The sizes of the result of a slice by step 1."""
    if any(step != 1 for step in analysis.constants(op.strides) or (0,)):
        return None
    return [analysis.facts.simplify(size) for size in analysis.shape(op.result)]

"""Types that are one for all trips, branches or calls, so that inference changes none: of loops
and switches of the scf dialect, and of functions that are called.
"""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects import func, scf
from xdsl.dialects.builtin import DYNAMIC_INDEX, ModuleOp
from xdsl.ir import Attribute, Operation

from ..dialects import sdim
from ..dialects.types import is_tensor, is_unranked
from ..rules.errors import ShapeError
from .callees import CALLERS, callees_of
from .module_parts import instances_below


def check_fixed_types(module: ModuleOp) -> None:
    """Raises ShapeError at a loop of scf that carries a tensor with a size without a symbol, at a
    switch that gives one, at a call of a function in `module` that takes or gives one, and where a
    function that has one anywhere is named more than once.
    """
    for op in instances_below(module, scf.ForOp, scf.WhileOp):
        for type in _carried(op):
            if is_unranked(type) or _is_open(type):
                raise ShapeError(
                    op,
                    f"the loop carries {type}, whose size may change from trip to trip; such a "
                    "loop must be an mhlo.while or a tf.WhileRegion",
                )
    for op in instances_below(module, scf.IndexSwitchOp):
        for type in op.result_types:
            if is_unranked(type) or _is_open(type):
                raise ShapeError(
                    op,
                    f"the result is {type}, whose size may be another one in each region; such a "
                    "choice must be an scf.if or an mhlo.case",
                )
    functions = {f.sym_name.data: f for f in instances_below(module, func.FuncOp) if f.body.blocks}
    for op in instances_below(module, func.CallOp):
        if op.callee.string_value() in functions:
            for type in (*op.operand_types, *op.result_types):
                _check_called(op, op.callee.string_value(), type)
    _check_copied(module, functions)


def _check_copied(module: ModuleOp, functions: Mapping[str, func.FuncOp]) -> None:
    """Raises ShapeError where ops of one function would be several that share their symbols, once
    it has been copied to where it is named.
    """
    named = [
        (op, callee.string_value())
        for op in instances_below(module, *CALLERS)
        for callee in callees_of(op)
        if callee.string_value() in functions
    ]
    places = dict[str, list[Operation]]()
    for op, name in named:
        places.setdefault(name, []).append(op)
    pending = [name for name, ops in places.items() if len(ops) > 1]
    seen = set(pending)
    while pending:
        name = pending.pop()
        for op in functions[name].walk():
            for value in (
                *op.results,
                *(arg for r in op.regions for b in r.blocks for arg in b.args),
            ):
                _check_called(places[name][-1], name, value.type)
        inner = [other for op, other in named if functions[name].is_ancestor(op)]
        pending += [other for other in inner if other not in seen]
        seen.update(inner)


def _check_called(op: Operation, name: str, type: Attribute) -> None:
    if is_unranked(type) or _is_open(type):
        raise ShapeError(
            op,
            f"a value of type {type} may have another size in each call of @{name}; "
            "run tieshape-inline-tf-functions first",
        )


def _carried(op: Operation) -> list[Attribute]:
    blocks = [block for region in op.regions for block in region.blocks]
    values = [arg for block in blocks for arg in block.args]
    values += [value for block in blocks if block.last_op for value in block.last_op.operands]
    return [value.type for value in (*op.operands, *op.results, *values)]


def _is_open(type: Attribute) -> bool:
    if not is_tensor(type):
        return False
    entries = sdim.encoding_of(type)
    return DYNAMIC_INDEX in (type.get_shape() if entries is None else entries)

"""Whether every value is defined before it is used, which xDSL's verifier does not ask."""

from xdsl.dialects.builtin import ModuleOp, UnregisteredOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.irdl.dominance import DominanceInfo

from ..dialects.messages import op_name, place_of
from ..dialects.sdim import ConstraintsOp
from .diagnostics import LocatedError

GRAPH = "tf_executor.graph"
"""By name: the dialect is for few texts."""


def verify_dominance(module: ModuleOp) -> None:
    """Raises LocatedError at the first use of a value that is not yet defined, in a function or
    among constraints.

    Other regions, of modules and of ops that no dialect registers, may be graphs, in which order
    does not matter. `tf_executor.graph` is one: what is used in an island is defined somewhere in
    its graph.
    """
    for op in module.walk():
        if isinstance(op, FuncOp | ConstraintsOp):
            _verify_region(op.body, set())
        elif isinstance(op, ModuleOp):
            _verify_outside(op)


def _verify_region(region: Region, visible: set[SSAValue]) -> None:
    """Checks `region`, in which the values of `visible` may be used; leaves `visible` as it was."""
    first = region.blocks.first
    if first is None:
        return
    if first.next_block is None:
        _verify_block(first, visible)
        return
    dominance = DominanceInfo(region)
    for block in region.blocks:
        above = (other for other in region.blocks if dominance.strictly_dominates(other, block))
        before = visible | {value for other in above for value in _defined_in(other)}
        _verify_block(block, before)


def _verify_outside(module: ModuleOp) -> None:
    """An op outside of functions uses what is defined there, before it or after."""
    for op in module.body.ops:
        for index, operand in enumerate(op.operands):
            owner = operand.owner
            if not isinstance(owner, Operation) or owner.parent is not op.parent:
                raise LocatedError(_undefined(op, index, operand), place_of(op))


def _verify_block(block: Block, visible: set[SSAValue]) -> None:
    defined: list[SSAValue] = list(block.args)
    visible.update(defined)
    for op in block.ops:
        for index, operand in enumerate(op.operands):
            if operand not in visible:
                raise LocatedError(_undefined(op, index, operand), place_of(op))
        if op.name == GRAPH:
            _verify_graph(op.regions[0].block, visible)
        elif not isinstance(op, UnregisteredOp | ModuleOp | FuncOp):
            for region in op.regions:
                _verify_region(region, visible)
        visible.update(op.results)
        defined.extend(op.results)
    visible.difference_update(defined)


def _verify_graph(block: Block, visible: set[SSAValue]) -> None:
    """Checks the regions of a graph's ops, in which every value of the graph is visible."""
    defined = set(_defined_in(block)) - visible
    visible |= defined
    _verify_block(block, visible)
    visible -= defined


def _defined_in(block: Block) -> list[SSAValue]:
    return [*block.args, *(result for op in block.ops for result in op.results)]


def _undefined(op: Operation, index: int, operand: SSAValue) -> str:
    name = f" %{operand.name_hint}" if operand.name_hint else ""
    return f"{op_name(op)}: operand {index}{name} is used before it is defined"

"""Whether ops have side effects, answered once for a class of ops where the class alone tells it.

xDSL's own question looks through the traits of each op again, and those of all ops in its regions.
"""

from functools import cache
from typing import Final

from xdsl.dialects import arith
from xdsl.ir import Operation
from xdsl.traits import MemoryEffect, NoMemoryEffect, RecursiveMemoryEffect, is_side_effect_free

DIVISIONS: Final = (
    *(arith.DivSIOp, arith.DivUIOp, arith.RemSIOp, arith.RemUIOp),
    *(arith.CeilDivSIOp, arith.CeilDivUIOp, arith.FloorDivSIOp),
)
"""Ops on integers that have no effects, and yet must not run where their divisor is 0."""


def has_no_effects(op: Operation) -> bool:
    """Whether `op` is known to have no side effect: what xDSL's `is_side_effect_free` answers."""
    only = _only_effect(type(op))
    if only is NoMemoryEffect:
        return True
    if only is not RecursiveMemoryEffect:
        return is_side_effect_free(op)
    for region in op.regions:
        for block in region.blocks:
            inner = block.first_op
            while inner is not None:
                if not has_no_effects(inner):
                    return False
                inner = inner.next_op
    return True


@cache
def _only_effect(kind: type[Operation]) -> type[MemoryEffect] | None:
    """The trait that alone tells the effects of all ops of the class `kind`; None: there is none.

    Only where the trait's answer is xDSL's own.
    """
    traits = kind.get_traits_of_type(MemoryEffect)
    for effect in (NoMemoryEffect, RecursiveMemoryEffect):
        answer = effect.get_effects.__func__
        if traits and all(_answer_of(trait) is answer for trait in traits):
            return effect
    return None


def _answer_of(trait: MemoryEffect) -> object:
    return type(trait).get_effects.__func__

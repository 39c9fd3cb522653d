"""Loops marked `tieshape.lanes` in steps of several elements.

```mlir
scf.for %i = %0 to %n step %1 { memref.load .. arith.addf .. memref.store }
```
becomes a loop over the largest multiple of `width` with `vector.load`, `arith.addf` on vectors and
`vector.store`, and one over the rest with a mask. What a loop carries is some vectors of partial
results, joined at the end. A loop stays where an access moves otherwise than by one element or
none, or where what it carries is not joined by one associative op. Two loops that read along the
outer one and store along the inner one are gone through in squares, transposed in registers.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...materialize.places import keeping_places
from ..fusions_to_loops.builder import FLAGS, LANES
from .joins import Stays
from .positions import constant_of
from .spread import Flags
from .streaming import Streaming
from .turned import TurnedNest
from .unswitch import Tests, unswitch
from .widener import LoopWidener


@dataclass(frozen=True)
class VectorizePass(ModulePass):
    """Every marked loop."""

    name = "tieshape-vectorize"

    width: int = 16
    """How many elements are computed at once, at most; loops that run less often take fewer."""

    streams: int = 0
    """From how many bytes of all its buffers on a function stores past the cache; 0: never."""

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in [inner for inner in op.walk() if isinstance(inner, func.FuncOp)]:
            streaming, flags = Streaming(function, self.streams, self.width), Flags(function)
            for loop in [inner for inner in function.walk() if isinstance(inner, scf.ForOp)]:
                if LANES in loop.attributes and not _turn(loop):
                    _widen(loop, self.width, streaming, flags)
            if FLAGS in function.attributes:
                unswitch(function, Tests(flags.tests, streaming.tests))


def _turn(loop: scf.ForOp) -> bool:
    """Whether `loop` and the one around it are written anew, in squares."""
    try:
        nest = TurnedNest(loop)
    except Stays:
        return False
    try:
        nest.replace()
    except Stays:
        nest.abandon()
        return False
    return True


def _widen(loop: scf.ForOp, width: int, streaming: Streaming, flags: Flags) -> None:
    count = constant_of(loop.ub)
    if count is not None:
        width = min(width, 1 << max(count - 1, 0).bit_length())
    if width < 2 or constant_of(loop.lb) != 0 or constant_of(loop.step) != 1:
        return
    try:
        widener = LoopWidener(loop, width, streaming, flags)
    except Stays:
        return
    try:
        widener.replace()
    except Stays:
        widener.abandon()

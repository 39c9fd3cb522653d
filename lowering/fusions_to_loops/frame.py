"""The words through which native code and its caller speak: one array of i64.

`[status, bytes of the arena, sizes of the arguments, for each result its place and its sizes, words
of each callback, the place of each buffer in the arena, the size of each in bytes]`. The status is
0 where all went well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from xdsl.ir import Operation, SSAValue


STATUS, ARENA, SIZES = 0, 1, 2
CALLBACK, LATE, ALLOCATE = "tieshape_callback", "tieshape_late_result", "tieshape_allocate"
"""The functions that the caller provides."""
ACQUIRE, RELEASE = "tieshape_acquire", "tieshape_release"
"""Others, for buffers of sizes that are not known before the run."""
GREATEST = 1 << 48
"""Bytes; a buffer of as many has no place, whatever product wrapped around to become its size."""
ALIGNMENTS = ((256, 16), (1024, 64))
"""From how many bytes on a buffer begins at multiples of which number: what that costs is small
beside the buffer.
"""
PARALLEL = "tieshape_parallel"
"""Another one: it takes a task, its argument, and in how many parts it may be done."""


class Words(NamedTuple):
    """Where a tensor's or a scalar's words begin in the frame.

    A tensor: its address, then its sizes. A tensor of sizes that has no buffer: its elements, or
    its one element.
    """

    element: str
    """The type of the elements, or of the scalar."""
    start: int
    kind: str
    """`tensor`, `elements`, `element` (of rank 0), `scalar`; of a result `late` where native code
    does not know its size before.
    """
    rank: int = 0

    @property
    def length(self) -> int:
        if self.kind in ("scalar", "element"):
            return 1
        return self.rank + (self.kind != "elements")


class Callback(NamedTuple):
    """An op that the interpreter runs in the midst of native code."""

    op: Operation
    reason: str
    captured: tuple[SSAValue, ...]
    """What its regions use from outside, after its operands among the arguments."""
    arguments: tuple[Words, ...]
    results: tuple[Words, ...]


class Frame:
    """The layout of one function's words."""

    def __init__(
        self,
        arguments: Sequence[Words] = (),
        results: Sequence[Words] = (),
        early: Sequence[bool] = (),
        *,
        length: int = SIZES,
        late: bool = False,
        held: int | None = None,
        buffers: int = 0,
        threads: int | None = None,
    ):
        self.arguments, self.results = list(arguments), list(results)
        self.early = list(early)
        """Of each result whether its sizes are known before the run: the caller makes it then."""
        self.callbacks = list[Callback]()
        self.length = length
        self.late = late
        """Whether there is memory of sizes that are not known before the run."""
        self.held = held
        """The word that leads to such memory, where native code sees to it itself."""
        self.buffers = buffers
        """How many buffers have a place in the arena."""
        self.threads = threads
        """The word with the number of threads, where loops are shared among them."""

    def take(self, element: str, kind: str, rank: int = 0) -> Words:
        """Words for a value, after all those taken."""
        words = Words(element, self.length, kind, rank)
        self.length += words.length
        return words

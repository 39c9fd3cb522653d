"""The words through which native code and its caller speak: one array of i64.

`[status, bytes of the arena, sizes of the arguments, for each result its place and its sizes, words
of each callback, the place of each buffer in the arena, the size of each in bytes]`. The status is
0 where all went well.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.ir import Operation, SSAValue

STATUS, ARENA, SIZES = 0, 1, 2
CALLBACK, LATE, ALLOCATE = "tieshape_callback", "tieshape_late_result", "tieshape_allocate"
"""The functions that the caller provides."""
PARALLEL = "tieshape_parallel"
"""Another one: it takes a task, its argument, and in how many parts it may be done."""


@dataclass(frozen=True, slots=True)
class Words:
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


@dataclass(frozen=True, slots=True)
class Callback:
    """An op that the interpreter runs in the midst of native code."""

    op: Operation
    reason: str
    captured: tuple[SSAValue, ...]
    """What its regions use from outside, after its operands among the arguments."""
    arguments: tuple[Words, ...]
    results: tuple[Words, ...]


@dataclass(slots=True)
class Frame:
    """The layout of one function's words."""

    arguments: list[Words] = field(default_factory=list[Words])
    results: list[Words] = field(default_factory=list[Words])
    early: list[bool] = field(default_factory=list[bool])
    """Of each result whether its sizes are known before the run, so that the caller makes it."""
    callbacks: list[Callback] = field(default_factory=list[Callback])
    length: int = SIZES
    late: bool = False
    """Whether memory of sizes that are not known before is asked of the caller during the run."""

    buffers: int = 0
    """How many buffers have a place in the arena."""

    threads: int | None = None
    """The word with the number of threads, where loops are shared among them."""

    def take(self, element: str, kind: str, rank: int = 0) -> Words:
        """Words for a value, after all those taken."""
        words = Words(element, self.length, kind, rank)
        self.length += words.length
        return words

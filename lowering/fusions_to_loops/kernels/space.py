"""What a kernel is made of: ops, loops of a shape, buffers, sizes."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import func
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ....analysis.index_maps import ONE, Index, Sizes
from ....analysis.kernel_space import KernelLoop
from ....symbolic import Expr
from ..builder import INDEX


@dataclass(frozen=True, slots=True)
class Group:
    """Ops that become one kernel, and those of their values that it stores."""

    ops: tuple[Operation, ...]
    results: tuple[SSAValue, ...]


@dataclass(slots=True)
class Kernel:
    """The function of a group, and what it is called with: buffers, then sizes."""

    function: func.FuncOp
    buffers: list[SSAValue]
    """The tensors whose buffers it takes: what it reads, and then what it writes."""
    scratch: list[SSAValue]
    """Those among them that nothing else reads."""
    rows: list[tuple[MemRefType[Attribute], Expr]]
    """Buffers that it takes after those, and of how many elements."""
    symbols: list[str]
    apart: bool
    """Whether the trips of loops that are all of it are independent, but for `rows`."""
    columns: bool
    """Whether its loops over elements all go over the same ones, each of them by itself."""


@dataclass(frozen=True, slots=True)
class LoopSpace:
    """A loop for each dimension of a shape, and the index that they make."""

    shape: Sizes
    variables: tuple[KernelLoop, ...]
    index: Index

    @property
    def loops(self) -> list[KernelLoop]:
        """The loops that run more than once."""
        return [loop for loop in self.variables if loop.size != ONE]

    @property
    def names(self) -> frozenset[str]:
        return frozenset(loop.name for loop in self.variables)

    def first(self, count: int) -> LoopSpace:
        """The space of the first dimensions."""
        return LoopSpace(self.shape[:count], self.variables[:count], self.index[:count])


class SizeArguments(dict[str, SSAValue]):
    """Symbols of a kernel: any that nothing inside has bound is a size that it is called with."""

    def __init__(self, entry: Block):
        super().__init__()
        self._entry = entry
        self.taken = dict[str, SSAValue]()

    def __missing__(self, name: str) -> SSAValue:
        argument = self._entry.insert_arg(INDEX, len(self._entry.args))
        self[name] = self.taken[name] = argument
        return argument

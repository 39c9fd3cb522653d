"""A graph under construction, evaluated while it grows: a step sees the sizes that it must fit."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .graph import Argument, Graph, Kind, Node, Parameter
from .semantics import EVALUATE, Array, Rejected, Undefined

MAX_SIZE = 1500
MAX_RANK = 5


@dataclass(frozen=True, slots=True)
class Cell:
    """A size of an argument: a shared one by name, or a number; `static` sizes are in the type."""

    size: str | int
    static: bool


class Unfit(Exception):
    """A step found no operands that it could use; what it made is dropped."""


class Building:
    """Arguments and nodes so far, with their values at the sizes in `pool`."""

    def __init__(self, rng: random.Random, pool: Mapping[str, int]):
        self.rng = rng
        self.pool = dict(pool)
        self.cells: dict[int, tuple[Cell, ...]] = {}
        self.nodes: list[Node] = []
        self.arrays: list[Array] = []
        self.kinds: dict[int, Kind] = {}
        self.exact: set[int] = set()
        """Values of integers only, which rounding cannot change."""
        self.hidden: set[int] = set()
        """Constants and size arithmetic, which later steps leave alone."""

    @property
    def op_count(self) -> int:
        return sum(node.constant is None for node in self.nodes)

    @property
    def inputs(self) -> dict[int, Array]:
        return {value: self.arrays[value] for value in self.cells}

    def graph(self, results: Sequence[int]) -> Graph:
        arguments = tuple(Argument(value) for value in self.cells)
        return Graph(
            arguments, tuple(self.nodes), tuple(results), dict(self.kinds)
        ).without_unused()

    def attempt(self, step: Callable[[Building], None]) -> bool:
        """Whether `step` could be made; nothing stays of one that could not."""
        nodes, values, cells = len(self.nodes), len(self.arrays), dict(self.cells)
        exact, hidden = set(self.exact), set(self.hidden)
        try:
            step(self)
        except (Unfit, Rejected, Undefined, ValueError, IndexError):
            del self.nodes[nodes:], self.arrays[values:]
            self.kinds = {v: k for v, k in self.kinds.items() if v < values}
            self.cells, self.exact, self.hidden = cells, exact, hidden
            return False
        return True

    # Values.

    def argument(self, dtype: str, cells: Sequence[Cell]) -> int:
        shape = [_size(cell, self.pool) for cell in cells]
        value = self._value(self._numbers(dtype, shape))
        static = {d: shape[d] for d, cell in enumerate(cells) if cell.static}
        self.kinds[value] = Kind(dtype, len(shape), static)
        self.cells[value] = tuple(cells)
        self.exact.add(value)
        return value

    def constant(self, array: Array) -> int:
        value = self._value(array)
        self.kinds[value] = Kind(array.dtype.name, array.ndim, dict(enumerate(array.shape)))
        self.nodes.append(Node("tf.Const", (), (value,), (), array))
        self.exact.add(value)
        self.hidden.add(value)
        return value

    def integers(self, numbers: Sequence[int] | int) -> int:
        return self.constant(np.array(numbers, np.int32))

    def op(
        self,
        name: str,
        operands: Sequence[int],
        count: int = 1,
        *,
        exact: bool = True,
        hidden: bool = False,
        dtype: str | None = None,
        **parameters: Parameter,
    ) -> tuple[int, ...]:
        """The results of a new node; raises what numpy raises, or Unfit where they are too large."""
        arrays = [self.arrays[o] for o in operands]
        with np.errstate(all="ignore"):
            if dtype is not None:
                results = [arrays[0].astype(dtype)]
            else:
                results = EVALUATE[name](arrays, parameters, count)
        for result in results:
            if result.size > MAX_SIZE or result.ndim > MAX_RANK:
                raise Unfit
        values = tuple(self._value(np.asarray(result)) for result in results)
        for value in values:
            array = self.arrays[value]
            rank = None if self.rng.random() < 0.25 else array.ndim
            self.kinds[value] = Kind(array.dtype.name, rank, {})
        if exact and self.exact.issuperset(operands):
            self.exact.update(values)
        if hidden:
            self.hidden.update(values)
        self.nodes.append(Node(name, tuple(operands), values, tuple(parameters.items())))
        return values

    def _value(self, array: Array) -> int:
        self.arrays.append(array)
        return len(self.arrays) - 1

    # Choosing.

    def pick(
        self, accept: Callable[[Array], bool] = lambda _: True, dtype: str | None = "float32"
    ) -> int:
        """A visible value, newer ones more likely."""
        found = [
            v
            for v, array in enumerate(self.arrays)
            if v not in self.hidden and dtype in (None, array.dtype.name) and accept(array)
        ]
        if not found:
            raise Unfit
        return self.rng.choices(found, [1 + i for i in range(len(found))])[0]

    def shape(self, value: int) -> tuple[int, ...]:
        return self.arrays[value].shape

    def name_of_size(self, size: int) -> Cell:
        """A cell of `size`: a shared size where there is one."""
        names = [name for name, known in self.pool.items() if known == size]
        if names and self.rng.random() < 0.9:
            return Cell(self.rng.choice(names), False)
        return Cell(size, self.rng.random() < 0.3)

    # Inputs.

    def inputs_for(
        self, pool: Mapping[str, int], own: Mapping[tuple[int, int], int] | None = None
    ) -> dict[int, Array]:
        """Inputs where shared sizes are those of `pool` and `own` gives single dimensions another size."""
        own = own or {}
        return {
            value: self._numbers(
                self.kinds[value].dtype,
                [own.get((value, d), _size(cell, pool)) for d, cell in enumerate(cells)],
            )
            for value, cells in self.cells.items()
        }

    def _numbers(self, dtype: str, shape: Sequence[int]) -> Array:
        rng = np.random.default_rng(self.rng.getrandbits(32))
        if dtype == "bool":
            return rng.integers(0, 2, shape).astype(bool)
        return np.asarray(rng.integers(-3, 4, shape)).astype(dtype)


def _size(cell: Cell, pool: Mapping[str, int]) -> int:
    return pool[cell.size] if isinstance(cell.size, str) else cell.size

"""Choices of an op: drawn at random on concrete tensors, then replayed on tensors of unknown sizes.

An op of the catalog is a function of a `Draw`. Whatever depends on sizes or on chance goes through
`pick`, `one_of`, `tensor`, `shaped` or `size`; what remains is the same code in both modes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

import tensorflow as tf

from .inputs import BASE_SIZES, sample
from .program import Argument, Ref

T = TypeVar("T")
Tensor = Any
"""A TensorFlow tensor: eager while choices are drawn, symbolic while they are replayed."""

FLOATS = ("float32", "float32", "float32", "float64")
INTS = ("int32", "int32", "int64")
NUMBERS = ("float32", "float32", "float32", "int32", "int64")
ANY = ("float32", "float32", "int32", "int64", "bool")
MOST_ELEMENTS = 3000
_NAMES = {size: name for name, size in BASE_SIZES.items()}


class Unfit(Exception):
    """The op has no use for the values that there are."""


class Draw(Protocol):
    """What an op chooses its operands and attributes with."""

    def pick(self, choose: Callable[[], T]) -> T:
        """The value of `choose()`, which may read sizes of operands."""
        ...

    def tensor(
        self,
        *dtypes: str,
        ranks: Iterable[int] = range(5),
        where: Callable[[Tensor], bool] = lambda _: True,
    ) -> Tensor:
        """A value, or a new argument, of one of `dtypes` and `ranks`, for which `where` holds."""
        ...

    def shaped(
        self, dtype: Callable[[], str], shape: Callable[[], Sequence[int]], **values: int
    ) -> Tensor:
        """A value of exactly this type and shape.

        Of a new argument, `low` and `high` bound the integers, and the type shows the last `fixed`
        sizes.
        """
        ...

    def size(self, number: Callable[[], int]) -> Any:
        """`number()` as a constant, as the size of a tensor that has it, or as an argument."""
        ...

    def one_of(self, *values: T) -> T:
        """One of `values`."""
        ...


def vector(sizes: Sequence[Any]) -> Any:
    """`sizes` as a tensor where one is only known at run time, else as a list."""
    return list(sizes) if all(isinstance(size, int) for size in sizes) else tf.stack(list(sizes))


def rank(tensor: Tensor) -> int:
    """The rank of an eager tensor; only for use in what a `Draw` calls."""
    return len(tensor.shape)


class Recorder:
    """A `Draw` that draws, over the values so far; new arguments are added to `arguments`."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.values = dict[int, Tensor]()
        self.arguments = list[Argument]()
        self.choices = list[object]()
        self._count = 0

    def number(self) -> int:
        """The number of a new value."""
        self._count += 1
        return self._count - 1

    def pick(self, choose: Callable[[], T]) -> T:
        value = choose()
        self.choices.append(value)
        return value

    def one_of(self, *values: T) -> T:
        return self.pick(lambda: self.rng.choice(values))

    def tensor(
        self,
        *dtypes: str,
        ranks: Iterable[int] = range(5),
        where: Callable[[Tensor], bool] = lambda _: True,
    ) -> Tensor:
        allowed = tuple(ranks)
        fits = [
            (number, value)
            for number, value in self.values.items()
            if value.dtype.name in dtypes and rank(value) in allowed and where(value)
        ]
        if fits and self.rng.random() < 0.85:
            # Later values, so that programs become deep.
            number, value = fits[-1 - min(int(self.rng.expovariate(0.5)), len(fits) - 1)]
            return self._refer(number)
        for _ in range(4):
            likely = [r for r in allowed if r in (1, 2, 3)] or list(allowed)
            size = [self._any_size() for _ in range(self.rng.choice(likely))]
            value = self._argument(self.rng.choice(dtypes), size)
            if where(self.values[value]):
                return self._refer(value)
            del self.values[value], self.arguments[-1]
        raise Unfit

    def shaped(
        self, dtype: Callable[[], str], shape: Callable[[], Sequence[int]], **values: int
    ) -> Tensor:
        name, sizes = dtype(), tuple(shape())
        fits = [
            number
            for number, value in self.values.items()
            if value.dtype.name == name and tuple(value.shape) == sizes
        ]
        if fits and (not values or self.rng.random() < 0.2) and self.rng.random() < 0.7:
            return self._refer(self.rng.choice(fits))
        return self._refer(self._argument(name, sizes, **values))

    def size(self, number: Callable[[], int]) -> Any:
        wanted = number()
        dims = [
            (Ref(n), i)
            for n, value in self.values.items()
            for i, size in enumerate(value.shape)
            if size == wanted
        ]
        chance = self.rng.random()
        if dims and chance < 0.5:
            ref, axis = self.rng.choice(dims)
            self.choices.append(("dim", ref, axis))
            return tf.shape(self.values[ref.value])[axis]
        if chance < 0.6:
            argument = self._argument("int32", (), low=wanted, high=wanted)
            self.choices.append(("value", Ref(argument)))
            return self.values[argument]
        self.choices.append(("const", wanted))
        return wanted

    def _refer(self, number: int) -> Tensor:
        self.choices.append(Ref(number))
        return self.values[number]

    def _any_size(self) -> int:
        known = [s for v in self.values.values() for s in v.shape if s and s <= 9]
        if known and self.rng.random() < 0.6:
            return self.rng.choice(known)
        return self.rng.choice([*BASE_SIZES.values(), 1])

    def _argument(self, dtype: str, sizes: Sequence[int], fixed: int = 0, **values: int) -> int:
        shape = tuple(_NAMES.get(size, size) for size in sizes)
        shown = tuple(self.rng.random() < 0.1 or i >= len(shape) - fixed for i in range(len(shape)))
        argument = Argument(self.number(), dtype, shape, shown, **values)
        self.arguments.append(argument)
        array = sample(argument, BASE_SIZES, self.rng)
        self.values[argument.value] = tf.constant(array, dtype)
        return argument.value


class Replayer:
    """A `Draw` that repeats `choices` on other values."""

    def __init__(self, values: dict[int, Tensor], choices: Sequence[object]) -> None:
        self._values = values
        self._choices: Iterator[Any] = iter(choices)

    def pick(self, choose: Callable[[], T]) -> T:
        return next(self._choices)

    def one_of(self, *values: T) -> T:
        return next(self._choices)

    def tensor(self, *_: object, **__: object) -> Tensor:
        return self._values[next(self._choices).value]

    shaped = tensor

    def size(self, number: Callable[[], int]) -> Any:
        match next(self._choices):
            case ("dim", ref, axis):
                return tf.shape(self._values[ref.value])[axis]
            case ("value", ref):
                return self._values[ref.value]
            case (_, constant):
                return constant

"""Answers about objects whose hash costs more than a look at the object itself: attributes are hashed through."""

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class IdentityMemo(Generic[K, V]):
    """A function of objects that asks `answer` once for each object, told apart by identity; it keeps them alive."""

    __slots__ = ("_answer", "_met")

    def __init__(self, answer: Callable[[K], V]):
        self._answer = answer
        self._met: dict[int, tuple[K, V]] = {}

    def __call__(self, key: K) -> V:
        met = self._met.get(id(key))
        if met is None:
            met = self._met[id(key)] = key, self._answer(key)
        return met[1]

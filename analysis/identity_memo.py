"""Functions of objects that are expensive to hash, memoized by identity: attributes are."""

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class IdentityMemo(Generic[K, V]):
    """Calls `answer` once for each object, by identity, and keeps the objects alive."""

    __slots__ = ("_answer", "_met")

    def __init__(self, answer: Callable[[K], V]):
        self._answer = answer
        self._met: dict[int, tuple[K, V]] = {}

    def __call__(self, key: K) -> V:
        met = self._met.get(id(key))
        if met is None:
            met = self._met[id(key)] = key, self._answer(key)
        return met[1]

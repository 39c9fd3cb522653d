"""What the hints say of expressions and claims: an example, never a fact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from xdsl.dialects.builtin import ModuleOp

from ..symbolic import Expr, Facts, Predicate, Symbol
from .module_parts import symbol_ops


def hints_of(module: ModuleOp) -> dict[str, int]:
    """The size of each symbol that has a hint."""
    return {
        op.sym_name.data: op.hint.value.data for op in symbol_ops(module) if op.hint is not None
    }


class Hints:
    """Example sizes of symbols, and of those that the facts compute from them.

    sizes: the hints of symbols
    facts: what is known; it may grow
    """

    def __init__(self, sizes: Mapping[str, int], facts: Facts):
        self._sizes = dict(sizes)
        self._facts = facts

    def __bool__(self) -> bool:
        return bool(self._sizes)

    def holds(self, claim: Predicate) -> bool | None:
        """Whether `claim` is true of the example; None where the hints do not tell."""
        if not all(map(self._size, claim.symbols())):
            return None
        try:
            return claim.holds(self._sizes)
        except ZeroDivisionError:
            return None

    def size(self, size: Expr) -> int | None:
        """What `size` is in the example; None where the hints do not tell."""
        if not all(map(self._size, size.symbols())):
            return None
        return size.evaluate(self._sizes)

    def text(self, names: Iterable[str]) -> str:
        """`S0 = 2, S1 = 3` for those of `names` that have a hint."""
        known = [name for name in sorted(names) if self._size(name)]
        return ", ".join(f"{name} = {self._sizes[name]}" for name in known)

    def _size(self, name: str) -> bool:
        """Whether the symbol `name` has an example size, given or computed."""
        if name in self._sizes:
            return True
        size = self._facts.simplify(Symbol(name))
        if name in size.symbols() or not all(map(self._size, size.symbols())):
            return False
        try:
            self._sizes[name] = size.evaluate(self._sizes)
        except ZeroDivisionError:
            return False
        return True

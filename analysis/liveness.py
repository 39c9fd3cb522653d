"""Liveness of values (Aho et al., "Compilers", section 9.2) on the one line of ops of functions."""

from __future__ import annotations

from xdsl.ir import Block, Operation, SSAValue


class Liveness:
    """The order of the ops of entered function bodies, and which values ops from one on use."""

    def __init__(self) -> None:
        self._order: dict[Operation, int] = {}

    def enter(self, body: Block) -> None:
        """Enters the ops of `body`, which come after all that were entered before."""
        for op in body.ops:
            self._order[op] = len(self._order)

    def is_dead(self, value: SSAValue, op: Operation) -> bool:
        """Whether neither `op` nor a later op of its function, or in one, uses `value`.

        False where the order of an op is not known.
        """
        if (now := self._order.get(op)) is None:
            return False
        return all(self._is_before(use.operation, now) for use in value.uses)

    def _is_before(self, user: Operation | None, now: int) -> bool:
        while user is not None:
            if (place := self._order.get(user)) is not None:
                return place < now
            user = user.parent_op()
        return False

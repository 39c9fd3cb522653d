"""Errors of the analysis that name the op they are about."""

from __future__ import annotations

from xdsl.ir import Operation
from xdsl.utils.exceptions import PassFailedException


class ShapeError(PassFailedException):
    """A size that contradicts what is known: the program fails on every input.

    `op` is the op at fault; the driver reports its location.
    """

    def __init__(self, op: Operation, message: str):
        super().__init__(f"{op_name(op)}: {message}")
        self.op = op


class HintError(ShapeError):
    """What an op needs does not hold for the hints: the program fails on that input at least."""


def op_name(op: Operation) -> str:
    """The name of `op` as its users know it, also for ops that no dialect registers."""
    name = op.attributes.get("op_name__")
    return getattr(name, "data", op.name)


class UnknownRank(Exception):
    """The rank that a rule asked for is not known: no shape can be given."""

"""Errors of the analysis that name the op they are about."""

from __future__ import annotations

from xdsl.ir import Operation
from xdsl.utils.exceptions import PassFailedException

from ..dialects.messages import op_name


class ShapeError(PassFailedException):
    """A size that contradicts what is known: the program fails on every input.

    `op` is the op at fault; the driver reports its location.
    """

    others: tuple[ShapeError, ...] = ()
    """The errors of further ops that were found with it."""

    def __init__(self, op: Operation, message: str):
        super().__init__(f"{op_name(op)}: {message}")
        self.op = op
        self.words = message


class RefutedGuard(ShapeError):
    """A test that an op became holds in no run; the words are those of that op."""

    def __init__(self, op: Operation, words: str):
        PassFailedException.__init__(self, f"{words}; {op_name(op)} can hold for no sizes")
        self.op, self.words = op, words


HINTS_ARE = "the hints are"
"""What stands before the hints in a HintError; those of a call are its sizes."""


class HintError(ShapeError):
    """What an op needs does not hold for the hints: the program fails on that input at least."""


class UnknownRank(Exception):
    """The rank that a rule asked for is not known: no shape can be given."""

"""What cannot be written as IR."""

from __future__ import annotations

from xdsl.ir import Operation
from xdsl.utils.exceptions import PassFailedException

from ..dialects.messages import op_name


class UnloweredError(PassFailedException):
    """An op that cannot be lowered; `op` is that op."""

    def __init__(self, op: Operation, message: str):
        super().__init__(f"{op_name(op)}: {message}")
        self.op = op

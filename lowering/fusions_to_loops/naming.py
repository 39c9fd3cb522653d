"""Names of kernels; equal kernels are one."""

from __future__ import annotations

from collections.abc import Collection
from io import StringIO

from xdsl.dialects import func
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation
from xdsl.printer import Printer


class Names:
    """The kernels of a function so far.

    taken: names that others have
    """

    def __init__(self, taken: Collection[str] = ()) -> None:
        self._taken = taken
        self._count = 0
        self._known = dict[str, func.FuncOp]()

    def next(self, op: Operation) -> str:
        """A new name, which says of what kind `op` is."""
        kind = op.attributes.get("tieshape.kind")
        word = kind.data if isinstance(kind, StringAttr) else op.name.rpartition(".")[2]
        while (name := f"{word}_{self._count}") in self._taken:
            self._count += 1
        self._count += 1
        return name

    def shared(self, function: func.FuncOp) -> func.FuncOp:
        """`function`, or the one before that is the same but for its name."""
        name = function.sym_name
        function.properties["sym_name"] = StringAttr("")
        text = StringIO()
        Printer(stream=text).print_op(function)
        function.properties["sym_name"] = name
        return self._known.setdefault(text.getvalue(), function)

"""Kernels whose loops are written out for one op, as those of scatter are."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import func
from xdsl.ir import Block, Operation, Region, SSAValue

from ...symbolic import Expr, Symbol
from .builder import LoopBuilder
from .kernels.sinks import EmittingSink, buffer_type
from .kernels.space import SizeArguments
from .temporaries import Temporaries


class LoopNest:
    """A function of the buffers of some values, and of the sizes that its loops take."""

    def __init__(self, op: Operation, values: Sequence[SSAValue]):
        self._of = op
        self._entry = Block(arg_types=[buffer_type(value) for value in values])
        self._builder = LoopBuilder()
        self._builder.symbols = arguments = SizeArguments(self._entry)
        self._sizes = arguments.taken
        buffers = dict[SSAValue, SSAValue](zip(values, self._entry.args, strict=False))
        self._sink = EmittingSink(self._builder, buffers.__getitem__)
        self._loops = 0

    def call(self, made: Temporaries, buffers: Sequence[SSAValue]) -> None:
        """Writes the function, or takes one that is the same, and calls it with `buffers`."""
        function, writer = made.shared(self._of, self._function), made.writer
        writer.call(function, [*buffers, *(writer.builder.symbols[name] for name in self._sizes)])

    def _function(self, name: str) -> func.FuncOp:
        self._builder.open(self._entry)
        self._body()
        self._builder.here(func.ReturnOp.create())
        self._builder.close()
        types = [argument.type for argument in self._entry.args]
        return func.FuncOp(name, (types, []), Region(self._entry), "private")

    def _body(self) -> None:
        """Writes the loops."""
        raise NotImplementedError

    def _open(self, carried: Sequence[SSAValue] = ()) -> tuple[Expr, Sequence[SSAValue]]:
        """The variable of a loop that begins here, and what it carries."""
        name = f"_i{self._loops}"
        self._loops += 1
        self._builder.symbols[name], values = self._builder.open_loop(carried)
        return Symbol(name), values

"""`mhlo.select_and_scatter` as a fill and a search of each window, whose find takes one element in.

Padding is never selected: the loops over a window run over what lies inside.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import scf
from xdsl.ir import Block, Region, SSAValue

from ...analysis.index_maps import ZERO, Component, Sizes, linear, product
from ...dialects import mhlo
from ...dialects.mhlo.windows import WindowDimension
from ...dialects.types import element_type_of
from ...symbolic import Expr, Symbol, as_expr, maximum, minimum
from .convolutions.padding import padded_size, window_count
from .elements import as_value
from .kernels.reducing import ScalarBody
from .loop_nests import LoopNest
from .temporaries import Temporaries


def select_and_scatter(made: Temporaries, op: mhlo.SelectAndScatterOp) -> None:
    """Raises NotNative where the interpreter must run it."""
    writer, operands = made.writer, (op.operand, op.source, op.init_value)
    shape, source = writer.shape(op.operand), writer.shape(op.source)
    kernel = _SelectKernel(op, shape, source)
    for size, window, count in zip(shape, kernel.windows, source, strict=True):
        low, high = map(as_expr, window.padding)
        whole = padded_size(size, low, high, 1)
        writer.sizes.same(count, window_count(whole, as_expr(window.size), window.stride, 1))
    writer.sizes.bind_type(op.result.type, shape)
    buffers = [writer.buffer(value) for value in operands]
    writer.flush()
    output = writer.allocate(op.result)
    kernel.call(made, [*buffers, output])
    writer.set_buffer(op.result, output)


class _SelectKernel(LoopNest):
    """`@select(operand, source, init, result, sizes..)`"""

    def __init__(self, op: mhlo.SelectAndScatterOp, shape: Sizes, source: Sizes):
        super().__init__(op, (op.operand, op.source, op.init_value, op.result))
        self._op = op
        self._shape = shape
        self._source = source
        self.windows: list[WindowDimension] = op.window(len(shape))
        self._selects, self._folds = ScalarBody(op.select), ScalarBody(op.scatter)

    def _body(self) -> None:
        builder = self._builder
        initial = self._sink.load(self._op.init_value, ZERO)
        place, _ = self._open()
        self._sink.store(self._op.result, place, initial)
        builder.close_loop(builder.expr(product(self._shape)), lanes=True)
        index = [self._open()[0] for _ in self._source]
        self._window(index)
        for size in reversed(self._source):
            builder.close_loop(builder.expr(size))

    def _window(self, index: Sequence[Expr]) -> None:
        """Folds the element at `index` of the source into the result, unless all is padding."""
        builder, op = self._builder, self._op
        type_ = as_value(element_type_of(op.operand))
        nothing = [builder.constant(-1), builder.constant(0, type_)]
        starts = [
            i * window.stride - window.padding[0]
            for i, window in zip(index, self.windows, strict=True)
        ]
        chosen, _ = self._search(starts, [], nothing)
        source = linear(tuple(map(Component, index)), self._source)
        builder.open(Block())
        builder.symbols["_chosen"] = chosen
        target = Symbol("_chosen")
        old, new = (
            self._sink.load_again(op.result, target),
            self._sink.load_again(op.source, source),
        )
        (total,) = self._folds.apply(builder, [old, new])
        self._sink.store(op.result, target, total)
        builder.here(scf.YieldOp.create())
        then = Region(builder.close())
        found = builder.compare("sge", chosen, builder.constant(0))
        builder.here(scf.IfOp.create(operands=[found], regions=[then, Region()]))

    def _search(
        self, starts: Sequence[Expr], positions: Sequence[Expr], best: Sequence[SSAValue]
    ) -> Sequence[SSAValue]:
        """The place and the element that are selected, `best` so far."""
        axis, builder = len(positions), self._builder
        if axis == len(starts):
            return self._better(positions, best)
        first = maximum(0, -starts[axis])
        room = self._shape[axis] - starts[axis]
        trips = maximum(0, minimum(as_expr(self.windows[axis].size), room) - first)
        trip, carried = self._open(best)
        ends = self._search(starts, [*positions, starts[axis] + first + trip], carried)
        return builder.close_loop(builder.expr(trips), best, ends)

    def _better(self, positions: Sequence[Expr], best: Sequence[SSAValue]) -> Sequence[SSAValue]:
        """The element at `positions`, or `best` where `select` keeps it."""
        builder, (chosen, element) = self._builder, best
        place = linear(tuple(map(Component, positions)), self._shape)
        candidate = self._sink.load_again(self._op.operand, place)
        (keeps,) = self._selects.apply(builder, [element, candidate])
        none = builder.compare("slt", chosen, builder.constant(0))
        takes = builder.either(none, builder.negation(keeps))
        return [
            builder.select(takes, builder.expr(place), chosen),
            builder.select(takes, candidate, element),
        ]

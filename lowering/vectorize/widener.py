"""One loop as a loop over vectors and one over the rest."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, scf, vector
from xdsl.dialects.builtin import VectorType, i1
from xdsl.ir import Block, Region, SSAValue

from ..fusions_to_loops.builder import INDEX, LoopBuilder
from .joins import Join, Stays
from .lanes import Lanes, constant_of

__all__ = ["LoopWidener", "Stays", "constant_of"]


class LoopWidener:
    """Writes a marked loop from 0 in steps of 1 anew."""

    def __init__(self, loop: scf.ForOp, width: int):
        """Raises Stays where what the loop carries is not joined by associative ops."""
        self._loop = loop
        self._width = width
        self._joins = [Join(loop, place) for place in range(len(loop.iter_args))]
        self._builder = LoopBuilder()
        self._count = constant_of(loop.ub)
        parts = 1
        if self._joins:
            # A function takes long enough to keep the processor busy with two.
            dear = any(op.name.startswith("math.") for op in loop.body.block.ops)
            parts = 2 if dear else 4
        if self._count is not None:
            parts = max(1, min(parts, self._count // width))
        self._parts = parts

    def replace(self) -> None:
        """Raises Stays, with nothing changed, where the loop cannot be widened."""
        loop, builder, parent = self._loop, self._builder, self._loop.parent
        assert parent is not None
        builder.open(outer := Block())
        carried = [self._splat(join.start(), join) for join in self._joins]
        middle, many = self._middle()
        if many:
            starts = [start for start in carried for _ in range(self._parts)]
            totals = self._vectors(middle, starts)
            carried = [
                join.of_all(builder, totals[place * self._parts : (place + 1) * self._parts])
                for place, join in enumerate(self._joins)
            ]
        if self._count is None or self._count % (self._width * self._parts):
            carried = self._rest(middle, carried)
        ends = [
            join.of_two(builder, start, join.of_lanes(builder, lanes, self._width))
            for join, start, lanes in zip(self._joins, loop.iter_args, carried, strict=True)
        ]
        builder.close()
        for made in list(outer.ops):
            made.detach()
            parent.insert_op_before(made, loop)
        for result, end in zip(loop.results, ends, strict=True):
            result.replace_all_uses_with(end)
        loop.detach()
        loop.erase()

    def abandon(self) -> None:
        """Nothing that was written uses anything any more."""
        while self._builder.depth >= 0:
            for op in self._builder.close().ops:
                op.drop_all_references()

    def _middle(self) -> tuple[SSAValue, bool]:
        """Where whole vectors end, and whether there may be any."""
        builder, step = self._builder, self._width * self._parts
        if self._count is not None:
            whole = self._count - self._count % step
            return builder.constant(whole), whole > 0
        rest = builder.pure(arith.RemUIOp, (self._loop.ub, builder.constant(step)), INDEX)
        return builder.pure(arith.SubiOp, (self._loop.ub, rest), INDEX), True

    def _vectors(self, end: SSAValue, starts: Sequence[SSAValue]) -> Sequence[SSAValue]:
        """The loop over whole vectors; what it carries, `parts` vectors for each join."""
        builder, (variable, *old) = self._builder, self._loop.body.block.args
        body = Block(arg_types=[INDEX, *(start.type for start in starts)])
        builder.open(body)
        ends = list[list[SSAValue]]()
        for part in range(self._parts):
            offset = builder.constant(part * self._width)
            first: SSAValue = body.args[0]
            if part:
                first = builder.pure(arith.AddiOp, (first, offset), INDEX)
            mine = zip(old, body.args[1 + part :: self._parts], strict=True)
            lanes = Lanes(builder, self._width, (variable, first), mine)
            ends.append(lanes.write(self._loop))
        yields = [ends[part][place] for place in range(len(old)) for part in range(self._parts)]
        return self._close((builder.constant(0), end, self._width * self._parts), starts, yields)

    def _rest(self, begin: SSAValue, starts: Sequence[SSAValue]) -> Sequence[SSAValue]:
        """The loop over what is left, with a mask: one vector for each join."""
        builder, (variable, *old) = self._builder, self._loop.body.block.args
        body = Block(arg_types=[INDEX, *(start.type for start in starts)])
        builder.open(body)
        left = builder.pure(arith.SubiOp, (self._loop.ub, body.args[0]), INDEX)
        mask = builder.pure(vector.CreateMaskOp, (left,), VectorType(i1, [self._width]))
        carried = zip(old, body.args[1:], strict=True)
        ends = Lanes(builder, self._width, (variable, body.args[0]), carried, mask).write(
            self._loop
        )
        yields = [
            builder.pure(arith.SelectOp, (mask, end, before), end.type)
            for end, before in zip(ends, body.args[1:], strict=True)
        ]
        return self._close((begin, self._loop.ub, self._width), starts, yields)

    def _close(
        self,
        bounds: tuple[SSAValue, SSAValue, int],
        starts: Sequence[SSAValue],
        yields: Sequence[SSAValue],
    ) -> Sequence[SSAValue]:
        builder, (low, high, step) = self._builder, bounds
        builder.here(scf.YieldOp.create(operands=yields))
        body = builder.close()
        loop = scf.ForOp.create(
            operands=[low, high, builder.constant(step), *starts],
            result_types=[start.type for start in starts],
            regions=[Region(body)],
        )
        return builder.here(loop).results

    def _splat(self, value: float | int, join: Join) -> SSAValue:
        scalar = self._builder.constant(value, join.element)
        type_ = VectorType(join.element, [self._width])
        return self._builder.pure(vector.BroadcastOp, (scalar,), type_)

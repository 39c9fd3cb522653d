"""Shapes as lists of index values, one for each dimension."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import IndexType, StringAttr, TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialects import sdim
from ...dialects.foreign import shape
from ...dialects.messages import at_place
from ...dialects.sdim import constant_of
from ...dialects.types import is_tensor
from ...materialize.op_builder import OpBuilder

INDEX = IndexType()
Extents = list[SSAValue]


def aligned(shapes: Sequence[Extents]) -> list[Extents]:
    """For each dimension of the common rank, the extents there, aligned at the last dimension."""
    rank = max(map(len, shapes), default=0)
    return [[s[i - rank] for s in shapes if len(s) >= rank - i] for i in range(rank)]


class ExtentBuilder(OpBuilder):
    """Makes index arithmetic for the extents of shapes, and knows which shape has which."""

    def __init__(self) -> None:
        super().__init__()
        self._extents: dict[SSAValue, Extents] = {}

    def extents(self, value: SSAValue) -> Extents | None:
        """The extents of `value`, a shape or a 1-d tensor; None where their number is not known."""
        found = self._extents.get(value)
        if found is not None:
            return found
        if not is_tensor(value.type) or len(value.type.get_shape()) != 1:
            return None
        made = value.owner
        if isinstance(made, tensor.FromElementsOp):
            return list(made.operands)
        if isinstance(made, tensor.CastOp):
            return self.extents(made.source)
        if not value.type.has_static_shape():
            return None
        return [
            self.value(tensor.ExtractOp(value, [self.index(i)], value.type.element_type))
            for i in range(value.type.get_shape()[0])
        ]

    def all_extents(self, values: Sequence[SSAValue]) -> list[Extents] | None:
        found = [self.extents(value) for value in values]
        known = [extents for extents in found if extents is not None]
        return known if len(known) == len(found) else None

    def tensors(self, values: Sequence[SSAValue]) -> list[SSAValue] | None:
        """`values`, shapes or 1-d tensors, as tensors of index; None where one cannot be."""
        found = [self._as_tensor(value) for value in values]
        known = [value for value in found if value is not None]
        return known if len(known) == len(found) else None

    def _as_tensor(self, value: SSAValue) -> SSAValue | None:
        made = value.owner
        if isinstance(made, shape.FromExtentTensorOp | shape.ToExtentTensorOp):
            return self._as_tensor(made.input)
        if is_tensor(value.type) and len(value.type.get_shape()) == 1:
            return value
        extents = self.extents(value)
        return None if extents is None else self._tensor(extents, TensorType(INDEX, [len(extents)]))

    def sizes(self, value: SSAValue) -> Extents | None:
        """The sizes of a tensor of known rank."""
        if not is_tensor(value.type):
            return None
        return [
            self.index(size)
            if size >= 0
            else self.value(
                tensor.DimOp.create(operands=[value, self.index(i)], result_types=[INDEX])
            )
            for i, size in enumerate(value.type.get_shape())
        ]

    def is_shape(self, result: SSAValue, extents: Extents | None) -> bool:
        """Lets `result` be the shape `extents`; whether that is known."""
        if extents is None:
            return False
        self._extents[result] = extents
        if is_tensor(result.type) and result.first_use is not None:
            result.replace_all_uses_with(value := self._tensor(extents, result.type))
            self._extents[value] = extents
        return True

    def _tensor(self, extents: Extents, type: TensorType[Attribute]) -> SSAValue:
        made = TensorType(type.element_type, [len(extents)])
        value = self.value(tensor.FromElementsOp.create(operands=extents, result_types=[made]))
        return value if made == type else self.value(tensor.CastOp(value, type))

    def is_value(self, result: SSAValue, value: SSAValue) -> bool:
        """Lets `result` be `value`."""
        result.replace_all_uses_with(value)
        return True

    def equal(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.value(arith.CmpiOp(a, b, "eq"))

    def fold(self, op: Callable[[SSAValue, SSAValue], Operation], values: Sequence[SSAValue]):
        """All of `values`, at least one, joined by `op`."""
        first, *others = values
        for other in others:
            first = self.value(op(first, other))
        return first

    def holds(self, condition: SSAValue, message: str) -> None:
        """States that `condition`, an i1, must hold."""
        fact = sdim.HoldsOp(condition, strength="assert")
        fact.attributes["why"] = StringAttr(f"{self.at.name}{at_place(self.at)}: {message}")
        self.insert(fact)

    def fits(self, a: SSAValue, b: SSAValue) -> SSAValue | None:
        """Whether extents `a` and `b` broadcast; None where they do for certain."""
        known = (constant_of(a), constant_of(b))
        if a is b or 1 in known or (None not in known and known[0] == known[1]):
            return None
        tests = [self.equal(a, b)]
        tests += [
            self.equal(x, self.index(1)) for x, n in zip((a, b), known, strict=True) if n is None
        ]
        return self.fold(arith.OrIOp, tests)

    def common(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """The extent that `a` and `b` broadcast to."""
        known = (constant_of(a), constant_of(b))
        if a is b or known[1] == 1:
            return a
        if known[0] == 1 or known[1] is not None:
            return b
        if known[0] is not None:
            return a
        return self.value(arith.SelectOp(self.equal(a, self.index(1)), b, a))

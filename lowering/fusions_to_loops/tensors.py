"""The tensors of a function that is lowered: their sizes, their elements, their buffers."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.ir import Attribute, Block, SSAValue

from ...analysis.index_maps import Sizes, product
from ...dialects import mhlo
from ...dialects.mhlo.dense import int_values
from ...dialects.types import element_type_of, is_dense, is_unsigned
from ...symbolic import Expr, Predicate, as_expr
from .builder import INDEX
from .elements import in_memory, is_native
from .kernels.sinks import stored_type
from .kernels.values import NotNative
from .segments import SegmentWriter


class TensorWriter(SegmentWriter):
    """What the tensors of the old function have become."""

    def __init__(self) -> None:
        super().__init__()
        self.constants = dict[Attribute, tuple[mhlo.ConstantOp, SSAValue]]()
        self.entry = Block()
        self.asks_for_memory = False
        """Whether a buffer has a size that is not known before anything runs."""
        self._inner = dict[SSAValue, SSAValue]()
        self._buffers = dict[SSAValue, SSAValue]()
        self._destinations = dict[SSAValue, SSAValue]()
        self._shapes = dict[SSAValue, Sizes]()
        self._placed = dict[SSAValue, SSAValue]()
        self._views = dict[SSAValue, tuple[SSAValue, Sequence[int]]]()

    def shape(self, value: SSAValue) -> Sizes:
        """Raises NotNative where a size is not known."""
        known = self._shapes.get(value)
        return self.sizes.shape_of(value.type) if known is None else known

    def set_shape(self, value: SSAValue, shape: Sizes) -> None:
        """The sizes of a tensor that the old function does not have."""
        self._shapes[value] = shape

    def outer(self, value: SSAValue) -> SSAValue:
        """What a value inside of a group stands for."""
        while value in self._inner:
            value = self._inner[value]
        return value

    def stands_for(self, inner: SSAValue, outer: SSAValue) -> None:
        self._inner[inner] = outer

    def elements(self, value: SSAValue) -> Sequence[Expr]:
        """The elements of a tensor of sizes: known as scalars, or read from its buffer."""
        value = self.outer(value)
        known = self.sizes.elements.get(value)
        if known is not None:
            return known
        shape = self.shape(value)
        count = product(shape).constant_value
        if count is None or count > 16 or not shape:
            raise NotNative("the number of sizes is not known")
        owner = value.owner
        if isinstance(owner, mhlo.ConstantOp) and is_dense(owner.value):
            return tuple(as_expr(i) for i in int_values(owner.value))
        return self._loaded(value, count)

    def _loaded(self, value: SSAValue, count: int) -> tuple[Expr, ...]:
        element = element_type_of(value)
        if is_unsigned(element) or not is_native(element):
            raise NotNative(f"sizes of type {element} have no native form")
        self.flush()
        buffer, builder = self.buffer(value), self.builder
        stored, loaded = in_memory(element_type_of(value)), list[Expr]()
        for place in range(count):
            where = builder.constant(place)
            op = memref.LoadOp.create(operands=[buffer, where], result_types=[stored])
            word = builder.here(op).results[0]
            loaded.append(self.sizes.named(builder.pure(arith.IndexCastOp, (word,), INDEX)))
        self.sizes.elements[value] = tuple(loaded)
        return self.sizes.elements[value]

    def has_elements(self, value: SSAValue) -> bool:
        """Whether a tensor is not in memory, its elements being known as scalars."""
        return self.outer(value) in self.sizes.elements and not self.has_buffer(value)

    def set_elements(self, value: SSAValue, elements: Sequence[Expr]) -> None:
        self.sizes.elements[value] = tuple(elements)

    def known_integer(self, value: SSAValue) -> Expr | None:
        """The one element of a tensor, where it is known as a size; else None."""
        value = self.outer(value)
        owner = value.owner
        if isinstance(owner, mhlo.ConstantOp) and is_dense(owner.value):
            elements = tuple(as_expr(i) for i in int_values(owner.value))
        else:
            elements = self.sizes.elements.get(value, ())
        return elements[0] if len(elements) == 1 else None

    def assume(self, claim: Predicate) -> None:
        """A kernel rests on `claim`."""
        self.sizes.assume(claim)

    def size_flag(self, size: Expr) -> Expr:
        """0 where `size` is 1, else 1."""
        return self.sizes.flag(size)

    def view(self, value: SSAValue, source: SSAValue, order: Sequence[int]) -> None:
        """`value` is `source` with its dimensions in `order`, and has no buffer of its own."""
        base, turned = self.seen(source)
        self._views[value] = base, [turned[d] for d in order]

    @contextmanager
    def viewed(self, value: SSAValue, source: SSAValue, order: Sequence[int]) -> Generator[None]:
        """`value` is a view in between."""
        self.view(value, source, order)
        try:
            yield
        finally:
            del self._views[value]

    def seen(self, value: SSAValue) -> tuple[SSAValue, Sequence[int]]:
        """What has the elements of `value`, and which of its dimensions each one of `value` is."""
        value = self.outer(value)
        return self._views.get(value) or (value, range(len(self.shape(value))))

    def make(self, value: SSAValue, buffer: SSAValue) -> None:
        """`value`, a view until now, has a buffer."""
        value = self.outer(value)
        del self._views[value]
        self._buffers[value] = buffer

    def is_view(self, value: SSAValue) -> bool:
        """Whether a tensor has no buffer of its own."""
        return self.outer(value) in self._views

    def buffer(self, value: SSAValue) -> SSAValue:
        """The buffer of a tensor of the old function."""
        value = self.outer(value)
        if value in self._buffers:
            return self._buffers[value]
        if isinstance(value.owner, mhlo.ConstantOp):
            return self._constant(value.owner)
        if value in self.sizes.elements:
            return self._spilled(value)
        raise NotNative(f"a tensor of type {value.type} has no buffer")

    def has_buffer(self, value: SSAValue) -> bool:
        """Whether a tensor is in memory already."""
        value = self.outer(value)
        return value in self._buffers or isinstance(value.owner, mhlo.ConstantOp)

    def set_buffer(self, value: SSAValue, buffer: SSAValue) -> None:
        self._buffers[value] = buffer

    def _constant(self, op: mhlo.ConstantOp) -> SSAValue:
        known = self.constants.get(op.value)
        if known is None:
            known = op, self.entry.insert_arg(stored_type(op.output), len(self.entry.args))
            self.constants[op.value] = known
        return known[1]

    def _spilled(self, value: SSAValue) -> SSAValue:
        """A buffer that has the known elements of `value`."""
        elements = self.sizes.elements[value]
        buffer = self.allocate(value, as_expr(len(elements)))
        stored = in_memory(element_type_of(value))
        for place, element in enumerate(elements):
            word = self.builder.pure(arith.IndexCastOp, (self.builder.expr(element),), stored)
            where = self.builder.constant(place)
            self.builder.here(memref.StoreOp.create(operands=[word, buffer, where]))
        return buffer

    def allocate(self, value: SSAValue, count: Expr | None = None) -> SSAValue:
        """A new buffer for `value`, or the one that it was meant for from the start."""
        if value in self._placed:
            return self._placed[value]
        if value in self._destinations and self.is_early(value):
            return self._destinations[value]
        return self.fresh(value, count)

    def fresh(self, value: SSAValue, count: Expr | None = None) -> SSAValue:
        """A new buffer with room for `value`."""
        return self.scratch(
            stored_type(value), product(self.shape(value)) if count is None else count
        )

    def scratch(self, type_: Attribute, count: Expr) -> SSAValue:
        """A new buffer of `count` elements."""
        size = self.builder.expr(count)
        self.asks_for_memory |= self.builder.depth_of(size) > 0
        op = memref.AllocOp.create(
            operands=[size],
            result_types=[type_],
            properties={"operandSegmentSizes": DenseArrayBase.from_list(i32, [1, 0])},
        )
        return self.builder.here(op).results[0]

    def intend(self, value: SSAValue, buffer: SSAValue) -> None:
        """`value` is to be made in `buffer`."""
        self._destinations.setdefault(value, buffer)

    def place(self, value: SSAValue, buffer: SSAValue) -> None:
        """`value` is made in `buffer`, which has room for it."""
        self._placed[value] = buffer

    def place_as(self, value: SSAValue, other: SSAValue) -> None:
        """`value` is to be made where `other`, which has its elements, is to be made."""
        if other in self._placed or (other in self._destinations and self.is_early(other)):
            self._placed[value] = self.allocate(other)

    def copy(self, value: SSAValue, buffer: SSAValue) -> None:
        """The elements of `value` are put into `buffer`, unless they are there."""
        source = self.buffer(value)
        if source is not buffer:
            self.flush()
            self.builder.here(memref.CopyOp.create(operands=[source, buffer]))

    def is_early(self, value: SSAValue) -> bool:
        """Whether all sizes of a tensor are known before anything runs."""
        try:
            sizes = [self.builder.expr(size) for size in self.shape(value)]
            return all(self.builder.depth_of(size) == 0 for size in sizes)
        except NotNative:
            return False

"""What is built of lists whose items have different sizes: ragged_types.py."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, IntegerAttr, StringAttr, TensorType, i1, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects import sdim, tf
from ...dialects.messages import at_place, op_name
from ...dialects.tf.checks import constant_integers
from ...dialects.tf_type import ShapeAttr
from ...dialects.types import dense_elements, is_tensor
from ..inline_tf_functions.lists import is_of_list
from .ragged_types import RaggedType


@dataclass(frozen=True, slots=True)
class ItemBuilder:
    """Inserts tf ops before `op`, an op on a list of `type`."""

    op: Operation
    type: RaggedType

    def insert(self, new: Operation) -> None:
        new.location = self.op.location
        Rewriter.insert_op(new, InsertPoint.before(self.op))

    def create(
        self,
        kind: type[Operation],
        operands: Sequence[SSAValue],
        shape: Sequence[int],
        element_type: Attribute = i64,
        **properties: int,
    ) -> SSAValue:
        new = kind.create(
            operands=operands,
            result_types=[TensorType(element_type, shape)],
            properties={name: IntegerAttr(value, i64) for name, value in properties.items()},
        )
        self.insert(new)
        return new.results[0]

    def constant(self, numbers: Sequence[int] | int) -> SSAValue:
        """A scalar or a vector of integers."""
        many = [numbers] if isinstance(numbers, int) else list(numbers)
        type = TensorType(i64, [] if isinstance(numbers, int) else [len(many)])
        new = tf.ConstOp.create(
            properties={"value": dense_elements(type, many)}, result_types=[type]
        )
        self.insert(new)
        return new.results[0]

    def zero(self) -> SSAValue:
        type = TensorType(self.type.element_type, [])
        new = tf.ConstOp.create(
            properties={"value": dense_elements(type, [0])}, result_types=[type]
        )
        self.insert(new)
        return new.results[0]

    def demand(self, holds: SSAValue, message: str) -> None:
        """Asserts `holds`, a truth value."""
        extract = tensor.ExtractOp(holds, [], i1)
        self.insert(extract)
        test = sdim.HoldsOp(extract.result, strength=sdim.Strength.ASSERT)
        test.attributes["why"] = StringAttr(f"{op_name(self.op)}{at_place(self.op)}: {message}")
        self.insert(test)

    def demand_all(self, holds: SSAValue, message: str) -> None:
        """Asserts every element of `holds`."""
        type = holds.type
        assert is_tensor(type)
        axes = self.constant(list(range(type.get_num_dims())))
        self.demand(self.create(tf.AllOp, [holds, axes], [], i1), message)

    def compare(self, kind: type[Operation], a: SSAValue, b: SSAValue) -> SSAValue:
        types = [type for type in (a.type, b.type) if is_tensor(type)]
        shape = max((type.get_shape() for type in types), key=len)
        return self.create(kind, [a, b], shape, i1)

    def pack(self, *scalars: SSAValue) -> SSAValue:
        return self.create(tf.PackOp, scalars, [len(scalars)], axis=0)

    def concat(self, parts: Sequence[SSAValue], type: TensorType[Attribute]) -> SSAValue:
        """`parts` along dimension 0."""
        axis = self.constant(0)
        return self.create(tf.ConcatV2Op, [*parts, axis], type.get_shape(), type.element_type)

    def vector(self, *parts: SSAValue, count: int) -> SSAValue:
        """Vectors, joined to one of `count` elements."""
        return self.concat(parts, TensorType(i64, [count]))

    def take(self, values: SSAValue, places: SSAValue) -> SSAValue:
        """The entries of `values` at `places`."""
        whole, at = values.type, places.type
        assert is_tensor(whole) and is_tensor(at)
        shape = [*at.get_shape(), *whole.get_shape()[1:]]
        operands = [values, places, self.constant(0)]
        return self.create(tf.GatherV2Op, operands, shape, whole.element_type)

    def part(self, values: SSAValue, start: SSAValue | None, stop: SSAValue | None) -> SSAValue:
        """The entries of `values` from `start` up to `stop`, scalars."""
        type = values.type
        assert is_tensor(type)
        zero = self.constant([0])
        return self.create(
            tf.StridedSliceOp,
            [
                values,
                zero if start is None else self.pack(start),
                zero if stop is None else self.pack(stop),
                self.constant([1]),
            ],
            [DYNAMIC_INDEX, *type.get_shape()[1:]],
            type.element_type,
            begin_mask=int(start is None),
            end_mask=int(stop is None),
        )

    def shape(self, value: SSAValue) -> SSAValue:
        type = value.type
        assert is_tensor(type)
        return self.create(tf.ShapeOp, [value], [type.get_num_dims()])

    def size(self, value: SSAValue, dimension: int = 0) -> SSAValue:
        return self.take(self.shape(value), self.constant(dimension))

    def sizes(self, value: SSAValue, first: int, count: int) -> SSAValue:
        """`count` sizes of `value` from dimension `first` on."""
        places = self.constant(list(range(first, first + count)))
        return self.take(self.shape(value), places)

    def product(self, row: SSAValue) -> SSAValue:
        """The product of the elements of a vector."""
        return self.create(tf.ProdOp, [row, self.constant([0])], [])

    def lengths(self, table: SSAValue) -> SSAValue:
        """The number of rows of elements that each item has; 0 for one that is not set."""
        type = self.type.table
        known = self.create(tf.MaximumOp, [table, self.constant(0)], type.get_shape())
        return self.create(tf.ProdOp, [known, self.constant([1])], [DYNAMIC_INDEX])

    def bounds(self, table: SSAValue, places: SSAValue) -> tuple[SSAValue, SSAValue]:
        """Where the elements of the items at `places` begin and end."""
        lengths = self.lengths(table)
        ends = self.create(tf.CumsumOp, [lengths, self.constant(0)], [DYNAMIC_INDEX])
        stop = self.take(ends, places)
        type = stop.type
        assert is_tensor(type)
        start = self.create(tf.SubOp, [stop, self.take(lengths, places)], type.get_shape())
        return start, stop

    def index(self, value: SSAValue) -> SSAValue:
        """`value`, an integer scalar or vector, with 64 bits."""
        type = value.type
        shape = type.get_shape() if is_tensor(type) else ()
        return self.create(tf.CastOp, [value], shape)

    def rows(self, item: SSAValue) -> SSAValue:
        """The elements of `item`, which has its rank, in rows."""
        if self.type.columns == 1:
            return item
        count = self.pack(self.product(self.sizes(item, 0, self.type.columns)))
        shape = self.vector(count, self.constant(self.type.row), count=1 + len(self.type.row))
        values = self.type.values
        return self.create(tf.ReshapeOp, [item, shape], values.get_shape(), values.element_type)

    def unset(self, count: SSAValue) -> SSAValue:
        """A table of `count` items that are not set."""
        shape = self.pack(count, self.constant(self.type.columns))
        return self.create(tf.FillOp, [shape, self.constant(-1)], self.type.table.get_shape())

    def shaped(self, values: SSAValue, *lead: SSAValue, count: int) -> SSAValue:
        """`values` with the sizes `lead`, `count` in all, before those of a row."""
        row = self.type.row
        shape = self.vector(*lead, self.constant(row), count=count + len(row))
        sizes = [DYNAMIC_INDEX] * count + list(row)
        return self.create(tf.ReshapeOp, [values, shape], sizes, self.type.element_type)

    def as_declared(
        self, value: SSAValue, result: SSAValue, element_shape: SSAValue, first: int = 0
    ) -> SSAValue:
        """`value` with what the type of `result` and `element_shape` say of its last dimensions.

        first: the first dimension of items of which `element_shape` speaks
        """
        type, declared = value.type, result.type
        assert is_tensor(type)
        told = constant_integers(element_shape)
        if told is None and not is_of_list(element_shape):
            self._test_element_shape(value, element_shape, first)
        told = list(told or ())[first:]
        wanted = list(declared.get_shape()) if is_tensor(declared) else list(type.get_shape())
        for i in range(1, len(told) + 1):
            if told[-i] >= 0 and i <= len(wanted):
                wanted[-i] = told[-i]
        if wanted == list(type.get_shape()):
            return value
        text = "x".join("?" if size == DYNAMIC_INDEX else str(size) for size in wanted)
        ensured = tf.EnsureShapeOp.create(
            operands=[value],
            result_types=[TensorType(type.element_type, wanted)],
            properties={"shape": ShapeAttr.new([StringAttr(text)])},
        )
        self.insert(ensured)
        return ensured.results[0]

    def _test_element_shape(self, value: SSAValue, element_shape: SSAValue, first: int) -> None:
        """Tests the last sizes of `value` against a vector that only a run knows."""
        assert is_tensor(value.type)
        count = len(self.type.sizes) - first
        places = self.constant(list(range(first, first + count)))
        wanted = self.take(self.index(element_shape), places)
        found = self.sizes(value, value.type.get_num_dims() - count, count)
        free = self.compare(tf.LessOp, wanted, self.constant(0))
        same = self.compare(tf.EqualOp, wanted, found)
        message = "the item must have the size that element_shape gives"
        self.demand_all(self.compare(tf.LogicalOrOp, free, same), message)

    def ranked(self, item: SSAValue, first: int = 0) -> SSAValue:
        """`item` with a type that shows its rank; tests the sizes that all items share.

        first: the first dimension to test
        """
        sizes = self.type.sizes
        if not is_tensor(item.type):
            shape = [DYNAMIC_INDEX] * len(sizes)
            item = self.create(tf.IdentityOp, [item], shape, self.type.element_type)
        assert is_tensor(item.type)
        for d, (size, shown) in enumerate(zip(sizes, item.type.get_shape(), strict=True)):
            if d >= first and size not in (DYNAMIC_INDEX, shown):
                same = self.compare(tf.EqualOp, self.size(item, d), self.constant(size))
                self.demand(same, f"an item must have size {size} in dimension {d}")
        return item

"""Emits ops one after the other, and knows what is known of their sizes and elements so far.

Shape inference runs along: each op is inferred as soon as it is inserted, and its results get the
ranks and static sizes that follow. So a translation may ask for a rank, a size or an element, and
emit what only then is right.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias, cast

import numpy as np
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    BoolAttr,
    FloatAttr,
    IntegerAttr,
    LocationAttr,
    StringAttr,
    TensorType,
    UnknownLoc,
    UnrankedTensorType,
    f32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ...analysis.inference import Inference
from ...dialects import tf
from ...dialects.tf_type import DenseStringAttr, StringType
from ...dialects.types import element_of, is_unranked
from ...materialize.types import retype
from ...symbolic import Expr, Predicate
from ...symbolic.shapes import Shape
from .element_types import constant_of, dtype_of_element
from .nodes import GraphValue, NodeCall, NodeRefused
from .protobuf import Array, Graph

Operand: TypeAlias = SSAValue | int | float | bool | Sequence[int]
"""A number is a scalar of the first operand's element type, a list a vector of i64."""

Rest: TypeAlias = Callable[[Sequence[GraphValue | None]], Sequence[GraphValue]]
"""The outputs of a graph, given those of the node at hand."""


class GraphBuilder:
    """Inserts ops at the end of `block`."""

    def __init__(self, inference: Inference, block: Block):
        self.inference = inference
        self.block = block
        self.location: LocationAttr = UnknownLoc()
        self.arrays = dict[SSAValue, Array]()
        """Values that are constants; bf16 as float32."""
        self.dequantized = dict[SSAValue, NodeCall]()
        """Values of f32 that stand for integers, with the nodes that made them."""
        self.copies = 0
        """How many branches around the place at hand go on to the end of a graph."""
        self._regions = list[Block]()

    # Ops.

    def op(
        self,
        kind: type[Operation],
        *operands: Operand,
        element: Attribute | None = None,
        **more: Any,
    ) -> SSAValue:
        """The one result of a new op; its elements are those of the first operand by default.

        more: properties, as Python values or attributes
        """
        values = self.values(operands)
        element = element_of(values[0].type) if element is None else element
        made = kind.create(
            operands=values,
            result_types=[UnrankedTensorType(element)],
            properties={name: attribute_of(value) for name, value in more.items()},
        )
        return self.insert(made)[0]

    def ops(
        self,
        kind: type[Operation],
        *operands: Operand,
        elements: Sequence[Attribute],
        **more: Any,
    ) -> Sequence[SSAValue]:
        """The results of a new op, of these element types."""
        made = kind.create(
            operands=self.values(operands),
            result_types=[UnrankedTensorType(element) for element in elements],
            properties={name: attribute_of(value) for name, value in more.items()},
        )
        return self.insert(made)

    def values(self, operands: Sequence[Operand]) -> list[SSAValue]:
        first = next((o for o in operands if isinstance(o, SSAValue)), None)
        values = list[SSAValue]()
        for operand in operands:
            if isinstance(operand, SSAValue):
                values.append(operand)
            elif isinstance(operand, Sequence):
                values.append(self.vector(operand))
            else:
                assert first is not None
                values.append(self.number(operand, element_of(first.type)))
        return values

    def insert(self, op: Operation) -> Sequence[SSAValue]:
        """Puts `op` at the end, infers it, and gives its results the types that follow."""
        op.location = self.location
        self.block.add_op(op)
        self.inference.infer_next(op)
        for result in op.results:
            shape = self.inference.shapes.get(result)
            type = element_of(result.type)
            if shape is not None and isinstance(result.type, UnrankedTensorType | TensorType):
                retype(result, TensorType(type, [_static(size) for size in shape]))
        return op.results

    def put(self, op: Operation, shapes: Sequence[Shape | None]) -> Sequence[SSAValue]:
        """Puts `op` at the end, whose results have these shapes: for what is not inferred here."""
        op.location = self.location
        self.block.add_op(op)
        for result, shape in zip(op.results, shapes, strict=True):
            self.inference.shapes[result] = shape
            if shape is not None and is_unranked(result.type):
                retype(result, TensorType(result.type.element_type, [_static(s) for s in shape]))
        return op.results

    @contextmanager
    def region(self, block: Block) -> Generator[None]:
        """What is emitted inside goes to the end of `block`."""
        outer, self.block = self.block, block
        self._regions.append(block)
        try:
            yield
        finally:
            self.block = outer

    def erase_unused_regions(self) -> None:
        """Erases the blocks of regions that no op has got: of branches that were tried."""
        for block in self._regions:
            if block.parent is None:
                block.erase(safe_erase=False)
        self._regions.clear()

    def subgraph(
        self, graph: Graph, arguments: Sequence[GraphValue | None]
    ) -> Sequence[GraphValue]:
        """Emits `graph`, which sees the names around it, for `arguments`; its outputs."""
        raise NotImplementedError

    def rest(self) -> Rest | None:
        """What emits all that follows the node at hand; None where that is in too many branches."""
        raise NotImplementedError

    def check(self, condition: SSAValue, words: str) -> None:
        """Stops a run in which `condition`, a scalar, does not hold."""
        type = TensorType(StringType(), [])
        text = DenseStringAttr([words.encode()], type)
        said = tf.ConstOp.create(result_types=[type], properties={"value": text})
        self.put(said, [()])
        self.insert(tf.AssertOp.create(operands=[condition, *said.results]))

    # Constants.

    def constant(self, array: Any, element: Attribute) -> SSAValue:
        array = np.asarray(array)
        value = constant_of(array, element)
        made = tf.ConstOp.create(result_types=[value.type], properties={"value": value})
        (result,) = self.insert(made)
        self.arrays[result] = np.asarray(array, dtype_of_element(element))
        return result

    def number(self, value: float, element: Attribute) -> SSAValue:
        """A scalar."""
        return self.constant(np.array(value, dtype_of_element(element)), element)

    def like(self, value: float, other: SSAValue) -> SSAValue:
        """A scalar of the element type of `other`."""
        return self.number(value, element_of(other.type))

    def integer(self, value: int) -> SSAValue:
        """A scalar of type i64."""
        return self.number(value, i64)

    def vector(self, values: Sequence[int]) -> SSAValue:
        """A vector of i64."""
        return self.constant(np.array(values, np.int64).reshape(len(values)), i64)

    def ranked(self, element: Attribute, rank: int) -> Attribute:
        """The type of a tensor of unknown sizes."""
        return TensorType(element, [DYNAMIC_INDEX] * rank)

    # What is known.

    def rank(self, value: SSAValue) -> int:
        """The rank; NodeRefused where it is not known."""
        if not self.inference.has_rank(value):
            raise NodeRefused("the rank of an input is not known")
        return len(self.inference.shape(value))

    def has_rank(self, value: SSAValue) -> bool:
        return self.inference.has_rank(value)

    def sizes(self, value: SSAValue) -> Shape:
        self.rank(value)
        return self.inference.sizes(value)

    def static(self, value: SSAValue, axis: int) -> int | None:
        """Size `axis`, where it is a constant."""
        return self.sizes(value)[axis].constant_value

    def static_sizes(self, value: SSAValue) -> tuple[int, ...] | None:
        """The sizes, where all are constants."""
        sizes = [size.constant_value for size in self.sizes(value)]
        known = tuple(size for size in sizes if size is not None)
        return known if len(known) == len(sizes) else None

    def element(self, value: SSAValue) -> Attribute:
        return element_of(value.type)

    def elements(self, value: SSAValue) -> tuple[Expr | None, ...] | None:
        """The integers in a small tensor; None where their number is not known."""
        return self.inference.elements(value)

    def integers(self, value: SSAValue) -> tuple[int, ...] | None:
        """The integers in a tensor, if all are constants."""
        array = self.arrays.get(value)
        if array is not None and array.dtype.kind in "iu":
            return tuple(int(each) for each in array.reshape(-1))
        return self.inference.constants(value)

    def scalar(self, value: SSAValue) -> int | None:
        """The one integer in a tensor, if it is constant."""
        known = self.integers(value)
        return known[0] if known is not None and len(known) == 1 else None

    def count(self, value: SSAValue) -> int:
        """The number of elements of a vector, which must be known."""
        sizes = self.static_sizes(value)
        if sizes is None or len(sizes) > 1:
            raise NodeRefused("the length of an input that lists sizes or axes is not known")
        return sizes[0] if sizes else 1

    def proves(self, claim: Predicate) -> bool:
        return self.inference.facts.proves(claim)


def axis_in(axis: int, rank: int) -> int:
    """`axis` from the front. Raises NodeRefused where there is none."""
    if not -rank <= axis < rank:
        raise NodeRefused(f"axis {axis} is out of range for rank {rank}")
    return axis % rank


def axes_in(axes: Sequence[int], rank: int) -> tuple[int, ...]:
    found = tuple(axis_in(axis, rank) for axis in axes)
    if len(set(found)) < len(found):
        raise NodeRefused(f"axes {list(axes)} name a dimension twice")
    return found


def attribute_of(value: Any) -> Attribute:
    """A Python value as tf ops have it in their properties."""
    if isinstance(value, Attribute):
        return value
    if isinstance(value, bool):
        return BoolAttr.from_bool(value)
    if isinstance(value, int):
        return IntegerAttr(value, i64)
    if isinstance(value, float):
        return FloatAttr(value, f32)
    if isinstance(value, str):
        return StringAttr(value)
    return ArrayAttr([attribute_of(each) for each in cast("Sequence[Any]", value)])


def _static(size: Expr) -> int:
    known = size.constant_value
    return DYNAMIC_INDEX if known is None or known < 0 else known


def sized_type(element: Attribute, shape: Shape | None) -> Attribute:
    """The type of a tensor, with those sizes of `shape` that are numbers."""
    return (
        UnrankedTensorType(element)
        if shape is None
        else TensorType(element, [_static(size) for size in shape])
    )

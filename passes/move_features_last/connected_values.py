"""Values that have one layout: those that ops without a layout of their own connect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import i8, i32
from xdsl.ir import Block, Operation, SSAValue

from ...dialects import mhlo
from ...dialects.mhlo import int_values
from ...dialects.types import QUANTIZED, element_type_of, is_tensor, kind_of, tensor_type
from ..fuse.fusable_ops import is_elementwise
from .layouts import can_be_reordered, features_last, inverse, is_broadcast_to_reorder


@dataclass
class ConnectedValues:
    """Values of one block, and the ops that make them of each other."""

    block: Block
    values: dict[SSAValue, None] = field(default_factory=dict[SSAValue, None])
    ops: set[Operation] = field(default_factory=set[Operation])

    def is_made_here(self, value: SSAValue) -> bool:
        """Whether an op of the block makes it."""
        return isinstance(value.owner, Operation) and value.owner.parent is self.block

    def gain(self) -> int:
        """How many transposes are saved, less those that come instead."""
        return sum(map(self._gain_where_made, self.values)) + sum(
            map(self._gain_of_uses, self.values)
        )

    def _gain_where_made(self, value: SSAValue) -> int:
        made = value.owner
        if not self.is_made_here(value):
            return -1
        if made in self.ops:
            return 0
        if isinstance(made, mhlo.ConvolutionOp) and gives_features_first(made):
            return is_of_bytes(made)
        if isinstance(made, mhlo.TransposeOp):
            return int(int_values(made.permutation) == inverse(features_last(value)))
        free = isinstance(made, mhlo.ConstantOp) or (
            isinstance(made, Operation) and is_broadcast_to_reorder(made)
        )
        return 0 if free else -1

    def _gain_of_uses(self, value: SSAValue) -> int:
        gain, outside = 0, False
        for use in value.uses:
            user = use.operation
            if user in self.ops:
                continue
            here = user.parent is self.block
            if here and isinstance(user, mhlo.ConvolutionOp) and not use.index and self.takes(user):
                gain += is_of_bytes(user)
            elif here and isinstance(user, mhlo.TransposeOp):
                gain += int_values(user.permutation) == features_last(value)
            elif not self.follows(user):
                outside = True
        return gain - outside

    def takes(self, op: mhlo.ConvolutionOp) -> bool:
        """Whether a convolution has one of the values as its image, and may take it moved."""
        return op.lhs in self.values and takes_features_first(op)

    def gives(self, op: mhlo.ConvolutionOp) -> bool:
        """Whether one of the values is a convolution's result, and may be given moved."""
        return op.result in self.values and gives_features_first(op)

    def follows(self, op: Operation) -> bool:
        """Whether `op` takes values in another order as they are: for a size, for sums."""
        if op.parent is not self.block:
            return False
        if isinstance(op, tensor.DimOp):
            return op.source in self.values and isinstance(op.index.owner, arith.ConstantOp)
        if isinstance(op, mhlo.ReduceOp) and op.inputs and all(x in self.values for x in op.inputs):
            gone, order = int_values(op.dimensions), features_last(op.inputs[0])
            kept = [order.index(d) for d in range(len(order)) if d not in gone]
            return kept == sorted(kept)
        return False


def connected(block: Block) -> Iterator[ConnectedValues]:
    """Those that convolutions of bytes with features first in `block` take or give."""
    found = set[SSAValue]()
    for op in block.ops:
        if not isinstance(op, mhlo.ConvolutionOp) or not is_of_bytes(op):
            continue
        seeds = [op.result] if gives_features_first(op) else []
        seeds += [op.lhs] if takes_features_first(op) else []
        for seed in seeds:
            if seed not in found:
                made = connected_to(seed, block)
                found.update(made.values)
                yield made


def connected_to(seed: SSAValue, block: Block) -> ConnectedValues:
    """All that has the layout of `seed`, over ops in `block`."""
    found = ConnectedValues(block)
    waiting = [seed]
    while waiting:
        value = waiting.pop()
        if value in found.values:
            continue
        found.values[value] = None
        users = [use.operation for use in value.uses if value in alike(use.operation)]
        for op in ([value.owner] if isinstance(value.owner, Operation) else []) + users:
            if op.parent is block and op not in found.ops and (all_ := alike(op)):
                found.ops.add(op)
                waiting += all_
    return found


def alike(op: Operation) -> Sequence[SSAValue]:
    """The operands and results of `op` that have one layout, whichever it is; none where it has
    one of its own, or says what it does of each dimension.
    """
    values = [*op.operands, *op.results]
    if is_sharded(op) or not all(is_tensor(v.type) and has_plain_elements(v) for v in values):
        return []
    if isinstance(op, mhlo.PadOp):
        return [op.operand, op.result]
    if isinstance(op, mhlo.DynamicPadOp):
        vectors = op.operands[2:]
        return [op.operand, op.result] if all(map(can_be_reordered, vectors)) else []
    if isinstance(op, mhlo.ReduceWindowOp):
        return [*op.inputs, *op.outputs]
    if not is_elementwise(type(op)):
        return []
    return [v for v in values if is_tensor(v.type) and v.type.get_num_dims()]


def has_plain_elements(value: SSAValue) -> bool:
    """Whether the type of the elements says nothing of dimensions, as quantized ones may."""
    return kind_of(element_type_of(value)) not in (0, QUANTIZED)


def is_sharded(op: Operation) -> bool:
    """Whether an attribute of others splits dimensions of its results among devices."""
    return any(name.endswith("sharding") for name in op.attributes)


def is_of_bytes(op: mhlo.ConvolutionOp) -> bool:
    """Whether it is a product of bytes, which is fastest where features lie side by side."""
    types = [element_type_of(value) for value in (op.lhs, op.rhs, op.result)]
    groups = (op.feature_group_count.value.data, op.batch_group_count.value.data)
    return types == [i8, i8, i32] and groups == (1, 1)


def is_by_feature(op: mhlo.ConvolutionOp) -> bool:
    """Whether each feature is convolved by itself, which no order makes dearer."""
    features = tensor_type(op.lhs).get_shape()[op.dimension_numbers.data.input_feature_dimension]
    return op.batch_group_count.value.data == 1 < op.feature_group_count.value.data == features


def gives_features_first(op: mhlo.ConvolutionOp) -> bool:
    """Whether the result is `[batch, feature, spatial …]`, and may be made in another order."""
    numbers = op.dimension_numbers.data
    spatial = numbers.output_spatial_dimensions
    order = (numbers.output_batch_dimension, numbers.output_feature_dimension, *spatial)
    return _is_first(order) and _may_move(op)


def takes_features_first(op: mhlo.ConvolutionOp) -> bool:
    """Whether the image is `[batch, feature, spatial …]`, and may be taken in another order."""
    numbers = op.dimension_numbers.data
    spatial = numbers.input_spatial_dimensions
    order = (numbers.input_batch_dimension, numbers.input_feature_dimension, *spatial)
    return _is_first(order) and _may_move(op)


def _may_move(op: mhlo.ConvolutionOp) -> bool:
    has_ranks = is_tensor(op.lhs.type) and is_tensor(op.result.type)
    return has_ranks and (is_of_bytes(op) or is_by_feature(op)) and not is_sharded(op)


def _is_first(order: tuple[int, ...]) -> bool:
    return order == tuple(range(len(order))) and len(order) > 2

"""Ops between the processes of a distributed program.

Semantics: the StableHLO specification, whose clauses the verifiers cite. What depends on the
number of processes is not judged.
"""

from __future__ import annotations

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IntegerAttr, UnitAttr
from xdsl.ir import Operation
from xdsl.irdl import (
    IRDLOperation,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    var_operand_def,
    var_result_def,
)

from ..deferred import op_definition
from ..pure import PureOp
from ..types import DYNAMIC, TypeShape, rank_of, shape_of
from .attributes import ChannelHandleAttr
from .checks import (
    check_at_least,
    check_dimension,
    check_operands,
    check_result_shape,
    check_same_element,
    check_same_shape,
    check_tensor,
    check_unique,
    check_values,
    fail,
)
from .dense import int_values, pair_values
from .regions import check_compatible, check_element, check_reducer


def check_groups(op: Operation, groups: DenseIntOrFPElementsAttr) -> None:
    """A matrix of process numbers, none twice; -1 fills rows up."""
    if len(groups.get_shape()) != 2:
        fail(op, f"replica_groups has type {groups.type}, a 2-D tensor is needed")
    members = [value for value in int_values(groups) if value != -1]
    check_unique(op, "replica_groups", members, "C1")
    # As none is twice, a greater number than there are members leaves out a smaller one.
    missing = set(range(len(members))) - set(members)
    if missing and min(missing) < max(members):
        fail(op, f"replica_groups lacks the process {min(missing)}", "C1")


@op_definition
class AllGatherOp(IRDLOperation):
    """The operands of all processes of a group, concatenated along `all_gather_dim`."""

    name = "mhlo.all_gather"

    inputs = var_operand_def()
    all_gather_dim = prop_def(IntegerAttr)
    replica_groups = prop_def(DenseIntOrFPElementsAttr)
    channel_handle = opt_prop_def(ChannelHandleAttr)
    use_global_device_ids = opt_prop_def(UnitAttr)
    outputs = var_result_def()

    def verify_(self) -> None:
        check_groups(self, self.replica_groups)
        dimension = self.all_gather_dim.value.data
        for index, type_ in enumerate(check_operands(self)):
            shape = shape_of(type_)
            rank = rank_of(shape)
            check_dimension(self, "all_gather_dim", dimension, rank, "C1")
            if index >= len(self.results):
                fail(self, f"found {len(self.results)} results, {len(self.operands)} are needed")
            result = check_tensor(self, f"result {index}", self.results[index].type)
            check_same_element(self, f"operand {index}", type_, f"result {index}", result)
            if shape is not None:
                expected = [DYNAMIC if i == dimension else size for i, size in enumerate(shape)]
                check_result_shape(self, expected, result, "C6", index)


@op_definition
class AllReduceOp(IRDLOperation):
    """The operands of all processes of a group, folded element by element."""

    name = "mhlo.all_reduce"

    inputs = var_operand_def()
    replica_groups = prop_def(DenseIntOrFPElementsAttr)
    channel_handle = opt_prop_def(ChannelHandleAttr)
    use_global_device_ids = opt_prop_def(UnitAttr)
    outputs = var_result_def()
    computation = region_def("single_block")

    def verify_(self) -> None:
        check_groups(self, self.replica_groups)
        types = check_operands(self)
        if len(self.results) != len(types):
            fail(self, f"found {len(self.results)} results, {len(types)} are needed", "C6")
        for index, (type_, result) in enumerate(zip(types, self.results, strict=True)):
            (element,) = check_reducer(
                self, "the computation", self.computation, [type_.element_type], "C5"
            )
            result_type = check_tensor(self, f"result {index}", result.type)
            check_same_shape(self, f"operand {index}", type_, f"result {index}", result_type, "C6")
            check_element(self, f"result {index}", result_type, element, "C7")


@op_definition
class ReduceScatterOp(IRDLOperation):
    """`all_reduce` of which each process keeps its part along `scatter_dimension`."""

    name = "mhlo.reduce_scatter"

    operand = operand_def()
    scatter_dimension = prop_def(IntegerAttr)
    replica_groups = prop_def(DenseIntOrFPElementsAttr)
    channel_handle = opt_prop_def(ChannelHandleAttr)
    use_global_device_ids = opt_prop_def(UnitAttr)
    result = result_def()
    computation = region_def("single_block")

    def verify_(self) -> None:
        check_groups(self, self.replica_groups)
        operand, result = check_values(self)
        (element,) = check_reducer(
            self, "the computation", self.computation, [operand.element_type], "C7"
        )
        check_element(self, "the result", result, element, "C9")
        shape = shape_of(operand)
        dimension = self.scatter_dimension.value.data
        check_dimension(self, "scatter_dimension", dimension, rank_of(shape), "C2")
        if shape is not None:
            expected = [DYNAMIC if i == dimension else size for i, size in enumerate(shape)]
            check_result_shape(self, expected, result, "C8")
            self._check_parts(shape[dimension], shape_of(result), dimension)

    def _check_parts(self, whole: int, result: TypeShape | None, dimension: int) -> None:
        """The size of all parts is a multiple of that of one."""
        part = DYNAMIC if result is None else result[dimension]
        if DYNAMIC not in (whole, part) and (part == 0 or whole % part):
            fail(self, f"size {whole} of dimension {dimension} is no multiple of {part}", "C8")


@op_definition
class AllToAllOp(IRDLOperation):
    """Parts of the operand exchanged between the processes of a group."""

    name = "mhlo.all_to_all"

    operand = var_operand_def()
    split_dimension = opt_prop_def(IntegerAttr)
    concat_dimension = opt_prop_def(IntegerAttr)
    split_count = opt_prop_def(IntegerAttr)
    replica_groups = prop_def(DenseIntOrFPElementsAttr)
    channel_handle = opt_prop_def(ChannelHandleAttr)
    outputs = var_result_def()

    def verify_(self) -> None:
        check_groups(self, self.replica_groups)
        if self.split_count is not None:
            check_at_least(self, "split_count", (self.split_count.value.data,), 1, "C4")
        if len(self.operand) != len(self.outputs):
            fail(self, f"found {len(self.operand)} operands and {len(self.outputs)} results")
        places = (
            ("split_dimension", self.split_dimension, "C1"),
            ("concat_dimension", self.concat_dimension, "C3"),
        )
        for type_ in check_operands(self):
            rank = rank_of(shape_of(type_))
            for name, place, clause in places:
                if place is not None:
                    check_dimension(self, name, place.value.data, rank, clause)


@op_definition
class CollectiveBroadcastOp(IRDLOperation):
    """The operand of the first process of each group, in all processes of the group."""

    name = "mhlo.collective_broadcast"

    operand = operand_def()
    replica_groups = prop_def(DenseIntOrFPElementsAttr)
    channel_handle = opt_prop_def(ChannelHandleAttr)
    result = result_def()

    def verify_(self) -> None:
        check_groups(self, self.replica_groups)
        check_compatible(self, "operand 0", self.operand.type, "the result", self.result.type, "C3")


@op_definition
class CollectivePermuteOp(IRDLOperation):
    """The operand of the process that is the source of this one, zeros where there is none."""

    name = "mhlo.collective_permute"

    operand = operand_def()
    source_target_pairs = prop_def(DenseIntOrFPElementsAttr)
    channel_handle = opt_prop_def(ChannelHandleAttr)
    result = result_def()

    def verify_(self) -> None:
        pairs = self.source_target_pairs
        if len(shape := pairs.get_shape()) != 2 or shape[1] != 2:
            fail(self, f"source_target_pairs has type {pairs.type}, rows of two are needed", "C1")
        sources, targets = zip(*pair_values(pairs), strict=True) if shape[0] else ((), ())
        check_unique(self, "sources in source_target_pairs", sources, "C2")
        check_unique(self, "targets in source_target_pairs", targets, "C3")
        check_compatible(self, "operand 0", self.operand.type, "the result", self.result.type, "C5")


@op_definition
class CrossReplicaSumOp(IRDLOperation):
    """The sum of the operands of all replicas of a group."""

    name = "mhlo.cross-replica-sum"

    operand = operand_def()
    replica_groups = prop_def(DenseIntOrFPElementsAttr)
    result = result_def()

    def verify_(self) -> None:
        check_groups(self, self.replica_groups)
        check_compatible(self, "operand 0", self.operand.type, "the result", self.result.type)


@op_definition
class ReplicaIdOp(PureOp):
    """The number of this replica.

    ```mlir
    %r = mhlo.replica_id : tensor<ui32>
    ```
    """

    name = "mhlo.replica_id"

    result = result_def()
    assembly_format = "attr-dict `:` type($result)"


@op_definition
class PartitionIdOp(PureOp):
    """The number of this partition."""

    name = "mhlo.partition_id"

    result = result_def()
    assembly_format = "attr-dict `:` type($result)"

"""Sizes that data decides, as the bounds that arguments decide: XLA runs static sizes only.

```mlir
%y = mhlo.real_dynamic_slice %x, [0], [%count], [1] : tensor<?xf32, [@n]> -> tensor<?xf32, [@c]>
%r = "mhlo.dynamic_gather"(%y, %i, …)
```
becomes
```mlir
%i_1 = mhlo.minimum %i, %count - 1
%r = "mhlo.dynamic_gather"(%x, %i_1, …)
```
What is of the size `@c` is computed for all of `@n`; what is behind its end is never read. That is
so where every op of that size is elementwise, a gather, or makes or moves elements; else, and where
such a value is returned, all stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects import arith, func, tensor
from xdsl.dialects.builtin import IndexType, ModuleOp, TensorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from ...analysis.analyze import analyze
from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo, sdim
from ...dialects.mhlo.dense import dense_i64
from ...dialects.types import element_type_of, is_integer, is_tensor, tensor_type
from ...materialize.guards import guards_of, is_of_sizes
from ...materialize.sizes import SizeValues
from ...materialize.types import retype
from ...passes.fuse.fusable_ops import is_elementwise
from ...symbolic import Expr, minimum, substitute
from .scalar_builder import ScalarBuilder


def compute_at_bounds(module: ModuleOp) -> None:
    """Replaces every size of data whose uses allow it by the size that it was cut from."""
    cuts = [
        op
        for op in module.walk()
        if isinstance(op, mhlo.RealDynamicSliceOp) and not is_of_sizes(op.limit_indices)
    ]
    demanded = {name for fact in guards_of(module) for name in fact.symbols()} if cuts else ()
    for op in cuts:
        function = op.parent_op()
        if not isinstance(function, func.FuncOp):
            continue
        cut = _Cut.of(op, analyze(module))
        if cut is not None and cut.name not in demanded:
            users = list(cut.users(function))
            if all(map(cut.allows, users)):
                _Widening(cut, function).rewrite(users)


class _Cut:
    """A slice from 0 to a count of the run, whose result has the symbol `name` for a size."""

    def __init__(
        self, op: mhlo.RealDynamicSliceOp, dimension: int, name: str, analysis: ShapeAnalysis
    ):
        self.op, self.dimension, self.name, self.analysis = op, dimension, name, analysis
        self.bound = analysis.facts.simplify(analysis.shape(op.operand)[dimension])

    @staticmethod
    def of(op: mhlo.RealDynamicSliceOp, analysis: ShapeAnalysis) -> _Cut | None:
        starts, steps = analysis.constants(op.start_indices), analysis.constants(op.strides)
        if starts is None or steps is None or {*starts} != {0} or {*steps} != {1}:
            return None
        if not isinstance(op.limit_indices.owner, tensor.FromElementsOp):
            return None
        pairs = zip(analysis.shape(op.operand), analysis.shape(op.result), strict=True)
        cut = [d for d, (whole, part) in enumerate(pairs) if whole != part]
        if len(cut) != 1:
            return None
        name = analysis.shape(op.result)[cut[0]].symbol_name
        if name is None or analysis.facts.solutions(name):
            return None
        found = _Cut(op, cut[0], name, analysis)
        given = {n for f in functions_of(op) for a in f.args for n in found.names(a)}
        plain = found.bound.constant_value is not None or found.bound.symbol_name in given
        return found if plain and name not in given else None

    def names(self, value: SSAValue) -> set[str]:
        """The symbols in the sizes of `value`."""
        if not is_tensor(value.type):
            return set()
        return {name for size in self.analysis.shape(value) for name in size.symbols()}

    def dims(self, value: SSAValue) -> list[int] | None:
        """The dimensions of `value` that have the size; None where it is part of another one."""
        if self.name not in self.names(value):
            return []
        found = [size.symbol_name == self.name for size in self.analysis.shape(value)]
        other = any(
            self.name in size.symbols() and not whole
            for size, whole in zip(self.analysis.shape(value), found, strict=True)
        )
        return None if other else [d for d, whole in enumerate(found) if whole]

    def users(self, function: func.FuncOp) -> Iterator[Operation]:
        """The ops that read or make a value of the size, or a shape with it."""
        for op in function.walk():
            if any(self.name in self.names(value) for value in (*op.operands, *op.results)) or (
                isinstance(op, _SHAPED) and any(map(self.is_in_shape, op.operands[1:]))
            ):
                yield op

    def is_in_shape(self, value: SSAValue) -> bool:
        """Whether an element of `value` is computed from the size."""
        elements = self.analysis.elements(value) if is_tensor(value.type) else None
        return any(e is not None and self.name in e.symbols() for e in elements or ())

    def allows(self, op: Operation) -> bool:
        """Whether what `op` makes of elements before the end is the same if more come after."""
        dims = [self.dims(value) for value in (*op.operands, *op.results)]
        if None in dims or op.parent_op() is not self.op.parent_op():
            return False
        if op is self.op or isinstance(op, tensor.DimOp | sdim.ElementsOp):
            return True
        if is_elementwise(type(op)):
            return all(found == dims[-1] for found in dims)
        if isinstance(op, mhlo.DynamicIotaOp):
            return True
        if isinstance(op, mhlo.DynamicBroadcastInDimOp):
            return dims[0] == [] and op.operand.type != op.result.type and self._adds(op)
        if isinstance(op, mhlo.GatherOp | mhlo.DynamicGatherOp):
            return self._gathers(op)
        return False

    def _adds(self, op: mhlo.DynamicBroadcastInDimOp) -> bool:
        """Whether the dimensions of the size are new ones, or repeat a size of 1."""
        targets = mhlo.int_values(op.broadcast_dimensions)
        shape = tensor_type(op.operand).get_shape()
        found = self.dims(op.result) or []
        return all(shape[d] == 1 for d, target in enumerate(targets) if target in found)

    def _gathers(self, op: mhlo.GatherOp | mhlo.DynamicGatherOp) -> bool:
        """Whether places in the size, if any, are picked one by one by their own indices."""
        numbers = op.dimension_numbers.data
        read = self.dims(op.operand) or []
        if isinstance(op, mhlo.GatherOp) and read:
            return False
        alone = not read or (
            tuple(read) == numbers.start_index_map
            and {*read} <= {*numbers.collapsed_slice_dims}
            and is_integer(element_type_of(op.start_indices))
        )
        if isinstance(op, mhlo.DynamicGatherOp) and read:
            elements = self.analysis.elements(op.slice_sizes) or ()
            alone = alone and all(e is not None or d in read for d, e in enumerate(elements))
        vector = numbers.index_vector_dim in (self.dims(op.start_indices) or [])
        return alone and not vector and not numbers.operand_batching_dims


_SHAPED = (mhlo.DynamicIotaOp, mhlo.DynamicBroadcastInDimOp, mhlo.DynamicGatherOp)
"""Ops with a shape operand, their last."""


def functions_of(op: Operation) -> list[func.FuncOp]:
    """The function around `op`."""
    parent = op.parent_op()
    return [parent] if isinstance(parent, func.FuncOp) else []


class _Widening:
    """Rewrites the users of one cut."""

    def __init__(self, cut: _Cut, function: func.FuncOp):
        self.cut, self.sizes = cut, SizeValues(cut.analysis, function)
        limits = cut.op.limit_indices.owner
        assert isinstance(limits, tensor.FromElementsOp)
        self.count = limits.elements[cut.dimension]

    def rewrite(self, users: Sequence[Operation]) -> None:
        for op in users:
            if isinstance(op, mhlo.DynamicGatherOp) and self.cut.dims(op.operand):
                self._clamp(op)
        for op in users:
            if isinstance(op, _SHAPED):
                self._widen_shape(op)
        for op in users:
            if isinstance(op, tensor.DimOp):
                self._keep_count(op)  # while types tell where the size is
        for op in users:
            for result in op.results:
                if self.cut.dims(result):
                    retype(result, self._widened(result))
        Rewriter.replace_op(self.cut.op, [], [self.cut.op.operand])

    def _widened(self, value: SSAValue) -> Attribute:
        entries = list[str | int]()
        shape = self.cut.analysis.shape(value)
        for size in shape:
            wide = self._wide(size)
            name = wide.symbol_name
            constant = wide.constant_value
            assert name is not None or constant is not None
            entries.append(name if name is not None else constant or 0)
        return sdim.encoded_type(element_type_of(value), entries)

    def _wide(self, size: Expr) -> Expr:
        return substitute(size, {self.cut.name: self.cut.bound})

    def _widen_shape(self, op: Operation) -> None:
        vector = op.operands[-1]
        picked = self.cut.dims(op.operands[0]) if isinstance(op, mhlo.DynamicGatherOp) else []
        elements = self.cut.analysis.elements(vector) or ()
        if not picked and not self.cut.is_in_shape(vector):
            return
        one = minimum(1, self.cut.bound)
        element = tensor_type(vector).element_type
        assert isinstance(element, IndexType) or is_integer(element)
        wide = list[Expr]()
        for d, e in enumerate(elements):
            size = one if d in (picked or ()) else e
            assert size is not None
            wide.append(self._wide(size))
        op.operands[len(op.operands) - 1] = self.sizes.tensor(wide, op, element)

    def _keep_count(self, op: tensor.DimOp) -> None:
        place = self.cut.analysis.constants(op.index)
        dims = self.cut.dims(op.source) or []
        if place is not None and place[0] in dims:
            op.result.replace_all_uses_with(self._as_index(op))

    def _as_index(self, at: Operation) -> SSAValue:
        if isinstance(self.count.type, IndexType):
            return self.count
        return ScalarBuilder(at).create(arith.IndexCastOp, [self.count], IndexType())

    def _clamp(self, op: mhlo.DynamicGatherOp) -> None:
        """Moves indices inside of the count, as the gather did by the size."""
        builder, indices = ScalarBuilder(op), op.start_indices
        type_ = tensor_type(indices)
        one = builder.index(1)
        last = builder.create(arith.SubiOp, [self._as_index(op), one], IndexType())
        number = builder.create(arith.IndexCastOp, [last], type_.element_type)
        scalar = builder.create(tensor.FromElementsOp, [number], TensorType(type_.element_type, []))
        wide = [self._wide(size) for size in self.cut.analysis.shape(indices)]
        shape = self.sizes.shape_tensor(wide, op)
        limit = builder.create(
            mhlo.DynamicBroadcastInDimOp, [scalar, shape], type_, broadcast_dimensions=dense_i64([])
        )
        clamped = builder.create(mhlo.MinimumOp, [indices, limit], type_)
        op.operands[1] = clamped

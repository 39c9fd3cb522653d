"""Values that go into and out of regions, cast where static sizes of one place differ.

```mlir
%0 = "tf.IfRegion"(%p) ({ … "tf.Yield"(%a) : (tensor<1xf32>) -> () }, …) : … -> tensor<3xf32>
```
becomes
```mlir
%0 = "tf.IfRegion"(%p) ({
  %1 = tensor.cast %a : tensor<1xf32> to tensor<?xf32>
  "tf.Yield"(%1) : (tensor<?xf32>) -> ()
```

A size that a loop changes is another one on each trip, and a branch that later ops rule out gives
what nobody takes: each of the types is right, and ops with regions want them to be compatible.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import scf, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, ModuleOp, TensorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ..analysis.module_parts import ops_below
from ..dialects import mhlo, tf
from ..dialects.types import is_tensor

BRANCHES = (tf.IfRegionOp, tf.CaseRegionOp, mhlo.IfOp, mhlo.CaseOp, scf.IfOp, scf.IndexSwitchOp)
LOOPS = (tf.WhileRegionOp, mhlo.WhileOp)


def reconcile_types(module: ModuleOp) -> None:
    """Makes the types around each region of `module` compatible."""
    for op in ops_below(module):
        reconcile(op)


def reconcile(op: Operation) -> None:
    """Makes the types of what `op`, a branch or a loop, takes and gives compatible."""
    if not op.regions:
        return
    if isinstance(op, BRANCHES):
        for region in op.regions:
            end = region.block.last_op if region.blocks else None
            for i, result in enumerate(op.results):
                if end is not None and i < len(end.operands):
                    _agree([(end, i)], [result])
    elif isinstance(op, LOOPS):
        cond, body = (region.block for region in op.regions)
        end = body.last_op
        for i, result in enumerate(op.results):
            if end is not None and i < len(end.operands):
                _agree([(op, i), (end, i)], [cond.args[i], body.args[i], result])


def _agree(uses: Sequence[tuple[Operation, int]], others: Sequence[SSAValue]) -> None:
    """Casts the operands `uses` to forget each static size in which they or `others` differ."""
    values = [user.operands[i] for user, i in uses]
    types = [value.type for value in (*values, *others)]
    if all(type == types[0] for type in types) or not all(map(is_tensor, types)):
        return
    shapes = [type.get_shape() for type in types if is_tensor(type)]
    if len({len(shape) for shape in shapes}) > 1:
        return
    differ = [len(set(column) - {DYNAMIC_INDEX}) > 1 for column in zip(*shapes, strict=True)]
    for user, i in uses:
        value = user.operands[i]
        wider = _widened(value.type, differ)
        if wider is not None:
            cast = tensor.CastOp(value, wider)
            Rewriter.insert_op(cast, InsertPoint.before(user))
            user.operands[i] = cast.dest


def _widened(type: Attribute, differ: Sequence[bool]) -> TensorType[Attribute] | None:
    """`type` with unknown sizes, which have no symbol, where `differ`; None where it has them."""
    assert is_tensor(type)
    sizes = type.get_shape()
    if not any(d and size != DYNAMIC_INDEX for d, size in zip(differ, sizes, strict=True)):
        return None
    shape = [DYNAMIC_INDEX if d else size for d, size in zip(differ, sizes, strict=True)]
    return TensorType(type.element_type, shape)

"""Leaves no tf function calls, variables or lists: regions, arguments and tensors take their place.

```mlir
func.func @main(%x: tensor<?xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  %0 = "tf.If"(%p, %x) <{then_branch = @f, else_branch = @g}> : (tensor<i1>, tensor<?xf32>) -> tensor<?xf32>
```
becomes
```mlir
func.func @main(%x: tensor<?xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  %0 = "tf.IfRegion"(%p) ({ … "tf.Yield"(%1) }, { … "tf.Yield"(%2) }) : (tensor<i1>) -> tensor<?xf32>
```

Called functions are copied to where they are called, so each copy has the sizes of its own call;
functions that only calls used are gone afterwards. Recursion is an error. What a loop carries and
never changes is moved out of it. Variables that are only read become arguments; a list of tensors
of one shape becomes a tensor with a leading dimension.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp, StringAttr, SymbolRefAttr
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...analysis.callees import CALLERS, CALLS, callees_of
from ...analysis.module_parts import instances_below
from ...dialects import tf
from ...materialize.places import keeping_places
from .lists import lists_to_tensors
from .open_loop_results import open_loop_results
from .promises import forget_promises
from .quantized_types import quantized_to_integers
from .ragged_variants import unwrap_ragged_items
from .regions import (
    Insert,
    TfError,
    before,
    case_region,
    if_region,
    simplify_loop,
    viewed_as,
    while_region,
)
from .variables import drop_bookkeeping, variables_to_arguments

REGIONS: dict[type[Operation], Callable[..., Operation]] = {
    tf.IfOp: if_region,
    tf.CaseOp: case_region,
    tf.WhileOp: while_region,
}
"""What makes an op with regions out of one that names functions."""
MOST_OPS = 200_000
"""Of a function with what it calls, which is copied for each call: this may grow exponentially.
A module of many ops may become ten times as many."""


@dataclass(frozen=True)
class InlineTfFunctionsPass(ModulePass):
    """Inlines tf functions; variables become arguments, lists become tensors."""

    name = "tieshape-inline-tf-functions"

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        functions = {f.sym_name.data: f for f in op.body.block.ops if isinstance(f, func.FuncOp)}
        for function in functions.values():
            if function.body.blocks:
                quantized_to_integers(function)
        Inliner(functions).run()
        for function in functions.values():
            if function.parent is not None and function.body.blocks:
                drop_bookkeeping(function)
                for loop in instances_below(function, tf.WhileRegionOp):
                    simplify_loop(loop)
                open_loop_results(function)
                forget_promises(function)
                variables_to_arguments(function)
                unwrap_ragged_items(function)
                lists_to_tensors(function)


class Inliner:
    """Replaces every use of a function by a copy of its body, callees first."""

    def __init__(self, functions: dict[str, func.FuncOp]):
        self.functions = functions
        self._path: list[str] = []
        self._sizes = dict[str, int]()
        """How many ops the functions have that were visited, with all that they call."""
        self._own = {name: sum(1 for _ in f.walk()) for name, f in functions.items()}
        self._most = max(MOST_OPS, 10 * sum(self._own.values()))
        self._called = set[str]()

    def run(self) -> None:
        for name in self.functions:
            self._visit(name, self.functions[name])
        for name in self._called:
            function = self.functions[name]
            visibility = function.sym_visibility
            if isinstance(visibility, StringAttr) and visibility.data == "private":
                Rewriter.erase_op(function)

    def _visit(self, name: str, at: Operation) -> None:
        if name in self._path:
            circle = [*self._path[self._path.index(name) :], name]
            words = " -> ".join(f"@{part}" for part in circle)
            raise TfError(at, f"recursion cannot be compiled: {words}")
        if name in self._sizes:
            return
        self._path.append(name)
        size = self._own[name]
        for op in instances_below(self.functions[name], *CALLERS):
            callees = [self._function(op, callee) for callee in callees_of(op)]
            if callees and all(callee is not None for callee in callees):
                bodies = [callee for callee in callees if callee is not None]
                for body in bodies:
                    self._called.add(body.sym_name.data)
                    self._visit(body.sym_name.data, op)
                    size += self._sizes[body.sym_name.data]
                if size > self._most:
                    raise TfError(op, f"@{name} and all that it calls are over {self._most:,} ops")
                expand(op, bodies)
        self._path.pop()
        self._sizes[name] = size

    def _function(self, op: Operation, name: SymbolRefAttr) -> func.FuncOp | None:
        """The function to copy; None for `func.call` of one without a body, which stays a call."""
        function = self.functions.get(name.string_value())
        if function is not None and len(function.body.blocks) == 1:
            return function
        if isinstance(op, func.CallOp):
            return None
        state = "does not exist" if function is None else "has not one block"
        raise TfError(op, f"{name} {state}; a function with one block is needed")


def expand(op: Operation, bodies: Sequence[func.FuncOp]) -> None:
    """Replaces `op` by copies of `bodies`."""
    insert = before(op)
    if isinstance(op, CALLS):
        results = copy_body(bodies[0], op.operands, insert)
        values = [
            viewed_as(value, result.type, insert)
            for value, result in zip(results, op.results, strict=True)
        ]
    else:
        new = REGIONS[type(op)](op, bodies, copy_body, insert)
        insert(new)
        values = new.results
    for old, value in zip(op.results, values, strict=True):
        old.replace_all_uses_with(value)
        value.name_hint = value.name_hint or old.name_hint
    Rewriter.erase_op(op)


def copy_body(
    function: func.FuncOp, arguments: Sequence[SSAValue], insert: Insert
) -> list[SSAValue]:
    """Copies the ops of `function` with `arguments`; the values that it returns."""
    block = function.body.block
    values = dict[SSAValue, SSAValue]()
    for arg, argument in zip(block.args, arguments, strict=True):
        values[arg] = viewed_as(argument, arg.type, insert)
    for op in block.ops:
        if isinstance(op, func.ReturnOp):
            return [values.get(operand, operand) for operand in op.operands]
        insert(op.clone(values))
    raise TfError(function, "the body does not end in func.return")

"""Runs the op rules and writes what they find into the IR.

```mlir
func.func @main(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<*xf32> {
  %0 = "tf.ConcatV2"(%x, %x, %one) : (...) -> tensor<*xf32>
```
becomes
```mlir
sdim.constraints {
  %0 = sdim.size @S2
  ...
  sdim.equal %0, %twice_S1
}
func.func @main(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S2]> {
```

Types of all values and the functions' results are refined; what ops need and is not proved is
stated with strength `assert`. Where a rule must choose (a broadcast: equal, or one of the sizes 1)
and neither facts nor the type decide, the branch that the symbols' hints satisfy is taken and
stated with strength `expect`; without hints, or with `undecided="version"`, the rule stays general.
A size that only the type of a loop's result tells, and its body does not, is tested after the loop.
Functions that share symbols get symbols of their own first. A size that contradicts what is known
is an error at the op that finds it.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from ...analysis.analyze import infer
from ...analysis.constraint_cache import read_next_like
from ...analysis.fixed_types import check_fixed_types
from ...materialize.constraints import InferenceWriter
from ...materialize.places import keeping_places
from ...rules.rule import RuleTable
from ...rules.table import known_rules
from ..inline_tf_functions.open_loop_results import open_loop_results
from .ragged_lists import split_ragged_lists
from .split_ranks import split_ranks
from .uniquify_symbols import uniquify_symbols
from .unroll_generates import unroll_generates

UNDECIDED = ("guard", "version")


@dataclass(frozen=True)
class InferShapesPass(ModulePass):
    """Infers the shape of every value and writes encodings and facts."""

    name = "tieshape-infer-shapes"

    undecided: str = "guard"
    """"guard": where facts do not decide, follow the hints and expect it; "version": stay general.
    """

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        self.infer(op, known_rules())

    def infer(self, module: ModuleOp, rules: RuleTable) -> None:
        """Infers with `rules`, which may hold more than tieshape's own."""
        if self.undecided not in UNDECIDED:
            choices = " or ".join(UNDECIDED)
            raise PassFailedException(f"undecided must be {choices}, got {self.undecided!r}")
        check_fixed_types(module)
        for op in module.ops:
            if isinstance(op, func.FuncOp):
                open_loop_results(op)
        uniquify_symbols(module)
        unroll_generates(module)
        guard = self.undecided == "guard"
        inference = split_ranks(module, rules, guard=guard)
        if inference is None:
            inference = infer(module, rules, guard=guard, allow_misfits=True)
        if split_ragged_lists(module, inference):
            inference = infer(module, rules, guard=guard)
        InferenceWriter(module, inference).write()
        read_next_like(module, inference.facts)

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

Types of all values and the functions' results are refined; what ops need and nobody can prove is stated with strength
`assert`. A size that contradicts what is known is an error at the op that finds it.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ..analysis.inference import Inference
from ..analysis.table import RULES
from ..analysis.write import Writer


@dataclass(frozen=True)
class InferShapesPass(ModulePass):
    """Infers the shape of every value and writes encodings and facts."""

    name = "tieshape-infer-shapes"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        Writer(op, Inference.run(op, RULES)).write()

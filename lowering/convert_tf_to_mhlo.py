"""Lowers the tf dialect to mhlo.

```mlir
%0 = "tf.AddV2"(%x, %bias) : (tensor<?x8xf32, [@S0, 8]>, tensor<8xf32>) -> tensor<?x8xf32, [@S0, 8]>
```
becomes
```mlir
%0 = tensor.dim %x, %c0
%1 = tensor.from_elements %0, %c8 : tensor<2xindex>
%2 = "mhlo.dynamic_broadcast_in_dim"(%bias, %1) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : …
%3 = mhlo.add %x, %2
```

Implicit broadcasts become explicit where they cannot be ruled out. Small integer tensors whose
elements are known (shapes and what is computed from them) are not lowered op by op: where one is
needed it is computed from the sizes. The facts of the tf level are in the IR already
(`tieshape-infer-shapes`) and stay there. An op that cannot be lowered becomes a call by its name,
such as `mhlo.custom_call @tf.Foo`, which nothing joins or moves what it computes into.
"""

from dataclasses import dataclass
from functools import lru_cache

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from tieshape.op_sets import OpSet, in_use, joined

from ..analysis.analyze import analyze
from ..analysis.module_parts import NESTED, functions, nested_tf_ops
from ..analysis.symbol_names import SymbolNames
from ..materialize.errors import UnloweredError
from ..materialize.places import keeping_places
from ..materialize.sizes import SizeValues
from ..materialize.symbols import SizeNamer
from ..materialize.types import refresh_signature
from ..rules.rule import RuleTable
from .tf_to_mhlo import LOWERINGS, Builder, LoweringTable
from .tf_to_mhlo.control_flow import lower_block


@dataclass(frozen=True)
class ConvertTfToMhloPass(ModulePass):
    """Lowers every tf op to mhlo."""

    name = "convert-tf-to-mhlo"

    value_checks: bool = True
    """Whether demands on elements of tensors (an index inside, a divisor not 0) are asserted."""

    strict: bool = False
    """Whether an op that cannot be lowered is an error; else it becomes a call by its name."""

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        convert(op, value_checks=self.value_checks, strict=self.strict)


def known_lowerings() -> LoweringTable:
    """`LOWERINGS` and the lowerings of the op sets in use."""
    return _lowerings_with(in_use())


@lru_cache(maxsize=8)
def _lowerings_with(ops: OpSet) -> LoweringTable:
    return joined("lowering", LOWERINGS, ops.lowerings)


def convert(
    module: ModuleOp,
    lowerings: LoweringTable | None = None,
    rules: RuleTable | None = None,
    *,
    value_checks: bool = True,
    strict: bool = False,
) -> None:
    """Lowers every op of `module` that `lowerings` has a row for.

    A tf op that cannot be lowered becomes an `mhlo.custom_call` of its name, which says why; an op
    with regions is an UnloweredError, as any other is where `strict`.

    By default `lowerings` and `rules`, which tell the values of small integer tensors, are
    tieshape's and those of the op sets in use.

    value_checks: whether demands on elements that no fact decides are asserted in the code
    """
    lowerings = known_lowerings() if lowerings is None else lowerings
    if strict and (nested := next(nested_tf_ops(module), None)) is not None:
        raise UnloweredError(nested, NESTED)
    analysis = analyze(module, rules)
    names = analysis.names_of_ir = SymbolNames.of(module)
    namer = SizeNamer(module, analysis.facts, names)
    for function in functions(module):
        sizes = SizeValues(analysis, function)
        builder = Builder(analysis, sizes, namer, lowerings, value_checks, strict)
        lower_block(function.body.block, builder)
        refresh_signature(function)
    namer.write().declare_used()

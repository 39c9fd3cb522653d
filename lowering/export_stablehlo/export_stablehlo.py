"""Turns tieshape's output into StableHLO, and nothing else, for XLA, JAX and others.

```mlir
sdim.constraints { … sdim.equal assert %s0, %s1 {why = "mhlo.add: sizes must be equal"} }
func.func @main(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S0]> {
  %0 = "mhlo.fusion"(%x, %y) <{…}> ({ … mhlo.add … })
```
becomes
```mlir
func.func public @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  …
  stablehlo.custom_call @shape_assertion(%3) {error_message = "mhlo.add: sizes must be equal"}
  %4 = stablehlo.add %x, %y : tensor<?xf32>
```

Guards become shape assertions; expectations and what is assumed of arguments too, since an exported
program is called without tieshape. Of
versions the general one is kept, fusions are inlined, and a dynamic broadcast says of each
dimension that is decided whether it expands. With `to=mhlo` fusions stay, and take sizes as
integer tensors.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Self, cast

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, BoolAttr, DictionaryAttr, ModuleOp, StringAttr
from xdsl.ir import Attribute
from xdsl.passes import ModulePass
from xdsl.transforms.common_subexpression_elimination import CommonSubexpressionElimination
from xdsl.utils.arg_spec import ArgSpec
from xdsl.utils.exceptions import PassFailedException

from ...materialize.dead_code import erase_dead
from ...materialize.guards import write_guards
from ...materialize.places import keeping_places
from ...passes.merge_launches import split_launches
from ...passes.strip import StripPass
from ..export_iree.export_iree import CHLO, KEPT, export_for_iree
from .argument_guards import demand_assumptions, write_ties
from .broadcasts import mark_broadcasts
from .conform import allowed_sizes, conform_arguments, demand_sizes
from .convert import convert_to_stablehlo, is_public
from .counters import hide_steps, multiply_doubled_counters
from .data_sizes import compute_at_bounds
from .flatten import inline_fusions, keep_general_versions
from .guards import write_assertion
from .known_sizes import check_joined_sizes, check_known_sizes
from .loops import use_one_type
from .only_mhlo import expand_only_mhlo
from .refinement import check_refined
from .scalars import tensorize_scalars, use_plain_divisions
from .shifts import gather_shifts
from .slices import add_lengths_to_starts

DIALECTS: Final = ("stablehlo", "mhlo")
CONSUMERS: Final = ("any", "jax", "iree")


@dataclass(frozen=True)
class ExportStablehloPass(ModulePass):
    """Leaves StableHLO alone."""

    name = "tieshape-export-stablehlo"

    to: str = "stablehlo"
    """The dialect: "stablehlo", or "mhlo" with fusions."""

    consumer: str = field(default="any", metadata={"option": "for"})
    """Who reads it: "jax" wants the function to be named main, "iree" what is dynamic in its own
    forms; "any" keeps the names.
    """

    @classmethod
    def from_pass_spec(cls, spec: ArgSpec) -> Self:
        options = {"consumer" if n == "for" else n: v for n, v in spec.parameters.items()}
        return super().from_pass_spec(ArgSpec(spec.name, options))

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        export(op, ctx, self.to, self.consumer)


def export(
    module: ModuleOp, ctx: Context, to: str = "stablehlo", consumer: str = "any"
) -> list[str]:
    """Turns `module` into StableHLO, or mhlo; returns what the guards say that it cannot hold."""
    for name, given, known in (("to", to, DIALECTS), ("for", consumer, CONSUMERS)):
        if given not in known:
            raise PassFailedException(
                f"option {name} is {given!r}; one of {', '.join(known)} is needed"
            )
    if consumer == "iree" and to != "stablehlo":
        raise PassFailedException("IREE reads StableHLO: to=stablehlo is needed")
    split_launches(module)
    keep_general_versions(module)
    if to == "stablehlo":
        inline_fusions(module)
    mark_broadcasts(module)
    demand_assumptions(module)
    dropped = (
        export_for_iree(module, ctx)
        if consumer == "iree"
        else _tensorize(module, ctx, to, consumer)
    )
    for function in module.body.block.ops:
        if isinstance(function, func.FuncOp):
            _clean(function)
    module.attributes = _without_ours(module.attributes)
    if consumer == "jax":
        _name_main(module)
    if consumer == "iree":
        convert_to_stablehlo(module, KEPT, CHLO)
    elif to == "stablehlo":
        convert_to_stablehlo(module)
    return dropped


def _tensorize(module: ModuleOp, ctx: Context, to: str, consumer: str) -> list[str]:
    compute_at_bounds(module)
    gather_shifts(module)
    add_lengths_to_starts(module)
    multiply_doubled_counters(module)
    if consumer == "jax":
        check_refined(module)
        check_joined_sizes(module)
    allowed = allowed_sizes(module) if consumer == "jax" else None
    dropped = write_guards(module, write_assertion)
    if allowed is not None:
        demand_sizes(module, allowed)
    write_ties(module, write_assertion)
    use_plain_divisions(module)
    StripPass().apply(ctx, module)
    use_one_type(module)
    CommonSubexpressionElimination().apply(ctx, module)
    conform_arguments(module)
    if to == "stablehlo":
        expand_only_mhlo(module)
    tensorize_scalars(module)
    erase_dead(module)
    CommonSubexpressionElimination().apply(ctx, module)
    hide_steps(module)
    if consumer == "jax":
        dropped += check_known_sizes(module)
    return dropped


def _name_main(module: ModuleOp) -> None:
    """Names the one public function `main`, and says that sizes are unknown, as `jax.export`
    does.
    """
    public = [f for f in module.body.block.ops if isinstance(f, func.FuncOp) and is_public(f)]
    if len(public) != 1:
        names = ", ".join(f"@{f.sym_name.data}" for f in public) or "none"
        raise PassFailedException(f"one public function is needed for jax, the module has {names}")
    public[0].sym_name = StringAttr("main")
    module.attributes["jax.uses_shape_polymorphism"] = BoolAttr.from_bool(True)


def _clean(function: func.FuncOp) -> None:
    """Drops attributes that only tieshape and TensorFlow read."""
    function.attributes = _without_ours(function.attributes)
    for name in ("arg_attrs", "res_attrs"):
        entries = function.properties.get(name)
        if isinstance(entries, ArrayAttr):
            dictionaries = cast("ArrayAttr[DictionaryAttr]", entries)
            function.properties[name] = ArrayAttr(
                [DictionaryAttr(_without_ours(entry.data)) for entry in dictionaries]
            )
    if is_public(function):
        function.sym_visibility = StringAttr("public")


def _without_ours(attributes: Mapping[str, Attribute]) -> dict[str, Attribute]:
    ours = ("tf", "sdim.", "tieshape.", "allow_soft_placement")
    return {name: value for name, value in attributes.items() if not name.startswith(ours)}

"""Every dialect and pass of tieshape, one lazy line each.

`UNIVERSE` is what the `xdsl.universe` entry point hands to each xDSL driver. Nothing is imported
before it is used, so a line costs no start-up time.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from xdsl.passes import ModulePass
from xdsl.universe import Universe

from ..dialects import DIALECTS


@dataclass(frozen=True, slots=True)
class RegisteredPass:
    """A pass that loads on first use, and the line that `--help` shows for it without loading
    it.
    """

    summary: str
    load: Callable[[], type[ModulePass]]


def _pass(module: str, name: str, summary: str) -> RegisteredPass:
    def load() -> type[ModulePass]:
        return getattr(import_module(f"tieshape.{module}"), name)

    return RegisteredPass(summary, load)


# In the order of the pipeline: name -> _pass(module, class, one line for --help).
PASSES: dict[str, RegisteredPass] = {
    "tieshape": _pass(
        "lowering.pipelines", "TieshapePass", "the whole compiler: every pass below, in order"
    ),
    "tieshape-import-stablehlo": _pass(
        "lowering.import_stablehlo.import_stablehlo",
        "ImportStablehloPass",
        "StableHLO, as JAX exports it, to mhlo and facts",
    ),
    "tieshape-import-tf-executor": _pass(
        "lowering.import_tf_executor",
        "ImportTfExecutorPass",
        "tf graphs to the ops of their islands",
    ),
    "tieshape-inline-tf-functions": _pass(
        "passes.inline_tf_functions.inline_tf_functions",
        "InlineTfFunctionsPass",
        "tf calls become regions, variables arguments, lists tensors",
    ),
    "tieshape-import-disc-shape": _pass(
        "lowering.import_disc_shape", "ImportDiscShapePass", "BladeDISC's disc_shape IR to sdim"
    ),
    "tieshape-import-shape": _pass(
        "lowering.import_shape.import_shape",
        "ImportShapePass",
        "shape ops to index arithmetic and facts",
    ),
    "tieshape-symbolize": _pass(
        "passes.symbolize", "SymbolizePass", "names the unknown sizes of function arguments"
    ),
    "tieshape-flatten-unranked": _pass(
        "passes.flatten_unranked",
        "FlattenUnrankedPass",
        "elementwise programs on arguments of unknown rank run flat",
    ),
    "tieshape-infer-shapes": _pass(
        "passes.infer_shapes.infer_shapes",
        "InferShapesPass",
        "runs the op rules; writes encodings and facts",
    ),
    "convert-tf-to-mhlo": _pass(
        "lowering.convert_tf_to_mhlo", "ConvertTfToMhloPass", "lowers the tf dialect to mhlo"
    ),
    "convert-chlo-to-mhlo": _pass(
        "lowering.convert_chlo_to_mhlo", "ConvertChloToMhloPass", "lowers the chlo dialect to mhlo"
    ),
    "convert-lapack-to-mhlo": _pass(
        "lowering.convert_lapack_to_mhlo",
        "ConvertLapackToMhloPass",
        "lowers factorizations of LAPACK to loops of mhlo",
    ),
    "tieshape-expand-random-bits": _pass(
        "lowering.expand_random_bits",
        "ExpandRandomBitsPass",
        "random bits of XLA's generators to arithmetic of mhlo",
    ),
    "tieshape-optimize-shapes": _pass(
        "passes.optimize_shapes.optimize_shapes",
        "OptimizeShapesPass",
        "merges symbols, folds size arithmetic",
    ),
    "tieshape-eliminate-broadcasts": _pass(
        "passes.eliminate_broadcasts.eliminate_broadcasts",
        "EliminateBroadcastsPass",
        "removes and merges broadcasts",
    ),
    "tieshape-fuse": _pass(
        "passes.fuse.fuse", "FusePass", "groups ops of provably equal sizes into mhlo.fusion"
    ),
    "tieshape-version-broadcasts": _pass(
        "passes.version_broadcasts.version_broadcasts",
        "VersionBroadcastsPass",
        "versions of groups with and without implicit broadcast",
    ),
    "tieshape-move-features-last": _pass(
        "passes.move_features_last.move_features_last",
        "MoveFeaturesLastPass",
        "convolutions of bytes with features as the last dimension",
    ),
    "tieshape-merge-products": _pass(
        "passes.merge_products", "MergeProductsPass", "products of one tensor with constants as one"
    ),
    "tieshape-merge-launches": _pass(
        "passes.merge_launches",
        "MergeLaunchesPass",
        "independent groups side by side in one launch",
    ),
    "tieshape-hoist-products": _pass(
        "passes.hoist_products.hoist_products",
        "HoistProductsPass",
        "products of one row a trip as one product before the loop",
    ),
    "tieshape-sink-transposes": _pass(
        "passes.sink_transposes",
        "SinkTransposesPass",
        "transposes of what loops read into the groups that read it",
    ),
    "tieshape-sum-few-rows": _pass(
        "passes.sum_few_rows",
        "SumFewRowsPass",
        "products of few rows with what fewer bytes tell, as sums",
    ),
    "tieshape-materialize-ties": _pass(
        "passes.materialize_ties", "MaterializeTiesPass", "symbols of types to sdim.tie_shape ops"
    ),
    "tieshape-absorb-ties": _pass(
        "passes.absorb_ties", "AbsorbTiesPass", "sdim.tie_shape ops to symbols of types"
    ),
    "tieshape-shard": _pass(
        "passes.shard", "ShardPass", "splits arguments over a mesh of devices, with guards"
    ),
    "tieshape-convert-fusions-to-loops": _pass(
        "lowering.convert_fusions_to_loops",
        "ConvertFusionsToLoopsPass",
        "mhlo to loops over buffers and calls",
    ),
    "tieshape-convert-dots-to-calls": _pass(
        "lowering.convert_dots_to_calls",
        "ConvertDotsToCallsPass",
        "products of matrices to calls of functions that are fast at them",
    ),
    "tieshape-share-loops": _pass(
        "lowering.share_loops.share_loops",
        "ShareLoopsPass",
        "large loops and products in parts, for threads",
    ),
    "tieshape-expand-math": _pass(
        "lowering.expand_math", "ExpandMathPass", "exp, tanh and log of f32 to arithmetic"
    ),
    "tieshape-vectorize": _pass(
        "lowering.vectorize.vectorize", "VectorizePass", "marked loops in steps of several elements"
    ),
    "tieshape-keep-constants": _pass(
        "lowering.keep_constants", "KeepConstantsPass", "constants of loops to values before them"
    ),
    "tieshape-inline-kernels": _pass(
        "lowering.inline_kernels", "InlineKernelsPass", "the only kernel in the place of its call"
    ),
    "tieshape-plan-buffers": _pass(
        "lowering.plan_buffers", "PlanBuffersPass", "buffers to views of one arena"
    ),
    "tieshape-export-stablehlo": _pass(
        "lowering.export_stablehlo.export_stablehlo",
        "ExportStablehloPass",
        "mhlo and facts to StableHLO alone, or to mhlo that others read",
    ),
    "tieshape-strip": _pass("passes.strip", "StripPass", "removes all sdim IR"),
}


if "xdsl.tools.command_line_tool" in sys.modules:
    # A driver of xDSL has loaded the plug-in.
    import_module("tieshape.text.stock_parser").locate_ops_of_stock_drivers()

UNIVERSE = Universe(
    all_dialects=DIALECTS,
    all_passes={name: entry.load for name, entry in PASSES.items()},
)


@cache
def whole_universe() -> Universe:
    """Everything that xDSL, tieshape and installed plug-ins offer.

    tieshape is in it even where the package is on the path without being installed.
    """
    multiverse = Universe.get_multiverse()
    return Universe(
        all_dialects=multiverse.all_dialects | UNIVERSE.all_dialects,
        all_passes=multiverse.all_passes | UNIVERSE.all_passes,
        all_targets=multiverse.all_targets | UNIVERSE.all_targets,
    )

"""The passes whose input and output are of the same dialects, imported on first use.

`tieshape.TieshapePass` has them and the conversions of `lowering` in order.
"""

from typing import TYPE_CHECKING

from tieshape.lazy import lazily

if TYPE_CHECKING:
    from .absorb_ties import AbsorbTiesPass
    from .eliminate_broadcasts.eliminate_broadcasts import EliminateBroadcastsPass
    from .flatten_unranked import FlattenUnrankedPass
    from .fuse.fuse import FusePass
    from .hoist_products.hoist_products import HoistProductsPass
    from .infer_shapes.infer_shapes import InferShapesPass
    from .inline_tf_functions.inline_tf_functions import InlineTfFunctionsPass
    from .materialize_ties import MaterializeTiesPass
    from .merge_launches import MergeLaunchesPass
    from .merge_products import MergeProductsPass
    from .move_features_last.move_features_last import MoveFeaturesLastPass
    from .optimize_shapes.optimize_shapes import OptimizeShapesPass
    from .shard import ShardPass
    from .sink_transposes import SinkTransposesPass
    from .strip import StripPass
    from .sum_few_rows import SumFewRowsPass
    from .symbolize import SymbolizePass
    from .version_broadcasts.version_broadcasts import VersionBroadcastsPass
else:
    __getattr__ = lazily(
        __name__,
        {
            "absorb_ties": ("AbsorbTiesPass",),
            "eliminate_broadcasts.eliminate_broadcasts": ("EliminateBroadcastsPass",),
            "move_features_last.move_features_last": ("MoveFeaturesLastPass",),
            "flatten_unranked": ("FlattenUnrankedPass",),
            "fuse.fuse": ("FusePass",),
            "hoist_products.hoist_products": ("HoistProductsPass",),
            "infer_shapes.infer_shapes": ("InferShapesPass",),
            "inline_tf_functions.inline_tf_functions": ("InlineTfFunctionsPass",),
            "materialize_ties": ("MaterializeTiesPass",),
            "merge_launches": ("MergeLaunchesPass",),
            "merge_products": ("MergeProductsPass",),
            "optimize_shapes.optimize_shapes": ("OptimizeShapesPass",),
            "shard": ("ShardPass",),
            "sink_transposes": ("SinkTransposesPass",),
            "strip": ("StripPass",),
            "sum_few_rows": ("SumFewRowsPass",),
            "symbolize": ("SymbolizePass",),
            "version_broadcasts.version_broadcasts": ("VersionBroadcastsPass",),
        },
    )

__all__ = [
    "AbsorbTiesPass",
    "EliminateBroadcastsPass",
    "FlattenUnrankedPass",
    "FusePass",
    "HoistProductsPass",
    "InferShapesPass",
    "InlineTfFunctionsPass",
    "MaterializeTiesPass",
    "MergeLaunchesPass",
    "MergeProductsPass",
    "MoveFeaturesLastPass",
    "OptimizeShapesPass",
    "ShardPass",
    "SinkTransposesPass",
    "StripPass",
    "SumFewRowsPass",
    "SymbolizePass",
    "VersionBroadcastsPass",
]

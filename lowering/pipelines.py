"""The whole compiler, in order."""

from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.transforms.common_subexpression_elimination import CommonSubexpressionElimination

from tieshape.op_sets import OpSet, using

from ..passes.eliminate_broadcasts.eliminate_broadcasts import EliminateBroadcastsPass
from ..passes.flatten_unranked import FlattenUnrankedPass
from ..passes.fuse.fuse import FusePass
from ..passes.infer_shapes.infer_shapes import InferShapesPass
from ..passes.inline_tf_functions.inline_tf_functions import InlineTfFunctionsPass
from ..passes.merge_launches import MergeLaunchesPass
from ..passes.merge_products import MergeProductsPass
from ..passes.move_features_last.move_features_last import MoveFeaturesLastPass
from ..passes.optimize_shapes.optimize_shapes import OptimizeShapesPass
from ..passes.symbolize import SymbolizePass
from ..passes.version_broadcasts.version_broadcasts import VersionBroadcastsPass
from .convert_chlo_to_mhlo import ConvertChloToMhloPass
from .convert_lapack_to_mhlo import ConvertLapackToMhloPass
from .convert_tf_to_mhlo import ConvertTfToMhloPass
from .expand_random_bits import ExpandRandomBitsPass
from .import_disc_shape import ImportDiscShapePass
from .import_shape.import_shape import ImportShapePass
from .import_stablehlo.import_stablehlo import ImportStablehloPass
from .import_tf_executor import ImportTfExecutorPass


@dataclass(frozen=True)
class TieshapePass(ModulePass):
    """From tf (or mhlo) with unknown sizes to fused, versioned mhlo."""

    name = "tieshape"

    facts: str | None = None
    """A TOML file that names sizes and states hints, likely sizes and facts."""

    hints: str | None = None
    """Example shapes of arguments, by name or position: "x=2x3,1=5x2"."""

    undecided: str = "guard"
    """What an undecided broadcast becomes: "guard" goes by the hints and expects what they say;
    "version" makes versions.
    """

    value_checks: bool = True
    """Whether demands on elements of tensors (an index inside, a divisor not 0) are asserted."""
    strict: bool = False
    """Whether a tf op that cannot be lowered is an error; else it becomes a call by its name."""

    op_sets: tuple[OpSet, ...] = field(default=(), metadata={"python_only": True})
    """Ops of the caller's own, besides those of installed packages."""

    def pipeline(self) -> tuple[ModulePass, ...]:
        """The passes that this one consists of; itself where it has op sets, which all need."""
        return (self,) if self.op_sets else self._steps()

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        with using(*self.op_sets):
            for step in self._steps():
                step.apply(ctx, op)
            op.verify()

    def _steps(self) -> tuple[ModulePass, ...]:
        return (
            ImportStablehloPass(),
            ImportTfExecutorPass(),
            ImportDiscShapePass(),
            ImportShapePass(),
            InlineTfFunctionsPass(),
            SymbolizePass(self.facts, self.hints),
            FlattenUnrankedPass(),
            InferShapesPass(self.undecided),
            ConvertTfToMhloPass(self.value_checks, self.strict),
            ConvertChloToMhloPass(self.strict),
            ConvertLapackToMhloPass(),
            ExpandRandomBitsPass(),
            OptimizeShapesPass(),
            EliminateBroadcastsPass(),
            MoveFeaturesLastPass(),
            CommonSubexpressionElimination(),
            MergeProductsPass(),
            FusePass(),
            VersionBroadcastsPass(),
            MergeLaunchesPass(),
        )

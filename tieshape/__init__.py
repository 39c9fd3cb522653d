"""tieshape: shape constraints as first-class IR, on xDSL.

What `__all__` names here and in `symbolic`, `analysis`, `passes` and `runtime` is public:
docs/api.md. Each name is imported on first use.
"""

# In the repository the folders lie beside this package, not in it, where a type checker looks.
# pyright: reportMissingImports=false, reportUnknownVariableType=false

from typing import TYPE_CHECKING

from .lazy import lazily

if TYPE_CHECKING:
    from tieshape.interpreters.kernels import general_op, scalar_op, tensor_op
    from tieshape.interpreters.runner import Runner, run_function
    from tieshape.lowering.pipelines import TieshapePass
    from tieshape.lowering.tf_to_mhlo import Builder
    from tieshape.rules.rule import ElementDemand, OpRule, RuleContext
    from tieshape.runtime.artifact import load
    from tieshape.runtime.model import Model
    from tieshape.text.context import new_context
    from tieshape.text.module import parse_module, print_module, read_module, verify_module

    from .op_set_error import OpSetError
    from .op_sets import OpSet, using
    from .version import __version__
else:
    __getattr__ = lazily(
        __name__,
        {
            "interpreters.kernels": ("general_op", "scalar_op", "tensor_op"),
            "interpreters.runner": ("Runner", "run_function"),
            "lowering.pipelines": ("TieshapePass",),
            "lowering.tf_to_mhlo": ("Builder",),
            "op_set_error": ("OpSetError",),
            "op_sets": ("OpSet", "using"),
            "rules.rule": ("ElementDemand", "OpRule", "RuleContext"),
            "runtime.artifact": ("load",),
            "runtime.model": ("Model",),
            "text.context": ("new_context",),
            "text.module": ("parse_module", "print_module", "read_module", "verify_module"),
            "version": ("__version__",),
        },
    )

__all__ = [
    "Builder",
    "ElementDemand",
    "Model",
    "OpRule",
    "OpSet",
    "OpSetError",
    "RuleContext",
    "Runner",
    "TieshapePass",
    "__version__",
    "general_op",
    "load",
    "new_context",
    "parse_module",
    "print_module",
    "read_module",
    "run_function",
    "scalar_op",
    "tensor_op",
    "using",
    "verify_module",
]

"""What tieshape's passes need of functions: one block."""

from typing import Final

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.passes import ModulePass

from ..dialects.messages import place_of
from ..text.diagnostics import LocatedError

_TAKE_ANY: Final = frozenset(
    {
        "tieshape-import-tf-executor",
        "tieshape-import-disc-shape",
        "tieshape-import-shape",
        "tieshape-materialize-ties",
    }
)


def check_blocks(pass_: ModulePass, module: ModuleOp) -> None:
    """Raises LocatedError where `pass_` cannot take a function that jumps between blocks."""
    if not pass_.name.startswith("tieshape-") or pass_.name in _TAKE_ANY:
        return
    for op in module.body.ops:
        if isinstance(op, FuncOp) and len(op.body.blocks) > 1:
            words = f"@{op.sym_name.data} has {len(op.body.blocks)} blocks, one is needed"
            raise LocatedError(f"func.func: {words} (by pass {pass_.name})", place_of(op))

"""StableHLO: tensor computations as JAX, PyTorch/XLA and TensorFlow export them.

Semantics and text: the StableHLO specification and the definitions of its MLIR dialect.

StableHLO and mhlo share names, operands, regions and most attributes, so the op classes are made
of mhlo's
(`operation.counterpart`), one row of a table each (`ops.py`), with what differs beside it: the
form of the text, and
properties that mhlo lacks. They are classes of their own and hold attributes of StableHLO's own:
what is read prints
again as StableHLO, pretty and generic, and a pass that looks for mhlo does not see it.
`tieshape-import-stablehlo` walks
the same table the one way (`mhlo_properties`); `of_mhlo` is the other way for whoever writes
StableHLO.
"""

from xdsl.ir import Dialect

from .attributes import ATTRIBUTES, BoundsAttr, TokenType, modernize, of_mhlo, to_mhlo
from .composite import CompositeOp
from .operation import StablehloOp
from .ops import OPS

STABLEHLO = Dialect("stablehlo", [*OPS.values(), CompositeOp], ATTRIBUTES)

__all__ = [
    "OPS",
    "STABLEHLO",
    "BoundsAttr",
    "CompositeOp",
    "StablehloOp",
    "TokenType",
    "modernize",
    "of_mhlo",
    "to_mhlo",
]

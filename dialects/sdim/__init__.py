"""The sdim dialect: symbolic sizes and what is known about them, as IR.

A symbol is declared once in the module; tensor types name the symbols of their dynamic dimensions
in their encoding; facts are ops on index values. A fact in `sdim.constraints` holds in the whole
module, a fact in a region of code holds in that region only.
"""

from ..namespace import dialect_of
from .broadcasts import BroadcastableOp, BroadcastOp
from .constraints import (
    ConstraintOp,
    DivisibleOp,
    Equality,
    EqualOp,
    GuardedConstraintOp,
    HoldsOp,
    LessEqualOp,
    LikelyOp,
    ProductEqualOp,
    RangeOp,
    SumEqualOp,
)
from .elements import ElementsOp
from .encoding import (
    encoded_type,
    encoding_of,
    static_entry,
    strip_encoding,
    symbol_ref,
    with_encoding,
)
from .module_constraints import ConstraintsOp
from .scope import EncodingError, verify_encodings
from .sizes import AddsFact, SizeOp, SymbolOp, constant_of
from .strength import Strength, StrengthAttr
from .tie_shape import TieShapeOp

__all__ = [
    "AddsFact",
    "BroadcastOp",
    "BroadcastableOp",
    "ConstraintOp",
    "ConstraintsOp",
    "DivisibleOp",
    "ElementsOp",
    "EncodingError",
    "EqualOp",
    "Equality",
    "GuardedConstraintOp",
    "HoldsOp",
    "LessEqualOp",
    "LikelyOp",
    "ProductEqualOp",
    "RangeOp",
    "SDim",
    "SizeOp",
    "Strength",
    "StrengthAttr",
    "SumEqualOp",
    "SymbolOp",
    "TieShapeOp",
    "constant_of",
    "encoded_type",
    "encoding_of",
    "static_entry",
    "strip_encoding",
    "symbol_ref",
    "verify_encodings",
    "with_encoding",
]

SDim = dialect_of("sdim", globals())

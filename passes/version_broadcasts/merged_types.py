"""Types in which sizes that are equal in a version have one name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from xdsl.ir import Attribute, Block, Operation, SSAValue

from ...analysis.module_parts import values_below
from ...dialects import sdim
from ...dialects.types import is_tensor
from ...materialize.sizes import SizeValues
from ...materialize.types import retype
from ...symbolic import Expr, Symbol
from .version_profit import Pair

Merged = Mapping[str, str | int]
"""For each symbol the symbol or number that has its place."""


def merged_symbols(pairs: Iterable[Pair], results: Iterable[SSAValue]) -> dict[str, str | int]:
    """For each symbol of `pairs` its representative where all pairs are equal.

    A constant is preferred, then a symbol of the types of `results`, so that these need no change.
    """
    preferred = {e for r in results for e in sdim.encoding_of(r.type) or ()}
    classes: list[set[str | int]] = []
    for pair in pairs:
        joined: set[str | int] = {_entry(size) for size in pair}
        apart = list[set[str | int]]()
        for other in classes:
            if joined & other:
                joined |= other
            else:
                apart.append(other)
        classes = [*apart, joined]
    result = dict[str, str | int]()
    for members in classes:
        chosen = min(members, key=lambda e: (isinstance(e, str), e not in preferred, str(e)))
        result |= {e: chosen for e in members if isinstance(e, str)}
    return result


def _entry(size: Expr) -> str | int:
    constant = size.constant_value
    if constant is not None:
        return constant
    assert size.symbol_name is not None, "types hold symbols and constants only"
    return size.symbol_name


def merged_type(type: Attribute, same: Merged) -> Attribute:
    entries = sdim.encoding_of(type)
    if entries is None or not any(e in same for e in entries):
        return type
    assert is_tensor(type)
    new = [same.get(e, e) if isinstance(e, str) else e for e in entries]
    return sdim.encoded_type(type.element_type, new)


def retype_below(op: Operation, merged: Callable[[Attribute], Attribute]) -> None:
    """Gives every value of `op` and below the type that `merged` says of its own."""
    for value in values_below(op) if op.regions else op.results:
        type = value.type
        if (new := merged(type)) is not type:
            retype(value, new)


class Ties:
    """Ties values to other types of equal sizes, in `block`; sizes are read where `at` is."""

    def __init__(self, block: Block, sizes: SizeValues, at: Operation):
        self._block, self._sizes, self._at = block, sizes, at

    def tie(self, value: SSAValue, type: Attribute) -> SSAValue:
        """`value` with `type`, whose sizes are known to be the same in the block."""
        if value.type == type:
            return value
        assert is_tensor(type)
        entries = sdim.encoding_of(type) or type.get_shape()
        dims = [
            self._sizes.index(Symbol(e) if isinstance(e, str) else e, self._at) for e in entries
        ]
        op = sdim.TieShapeOp(value, dims, type)
        self._block.add_op(op)
        return op.result

    def can_tie(self, type: Attribute) -> bool:
        """Whether all sizes of `type` can be read."""
        return all(
            self._sizes.has(Symbol(entry))
            for entry in sdim.encoding_of(type) or ()
            if isinstance(entry, str)
        )

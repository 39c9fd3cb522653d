"""Common subexpressions: one op for all that compute the same of the same values.

```mlir
%0 = mhlo.exp %x : tensor<?xf32>
%1 = mhlo.exp %x : tensor<?xf32>
%2 = mhlo.add %0, %1 : tensor<?xf32>
```
becomes
```mlir
%0 = mhlo.exp %x : tensor<?xf32>
%2 = mhlo.add %0, %0 : tensor<?xf32>
```

A table of values by scopes, as blocks are nested (Briggs, Cooper and Simpson 1997). xDSL's `cse`
does the same, and merges ops that only read memory besides; it hashes each attribute of an op anew
for each question and copies the table for each region.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, UnregisteredOp
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter
from xdsl.traits import IsolatedFromAbove, IsTerminator, SymbolOpInterface

from ..analysis.identity_memo import IdentityMemo
from ..analysis.module_parts import operands_of, ops_of
from ..dialects.effects import has_no_effects
from ..materialize.places import keeping_places


@dataclass(frozen=True)
class CsePass(ModulePass):
    """Merges ops that compute the same of the same values."""

    name = "tieshape-cse"

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        numbers = dict[Attribute, int]()
        number = IdentityMemo[Attribute, int](lambda a: numbers.setdefault(a, len(numbers)))
        for region in op.regions:
            _Scope(number).region(region)


class _Scope:
    """The ops met so far in a block and those around it, by what they compute.

    number: the same of attributes that are equal
    """

    def __init__(self, number: IdentityMemo[Attribute, int]) -> None:
        self._number = number
        self._met = defaultdict[Hashable, list[Operation]](list)

    def region(self, region: Region) -> None:
        if len(region.blocks) == 1:
            self._block(region.block)

    def _block(self, block: Block) -> None:
        entered = list[Hashable]()
        for op in ops_of(block):
            if op.regions:
                scope = _Scope(self._number) if _is_isolated(type(op)) else self
                for region in op.regions:
                    scope.region(region)
            if not _may_be_merged(type(op)) or not has_no_effects(op):
                continue
            if any(len(region.blocks) > 1 for region in op.regions):
                continue
            key = self._key_of(op)
            known = self._met[key]
            for other in known:
                if _have_equal_regions(op, other):
                    _replace(op, other)
                    break
            else:
                known.append(op)
                entered.append(key)
        for key in entered:
            self._met[key].pop()

    def _key_of(self, op: Operation) -> Hashable:
        number = self._number
        return (
            type(op),
            *map(id, operands_of(op)),
            None,
            *[number(result.type) for result in op.results],
            None,
            *_numbered(op.properties, number),
            None,
            *_numbered(op.attributes, number),
        )


def _numbered(
    attributes: dict[str, Attribute], number: IdentityMemo[Attribute, int]
) -> list[tuple[str, int]]:
    found = [(name, number(attribute)) for name, attribute in attributes.items()]
    if len(found) > 1:
        found.sort()
    return found


def _have_equal_regions(op: Operation, other: Operation) -> bool:
    if len(op.regions) != len(other.regions):
        return False
    pairs = zip(op.regions, other.regions, strict=True)
    return all(own.is_structurally_equivalent(its) for own, its in pairs)


def _replace(op: Operation, other: Operation) -> None:
    for old, new in zip(op.results, other.results, strict=True):
        old.replace_all_uses_with(new)
    Rewriter.erase_op(op)


@cache
def _is_isolated(kind: type[Operation]) -> bool:
    return issubclass(kind, UnregisteredOp) or kind.has_trait(IsolatedFromAbove)


@cache
def _may_be_merged(kind: type[Operation]) -> bool:
    """Whether ops of `kind` compute values alone; an unregistered op may do anything."""
    others = (IsTerminator, SymbolOpInterface)
    return not issubclass(kind, UnregisteredOp) and not any(map(kind.has_trait, others))

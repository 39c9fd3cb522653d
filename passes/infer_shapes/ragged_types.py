"""Lists whose items have different sizes, as tensors.

A ragged list is two tensors: the elements of all items, one item after the other, and a table with
a row of sizes for each item. The row of an item that is not set holds -1.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType, i64
from xdsl.ir import Attribute, SSAValue


@dataclass(frozen=True, slots=True)
class RaggedType:
    """The items of a list: `sizes` as far as all share them, of which the last `static` always do.

    The table has a column for each dimension before the last `static` ones.
    """

    element_type: Attribute
    sizes: tuple[int, ...]

    @property
    def columns(self) -> int:
        return max(d for d, size in enumerate(self.sizes) if size == DYNAMIC_INDEX) + 1

    @property
    def row(self) -> tuple[int, ...]:
        """The sizes of one row of elements."""
        return self.sizes[self.columns :]

    @property
    def values(self) -> TensorType[Attribute]:
        """The type of the elements of all items."""
        return TensorType(self.element_type, [DYNAMIC_INDEX, *self.row])

    @property
    def table(self) -> TensorType[Attribute]:
        """The type of the sizes of all items."""
        return TensorType(i64, [DYNAMIC_INDEX, self.columns])


@dataclass(frozen=True, slots=True)
class RaggedList:
    """The elements of all items, and the sizes of each.

    items: each item where all that changed the list is known, None for one that is not set
    before: the list without its last item, where that was pushed to it
    """

    values: SSAValue
    table: SSAValue
    items: tuple[SSAValue | None, ...] | None = None
    before: RaggedList | None = None

    def known_item(self, place: int | None) -> SSAValue | None:
        """The item at `place`, where it is known and set."""
        if self.items is None or place is None or not 0 <= place < len(self.items):
            return None
        return self.items[place]

    def items_with(self, place: int | None, item: SSAValue) -> tuple[SSAValue | None, ...] | None:
        """The items after `item` is put at `place`, where they are known."""
        if self.items is None or place is None or not 0 <= place < len(self.items):
            return None
        return (*self.items[:place], item, *self.items[place + 1 :])

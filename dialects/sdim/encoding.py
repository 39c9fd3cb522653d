"""Symbols in tensor types: `tensor<?x4xf32, [@S0, 4]>`.

An encoding has one entry for each dimension: the name of a symbol where the size is dynamic, the
size itself where it is static. A fully static tensor carries none.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    NoneAttr,
    SymbolRefAttr,
    TensorType,
    i64,
)
from xdsl.ir import Attribute

NO_ENCODING = NoneAttr()


def encoding_of(type: Attribute) -> tuple[str | int, ...] | None:
    """Symbol or size for each dimension of `type`; None where it carries no such encoding."""
    if type.__class__ is not TensorType:
        return None
    encoding: Any = cast("TensorType[Attribute]", type).encoding
    if encoding.__class__ is not ArrayAttr:
        return None
    entries: list[str | int] = []
    for entry in encoding.data:
        if entry.__class__ is SymbolRefAttr:
            entries.append(entry.root_reference.data)
        elif (size := static_entry(entry)) is not None:
            entries.append(size)
        else:
            return None
    return tuple(entries)


def static_entry(entry: Attribute) -> int | None:
    """The size that an entry of an encoding states; None for any other than an i64 integer."""
    if isinstance(entry, IntegerAttr):
        integer = cast("IntegerAttr[IntegerType | IndexType]", entry)
        return integer.value.data if integer.type == i64 else None
    return None


def encoded_type(element_type: Attribute, entries: Sequence[str | int]) -> TensorType[Attribute]:
    """The tensor type with these sizes, encoded unless all are static. Equal calls share it."""
    return _interned(element_type, tuple(entries))


def with_encoding(
    type: TensorType[Attribute], entries: Sequence[str | int]
) -> TensorType[Attribute]:
    """`type` with the sizes that `entries` say: a symbol makes a dimension dynamic, a number
    static."""
    if len(entries) != type.get_num_dims():
        raise ValueError(
            f"{len(entries)} entries for the {type.get_num_dims()} dimensions of {type}"
        )
    return encoded_type(type.element_type, entries)


def strip_encoding(type: TensorType[Attribute]) -> TensorType[Attribute]:
    """`type` without its encoding; the same object where there is none."""
    if type.encoding is NO_ENCODING or isinstance(type.encoding, NoneAttr):
        return type
    return TensorType(type.element_type, type.shape)


@lru_cache(maxsize=1 << 14)
def symbol_ref(name: str) -> SymbolRefAttr:
    """`@name`, shared."""
    return SymbolRefAttr(name)


@lru_cache(maxsize=1 << 14)
def _static_entry(size: int) -> IntegerAttr:
    return IntegerAttr(size, i64)


@lru_cache(maxsize=1 << 14)
def _interned(element_type: Attribute, entries: tuple[str | int, ...]) -> TensorType[Attribute]:
    shape = [DYNAMIC_INDEX if isinstance(entry, str) else entry for entry in entries]
    if DYNAMIC_INDEX not in shape:
        return TensorType(element_type, shape)
    encoding = ArrayAttr[Attribute](
        symbol_ref(entry) if isinstance(entry, str) else _static_entry(entry) for entry in entries
    )
    return TensorType(element_type, shape, encoding)

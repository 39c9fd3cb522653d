"""Whether the symbols that a module uses exist and fit their uses."""

from collections.abc import Iterator
from typing import cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    FunctionType,
    ModuleOp,
    SymbolRefAttr,
    TensorType,
)
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import VerifyException

from ..foreign.disc_shape import SymbolicDimOp
from ..messages import op_name
from .encoding import static_entry
from .sizes import SizeOp, SymbolOp


class EncodingError(VerifyException):
    """A symbol that does not exist or does not fit. `op` uses it."""

    def __init__(self, op: Operation, message: str):
        super().__init__(f"{op_name(op)}: {message}")
        self.op = op


def verify_encodings(module: ModuleOp) -> None:
    """Checks the symbols in all types of results, block arguments and function signatures.

    Raises EncodingError where an encoding has not one entry for each dimension, an entry names no
    symbol of the module, or it contradicts whether the dimension is dynamic or how large it is.
    A symbol that BladeDISC's IR declares may be on a static dimension too.
    """
    ops = list(module.walk())
    foreign = {op.sym_name.data for op in ops if isinstance(op, SymbolicDimOp)}
    symbols = {op.sym_name.data for op in ops if isinstance(op, SymbolOp)} - foreign
    for op in ops:
        if isinstance(op, SizeOp):
            if (name := op.symbol.root_reference.data) not in symbols:
                raise EncodingError(op, _undeclared(name))
            continue
        for result in op.results:
            _verify_type(op, f"result {result.index}", result.type, symbols, foreign)
        for place, type in _types_of_regions(op):
            _verify_type(op, place, type, symbols, foreign)


def _types_of_regions(op: Operation) -> Iterator[tuple[str, Attribute]]:
    signature = op.properties.get("function_type")
    if isinstance(signature, FunctionType):
        for index, type in enumerate(signature.inputs):
            yield f"argument {index}", type
        for index, type in enumerate(signature.outputs):
            yield f"result {index}", type
    for region in op.regions:
        for block in region.blocks:
            for arg in block.args:
                yield f"block argument {arg.index}", arg.type


def _verify_type(
    op: Operation, place: str, type: Attribute, symbols: set[str], foreign: set[str]
) -> None:
    if not isinstance(type, TensorType):
        return
    tensor = cast("TensorType[Attribute]", type)
    if not isinstance(tensor.encoding, ArrayAttr):
        return
    entries = cast("ArrayAttr[Attribute]", tensor.encoding).data
    shape = tensor.get_shape()
    if len(entries) != len(shape):
        problem = f"the encoding has {len(entries)} entries for rank {len(shape)}"
        raise EncodingError(op, f"{place} is {type}; {problem}")
    for axis, (entry, size) in enumerate(zip(entries, shape, strict=True)):
        if isinstance(entry, SymbolRefAttr) and entry.root_reference.data in foreign:
            continue
        if (problem := _problem(entry, size, symbols)) is not None:
            raise EncodingError(op, f"{place} is {type}; dimension {axis}: {problem}")


def _problem(entry: Attribute, size: int, symbols: set[str]) -> str | None:
    """What is wrong with `entry` for a dimension of `size`."""
    match entry:
        case SymbolRefAttr():
            if size != DYNAMIC_INDEX:
                return f"{entry} stands for a static size; write {size}"
            if entry.nested_references.data:
                return f"{entry} is nested; a symbol is a name in the module"
            name = entry.root_reference.data
            return None if name in symbols else _undeclared(name)
        case _:
            stated = static_entry(entry)
            if stated is None:
                return f"{entry} is neither a symbol nor an i64 integer"
            if size == DYNAMIC_INDEX:
                return f"{stated} stands for a dynamic size; write a symbol"
            return None if stated == size else f"{stated} contradicts the size {size}"


def _undeclared(name: str) -> str:
    return f"@{name} is not declared; the module has no `sdim.symbol @{name}`"

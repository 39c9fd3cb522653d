"""Turns BladeDISC's shape constraint IR into `sdim`.

```mlir
func.func @main(%x: tensor<?x8xf32, [@S0, @C8]>) { … }
"disc_shape.SymbolicDim"() {sym_name = "S0", value = -9223372036854775808 : i64, knownNonSizeZero = true, …} : () -> ()
"disc_shape.SymbolicDim"() {sym_name = "C8", value = 8 : i64, …} : () -> ()
func.func @shape_constraint_graph() {
  %0 = "disc_shape.dim"() {name = @S0} : () -> index
  …
  "disc_shape.tie_product_equal"(%c4, %0, %1) {operand_segment_sizes = array<i32: 2, 1>} : (index, index, index) -> ()
```
becomes
```mlir
sdim.symbol @S0
sdim.constraints {
  %0 = sdim.size @S0
  sdim.range %0 in [1, ?]
  …
  sdim.product_equal [%c4, %0], [%1]
}
func.func @main(%x: tensor<?x8xf32, [@S0, 8]>) { … }
```

A symbol's known value replaces it. `kDiscSymbolicDimAttr` of an op on tensors becomes the
encoding of its result, of one on memrefs an `sdim.tie_shape` of the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import arith, func
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    ModuleOp,
    SymbolRefAttr,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ..analysis.analyze import analyze
from ..analysis.module_parts import ops_below, values_of
from ..dialects import sdim
from ..dialects.foreign import disc_shape
from ..dialects.types import is_memref, is_tensor
from ..materialize.arith import INDEX
from ..materialize.constraint_ops import emit_constraint
from ..materialize.places import keeping_places, taking_any_blocks
from ..materialize.symbols import ConstraintWriter
from ..materialize.types import retype
from ..rules.errors import ShapeError
from ..symbolic import Expr, Facts, Predicate, Symbol, as_expr, eq, ge, ne
from ..symbolic.text import check_name

GRAPH = "shape_constraint_graph"
ATTRIBUTE = "kDiscSymbolicDimAttr"
UNKNOWN = (-1, DYNAMIC_INDEX)
"""What `value` is of a symbol whose value is not known, in older and newer text."""


@dataclass(frozen=True)
class ImportDiscShapePass(ModulePass):
    """Turns disc_shape IR into sdim."""

    name = "tieshape-import-disc-shape"

    @keeping_places
    @taking_any_blocks
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if any(_is_of_disc(inner) for inner in ops_below(op)):
            DiscImport(op).run()


def _is_of_disc(op: Operation) -> bool:
    return op.dialect_name() == "disc_shape" or ATTRIBUTE in op.attributes


class DiscImport:
    """The import of one module."""

    def __init__(self, module: ModuleOp):
        self.module = module
        self.symbols = [
            op for op in module.body.block.ops if isinstance(op, disc_shape.SymbolicDimOp)
        ]
        self.entries = {op.sym_name.data: entry_of(op) for op in self.symbols}
        """For each symbol its name, or its known value."""
        self.facts: list[tuple[Predicate, Operation]] = []
        """Facts, each with the op that says it."""

    def run(self) -> None:
        for op in self.symbols:
            self.facts += [(fact, op) for fact in flags_of(op)]
        for op in ops_below(self.module):
            self._types(op)
            self._attribute(op)
            self._rewrite(op)
        for op in reversed(self.symbols):
            if isinstance(entry := self.entries[op.sym_name.data], str):
                Rewriter.insert_op(
                    sdim.SymbolOp(entry), InsertPoint.at_start(self.module.body.block)
                )
            Rewriter.erase_op(op)
        self._state()

    def _state(self) -> None:
        """Writes facts and the graph's ops into `sdim.constraints`; contradictions are errors."""
        writer = ConstraintWriter(self.module, Facts())
        for fact, source in self.facts:
            emit_constraint(writer.emitter, fact).location = source.location
        for op in list(self.module.body.block.ops):
            if isinstance(op, func.FuncOp) and op.sym_name.data == GRAPH:
                for inner in list(op.body.block.ops) if op.body.blocks else ():
                    if not isinstance(inner, func.ReturnOp):
                        inner.detach()
                        writer.block.add_op(inner)
                Rewriter.erase_op(op)
        writer.declare_used()
        analyze(self.module)

    # Types.

    def _types(self, op: Operation) -> None:
        for value in values_of(op):
            retype(value, self._type(value.type, op))
        if isinstance(op, func.FuncOp):
            type = op.function_type
            op.function_type = FunctionType.from_lists(
                [self._type(t, op) for t in type.inputs], [self._type(t, op) for t in type.outputs]
            )

    def _type(self, type: Attribute, op: Operation) -> Attribute:
        """`type` with known values in place of symbols; a static size is learnt of its symbol."""
        entries = sdim.encoding_of(type)
        if entries is None or not is_tensor(type):
            return type
        if len(entries) != len(type.get_shape()):
            raise ShapeError(op, f"{type} has {len(entries)} symbols for another rank")
        found = [self._entry(e, n, op) for e, n in zip(entries, type.get_shape(), strict=True)]
        return sdim.encoded_type(type.element_type, found)

    def _entry(self, entry: str | int, size: int, op: Operation) -> str | int:
        meant = self.entries.get(entry) if isinstance(entry, str) else entry
        if meant is None:
            raise ShapeError(op, f"there is no disc_shape.SymbolicDim for the symbol @{entry}")
        if size == DYNAMIC_INDEX:
            return meant
        if isinstance(meant, int) and meant != size:
            raise ShapeError(
                op, f"@{entry} is {meant}, the dimension that it names has size {size}"
            )
        if isinstance(meant, str):
            self._learn(eq(Symbol(meant), size), op)
        return size

    def _learn(self, fact: Predicate, op: Operation) -> None:
        if all(fact != known for known, _ in self.facts):
            self.facts.append((fact, op))

    # Ops.

    def _rewrite(self, op: Operation) -> None:
        if isinstance(op, disc_shape.DimOp):
            new = self._size(op.symbol.root_reference.data, op)
        elif isinstance(op, disc_shape.TieShapeOp):
            new = sdim.TieShapeOp(op.source, op.dims, op.result.type)
        elif isinstance(op, disc_shape.TieProductEqualOp):
            new = sdim.ProductEqualOp(op.lhs, op.rhs)
        else:
            return
        new.location = op.location
        Rewriter.replace_op(op, new)

    def _size(self, name: str, op: Operation) -> Operation:
        entry = self.entries.get(name)
        if entry is None:
            raise ShapeError(op, f"there is no disc_shape.SymbolicDim for the symbol @{name}")
        if isinstance(entry, int):
            return arith.ConstantOp(IntegerAttr(entry, INDEX))
        return sdim.SizeOp(entry)

    def _attribute(self, op: Operation) -> None:
        """Puts what `kDiscSymbolicDimAttr` says where it belongs."""
        names = op.attributes.pop(ATTRIBUTE, None)
        if names is not None and len(op.results) == 1:
            self._says(op.results[0], names, op, InsertPoint.after(op))
        if isinstance(op, func.FuncOp) and op.arg_attrs is not None and op.body.blocks:
            kept = list[DictionaryAttr]()
            block = op.body.block
            for arg, attributes in zip(block.args, op.arg_attrs, strict=True):
                data = dict(attributes.data)
                names = data.pop(ATTRIBUTE, None)
                kept.append(DictionaryAttr(data))
                if names is not None:
                    self._says(arg, names, op, InsertPoint.at_start(block))
            op.arg_attrs = ArrayAttr(kept)

    def _says(self, value: SSAValue, names: Attribute, op: Operation, point: InsertPoint) -> None:
        """`value` has the sizes `names`: facts and an encoding for a tensor, a tie for a memref."""
        type = value.type
        if not is_tensor(type) and not is_memref(type):
            return
        symbols = _names(names)
        if symbols is None or len(symbols) != len(type.get_shape()):
            raise ShapeError(op, f"{ATTRIBUTE} {names} does not fit {type}")
        entries = [
            self._entry(name, size, op)
            for name, size in zip(symbols, type.get_shape(), strict=True)
        ]
        if is_memref(type):
            self._tie(value, entries, point)
            return
        for known, entry in zip(sdim.encoding_of(type) or (), entries, strict=False):
            if known != entry:
                self._learn(eq(_size_of(known), _size_of(entry)), op)
        if sdim.encoding_of(type) is None:
            retype(value, sdim.encoded_type(type.element_type, entries))

    def _tie(self, value: SSAValue, entries: Sequence[str | int], point: InsertPoint) -> None:
        sizes = [
            sdim.SizeOp(e) if isinstance(e, str) else arith.ConstantOp(IntegerAttr(e, INDEX))
            for e in entries
        ]
        uses = list(value.uses)
        tie = sdim.TieShapeOp(value, [size.results[0] for size in sizes])
        Rewriter.insert_op([*sizes, tie], point)
        for use in uses:
            use.operation.operands[use.index] = tie.result


def _names(names: Attribute) -> list[str] | None:
    if not isinstance(names, ArrayAttr):
        return None
    entries = cast("ArrayAttr[Attribute]", names).data
    found = [e.root_reference.data for e in entries if isinstance(e, SymbolRefAttr)]
    return found if len(found) == len(entries) else None


def _size_of(entry: str | int) -> Expr:
    return Symbol(entry) if isinstance(entry, str) else as_expr(entry)


def entry_of(op: disc_shape.SymbolicDimOp) -> str | int:
    """The known value of a symbol, else its name.

    Raises ShapeError where its flags contradict each other, or the engine takes no such name.
    """
    name, value = op.sym_name.data, op.value.value.data
    try:
        check_name(name)
    except ValueError as error:
        raise ShapeError(op, str(error)) from error
    known = None if value in UNKNOWN else value
    said = {
        flag: attribute is not None and bool(attribute)
        for flag, attribute in (
            ("knownNonNegative", op.known_non_negative),
            ("knownNegativeOne", op.known_negative_one),
            ("knownNonSizeOne", op.known_non_size_one),
            ("knownNonSizeZero", op.known_non_size_zero),
        )
    }
    if known is not None and known < 0:
        raise ShapeError(op, f"@{name} has the value {known}; a size is not negative")
    if said["knownNegativeOne"]:
        other = "knownNonNegative is set too" if said["knownNonNegative"] else "a size is not -1"
        raise ShapeError(op, f"@{name} has knownNegativeOne set; {other}")
    for flag, excluded in (("knownNonSizeOne", 1), ("knownNonSizeZero", 0)):
        if said[flag] and known == excluded:
            raise ShapeError(op, f"@{name} has the value {known} and {flag} set")
    return name if known is None else known


def flags_of(op: disc_shape.SymbolicDimOp) -> list[Predicate]:
    """The facts in the flags of a symbol without a known value; every size is at least 0."""
    if op.value.value.data not in UNKNOWN:
        return []
    symbol = Symbol(op.sym_name.data)
    facts = list[Predicate]()
    if op.known_non_size_zero is not None and bool(op.known_non_size_zero):
        facts.append(ge(symbol, 1))
    if op.known_non_size_one is not None and bool(op.known_non_size_one):
        facts.append(ne(symbol, 1))
    return facts

"""Functions of one module do not share symbols: each is run for itself, with sizes of its own.

```mlir
sdim.symbol @n
sdim.constraints { %n = sdim.size @n   sdim.divisible %n by 8 }
func.func @main(%x: tensor<?xf32, [@n]>) { … }
func.func @other(%x: tensor<?xf32, [@n]>) { … }
```
becomes
```mlir
sdim.symbol @n
sdim.symbol @n_other
sdim.constraints { …   %m = sdim.size @n_other   sdim.divisible %m by 8 }
func.func @main(%x: tensor<?xf32, [@n]>) { … }
func.func @other(%x: tensor<?xf32, [@n_other]>) { … }
```

What is given of a symbol holds in every run of every function. What a function demands of its
sizes, or its types promise, holds in its own runs alone: another function must neither use it nor
be refused for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, StringAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.module_parts import constraint_ops, ops_below, ops_of, symbol_ops, values_below
from ...dialects import sdim
from ...dialects.types import is_tensor
from ...materialize.dead_code import erase_dead
from ...materialize.symbols import constraints_of
from ...materialize.types import refresh_signature, retype


def uniquify_symbols(module: ModuleOp) -> None:
    """Gives each function symbols of its own; `main`, or the first function, keeps its symbols.

    Symbols of a function that is called, or has no body, stay shared with its callers.
    """
    functions = [op for op in module.body.block.ops if isinstance(op, func.FuncOp)]
    if len(functions) < 2:
        return
    bodies = [f for f in functions if f.body.blocks]
    taken, fixed = set[str](), set[str]()
    called = {op.callee.string_value() for op in ops_below(module) if isinstance(op, func.CallOp)}
    for function in functions:
        if not function.body.blocks or function.sym_name.data in called:
            fixed |= _symbols_of(function)
    for function in sorted(bodies, key=lambda f: f.sym_name.data != "main"):
        used = _symbols_of(function)
        if shared := (used & taken) - fixed:
            linked = _linked(shared, module) - fixed
            used = _rename(function, linked, module) | (used - linked)
        taken |= used


def _symbols_of(function: func.FuncOp) -> set[str]:
    """The symbols that types and `sdim.size` ops of `function` name."""
    types = {value.type for value in values_below(function)}
    types.update((*function.function_type.inputs, *function.function_type.outputs))
    found = {e for t in types for e in sdim.encoding_of(t) or () if isinstance(e, str)}
    return found | {op.symbol.root_reference.data for op in _sizes_below(function)}


def _sizes_below(root: Operation) -> Iterator[sdim.SizeOp]:
    return (op for op in ops_below(root) if isinstance(op, sdim.SizeOp))


def _linked(names: set[str], module: ModuleOp) -> set[str]:
    """`names` and every symbol that the module's facts connect with them."""
    groups = [_named_by(op) for op in constraint_ops(module)]
    found = set(names)
    while more := {n for group in groups if group & found for n in group} - found:
        found |= more
    return found


def _named_by(fact: Operation) -> set[str]:
    found, pending, seen = set[str](), [fact], set[Operation]()
    while pending:
        op = pending.pop()
        if isinstance(op, sdim.SizeOp):
            found.add(op.symbol.root_reference.data)
        for owner in (operand.owner for operand in op.operands):
            if isinstance(owner, Operation) and owner not in seen:
                seen.add(owner)
                pending.append(owner)
    return found


def _rename(function: func.FuncOp, names: set[str], module: ModuleOp) -> set[str]:
    """Gives `function` new symbols for `names`, of which the same is known; the new symbols."""
    symbols = {op.sym_name.data: op for op in symbol_ops(module)}
    new = dict[str, str]()
    for name in sorted(names):
        new[name] = own = _own_name(name, function, {*symbols, *new.values()})
        if name in symbols:
            symbol = symbols[name].clone()
            symbol.properties["sym_name"] = StringAttr(own)
            Rewriter.insert_op(symbol, InsertPoint.after(symbols[name]))
    _copy_facts(new, module)
    for value in values_below(function):
        retype(value, _renamed(value.type, new))
    for size in _sizes_below(function):
        _rename_size(size, new)
    _rename_attributes(function, new)
    refresh_signature(function)
    return set(new.values())


def _own_name(name: str, function: func.FuncOp, taken: set[str]) -> str:
    own, number = f"{name}_{function.sym_name.data}", 1
    while own in taken:
        own, number = f"{name}_{function.sym_name.data}_{number}", number + 1
    return own


def _renamed(type: Attribute, new: Mapping[str, str]) -> Attribute:
    entries = sdim.encoding_of(type)
    if entries is None or not any(e in new for e in entries):
        return type
    assert is_tensor(type)
    return sdim.encoded_type(
        type.element_type, [new.get(e, e) if isinstance(e, str) else e for e in entries]
    )


def _rename_size(size: sdim.SizeOp, new: Mapping[str, str]) -> None:
    name = size.symbol.root_reference.data
    if name in new:
        size.properties["symbol"] = sdim.SizeOp(new[name]).symbol


def _copy_facts(new: Mapping[str, str], module: ModuleOp) -> None:
    """States of the new symbols what is stated of those that they are named after."""
    facts = list(constraint_ops(module))
    if not facts:
        return
    constraints = constraints_of(module)
    untouched = {fact for fact in facts if not _named_by(fact) & new.keys()}
    copies = dict[SSAValue, SSAValue]()
    for op in ops_of(constraints.body.block):
        if op not in untouched:
            copy = op.clone(copies)
            constraints.body.block.add_op(copy)
            if isinstance(copy, sdim.SizeOp):
                _rename_size(copy, new)
    erase_dead(constraints)


def _rename_attributes(function: func.FuncOp, new: Mapping[str, str]) -> None:
    """The user's names of the arguments' sizes follow."""
    if function.arg_attrs is None:
        return
    attributes = [_renamed_names(entry, new) for entry in function.arg_attrs]
    function.arg_attrs = ArrayAttr(attributes)


def _renamed_names(attributes: DictionaryAttr, new: Mapping[str, str]) -> DictionaryAttr:
    sizes = attributes.data.get("sdim.sizes")
    if not isinstance(sizes, ArrayAttr):
        return attributes
    names = [
        StringAttr(new.get(name.data, name.data)) if isinstance(name, StringAttr) else name
        for name in cast(ArrayAttr[Attribute], sizes)
    ]
    return DictionaryAttr({**attributes.data, "sdim.sizes": ArrayAttr(names)})

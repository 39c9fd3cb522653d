"""Which functions of a module a function needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, StringAttr, SymbolRefAttr
from xdsl.ir import Attribute


def keep_called(module: ModuleOp, function: func.FuncOp) -> None:
    """Removes the functions of `module` that neither `function` nor what it calls names; the others
    become private: nobody else calls them any more.
    """
    functions = {op.sym_name.data: op for op in module.body.ops if isinstance(op, func.FuncOp)}
    if len(functions) == 1:
        return
    pending, kept = [function], {function}
    while pending:
        for op in pending.pop().walk():
            for attribute in (*op.attributes.values(), *op.properties.values()):
                for name in _names(attribute):
                    if (called := functions.get(name)) is not None and called not in kept:
                        kept.add(called)
                        pending.append(called)
    for other in functions.values():
        if other not in kept:
            other.detach()
            other.erase()
        elif other is not function:
            other.sym_visibility = StringAttr("private")


def _names(attribute: Attribute) -> Iterator[str]:
    """What `attribute` may name: a text that is a function's name counts too."""
    if isinstance(attribute, SymbolRefAttr):
        yield attribute.root_reference.data
    elif isinstance(attribute, StringAttr):
        yield attribute.data
    elif isinstance(attribute, ArrayAttr):
        for entry in cast("ArrayAttr[Attribute]", attribute).data:
            yield from _names(entry)
    elif isinstance(attribute, DictionaryAttr):
        for entry in attribute.data.values():
            yield from _names(entry)

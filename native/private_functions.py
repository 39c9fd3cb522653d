"""Functions that only their own module calls, in MLIR's LLVM dialect: less code is made for them.

The engine writes a second form of each function that can be called from elsewhere, and a memref is
five words to a call, of which one or two are read. A private function becomes internal, as does one
that has a form with a C interface, which takes it in; what an internal function does not read it is
not given. Objects of MLIR come from its Python binding.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_WRAPPER = "_mlir_ciface_"


def make_private(module: Any, ir: Any) -> None:
    """Changes `module` in its context, which is the current one.

    ir: the part of the binding that makes objects
    """
    functions = {_name(op): op for op in module.body.operations if _is_function(op)}
    internal, inline = ir.Attribute.parse("#llvm.linkage<internal>"), ir.UnitAttr.get()
    own = dict[str, Any]()
    for name, op in functions.items():
        is_wrapped = _WRAPPER + name in functions
        if _body(op) is not None and (is_wrapped or "sym_visibility" in op.attributes):
            op.attributes["linkage"] = internal
            own[name] = op
            if is_wrapped:
                op.attributes["always_inline"] = inline
    calls = dict[str, list[Any]]()
    for function in functions.values():
        for op in _ops(function.operation):
            if op.name == "llvm.call" and "callee" in op.attributes:
                calls.setdefault(op.attributes["callee"].value, []).append(op)
            elif op.name == "llvm.mlir.addressof":
                own.pop(op.attributes["global_name"].value, None)
    for name, op in own.items():
        arguments = list(_body(op).arguments)
        read = [i for i, argument in enumerate(arguments) if any(True for _ in argument.uses)]
        if len(read) < len(arguments) and "arg_attrs" not in op.attributes:
            _keep_arguments(op, read, ir)
            for call in calls.get(name, ()):
                _keep_operands(call, read, ir)


def _keep_arguments(op: Any, kept: Sequence[int], ir: Any) -> None:
    body = _body(op)
    types = ", ".join(str(body.arguments[i].type) for i in kept)
    for i in reversed(range(len(body.arguments))):
        if i not in set(kept):
            body.erase_argument(i)
    result = str(op.attributes["function_type"]).removeprefix("!llvm.func<").partition(" (")[0]
    made = ir.Type.parse(f"!llvm.func<{result} ({types})>")
    op.attributes["function_type"] = ir.TypeAttr.get(made)


def _keep_operands(call: Any, kept: Sequence[int], ir: Any) -> None:
    attributes: Mapping[str, Any] = {
        named.name: named.attr
        for named in (call.attributes[i] for i in range(len(call.attributes)))
        if named.name not in ("arg_attrs", "operandSegmentSizes")
    }
    sizes = ir.DenseI32ArrayAttr.get([len(kept), 0])
    made = ir.Operation.create(
        call.name,
        [result.type for result in call.results],
        [call.operands[i] for i in kept],
        {**attributes, "operandSegmentSizes": sizes},
        ip=ir.InsertionPoint(call),
        loc=call.location,
    )
    for old, new in zip(call.results, made.results, strict=True):
        old.replace_all_uses_with(new)
    call.erase()


def _is_function(op: Any) -> bool:
    return op.operation.name == "llvm.func"


def _name(op: Any) -> str:
    return op.attributes["sym_name"].value


def _body(op: Any) -> Any:
    """The first block of a function; None where it has none."""
    blocks = op.regions[0].blocks
    return blocks[0] if len(blocks) else None


def _ops(op: Any) -> Iterator[Any]:
    for region in op.regions:
        for block in region.blocks:
            for inner in block.operations:
                yield inner.operation
                yield from _ops(inner.operation)

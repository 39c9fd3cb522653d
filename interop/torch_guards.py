"""Ranges and guards of sizes that a program of `torch.export` states.

A guard is a claim that the trace relied on, in Python: `L['x'].size()[0] % 2 == 0`. The program's
own module refuses calls for which one does not hold; its export to ONNX has none of them. torch is
not imported here.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from .onnx.dimensions import SizeRange

Dimensions = Sequence[int | str]
Leaves = Callable[[Any], Iterable[tuple[str, Any]]]
"""The leaves of one of torch's trees, each after what Python writes to get it: `.a`, `['k'][0]`."""
_ASSERTION = "aten._assert_scalar.default"
_SAID = re.compile(r"Runtime assertion failed for expression (.+?)( on node '\w+')?$")
_ROUNDINGS = {
    "math.ceil": "-(-{0} // {1})",
    "math.floor": "{0} // {1}",
    "math.trunc": "({0} // {1} if {0} * {1} >= 0 else -(-{0} // {1}))",
}
_LARGEST_DENOMINATOR = 2**20
"""Of floats that stand for quotients: sums and products with sizes are exact in float64."""


def ranges_of(constraints: Mapping[Any, Any]) -> list[SizeRange]:
    """The ranges of sizes that a program states, without ends that are infinite."""
    return [
        SizeRange(str(size), _finite(limits.lower), _finite(limits.upper))
        for size, limits in constraints.items()
    ]


def _finite(limit: Any) -> int | None:
    try:
        number = int(limit)
    except (TypeError, ValueError, OverflowError, AttributeError):  # the last by sympy's infinity
        return None
    return number if abs(number) < 2**62 else None


def guards_of(program: Any, leaves: Leaves) -> list[str]:
    """A program's guards over the names of its sizes; what is no size in them stays as it is."""
    sizes = dict(_sizes_of_inputs(program, leaves))
    return [_with_sizes(guard, sizes) for guard in getattr(program, "_guards_code", ())]


def assertions_of(program: Any) -> list[str]:
    """The program's checks of values, such as `torch._check` on what `item` gives."""
    said = [
        str(node.args[1] if len(node.args) > 1 else "a check of values")
        for node in program.graph.nodes
        if node.op == "call_function" and str(node.target) == _ASSERTION
    ]
    return [found[1] if (found := _SAID.match(words)) else words for words in said]


def _sizes_of_inputs(program: Any, leaves: Leaves) -> Iterator[tuple[str, Dimensions]]:
    """How guards write an input, and its sizes."""
    shapes = {
        node.name: [size if isinstance(size, int) else str(size) for size in value.shape]
        for node in program.graph.nodes
        if node.op == "placeholder" and hasattr(value := node.meta.get("val"), "shape")
    }
    inputs: Sequence[Any] = program.graph_signature.user_inputs
    for spelling, number in _spellings(program, leaves):
        shape = shapes.get(inputs[number]) if number < len(inputs) else None
        if shape is not None:
            yield _normal(spelling), shape


def _spellings(program: Any, leaves: Leaves) -> Iterator[tuple[str, int]]:
    """How inputs may be written, by number: by an argument's name, and where they are in it."""
    spec = program.call_spec.in_spec
    signature = program.module_call_graph[0].signature
    names: Sequence[str] = getattr(signature, "forward_arg_names", None) or ()
    if spec is None:
        return
    positional, named = spec.unflatten(range(spec.num_leaves))
    for name, value in (*zip(names, positional, strict=False), *named.items()):
        starts = [f"L[{name!r}]"]
        if (numbered := re.fullmatch(r"(.+)_(\d+)", name)) is not None:  # of `*args`
            starts.append(f"L[{numbered[1]!r}][{numbered[2]}]")
        for inside, number in leaves(value):
            yield from ((start + inside, number) for start in starts)
    for number in range(spec.num_leaves):
        yield f"L['flat_args'][{number}]", number


def _normal(text: str) -> str:
    return ast.unparse(ast.parse(text, mode="eval"))


def _with_sizes(guard: str, sizes: Mapping[str, Dimensions]) -> str:
    tree = ast.parse(guard.strip(), mode="eval")
    return ast.unparse(ast.fix_missing_locations(_SizeNames(sizes).visit(tree)))


class _SizeNames(ast.NodeTransformer):
    """Puts the name of a size in the place of `input.size()[axis]`, and rounded quotients of
    integers as the engine writes them.
    """

    def __init__(self, sizes: Mapping[str, Dimensions]) -> None:
        self._sizes = sizes

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        call = node.value
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and call.func.attr == "size"
            and isinstance(node.slice, ast.Constant)
            and isinstance(axis := node.slice.value, int)
        ):
            shape = self._sizes.get(ast.unparse(call.func.value), ())
            if axis < len(shape):
                return _parsed(str(shape[axis]))
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        rounding = _ROUNDINGS.get(ast.unparse(node.func))
        if rounding is None or len(node.args) != 1:
            return node
        found = _quotient(node.args[0])
        return node if found is None else _parsed(rounding.format(*found))


def _quotient(node: ast.expr) -> tuple[str, str] | None:
    """A number as a quotient of integers; None where it is not seen to be one."""
    match node:
        case ast.Constant(value=int() | float() as value):
            exact = Fraction(value)
            small = exact.denominator <= _LARGEST_DENOMINATOR
            return (str(exact.numerator), str(exact.denominator)) if small else None
        case ast.Call(args=[inner]) if ast.unparse(node.func) in ("float", "torch.sym_float"):
            return _quotient(inner)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            found = _quotient(inner)
            return None if found is None else (f"(-{found[0]})", found[1])
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div(), right=right):
            return _combined(node.op, _quotient(left), _quotient(right))
        case ast.Name() | ast.BinOp(op=ast.FloorDiv() | ast.Mod()):
            return f"({ast.unparse(node)})", "1"
        case _:
            return None


def _combined(
    operation: ast.operator, left: tuple[str, str] | None, right: tuple[str, str] | None
) -> tuple[str, str] | None:
    if left is None or right is None:
        return None
    (a, b), (c, d) = left, right
    if isinstance(operation, ast.Mult):
        return f"({a} * {c})", f"({b} * {d})"
    if isinstance(operation, ast.Div):
        return f"({a} * {d})", f"({b} * {c})"
    sign = "+" if isinstance(operation, ast.Add) else "-"
    return f"({a} * {d} {sign} {c} * {b})", f"({b} * {d})"


def _parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body

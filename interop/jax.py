"""Models to and from JAX: bytecode and serialised exports in, `jax.export.Exported` out.

JAX's sizes are at least 1 (https://docs.jax.dev/en/latest/export/shape_poly.html): empty arrays
are refused where tieshape alone would accept them.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping, Sequence
from functools import reduce
from importlib import import_module
from math import prod
from operator import floordiv, mod  # pyright: ignore[reportUnknownVariableType]
from typing import Any, Final, TypeAlias

from xdsl.dialects import func
from xdsl.dialects.builtin import BFloat16Type, ModuleOp
from xdsl.ir import Attribute

from ..dialects.types import is_tensor
from ..lowering.export_stablehlo.export_stablehlo import export
from ..runtime import Artifact
from ..symbolic import (
    Broadcast,
    Conditional,
    Contradiction,
    Expr,
    Facts,
    FloorDiv,
    Max,
    Min,
    Mod,
    eq,
    ge,
    maximum,
    minimum,
)
from ..symbolic.expr import Atom, SymbolAtom
from ..text.bytecode import BYTECODE, PORTABLE
from ..text.context import new_context
from ..text.diagnostics import ChecksDropped
from ..text.module import parse_module, print_module, read_bytes
from ..text.usage_error import UsageError

Exported: TypeAlias = Any
"""`jax.export.Exported`, which a type checker sees only where JAX is installed."""
LONGEST = 1000
"""Elements of the longest constant that is read as text."""
_ELIDED = "dense_resource<__elided__>"
_DIGITS = re.compile(r'dense<"0x([0-9A-F]*)">')
DISABLED: Final = "jax is not installed; pip install 'tieshape[jax]' brings it"


def export_of(artifact: Artifact, platforms: Sequence[str] = ("cpu",)) -> Exported:
    """The program of `artifact` for JAX: call it with arrays, serialise it, use it under `jit`.

    Arguments and results are flat, in the order of the function's. Sizes have the names that the
    artifact gives them. Every guard on sizes is a shape assertion, whose words JAX reports.

    Warns with ChecksDropped of each check of values, which JAX has no place for. Raises ImportError
    where JAX is not installed, ValueError where a rank is unknown or the size of a result depends
    on data, which JAX has no types for.
    """
    try:
        jax: Any = import_module("jax")
        jax_export: Any = import_module("jax.export")
        internal: Any = import_module("jax._src.export._export")
        mlir: Any = import_module("jax._src.interpreters.mlir")
        ir: Any = import_module("jaxlib.mlir.ir")
    except ImportError as error:
        raise ImportError(DISABLED) from error
    header = artifact.header
    module = parse_module(artifact.code, "<artifact>")
    arguments, results = _avals(jax, _Sizes(artifact, jax_export), artifact, module)
    for check in export(module, new_context(), consumer="jax"):
        words = f"{header.function}: JAX has no place for a check of values: {check}"
        warnings.warn(words, ChecksDropped, stacklevel=2)
    with mlir.make_ir_context(), ir.Location.unknown():
        code = internal._module_to_bytecode(ir.Module.parse(print_module(module)))
    tree: Any = jax.tree_util.tree_structure
    return jax_export.Exported(
        fun_name=header.function,
        in_tree=tree((tuple(arguments), {})),
        in_avals=tuple(arguments),
        out_tree=tree(tuple(results)),
        out_avals=tuple(results),
        _has_named_shardings=True,
        _in_named_shardings=(None,) * len(arguments),
        _out_named_shardings=(None,) * len(results),
        in_shardings_hlo=(None,) * len(arguments),
        out_shardings_hlo=(None,) * len(results),
        nr_devices=1,
        platforms=tuple(platforms),
        ordered_effects=(),
        unordered_effects=(),
        disabled_safety_checks=(),
        mlir_module_serialized=code,
        calling_convention_version=internal.maximum_supported_calling_convention_version,
        module_kept_var_idx=tuple(range(len(arguments))),
        uses_global_constants=True,
        _get_vjp=None,
    )


def import_model(path: str) -> ModuleOp:
    """The module in a file of MLIR bytecode, a StableHLO portable artifact, or a serialised
    `jax.export.Exported`.

    Raises ImportError where JAX is not installed, UsageError where the file is none of them.
    """
    text, weights = _printed(read_bytes(path), path, LONGEST)
    return parse_module(text, path, weights=weights)


def of_exported(exported: Exported, name: str = "<jax>") -> ModuleOp:
    """A `jax.export.Exported`, which messages call `name`."""
    text, weights = _printed(bytes(exported.mlir_module_serialized), name, LONGEST)
    return parse_module(text, name, weights=weights)


def text_of(data: bytes, name: str) -> str:
    """The text of the module in `data`, StableHLO in one of three forms; `name` is for errors."""
    text, _ = _printed(data, name, None)
    return text


def _avals(
    jax: Any, sizes: _Sizes, artifact: Artifact, module: ModuleOp
) -> tuple[list[Any], list[Any]]:
    """The abstract arguments and results. The artifact's header has bf16 as f32, as runs do."""
    header = artifact.header
    functions = (op for op in module.ops if isinstance(op, func.FuncOp))
    type_ = next(f for f in functions if f.sym_name.data == header.function).function_type

    def dtype(of_header: str, in_code: Attribute) -> str:
        is_bf16 = is_tensor(in_code) and isinstance(in_code.element_type, BFloat16Type)
        return "bfloat16" if is_bf16 else of_header

    arguments = [
        sizes.array(jax, f"argument {a.name}", a.shape, dtype(a.dtype, given))
        for a, given in zip(header.arguments, type_.inputs, strict=True)
    ]
    results = [
        sizes.array(jax, f"result {i}", r.shape, dtype(r.dtype, given))
        for i, (r, given) in enumerate(zip(header.results, type_.outputs, strict=True))
    ]
    return arguments, results


def _printed(data: bytes, name: str, longest: int | None) -> tuple[str, list[bytes]]:
    """The text of the module in `data`, and what stands apart from it: constants of more than
    `longest` elements, as `parse_module` takes them.
    """
    try:
        mlir: Any = import_module("jax._src.interpreters.mlir")
        ir: Any = import_module("jaxlib.mlir.ir")
    except ImportError as error:
        raise ImportError(DISABLED) from error
    kind = "neither MLIR bytecode nor a serialised jax.export.Exported"
    try:
        with mlir.make_ir_context() as context, ir.Location.unknown():
            if data.startswith(BYTECODE):
                kind = "bytecode that cannot be read"
            else:
                jax_export: Any = import_module("jax.export")
                data = jax_export.deserialize(bytearray(data)).mlir_module_serialized
            if PORTABLE in data[:64]:
                stablehlo: Any = import_module("jaxlib.mlir.dialects.stablehlo")
                module = stablehlo.deserialize_portable_artifact(context, data)
            else:
                module = ir.Module.parse(data)
            return _apart(module, ir, longest)
    except Exception as error:  # MLIR's errors have no type of their own
        raise UsageError(f"{name}: {kind}: {_first_line(error)}") from error


def _apart(module: Any, ir: Any, longest: int | None) -> tuple[str, list[bytes]]:
    """As `_printed`. Where not all that is left out can be read, nothing is."""
    asm = module.operation.get_asm
    if longest is None:
        return asm(enable_debug_info=True), []
    text: str = asm(enable_debug_info=True, large_elements_limit=longest)
    parts, weights = text.split(_ELIDED), list[bytes]()

    def visit(op: Any) -> Any:
        if op.name == "stablehlo.constant":
            # Python knows no attribute of complex or narrow elements, but each has a text.
            many = prod(ir.RankedTensorType(op.results[0].type).shape) > longest
            if many and (digits := _DIGITS.search(op.get_asm())) is not None:
                weights.append(bytes.fromhex(digits[1]))
        return ir.WalkResult.ADVANCE

    if len(parts) > 1:
        module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    if len(weights) != len(parts) - 1:
        return asm(enable_debug_info=True), []
    named = [f'dense<"@constant {number}">{part}' for number, part in enumerate(parts[1:])]
    return parts[0] + "".join(named), weights


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


class _Sizes:
    """Sizes of an artifact as JAX's symbolic dimensions."""

    def __init__(self, artifact: Artifact, jax_export: Any):
        header = artifact.header
        self._core: Any = import_module("jax.core")
        names = list(header.places)
        scope = jax_export.SymbolicScope(_constraints(header.known, names))
        found = jax_export.symbolic_shape(", ".join(names), scope=scope) if names else ()
        self.dimensions: Mapping[str, Any] = dict(zip(names, found, strict=True))
        self.defined = {size.name: size for size in header.symbols}
        self.facts = _positive(header.known, names)

    def array(
        self, jax: Any, what: str, shape: Sequence[Expr | int | str] | None, dtype: str
    ) -> Any:
        """The abstract array of `shape`."""
        if shape is None:
            raise ValueError(f"{what} is of unknown rank; compile for a rank, with hints")
        sizes = tuple(self.size(what, entry) for entry in shape)
        return jax.core.ShapedArray(sizes, jax.numpy.dtype(dtype))

    def size(self, what: str, size: Expr | int | str) -> Any:
        if isinstance(size, int):
            return size
        if isinstance(size, str):
            return self.symbol(what, size)
        total: Any = 0
        for coefficient, factors in size.terms():
            term: Any = coefficient
            for atom, power in factors:
                term = term * self.atom(what, atom) ** power
            total = total + term
        return total

    def atom(self, what: str, atom: Atom) -> Any:
        if isinstance(atom, SymbolAtom):
            return self.symbol(what, atom.name)
        if isinstance(atom, Conditional):
            return self.choice(what, atom)
        args = [self.size(what, arg) for arg in atom.args]
        operations: Mapping[type[Atom], Any] = {
            FloorDiv: floordiv,
            Mod: mod,
            Broadcast: self._core.max_dim,
            Max: self._core.max_dim,
            Min: self._core.min_dim,
        }
        found = reduce(operations[type(atom)], args)
        if isinstance(atom, Broadcast):  # of sizes of which one is 0 it is 0
            for size, term in zip(atom.args, args, strict=True):
                if not self.facts.proves(ge(size, 1)):
                    found = found * self._core.min_dim(term, 1)
        return found

    def symbol(self, what: str, name: str) -> Any:
        """A size of an argument, or what it is computed from."""
        if name in self.dimensions:
            return self.dimensions[name]
        defined = self.defined.get(name)
        if defined is not None and defined.value is not None:
            return self.size(what, defined.value)
        raise ValueError(f"{what}: JAX has no type for the size {name}, which depends on data")

    def choice(self, what: str, atom: Conditional) -> Any:
        """A size by cases, where it is the greatest or the least of both."""
        for extreme in (maximum(*atom.args), minimum(*atom.args)):
            if self.facts.proves(eq(atom.as_expr(), extreme)):
                return self.size(what, extreme)
        raise ValueError(f"{what}: JAX has no type for the size {atom}")


def _constraints(known: Facts, names: Sequence[str]) -> list[str]:
    """The divisors of sizes, in JAX's grammar: JAX refuses other arguments before it compiles.

    XLA may find an op that does not fit before it evaluates the assertion.
    """
    divisors = {name: known.divisor(name) for name in names}
    return [f"mod({name}, {divisor}) == 0" for name, divisor in divisors.items() if divisor > 1]


def _positive(known: Facts, names: Sequence[str]) -> Facts:
    """The facts of an artifact where no size of an argument is 0."""
    facts = known.copy()
    for name in names:
        try:
            facts.learn(ge(facts.simplify(name), 1))
        except Contradiction as error:
            raise ValueError(f"{name} is 0 in every run, which JAX does not allow") from error
    return facts

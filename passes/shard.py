"""Splits arguments over a mesh of devices, where their sizes can be split evenly.

```mlir
func.func @main(%x: tensor<?x8xf32, [@b, 8]>) -> tensor<?xf32, [@b]>
```
with `mesh="data=4" arguments="x=data,_"` becomes
```mlir
sdy.mesh @mesh = <["data"=4]>
sdim.constraints { … sdim.divisible assert %b by 4 {why = "argument x is split over 4 devices …"} }
func.func @main(%x: tensor<?x8xf32, [@b, 8]> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>})
    -> (tensor<?xf32, [@b]> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>})
```

A size that facts prove divisible needs no guard, and is never padded; one that they refute is an
error. A result is split where it has the size of a split dimension. The partitioner of XLA does
the rest: Shardy reads `sdy`, and `form=mhlo` writes `mhlo.sharding` for others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final, cast

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    i32,
)
from xdsl.ir import Attribute
from xdsl.parser import Parser
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.exceptions import PassFailedException

from ..analysis.analyze import analyze
from ..analysis.module_parts import functions, returned_values
from ..analysis.shape_analysis import ShapeAnalysis
from ..analysis.user_facts import argument_names
from ..dialects import sdim
from ..dialects.foreign.sdy import MeshOp
from ..dialects.foreign.stablehlo.fields import text_attribute
from ..dialects.types import shape_of
from ..materialize.constraint_ops import emit_constraint
from ..materialize.places import keeping_places
from ..materialize.symbols import ConstraintWriter
from ..rules.errors import ShapeError
from ..symbolic import Expr, divides, eq
from ..text.context import new_context

FORMS: Final = ("shardy", "mhlo")
_MESH: Final = "mesh"
_WHOLE: Final = "_"
"""The entry of a dimension that is not split."""

Axes = Sequence[str | None]
"""For each dimension of a tensor the axis that it is split over."""


@dataclass(frozen=True)
class ShardPass(ModulePass):
    """Writes shardings, and guards that sizes can be split evenly."""

    name = "tieshape-shard"

    mesh: str
    """The axes of the mesh and their sizes: "data=4,model=2"."""

    arguments: str
    """The axis of each dimension of an argument, by name or position: "x=data,_;1=_,model"."""

    form: str = "shardy"
    """Attributes of "shardy" or of "mhlo"."""

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if self.form not in FORMS:
            raise PassFailedException(
                f"option form is {self.form!r}; one of {', '.join(FORMS)} is needed"
            )
        mesh = _mesh(self.mesh)
        public = [f for f in functions(op) if f.sym_visibility is None]
        if len(public) != 1:
            raise PassFailedException(f"one public function is needed, there are {len(public)}")
        (function,) = public
        arguments = _arguments(self.arguments, mesh, function)
        analysis = analyze(op)
        _demand_divisible(op, function, analysis, mesh, arguments)
        results = _results(function, analysis, arguments)
        text = _shardy if self.form == "shardy" else _mhlo
        for name, shardings in (("arg_attrs", arguments), ("res_attrs", results)):
            _annotate(function, name, [text(axes, mesh) for axes in shardings])
        _declare(op, mesh, self.form)


def _mesh(text: str) -> dict[str, int]:
    mesh = dict[str, int]()
    for item in text.split(","):
        name, _, size = item.strip().partition("=")
        if not name.isidentifier() or name == _WHOLE or not size.isdecimal() or int(size) < 1:
            raise PassFailedException(f"mesh: expected an axis as in data=8, got {item.strip()!r}")
        if name in mesh:
            raise PassFailedException(f"mesh: the axis {name} is given twice")
        mesh[name] = int(size)
    return mesh


def _arguments(text: str, mesh: dict[str, int], function: func.FuncOp) -> list[Axes]:
    """The axes of every argument; one that is not mentioned is whole on every device."""
    names = argument_names(function)
    found = dict[int, Axes]()
    for item in text.split(";"):
        name, equals, entries = item.strip().partition("=")
        if not equals or name not in names:
            known = ", ".join(sorted(names))
            raise PassFailedException(f"arguments: no argument {name!r}; there are {known}")
        axes = [None if e.strip() == _WHOLE else e.strip() for e in entries.split(",")]
        used = [axis for axis in axes if axis is not None]
        if unknown := [axis for axis in used if axis not in mesh]:
            raise PassFailedException(
                f"arguments: {name}: no axis {unknown[0]!r}; the mesh has {', '.join(mesh)}"
            )
        if len({*used}) < len(used) or names[name] in found:
            raise PassFailedException(f"arguments: {name}: an axis or the argument is given twice")
        found[names[name]] = axes
    return [
        found.get(i, [None] * len(shape_of(value.type) or ()))
        for i, value in enumerate(function.args)
    ]


def _demand_divisible(
    module: ModuleOp,
    function: func.FuncOp,
    analysis: ShapeAnalysis,
    mesh: dict[str, int],
    arguments: Sequence[Axes],
) -> None:
    """States for every size that is split, and may not be divisible, that it must be."""
    facts, writer = analysis.facts, None
    for number, (value, axes) in enumerate(zip(function.args, arguments, strict=True)):
        what = f"argument {value.name_hint or number}"
        shape = analysis.shape(value) if analysis.has_rank(value) else ()
        if len(shape) != len(axes):
            raise ShapeError(
                function, f"{what} has rank {len(shape)}, {len(axes)} axes are given for it"
            )
        for dimension, (size, axis) in enumerate(zip(shape, axes, strict=True)):
            if axis is None or facts.proves(claim := divides(mesh[axis], size)):
                continue
            if facts.refutes(claim):
                raise ShapeError(
                    function,
                    f"size {dimension} of {what} is {facts.simplify(size)}, which cannot be split "
                    f"over the {mesh[axis]} devices of axis {axis}",
                )
            if _is_open(value.type, dimension):
                raise ShapeError(
                    function,
                    f"size {dimension} of {what} has no symbol that a guard could be about; run "
                    "tieshape-symbolize first",
                )
            why = (
                f"{what} is split over {mesh[axis]} devices of axis {axis}: size {dimension} must "
                f"be divisible by {mesh[axis]}"
            )
            writer = writer or ConstraintWriter(module, facts)
            emit_constraint(writer.emitter, claim, "assert", why)
            facts.learn(claim, why=why)
    if writer is not None:
        writer.declare_used()


def _is_open(type: Attribute, dimension: int) -> bool:
    """Whether a size has no symbol."""
    entries = sdim.encoding_of(type) or shape_of(type)
    return entries is not None and entries[dimension] == DYNAMIC_INDEX


def _results(
    function: func.FuncOp, analysis: ShapeAnalysis, arguments: Sequence[Axes]
) -> list[Axes]:
    """The axes of the results: a size that is a split one of an argument is split as that is."""
    split = list[tuple[Expr, str]]()
    for value, axes in zip(function.args, arguments, strict=True):
        if axes:
            pairs = zip(analysis.shape(value), axes, strict=True)
            split += [(size, axis) for size, axis in pairs if axis is not None]
    found = list[Axes]()
    for value in returned_values(function):
        axes = list[str | None]()
        for size in analysis.shape(value) if analysis.has_rank(value) else ():
            fitting = [
                axis
                for other, axis in split
                if axis not in axes
                and size.constant_value is None
                and analysis.facts.proves(eq(size, other))
            ]
            axes.append(fitting[0] if fitting else None)
        found.append(axes)
    return found


def _shardy(axes: Axes, mesh: dict[str, int]) -> tuple[str, Attribute]:
    dimensions = ", ".join("{}" if axis is None else f'{{"{axis}"}}' for axis in axes)
    text = f"#sdy.sharding<@{_MESH}, [{dimensions}]>"
    return "sdy.sharding", Parser(new_context(), text).parse_attribute()


def _mhlo(axes: Axes, mesh: dict[str, int]) -> tuple[str, Attribute]:
    """XLA's text: the parts of each dimension, and which device has which part."""
    used = [axis for axis in axes if axis is not None]
    if not used:
        return "mhlo.sharding", StringAttr("{replicated}")
    parts = [1 if axis is None else mesh[axis] for axis in axes]
    others = [axis for axis in mesh if axis not in used]
    copies = prod(mesh[axis] for axis in others)
    order = [list(mesh).index(axis) for axis in (*used, *others)]
    devices = f"[{','.join(map(str, mesh.values()))}]"
    if order != sorted(order):
        devices += f"T({','.join(map(str, order))})"
    last = "" if copies == 1 else " last_tile_dim_replicate"
    parts += [] if copies == 1 else [copies]
    return "mhlo.sharding", StringAttr(
        f"{{devices=[{','.join(map(str, parts))}]<={devices}{last}}}"
    )


def _annotate(function: func.FuncOp, name: str, shardings: Sequence[tuple[str, Attribute]]) -> None:
    """Adds shardings to the attributes of arguments or results; an argument's own is replaced."""
    entries = function.properties.get(name)
    own: list[Mapping[str, Attribute]] = [{} for _ in shardings]
    if isinstance(entries, ArrayAttr):
        own = [entry.data for entry in cast("ArrayAttr[DictionaryAttr]", entries)]
    function.properties[name] = ArrayAttr(
        [
            DictionaryAttr({**entry, key: value})
            for entry, (key, value) in zip(own, shardings, strict=True)
        ]
    )


def _declare(module: ModuleOp, mesh: dict[str, int], form: str) -> None:
    """The mesh, and the number of devices that one program runs on."""
    module.attributes["mhlo.num_partitions"] = IntegerAttr(prod(mesh.values()), i32)
    module.attributes["mhlo.num_replicas"] = IntegerAttr(1, i32)
    if form == "mhlo":
        return
    axes = ", ".join(f'"{name}"={size}' for name, size in mesh.items())
    text = text_attribute(Parser(new_context(), f"<[{axes}]>"), "sdy.mesh")
    declared = MeshOp.create(properties={"sym_name": StringAttr(_MESH), "mesh": text})
    for op in list(module.body.block.ops):
        if isinstance(op, MeshOp) and op.sym_name.data == _MESH:
            Rewriter.erase_op(op)
    Rewriter.insert_op(declared, InsertPoint.at_start(module.body.block))

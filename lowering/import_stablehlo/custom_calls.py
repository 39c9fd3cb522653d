"""Custom calls that JAX's exports hold, by the name of what they call. Others stay calls."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, cast

from xdsl.dialects import func, tensor
from xdsl.dialects.builtin import (
    ArrayAttr,
    BytesAttr,
    DictionaryAttr,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    i1,
)
from xdsl.ir import Attribute, Operation
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects import mhlo, sdim
from ...dialects.types import element_type_of, scalar_type
from ...rules.errors import ShapeError
from .dynamic_windows import reduce_windows
from .lapack import LAPACK
from .top_k import approximate_top_k, top_k

Conversion = Callable[[mhlo.CustomCallOp], None]

APPROXIMATE = ("ApproxTopK", "stablehlo.dynamic_approx_top_k")
_DETAILS = re.compile(r"\s*Using the following polymorphic shapes specifications:.*", re.DOTALL)
_FOUND = re.compile(r" \(= \{\d+\}\)|,? but found \{\d+\}")


def convert_custom_calls(module: ModuleOp) -> None:
    """Puts facts and ops of mhlo in the place of the calls that are known."""
    windows, bodies = list[mhlo.CustomCallOp](), set[str]()
    functions = {f.sym_name.data: f for f in module.body.block.ops if isinstance(f, func.FuncOp)}
    for op in list(module.walk()):
        if isinstance(op, mhlo.CustomCallOp):
            if op.call_target_name.data == "stablehlo.dynamic_reduce_window":
                windows.append(op)
                bodies.update(_called(op))
            elif op.call_target_name.data in APPROXIMATE:
                names = _called(op)
                if approximate_top_k(op, functions):
                    bodies.update(names)
            elif (conversion := CONVERSIONS.get(op.call_target_name.data)) is not None:
                conversion(op)
    if windows:
        reduce_windows(module, windows, functions)
    if bodies:
        _forget_unused(module, bodies)


def _called(op: Operation) -> list[str]:
    """The functions that attributes of `op` name."""
    names = list[str]()
    for attribute in (*op.properties.values(), *op.attributes.values()):
        entries = (
            cast("ArrayAttr[Attribute]", attribute).data
            if isinstance(attribute, ArrayAttr)
            else (attribute,)
        )
        names += [name.string_value() for name in entries if isinstance(name, SymbolRefAttr)]
    return names


def _forget_unused(module: ModuleOp, names: set[str]) -> None:
    """Drops those functions of `names` that no op names any more."""
    names -= {name for op in module.walk() for name in _called(op)}
    for function in list(module.body.block.ops):
        if isinstance(function, func.FuncOp) and function.sym_name.data in names:
            Rewriter.erase_op(function)


def shape_assertion(op: mhlo.CustomCallOp) -> None:
    """A fact in the words of the message; the operands after the first only fill its blanks."""
    if not op.inputs:
        raise ShapeError(op, "@shape_assertion has no operand, a condition is needed")
    condition = op.inputs[0]
    if condition.type != scalar_type(i1):
        raise ShapeError(op, f"@shape_assertion of {condition.type}, tensor<i1> is needed")
    extract = tensor.ExtractOp(condition, [], element_type_of(condition))
    fact = sdim.HoldsOp(extract.result, strength="assert")
    fact.location = op.location
    fact.attributes["why"] = StringAttr(words_of(op))
    Rewriter.insert_op([extract, fact], InsertPoint.before(op))
    Rewriter.erase_op(op)


def words_of(op: mhlo.CustomCallOp) -> str:
    """What the message says is wrong, without the sizes of the run and the list of all
    specifications.
    """
    message = op.attributes.get("error_message") or op.properties.get("error_message")
    match message:
        case StringAttr(data=text):
            pass
        case BytesAttr(data=data):
            text = data.decode(errors="replace")
        case _:
            text = "shape assertion"
    text = _DETAILS.sub("", text).replace("had remainder {0}", "had a remainder")
    return _FOUND.sub("", text).strip().rstrip(".")


def sharding(op: mhlo.CustomCallOp) -> None:
    """The operand, on which `mhlo.sharding` says how it is split."""
    _replace(op, mhlo.CopyOp)


def same_op(target: type[Operation]) -> Conversion:
    """An op of mhlo that StableHLO lacks; its properties are in `mhlo.attributes`."""

    def convert(op: mhlo.CustomCallOp) -> None:
        given = op.attributes.pop("mhlo.attributes", None)
        op.attributes.pop("mhlo.version", None)
        _replace(op, target, given.data if isinstance(given, DictionaryAttr) else {})

    return convert


def dynamic_random_bits(op: mhlo.CustomCallOp) -> None:
    """Raises ShapeError where there is no state, shape or algorithm."""
    algorithm = op.attributes.pop("rng_algorithm", None)
    if (
        len(op.inputs) != 2
        or len(op.results) != 2
        or not isinstance(algorithm, mhlo.RngAlgorithmAttr)
    ):
        raise ShapeError(
            op,
            f"@{op.call_target_name.data} needs a state, a shape and rng_algorithm, for two results",
        )
    _replace(op, mhlo.DynamicRngBitGeneratorOp, {"rng_algorithm": algorithm})


def _replace(
    op: mhlo.CustomCallOp,
    target: type[Operation],
    properties: Mapping[str, Attribute] | None = None,
) -> None:
    new = target.create(
        operands=op.inputs,
        result_types=op.result_types,
        properties=properties or {},
        attributes=op.attributes,
    )
    new.location = op.location
    Rewriter.replace_op(op, new)


CONVERSIONS: Final[Mapping[str, Conversion]] = {
    "Sharding": sharding,
    "mhlo.erf": same_op(mhlo.ErfOp),
    "mhlo.tan": same_op(mhlo.TanOp),
    "mhlo.topk": same_op(mhlo.TopkOp),
    "shape_assertion": shape_assertion,
    "stablehlo.dynamic_rng_bit_generator": dynamic_random_bits,
    "stablehlo.dynamic_top_k": top_k,
    **LAPACK,
}

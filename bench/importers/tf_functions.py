"""Functions in TensorFlow's dialect against TensorFlow's own kernels, op by op.

    python bench/importers/tf_functions.py DIR [--size 3]

DIR holds text of MLIR, as [mlir_tests.py](mlir_tests.py) takes it. Of each function of tensors of
numbers TensorFlow runs one op after the other on random inputs, unknown sizes being `--size`; the
same function runs on the interpreter and as machine code. Functions with other ops, of strings or
handles, or with control flow are left out. TensorFlow is needed; it looks at the numbers alone, so
that a function whose text says other sizes is a refusal of tieshape's.
"""

from __future__ import annotations

import argparse
import inspect
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np
import tensorflow as tf
from mlir_tests import parts
from tensorflow.python.framework import op_def_registry
from tieshape.dialects.types import element_of, is_tensor
from tieshape.interpreters.arrays import dense_array, dtype_of
from tieshape.text.module import parse_module, print_module
from xdsl.dialects.builtin import (
    ArrayAttr,
    BFloat16Type,
    FloatAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
)
from xdsl.dialects.func import FuncOp, ReturnOp

from tieshape import Model

RENAMED = {"reduction_indices": "axis", "input": "condition", "t": "x", "e": "y", "dim": "axis"}
RENAMED |= dict.fromkeys(("concat_dim", "split_dim", "squeeze_dims", "dimension"), "axis")
"""Parameters that Python's functions call otherwise than the ops."""
MOST = 2_000_000
"""Elements of an input; functions of larger ones are left out."""


class LeftOut(Exception):
    """A function that is not compared."""


def functions(folder: Path) -> Iterator[tuple[str, FuncOp]]:
    for name, text in parts(folder):
        if '"tf.' not in text or "expected-error" in text:
            continue
        try:
            module = parse_module(text, name)
        except Exception:
            continue  # not of tieshape's dialects
        for op in module.walk():
            if isinstance(op, FuncOp) and len(op.body.blocks) == 1:
                yield f"{name} @{op.sym_name.data}", op


def numbers_of(element_type: Any) -> Any:
    """numpy's type, where its numbers are those of `element_type`."""
    if isinstance(element_type, BFloat16Type):
        raise LeftOut
    try:
        return dtype_of(element_type)
    except ValueError as error:
        raise LeftOut from error


def inputs_of(function: FuncOp, size: int) -> list[Any]:
    rng = np.random.default_rng(1)
    made = list[Any]()
    for argument in function.body.block.args:
        if not is_tensor(argument.type):
            raise LeftOut
        dtype = numbers_of(argument.type.element_type)
        shape = [size if n < 0 else n for n in argument.type.get_shape()]
        if np.prod(shape, dtype=float) > MOST:
            raise LeftOut
        is_real = dtype.kind in "fc"
        values = rng.uniform(-1, 1, shape) if is_real else rng.integers(0, 3, shape)
        made.append(np.asarray(values).astype(dtype))
    return made


def attribute(value: Any, kind: str) -> Any:
    match value:
        case IntegerAttr():
            return bool(value.value.data) if kind == "bool" else value.value.data
        case FloatAttr():
            return value.value.data
        case StringAttr():
            return value.data
        case ArrayAttr():
            return [attribute(each, "") for each in value]
        case _:
            return list(value.get_values()) if hasattr(value, "get_values") else None


def computed(function: FuncOp, inputs: Sequence[Any]) -> list[Any]:
    """What TensorFlow computes."""
    known = dict[Any, Any](zip(function.body.block.args, map(tf.constant, inputs), strict=True))
    for op in function.body.block.ops:
        if isinstance(op, ReturnOp):
            return [known[operand].numpy() for operand in op.operands]
        if op.name in ("tf.Const", "arith.constant"):
            numbers_of(element_of(op.results[0].type))
            results = [tf.constant(dense_array(op.properties["value"]))]
        else:
            results = run(op, [known[operand] for operand in op.operands])
        if len(results) != len(op.results):
            raise LeftOut
        known |= zip(op.results, results, strict=True)
    raise LeftOut


def run(op: Any, operands: list[Any]) -> list[Any]:
    name = op.name.removeprefix("tf.")
    definition = op_def_registry.get(name)
    call = getattr(tf.raw_ops, name, None)
    if definition is None or call is None or op.regions:
        raise LeftOut
    given = dict[str, Any]()
    rest = list(operands)
    lists = [bool(a.number_attr or a.type_list_attr) for a in definition.input_arg]
    count = (len(rest) - lists.count(False)) // max(lists.count(True), 1)
    for argument, is_list in zip(definition.input_arg, lists, strict=True):
        given[argument.name] = rest[:count] if is_list else rest[0]
        rest = rest[count if is_list else 1 :]
    attributes = {**op.attributes, **op.properties}
    for each in definition.attr:
        result = next(
            (i for i, r in enumerate(definition.output_arg) if r.type_attr == each.name), None
        )
        if each.name in attributes and each.type != "type":
            given[each.name] = attribute(attributes[each.name], each.type)
        elif each.type == "type" and result is not None:
            given[each.name] = numbers_of(element_of(op.results[result].type))
        elif each.name in ("num", "num_split"):
            given[each.name] = len(op.results)
    parameters = inspect.signature(call).parameters
    given = {k if k in parameters else RENAMED.get(k, k): v for k, v in given.items()}
    found = call(**{k: v for k, v in given.items() if k in parameters and v is not None})
    return list(found) if isinstance(found, list | tuple) else [found]


def differ(a: Any, b: Any) -> bool:
    if a.shape != b.shape or a.dtype != b.dtype:
        return True
    near = 2e-2 if a.dtype == np.float16 else 2e-4
    return not np.allclose(a, b, near, near, equal_nan=a.dtype.kind in "fc")


def judged(function: FuncOp, size: int) -> tuple[str, str]:
    inputs = inputs_of(function, size)
    refusal = wanted = None
    try:
        wanted = computed(function, inputs)
    except tf.errors.OpError as error:
        refusal = str(error).split("\n")[0]
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise LeftOut from error
    alone = function.clone()
    alone.properties.pop("sym_visibility", None)
    text = print_module(ModuleOp([alone]))
    try:
        found = [Model(text, engine=engine)(*inputs) for engine in ("interpreter", "native")]
    except Exception as error:
        why = f"{type(error).__name__}: {error}".replace("\n", " ")
        return ("both refuse" if wanted is None else "refused by tieshape alone"), why
    if wanted is None:
        return "refused by TensorFlow alone", refusal or ""
    for a, b, c in zip(*found, wanted, strict=True):
        if differ(np.asarray(a), np.asarray(b)):
            return "engines differ", ""
        if differ(np.asarray(a), c):
            return "other numbers", ""
    return "right", ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", type=int, default=3, help="what unknown sizes are")
    args = parser.parse_args()
    counts = Counter[str]()
    for name, function in functions(args.folder):
        try:
            kind, why = judged(function, args.size)
        except LeftOut:
            kind, why = "left out", ""
        counts[kind] += 1
        if kind not in ("right", "left out", "both refuse"):
            print(f"{name}: {kind}: {why[:250]}", flush=True)
    for kind, count in counts.most_common():
        print(f"| {kind} | {count} |")


if __name__ == "__main__":
    main()

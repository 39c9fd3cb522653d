"""Runs one tf op, or a small tf function, through the pipeline; compares numbers after the conversion and at the end.

A test gives the op's operands as arrays; the harness writes the tf text with unknown sizes, so that every size must
come out of the rules.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pytest
from tieshape.analysis.survival import Snapshot
from tieshape.interpreters import RunError, Runner, run_function
from tieshape.lowering.pipelines import TieshapePass
from tieshape.text.module import parse_module, print_module, verify_module
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

ELEMENT_TYPES = {
    "float32": "f32",
    "float64": "f64",
    "float16": "f16",
    "int8": "i8",
    "int16": "i16",
    "int32": "i32",
    "int64": "i64",
    "uint8": "ui8",
    "uint64": "ui64",
    "bool": "i1",
    "complex64": "complex<f32>",
    "complex128": "complex<f64>",
}


@dataclass(frozen=True)
class Constant:
    """An operand that is a `tf.Const`."""

    value: np.ndarray


@dataclass(frozen=True)
class Argument:
    """An operand that is an argument of the function; sizes in `static` are written in its type."""

    value: np.ndarray
    static: tuple[int, ...] = ()


Operand = Constant | Argument


def tensor_type(array: np.ndarray, static: Sequence[int] | None = None) -> str:
    """The type of `array`, `?` for every dimension that is not in `static` (None: all static)."""
    sizes = [
        str(size) if static is None or i in static else "?" for i, size in enumerate(array.shape)
    ]
    return f"tensor<{'x'.join([*sizes, ELEMENT_TYPES[array.dtype.name]])}>"


def dense(array: np.ndarray) -> str:
    """`array` as a `dense` attribute."""

    def item(value: object) -> str:
        if isinstance(value, np.bool_ | bool):
            return "true" if value else "false"
        if isinstance(value, np.floating):
            bits = value.tobytes()[::-1].hex().upper()
            return f"0x{bits}"
        return str(value)

    def nested(part: np.ndarray) -> str:
        if part.ndim == 0:
            return item(part[()])
        return "[" + ", ".join(nested(p) for p in part) + "]"

    if array.size == 0:
        return f"dense<> : {tensor_type(array)}"
    return f"dense<{nested(array)}> : {tensor_type(array)}"


def tf_text(
    op: str, operands: Sequence[Operand], results: Sequence[str], attributes: str = ""
) -> str:
    """A function that applies `op` (`tf.Name`) once; `results` are its result types, `tensor<*xf32>` say."""
    lines, names, types, arguments = list[str](), list[str](), list[str](), list[str]()
    for i, operand in enumerate(operands):
        if isinstance(operand, Constant):
            type = tensor_type(operand.value)
            lines.append(
                f'%c{i} = "tf.Const"() <{{value = {dense(operand.value)}}}> : () -> {type}'
            )
            names.append(f"%c{i}")
        else:
            type = tensor_type(operand.value, operand.static)
            arguments.append(f"%a{i}: {type}")
            names.append(f"%a{i}")
        types.append(type)
    outputs = [f"%r#{i}" if len(results) > 1 else "%r" for i in range(len(results))]
    bound = f"%r:{len(results)}" if len(results) > 1 else "%r"
    properties = f" <{{{attributes}}}>" if attributes else ""
    signature = f"({', '.join(types)}) -> ({', '.join(results)})"
    body = [*lines, f'{bound} = "{op}"({", ".join(names)}){properties} : {signature}']
    body.append(f"func.return {', '.join(outputs)} : {', '.join(results)}")
    text = "\n  ".join(body)
    return f"func.func @main({', '.join(arguments)}) -> ({', '.join(results)}) {{\n  {text}\n}}\n"


CONVERSION = "convert-tf-to-mhlo"


def passed(text: str) -> Iterator[tuple[str, ModuleOp]]:
    """Each pass of the pipeline and the module after it; every pass must keep every fact."""
    module = parse_module(text, "test.mlir")
    before = Snapshot.of(module)
    for step in TieshapePass(strict=True).pipeline():
        step.apply(Context(), module)
        after = Snapshot.of(module)
        assert not (lost := before.lost_in(after)), f"{step.name} lost {lost}"
        before = after
        yield step.name, module


@lru_cache(32)
def stages(text: str) -> Mapping[str, str]:
    """The module's text after each pass from the conversion on, each of them verified."""
    result = dict[str, str]()
    for name, module in passed(text):
        verify_module(module)
        if result or name == CONVERSION:
            result[name] = printed_mhlo(module)
    return result


@lru_cache(32)
def runners(text: str) -> Mapping[str, Runner]:
    """@main after the conversion and after the last pass, each read again from its printed text.

    The stages between them run in tests of whole models and of random programs.
    """
    ends = dict[str, str]()
    name, module = "", ModuleOp([])
    for name, module in passed(text):
        if name == CONVERSION:
            ends[name] = printed_mhlo(module)
    ends[name] = printed_mhlo(module)
    return {name: Runner(parse_module(code, f"{name}.mlir"), "main") for name, code in ends.items()}


@lru_cache(32)
def all_runners(text: str) -> Mapping[str, Runner]:
    """@main after each pass of `stages`, but for those after which the text is as it was before."""
    names = {code: name for name, code in reversed(stages(text).items())}
    return {
        name: Runner(parse_module(code, f"{name}.mlir"), "main") for code, name in names.items()
    }


def printed_mhlo(module: ModuleOp) -> str:
    """The text of `module`, in which no op of tf may be left."""
    printed = print_module(module)
    assert not re.search(r'"tf\.\w+"\(', printed), printed
    return printed


def run_stages(text: str, inputs: Sequence[np.ndarray]) -> dict[str, list[np.ndarray]]:
    """The results of @main on `inputs` after the conversion and after the last pass.

    The last stage runs first: what it refuses is told.
    """
    ready = runners(text)
    results = {name: ready[name].run(list(inputs)) for name in reversed(ready)}
    return {name: results[name] for name in ready}


def compiled(text: str) -> ModuleOp:
    """The module after the whole pipeline, without looking at its stages."""
    module = parse_module(text, "test.mlir")
    for step in TieshapePass(strict=True).pipeline():
        step.apply(Context(), module)
    verify_module(module)
    return module


def check_refusals(text: str, runs: Sequence[tuple[Sequence[np.ndarray], str]]) -> None:
    """Asserts that a run on each of the inputs is refused in the words beside them."""
    module = compiled(text)
    for inputs, words in runs:
        with pytest.raises(RunError, match=words):
            run_function(module, "main", list(inputs))


def check_text(
    text: str,
    inputs: Sequence[np.ndarray],
    expected: Sequence[np.ndarray],
    rtol: float = 1e-4,
    atol: float = 1e-5,
) -> None:
    """Asserts that the stages of `run_stages` compute `expected`."""
    for name, results in run_stages(text, inputs).items():
        check_results(results, expected, rtol, atol, name)


def check_results(
    results: Sequence[np.ndarray],
    expected: Sequence[np.ndarray],
    rtol: float = 1e-4,
    atol: float = 1e-5,
    name: str = "the pipeline",
) -> None:
    """Asserts that `results`, after the pass `name`, are `expected`."""
    assert len(results) == len(expected)
    for found, wanted in zip(results, expected, strict=True):
        assert found.shape == wanted.shape, f"{name}: {found.shape} != {wanted.shape}"
        np.testing.assert_allclose(found, wanted, rtol, atol, err_msg=f"after {name}")


def check_last(
    op: str,
    operands: Sequence[Operand],
    cases: Sequence[tuple[Sequence[np.ndarray], Sequence[np.ndarray]]],
    attributes: str = "",
    rtol: float = 1e-4,
    atol: float = 1e-5,
) -> None:
    """Asserts that `op`, compiled once for operands like these, gives for the inputs of each case
    what is beside them."""
    results = [f"tensor<*x{ELEMENT_TYPES[e.dtype.name]}>" for e in cases[0][1]]
    module = compiled(tf_text(op, operands, results, attributes))
    for inputs, expected in cases:
        check_results(run_function(module, "main", list(inputs)), expected, rtol, atol)


def check_op(
    op: str,
    operands: Sequence[Operand],
    expected: Sequence[np.ndarray],
    attributes: str = "",
    rtol: float = 1e-4,
    atol: float = 1e-5,
) -> None:
    """Asserts that `op` on `operands` gives `expected`, every size and rank of the results left to the rules."""
    results = [f"tensor<*x{ELEMENT_TYPES[e.dtype.name]}>" for e in expected]
    inputs = [o.value for o in operands if isinstance(o, Argument)]
    check_text(tf_text(op, operands, results, attributes), inputs, expected, rtol, atol)

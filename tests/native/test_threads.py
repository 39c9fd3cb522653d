"""Loops and products that several threads share: the same results for every number of them."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from threading import Thread, get_ident

import numpy as np
import pytest
from tieshape.interpreters import Runner
from tieshape.interpreters.arrays import Array
from tieshape.lowering.share_loops.share_loops import ELEMENTS, ShareLoopsPass
from tieshape.native import pool
from tieshape.native.engine import is_available
from tieshape.native.fences import FencedMemory
from tieshape.native.image import is_protection_possible
from tieshape.native.program import NativeProgram, native_code, on_buffers
from tieshape.native.session import Refused
from tieshape.passes import FusePass
from tieshape.runtime import Model, load
from tieshape.text.module import parse_module
from tieshape.tools.run import run
from tieshape.tools.tieshape import run as tieshape
from xdsl.dialects import func

from tieshape import new_context

from .programs import shared_by, tensor

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

TEXT = """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %s = "tf.AddV2"(%x, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %r = "tf.Softmax"(%s) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %e = "tf.Tanh"(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %c = "tf.Sum"(%x, %axis) {keep_dims = false} : (tensor<?x?xf32>, tensor<i32>) -> tensor<?xf32>
  %p = "tf.MatMul"(%x, %x) {transpose_a = false, transpose_b = true} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %j = "tf.ConcatV2"(%x, %e, %axis) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>
  func.return %r, %e, %c, %p, %j : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}
"""
SIZES = [(0, 3), (3, 0), (1, 1), (1, 5), (2, 17), (1, 70001), (3, 30001), (700, 257), (2100, 33)]


def lowered(tmp_path: Path) -> str:
    """`TEXT` in mhlo."""
    source, target = tmp_path / "source.mlir", tmp_path / "model.tie"
    source.write_text(TEXT)
    assert tieshape(["compile", str(source), "-o", str(target)]) == 0
    text = target.read_text().partition("--- code ")[2].partition("\n")[2]
    return text.partition("\n--- weights")[0]


def drawn(rows: int, columns: int) -> list[Array]:
    random = np.random.default_rng(rows + columns)
    x = random.normal(0, 1, (rows, columns)).astype(np.float32)
    return [x, random.normal(0, 1, columns).astype(np.float32)]


def test_the_same_for_every_number_of_threads(tmp_path: Path) -> None:
    """Rows, elements, columns, a concatenation and a product; large ones, one and none."""
    module = parse_module(lowered(tmp_path), "shared.mlir")
    programs = [NativeProgram(module, Runner(module).function), *shared_by(module, 2, 3, 7)]
    assert any(rows * columns > ELEMENTS for rows, columns in SIZES)
    for sizes in SIZES:
        arguments = drawn(*sizes)
        first, *others = [program.run(arguments) for program in programs]
        np.testing.assert_allclose(first[1], np.tanh(arguments[0]), 1e-4, 1e-5)
        for found in others:
            for a, b in zip(first, found, strict=True):
                assert np.array_equal(a, b), sizes
    assert not programs[1].callbacks


@pytest.mark.parametrize("at_end", [True, False])
def test_fences_around_shared_buffers(tmp_path: Path, at_end: bool) -> None:
    """Rows that a thread keeps for itself are inside of their buffer."""
    if not is_protection_possible():
        pytest.skip("pages cannot be protected on this system")
    module = parse_module(lowered(tmp_path), "shared.mlir")
    function = Runner(module).function
    wanted = NativeProgram(module, function)
    code = native_code(function, apart=True, shared=True)
    fenced = NativeProgram(module, code, memory=FencedMemory(at_end=at_end), threads=3)
    for sizes in SIZES:
        arguments = drawn(*sizes)
        for a, b in zip(wanted.run(arguments), fenced.run(arguments), strict=True):
            assert np.array_equal(a, b)


HEADS = tensor("b s 4 16")
BATCHES = f"""
sdim.symbol @b
sdim.symbol @s
func.func @main(%x: {HEADS}, %y: {HEADS}) -> {tensor("b 4 s s")} {{
  %r = "mhlo.dot_general"(%x, %y) <{{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0, 2], rhs_batching_dimensions = [0, 2], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [3]>}}> : ({HEADS}, {HEADS}) -> {tensor("b 4 s s")}
  func.return %r : {tensor("b 4 s s")}
}}
"""


def test_batches_of_products() -> None:
    """More and fewer matrices than threads."""
    module = parse_module(BATCHES, "batches.mlir")
    programs = [NativeProgram(module, Runner(module).function), *shared_by(module, 2, 5)]
    for b, s in ((1, 1), (0, 2), (1, 200), (7, 90)):
        x = np.random.default_rng(s).normal(0, 1, (b, s, 4, 16)).astype(np.float32)
        wanted = np.einsum("bshd,bthd->bhst", x, x + 1)
        first, *others = [program.run([x, x + 1])[0] for program in programs]
        np.testing.assert_allclose(first, wanted, 1e-3, 1e-3)
        assert all(np.array_equal(first, found) for found in others)


def sums_of_columns(columns: str) -> str:
    planes, sums = tensor(f"b s {columns}"), tensor(f"b {columns}")
    return f"""
sdim.symbol @b
sdim.symbol @s
sdim.symbol @d
func.func @main(%x: {planes}, %y: {planes}) -> {sums} {{
  %z = mhlo.constant dense<0.0> : tensor<f32>
  %p = mhlo.multiply %x, %y : {planes}
  %r = mhlo.reduce(%p init: %z) applies mhlo.add across dimensions = [1] : ({planes}, tensor<f32>) -> {sums}
  func.return %r : {sums}
}}
"""


@pytest.mark.parametrize(("columns", "shared"), [("768", True), ("d", True), ("48", False)])
def test_sums_of_columns(columns: str, *, shared: bool) -> None:
    """Many are shared, few are not."""
    module = parse_module(sums_of_columns(columns))
    FusePass().apply(new_context(), module)
    functions = on_buffers(Runner(module).function).module(shared=True)
    ShareLoopsPass().apply(new_context(), functions)
    names = [f.sym_name.data for f in functions.body.ops if isinstance(f, func.FuncOp)]
    assert any(name.endswith("_part") for name in names) is shared
    programs = [NativeProgram(module, Runner(module).function), *shared_by(module, 2, 5)]
    for b, s, d in ((1, 200, 768), (3, 1, 30_000), (2, 0, 600), (0, 5, 600), (5, 1700, 48)):
        if columns != "d" and int(columns) != d:
            continue
        x = np.random.default_rng(s).normal(0, 1, (b, s, d)).astype(np.float32)
        first, *others = [program.run([x, x + 1])[0] for program in programs]
        np.testing.assert_allclose(first, (x * (x + 1)).sum(1), 1e-3, 1e-3)
        assert all(np.array_equal(first, found) for found in others)


def test_a_refused_call_with_threads() -> None:
    module = parse_module(BATCHES, "batches.mlir")
    program = NativeProgram(module, Runner(module).function, threads=2)
    with pytest.raises(Refused):
        program.run([np.ones((1, 2, 4, 16), np.float32), np.ones((1, 3, 4, 16), np.float32)])


def test_calls_from_several_threads_at_once(tmp_path: Path) -> None:
    """One of them has the pool, the other does its parts itself."""
    module = parse_module(lowered(tmp_path), "shared.mlir")
    program = NativeProgram(module, Runner(module).function, threads=3)
    arguments, failures = drawn(700, 257), list[int]()
    wanted = program.run(arguments)

    def call() -> None:
        for _ in range(20):
            found = program.run(arguments)
            failures.extend(not np.array_equal(a, b) for a, b in zip(wanted, found, strict=True))

    callers = [Thread(target=call) for _ in range(3)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert len(failures) == 300 and not any(failures)


TASK = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)
RUN = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)


def parts_of(count: int) -> list[tuple[int, int]]:
    """Which parts a task was done in, and by which thread."""
    done = list[tuple[int, int]]()
    task = TASK(lambda _, part, parts: done.append((part, get_ident() if parts == count else -1)))
    address = ctypes.cast(task, ctypes.c_void_p).value
    assert address
    RUN(pool.run_address())(address, 0, count)
    return sorted(done)


def test_each_part_has_a_thread() -> None:
    pool.grow(3)
    for count in (1, 2, 3):
        done = parts_of(count)
        assert [part for part, _ in done] == list(range(count))
        assert len({thread for _, thread in done}) == count
        assert done[0][1] == get_ident()


def test_more_parts_than_threads() -> None:
    pool.grow(2)
    done = parts_of(9)
    assert [part for part, _ in done] == list(range(9))
    assert 2 <= len({thread for _, thread in done}) <= 9


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")
def test_a_forked_process_has_no_threads() -> None:
    """It would wait for them for ever."""
    program = (
        "import os, sys, numpy as np\n"
        "from tieshape.runtime import Model\n"
        "m = Model(sys.stdin.read(), engine='native', threads=3)\n"
        "x = np.ones((700, 257), np.float32), np.ones(257, np.float32)\n"
        "wanted = m(*x)\n"
        "child = os.fork()\n"
        "same = all(np.array_equal(a, b) for a, b in zip(wanted, m(*x)))\n"
        "if child == 0:\n"
        "    os._exit(0 if same else 1)\n"
        "assert os.waitpid(child, 0)[1] == 0 and same\n"
    )

    subprocess.run([sys.executable, "-c", program], input=TEXT, text=True, check=True, timeout=300)


def test_a_model_with_threads(tmp_path: Path) -> None:
    """Also from its file, and on the command line."""
    arguments = drawn(700, 257)
    wanted = Model(TEXT, engine="native")(*arguments)
    for a, b in zip(wanted, Model(TEXT, engine="native", threads=2)(*arguments), strict=True):
        assert np.array_equal(a, b)
    source, target = tmp_path / "source.mlir", tmp_path / "model.tie"
    source.write_text(TEXT)
    assert tieshape(["compile", str(source), "-o", str(target)]) == 0
    found = load(target, engine="native", threads=3).run(arguments)
    assert all(np.array_equal(a, b) for a, b in zip(wanted, found, strict=True))
    inputs = tmp_path / "inputs.npz"
    stored = {f"in_{i}": a for i, a in enumerate(arguments)}
    np.savez(inputs, **stored, **{f"out_{i}": a for i, a in enumerate(wanted)})
    options = ["--native", "--threads", "2", "--check", "--rtol", "0", "--atol", "0"]
    assert run([str(target), *options, "--inputs", str(inputs)]) == 0


def test_numbers_of_threads_that_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in (0, 257):
        with pytest.raises(ValueError, match="threads must be from 1 to 256"):
            Model(TEXT, engine="native", threads=number)
    path = tmp_path / "model.mlir"
    path.write_text(TEXT)
    assert run([str(path), "--threads", "2", "--inputs", "none.npz"]) == 1
    assert "--threads is for native code" in capsys.readouterr().err
    assert run([str(path), "--native", "--threads", "0", "--inputs", "none.npz"]) == 1
    assert "--threads must be from 1 to 256, got 0" in capsys.readouterr().err

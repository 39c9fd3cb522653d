"""The kernels of `kernels.py` in other libraries, beside machine code: its option `--peers`.

numpy and JAX are there; onnxruntime (`ort`), torch and IREE (`iree`) are taken from the folders
site-packages that are named. onnxruntime has each kernel as an ONNX graph of unknown sizes, IREE
its own import of that; torch compiles with `dynamic=True`; JAX compiles for the sizes of the call.
All are called from Python on arrays of numpy and make their results anew, on one thread, in turn
in one process. A figure is the median over rounds of the microseconds that the processor spends on
the process, and in brackets how many times that of machine code; results are compared.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import geometric_mean, median
from time import process_time
from types import SimpleNamespace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from kernels import KERNELS, SHAPES, Array, arguments, check, program_of, sizes_of
from tieshape.native.runner import NativeRunner

Call = Callable[[], Any]
Peer = Callable[[Sequence[Array]], Call]
ROUND = 0.01
SETTINGS = {
    **dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1"),
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false",
}
OPSET = 20


class Graph:
    """An ONNX graph that is written by computing with its `Node`s: a module like numpy."""

    def __init__(self, site: str):
        if site not in sys.path:
            sys.path.append(site)
        self._onnx: Any = __import__("onnx")
        self.nodes = list[Any]()
        self.constants = list[Any]()

    def add(self, op: str, *operands: Any, **attributes: object) -> Node:
        name = f"v{len(self.nodes)}"
        names = [o.name if isinstance(o, Node) else self._constant(o) for o in operands]
        self.nodes.append(self._onnx.helper.make_node(op, names, [name], **attributes))
        return Node(self, name)

    def _constant(self, value: float | Sequence[int]) -> str:
        array = np.array(value, np.int64 if isinstance(value, Sequence) else np.float32)
        name = f"c{len(self.constants)}"
        self.constants.append(self._onnx.numpy_helper.from_array(array, name))
        return name

    def _reduced(self, op: str, x: Node, axes: Any, keepdims: bool = False) -> Node:
        axes = axes if isinstance(axes, tuple) else (axes,)
        return self.add(op, x, axes, keepdims=int(keepdims))

    def __getattr__(self, name: str) -> Callable[..., Node]:
        unary = {"exp": "Exp", "tanh": "Tanh", "sqrt": "Sqrt", "log": "Log"}
        binary = {"minimum": "Min", "maximum": "Max"}
        reductions = {"mean": "ReduceMean", "max": "ReduceMax", "sum": "ReduceSum"}
        if name in reductions:
            return partial(self._reduced, reductions[name])
        return partial(self.add, (unary | binary)[name])

    def concatenate(self, parts: Sequence[Node], axis: int) -> Node:
        return self.add("Concat", *parts, axis=axis)

    def write(self, name: str, path: Path) -> None:
        """The kernel with one name for each size."""
        function, shapes = KERNELS[name]
        helper, floats = self._onnx.helper, self._onnx.TensorProto.FLOAT
        names = [f"x{i}" for i in range(len(shapes))]
        results = function(self, *(Node(self, n) for n in names))
        results = results if isinstance(results, tuple) else (results,)
        small = [np.ones(sizes_of(shape, 2, 3, 4)) for shape in shapes]
        ranks = [result.ndim for result in as_list(function(np, *small))]
        words = [[part.strip() for part in shape.split(",")] for shape in shapes]
        sizes = [[int(w) if w.isdigit() else w.replace("*", "x") for w in shape] for shape in words]
        values = [
            *(
                helper.make_tensor_value_info(n, floats, s)
                for n, s in zip(names, sizes, strict=True)
            ),
            *(
                helper.make_tensor_value_info(
                    r.name, floats, [f"{r.name}_{d}" for d in range(rank)]
                )
                for r, rank in zip(results, ranks, strict=True)
            ),
        ]
        count = len(names)
        graph = helper.make_graph(self.nodes, name, values[:count], values[count:], self.constants)
        opset = [helper.make_opsetid("", OPSET)]
        self._onnx.save(helper.make_model(graph, opset_imports=opset, ir_version=9), path)


class Node:
    """A tensor of a graph."""

    def __init__(self, graph: Graph, name: str):
        self._graph, self.name = graph, name

    def __add__(self, other: Any) -> Node:
        return self._graph.add("Add", self, other)

    def __sub__(self, other: Any) -> Node:
        return self._graph.add("Sub", self, other)

    def __mul__(self, other: Any) -> Node:
        return self._graph.add("Mul", self, other)

    def __truediv__(self, other: Any) -> Node:
        return self._graph.add("Div", self, other)

    def __neg__(self) -> Node:
        return self._graph.add("Neg", self)

    __radd__, __rmul__ = __add__, __mul__

    @property
    def shape(self) -> Any:
        """A third size, of which the half is asked for; see `__getitem__`."""
        return (0, 0, 2)

    def __getitem__(self, place: Any) -> Node:
        """One half of the last dimension."""
        first = place[-1].start is None
        name = f"{self.name}_half"
        if not any(name in node.output for node in self._graph.nodes):
            self._graph.nodes.append(
                self._graph._onnx.helper.make_node(
                    "Split", [self.name], [name, f"{name}2"], axis=2, num_outputs=2
                )
            )
        return Node(self._graph, name if first else f"{name}2")


def ort(name: str, site: str, folder: Path) -> Peer:
    """onnxruntime."""
    Graph(site).write(name, folder / "model.onnx")
    onnxruntime: Any = __import__("onnxruntime")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        str(folder / "model.onnx"), options, ["CPUExecutionProvider"]
    )
    return lambda arrays: partial(session.run, None, {f"x{i}": a for i, a in enumerate(arrays)})


def torch(name: str, site: str, folder: Path) -> Peer:
    """torch.compile."""
    sys.path.append(site)
    lib: Any = __import__("torch")
    lib.set_num_threads(1)
    lib._dynamo.reset()  # else the versions of all kernels count as those of one
    numpy_like = SimpleNamespace(
        mean=lambda x, axis, keepdims=False: lib.mean(x, axis, keepdim=keepdims),
        sum=lambda x, axis, keepdims=False: lib.sum(x, axis, keepdim=keepdims),
        max=lambda x, axis, keepdims=False: lib.amax(x, axis, keepdim=keepdims),
        **{word: getattr(lib, word) for word in ("exp", "tanh", "sqrt", "log")},
        maximum=lambda x, least: lib.clamp(x, min=least),
        minimum=lambda x, most: lib.clamp(x, max=most),
        concatenate=lambda parts, axis: lib.cat(parts, axis),
    )
    function = KERNELS[name][0]
    compiled = lib.compile(lambda *x: function(numpy_like, *x), dynamic=True)

    def peer(arrays: Sequence[Array]) -> Call:
        given = [lib.from_numpy(array) for array in arrays]

        def call() -> Any:
            with lib.inference_mode():
                results = compiled(*given)
            return [r.numpy() for r in (results if isinstance(results, tuple) else (results,))]

        return call

    return peer


def iree(name: str, site: str, folder: Path) -> Peer:
    """IREE, of its own import of the ONNX graph. The package onnx is to be found by then."""
    sys.path.append(site)
    tools = Path(site).parents[2] / "bin"
    path = folder / "iree.onnx"
    Graph(site).write(name, path)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path[1:])}
    text, code = path.with_suffix(".mlir"), path.with_suffix(".vmfb")
    python = [str(tools / "python"), "-m", "iree.compiler.tools.import_onnx"]
    subprocess.run([*python, str(path), "-o", str(text)], check=True, env=environment)
    flags = ["device=local", "local-target-device-backends=llvm-cpu"]
    subprocess.run(
        [
            str(tools / "iree-compile"),
            *(f"--iree-hal-{'' if 'backends' in f else 'target-'}{f}" for f in flags),
            "--iree-llvmcpu-target-cpu=host",
            str(text),
            "-o",
            str(code),
        ],
        check=True,
    )
    rt: Any = __import__("iree.runtime").runtime
    config = rt.Config("local-sync")
    context = rt.SystemContext(config=config)
    module = rt.VmModule.mmap(context.instance, str(code))
    context.add_vm_module(module)
    words = [w for w in module.function_names if not w.startswith("__") and "$async" not in w]
    function = getattr(getattr(context.modules, module.name), words[0])

    def peer(arrays: Sequence[Array]) -> Call:
        given = [rt.asdevicearray(config.device, array) for array in arrays]

        def call() -> Any:
            results = function(*given)
            results = results if isinstance(results, list | tuple) else [results]
            return [result.to_host() for result in results]

        return call

    return peer


KINDS: Mapping[str, Any] = {"ort": ort, "torch": torch, "iree": iree}


def peers_of(name: str, sites: Mapping[str, str], folder: Path) -> dict[str, Peer]:
    """Each library that takes the kernel."""
    function = KERNELS[name][0]
    static = jax.jit(lambda *x: function(jnp, *x))

    def in_jax(arrays: Sequence[Array]) -> Call:
        held = [jax.device_put(array) for array in arrays]
        return lambda: [np.asarray(r) for r in jax.tree_util.tree_leaves(static(*held))]

    found: dict[str, Peer] = {
        "numpy": lambda arrays: lambda: as_list(function(np, *arrays)),
        "JAX": in_jax,
    }
    for kind, site in sites.items():
        try:
            found[kind] = KINDS[kind](name, site, folder)
        except Exception as error:
            print(f"{name}: {kind}: {str(error)[:300]}", file=sys.stderr)
    return found


def spent(calls: Sequence[Call], rounds: int) -> list[float]:
    """Microseconds of the processor for each call, of rounds in turn."""

    def of(call: Call, count: int) -> float:
        start = process_time()
        for _ in range(count):
            call()
        return (process_time() - start) / count * 1e6

    counts = [max(1, round(ROUND * 1e6 / max(of(call, 2), 1.0))) for call in calls]
    times = [[of(call, n) for call, n in zip(calls, counts, strict=True)] for _ in range(rounds)]
    return [median(column) for column in zip(*times, strict=True)]


def as_list(results: Any) -> list[Array]:
    return list(results) if isinstance(results, tuple) else [results]


def show(names: Sequence[str] | Mapping[str, object], sites: str, rounds: int) -> None:
    """Prints a table; `sites` names folders as the option does."""
    if os.environ | SETTINGS != os.environ:
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | SETTINGS)
    known = dict(entry.split("=", 1) for entry in sites.split(",") if entry)
    columns = ["numpy", "JAX", *known]
    print("| kernel | b, s, h | tieshape |", " | ".join(columns), "|")
    print("|---" * (3 + len(columns)) + "|", flush=True)
    ratios = {(kind, sizes): list[float]() for kind in columns for sizes in SHAPES}
    for name in names:
        runner = NativeRunner(program_of(name), lambda _: [])
        with tempfile.TemporaryDirectory() as folder:
            peers = peers_of(name, known, Path(folder))
            for sizes in SHAPES:
                inputs = arguments(name, sizes)
                wanted = as_list(KERNELS[name][0](np, *(x.astype(np.float64) for x in inputs)))
                calls: dict[str, Call] = {"tieshape": lambda x=inputs, r=runner: r.run(x)}
                for kind, peer in peers.items():
                    try:
                        call = peer(inputs)
                        check(name, kind, [np.asarray(x) for x in call()], wanted)
                        calls[kind] = call
                    except Exception as error:
                        print(f"{name} {sizes}: {kind}: {str(error)[:300]}", file=sys.stderr)
                check(name, "tieshape", calls["tieshape"](), wanted)
                calls["tieshape"]()
                times = dict(zip(calls, spent(list(calls.values()), rounds), strict=True))
                own = times["tieshape"]
                cells = list[str]()
                for kind in columns:
                    if kind in times:
                        ratios[kind, sizes].append(times[kind] / own)
                        cells.append(f"{times[kind]:.1f} ({times[kind] / own:.2f})")
                    else:
                        cells.append("")
                print(f"| {name} | {sizes} | {own:.1f} |", " | ".join(cells), "|", flush=True)
    for sizes in SHAPES:
        means = [ratios[kind, sizes] for kind in columns]
        cells = [f"{geometric_mean(mean):.2f}" if mean else "" for mean in means]
        print(f"| geometric mean | {sizes} | 1 |", " | ".join(cells), "|")
    print(f"\nload {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", file=sys.stderr)

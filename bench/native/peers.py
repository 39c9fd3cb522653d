"""A convolutional and a recurrent network as machine code and in other libraries, sizes unknown.

    python bench/native/peers.py [--processor] [--tf SITE] [--ort SITE] [--torch SITE]

SITE is the folder site-packages of an environment that has TensorFlow, onnxruntime or torch; one
that is not given has no column. JAX, of tieshape[jax], compiles for the sizes of the call. Weights
are arguments, but in onnxruntime. One thread each; all calls in turn, the least time of 25 rounds;
with --processor time of the processor, of all threads of the process, which other load changes less.
TensorFlow has a process of its own, as its LLVM and MLIR's cannot be in one; it waits while the
others run, and they while it does.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import export as jax_export
from jax import lax
from tieshape.interpreters.arrays import Array
from tieshape.text.module import parse_module
from tieshape.tools.timed_calls import in_turn

from native import ROUND, ROUNDS, SETTINGS, Call, Native, same

sys.path.append(str(Path(__file__).parents[1]))
from shared.tables import table

FEATURES, CLASSES, WIDTH, STATE = (16, 32), 10, 64, 128
IMAGES = ((1, 32, 32), (8, 64, 64), (2, 224, 224))
SEQUENCES = ((1, 16), (8, 64), (32, 128))
PROCESSOR = "--processor"
Peer = Callable[[Sequence[Array]], Call]


def cnn(x: Any, first: Any, second: Any, last: Any) -> Any:
    """Two convolutions of 3 x 3 with a maximum over 2 x 2 in between, a mean, a product."""
    layout = ("NHWC", "HWIO", "NHWC")
    y = jax.nn.relu(lax.conv_general_dilated(x, first, (1, 1), "SAME", dimension_numbers=layout))
    y = lax.reduce_window(y, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    y = jax.nn.relu(lax.conv_general_dilated(y, second, (1, 1), "SAME", dimension_numbers=layout))
    return y.mean((1, 2)) @ last


def lstm(x: Any, inner: Any, outer: Any) -> Any:
    """The last state of an LSTM over `[batch, time, width]`; gates in the order i, f, g, o."""
    zero = jnp.zeros((x.shape[0], STATE), x.dtype)

    def step(carry: Any, row: Any) -> Any:
        state, cell = carry
        i, f, g, o = jnp.split(row + state @ outer, 4, axis=-1)
        cell = jax.nn.sigmoid(f) * cell + jax.nn.sigmoid(i) * jnp.tanh(g)
        return (jax.nn.sigmoid(o) * jnp.tanh(cell), cell), None

    return lax.scan(step, (zero, zero), jnp.swapaxes(x @ inner, 0, 1))[0][0]


def tf_peers() -> Mapping[str, Peer]:
    """TensorFlow: graphs whose sizes are unknown."""
    import tensorflow as tf

    tf.config.threading.set_intra_op_parallelism_threads(1)
    tf.config.threading.set_inter_op_parallelism_threads(1)

    def network(x: Any, first: Any, second: Any, last: Any) -> Any:
        y = tf.nn.relu(tf.nn.conv2d(x, first, 1, "SAME"))
        y = tf.nn.relu(tf.nn.conv2d(tf.nn.max_pool2d(y, 2, 2, "VALID"), second, 1, "SAME"))
        return tf.reduce_mean(y, (1, 2)) @ last

    def recurrent(x: Any, inner: Any, outer: Any) -> Any:
        rows = tf.transpose(tf.tensordot(x, inner, 1), (1, 0, 2))
        zero = tf.zeros((tf.shape(x)[0], STATE))

        def step(t: Any, state: Any, cell: Any) -> Any:
            i, f, g, o = tf.split(rows[t] + state @ outer, 4, -1)
            cell = tf.sigmoid(f) * cell + tf.sigmoid(i) * tf.tanh(g)
            return t + 1, tf.sigmoid(o) * tf.tanh(cell), cell

        count = tf.shape(x)[1]
        return tf.while_loop(lambda t, *_: t < count, step, (0, zero, zero))[1]

    def peer(function: Any, rank: int) -> Peer:
        free = tf.TensorSpec((*[None] * (rank - 1), 3 if rank == 4 else WIDTH))
        compiled = dict[int, Any]()

        def call(arguments: Sequence[Array]) -> Call:
            fixed = [tf.TensorSpec(a.shape) for a in arguments[1:]]
            graph = compiled.setdefault(0, tf.function(function, input_signature=[free, *fixed]))
            given = [tf.constant(a) for a in arguments]
            return lambda: [graph(*given).numpy()]

        return call

    return {"CNN": peer(network, 4), "LSTM": peer(recurrent, 3)}


class Worker:
    """TensorFlow in a process of its own."""

    def __init__(self, site: str):
        processes = get_context("spawn")
        self._pipe, end = processes.Pipe()
        processes.Process(target=_serve, args=(end, site), daemon=True).start()

    def prepare(self, name: str, arguments: Sequence[Array]) -> list[Array]:
        """The results of a network, which `microseconds` is about from now on."""
        self._pipe.send((name, arguments))
        return self._pipe.recv()

    def microseconds(self) -> float:
        """Of a call, in one round."""
        self._pipe.send(None)
        return self._pipe.recv()


def _serve(pipe: Any, site: str) -> None:
    sys.path.append(site)
    peers, call = tf_peers(), None
    while True:
        try:
            request = pipe.recv()
        except EOFError:
            return
        if request is not None:
            call = peers[request[0]](request[1])
            pipe.send(call())
        elif call is not None:
            pipe.send(in_turn([call], 1, ROUND, clock())[0][0])


def clock() -> Callable[[], float]:
    """What tells the time."""
    return process_time if PROCESSOR in sys.argv else perf_counter


def in_rounds(calls: Mapping[str, Call], worker: Worker | None) -> dict[str, float]:
    """The least microseconds of each call and of the worker's."""
    found: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(ROUNDS):
        times = in_turn(list(calls.values()), 1, ROUND, clock())
        for name, (time,) in zip(calls, times, strict=True):
            found[name].append(time)
        if worker is not None:
            found.setdefault(NAMES["tf"], []).append(worker.microseconds())
    return {name: min(times) for name, times in found.items()}


def torch_peers() -> Mapping[str, Peer]:
    """torch without its compiler; features last in memory, as it wants them."""
    import torch

    torch.set_num_threads(1)
    functional = torch.nn.functional

    def network(arguments: Sequence[Array]) -> Call:
        x, first, second, last = map(torch.from_numpy, arguments)
        kernels = [
            w.permute(3, 2, 0, 1).contiguous(memory_format=torch.channels_last)
            for w in (first, second)
        ]

        def call() -> list[Array]:
            y = functional.conv2d(x.permute(0, 3, 1, 2), kernels[0], padding=1).relu_()
            y = functional.conv2d(functional.max_pool2d(y, 2), kernels[1], padding=1).relu_()
            return [(y.mean((2, 3)) @ last).numpy()]

        return call

    def recurrent(arguments: Sequence[Array]) -> Call:
        x, inner, outer = map(torch.from_numpy, arguments)
        made = torch.nn.LSTM(WIDTH, STATE, bias=False, batch_first=True).requires_grad_(False)
        made.weight_ih_l0.copy_(inner.T)
        made.weight_hh_l0.copy_(outer.T)
        return lambda: [made(x)[1][0][0].numpy()]

    return {"CNN": network, "LSTM": recurrent}


def ort_peers() -> Mapping[str, Peer]:
    """onnxruntime, which gets images with features before rows and columns."""
    return {"CNN": ort_cnn, "LSTM": ort_lstm}


def ort_session(
    nodes: Sequence[tuple[str, str, str, Mapping[str, Any]]],
    shape: Sequence[object],
    constants: Mapping[str, Array],
) -> Any:
    """A session of `nodes` from `x` to `r`; a node: its type, operands, results, attributes."""
    import onnxruntime
    from onnx import TensorProto, helper, numpy_helper, save

    made = [
        helper.make_node(kind, operands.split(), results.split(","), **attributes)
        for kind, operands, results, attributes in nodes
    ]
    values = [
        helper.make_tensor_value_info("x", TensorProto.FLOAT, shape),
        helper.make_tensor_value_info("r", TensorProto.FLOAT, None),
    ]
    fixed = [numpy_helper.from_array(a, name) for name, a in constants.items()]
    graph = helper.make_graph(made, "graph", values[:1], values[1:], fixed)
    opset = [helper.make_opsetid("", 17)]
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.onnx"
        save(helper.make_model(graph, opset_imports=opset, ir_version=9), path)
        return onnxruntime.InferenceSession(str(path), options, ["CPUExecutionProvider"])


def ort_cnn(arguments: Sequence[Array]) -> Call:
    """The convolutional network in onnxruntime."""
    x, first, second, last = arguments
    kernels = [np.ascontiguousarray(w.transpose(3, 2, 0, 1)) for w in (first, second)]
    pads, pool = {"pads": [1, 1, 1, 1]}, {"kernel_shape": [2, 2], "strides": [2, 2]}
    nodes = [
        ("Conv", "x w0", "a", pads),
        ("Relu", "a", "b", {}),
        ("MaxPool", "b", "c", pool),
        ("Conv", "c w1", "d", pads),
        ("Relu", "d", "e", {}),
        ("GlobalAveragePool", "e", "f", {}),
        ("Flatten", "f", "g", {}),
        ("MatMul", "g w2", "r", {}),
    ]
    constants = {"w0": kernels[0], "w1": kernels[1], "w2": last}
    runs = ort_session(nodes, ("b", 3, "h", "w"), constants)
    image = np.ascontiguousarray(x.transpose(0, 3, 1, 2))
    return lambda: runs.run(None, {"x": image})


def ort_lstm(arguments: Sequence[Array]) -> Call:
    """The recurrent network in onnxruntime, whose gates are in the order i, o, f, g."""
    x, inner, outer = arguments
    order = [0, 3, 1, 2]
    weights = [
        np.concatenate([np.split(w, 4, 1)[k] for k in order], 1).T[None] for w in (inner, outer)
    ]
    nodes = [
        ("Transpose", "x", "t", {"perm": [1, 0, 2]}),
        ("LSTM", "t w u", ",h", {"hidden_size": STATE}),
        ("Squeeze", "h axes", "r", {}),
    ]
    constants = {"w": weights[0], "u": weights[1], "axes": np.array([0])}
    runs = ort_session(nodes, ("b", "t", WIDTH), constants)
    return lambda: runs.run(None, {"x": x})


def rows_of(
    name: str,
    function: Any,
    sizes: Sequence[tuple[int, ...]],
    peers: Mapping[str, Any],
    worker: Worker | None,
) -> list[list[str]]:
    """A row for each size."""
    random, found = np.random.default_rng(0), list[list[str]]()
    a, b = FEATURES
    shapes = (
        ((3, 3, 3, a), (3, 3, a, b), (b, CLASSES))
        if name == "CNN"
        else ((WIDTH, 4 * STATE), (STATE, 4 * STATE))
    )
    weights = [random.normal(0, 0.1, shape).astype(np.float32) for shape in shapes]
    inner = 3 if name == "CNN" else WIDTH
    text = "b, h, w" if name == "CNN" else "b, t"
    free = jax.ShapeDtypeStruct((*jax_export.symbolic_shape(text), inner), np.dtype(np.float32))
    exported = jax_export.export(jax.jit(function))(free, *weights).mlir_module()
    made = Native(parse_module(exported, f"{name}.mlir"))
    for size in sizes:
        print(name, size, file=sys.stderr, flush=True)
        given = [random.normal(0, 1, (*size, inner)).astype(np.float32), *weights]
        static, held = jax.jit(function), [jax.device_put(array) for array in given]
        calls: dict[str, Call] = {
            "native": lambda g=given: made.runner.run(g),
            "JAX": lambda f=static, h=held: [np.asarray(f(*h))],
        }
        calls |= {peer: one[name](given) for peer, one in peers.items()}
        wanted = calls["JAX"]()
        for peer, call in calls.items():
            assert same(call(), wanted), peer
        if worker is not None:
            assert same(worker.prepare(name, given), wanted), "TensorFlow"
        times = in_rounds(calls, worker)
        fast = times.pop("native")
        cells = [f"{slow:.0f} ({slow / fast:.2f})" for slow in times.values()]
        found.append([name, ", ".join(map(str, size)), f"{fast:.0f}", *cells])
    assert not made.runner.refusals
    assert not made.program.callbacks
    return found


KINDS = {"ort": ort_peers, "torch": torch_peers}
NAMES = {"ort": "onnxruntime", "torch": "torch", "tf": "TensorFlow"}


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser()
    for kind in NAMES:
        parser.add_argument(f"--{kind}")
    parser.add_argument(PROCESSOR, action="store_true")
    options = vars(parser.parse_args())
    of_processor = options.pop(PROCESSOR.strip("-"))
    if os.environ | SETTINGS != os.environ:
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | SETTINGS)
    given = {kind: place for kind, place in options.items() if place}
    worker = Worker(given["tf"]) if "tf" in given else None
    own = [kind for kind in KINDS if kind in given]
    sys.path.extend(given[kind] for kind in own)
    peers = {kind: KINDS[kind]() for kind in own}
    print("# A convolutional and a recurrent network\n")
    print(
        f"Microseconds{' of the processor' * of_processor}, and in brackets how many times the native call. JAX compiles for the sizes;"
    )
    print("the others do not know them. Made by `peers.py`; load of the machine at the end:")
    networks = (("CNN", cnn, IMAGES), ("LSTM", lstm, SEQUENCES))
    rows = [row for network in networks for row in rows_of(*network, peers, worker)]
    print(f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.\n")
    head = ("network", "sizes", "native", "JAX, static")
    table((*head, *(NAMES[kind] for kind in NAMES if kind in given)), rows)


if __name__ == "__main__":
    main()

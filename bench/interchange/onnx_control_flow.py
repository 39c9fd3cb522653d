"""Five ONNX models by `onnx.helper`: loops, branches, a scan, boxes, quantized arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from onnx import TensorProto as T
from onnx import helper
from onnx_program import Maker, OnnxProgram, node, value


def seq2seq_loop(m: Maker) -> OnnxProgram:
    """A GRU encoder, and a Loop of as many steps as an input says that decodes greedily."""
    body = helper.make_graph(
        [
            node("Gather", ["emb", "tok"], ["e"]),
            node("MatMul", ["e", "Wi"], ["a"]),
            node("MatMul", ["h", "Wh"], ["c"]),
            node("Add", ["a", "c"], ["s"]),
            node("Tanh", ["s"], ["h2"]),
            node("MatMul", ["h2", "Wo"], ["lg"]),
            node("ArgMax", ["lg"], ["tok2"], axis=1, keepdims=0),
            node("Identity", ["cond"], ["cond2"]),
            node("Identity", ["tok2"], ["tk"]),
            node("Softmax", ["lg"], ["pr"], axis=1),
        ],
        "body",
        [
            value("it", T.INT64, []),
            value("cond", T.BOOL, []),
            value("tok", T.INT64, ["batch"]),
            value("h", T.FLOAT, ["batch", 6]),
        ],
        [
            value("cond2", T.BOOL, []),
            value("tok2", T.INT64, ["batch"]),
            value("h2", T.FLOAT, ["batch", 6]),
            value("tk", T.INT64, ["batch"]),
            value("pr", T.FLOAT, ["batch", 11]),
        ],
    )
    nodes = [
        node("Gather", ["emb", "src"], ["x"]),
        node("Transpose", ["x"], ["xt"], perm=[1, 0, 2]),
        node("GRU", ["xt", "W", "R", "B"], ["y", "hn"], hidden_size=6, linear_before_reset=1),
        node("Squeeze", ["hn", "zero1"], ["h0"]),
        node("Shape", ["src"], ["sh"]),
        node("Gather", ["sh", "zero"], ["bb"], axis=0),
        node("Unsqueeze", ["bb", "zero1"], ["b1"]),
        node("Expand", ["start", "b1"], ["tok0"]),
        node("Loop", ["steps", "true", "tok0", "h0"], ["tokn", "hl", "toks", "probs"], body=body),
        node("Transpose", ["toks"], ["out"], perm=[1, 0]),
    ]
    weights = {"emb": m.draw(11, 4), "W": m.draw(1, 18, 4), "R": m.draw(1, 18, 6)}
    weights |= {"B": m.draw(1, 36), "zero1": np.array([0]), "zero": np.array(0)}
    weights |= {"start": np.array([1]), "Wi": m.draw(4, 6), "Wh": m.draw(6, 6)}
    weights |= {"Wo": m.draw(6, 11), "true": np.array(True)}
    return m.program(
        "seq2seq_loop",
        nodes,
        [value("src", T.INT64, ["batch", "seq"]), value("steps", T.INT64, [])],
        [value("out", T.INT64, ["batch", None]), value("probs", T.FLOAT, [None, "batch", 11])],
        weights,
        [(m.whole(0, 11, b, s), np.array(n)) for b, s, n in ((1, 3, 4), (3, 6, 7))],
    )


def nms_head(m: Maker) -> OnnxProgram:
    """Boxes by NonMaxSuppression, scores by TopK, and how many there are; an unknown batch."""
    nodes = [
        node("Slice", ["pred", "s0", "s4", "ax2"], ["xywh"]),
        node("Slice", ["pred", "s4", "s7", "ax2"], ["cls"]),
        node("Split", ["xywh"], ["xy", "wh"], axis=2, num_outputs=2),
        node("Mul", ["wh", "half"], ["hw"]),
        node("Sub", ["xy", "hw"], ["lo"]),
        node("Add", ["xy", "hw"], ["hi"]),
        node("Concat", ["lo", "hi"], ["boxes"], axis=2),
        node("Transpose", ["cls"], ["scores"], perm=[0, 2, 1]),
        node("NonMaxSuppression", ["boxes", "scores", "maxo", "iou", "st"], ["sel"]),
        node("ReduceMax", ["cls", "ax2"], ["best"], keepdims=0),
        node("TopK", ["best", "k"], ["tv", "ti"], axis=1),
        node("Shape", ["sel"], ["n"], start=0, end=1),
    ]
    weights = {"s0": np.array([0]), "s4": np.array([4]), "s7": np.array([7]), "ax2": np.array([2])}
    weights |= {"half": np.array(0.5, np.float32), "maxo": np.array([4]), "k": np.array([3])}
    weights |= {"iou": np.array([0.4], np.float32), "st": np.array([0.1], np.float32)}
    outputs = [value("sel", T.INT64, [None, 3]), value("tv", T.FLOAT, ["b", 3])]
    outputs += [value("ti", T.INT64, ["b", 3]), value("n", T.INT64, [1])]
    return m.program(
        "nms_head",
        nodes,
        [value("pred", T.FLOAT, ["b", "boxes_n", 7])],
        outputs,
        weights,
        [(np.abs(m.draw(b, n, 7)) + np.float32(0.2),) for b, n in ((1, 5), (2, 12))],
    )


def quantized(m: Maker) -> OnnxProgram:
    """A convolution between QuantizeLinear and DequantizeLinear, then MatMulInteger."""
    nodes = [
        node("QuantizeLinear", ["x", "sx", "zx"], ["xq"]),
        node("DequantizeLinear", ["xq", "sx", "zx"], ["xd"]),
        node("DequantizeLinear", ["wq", "sw", "zw"], ["wd"], axis=0),
        node("Conv", ["xd", "wd", "b"], ["c"], pads=[1, 1, 1, 1]),
        node("Relu", ["c"], ["cr"]),
        node("QuantizeLinear", ["cr", "sc", "zc"], ["cq"]),
        node("DequantizeLinear", ["cq", "sc", "zc"], ["cd"]),
        node("GlobalAveragePool", ["cd"], ["p"]),
        node("Flatten", ["p"], ["fl"]),
        node("DynamicQuantizeLinear", ["fl"], ["fq", "fs", "fz"]),
        node("MatMulInteger", ["fq", "mq", "fz", "mz"], ["mi"]),
        node("Cast", ["mi"], ["mf"], to=T.FLOAT),
        node("Mul", ["fs", "ms"], ["sc2"]),
        node("Mul", ["mf", "sc2"], ["out"]),
    ]
    scale = (np.abs(m.draw(5)) * 0.01 + 0.001).astype(np.float32)
    weights = {"sx": np.array(0.02, np.float32), "zx": np.array(128, np.uint8), "sw": scale}
    weights |= {"wq": m.whole(-127, 127, 5, 3, 3, 3).astype(np.int8), "zw": np.zeros(5, np.int8)}
    weights |= {"b": m.draw(5), "sc": np.array(0.03, np.float32), "zc": np.array(0, np.uint8)}
    weights |= {"mq": m.whole(-127, 127, 5, 4).astype(np.int8), "mz": np.array(0, np.int8)}
    return m.program(
        "quantized",
        nodes,
        [value("x", T.FLOAT, ["n", 3, "h", "w"])],
        [value("out", T.FLOAT, ["n", 4]), value("cq", T.UINT8, ["n", 5, "h", "w"])],
        weights | {"ms": np.array(0.01, np.float32)},
        [(m.draw(n, 3, h, w),) for n, h, w in ((1, 4, 5), (3, 7, 6))],
    )


def if_branches(m: Maker) -> OnnxProgram:
    """If on data, and If on a size whose branches have other sizes."""

    def branch(nodes: Sequence[Any], result: str, batch: str | None) -> Any:
        return helper.make_graph(nodes, result, [], [value(result, T.FLOAT, [batch, 4])])

    product = [node("MatMul", ["x", "V"], ["e0"]), node("LeakyRelu", ["e0"], ["e"], alpha=0.1)]
    nodes = [
        node("ReduceSum", ["x"], ["s"], keepdims=0),
        node("Greater", ["s", "z"], ["c"]),
        node(
            "If",
            ["c"],
            ["y"],
            then_branch=branch([node("Gemm", ["x", "W", "B"], ["t"], transB=1)], "t", "n"),
            else_branch=branch(product, "e", "n"),
        ),
        node("Shape", ["x"], ["sh"], start=0, end=1),
        node("Squeeze", ["sh"], ["n0"]),
        node("Greater", ["n0", "two"], ["c2"]),
        node(
            "If",
            ["c2"],
            ["w"],
            then_branch=branch([node("ReduceMean", ["y", "ax0"], ["t2"], keepdims=1)], "t2", None),
            else_branch=branch([node("Identity", ["y"], ["e2"])], "e2", None),
        ),
        node("Add", ["y", "w"], ["out"]),
    ]
    weights = {"W": m.draw(4, 3), "B": m.draw(4), "V": m.draw(3, 4)}
    weights |= {"z": np.array(0, np.float32), "two": np.array(2), "ax0": np.array([0])}
    x = m.draw(5, 3)
    inputs, outputs = [value("x", T.FLOAT, ["n", 3])], [value("out", T.FLOAT, ["n", 4])]
    cases = [(np.abs(x[:1]),), (-np.abs(x),), (np.abs(x),)]
    return m.program("if_branches", nodes, inputs, outputs, weights, cases)


def scan_rnn(m: Maker) -> OnnxProgram:
    """A Scan with two states and two inputs, backwards, its outputs along other axes."""
    body = helper.make_graph(
        [
            node("MatMul", ["xi", "Wx"], ["a"]),
            node("MatMul", ["h", "Wh"], ["b"]),
            node("Add", ["a", "b"], ["ab"]),
            node("Tanh", ["ab"], ["hn"]),
            node("Where", ["mi", "hn", "h"], ["ho"]),
            node("Add", ["acc", "ho"], ["acco"]),
            node("Identity", ["ho"], ["yo"]),
            node("ReduceSum", ["ho", "one1"], ["zo"], keepdims=0),
        ],
        "body",
        [
            value("h", T.FLOAT, ["b", 4]),
            value("acc", T.FLOAT, ["b", 4]),
            value("xi", T.FLOAT, ["b", 3]),
            value("mi", T.BOOL, ["b", 1]),
        ],
        [
            value("ho", T.FLOAT, ["b", 4]),
            value("acco", T.FLOAT, ["b", 4]),
            value("yo", T.FLOAT, ["b", 4]),
            value("zo", T.FLOAT, ["b"]),
        ],
    )
    directions = {"scan_input_directions": [1, 1], "scan_output_directions": [1, 0]}
    nodes = [
        node("Shape", ["x"], ["sh"], start=1, end=2),
        node("Concat", ["sh", "four"], ["hs"], axis=0),
        node("ConstantOfShape", ["hs"], ["h0"]),
        node(
            "Scan",
            ["h0", "h0", "x", "m"],
            ["hl", "al", "ys", "zs"],
            num_scan_inputs=2,
            body=body,
            scan_output_axes=[1, 0],
            **directions,
        ),
    ]
    outputs = [value("hl", T.FLOAT, ["b", 4]), value("al", T.FLOAT, ["b", 4])]
    outputs += [value("ys", T.FLOAT, ["b", "t", 4]), value("zs", T.FLOAT, ["t", "b"])]
    return m.program(
        "scan_rnn",
        nodes,
        [value("x", T.FLOAT, ["t", "b", 3]), value("m", T.BOOL, ["t", "b", 1])],
        outputs,
        {"Wx": m.draw(3, 4), "Wh": m.draw(4, 4), "four": np.array([4]), "one1": np.array([1])},
        [(m.draw(t, b, 3), m.whole(0, 2, t, b, 1).astype(bool)) for t, b in ((2, 3), (6, 1))],
    )


PROGRAMS = (seq2seq_loop, nms_head, quantized, if_branches, scan_rnn)

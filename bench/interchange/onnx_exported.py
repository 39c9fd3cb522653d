"""Eight more ONNX models by `onnx.helper`, as exporters of detectors, recognizers and others write them."""

from __future__ import annotations

from typing import Any

import numpy as np
from onnx import TensorProto as T
from onnx import helper
from onnx_program import Maker, OnnxProgram, node, value


def detector(m: Maker) -> OnnxProgram:
    """Two convolutions, a grid of places by ranges of the sizes, decoded boxes, suppressed."""
    nodes = [
        node("Conv", ["x", "w0", "b0"], ["c0"], strides=[2, 2], pads=[1, 1, 1, 1]),
        node("HardSwish", ["c0"], ["a0"]),
        node("Conv", ["a0", "w1"], ["c1"], auto_pad="SAME_UPPER", strides=[2, 2]),
        node("Shape", ["c1"], ["sh"]),
        node("Split", ["sh", "ones4"], ["n1", "ch1", "h1", "w1s"], axis=0),
        node("Squeeze", ["h1"], ["h"]),
        node("Squeeze", ["w1s"], ["w"]),
        node("Range", ["i0", "h", "i1"], ["ys"]),
        node("Range", ["i0", "w", "i1"], ["xs"]),
        node("Unsqueeze", ["ys", "ax1"], ["ycol"]),
        node("Concat", ["h1", "w1s"], ["hw"], axis=0),
        node("Expand", ["ycol", "hw"], ["gy"]),
        node("Expand", ["xs", "hw"], ["gx"]),
        node("Reshape", ["gy", "minus"], ["gyf"]),
        node("Reshape", ["gx", "minus"], ["gxf"]),
        node("Cast", ["gyf"], ["gyc"], to=T.FLOAT),
        node("Cast", ["gxf"], ["gxc"], to=T.FLOAT),
        node("Transpose", ["c1"], ["t"], perm=[0, 2, 3, 1]),
        node("Concat", ["n1", "minus", "ch1"], ["flat"], axis=0),
        node("Reshape", ["t", "flat"], ["cells"]),
        node("Split", ["cells", "parts"], ["dy", "dx", "ext", "cls"], axis=2),
        node("Squeeze", ["dy", "ax2"], ["dys"]),
        node("Squeeze", ["dx", "ax2"], ["dxs"]),
        node("Add", ["dys", "gyc"], ["cy"]),
        node("Add", ["dxs", "gxc"], ["cx"]),
        node("Exp", ["ext"], ["side"]),
        node("Squeeze", ["side", "ax2"], ["sides"]),
        node("Sub", ["cy", "sides"], ["y1"]),
        node("Sub", ["cx", "sides"], ["x1"]),
        node("Add", ["cy", "sides"], ["y2"]),
        node("Add", ["cx", "sides"], ["x2"]),
        *[node("Unsqueeze", [n, "ax2"], [n + "u"]) for n in ("y1", "x1", "y2", "x2")],
        node("Concat", ["y1u", "x1u", "y2u", "x2u"], ["boxes"], axis=2),
        node("Sigmoid", ["cls"], ["prob"]),
        node("Transpose", ["prob"], ["scores"], perm=[0, 2, 1]),
        node("NonMaxSuppression", ["boxes", "scores", "three", "iou", "least"], ["picked"]),
        node("Gather", ["picked", "firstlast"], ["bi"], axis=1),
        node("GatherND", ["boxes", "bi"], ["chosen"]),
        node("GatherND", ["scores", "picked"], ["how"]),
    ]
    weights = {"w0": m.draw(4, 3, 3, 3), "b0": m.draw(4), "w1": m.draw(5, 4, 3, 3)}
    weights |= {"ones4": np.ones(4, np.int64), "i0": np.array(0), "i1": np.array(1)}
    weights |= {"ax1": np.array([1]), "ax2": np.array([2]), "minus": np.array([-1])}
    weights |= {"parts": np.array([1, 1, 1, 2]), "three": np.array([3])}
    weights |= {"iou": np.array([0.4], np.float32), "least": np.array([0.3], np.float32)}
    weights |= {"firstlast": np.array([0, 2])}
    return m.program(
        "detector",
        nodes,
        [value("x", T.FLOAT, ["batch", 3, "height", "width"])],
        [
            value("picked", T.INT64, [None, 3]),
            value("chosen", T.FLOAT, [None, 4]),
            value("how", T.FLOAT, [None]),
        ],
        weights,
        [(m.draw(*s),) for s in ((1, 3, 9, 7), (2, 3, 16, 12))],
        opset=18,
    )


def growing_loop(m: Maker) -> OnnxProgram:
    """Decodes until an end: what a trip carries grows by a column, and a condition ends it."""
    body = helper.make_graph(
        [
            node("Gather", ["seen", "lastcol"], ["tok"], axis=1),
            node("Gather", ["emb", "tok"], ["e"]),
            node("MatMul", ["e", "Q"], ["q"]),
            node("Unsqueeze", ["q", "one1"], ["qu"]),
            node("Transpose", ["memory"], ["mt"], perm=[0, 2, 1]),
            node("MatMul", ["qu", "mt"], ["sc"]),
            node("Softmax", ["sc"], ["pr"], axis=-1),
            node("MatMul", ["pr", "memory"], ["ctx"]),
            node("Squeeze", ["ctx", "one1"], ["cs"]),
            node("MatMul", ["cs", "O"], ["lg"]),
            node("ArgMax", ["lg"], ["best"], axis=1, keepdims=1),
            node("Concat", ["seen", "best"], ["seen2"], axis=1),
            node("Equal", ["best", "endtok"], ["ended"]),
            node("Cast", ["ended"], ["endi"], to=T.INT64),
            node("ReduceMin", ["endi"], ["allend"], keepdims=0),
            node("Equal", ["allend", "zero"], ["go"]),
            node("Identity", ["pr"], ["att"]),
        ],
        "body",
        [
            value("it", T.INT64, []),
            value("cond", T.BOOL, []),
            value("seen", T.INT64, ["batch", None]),
        ],
        [
            value("go", T.BOOL, []),
            value("seen2", T.INT64, ["batch", None]),
            value("att", T.FLOAT, ["batch", 1, "seq"]),
        ],
    )
    nodes = [
        node("Gather", ["emb", "src"], ["memory"]),
        node("Shape", ["src"], ["b1"], start=0, end=1),
        node("Concat", ["b1", "one1"], ["bs"], axis=0),
        node("Expand", ["start", "bs"], ["first"]),
        node("Loop", ["most", "yes", "first"], ["tokens", "atts"], body=body),
    ]
    weights = {"emb": m.draw(9, 5), "Q": m.draw(5, 5), "O": 4 * m.draw(5, 9)}
    weights |= {"one1": np.array([1]), "zero": np.array(0), "lastcol": np.array(-1)}
    weights |= {"start": np.array([[2]]), "endtok": np.array([[4]]), "yes": np.array(True)}
    return m.program(
        "growing_loop",
        nodes,
        [value("src", T.INT64, ["batch", "seq"]), value("most", T.INT64, [])],
        [
            value("tokens", T.INT64, ["batch", None]),
            value("atts", T.FLOAT, [None, "batch", 1, "seq"]),
        ],
        weights,
        [(m.whole(0, 9, b, s), np.array(n)) for b, s, n in ((1, 3, 4), (3, 5, 6))],
    )


def quantized_convolutions(m: Maker) -> OnnxProgram:
    """Quantized weights by channel between steps that quantize, and convolutions of integers."""

    def q(name: str, scale: str, zero: str, axis: int = 1) -> list[Any]:
        return [
            node("QuantizeLinear", [name, scale, zero], [name + "_q"], axis=axis),
            node("DequantizeLinear", [name + "_q", scale, zero], [name + "_d"], axis=axis),
        ]

    nodes = [
        *q("x", "sx", "zx"),
        node("DequantizeLinear", ["wq", "sw", "zw"], ["wd"], axis=0),
        node("Conv", ["x_d", "wd", "b"], ["c"], pads=[1, 1, 1, 1], group=1),
        node("Relu", ["c"], ["r"]),
        *q("r", "sr", "zr"),
        node("QLinearConv", ["r_q", "sr", "zr", "wq2", "sw2", "zw2", "so", "zo"], ["yq"]),
        node("DequantizeLinear", ["yq", "so", "zo"], ["y"]),
        node("ConvInteger", ["r_q", "wq2", "zr"], ["raw"], pads=[1, 0, 1, 0]),
        node("ReduceMean", ["r_d", "hw"], ["mean"], keepdims=0),
        node("DynamicQuantizeLinear", ["mean"], ["mq", "ms", "mz"]),
        node("MatMulInteger", ["mq", "wm", "mz"], ["prod"]),
        node("Cast", ["prod"], ["pf"], to=T.FLOAT),
        node("Mul", ["pf", "ms"], ["out"]),
    ]
    i8, u8 = np.int8, np.uint8
    weights = {"sx": np.float32(0.02), "zx": u8(120), "sw": np.float32([0.01, 0.02, 0.015, 0.03])}
    weights |= {"wq": m.whole(-90, 90, 4, 3, 3, 3).astype(i8), "zw": np.zeros(4, i8)}
    weights |= {"b": m.draw(4), "sr": np.float32(0.015), "zr": u8(3), "hw": np.array([2, 3])}
    weights |= {"wq2": m.whole(-90, 90, 2, 4, 3, 1).astype(i8), "sw2": np.float32([0.02, 0.01])}
    weights |= {"zw2": np.zeros(2, i8), "so": np.float32(0.05), "zo": u8(100)}
    weights |= {"wm": m.whole(-90, 90, 4, 3).astype(i8)}
    return m.program(
        "quantized_convolutions",
        nodes,
        [value("x", T.FLOAT, ["n", 3, "h", "w"])],
        [
            value("y", T.FLOAT, ["n", 2, None, "w"]),
            value("raw", T.INT32, ["n", 2, "h", "w"]),
            value("out", T.FLOAT, ["n", 3]),
        ],
        weights,
        [(3 * m.draw(*s),) for s in ((1, 3, 3, 4), (2, 3, 6, 5))],
        opset=18,
    )


def resized(m: Maker) -> OnnxProgram:
    """Resize to the sizes of another input, by scales, with edges of several kinds."""

    def resize(inputs: list[str], name: str, mode: str, places: str, **settings: Any) -> Any:
        settings |= {"axes": [2, 3]} if "to" in inputs else {}
        settings |= {"mode": mode, "coordinate_transformation_mode": places}
        return node("Resize", inputs, [name], **settings)

    nodes = [
        node("Shape", ["like"], ["to"], start=2),
        resize(["x", "", "", "to"], "a", "linear", "align_corners"),
        resize(["x", "", "", "to"], "b", "cubic", "half_pixel", cubic_coeff_a=-0.5),
        resize(["x", "", "scales"], "c", "nearest", "asymmetric", nearest_mode="floor"),
        resize(["x", "", "half"], "d", "linear", "half_pixel", antialias=1),
        node("Add", ["a", "like"], ["e"]),
        resize(["e", "", "", "to"], "f", "nearest", "half_pixel", nearest_mode="round_prefer_ceil"),
    ]
    weights = {"scales": np.float32([1, 1, 2, 1.5]), "half": np.float32([1, 1, 0.5, 0.5])}
    return m.program(
        "resized",
        nodes,
        [value("x", T.FLOAT, ["n", 2, "h", "w"]), value("like", T.FLOAT, ["n", 2, "hh", "ww"])],
        [value(name, T.FLOAT, ["n", 2, None, None]) for name in "abcdf"],
        weights,
        [
            (m.draw(1, 2, 4, 6), m.draw(1, 2, 7, 5)),
            (m.draw(3, 2, 8, 4), m.draw(3, 2, 3, 9)),
        ],
        opset=18,
    )


def recurrent_lengths(m: Maker) -> OnnxProgram:
    """LSTM both ways and GRU in reverse over rows of several lengths, with given first states."""
    nodes = [
        node(
            "LSTM",
            ["x", "W", "R", "B", "lens", "h0", "c0"],
            ["y", "h", "c"],
            hidden_size=3,
            direction="bidirectional",
        ),
        node("Transpose", ["y"], ["yt"], perm=[0, 2, 1, 3]),
        node("Reshape", ["yt", "join"], ["z"]),
        node(
            "GRU",
            ["z", "W2", "R2", "B2", "lens"],
            ["g", "gh"],
            hidden_size=4,
            direction="reverse",
            linear_before_reset=0,
        ),
        node("Squeeze", ["g", "one"], ["gs"]),
        node("Cast", ["lens"], ["l64"], to=T.INT64),
        node("RNN", ["gs", "W3", "R3"], ["r", "rh"], hidden_size=2, activations=["Relu"]),
    ]
    weights = {"W": m.draw(2, 12, 4), "R": m.draw(2, 12, 3), "B": m.draw(2, 24)}
    weights |= {"W2": m.draw(1, 12, 6), "R2": m.draw(1, 12, 4), "B2": m.draw(1, 24)}
    weights |= {"W3": m.draw(1, 2, 4), "R3": m.draw(1, 2, 2)}
    weights |= {"join": np.array([0, 0, -1]), "one": np.array([1])}

    def case(t: int, b: int, lengths: list[int]) -> tuple[np.ndarray, ...]:
        states = m.draw(2, b, 3), m.draw(2, b, 3)
        return (m.draw(t, b, 4), np.array(lengths, np.int32), *states)

    return m.program(
        "recurrent_lengths",
        nodes,
        [
            value("x", T.FLOAT, ["time", "batch", 4]),
            value("lens", T.INT32, ["batch"]),
            value("h0", T.FLOAT, [2, "batch", 3]),
            value("c0", T.FLOAT, [2, "batch", 3]),
        ],
        [
            value("h", T.FLOAT, [2, "batch", 3]),
            value("c", T.FLOAT, [2, "batch", 3]),
            value("gs", T.FLOAT, ["time", "batch", 4]),
            value("rh", T.FLOAT, [1, "batch", 2]),
            value("l64", T.INT64, ["batch"]),
        ],
        weights,
        [case(3, 1, [2]), case(6, 3, [6, 2, 4])],
        opset=18,
    )


def normalizations(m: Maker) -> OnnxProgram:
    """Norms of groups, instances, layers, batches and neighbours, one after the other."""
    nodes = [
        node("GroupNormalization", ["x", "g4", "b4"], ["a"], num_groups=2, epsilon=1e-4),
        node("InstanceNormalization", ["a", "g4", "b4"], ["i"]),
        node("LayerNormalization", ["i", "g5", "b5"], ["l", "mean", "inv"], axis=-1),
        node("BatchNormalization", ["l", "g4", "b4", "mu", "var"], ["bn"]),
        node("LRN", ["bn"], ["n"], size=3, alpha=0.1, beta=0.7, bias=1.5),
        node("MeanVarianceNormalization", ["n"], ["v"], axes=[0, 2, 3]),
        node("LpNormalization", ["v"], ["p"], axis=1, p=2),
        node("Gelu", ["p"], ["ge"], approximate="tanh"),
        node("Mish", ["ge"], ["y"]),
    ]
    weights = {"g4": 1 + m.draw(4), "b4": m.draw(4), "g5": 1 + m.draw(5), "b5": m.draw(5)}
    weights |= {"mu": m.draw(4), "var": 1 + np.abs(m.draw(4))}
    return m.program(
        "normalizations",
        nodes,
        [value("x", T.FLOAT, ["n", 4, "h", 5])],
        [value("y", T.FLOAT, ["n", 4, "h", 5]), value("mean", T.FLOAT, ["n", 4, "h", 1])],
        weights,
        [(m.draw(*s),) for s in ((1, 4, 2, 5), (3, 4, 3, 5))],
        opset=21,
    )


def scattered(m: Maker) -> OnnxProgram:
    """Scatters that add and take the most, gathers by batch, compression, one-hot rows."""
    nodes = [
        node("Shape", ["x"], ["sh"]),
        node("ConstantOfShape", ["sh"], ["zeros"]),
        node("ScatterND", ["zeros", "at", "new"], ["a"], reduction="add"),
        node("ScatterND", ["x", "at", "new"], ["b"], reduction="max"),
        node("ScatterElements", ["x", "cols", "vals"], ["c"], axis=1, reduction="mul"),
        node("GatherND", ["x", "pick"], ["d"], batch_dims=1),
        node("GatherElements", ["x", "cols"], ["e"], axis=1),
        node("Squeeze", ["pick", "ax1"], ["pick1"]),
        node("OneHot", ["pick1", "depth", "onoff"], ["f"], axis=-1),
        node("ReduceSum", ["x", "ax1"], ["sums"], keepdims=0),
        node("Greater", ["sums", "zero"], ["positive"]),
        node("Compress", ["x", "positive"], ["g"], axis=0),
        node("NonZero", ["positive"], ["where"]),
        node("CumSum", ["x", "ax0"], ["h"], exclusive=1, reverse=1),
        node("Trilu", ["h"], ["i"], upper=0),
    ]
    weights = {"depth": np.array(4), "onoff": np.float32([0.5, 2]), "ax1": np.array([1])}
    weights |= {"zero": np.float32(0), "ax0": np.array(1)}

    def case(n: int, c: int, u: int, k: int) -> tuple[np.ndarray, ...]:
        return (
            m.draw(n, c),
            np.stack([m.whole(0, n, u), m.whole(-c, c, u)], 1),
            m.draw(u),
            m.whole(0, c, n, k),
            m.draw(n, k),
            m.whole(0, c, n, 1),
        )

    return m.program(
        "scattered",
        nodes,
        [
            value("x", T.FLOAT, ["n", "c"]),
            value("at", T.INT64, ["u", 2]),
            value("new", T.FLOAT, ["u"]),
            value("cols", T.INT64, ["n", "k"]),
            value("vals", T.FLOAT, ["n", "k"]),
            value("pick", T.INT64, ["n", 1]),
        ],
        [
            *[value(name, T.FLOAT, ["n", "c"]) for name in "abchi"],
            value("d", T.FLOAT, ["n"]),
            value("e", T.FLOAT, ["n", "k"]),
            value("f", T.FLOAT, ["n", 4]),
            value("g", T.FLOAT, [None, "c"]),
            value("where", T.INT64, [1, None]),
        ],
        weights,
        [case(2, 3, 4, 1), case(4, 5, 6, 3)],
        opset=18,
    )


def unlike_branches(m: Maker) -> OnnxProgram:
    """A choice between tensors of other sizes, inside of another choice, and a sum of either."""

    def graph(nodes: list[Any], result: str, sizes: list[Any]) -> Any:
        return helper.make_graph(nodes, result, [], [value(result, T.FLOAT, sizes)])

    halves = graph([node("Slice", ["x", "z1", "half", "one"], ["lo"])], "lo", ["n", None])
    doubled = graph([node("Concat", ["x", "y"], ["both"], axis=1)], "both", ["n", None])
    inner = graph(
        [
            node("ReduceSum", ["y"], ["ysum"], keepdims=0),
            node("Greater", ["ysum", "zf"], ["more"]),
            node("If", ["more"], ["r"], then_branch=doubled, else_branch=halves),
            node("Neg", ["r"], ["deep"]),
        ],
        "deep",
        ["n", None],
    )
    plain = graph([node("ReduceMean", ["x", "one"], ["mean"], keepdims=1)], "mean", ["n", 1])
    nodes = [
        node("Shape", ["x"], ["sh"]),
        node("Slice", ["sh", "one", "two"], ["s1"]),
        node("Div", ["s1", "two"], ["half"]),
        node("ReduceMax", ["x"], ["most"], keepdims=0),
        node("Greater", ["most", "limit"], ["cond"]),
        node("If", ["cond"], ["picked"], then_branch=inner, else_branch=plain),
        node("ReduceSum", ["picked", "one"], ["total"], keepdims=1),
        node("Mul", ["picked", "total"], ["out"]),
    ]
    weights = {"one": np.array([1]), "two": np.array([2]), "z1": np.array([0])}
    weights |= {"zf": np.float32(0), "limit": np.float32(0.5)}
    x, y = m.draw(2, 5), m.draw(2, 3)
    cases = [(x, y), (x + 1, np.abs(y)), (x + 1, -np.abs(y)), (x[:1] - 5, y[:1])]
    return m.program(
        "unlike_branches",
        nodes,
        [value("x", T.FLOAT, ["n", "s"]), value("y", T.FLOAT, ["n", "t"])],
        [value("out", T.FLOAT, ["n", None]), value("total", T.FLOAT, ["n", 1])],
        weights,
        cases,
        opset=18,
    )


PROGRAMS = (
    detector,
    growing_loop,
    quantized_convolutions,
    resized,
    recurrent_lengths,
    normalizations,
    scattered,
    unlike_branches,
)

"""Three more ONNX models: functions in functions, scatters, and what decoders of images do."""

from __future__ import annotations

import numpy as np
from onnx import TensorProto as T
from onnx import helper
from onnx_program import Arrays, Maker, OnnxProgram, attribute, node, value


def functions(m: Maker) -> OnnxProgram:
    """A block that calls a norm, with an attribute handed through; a size that is `2*s`."""
    epsilon = node("Constant", [], ["eps"])
    epsilon.attribute.append(attribute("value_float", "epsilon"))
    norm = [
        node("Constant", [], ["ax"], value_ints=[-1]),
        node("ReduceMean", ["x", "ax"], ["m"], keepdims=1),
        node("Sub", ["x", "m"], ["d"]),
        node("Mul", ["d", "d"], ["dd"]),
        node("ReduceMean", ["dd", "ax"], ["v"], keepdims=1),
        epsilon,
        node("Add", ["v", "eps"], ["ve"]),
        node("Sqrt", ["ve"], ["sd"]),
        node("Div", ["d", "sd"], ["n"]),
        node("Mul", ["n", "g"], ["y"]),
    ]
    call = node("Norm", ["h", "g"], ["y"], domain="my")
    call.attribute.append(attribute("epsilon", "eps"))
    block = [
        node("MatMul", ["x", "W"], ["h"]),
        call,
        node("Gelu", ["y"], ["z"], approximate="tanh"),
        node("Add", ["x", "z"], ["o"]),
    ]
    own, my = helper.make_opsetid("", 20), helper.make_opsetid("my", 1)
    make = helper.make_function
    made = [
        make("my", "Norm", ["x", "g"], ["y"], norm, [own], attributes=["epsilon"]),
        make("my", "Block", ["x", "W", "g"], ["o"], block, [own, my], attributes=["eps"]),
    ]
    return m.program(
        "functions",
        [
            node("Block", ["x", "W", "g"], ["a"], domain="my", eps=1e-3),
            node("Block", ["a", "V", "g"], ["o"], domain="my", eps=1e-5),
        ],
        [value("x", T.FLOAT, ["b", "2*s", 6])],
        [value("o", T.FLOAT, ["b", "2*s", 6])],
        {"W": m.draw(6, 6), "V": m.draw(6, 6), "g": m.draw(6)},
        [(m.draw(b, 2 * s, 6),) for b, s in ((1, 1), (3, 4))],
        functions=made,
    )


def cache_scatter(m: Maker) -> OnnxProgram:
    """Scatters into a cache, gathers from it, rows that are kept, rows that are reversed."""
    nodes = [
        node("ScatterND", ["cache", "pos", "new"], ["c2"]),
        node("GatherND", ["c2", "pos"], ["back"]),
        node("ScatterElements", ["c2", "ei", "ev"], ["c3"], axis=1, reduction="add"),
        node("OneHot", ["ids", "depth", "vals"], ["oh"]),
        node("CumSum", ["c3", "ax1"], ["cs"], reverse=1, exclusive=1),
        node("Compress", ["back", "keep"], ["cp"], axis=0),
        node("Trilu", ["cs", "k"], ["tr"], upper=0),
        node("GatherElements", ["c3", "ei"], ["ge"], axis=1),
        node("Mod", ["ids", "three"], ["md"]),
        node("ReverseSequence", ["c3", "lens"], ["rs"], batch_axis=0, time_axis=1),
    ]
    inputs = [
        value("cache", T.FLOAT, ["b", "t", 3]),
        value("pos", T.INT64, ["p", 2]),
        value("new", T.FLOAT, ["p", 3]),
        value("ei", T.INT64, ["b", 2, 3]),
        value("ev", T.FLOAT, ["b", 2, 3]),
        value("ids", T.INT64, ["b"]),
        value("keep", T.BOOL, ["p"]),
        value("lens", T.INT64, ["b"]),
    ]
    outputs = [
        value("back", T.FLOAT, ["p", 3]),
        value("oh", T.FLOAT, ["b", 5]),
        value("tr", T.FLOAT, ["b", "t", 3]),
        value("cp", T.FLOAT, [None, 3]),
        value("ge", T.FLOAT, ["b", 2, 3]),
        value("md", T.INT64, ["b"]),
        value("rs", T.FLOAT, ["b", "t", 3]),
    ]
    weights = {"depth": np.array(5), "vals": np.array([0, 1], np.float32), "ax1": np.array(1)}
    weights |= {"k": np.array(0), "three": np.array(3)}

    def case(b: int, t: int, p: int) -> Arrays:
        places = np.unravel_index(m.random.permutation(b * t)[:p], (b, t))
        return (
            m.draw(b, t, 3),
            np.stack(places, 1).astype(np.int64),
            m.draw(p, 3),
            m.whole(-t, t, b, 2, 3),
            m.draw(b, 2, 3),
            m.whole(-5, 5, b),
            m.whole(0, 2, p).astype(bool),
            m.whole(1, t + 1, b),
        )

    cases = [case(2, 4, 3), case(3, 6, 5)]
    return m.program("cache_scatter", nodes, inputs, outputs, weights, cases)


def decoder_block(m: Maker) -> OnnxProgram:
    """Reflected padding, norms by groups, transposed convolution, cubic Resize, poolings."""
    window = {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1], "strides": [2, 2]}
    cubic = {"mode": "cubic", "coordinate_transformation_mode": "half_pixel"}
    turned = {"strides": [2, 2], "output_padding": [1, 1], "pads": [1, 1, 1, 1]}
    nodes = [
        node("Pad", ["x", "pads"], ["xp"], mode="reflect"),
        node("Conv", ["xp", "w"], ["c"], strides=[2, 2]),
        node("GroupNormalization", ["c", "gs", "gb"], ["g"], num_groups=2),
        node("Mish", ["g"], ["m"]),
        node("ConvTranspose", ["m", "wt"], ["ct"], **turned),
        node("Resize", ["ct", "", "scales"], ["rz"], **cubic),
        node("LpPool", ["ct"], ["lp"], kernel_shape=[2, 2], strides=[2, 2]),
        node("DepthToSpace", ["ct"], ["ds"], blocksize=2, mode="CRD"),
        node("AveragePool", ["m"], ["ap"], count_include_pad=1, ceil_mode=1, **window),
        node("LRN", ["m"], ["ln"], size=3),
    ]
    weights = {"pads": np.array([0, 0, 1, 1, 0, 0, 1, 1]), "w": m.draw(4, 2, 3, 3)}
    weights |= {"gs": m.draw(4), "gb": m.draw(4), "wt": m.draw(4, 4, 3, 3)}
    return m.program(
        "decoder_block",
        nodes,
        [value("x", T.FLOAT, ["b", 2, "h", "w"])],
        [value(n, T.FLOAT, [None] * 4) for n in ("rz", "lp", "ds", "ap", "ln")],
        weights | {"scales": np.array([1, 1, 1.5, 2], np.float32)},
        [(m.draw(b, 2, h, w),) for b, h, w in ((1, 6, 7), (2, 9, 5))],
        opset=21,
    )


PROGRAMS = (functions, cache_scatter, decoder_block)

"""Whole cells of recurrent layers, against their formulas."""

import numpy as np
import pytest
from tieshape.interpreters import RunError

from .harness import Argument, check_op, run_stages, tf_text

RNG = np.random.default_rng(31)


def floats(*shape: int) -> np.ndarray:
    return RNG.standard_normal(shape).astype(np.float32)


def sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))


def cell(x, before, state, weights, order, bias, clip, peephole):
    """i, cs, f, o, ci, co, h of one step."""
    matrix, wi, wf, wo, b = weights
    gates = dict(
        zip(order, np.split(np.concatenate([x, state], 1) @ matrix + b, 4, 1), strict=True)
    )
    seen = 1 if peephole else 0
    i = sigmoid(gates["i"] + seen * wi * before)
    f = sigmoid(gates["f"] + bias + seen * wf * before)
    ci = np.tanh(gates["c"])
    cs = ci * i + before * f
    if clip > 0:
        cs = np.clip(cs, -clip, clip)
    o = sigmoid(gates["o"] + seen * wo * cs)
    return [part.astype(np.float32) for part in (i, cs, f, o, ci, np.tanh(cs), np.tanh(cs) * o)]


def weights(inputs: int, cells: int) -> list[np.ndarray]:
    peepholes = [floats(cells) for _ in range(3)]
    return [floats(inputs + cells, 4 * cells), *peepholes, floats(4 * cells)]


@pytest.mark.parametrize(("bias", "clip"), [(1.0, 0.4), (0.0, -1.0)])
@pytest.mark.parametrize("peephole", [True, False])
@pytest.mark.parametrize(("rows", "inputs", "cells"), [(3, 2, 2), (1, 3, 1), (2, 0, 2)])
def test_one_step_of_a_cell(rows, inputs, cells, peephole, bias, clip):
    given = [floats(rows, inputs), floats(rows, cells), floats(rows, cells)]
    given += weights(inputs, cells)
    expected = cell(*given[:3], given[3:], "icfo", bias, clip, peephole)
    words = f"forget_bias = {bias} : f32, cell_clip = {clip} : f32, "
    words += f"use_peephole = {str(peephole).lower()}"
    check_op("tf.LSTMBlockCell", [Argument(v) for v in given], expected, words)


@pytest.mark.parametrize("name", ["BlockLSTM", "BlockLSTMV2"])
@pytest.mark.parametrize(("steps", "count"), [(4, 4), (4, 2), (1, 1), (3, 0), (0, 0)])
def test_all_steps_of_a_layer(name, steps, count):
    x, before, state, given = floats(steps, 2, 3), floats(2, 2), floats(2, 2), weights(3, 2)
    operands = [np.array(count), x, before, state, *given]
    expected = [np.zeros((steps, 2, 2), np.float32) for _ in range(7)]
    old = name == "BlockLSTM"
    settings = ("icfo", 1.0, 3.0, True) if old else ("ifco", 0.0, 0.0, True)
    for step in range(count):
        parts = cell(x[step], before, state, given, *settings)
        before, state = parts[1], parts[6]
        for whole, part in zip(expected, parts, strict=True):
            whole[step] = part
    words = "use_peephole = true"
    check_op(f"tf.{name}", [Argument(np.asarray(v)) for v in operands], expected, words)


def test_more_steps_than_inputs_are_refused():
    operands = [np.array(3), floats(2, 1, 1), floats(1, 1), floats(1, 1), *weights(1, 1)]
    text = tf_text("tf.BlockLSTM", [Argument(v) for v in operands], ["tensor<*xf32>"] * 7)
    with pytest.raises(RunError, match="seq_len_max"):
        run_stages(text, operands)


@pytest.mark.parametrize(("rows", "inputs", "cells"), [(3, 2, 2), (2, 1, 3), (0, 2, 1)])
def test_one_step_of_a_gated_unit(rows, inputs, cells):
    x, state = floats(rows, inputs), floats(rows, cells)
    gates, candidate = floats(inputs + cells, 2 * cells), floats(inputs + cells, cells)
    biases = floats(2 * cells), floats(cells)
    r, u = np.split(sigmoid(np.concatenate([x, state], 1) @ gates + biases[0]), 2, 1)
    c = np.tanh(np.concatenate([x, state * r], 1) @ candidate + biases[1])
    expected = [part.astype(np.float32) for part in (r, u, c, u * state + (1 - u) * c)]
    given = [x, state, gates, candidate, *biases]
    check_op("tf.GRUBlockCell", [Argument(v) for v in given], expected)


@pytest.mark.parametrize("place", [1, 2, 3, 7])
def test_operands_of_other_sizes_stop_the_run(place):
    given = [floats(2, 3), floats(2, 2), floats(2, 2), *weights(3, 2)]
    given[place] = np.concatenate([given[place], given[place][:1]])
    operands, results = [Argument(v) for v in given], ["tensor<*xf32>"] * 7
    text = tf_text("tf.LSTMBlockCell", operands, results, "use_peephole = true")
    with pytest.raises(RunError, match="must agree"):
        run_stages(text, given)


@pytest.mark.parametrize(("rows", "cells"), [(0, 2), (2, 0)])
def test_a_cell_without_state_stops_the_run(rows, cells):
    given = [floats(rows, 3), floats(rows, cells), floats(rows, cells), *weights(3, cells)]
    text = tf_text("tf.LSTMBlockCell", [Argument(v) for v in given], ["tensor<*xf32>"] * 7)
    with pytest.raises(RunError, match="must not be 0"):
        run_stages(text, given)


@pytest.mark.parametrize("peephole", [True, False])
@pytest.mark.parametrize("more", [0, 1, 3])
def test_a_step_takes_what_it_needs_of_longer_peepholes(more, peephole):
    x, before, state, given = floats(2, 3), floats(2, 2), floats(2, 2), weights(3, 2)
    longer = [np.concatenate([w, floats(more)]) for w in given[1:4]]
    operands = [x, before, state, given[0], *longer, given[4]]
    words = (
        f"forget_bias = 1.0 : f32, cell_clip = 3.0 : f32, use_peephole = {str(peephole).lower()}"
    )
    expected = cell(x, before, state, given, "icfo", 1.0, 3.0, peephole)
    check_op("tf.LSTMBlockCell", [Argument(v) for v in operands], expected, words)


def test_peepholes_that_are_too_short_are_refused():
    operands = [floats(2, 3), floats(2, 2), floats(2, 2), *weights(3, 2)]
    operands[5] = floats(1)
    words = "forget_bias = 1.0 : f32, cell_clip = 3.0 : f32, use_peephole = true"
    text = tf_text(
        "tf.LSTMBlockCell", [Argument(v) for v in operands], ["tensor<*xf32>"] * 7, words
    )
    with pytest.raises(RunError, match="wcf of size"):
        run_stages(text, operands)

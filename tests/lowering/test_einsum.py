"""tf.Einsum against numpy: contractions, diagonals, ellipses that broadcast."""

import numpy as np
import pytest
from tieshape.analysis.analyze import analyze
from tieshape.interpreters import RunError, run_function
from tieshape.text.module import parse_module
from xdsl.utils.exceptions import DiagnosticException

from .harness import Argument, check_op, stages, tf_text

EQUATIONS = [
    "ij,jk->ik",
    "bij,bkj->bik",
    "BTNH,BSNH->BNTS",
    "ab->ba",
    "ab->",
    "ab,c->cba",
    "i,i->i",
    "i,ij,j->",
    "abc,cd,dbe->ae",
    "ii->i",
    "ii->",
    "iji->j",
    "iii->i",
    "iij,jk->ik",
    "ij,jj->i",
    "ij,jk",
]


def operands_of(rng, equation, dtype=np.float32, least=0):
    sizes = {label: int(rng.integers(least, 4)) for label in equation if label.isalpha()}
    terms = equation.split("->")[0].split(",")
    shapes = [tuple(sizes[label] for label in term) for term in terms]
    return [rng.standard_normal(shape).astype(dtype) for shape in shapes]


@pytest.mark.parametrize("equation", EQUATIONS)
def test_equation(equation):
    rng = np.random.default_rng(len(equation) + sum(map(ord, equation)))
    dtype = [np.float32, np.float64][len(equation) % 2]
    operands = operands_of(rng, equation, dtype)
    expected = np.asarray(np.einsum(equation, *operands), dtype)
    check_op("tf.Einsum", [Argument(v) for v in operands], [expected], f'equation = "{equation}"')


@pytest.mark.parametrize("equation", ["...ij,...jk->...ik", "...i,i...->...", "i...,...->i..."])
@pytest.mark.parametrize("seed", range(2))
def test_ellipses_broadcast(equation, seed):
    rng = np.random.default_rng(seed)
    common = [int(n) for n in rng.integers(1, 4, 2)]
    sizes = {label: int(rng.integers(0, 4)) for label in "ijk"}
    operands = list[np.ndarray]()
    for i, term in enumerate(equation.split("->")[0].split(",")):
        before, after = term.split("...")
        middle = [1 if rng.integers(3) == 0 else n for n in common][(i + seed) % 3 :]
        shape = [*(sizes[c] for c in before), *middle, *(sizes[c] for c in after)]
        operands.append(rng.standard_normal(shape).astype(np.float32))
    expected = np.einsum(equation, *operands)
    check_op("tf.Einsum", [Argument(v) for v in operands], [expected], f'equation = "{equation}"')


@pytest.mark.parametrize("equation", ["i->ii", "ij->jij", "ij,jk->iik", "...i->i...i"])
def test_results_on_a_diagonal(equation):
    """The diagonal of the result holds what the equation gives with each label once; the rest is 0."""
    rng = np.random.default_rng(len(equation))
    left, _, right = equation.partition("->")
    operands = operands_of(rng, left.replace("...", "x"), least=2)
    output = right.replace("...", "x")
    once = "".join(dict.fromkeys(output))
    compact = np.einsum(f"{left.replace('...', 'x')}->{once}", *operands)
    sizes = dict(zip(once, compact.shape, strict=True))
    expected = np.zeros([sizes[label] for label in output], np.float32)
    for at in np.ndindex(compact.shape):
        index = dict(zip(once, at, strict=True))
        expected[tuple(index[label] for label in output)] = compact[at]
    check_op("tf.Einsum", [Argument(v) for v in operands], [expected], f'equation = "{equation}"')


def test_complex_numbers_and_f16():
    rng = np.random.default_rng(0)
    a, b = (rng.standard_normal((2, 3, 3)) + 1j * rng.standard_normal((2, 3, 3))).astype(
        np.complex64
    )
    check_op(
        "tf.Einsum",
        [Argument(a), Argument(b)],
        [np.einsum("ii,ij->j", a, b)],
        'equation = "ii,ij->j"',
    )
    half = a.real.astype(np.float16)
    check_op("tf.Einsum", [Argument(half)], [np.einsum("ii->i", half)], 'equation = "ii->i"')


def lowered(equation, *operands):
    text = tf_text("tf.Einsum", operands, ["tensor<*xf32>"], f'equation = "{equation}"')
    return parse_module(stages(text)["convert-tf-to-mhlo"], "lowered.mlir")


def zeros(*shape):
    return np.zeros(shape, np.float32)


def test_labels_have_equal_sizes_afterwards():
    module = lowered("iij,jk->ik", Argument(zeros(2, 2, 3)), Argument(zeros(3, 4)))
    analysis = analyze(module)
    block = module.body.block.last_op.body.block
    a, b = (analysis.shape(arg) for arg in block.args)
    result = analysis.shape(block.last_op.operands[0])
    assert analysis.facts.proves(f"{a[0]} == {a[1]}") and analysis.facts.proves(f"{a[2]} == {b[0]}")
    assert analysis.facts.proves(f"{result[0]} == {a[0]}")
    with pytest.raises(RunError):
        run_function(module, "main", [zeros(2, 2, 3), zeros(4, 4)])


def test_labels_of_different_sizes_are_refused():
    with pytest.raises(DiagnosticException, match=r"tf\.Einsum.*label"):
        lowered("ij,jk->ik", Argument(zeros(2, 3), (1,)), Argument(zeros(4, 5), (0,)))


def test_a_label_of_size_1_does_not_broadcast():
    """As in TensorFlow, and unlike NumPy: only the dimensions of an ellipsis do."""
    module = lowered("ij,ij->ij", Argument(zeros(2, 3)), Argument(zeros(2, 3)))
    with pytest.raises(RunError):
        run_function(module, "main", [zeros(2, 3), zeros(1, 3)])


def test_ellipses_that_do_not_broadcast_stop_the_run():
    module = lowered("...i,...i->...", Argument(zeros(2, 3)), Argument(zeros(2, 3)))
    with pytest.raises(RunError, match=r"tf\.Einsum"):
        run_function(module, "main", [zeros(2, 3), zeros(4, 3)])

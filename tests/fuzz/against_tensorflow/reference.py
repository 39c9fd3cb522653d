"""What TensorFlow says of a program: its text in tf MLIR, and its results or refusals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import tensorflow as tf

from .differences import Refusal
from .generator import replay
from .program import Array, Case, Inputs

tf.config.optimizer.set_experimental_options({"disable_meta_optimizer": True})

NEARBY = 4
"""Random neighbours of inputs on which results are looked at too."""

UNFOLDED = (
    "func.func(tf-executor-graph-pruning,tf-executor-island-coarsening,"
    "tf-executor-to-functional-conversion),tf-shape-inference,symbol-dce"
)
"""Passes that give the text without TensorFlow's foldings, each op as it was traced."""


class NotTraced(Exception):
    """TensorFlow refuses the program itself, or has no text for it."""


_LIMITS = (tf.errors.InternalError, tf.errors.UnimplementedError)


class Reference:
    """A traced program."""

    def __init__(self, case: Case) -> None:
        self._case = case
        sizes = dict(case.sizes)
        specs = [
            tf.TensorSpec(argument.spec(sizes), argument.dtype, f"v{argument.value}")
            for argument in case.program.arguments
        ]
        function = tf.function(self._results, autograph=False, input_signature=specs)
        try:
            self._function = function.get_concrete_function()
            # Programs hold no variables, so that there is nothing to freeze.
            self.text: str = tf.mlir.experimental.convert_function(self._function)
        except (tf.errors.OpError, ValueError, TypeError, IndexError) as error:
            raise NotTraced(_one_line(error)) from error
        self._types = {node.name: node.type for node in self._function.graph.get_operations()}

    def run(self, inputs: Inputs) -> list[Array] | Refusal:
        """The results on `inputs`, or why there are none."""
        try:
            return [r.numpy() for r in self._function(*self._tensors(inputs))]
        except tf.errors.OpError as error:
            nodes = re.findall(r"{{node ([^}]*)}}", str(error))
            op = self._type_of(nodes[-1]) if nodes else ""
            node = nodes[0].partition("/")[0] if nodes else ""
            return Refusal(_one_line(error), op, isinstance(error, _LIMITS), node)

    def is_needed(self, node: str) -> bool:
        """Whether a result is computed from `node`; True where the graph has no op of this name.

        TensorFlow runs what comes before a branch or a loop too where its results are not used; the
        text lacks it.
        """
        ops = {op.name: op for op in self._function.graph.get_operations()}
        pending, found = [result.op for result in self._function.outputs], set[str]()
        while pending:
            op = pending.pop()
            if op.name not in found:
                found.add(op.name)
                pending += [operand.op for operand in op.inputs]
        return node not in ops or node in found

    def result_types(self) -> list[list[str]]:
        """The sizes that the text states of each result, "?" for one that it leaves open."""
        types = re.search(r"func.func @\w+\(.*?\) -> (.*?) attributes", self.text)
        found = re.findall(r"tensor<([^>]*)>", types[1]) if types else []
        return [type.split("x")[:-1] for type in found]

    def unfolded_text(self) -> str:
        """The text with no op folded into another; the folding drops what some ops refuse."""
        return tf.mlir.experimental.convert_function(self._function, pass_pipeline=UNFOLDED)

    def run_nearby(self, inputs: Inputs) -> Iterator[list[Array] | Refusal]:
        """The results on floats a little larger or smaller: where they differ much, results mean
        little. Once all are larger alike, then each by itself.
        """
        yield self.run(_scaled(inputs, lambda _: np.asarray(1 + 1e-6)))
        for seed in range(NEARBY):
            draw = np.random.default_rng(seed).uniform
            yield self.run(_scaled(inputs, lambda a, draw=draw: 1 + 2e-6 * draw(-1, 1, a.shape)))

    def _results(self, *tensors: tf.Tensor) -> list[tf.Tensor]:
        numbers = [argument.value for argument in self._case.program.arguments]
        values = replay(self._case.program, dict(zip(numbers, tensors, strict=True)))
        return [tf.identity(values[result]) for result in self._case.program.results]

    def _tensors(self, inputs: Inputs) -> Sequence[tf.Tensor]:
        return [tf.constant(inputs[a.value], a.dtype) for a in self._case.program.arguments]

    def _type_of(self, node: str) -> str:
        return self._types.get(node, node.rpartition("/")[2].rstrip("_0123456789"))


def _scaled(inputs: Inputs, factors: Callable[[Array], Array]) -> Inputs:
    return {
        key: (array * factors(array)).astype(array.dtype) if array.dtype.kind == "f" else array
        for key, array in inputs.items()
    }


def runs_without_crash(case: Case) -> bool:
    """True, where TensorFlow by itself does not end the process."""
    try:
        reference = Reference(case)
    except NotTraced:
        return True
    for _, inputs in case.inputs:
        reference.run(inputs)
    return True


def refuses(case: Case, name: str) -> bool:
    """Whether TensorFlow refuses the input set `name`."""
    reference = Reference(case)
    return isinstance(
        reference.run(next(inputs for each, inputs in case.inputs if each == name)), Refusal
    )


def values_of(case: Case, inputs: Inputs) -> dict[int, np.ndarray] | None:
    """Every value of the program on `inputs`; None where TensorFlow refuses them."""
    try:
        values = replay(case.program, {k: tf.constant(v) for k, v in inputs.items()})
    except (tf.errors.OpError, ValueError, TypeError, IndexError):
        return None
    return {number: value.numpy() for number, value in values.items()}


def _one_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines()]
    skipped = ("Detected at", "File ", "Graph execution error", "Stack trace")
    kept = [line for line in lines if line and not line.startswith(skipped)]
    return " ".join(kept)[:400] or type(error).__name__

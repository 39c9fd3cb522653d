"""Random programs that TensorFlow accepts at their base sizes, and the arrays to run them on."""

from __future__ import annotations

import random
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import tensorflow as tf

from .catalog import CATALOG
from .draw import MOST_ELEMENTS, Draw, Recorder, Replayer, Tensor, Unfit
from .inputs import BASE_SIZES, input_sets
from .program import Case, Program, Step

for family in sorted(Path(__file__).with_name("ops").glob("*.py")):
    import_module(f".ops.{family.stem}", __package__)  # each fills the catalog

PLAIN = ("float32", "float64", "int32", "int64", "bool", "uint8", "int8", "int16")


def random_case(seed: int, without: Sequence[str] = ()) -> Case:
    """The program and the input sets of `seed`, with no op of `without`."""
    rng = random.Random(seed)
    program = _program(rng, without)
    while not program.steps or not program.arguments:
        program = _program(rng, without)
    inputs = input_sets(program.arguments, rng)
    return Case(program, tuple(BASE_SIZES.items()), tuple(inputs))


def _program(rng: random.Random, without: Sequence[str]) -> Program:
    entries = [entry for entry in CATALOG.values() if entry.name not in without]
    weights = [entry.weight for entry in entries]
    recorder, steps = Recorder(rng), list[Step]()
    for _ in range(rng.randint(3, 12)):
        entry = rng.choices(entries, weights)[0]
        step = _step(recorder, entry.name)
        if step is not None:
            steps.append(step)
    used = {operand for step in steps for operand in step.operands}
    made = [result for step in steps for result in step.results]
    results = [value for value in made if value not in used][-4:]
    if made and rng.random() < 0.3:
        results.append(rng.choice(made))
    unique = tuple(dict.fromkeys(results))
    return Program(tuple(recorder.arguments), tuple(steps), unique).without_unused()


def _step(recorder: Recorder, name: str) -> Step | None:
    """One more step; None, and no trace, where the op does not fit or TensorFlow refuses it."""
    values, arguments = dict(recorder.values), list(recorder.arguments)
    recorder.choices = []
    try:
        tensors = apply(name, recorder)
        if not all(_is_plain(tensor) for tensor in tensors):
            raise Unfit
    except (Unfit, tf.errors.OpError, ValueError, TypeError, IndexError):
        recorder.values, recorder.arguments = values, arguments
        return None
    numbers = tuple(recorder.number() for _ in tensors)
    recorder.values.update(zip(numbers, tensors, strict=True))
    return Step(name, tuple(recorder.choices), numbers)


def _is_plain(tensor: Tensor) -> bool:
    shape = tensor.shape
    small = shape.num_elements() <= MOST_ELEMENTS and len(shape) <= 5
    return small and tensor.dtype.name in PLAIN


def apply(name: str, draw: Draw) -> list[Tensor]:
    """The results of an op of the catalog as a list."""
    results = CATALOG[name].apply(draw)
    many = isinstance(results, list | tuple)
    return [tf.convert_to_tensor(result) for result in (results if many else [results])]


def replay(program: Program, values: dict[int, Tensor]) -> dict[int, Tensor]:
    """All values of `program` for those of its arguments. Raises what TensorFlow raises."""
    values = dict(values)
    for step in program.steps:
        results = apply(step.op, Replayer(values, step.choices))
        values.update(zip(step.results, results, strict=True))
    return values

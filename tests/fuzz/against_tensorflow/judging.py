"""Compares what tieshape and TensorFlow say of a case."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np

from .compiled import LIMIT, SLOW, Compiled, Failure, OutOfTime, time_limit
from .differences import Refusal, difference, unequal
from .program import Array, Case, Inputs, Step
from .reference import NotTraced, Reference, values_of
from .verdict import Fault, Verdict

ORDERING = (
    "sort",
    "argsort",
    "top_k",
    "searchsorted",
    "in_top_k",
    "invert_permutation",
    "cumulative_logsumexp",
)
"""Ops of the catalog that order elements, or take the lesser and the greater of two."""

ON_PURPOSE = re.compile(
    r"\(tf\.Reshape at .*-1 needs non-zero sizes beside it"
    r"|\(tf\.LSTMBlockCell at .*: wc[ifo] of size .* must have"
)
"""Refusals of what TensorFlow takes.

Beside a 0 its Reshape infers a size that is none of the operand's, such as 1 of `[0, 0]` for
`[-1, 0]`: refused for the sake of what is known of all others. Behind a peephole that is too short
it reads what lies there.
"""


def judge(case: Case) -> Verdict:
    """The verdict on `case`."""
    verdict = Verdict()
    try:
        reference = Reference(case)
    except NotTraced as error:
        verdict.not_traced = str(error)
        return verdict
    verdict.text = reference.text
    verdict.ops = frozenset(re.findall(r'"(tf\.\w+)"', reference.text))
    try:
        with time_limit(LIMIT):
            _judge(case, reference, verdict)
    except OutOfTime:
        verdict.faults.append(Fault("out of time", "", f"{LIMIT} s of processor time"))
    return verdict


def why_not_compared(case: Case, name: str) -> str | None:
    """Why results on the inputs `name` say nothing; None where they do."""
    inputs = dict(case.inputs)[name]
    reference = Reference(case)
    reason = _not_compared(reference, inputs, reference.run(inputs))
    return reason or _undefined(case, inputs)


def _judge(case: Case, reference: Reference, verdict: Verdict) -> None:
    wanted = [(name, inputs, reference.run(inputs)) for name, inputs in case.inputs]
    try:
        compiled = Compiled(reference.text)
    except Failure as failure:
        _judge_failure(failure, [result for _, _, result in wanted], verdict)
        return
    for stage, fact in compiled.lost:
        verdict.faults.append(Fault("lost fact", stage, fact))
    if compiled.seconds > SLOW:
        verdict.faults.append(Fault("too slow", "", f"{compiled.seconds:.1f} s"))
    for name, inputs, result in wanted:
        if isinstance(result, Refusal) and result.is_limit:
            verdict.runs["TensorFlow cannot, not compared"] += 1
            continue
        fault = _judge_run(case, reference, compiled, (name, inputs, result), verdict.runs)
        if fault is not None:
            verdict.faults.append(fault)
            if fault.kind.startswith("missed"):
                verdict.text = reference.unfolded_text()


def _judge_failure(failure: Failure, wanted: list[list[Array] | Refusal], verdict: Verdict) -> None:
    refused = [result for result in wanted if isinstance(result, Refusal)]
    if failure.kind == "refused by the compiler" and len(refused) == len(wanted):
        verdict.runs["both refuse, at compile time"] += len(refused)
        return
    expected = f"TensorFlow runs {len(wanted) - len(refused)} of {len(wanted)} input sets"
    verdict.faults.append(Fault(failure.kind, failure.stage, failure.message, expected))


def _judge_run(
    case: Case,
    reference: Reference,
    compiled: Compiled,
    run: tuple[str, Inputs, list[Array] | Refusal],
    runs: Counter[str],
) -> Fault | None:
    name, inputs, wanted = run
    arrays = [inputs[argument.value] for argument in case.program.arguments]
    shapes = " ".join(f"{array.dtype}{list(array.shape)}" for array in arrays)
    try:
        found = compiled.run(arrays)
    except Failure as failure:
        if isinstance(wanted, Refusal):
            runs["both refuse, ours an internal error"] += 1
        expected = wanted.message if isinstance(wanted, Refusal) else "TensorFlow runs it"
        return Fault(
            failure.kind, _first(compiled, arrays, wanted), failure.message, expected, shapes
        )
    problem = difference(found, wanted)
    if problem is None:
        runs[_agreement(found, wanted)] += 1
        return None
    if (reason := _not_compared(reference, inputs, wanted)) is not None:
        runs[f"{reason}, not compared"] += 1
        return None
    if problem[0] == "false reject" and ON_PURPOSE.search(str(found)):
        runs["refused on purpose"] += 1
        return None
    if problem[0] == "wrong numbers" and (reason := _undefined(case, inputs)) is not None:
        runs[f"{reason}, not compared"] += 1
        return None
    kind, words, expected = problem
    if isinstance(wanted, Refusal) and not reference.is_needed(wanted.node):
        runs["refused by an op that the text lacks, no result depending on it"] += 1
        return None
    unfolded = _run_unfolded(reference, arrays)
    if kind.startswith("missed") and isinstance(unfolded, str):
        runs["refused by an op that TensorFlow folds away"] += 1
        return None
    if kind == "wrong numbers" and unfolded is not None and _agrees(unfolded, wanted):
        runs["other results where TensorFlow's text has ops folded, not compared"] += 1
        return None
    runs[kind] += 1
    return Fault(kind, _first(compiled, arrays, wanted), words, expected, f"{name}: {shapes}")


def _agreement(found: list[Array] | str, wanted: list[Array] | Refusal) -> str:
    if not isinstance(wanted, Refusal):
        return "equal"
    named = bool(wanted.op) and wanted.op.lower() in str(found).lower()
    return "both refuse, op named" if named else "both refuse, op not named"


def _first(compiled: Compiled, arrays: list[Array], wanted: list[Array] | Refusal) -> str:
    """The first pass after which the run differs from TensorFlow."""
    name = ""
    try:
        for name, stage in compiled.stages():
            if difference(stage.run(arrays), wanted) is not None:
                return name
    except Failure:
        pass
    return name


def _run_unfolded(reference: Reference, arrays: list[Array]) -> list[Array] | str | None:
    """The results, or the refusal, of the text with each op as it was traced; None where it fails.

    TensorFlow's foldings drop ops that would refuse, and join reshapes of which the first has no
    elements.
    """
    try:
        return Compiled(reference.unfolded_text(), check_facts=False).run(arrays)
    except Failure:
        return None


def _agrees(found: list[Array] | str, wanted: list[Array] | Refusal) -> bool:
    return difference(found, wanted) is None or bool(ON_PURPOSE.search(str(found)))


def _not_compared(
    reference: Reference, inputs: Inputs, wanted: list[Array] | Refusal
) -> str | None:
    """Why the results of TensorFlow say nothing of what is right; None where they do."""
    if any(_is_unstable(wanted, nearby) for nearby in reference.run_nearby(inputs)):
        return "unstable"
    if isinstance(wanted, Refusal):
        return None
    types = reference.result_types()
    if not all(
        len(array.shape) == len(sizes)
        and all(size in ("?", str(actual)) for size, actual in zip(sizes, array.shape, strict=True))
        for sizes, array in zip(types, wanted, strict=True)
    ):
        return "TensorFlow contradicts the types of its text"
    return None


def _undefined(case: Case, inputs: Inputs) -> str | None:
    """What is not defined of the numbers of a program; None where all is.

    The order of elements of which some are nan; as what a float becomes an integer that is none of
    its type (tf.cast's documentation says so of nan and inf, C++ of numbers out of range); where
    infinities become nan in a fast Fourier transform, which depends on the order of its sums; the
    gradient of a filter that is nowhere applied, which TensorFlow does not fill.
    """
    values = values_of(case, inputs) or {}
    for step in case.program.steps:
        floats = [v for o in step.operands if (v := values.get(o)) is not None]
        floats = [value for value in floats if value.dtype.kind == "f"]
        if step.op in ORDERING and any(bool(np.isnan(value).any()) for value in floats):
            return "order of nan"
        if step.op == "fourier" and not all(bool(np.isfinite(value).all()) for value in floats):
            return "spectrum of infinities"
        if _lacks_windows(step, floats):
            return "gradient of a filter without windows"
        made = values.get(step.results[0])
        if step.op.startswith("typed_") and any(bool(np.isnan(v).any()) for v in floats):
            return "cast of no integer"
        if step.op == "cast" and floats and made is not None and made.dtype.kind in "iu":
            limits = np.iinfo(made.dtype)
            inside = (floats[0] >= float(limits.min)) & (floats[0] < float(limits.max) + 1)
            if not inside.all():
                return "cast of no integer"
    return None


def _lacks_windows(step: Step, floats: list[Array]) -> bool:
    """Whether `step` differentiates a convolution that has no result."""
    if step.op not in ("gradient_of_convolution", "gradient_of_depthwise") or len(floats) < 2:
        return False
    image, window = floats[0].shape[1:3], floats[1].shape[:2]
    fits = all(a >= b for a, b in zip(image, window, strict=False))
    return floats[0].size == 0 or ("VALID" in step.choices and not fits)


def _is_unstable(wanted: list[Array] | Refusal, nearby: list[Array] | Refusal) -> bool:
    if isinstance(wanted, Refusal) or isinstance(nearby, Refusal):
        return isinstance(wanted, Refusal) != isinstance(nearby, Refusal)
    return any(unequal(a, b) for a, b in zip(wanted, nearby, strict=True))

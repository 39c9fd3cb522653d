"""A smaller case with the same fault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .inputs import BASE_SIZES
from .judging import judge
from .program import Argument, Case, Inputs, Program, Step
from .reference import values_of
from .verdict import Fault

_NAMES = {size: name for name, size in BASE_SIZES.items()}


def reduce_case(case: Case, fault: Fault, tries: int = 80) -> tuple[Case, Fault]:
    """The smallest case with a fault of the kind and stage of `fault` that single cuts lead to."""
    while tries > 0:
        for smaller in _smaller(case):
            tries -= 1
            found = _same(smaller, fault)
            if found is not None:
                case, fault = smaller, found
                break
            if tries <= 0:
                break
        else:
            break
    return case, fault


def _same(case: Case, fault: Fault) -> Fault | None:
    faults = judge(case).faults
    return next((f for f in faults if (f.kind, f.stage) == (fault.kind, fault.stage)), None)


def _smaller(case: Case) -> Iterator[Case]:
    program = case.program
    if len(case.inputs) > 1:
        for kept in case.inputs:
            yield replace(case, inputs=(kept,))
    if len(program.results) > 1:
        for result in program.results:
            yield _with(case, replace(program, results=(result,)))
    for step in reversed(program.steps):
        yield from _without(case, step)
    for step in reversed(program.steps[:-1]):
        for result in step.results:
            if program.results != (result,):
                yield _with(case, replace(program, results=(result,)))


def _with(case: Case, program: Program) -> Case:
    program = program.without_unused()
    kept = {argument.value for argument in program.arguments}
    inputs = tuple((n, {k: a for k, a in i.items() if k in kept}) for n, i in case.inputs)
    return replace(case, program=program, inputs=inputs)


def _without(case: Case, step: Step) -> Iterator[Case]:
    """The results of `step` become arguments, in each run with the values that they have there."""
    used = {o for other in case.program.steps for o in other.operands}
    results = [r for r in step.results if r in used and r not in case.program.results]
    if not results:
        return
    runs = list[tuple[str, Inputs]]()
    for name, inputs in case.inputs:
        values = values_of(case, inputs)
        if values is None:
            values = _values_before(case, inputs, step)
        if values is not None and all(result in values for result in results):
            runs.append((name, {**inputs, **{r: values[r] for r in results}}))
    if not runs:
        return
    arrays = [runs[0][1][result] for result in results]
    added = tuple(
        Argument(
            result,
            array.dtype.name,
            tuple(_NAMES.get(size, size) for size in array.shape),
            (False,) * array.ndim,
        )
        for result, array in zip(results, arrays, strict=True)
    )
    program = replace(
        case.program,
        arguments=case.program.arguments + added,
        steps=tuple(other for other in case.program.steps if other is not step),
    )
    yield _with(replace(case, inputs=tuple(runs)), program)


def _values_before(case: Case, inputs: Inputs, step: Step) -> Inputs | None:
    """The values up to `step`, where a later one refuses the inputs."""
    at = case.program.steps.index(step)
    return values_of(
        replace(case, program=replace(case.program, steps=case.program.steps[: at + 1])), inputs
    )

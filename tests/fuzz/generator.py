"""Random graphs, each with the inputs that it was made for and others that numpy takes or refuses."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from .building import Building, Cell
from .graph import Argument, Graph
from .semantics import Array, Rejected, Undefined
from .steps import STEPS, Step

SIZES = (0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 8)
LARGEST = 1e5
"""Numbers beyond this are not compared: rounding would decide."""
MAX_ELEMENTS = 4000

Inputs = Mapping[int, Array]


@dataclass(frozen=True, slots=True)
class Case:
    """A graph, inputs that it accepts (the first are those it was made for), and inputs that it refuses."""

    graph: Graph
    accepted: tuple[Inputs, ...]
    refused: tuple[Inputs, ...] = ()


def random_case(seed: int, steps: Sequence[tuple[Step, int]] = STEPS) -> Case:
    """The graph of `seed`, always the same, made of `steps`, each as often as its number says."""
    rng = random.Random(seed)
    while True:
        building = Building(rng, _pool(rng))
        _arguments(building)
        _steps(building, steps)
        graph = building.graph(_results(building))
        first = building.inputs
        if first and len(graph.nodes) > 2 and _is_tame(graph, first):
            break
    graph = _with_user_facts(graph, building, first)
    accepted, refused = _other_inputs(graph, building)
    return Case(graph, (first, *accepted), refused)


def _pool(rng: random.Random) -> dict[str, int]:
    """Sizes that several arguments share, by name."""
    names = [f"n{i}" for i in range(rng.randint(2, 4))]
    return {name: rng.choice(SIZES[1:] if rng.random() < 0.85 else SIZES) for name in names}


def _arguments(building: Building) -> None:
    rng = building.rng
    for _ in range(rng.choice((1, 1, 2, 2, 3))):
        rank = rng.choice((0, 1, 1, 2, 2, 2, 3, 3, 4))
        dtype = rng.choice(("float32",) * 6 + ("int32", "bool"))
        building.argument(dtype, [_cell(building) for _ in range(rank)])


def _cell(building: Building) -> Cell:
    rng = building.rng
    if rng.random() < 0.75:
        return Cell(rng.choice(list(building.pool)), False)
    return Cell(rng.choice((1, 1, 2, 3, 4)), rng.random() < 0.5)


def _steps(building: Building, steps: Sequence[tuple[Step, int]]) -> None:
    rng = building.rng
    wanted = rng.randint(2, 9)
    made = tries = 0
    while made < wanted and tries < 60 and building.op_count < 22:
        tries += 1
        step = rng.choices([s for s, _ in steps], [weight for _, weight in steps])[0]
        made += building.attempt(step)


def _results(building: Building) -> list[int]:
    """Every value that nothing uses, and sometimes one that something does."""
    used = {o for node in building.nodes for o in node.operands}
    made = [r for n in building.nodes if n.constant is None for r in n.results]
    results = [r for r in made if r not in used]
    inner = [r for r in made if r in used]
    if inner and building.rng.random() < 0.3:
        results.append(building.rng.choice(inner))
    return results


def _is_tame(graph: Graph, inputs: Inputs) -> bool:
    values = graph.values(inputs).values()
    return all(
        v.size <= MAX_ELEMENTS and not np.any(np.isfinite(v) & (np.abs(v.astype(float)) > LARGEST))
        for v in values
    )


# What the user says.


def _with_user_facts(graph: Graph, building: Building, inputs: Inputs) -> Graph:
    rng = building.rng
    if rng.random() < 0.55:
        return graph
    arguments, sizes = list[Argument](), dict[str, int]()
    for argument in graph.arguments:
        names = list[str]()
        for d, cell in enumerate(building.cells[argument.value]):
            name = cell.size if isinstance(cell.size, str) else ""
            if cell.static or rng.random() < 0.3:
                name = ""
            elif not name or rng.random() < 0.3:
                name = f"d{argument.value}_{d}"
            names.append(name)
            if name:
                sizes[name] = inputs[argument.value].shape[d]
        arguments.append(replace(argument, names=tuple(names) if any(names) else ()))
    where = [_true_fact(rng, sizes) for _ in range(rng.randint(0, 3)) if sizes]
    return replace(graph, arguments=tuple(arguments), where=tuple(dict.fromkeys(where)))


def _true_fact(rng: random.Random, sizes: Mapping[str, int]) -> str:
    name = rng.choice(sorted(sizes))
    size = sizes[name]
    same = [other for other in sorted(sizes) if other != name and sizes[other] == size]
    divisors = [k for k in (2, 3, 4) if size % k == 0]
    facts = [
        f"{name} <= {size + rng.randint(0, 4)}",
        f"{name} >= {max(0, size - rng.randint(0, 2))}",
    ]
    facts += [f"{name} == {other}" for other in same[:1]]
    facts += [f"{name} % {k} == 0" for k in divisors[-1:]]
    if size != 1:
        facts.append(f"{name} != 1")
    other = rng.choice(sorted(sizes))
    facts.append(f"{name} <= {other} + {max(0, size - sizes[other])}")
    return rng.choice(facts)


# Other inputs.


def _other_inputs(
    graph: Graph, building: Building
) -> tuple[tuple[Inputs, ...], tuple[Inputs, ...]]:
    accepted, refused = list[Inputs](), list[Inputs]()
    seen = {_shapes(building.inputs)}
    variants: Sequence[Callable[[Building], Inputs]] = (_resized, _resized, _perturbed)
    for attempt in range(40):
        if len(accepted) >= 4:
            break
        inputs = variants[attempt % len(variants)](building)
        shapes = _shapes(inputs)
        if shapes in seen or not graph.satisfied_by(inputs):
            continue
        seen.add(shapes)
        try:
            if _is_tame(graph, inputs):
                accepted.append(inputs)
        except Rejected:
            if len(refused) < 2:
                refused.append(inputs)
        except Undefined:
            pass
    return tuple(accepted), tuple(refused)


def _shapes(inputs: Inputs) -> tuple[tuple[int, ...], ...]:
    return tuple(array.shape for array in inputs.values())


def _resized(building: Building) -> Inputs:
    """Other sizes, shared as they were."""
    pool = {
        name: building.rng.choice(SIZES) if building.rng.random() < 0.7 else size
        for name, size in building.pool.items()
    }
    return building.inputs_for(pool)


def _perturbed(building: Building) -> Inputs:
    """Some sizes of some arguments replaced, mostly by 1, on their own."""
    rng = building.rng
    cells = [(value, d) for value, row in building.cells.items() for d in range(len(row))]
    chosen = rng.sample(cells, min(len(cells), rng.randint(1, 3)))
    own = {cell: rng.choice((1, 1, 1, *SIZES)) for cell in chosen}
    return building.inputs_for(building.pool, own)

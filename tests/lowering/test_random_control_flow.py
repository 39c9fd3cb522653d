"""Random nests of branches and loops over vectors of changing sizes, against the same program in numpy."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pytest

from .harness import check_text

Array = np.ndarray
Environment = dict[str, Array]
Run = Callable[[Environment], None]
VECTOR, NUMBER, TRUTH = "tensor<?xf32>", "tensor<i32>", "tensor<i1>"
SLICE = "begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 1 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64"


@dataclass
class Program:
    """Text and the steps that compute the same; `vectors` are the names in scope."""

    rng: np.random.Generator
    lines: list[str] = field(default_factory=list[str])
    count: int = 0

    def name(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def block(self, vectors: list[str], depth: int, length: int) -> tuple[list[str], list[Run]]:
        """Ops that use `vectors`; all vectors in scope at the end, and the steps."""
        scope, steps = list(vectors), list[Run]()
        for _ in range(length):
            kinds = [self.concat, self.negate, self.double, self.cut]
            if depth:
                kinds += [self.branch, self.branch, self.loop, self.loop]
            name, step = kinds[self.rng.integers(len(kinds))](scope, depth - 1)
            scope.append(name)
            steps.append(step)
        return scope, steps

    def pick(self, scope: list[str]) -> str:
        return scope[self.rng.integers(len(scope))]

    def line(
        self, name: str, op: str, operands: list[str], types: str, properties: str = ""
    ) -> None:
        arguments = ", ".join(f"%{o}" for o in operands)
        self.lines.append(f'%{name} = "tf.{op}"({arguments}) {properties} : {types}')

    def concat(self, scope: list[str], depth: int) -> tuple[str, Run]:
        a, b, r = self.pick(scope), self.pick(scope), self.name()
        self.line(r, "ConcatV2", [a, b, "zero"], f"({VECTOR}, {VECTOR}, {NUMBER}) -> {VECTOR}")
        return r, lambda e: e.update({r: np.concatenate([e[a], e[b]])})

    def negate(self, scope: list[str], depth: int) -> tuple[str, Run]:
        a, r = self.pick(scope), self.name()
        self.line(r, "Neg", [a], f"({VECTOR}) -> {VECTOR}")
        return r, lambda e: e.update({r: -e[a]})

    def double(self, scope: list[str], depth: int) -> tuple[str, Run]:
        a, r = self.pick(scope), self.name()
        self.line(r, "AddV2", [a, a], f"({VECTOR}, {VECTOR}) -> {VECTOR}")
        return r, lambda e: e.update({r: e[a] + e[a]})

    def cut(self, scope: list[str], depth: int) -> tuple[str, Run]:
        a, r, vector = self.pick(scope), self.name(), "tensor<1xi32>"
        types = f"({VECTOR}, {vector}, {vector}, {vector}) -> {VECTOR}"
        self.line(r, "StridedSlice", [a, "first", "first", "first"], types, f"<{{{SLICE}}}>")
        return r, lambda e: e.update({r: e[a][1:]})

    def branch(self, scope: list[str], depth: int) -> tuple[str, Run]:
        condition, test = self.condition(scope)
        r, parts = self.name(), list[tuple[str, list[Run]]]()
        self.lines.append(f'%{r} = "tf.IfRegion"(%{condition}) ({{')
        for i in range(2):
            inner, steps = self.block(scope, depth, int(self.rng.integers(0, 3)))
            result = inner[-1] if self.rng.random() < 0.7 else self.pick(inner)
            self.lines.append(f'"tf.Yield"(%{result}) : ({VECTOR}) -> ()')
            self.lines.append("}, {" if not i else f"}}) : ({TRUTH}) -> {VECTOR}")
            parts.append((result, steps))

        def run(e: Environment) -> None:
            test(e)
            result, steps = parts[0 if e[condition] else 1]
            inside = dict(e)
            for step in steps:
                step(inside)
            e[r] = inside[result]

        return r, run

    def condition(self, scope: list[str]) -> tuple[str, Run]:
        if self.rng.random() < 0.4:
            return "flag", lambda e: None
        a, b, r = self.pick(scope), self.pick(scope), self.name()
        for side, vector in (("left", a), ("right", b)):
            self.line(f"{r}_{side}", "Size", [vector], f"({VECTOR}) -> {NUMBER}")
        op = ("Less", "Equal")[self.rng.integers(2)]
        self.line(r, op, [f"{r}_left", f"{r}_right"], f"({NUMBER}, {NUMBER}) -> {TRUTH}")
        compare = np.less if op == "Less" else np.equal
        return r, lambda e: e.update({r: compare(e[a].size, e[b].size)})

    def loop(self, scope: list[str], depth: int) -> tuple[str, Run]:
        starts = [self.pick(scope) for _ in range(2)]
        r, i, carried = self.name(), self.name(), [self.name(), self.name()]
        types = f"{NUMBER}, {VECTOR}, {VECTOR}"
        arguments = f"%{i}: {NUMBER}, " + ", ".join(f"%{c}: {VECTOR}" for c in carried)
        operands = ", ".join(f"%{o}" for o in ["zero", *starts])
        self.lines += [
            f'%{r}:3 = "tf.WhileRegion"({operands}) <{{shape_invariant}}> ({{',
            f"^bb0({arguments}):",
            f'%{i}_go = "tf.Less"(%{i}, %trips) : ({NUMBER}, {NUMBER}) -> {TRUTH}',
            f'"tf.Yield"(%{i}_go) : ({TRUTH}) -> ()',
            "}, {",
            f"^bb0({arguments}):",
            f'%{i}_next = "tf.AddV2"(%{i}, %one) : ({NUMBER}, {NUMBER}) -> {NUMBER}',
        ]
        inner, steps = self.block([*scope, *carried], depth, int(self.rng.integers(1, 4)))
        results = [inner[-1], carried[0] if self.rng.random() < 0.3 else self.pick(inner)]
        values = ", ".join(f"%{v}" for v in [f"{i}_next", *results])
        self.lines.append(f'"tf.Yield"({values}) : ({types}) -> ()')
        self.lines.append(f"}}) : ({types}) -> ({types})")
        last = self.name()
        self.lines.append(f'%{last} = "tf.Neg"(%{r}#1) : ({VECTOR}) -> {VECTOR}')
        out = self.name()
        types = f"({VECTOR}, {VECTOR}, {NUMBER}) -> {VECTOR}"
        self.lines.append(f'%{out} = "tf.ConcatV2"(%{last}, %{r}#2, %zero) : {types}')

        def run(e: Environment) -> None:
            now = [e[start] for start in starts]
            for _ in range(int(e["trips"])):
                inside = {**e, **dict(zip(carried, now, strict=True))}
                for step in steps:
                    step(inside)
                now = [inside[result] for result in results]
            e[out] = np.concatenate([-now[0], now[1]])

        return out, run


@pytest.mark.parametrize("seed", range(8))
def test_random_programs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    program = Program(rng)
    scope, steps = program.block(["x", "y"], 2, 4)
    results = [scope[-1], program.pick(scope)]
    body = "\n".join(program.lines)
    text = f"""
    func.func @main(%flag: {TRUTH}, %trips: {NUMBER}, %x: {VECTOR}, %y: {VECTOR}) -> ({VECTOR}, {VECTOR}) {{
      %zero = "tf.Const"() <{{value = dense<0> : {NUMBER}}}> : () -> {NUMBER}
      %one = "tf.Const"() <{{value = dense<1> : {NUMBER}}}> : () -> {NUMBER}
      %first = "tf.Const"() <{{value = dense<1> : tensor<1xi32>}}> : () -> tensor<1xi32>
      {body}
      func.return %{results[0]}, %{results[1]} : {VECTOR}, {VECTOR}
    }}"""
    for flag, trips, a, b in ((True, 2, 2, 1), (False, 1, 0, 3)):
        x, y = (rng.standard_normal(n).astype(np.float32) for n in (a, b))
        environment: Environment = {"flag": np.array(flag), "trips": np.array(trips, np.int32), "x": x, "y": y}  # fmt: skip
        arguments = list(environment.values())
        for step in steps:
            step(environment)
        check_text(text, arguments, [environment[result] for result in results])

"""Inference through branches and loops.

What is found in a region holds there alone. Outside, a size of a branch's result is the one of the
branch that runs; a size that a loop carries is what holds on every trip and before the first one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.dialects import func
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Block, Operation, SSAValue

from ..dialects.types import is_tensor
from ..rules.rule import Conditions, RuleTable, Value
from ..symbolic import FALSE, Expr, Predicate, as_expr, eq
from ..symbolic.shapes import Shape
from .branches import terminator_of
from .hindsight import Hindsight, items_of, ops_on_list
from .inference import Inference
from .joined_values import JoinedSize, join_elements, join_sizes, size_from_outside
from .loops import KnownInvariants, Loop
from .run_time_numbers import may_be_negative, number_count
from .shape_analysis import LEAST_INTEGER


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one branch gives for one result.

    fails: whether the branch never runs to its end, so that it gives nothing
    """

    sizes: tuple[JoinedSize, ...] | None
    value: Value | None
    fails: bool


def infer_branches(op: Operation, ctx: Inference, conditions: Conditions) -> list[Shape | None]:
    """The shapes of the results of `op`: region i runs where `conditions[i]` holds."""
    blocks = [region.block for region in op.regions]
    for block, condition in zip(blocks, conditions, strict=True):
        if condition is not None and ctx.facts.proves(condition):
            return _only(op, ctx, block)
    ctx.decided.pop(op, None)
    moment = ctx.ages.now()
    while True:
        outcomes, closed = list[list[Outcome]](), False
        for block, condition in zip(blocks, conditions, strict=True):
            with ctx.sometimes(block):
                if condition is not None:
                    ctx.assume(condition)
                ctx.region(block, ())
                for result, given in zip(op.results, terminator_of(block).operands, strict=True):
                    _require_declared(ctx, result, given)
                outcomes.append([_outcome(ctx, v, moment) for v in terminator_of(block).operands])
            closed |= ctx.surface(moment)
        if not closed:
            break
    results = list(zip(*outcomes, strict=True))
    if any(map(_is_returned_in_two_ranks, op.results, results)):
        chosen = ctx.expect(*(each for each in conditions if each is not None))
        for block, condition in zip(blocks, conditions, strict=True):
            if condition is not None and condition is chosen:
                ctx.region_facts.pop(block, None)  # what holds there does so everywhere
                return _only(op, ctx, block)
    return [
        _join(ctx, result, given, conditions)
        for result, given in zip(op.results, results, strict=True)
    ]


def _is_returned_in_two_ranks(result: SSAValue, outcomes: Sequence[Outcome]) -> bool:
    """Whether `result` is one of the function, of which callers would not know the rank."""
    ranks = {None if outcome.sizes is None else len(outcome.sizes) for outcome in outcomes}
    is_open = len(ranks) > 1 and None not in ranks
    return is_open and any(isinstance(use.operation, func.ReturnOp) for use in result.uses)


def _only(op: Operation, ctx: Inference, block: Block) -> list[Shape | None]:
    """The results where `block` is the only region of `op` that ever runs."""
    ctx.decided[op] = block
    shapes = ctx.region(block, ())
    for result, given in zip(op.results, terminator_of(block).operands, strict=True):
        ctx.suppose_value(result, ctx.value(given))
    return list(shapes)


def _require_declared(ctx: Inference, result: SSAValue, given: SSAValue) -> None:
    """Requires that a branch gives `result` the sizes that its type tells as numbers."""
    shape, type = ctx.shapes.get(given), result.type
    if shape is None or not is_tensor(type) or len(type.get_shape()) != len(shape):
        return
    for size, number in zip(shape, type.get_shape(), strict=True):
        claim = eq(size, number)
        if number != DYNAMIC_INDEX and not ctx.facts.proves(claim) and not ctx.facts.refutes(claim):
            ctx.require(claim, f"a branch gives size {size}, the type of the result says {number}")


def _outcome(ctx: Inference, value: SSAValue, moment: int) -> Outcome:
    shape, elements = ctx.shapes.get(value), ctx.value(value)
    sizes = None if shape is None else tuple(size_from_outside(ctx, size, moment) for size in shape)
    if elements is not None:
        elements = tuple(
            e if e is not None and ctx.ages.are_older(e.symbols(), moment) else None
            for e in elements
        )
    fails = any(s.fact == FALSE and s.strength == "assert" for s in ctx.statements)
    return Outcome(sizes, elements, fails)


def _join(
    ctx: Inference, result: SSAValue, outcomes: Sequence[Outcome], conditions: Conditions
) -> Shape | None:
    """What is known of `result`, which is that of a branch that runs to its end."""
    ends = [i for i, outcome in enumerate(outcomes) if not outcome.fails] or range(len(outcomes))
    outcomes, conditions = [outcomes[i] for i in ends], [conditions[i] for i in ends]
    values = [outcome.value for outcome in outcomes]
    known = [value for value in values if value is not None]
    if len(known) == len(values) and len({len(value) for value in known}) == 1:
        joined = (join_elements(ctx, e, conditions) for e in zip(*known, strict=True))
        ctx.suppose_value(result, tuple(joined))
    shapes = [outcome.sizes for outcome in outcomes if outcome.sizes is not None]
    if len(shapes) < len(outcomes) or len({len(shape) for shape in shapes}) != 1:
        return None
    return tuple(join_sizes(ctx, sizes, conditions) for sizes in zip(*shapes, strict=True))


class ControlFlowInference(Inference):
    """Inference that follows branches and loops."""

    def __init__(self, rules: RuleTable, hindsight: Hindsight):
        super().__init__(rules)
        self.hindsight = hindsight
        self._loops: dict[Operation, KnownInvariants] = {}
        self._rankless = dict[Operation, None]()

    def branches(self, op: Operation, conditions: Conditions) -> list[Shape | None]:
        for region, condition in zip(op.regions, conditions, strict=True):
            if condition is not None:
                self.conditions[region.block] = condition
                self._rule_out(region.block, condition.negate())
        return infer_branches(op, self, conditions)

    def open_size(self) -> Expr:
        """As always, but 0 for a list whose element sizes are told late."""
        assert self._op is not None
        if self._op in self.hindsight.told_late:
            return as_expr(0)
        size = super().open_size()
        self._open_sizes.add_maker(size.symbol_name or "", self._op)
        return size

    def rank_of_items(self) -> int | None:
        assert self._op is not None
        rank = self.hindsight.item_ranks.get(self._op)
        if rank is None:
            self._rankless[self._op] = None
        return rank

    def is_told_late(self, op: Operation) -> bool:
        return op in self.hindsight.told_late

    def loop(self, op: Operation, cond: Block, body: Block) -> list[Shape | None]:
        loop = Loop(op, self, cond, body, self._loops.get(op, KnownInvariants()))
        shapes = loop.run()
        self._loops[op] = loop.left()
        return shapes

    def any_times(self, op: Operation) -> list[Shape | None]:
        moment = self.ages.now()
        blocks = [region.block for region in op.regions if len(region.blocks) == 1]
        while True:
            closed = False
            for block in blocks:
                with self.sometimes(block):
                    self.region(block, (None,) * len(block.args))
                closed |= self.surface(moment)
            if not closed:
                return [None] * len(op.results)

    def surface(self, moment: int) -> bool:
        closed = super().surface(moment)
        if closed:  # more is known than when loops were inferred last
            self._loops.clear()
        return closed

    def _rule_out(self, block: Block, claim: Predicate) -> None:
        """Keeps what rules `block` out as a guard, for ops that need it may be content without."""
        if block in self.hindsight.ruled_out and not self.facts.proves(claim):
            expected = any(statement.strength == "expect" for statement in self.statements)
            strength = "expect" if expected else "assert"
            self._learn_because(
                claim, strength, self.hindsight.ruled_out[block], "a branch never runs"
            )

    def learn_from(self) -> bool:
        """Adds what the whole module tells to the hindsight; whether another inference needs it."""
        ruled_out = self._unreachable()
        self.hindsight.ruled_out |= ruled_out
        negative = (
            may_be_negative(set(self.numbers), self.statements) if self.numbers else set[str]()
        )
        self.hindsight.negative |= {self.numbers[name] for name in negative}
        return self.learn_of_lists() or bool(ruled_out or negative)

    def learn_of_lists(self) -> bool:
        """`learn_from` for what holds in spite of errors: of which lists an item may tell sizes and
        rank. Items that do not fit these are seen in the next inference.
        """
        late = self._open_sizes.left_open() - self.hindsight.told_late
        for maker in late:
            self.hindsight.told_late |= ops_on_list(maker)
        ranks = dict(self._ranks_told_late())
        self.hindsight.item_ranks |= ranks
        return bool(late or ranks)

    def _ranks_told_late(self) -> Iterator[tuple[Operation, int]]:
        """Lists of unknown rank, each with the rank of an item that is put into it."""
        for maker in self._rankless:
            shapes = (self.shapes.get(item) for item in items_of(maker))
            shape = next((shape for shape in shapes if shape is not None), None)
            if shape is not None:
                yield maker, len(shape)

    def number_symbols(self, values: Sequence[SSAValue]) -> None:
        """Gives the elements of `values`, integers that a run brings along, symbols."""
        for value in values:
            if value not in self.hindsight.negative:
                symbols = [self.fresh(LEAST_INTEGER) for _ in range(number_count(value))]
                names = [symbol.symbol_name or "" for symbol in symbols]
                self.numbers |= dict.fromkeys(names, value)
                if is_tensor(value.type):
                    self.late.elements |= {n: (value, i) for i, n in enumerate(names)}
                self.suppose_value(value, tuple(symbols))

    def _unreachable(self) -> dict[Block, str]:
        """Branches on sizes of arguments that later ops contradict, each with what these need.

        What is demanded of arguments is tested before anything runs: such a branch never does.
        """
        return {
            block: "; ".join(str(fact.why) for fact in self.facts.why(condition) if fact.why)
            for block, condition in self.conditions.items()
            if condition.symbols() <= self._symbols_of_arguments(block)
            and block not in self.hindsight.ruled_out
            and self.decided.get(parent_of(block)) is None
            and self.facts.refutes(condition)
        }

    def _symbols_of_arguments(self, block: Block) -> set[str]:
        function = parent_of(block)
        while not isinstance(function, func.FuncOp):
            function = parent_of(function)
        shapes = [self.shapes.get(arg) or () for arg in function.regions[0].block.args]
        return {name for shape in shapes for size in shape for name in size.symbols()}


def parent_of(inner: Block | Operation) -> Operation:
    """The op around `inner`."""
    op = inner.parent_op()
    assert op is not None
    return op

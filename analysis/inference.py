"""Shape inference: runs the op rules over a module in program order.

For each op the attempts are, in this order: its `value` rule, its `shape` rule, the static sizes of
the result's type, new symbols. What the rules state and demand is kept as statements, for `write`
to put into the IR.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress

from xdsl.dialects import func
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ..dialects import sdim
from ..dialects.messages import at_place, op_name
from ..dialects.types import is_tensor
from ..rules.element_demands import require_claims
from ..rules.errors import RefutedGuard, ShapeError, UnknownRank
from ..rules.rule import RuleTable, checked
from ..symbolic import FALSE, Contradiction, Expr, Predicate, Symbol, as_expr, eq
from ..symbolic.large_terms import is_large
from ..symbolic.shapes import Shape
from .branches import terminator_of
from .collected_facts import CollectedFacts
from .read_constraints import is_test, predicate_of
from .statements import RegionFacts, Statement


class Inference(CollectedFacts):
    """A ShapeAnalysis that is being made: shapes come from the rules, facts are collected."""

    def __init__(self, rules: RuleTable):
        super().__init__(rules)
        self.moved: list[sdim.ConstraintOp] = []
        """Constraints in code whose facts are statements now."""
        self.barriers: Counter[str] = Counter()
        """Ops without a rule, by name."""
        self.decided: dict[Operation, Block] = {}
        """Branches of which only the one block ever runs."""
        self.errors: list[ShapeError] = []
        """What ops cannot do, in the order of the program; their results are as declared."""
        self.misfits = dict[Operation, None]()
        """Ops that put items into lists whose other items are not known to have their size."""
        self._of_arguments = set[str]()

    def block(self, block: Block) -> None:
        """Infers the body of a function."""
        for arg in block.args:
            self.shapes[arg] = shape = self._declared(arg.type)
            self._of_arguments.update(name for size in shape or () for name in size.symbols())
            self.late.add_argument(shape or ())
        self.late.liveness.enter(block)
        for op in block.ops:
            outer = self._op, self._strength
            try:
                self._infer(op)
            except ShapeError as error:
                self.errors.append(error)
                self._op, self._strength = outer
                for result in op.results:
                    self.shapes[result] = self._declared(result.type)
                    self.late.record(result, self.shapes[result])
            except Exception:
                if not self.errors:
                    raise
                return  # what comes after an error is looked at as far as it makes sense

    def raise_errors(self) -> None:
        """Raises the first error that was found; its `others` are the rest."""
        if self.errors:
            self.errors[0].others = tuple(self.errors[1:])
            raise self.errors[0]

    def region(self, block: Block, arguments: Sequence[Shape | None]) -> tuple[Shape | None, ...]:
        """The shapes that `block`, a region of the current op, returns for arguments of these
        shapes.

        An op that can never run there is a guard that never holds: `block` need not run.
        """
        for arg, shape in zip(block.args, arguments, strict=True):
            self.shapes[arg] = self._merge(shape, arg.type)
            self.late.record(arg, self.shapes[arg])
        for op in block.ops:
            outer = self._op, self._strength
            try:
                self._infer(op)
            except ShapeError as error:
                if not self._depth:
                    raise
                self._op, self._strength = op, outer[1]
                self.statements.append(Statement(FALSE, "assert", self._why(error.words)))
                for result in op.results:
                    self.shapes[result] = self._declared(result.type)
                    self.late.record(result, self.shapes[result])
                self._op = outer[0]
        return tuple(self.shapes.get(operand) for operand in terminator_of(block).operands)

    @contextmanager
    def sometimes(self, block: Block) -> Generator[None]:
        """What is found inside holds in `block` alone, which may not run, or runs often.

        Open sizes that were closed inside are open again, for `surface` to close them outside.
        """
        kept, self.statements = self.statements, []
        numbers, self._numbers = self._numbers, dict(self._numbers)
        self._depth += 1
        try:
            with self._open_sizes.region(), self.local():
                yield
                self.region_facts[block] = RegionFacts(tuple(self.statements))
        finally:
            self._depth -= 1
            self.statements, self._numbers = kept, numbers

    def surface(self, moment: int) -> bool:
        """Closes here what the last region closed by sizes older than `moment`; whether any was."""
        found = [
            (name, size)
            for name, size in self._open_sizes.take_closed_inside()
            if self.ages.are_older((name, *size.symbols()), moment)
        ]
        closed = [self.close(Symbol(name), size) for name, size in found]
        return any(closed)

    def shape(self, value: SSAValue) -> Shape:
        shape = self.shapes[value] if value in self.shapes else super().shape(value)
        if shape is None:
            raise UnknownRank
        return shape

    def has_rank(self, value: SSAValue) -> bool:
        return self.shapes.get(value) is not None

    def note_item(self, op: Operation, fits: bool) -> None:
        """Keeps the last word: that of a loop's trip under what holds on each."""
        if fits:
            self.misfits.pop(op, None)
        else:
            self.misfits[op] = None

    def infer_next(self, op: Operation) -> None:
        """Infers `op`, which comes after all that was inferred so far: for what emits and infers in
        turn.
        """
        self._infer(op)

    # One op.

    def _infer(self, op: Operation) -> None:
        outer, self._op = self._op, op
        rule = self.rules.get(type(op))
        strength, self._strength = self._strength, "assert" if rule is None else rule.strength
        if isinstance(op, sdim.ConstraintOp):
            self._constraint(op)
        if rule is None:
            if op.results:
                self.barriers[op_name(op)] += 1
            inferred: Sequence[Shape | None] = (None,) * len(op.results)
        else:
            try:
                if rule.verify is not None:
                    rule.verify(op, self)
                if rule.shape is None:
                    inferred = (None,) * len(op.results)
                else:
                    inferred = checked(op, rule.shape(op, self))
            except UnknownRank:
                inferred = (None,) * len(op.results)
            if rule.elements is not None and not self._depth:
                require_claims(op, rule.elements, self, self._of_arguments)
        for result, shape in zip(op.results, inferred, strict=True):
            self.shapes[result] = self._with_names(self._merge(shape, result.type))
            self.late.record(result, self.shapes[result])
        if rule is not None and rule.value is not None:
            self._values.evaluate(op)
        self._op, self._strength = outer, strength

    def _with_names(self, shape: Shape | None) -> Shape | None:
        """`shape` with a symbol for each size that is a large term over sizes of arguments."""
        if shape is None or self._depth or not any(map(is_large, shape)):
            return shape
        return tuple(self._named(size) if is_large(size) else size for size in shape)

    def _named(self, size: Expr) -> Expr:
        if self.late.among(size.symbols()):
            return size
        symbol = self.fresh()
        self.late.add_argument((symbol,))
        self._learn(eq(symbol, size), "assume", "by definition")
        return self.facts.simplify(size)

    def _suppose(self, fact: Predicate) -> None:
        """Learns what the current region states already."""
        with suppress(Contradiction):
            self.facts.learn(fact)

    def _constraint(self, op: sdim.ConstraintOp) -> None:
        """Learns the fact of a constraint in code; if it always runs, states it for the module."""
        fact = predicate_of(self, op)
        if fact is None:
            return
        if not self._depth and is_test(op) and self.late.among(fact.symbols()):
            return  # what comes after it says by its types what it may rely on
        if isinstance(op.parent_op(), func.FuncOp):
            self.moved.append(op)
        if self.facts.proves(fact):
            return
        if self._depth:
            self._suppose(fact)
            return
        strength = op.strength.value if isinstance(op, sdim.GuardedConstraintOp) else "assume"
        if fact == FALSE and op.why:
            raise RefutedGuard(op, op.why.replace(at_place(op), "", 1))
        why = op.why or f"{op.name}{at_place(op)}"
        self._learn_because(fact, strength, why, "the constraint")

    def _declared(self, type: Attribute) -> Shape | None:
        """The shape that `type` tells, new symbols for what it leaves open."""
        for entry in sdim.encoding_of(type) or ():
            if isinstance(entry, str):
                self.ages.add(entry)
        try:
            return self._anonymous_shape(type)
        except UnknownRank:
            return None

    def _merge(self, inferred: Shape | None, type: Attribute) -> Shape | None:
        """The shape that both the rule and the declared type of a result tell."""
        if inferred is None:
            return self._declared(type)
        if not is_tensor(type):
            return tuple(map(self.facts.simplify, inferred))
        assert self._op is not None
        entries = sdim.encoding_of(type) or type.get_shape()
        if len(entries) != len(inferred):
            raise ShapeError(
                self._op, f"the result has rank {len(inferred)}, its type says {len(entries)}"
            )
        return tuple(map(self._merge_size, inferred, entries))

    def _merge_size(self, inferred: Expr, entry: int | str) -> Expr:
        if entry == DYNAMIC_INDEX:
            return self.facts.simplify(inferred)
        if isinstance(entry, str):
            self.ages.add(entry)
        declared = Symbol(entry) if isinstance(entry, str) else as_expr(entry)
        if declared != inferred:
            assert self._op is not None
            claim = eq(inferred, declared)
            if self.facts.refutes(claim):
                if self._depth:
                    return declared
                raise ShapeError(
                    self._op, f"the result has size {inferred}, its type says {declared}"
                )
            if not self.facts.proves(claim):
                # What the type promises of a size that was chosen by hints holds for that choice.
                chosen = any(statement.strength == "expect" for statement in self.statements)
                strength = "expect" if chosen else "assume"
                self._learn(claim, strength, "declared by the result's type")
        return self.facts.simplify(declared)

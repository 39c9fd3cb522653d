"""What the op rules say while shapes are inferred: facts, demands and new symbols."""

from __future__ import annotations

from xdsl.ir import Block, Operation, SSAValue

from ..dialects.messages import at_place, op_name
from ..rules.errors import HINTS_ARE, HintError, ShapeError
from ..rules.rule import RuleTable
from ..symbolic import And, Contradiction, Expr, Predicate, Symbol, eq, folded
from ..symbolic.shapes import Shape
from .hints import Hints
from .late_sizes import LateSizes, Place
from .module_facts import substitute
from .open_sizes import OpenSizes, SymbolAges
from .read_constraints import conflict_message
from .shape_analysis import ShapeAnalysis
from .statements import RegionFacts, Statement
from .symbol_names import SymbolNames


class CollectedFacts(ShapeAnalysis):
    """A ShapeAnalysis that keeps what rules say as statements, for the IR."""

    def __init__(self, rules: RuleTable):
        super().__init__(rules)
        self.shapes: dict[SSAValue, Shape | None] = {}
        self.statements: list[Statement] = []
        self.guard = False
        self.hints = Hints({}, self.facts)
        self.names = SymbolNames()
        self.region_facts: dict[Block, RegionFacts] = {}
        """For each block that may not run, or runs often, what holds in it."""
        self.conditions: dict[Block, Predicate] = {}
        """For branches of an op with conditions, where each runs."""
        self.ages = SymbolAges()
        self.late = LateSizes(self.fresh, lambda: self.facts, self._values.symbols)
        """Sizes that no argument carries: what is demanded of them is tested in the code."""
        self._numbers: dict[Place, Expr] = {}
        self.numbers: dict[str, SSAValue] = {}
        """Symbols that are no size of a value, each with the integer that it is."""
        self._op: Operation | None = None
        self._strength = "assert"
        self._depth = 0
        self._open_sizes = OpenSizes()

    def fresh(self, minimum: int = 0) -> Expr:
        """A symbol that may appear in the IR."""
        name = self.names.next()
        self.ages.add(name)
        return self.facts.symbol(name, minimum)

    def open_size(self) -> Expr:
        size = self.fresh()
        self._open_sizes.add(size.symbol_name or "")
        return size

    def close(self, size: Expr, chosen: Expr) -> bool:
        name = self.facts.simplify(size).symbol_name
        if name is None or not self._open_sizes.is_open(name):
            return False
        chosen = self.facts.simplify(chosen)
        if chosen.symbol_name == name:  # it is itself, which tells nothing
            return False
        self._open_sizes.close(name, chosen)
        if name not in chosen.symbols():
            self._learn(eq(Symbol(name), chosen), "assume", "by definition")
        return True

    def assume(self, fact: Predicate) -> None:
        if self._op is not None and not self.facts.proves(fact):
            self._learn(fact, "assume", "by definition")

    def require(self, claim: Predicate, message: str) -> None:
        if self._op is None or self.facts.proves(claim):
            return  # outside of an op: values are read again, and the op has said what it needs
        claim = folded(claim)
        if not self.facts.refutes(claim):
            if not self._depth and self.hints.holds(claim) is False:
                example = self.hints.text(claim.symbols())
                raise HintError(self._op, f"{message}; {HINTS_ARE} {example}")
            self._demand(claim, self._strength, message)
        elif self._depth:
            self.statements.append(Statement(claim, self._strength, self._why(message)))
        else:
            raise ShapeError(self._op, message)

    def expect(self, *branches: Predicate) -> Predicate | None:
        if not self.guard or self._depth or not self.hints:
            return None
        for claim in branches:
            if self.hints.holds(claim):
                self._demand(claim, "expect", f"compiled for {claim}")
                return claim
        return None

    def number(self, value: SSAValue, place: int) -> Expr:
        """A symbol for an element, the same one each time; a region forgets its own at its end."""
        known = self._numbers.get((value, place))
        if known is not None:
            return known
        symbol = self._numbers[value, place] = super().number(value, place)
        self.late.elements[symbol.symbol_name or ""] = value, place
        return symbol

    def _demand(self, claim: Predicate, strength: str, message: str) -> None:
        """Demands `claim`: of the arguments, or of what the code then tests."""
        if isinstance(claim, And) and not claim.is_unit:
            for part in claim.args:
                self._demand(part, strength, message)
            return
        facts = self.facts
        sizes = {name: facts.simplify(Symbol(name)) for name in facts.replaced(claim.symbols())}
        known = substitute(claim, sizes) if sizes else claim
        if self._depth or strength == "assume":
            self._learn(claim, strength, message)
        elif not self.late.among(known.symbols()):
            self._learn(known, strength, message)  # of `claim` types say nothing: it may be late
        elif not self.late.can_test(known, self.shapes):
            self._learn(claim, strength, message)
        else:
            assert self._op is not None
            statement = Statement(known, strength, self._why(message))
            self.late.demand(self._op, statement, self.shapes, self.region_facts, self.statements)
            self._learn(known, "assume", message)

    def _learn(self, fact: Predicate, strength: str, message: str) -> None:
        assert self._op is not None
        self._learn_because(fact, strength, self._why(message), message)

    def _why(self, message: str) -> str:
        assert self._op is not None
        return f"{op_name(self._op)}{at_place(self._op)}: {message}"

    def _learn_because(self, fact: Predicate, strength: str, why: str, message: str) -> None:
        assert self._op is not None
        try:
            self.facts.learn(fact, why=why)
        except Contradiction as contradiction:
            if self._depth:
                if strength != "assume":
                    self.statements.append(Statement(fact, strength, why))
                return
            raise ShapeError(
                self._op, f"{message}; `{fact}` {conflict_message(contradiction)}"
            ) from None
        self.statements.append(statement := Statement(fact, strength, why))
        if not self._depth:
            self.late.state(statement)

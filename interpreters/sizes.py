"""The sizes that symbols have in one run, and the module's facts about them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from xdsl.dialects import arith
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, Operation, OpResult, SSAValue

from ..dialects import sdim
from ..dialects.messages import place_of
from .errors import FactViolated, RunError
from .solving import Run, Solver


@dataclass(slots=True)
class SymbolSizes:
    """Symbols bound so far: the first sight of a symbol binds it, later sights must agree."""

    checking: bool = True
    on_bind: Callable[[str], None] = lambda _name: None
    on_forget: Callable[[str], None] = lambda _name: None
    _bound: dict[str, int] = field(default_factory=dict[str, int])
    _origins: dict[str, tuple[SSAValue | None, int]] = field(
        default_factory=dict[str, tuple[SSAValue | None, int]]
    )

    def clear(self) -> None:
        """Forgets every binding: a new run begins."""
        self._bound.clear()
        self._origins.clear()

    def mark(self) -> int:
        """The present moment, for `forget`."""
        return len(self._bound)

    def forget(self, mark: int) -> None:
        """Unbinds what was bound since `mark`."""
        for name in list(self._bound)[mark:]:
            del self._bound[name], self._origins[name]
            self.on_forget(name)

    def get(self, name: str) -> int | None:
        """The size of symbol `name`; None while nothing has bound it."""
        return self._bound.get(name)

    def known(self) -> dict[str, int]:
        """The size of every symbol that has one."""
        return dict(self._bound)

    def see(self, name: str, size: int, value: SSAValue | None, axis: int) -> None:
        """Takes note that dimension `axis` of `value` has `size` and carries symbol `name`.

        Contradiction when the symbol has another size already.
        """
        known = self._bound.get(name)
        if known is None:
            self._bound[name] = size
            self._origins[name] = (value, axis)
            self.on_bind(name)
        elif known != size and self.checking:
            raise FactViolated(
                f"{words_of(value)}: size {size} in dimension {axis} contradicts "
                f"@{name} = {known}, the size of {_origin_words(*self._origins[name])}",
                _op_of(value),
            )


def _op_of(value: SSAValue | None) -> Operation | None:
    match value:
        case OpResult():
            return value.op
        case BlockArgument():
            return value.block.parent_op()
        case _:
            return None


def words_of(value: SSAValue | None) -> str:
    """`value` for an error message: what defines it, and as which of its results or arguments."""
    match value:
        case OpResult():
            return f"{value.op.name}: result {value.index}"
        case BlockArgument():
            owner = value.block.parent_op()
            if isinstance(owner, FuncOp):
                return f"argument {value.index} of @{owner.sym_name.data}"
            return f"{'region' if owner is None else owner.name}: argument {value.index}"
        case _:
            return "a fact"


def _origin_words(value: SSAValue | None, axis: int) -> str:
    if value is None:
        return "a stated equality"
    op = _op_of(value)
    place = None if op is None else place_of(op)
    where = "" if place is None else f" ({place})"
    return f"dimension {axis} of {words_of(value)}{where}"


@dataclass(slots=True)
class ModuleFacts:
    """The facts in a module's `sdim.constraints`, each checked once all of its symbols are bound.

    `run` executes one operation of the constraints region on the values of its operands.
    """

    facts: tuple[tuple[sdim.GuardedConstraintOp, frozenset[str]], ...]
    watchers: dict[str, list[int]]
    run: Run
    sizes: SymbolSizes
    _missing: list[int] = field(default_factory=list[int])
    _values: dict[SSAValue, object] = field(default_factory=dict[SSAValue, object])

    @staticmethod
    def of(module: ModuleOp, run: Run) -> "ModuleFacts":
        """The facts of `module`, none of them checked yet."""
        facts = tuple((op, symbols_under(op.operands)) for op in _constraints_of(module))
        watchers: dict[str, list[int]] = {}
        for number, (_, names) in enumerate(facts):
            for name in names:
                watchers.setdefault(name, []).append(number)
        result = ModuleFacts(facts, watchers, run, SymbolSizes())
        result.sizes.on_bind = result.bound
        result.sizes.on_forget = result.forgotten
        return result

    def begin(self) -> None:
        """Starts a run: no symbol is bound; facts without symbols are checked at once."""
        self.sizes.clear()
        self._values.clear()
        self._missing = [len(names) for _, names in self.facts]
        if self.sizes.checking:
            for op, names in self.facts:
                if not names:
                    self._check(op)

    def bound(self, name: str) -> None:
        """Checks every fact for which `name` was the last symbol that had no size."""
        for number in self.watchers.get(name, ()):
            self._missing[number] -= 1
            if self._missing[number] == 0 and self.sizes.checking:
                self._check(self.facts[number][0])

    def settle(self) -> None:
        """Gives sizes to the symbols that follow from bound ones by one assumed equality each.

        Guards on them are checked at once, before anything is computed that relies on them.
        """
        pending = [number for number, missing in enumerate(self._missing) if missing == 1]
        while self.sizes.checking and pending:
            number = pending.pop()
            fact, names = self.facts[number]
            if self._missing[number] != 1 or fact.strength != sdim.Strength.ASSUME:
                continue
            (name,) = (name for name in names if self.sizes.get(name) is None)
            size = Solver(name, self.sizes.get, self.run).solve(fact)
            if size is not None and size >= 0:
                self.sizes.see(name, size, None, 0)
                pending += self.watchers.get(name, ())

    def finish(self) -> None:
        """Ends a run: checks the facts on sizes that no tensor had but that follow from others.

        A guard may be on such a size alone: the type that it guards has that size.
        """
        if not self.sizes.checking:
            return
        unbound = {
            name
            for missing, (_, names) in zip(self._missing, self.facts, strict=True)
            if missing
            for name in names
            if self.sizes.get(name) is None
        }
        for name in sorted(unbound):
            self._size_or_none(name, frozenset())

    def forgotten(self, name: str) -> None:
        """Takes note that `name` has no size any more."""
        for number in self.watchers.get(name, ()):
            self._missing[number] += 1
        self._values.clear()

    def size_of(self, name: str) -> int:
        """The size of symbol `name`, from an assumed equality when no tensor carried it yet.

        RunError when nothing gives it a size.
        """
        size = self.size_or_none(name)
        if size is None:
            raise RunError(
                f"@{name} has no size yet: no tensor that carries it was computed before"
            )
        return size

    def size_or_none(self, name: str) -> int | None:
        """The same, None when nothing gives it a size."""
        return self._size_or_none(name, frozenset())

    def _size_or_none(self, name: str, asked: frozenset[str]) -> int | None:
        if (known := self.sizes.get(name)) is not None or name in asked:
            return known
        solver = Solver(name, lambda other: self._size_or_none(other, asked | {name}), self.run)
        for number in self.watchers.get(name, ()):
            fact = self.facts[number][0]
            is_known = fact.strength == sdim.Strength.ASSUME
            if is_known and (size := solver.solve(fact)) is not None and size >= 0:
                self.sizes.see(name, size, None, 0)
                return size
        return None

    def _check(self, op: Operation) -> None:
        self.run(op, tuple(self._value(operand) for operand in op.operands))

    def _value(self, value: SSAValue) -> object:
        pending = [value]
        while pending:
            op = pending[-1].owner
            assert isinstance(op, Operation)
            needed = self._needed_by(op)
            if missing := [operand for operand in needed if operand not in self._values]:
                pending.extend(missing)
                continue
            pending.pop()
            if isinstance(op, arith.SelectOp):
                self._values[op.result] = self._values[needed[-1]]
                continue
            if value not in self._values:
                results = self.run(op, tuple(self._values[operand] for operand in op.operands))
                self._values.update(zip(op.results, results, strict=True))
        return self._values[value]

    def _needed_by(self, op: Operation) -> Sequence[SSAValue]:
        """The operands that `op` needs now: of a select only the taken one, the other may be
        undefined."""
        if not isinstance(op, arith.SelectOp):
            return op.operands
        if op.cond not in self._values:
            return (op.cond,)
        return (op.lhs if self._values[op.cond] else op.rhs,)


def _constraints_of(module: ModuleOp) -> Iterable[sdim.GuardedConstraintOp]:
    for op in module.body.ops:
        if isinstance(op, sdim.ConstraintsOp):
            yield from (
                inner for inner in op.body.ops if isinstance(inner, sdim.GuardedConstraintOp)
            )


def _symbol_of(value: SSAValue) -> str | None:
    op = value.owner
    return op.symbol.string_value() if isinstance(op, sdim.SizeOp) else None


def symbols_under(values: Iterable[SSAValue]) -> frozenset[str]:
    """The symbols whose sizes `values` are computed from."""
    names: set[str] = set()
    pending, seen = list(values), set[SSAValue]()
    while pending:
        if (value := pending.pop()) in seen:
            continue
        seen.add(value)
        if (name := _symbol_of(value)) is not None:
            names.add(name)
        elif isinstance(value.owner, Operation):
            pending.extend(value.owner.operands)
    return frozenset(names)

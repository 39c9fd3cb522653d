"""Names the unknown sizes of every function's arguments.

```mlir
func.func @main(%x: tensor<?x4xf32>)
```
becomes
```mlir
sdim.symbol @S0
func.func @main(%x: tensor<?x4xf32, [@S0, 4]>)
```

What the user says about sizes (`analysis/user_facts.py`) becomes symbols of the user's names,
hints, and facts in `sdim.constraints`.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    IntegerAttr,
    ModuleOp,
    TensorType,
    i64,
)
from xdsl.ir import Attribute, Block, BlockArgument, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.exceptions import PassFailedException

from ..analysis.analyze import analyze
from ..analysis.fixed_types import check_fixed_types
from ..analysis.hints import hints_of
from ..analysis.module_parts import dialect_of, functions, symbol_ops
from ..analysis.read_constraints import conflict_message
from ..analysis.symbol_names import SymbolNames
from ..analysis.unknown_rank import told_rank
from ..analysis.user_facts import ArgumentFacts, UserFacts, claims_of
from ..dialects import sdim
from ..dialects.messages import op_name
from ..dialects.types import is_tensor, is_unranked, tensor_type
from ..materialize.arith import Emitter
from ..materialize.constraint_ops import emit_constraint
from ..materialize.places import keeping_places
from ..materialize.symbols import constraints_of
from ..materialize.types import refresh_signature, retype
from ..symbolic import Contradiction, Predicate, Symbol, eq, ne
from ..symbolic.sizes_of_claims import divisors

ONE_TYPE = ("arith", "math")
"""The dialects of ops whose operands are of one type."""


class ToldError(PassFailedException):
    """What a user says that cannot be so; `op` is the function of which it is said."""

    def __init__(self, function: func.FuncOp, message: str):
        super().__init__(f"{op_name(function)} @{function.sym_name.data}: {message}")
        self.op = function


@contextmanager
def _told_at(function: func.FuncOp) -> Generator[None]:
    """Errors that are raised inside are at `function`, where they are not at an op already."""
    try:
        yield
    except PassFailedException as error:
        if getattr(error, "op", None) is not None:
            raise
        raise ToldError(function, str(error)) from error


@dataclass(frozen=True)
class SymbolizePass(ModulePass):
    """Names the unknown sizes of function arguments."""

    name = "tieshape-symbolize"

    facts: str | None = None
    """A TOML file that names sizes and states hints, likely sizes and facts."""

    hints: str | None = None
    """Example shapes of arguments, by name or position: "x=2x3,1=5x2". They replace other hints."""

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        check_fixed_types(op)
        symbolizer = Symbolizer(op)
        told = [(function, self._told(function)) for function in functions(op)]
        for user in (user for _, users in told for user in users):
            symbolizer.reserve_names(user)
        for function, users in told:
            for user in users:
                symbolizer.function(function, user)
            if self.hints is not None and function.sym_visibility is None:
                hints = UserFacts.of_hints(self.hints, function)
                symbolizer.forget_hints(function)
                symbolizer.function(function, hints)
        symbolizer.check_hints()

    def _told(self, function: func.FuncOp) -> list[UserFacts]:
        """What the user says of `function`, in the order in which it is read."""
        with _told_at(function):
            own = UserFacts.of_function(function)
        if self.facts is None or function.sym_visibility is not None:
            return [own]
        return [UserFacts.of_file(self.facts, function).over(own), own]


def _keep_one_type(arg: BlockArgument, given: Attribute) -> None:
    """Ops that ask for one type of all operands go on with the one that the argument had: what they
    say of its sizes is found later.
    """
    uses = [use for use in arg.uses if dialect_of(type(use.operation)) in ONE_TYPE]
    if not uses:
        return
    cast = tensor.CastOp.create(operands=[arg], result_types=[given])
    Rewriter.insert_op(cast, InsertPoint.at_start(arg.block))
    for use in uses:
        use.operation.operands[use.index] = cast.dest


class Symbolizer:
    """Gives symbols to the arguments of the functions of one module."""

    def __init__(self, module: ModuleOp):
        self.module = module
        self.names = SymbolNames.of(module)
        self.symbols = {op.sym_name.data: op for op in symbol_ops(module)}
        self._last_symbol: sdim.SymbolOp | None = None
        self._sizes: dict[str, SSAValue] = {}

    def reserve_names(self, user: UserFacts) -> None:
        """Keeps the names that the user gives for the sizes that the user means."""
        for said in user.arguments.values():
            self.names.reserve(name for name in said.sizes if isinstance(name, str))

    def function(self, function: func.FuncOp, user: UserFacts) -> None:
        """Writes down what `user` says of `function`."""
        with _told_at(function):
            self._function(function, user)

    def _function(self, function: func.FuncOp, user: UserFacts) -> None:
        for i, arg in enumerate(function.body.block.args):
            said, given = user.arguments.get(i, ArgumentFacts()), arg.type
            if is_unranked(arg.type):
                rank = told_rank(arg) if said.rank is None else said.rank
                if rank is not None:
                    retype(arg, TensorType(arg.type.element_type, [DYNAMIC_INDEX] * rank))
            if is_tensor(arg.type):
                self._argument(i, arg, said)
            if arg.type != given:
                _keep_one_type(arg, given)
        refresh_signature(function)
        self._facts(user.where)
        for name, sizes in user.likely.items():
            self._known(name, f"likely.{name}")
            self._block().add_op(sdim.LikelyOp(self._size(name), list(sizes)))

    def forget_hints(self, function: func.FuncOp) -> None:
        """Drops the hints of the symbols of `function`'s arguments."""
        for arg in function.body.block.args:
            for entry in sdim.encoding_of(arg.type) or ():
                if isinstance(entry, str) and entry in self.symbols:
                    self.symbols[entry].properties.pop("hint", None)

    def check_hints(self) -> None:
        """Raises PassFailedException where the hints contradict what is stated of their sizes."""
        sizes = hints_of(self.module)
        if not sizes:
            return
        facts = analyze(self.module).facts
        for name, size in sizes.items():
            try:
                facts.learn(eq(Symbol(name), size), why="the hint")
            except Contradiction as contradiction:
                message = f"the hint {size} for @{name} {conflict_message(contradiction)}"
                raise self._hint_error(name, message) from None

    def _hint_error(self, name: str, message: str) -> PassFailedException:
        """An error at the first function of which an argument has the size `name`."""
        for function in functions(self.module):
            if any(name in (sdim.encoding_of(a.type) or ()) for a in function.body.block.args):
                return ToldError(function, message)
        return PassFailedException(message)

    def _argument(self, i: int, arg: SSAValue, said: ArgumentFacts) -> None:
        type = tensor_type(arg)
        entries = list(sdim.encoding_of(type) or type.get_shape())
        for what, values in (("sizes", said.sizes), ("hint", said.hint)):
            if values and len(values) != len(entries):
                raise PassFailedException(
                    f"argument {i}: {what} has {len(values)} entries, the argument has rank {len(entries)}"
                )
        if said.rank is not None and said.rank != len(entries):
            raise PassFailedException(
                f"argument {i}: rank {said.rank} is said, the argument has rank {len(entries)}"
            )
        for d, entry in enumerate(entries):
            named = said.sizes[d] if said.sizes else ""
            if entry == DYNAMIC_INDEX:
                entries[d] = entry = (named or self.names.next()) if named != 0 else 0
                self._declare(entry)
            elif named not in ("", entry):
                self._same(i, d, entry, named)
            if said.hint:
                self._hint(i, d, entry, said.hint[d])
        retype(arg, sdim.encoded_type(type.element_type, entries))

    def _declare(self, entry: str | int) -> None:
        if isinstance(entry, str) and entry not in self.symbols:
            symbol = self.symbols[entry] = sdim.SymbolOp(entry)
            if self._last_symbol is None:
                for other in symbol_ops(self.module):
                    self._last_symbol = other
            point = (
                InsertPoint.at_start(self.module.body.block)
                if self._last_symbol is None
                else InsertPoint.after(self._last_symbol)
            )
            Rewriter.insert_op(symbol, point)
            self._last_symbol = symbol

    def _same(self, i: int, d: int, entry: str | int, named: str | int) -> None:
        """The user's name for a size that is a symbol or static already: the two are equal."""
        if isinstance(entry, int) and isinstance(named, int):
            raise PassFailedException(
                f"argument {i}: size {d} is {entry} in the model, {named} in the user's facts"
            )
        for name in (entry, named):
            self._declare(name)
        self._facts([f"{named} == {entry}"])

    def _hint(self, i: int, d: int, entry: str | int, hint: int) -> None:
        if isinstance(entry, int):
            if entry != hint:
                raise PassFailedException(
                    f"argument {i}: the hint for size {d} is {hint}, the size is {entry}"
                )
            return
        symbol = self.symbols[entry]
        if symbol.hint is not None and symbol.hint.value.data != hint:
            raise PassFailedException(
                f"argument {i}: the hint for @{entry} is {hint} here and {symbol.hint.value.data} elsewhere"
            )
        symbol.properties["hint"] = IntegerAttr(hint, i64)

    def _facts(self, texts: Sequence[str]) -> None:
        claims = [(text, claim) for text in texts for claim in claims_of(text)]
        if not claims:
            return
        for text, claim in claims:
            for name in sorted(claim.symbols()):
                self._known(name, f"where `{text}`")
        stated = {op.why for op in self._block().ops if isinstance(op, sdim.ConstraintOp)}
        # What divides comes last: what is said of the divisors is known then.
        for text, claim in sorted(claims, key=lambda one: bool(divisors(one[1]))):
            if text not in stated:  # by this pass, before
                self._fact(text, claim)

    def _fact(self, text: str, predicate: Predicate) -> None:
        self._check(text, predicate)
        emitter = Emitter(self._block().add_op, self._size, analyze(self.module).facts)
        emit_constraint(emitter, predicate, why=text)

    def _check(self, text: str, predicate: Predicate) -> None:
        facts = analyze(self.module).facts
        for divisor in divisors(predicate):
            if not facts.proves(ne(divisor, 0)):
                words = f"it divides by {divisor}, which may be 0; say that it is not"
                raise PassFailedException(f"where `{text}`: {words}")
        try:
            facts.learn(predicate, why="stated by the user")
        except Contradiction as contradiction:
            words = conflict_message(contradiction)
            raise PassFailedException(f"where `{text}`: {words}") from None

    def _known(self, name: str, what: str) -> None:
        if name not in self.symbols:
            known = ", ".join(sorted(self.symbols))
            raise PassFailedException(f"{what}: no size is named `{name}`; there are {known}")

    def _block(self) -> Block:
        return constraints_of(self.module).body.block

    def _size(self, name: str) -> SSAValue:
        if name not in self._sizes:
            op = sdim.SizeOp(name)
            self._block().add_op(op)
            self._sizes[name] = op.result
        return self._sizes[name]

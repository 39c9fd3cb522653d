"""What a user can say of the sizes of arguments to decide a broadcast."""

from __future__ import annotations

from functools import cached_property

from xdsl.dialects.builtin import ModuleOp

from ..analysis.analyze import analyze
from ..analysis.module_parts import functions, symbol_ops
from ..dialects.sdim.encoding import encoding_of
from ..runtime.header import Argument
from ..symbolic import parse_expr
from .show.undecided import Answers


class DecidingFacts:
    """Facts on the sizes of arguments, each tried in the engine on what a module knows."""

    def __init__(self, module: ModuleOp):
        self._module = module
        self._found = dict[str, str]()

    def instead_of(self, fact: str) -> str:
        """A fact on sizes of arguments that decides what `fact`, `a == b` of sizes, decides.

        `fact` itself where none is found: its sizes are not those of arguments.
        """
        if fact not in self._found:
            self._found[fact] = self._of(fact)
        return self._found[fact]

    def _of(self, fact: str) -> str:
        sides = fact.split(" == ")
        if len(sides) != 2:
            return fact
        size, target = map(parse_expr, sides)
        if not size.symbols() | target.symbols() <= self._names:
            return fact
        answers = self._answers.question((size, target), 1).answers
        return answers[0].claim if answers else fact

    @property
    def _names(self) -> set[str]:
        return {op.sym_name.data for op in symbol_ops(self._module)}

    @cached_property
    def _answers(self) -> Answers:
        arguments = [
            Argument(argument.name_hint or "", "", tuple(encoding_of(argument.type) or ()))
            for function in functions(self._module)
            for argument in function.body.blocks[0].args
        ]
        return Answers(analyze(self._module), arguments)

"""The elements of scalars and small integer tensors, evaluated on demand by the `value` rules."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final, cast

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ..dialects.types import (
    UNSIGNED,
    element_of,
    integer_width,
    is_float,
    is_integer_or_index,
    is_tensor,
    is_unranked,
    kind_of,
)
from ..rules.arith import SIZE_WIDTH
from ..rules.errors import UnknownRank
from ..rules.rule import MAX_ELEMENTS, Element, RuleContext, RuleTable, Value
from ..symbolic import Expr
from ..symbolic.expr import TooLarge
from ..symbolic.large_terms import is_beyond_measure

WIDE: Final = 2 ** (SIZE_WIDTH - 1) - 1
"""The greatest number of the narrowest type with a sign that sizes fit."""


class ValueCache:
    """What is known of the elements of values; each op is evaluated once.

    context: what the rules ask about the operands of their ops
    """

    def __init__(self, rules: RuleTable, context: RuleContext):
        self._rules = rules
        self._context = context
        self._known: dict[SSAValue, Value | None] = {}

    def get(self, value: SSAValue) -> Value | None:
        """The elements of `value`; None where nothing is known."""
        try:
            return self._known[value]
        except KeyError:
            return self._evaluate(value)

    def set(self, value: SSAValue, elements: Value | None) -> None:
        """Makes `elements` what `value` is known to be."""
        self._known[value] = elements

    def symbols(self) -> Iterator[tuple[SSAValue, frozenset[str]]]:
        """The values of which an element is known to depend on symbols, each with these."""
        for value, elements in self._known.items():
            found = [e.symbols() for e in elements or () if e is not None]
            if any(found):
                yield value, frozenset[str]().union(*found)

    def forget_unknown(self) -> None:
        """Lets values that could not be evaluated be tried again, with what was learnt since."""
        self._known = {
            value: elements
            for value, elements in self._known.items()
            if elements is not None and None not in elements
        }

    @contextmanager
    def scope(self) -> Generator[None]:
        """Forgets what is evaluated inside at the end of the context."""
        kept, self._known = self._known, dict(self._known)
        try:
            yield
        finally:
            self._known = kept

    def _evaluate(self, value: SSAValue) -> Value | None:
        """Evaluates the ops that `value` depends on, operands first, without recursion."""
        stack = [value]
        while stack:
            current = stack[-1]
            if current in self._known:
                stack.pop()
                continue
            op = current.owner
            rule = None if type(op) is Block else self._rules.get(cast("type[Operation]", type(op)))
            if rule is None or rule.value is None or not may_be_evaluated(current.type):
                self._known[current] = unknown(current)
                continue
            assert isinstance(op, Operation)
            missing = [o for o in op.operands if o not in self._known and may_be_evaluated(o.type)]
            if missing:
                stack.extend(missing)
                continue
            self.evaluate(op)
        return self._known[value]

    def evaluate(self, op: Operation) -> None:
        """Sets the elements of the results of `op` from those of its operands.

        Floats have none: their quotients are not rounded, their sums are.
        """
        rule = self._rules.get(type(op))
        values = None
        small = any(may_be_evaluated(result.type) for result in op.results)
        if rule is not None and rule.value is not None and small:
            try:
                values = rule.value(op, self._context)
            except (UnknownRank, TooLarge):
                values = None
        for i, result in enumerate(op.results):
            value = None if values is None or is_float(element_of(result.type)) else values[i]
            if value is not None and len(value) > MAX_ELEMENTS:
                value = None
            if value is not None:
                ends = integer_range(element_of(result.type))
                value = tuple(self._simplify(element, ends) for element in value)
            self._known[result] = unknown(result) if value is None else value

    def _simplify(self, element: Element, ends: tuple[int, int] | None) -> Element:
        """The simplest form of an element; None where that does not fit its type, or anything.

        A number that may be less than 0 would be a great one in an unsigned type. Sizes fit types
        of 32 bits and more; in a narrow one a sum of them may be another number.
        """
        if not isinstance(element, Expr):
            return element
        number = (element := self._context.facts.simplify(element)).constant_value
        if number is None and is_beyond_measure(element):
            return None
        if ends is None:
            return element
        if number is not None:
            return element if ends[0] <= number <= ends[1] else None
        is_wide = ends[1] >= WIDE or element.symbol_name is not None
        if is_wide and ends[0] < 0:
            return element
        least, greatest = self._context.facts.bounds(element)
        if least is None or least < ends[0]:
            return None
        return element if is_wide or (greatest is not None and greatest <= ends[1]) else None


def unknown(value: SSAValue) -> Value | None:
    """What is known of the elements of `value` without an op that makes it: all, where its type has
    none.
    """
    type = value.type
    is_empty = is_tensor(type) and 0 in type.get_shape() and not is_float(type.element_type)
    return () if is_empty else None


@cache
def integer_range(type: Attribute) -> tuple[int, int] | None:
    """The least and the greatest number of an integer type; None for `index` and other types."""
    width = integer_width(type)
    if width is None or width == 1:
        return None
    if kind_of(type) == UNSIGNED:
        return 0, 2**width - 1
    return -(2 ** (width - 1)), 2 ** (width - 1) - 1


def may_be_evaluated(type: Attribute) -> bool:
    """Whether values of `type` are indices, integers, or integer tensors of at most MAX_ELEMENTS.

    Tensors of unknown size or rank count as small.
    """
    if is_integer_or_index(type):
        return True
    if is_tensor(type):
        if not is_integer_or_index(type.element_type):
            return False
        count = 1
        for size in type.get_shape():
            count *= 1 if size == DYNAMIC_INDEX else size
        return count <= MAX_ELEMENTS
    return is_unranked(type) and is_integer_or_index(type.element_type)

"""Op rules: what an op says about the shapes and the values of its results.

A table maps op classes to rules and is a plain value, so that tables can be joined and users can add rows of
their own (`RULES | table(OpRule(MyOp, shape=...))`) without touching this package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from xdsl.ir import Attribute, Operation

from ..symbolic import Expr, Predicate
from ..symbolic.shapes import Shape

if TYPE_CHECKING:
    from .shape_analysis import ShapeAnalysis

Element = Expr | Predicate | None
"""One element of a small tensor: an integer, a truth value, or not known."""

Value = tuple[Element, ...]
"""The elements of a scalar, an index or a small tensor in row-major order."""

ShapeRule = Callable[[Any, "ShapeAnalysis"], Sequence[Shape | None]]
ValueRule = Callable[[Any, "ShapeAnalysis"], Sequence[Value | None]]
TypeRule = Callable[[Any], Sequence[Attribute | None]]
VerifyRule = Callable[[Any, "ShapeAnalysis"], None]


@dataclass(frozen=True, slots=True)
class OpRule:
    """What is known of one op; every part is optional.

    shape: the shapes of the results from those of the operands (None: rank not known)
    value: the elements of results that are small integer or boolean tensors
    dtype: the element types of the results
    verify: demands beyond those that `shape` makes
    strength: what becomes of a demand that nobody can prove: "assert" makes it a guard; "assume" takes it for granted,
        for an op that is defined where its demands hold and nowhere else
    """

    op: type[Operation]
    shape: ShapeRule | None = None
    value: ValueRule | None = None
    dtype: TypeRule | None = None
    verify: VerifyRule | None = None
    strength: str = "assert"


RuleTable = Mapping[type[Operation], OpRule]


def family(operations: Iterable[type[Operation]], *bases: type[Operation]) -> list[type[Operation]]:
    """Those of `operations` that derive from one of `bases`.

    `issubclass` would ask every class derived from an abstract base in turn.
    """
    return [op for op in operations if any(base in op.__mro__ for base in bases)]


def table(*rules: OpRule) -> dict[type[Operation], OpRule]:
    """A table of `rules`; an op may have one row only."""
    result = {rule.op: rule for rule in rules}
    if len(result) != len(rules):
        names = [rule.op.name for rule in rules]
        raise ValueError(f"two rules for {sorted({n for n in names if names.count(n) > 1})}")
    return result

"""Emits standard ops into a stack of open blocks.

A pure op goes to the outermost open block that has all its operands, and is emitted once: so
what does not change in a loop is computed before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import (
    FloatAttr,
    IndexType,
    IntegerAttr,
    UnitAttr,
    i1,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...dialects.types import is_float, is_integer_or_index
from ...symbolic import Expr, FloorDiv, Max, Min, Mod, SymbolAtom
from ...symbolic.expr import Atom
from ...symbolic.predicate import And, Eq, Le, Ne, Or, Predicate, Truth

INDEX = IndexType()
NO_OVERFLOW_FLAGS = arith.IntegerOverflowAttr("none")
LANES = "tieshape.lanes"
"""The attribute of loops whose trips are independent but for what they carry."""
AGAIN = "tieshape.again"
"""The attribute of loops over a row that was read before: memory is free to send the next one."""
VECTORS = "tieshape.vectors"
"""The attribute of such loops that says how many vectors go through the loops inside at once."""
ANEW = "tieshape.anew"
"""The attribute of loops whose trips may run more than once: they read nothing that they store."""
TURNED = "tieshape.turned"
"""The attribute of loops around one other whose trips, and those of the other, are independent."""
FLAGS = "tieshape.flags"
"""The attribute of functions that says which of their arguments are 0 or 1."""
NO_FAST_MATH = arith.FastMathFlagsAttr("none")
WRAPPING = (arith.AddiOp, arith.SubiOp, arith.MuliOp, arith.ShLIOp)
PREDICATES = {"eq": 0, "ne": 1, "slt": 2, "sle": 3, "sgt": 4, "sge": 5, "ult": 6, "uge": 9}


class LoopBuilder:
    """Where ops go. `symbols` has the value of every symbol that expressions may name but `zeros`,
    which are 0.
    """

    def __init__(self) -> None:
        self._blocks = list[Block]()
        self._numbers = list[int]()
        self._opened = 0
        self._caches = list[dict[object, SSAValue]]()
        self._depths = dict[SSAValue, int]()
        self.symbols = dict[str, SSAValue]()
        self.zeros = set[str]()

    @property
    def depth(self) -> int:
        """The number of the innermost open block."""
        return len(self._blocks) - 1

    def open(self, block: Block) -> None:
        """Ops go to `block`, which is nested in the present one, from now on."""
        self._blocks.append(block)
        self._numbers.append(self._opened)
        self._opened += 1
        self._caches.append({})
        for argument in block.args:
            self._depths[argument] = self.depth

    def close(self) -> Block:
        """The innermost block, which takes no more ops."""
        self._caches.pop()
        self._numbers.pop()
        return self._blocks.pop()

    def block_number(self, depth: int) -> int:
        """A number that the open block at `depth` has to itself."""
        return self._numbers[depth]

    def is_open(self, number: int) -> bool:
        """Whether the block with this number takes ops still."""
        return number in self._numbers

    def depth_of(self, value: SSAValue) -> int:
        """The number of the block that `value` is defined in."""
        return self._depths.get(value, 0)

    def pure(
        self,
        op_type: type[Operation],
        operands: Sequence[SSAValue],
        result: Attribute,
        properties: Mapping[str, Attribute] | None = None,
        at_least: int = 0,
    ) -> SSAValue:
        """The result of an op without effects, in the outermost block that `at_least` allows."""
        properties = dict(properties or {})
        if op_type in WRAPPING:
            properties.setdefault("overflowFlags", NO_OVERFLOW_FLAGS)
        depth = max(at_least, *(self.depth_of(v) for v in operands)) if operands else at_least
        key = (op_type, tuple(operands), result, tuple(properties.items()))
        for cache in self._caches[: depth + 1]:
            if (known := cache.get(key)) is not None:
                return known
        op = op_type.create(operands=operands, result_types=[result], properties=properties)
        self._blocks[depth].add_op(op)
        value = op.results[0]
        self._depths[value] = depth
        self._caches[depth][key] = value
        return value

    def here(self, op: Operation) -> Operation:
        """`op` at the end of the innermost block."""
        self._blocks[-1].add_op(op)
        for result in op.results:
            self._depths[result] = self.depth
        return op

    def constant(self, value: int | float, type_: Attribute = INDEX) -> SSAValue:
        """A constant of an index, integer or float type."""
        attribute: Attribute
        if is_float(type_):
            attribute = FloatAttr(value, type_)
        else:
            assert is_integer_or_index(type_)
            attribute = IntegerAttr(int(value), type_)
        return self.pure(arith.ConstantOp, (), type_, {"value": attribute})

    def compare(self, predicate: str, a: SSAValue, b: SSAValue) -> SSAValue:
        """Of integers."""
        number = IntegerAttr(PREDICATES[predicate], i64)
        return self.pure(arith.CmpiOp, (a, b), i1, {"predicate": number})

    def select(self, condition: SSAValue, a: SSAValue, b: SSAValue) -> SSAValue:
        return a if a is b else self.pure(arith.SelectOp, (condition, a, b), a.type)

    # Expressions

    def expr(self, expr: Expr) -> SSAValue:
        """The value of `expr`; what is defined furthest outside is summed first."""
        terms = list[SSAValue]()
        constant = 0
        for monomial, factor in expr.polynomial.items():
            if not monomial:
                constant = factor
                continue
            if any(isinstance(a, SymbolAtom) and a.name in self.zeros for a in monomial):
                continue
            terms.append(self._monomial(monomial, factor))
        terms.sort(key=self.depth_of)
        if constant or not terms:
            terms.insert(0, self.constant(constant))
        total = terms[0]
        for term in terms[1:]:
            total = self.pure(arith.AddiOp, (total, term), INDEX)
        return total

    def _monomial(self, monomial: Sequence[Atom], factor: int) -> SSAValue:
        factors = sorted((self._atom(atom) for atom in monomial), key=self.depth_of)
        if factor != 1:
            factors.insert(0, self.constant(factor))
        result = factors[0]
        for value in factors[1:]:
            result = self.pure(arith.MuliOp, (result, value), INDEX)
        return result

    def _atom(self, atom: Atom) -> SSAValue:
        if isinstance(atom, SymbolAtom):
            return self.symbols[atom.name]
        first, *others = (self.expr(argument) for argument in atom.args)
        if isinstance(atom, Max | Min):
            kind = arith.MaxSIOp if isinstance(atom, Max) else arith.MinSIOp
            for other in others:
                first = self.pure(kind, (first, other), INDEX)
            return first
        assert isinstance(atom, FloorDiv | Mod)
        zero, one = self.constant(0), self.constant(1)
        divisor = self.select(self.compare("eq", others[0], zero), one, others[0])
        kind = arith.DivUIOp if isinstance(atom, FloorDiv) else arith.RemUIOp
        return self.pure(kind, (first, divisor), INDEX)

    def predicate(self, claim: Predicate) -> SSAValue:
        """Whether `claim` holds, as i1."""
        if isinstance(claim, Truth):
            return self.constant(-1 if claim.value else 0, i1)
        if isinstance(claim, And | Or):
            first, *others = (self.predicate(part) for part in claim.args)
            for other in others:
                first = (
                    self.both(first, other) if isinstance(claim, And) else self.either(first, other)
                )
            return first
        assert isinstance(claim, Eq | Ne | Le)
        sign = {Eq: "eq", Ne: "ne", Le: "sle"}[type(claim)]
        terms = claim.expr.polynomial.items()
        left = Expr.of_terms({m: c for m, c in terms if c > 0})
        right = Expr.of_terms({m: -c for m, c in terms if c < 0})
        return self.compare(sign, self.expr(left), self.expr(right))

    def both(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """`a and b`"""
        return self.pure(arith.AndIOp, (a, b), i1)

    def either(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """`a or b`"""
        return self.pure(arith.OrIOp, (a, b), i1)

    def negation(self, a: SSAValue) -> SSAValue:
        """`not a`"""
        return self.pure(arith.XOrIOp, (a, self.constant(-1, i1)), i1)

    # Loops

    def open_loop(self, carried: Sequence[SSAValue] = ()) -> tuple[SSAValue, Sequence[SSAValue]]:
        """The variable and the carried values of a loop whose body takes the next ops."""
        block = Block(arg_types=[INDEX, *(value.type for value in carried)])
        self.open(block)
        return block.args[0], block.args[1:]

    def close_loop(
        self,
        trips: SSAValue,
        carried: Sequence[SSAValue] = (),
        yields: Sequence[SSAValue] = (),
        *,
        lanes: bool = False,
        again: bool = False,
        anew: bool = False,
        turned: bool = False,
        vectors: int = 0,
    ) -> Sequence[SSAValue]:
        """Ends the loop, from 0 to `trips`; what it carries at its end.

        lanes: its trips are independent but for what they carry
        again: they read elements of a row that was read before
        anew: they may run more than once
        turned: they hold one loop, whose trips are independent too, and memory lies along them
        vectors: how many of them go through the loops inside at once; 0: as many as seem good
        """
        self.here(scf.YieldOp.create(operands=yields))
        body, marks = self.close(), {LANES: lanes, AGAIN: again, ANEW: anew, TURNED: turned}
        loop = scf.ForOp.create(
            operands=[self.constant(0), trips, self.constant(1), *carried],
            result_types=[value.type for value in carried],
            regions=[Region(body)],
            attributes={name: UnitAttr() for name, holds in marks.items() if holds},
        )
        if vectors:
            loop.attributes[VECTORS] = IntegerAttr(vectors, i64)
        return self.here(loop).results

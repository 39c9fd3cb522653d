"""Sizes as index values in code: each is computed once, where it dominates its users."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterator, Sequence
from contextlib import contextmanager

from xdsl.dialects import arith, func, tensor
from xdsl.dialects.builtin import IndexType, IntegerType, TensorType
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ..analysis.branches import facts_in, read_again
from ..analysis.shape_analysis import ShapeAnalysis
from ..dialects import sdim
from ..dialects.types import is_tensor
from ..rules.rule import Value
from ..symbolic import Expr, Predicate, Symbol, eq
from .adopted_values import AdoptedValues, is_arithmetic, is_written_simply
from .arith import Emitter
from .errors import UnloweredError
from .readable_sizes import ReadableSizes, compared

INDEX = IndexType()


class SizeValues:
    """Makes index values for the sizes that the ops of one function need.

    Sizes of arguments, and what is computed from them alone, are at the function's start. Others
    are read (`tensor.dim`) right after the op that makes a tensor of that size, what is computed
    from them comes before the op that needs it.
    """

    def __init__(self, analysis: ShapeAnalysis, function: func.FuncOp):
        self.analysis = analysis
        self.entry = function.body.block
        self._last_at_start: Operation | None = None
        self._readable = ReadableSizes(analysis, self.entry)
        self._leaves: dict[str, SSAValue] = {}
        self._shape_tensors: dict[tuple[Block, tuple[Expr, ...], Attribute], SSAValue] = {}
        self._passed: list[sdim.ConstraintOp] = []
        self._at: Operation | None = None
        self._blocks: list[Block] = []
        """The regions around the current op."""
        self._at_start = Emitter(
            self.insert_at_start, self._leaf_at_start, analysis.facts, self._holds_at_start
        )
        self._in_block: dict[Block, Emitter] = {}
        self._adopted = AdoptedValues()
        for arg in self.entry.args:
            self.offer(arg)
        self._adopt()

    def _adopt(self) -> None:
        """Takes over the size arithmetic at the function's start."""
        op = self.entry.first_op
        while op is not None and op.next_op is not None and is_arithmetic(op):
            self._last_at_start = op
            (result,) = op.results
            elements = self.analysis.value(result)
            if elements is not None:
                if not is_written_simply(op, elements):
                    break
                self._adopt_value(result, elements)
            op = op.next_op

    def _adopt_value(self, result: SSAValue, elements: Value) -> None:
        exprs = tuple(self._readable.simplify(e) for e in elements if isinstance(e, Expr))
        key: Hashable = elements[0] if elements else None
        if isinstance(key, Predicate):
            table = self._at_start.known_conditions
        elif len(exprs) != len(elements):
            return
        elif isinstance(result.type, IndexType):
            table, key = self._at_start.known, exprs[0]
            self._at_start.adopt(exprs[0], result)
            if (name := exprs[0].symbol_name) is not None:
                self._adopted.add(self._leaves, name, result)
        elif is_tensor(result.type) and result.type.get_num_dims() == 1:
            table, key = self._shape_tensors, (self.entry, exprs, result.type.element_type)
        else:
            return
        self._adopted.add(table, key, result)

    def ops_at_start(self) -> Iterator[Operation]:
        """The size arithmetic at the function's start."""
        op = self._last_at_start
        while op is not None:
            yield op
            op = op.prev_op

    def offer(self, value: SSAValue) -> None:
        """Lets the sizes of `value` be read from it, where nothing earlier has them."""
        self._readable.offer(value)

    def offer_index(self, value: SSAValue, size: Expr) -> None:
        """Lets `value`, an index in the entry block, be read as `size`, where no tensor has that
        size.
        """
        name = self._readable.simplify(size).symbol_name
        if name is not None:
            self.give(name, value)

    def sources(self) -> dict[str, tuple[SSAValue, int]]:
        """For each symbol the value and the dimension that it is read from."""
        return dict(self._readable.sources)

    @contextmanager
    def inside(self, block: Block) -> Generator[None]:
        """Forgets at its end what values of `block`, a region's, offer: they do not dominate the
        rest.
        """
        kept, self._leaves = self._leaves, dict(self._leaves)
        passed, self._passed = self._passed, list(self._passed)
        with self._readable.scope():
            for arg in block.args:
                self.offer(arg)
            self._blocks.append(block)
            yield
            self._blocks.pop()
        self._leaves, self._passed = kept, passed

    def passed(self, op: sdim.ConstraintOp) -> None:
        """Says that the code from here on comes after `op`."""
        if self._blocks:
            self._passed.append(op)

    def has_by_tests(self, size: Expr) -> bool:
        """Whether `has` by what the region tested before, too, which is learnt if need be."""
        if self.has(size) or not self._passed:
            return self.has(size)
        ops, self._passed = self._passed, []
        read_again(ops, self.analysis)
        if not self.has(size):
            read_again(facts_in(self._blocks), self.analysis)
        return self.has(size)

    def give(self, name: str, index: SSAValue) -> None:
        """Lets the symbol `name` be read as `index`, where nothing earlier has it."""
        if self._readable.add(name, index, 0):
            self._leaves[name] = index

    def is_read(self, name: str) -> bool:
        """Whether a value has the size `name`."""
        return name in self._readable.sources

    def give_tensor(self, sizes: Sequence[Expr], value: SSAValue, block: Block) -> None:
        """Lets `value`, a vector in `block`, be what `tensor` makes there of `sizes`."""
        if is_tensor(value.type):
            exprs = tuple(map(self._readable.form, sizes))
            self._shape_tensors.setdefault((block, exprs, value.type.element_type), value)

    def release(self, op: Operation, by: SSAValue | None = None) -> None:
        """To be called before `op` is erased or moved; `by` has taken its place."""
        if op is self._last_at_start:
            self._last_at_start = op.prev_op
        for result in op.results:
            self._adopted.release(result, by)

    def index(self, size: Expr | int, at: Operation) -> SSAValue:
        """The index value of `size`, usable at `at`. Ops must be visited in program order."""
        return self._emitter(at, [size := self._spelt(size)]).index(size)

    def condition(self, predicate: Predicate, at: Operation) -> SSAValue:
        """The i1 value of `predicate`, usable at `at`."""
        predicate = predicate.rebuild(self._readable.readable)
        return self._emitter(at, list(compared(predicate))).condition(predicate)

    def truth(self, answer: bool) -> SSAValue:
        """The i1 constant."""
        return self._at_start.condition(eq(0, 0) if answer else eq(0, 1))

    def scalar(self, size: Expr, at: Operation, element_type: IntegerType) -> SSAValue:
        """`size` as a tensor of rank 0."""
        emitter = self._emitter(at, [size := self._spelt(size)])
        element = self._cast(emitter, emitter.index(size), element_type)
        op = tensor.FromElementsOp.create(
            operands=[element], result_types=[TensorType(element_type, [])]
        )
        emitter.insert(op)
        return op.results[0]

    def shape_tensor(self, shape: Sequence[Expr | int], at: Operation) -> SSAValue:
        """`shape` as a 1-d tensor of indices."""
        return self.tensor(shape, at, INDEX)

    def tensor(
        self, elements: Sequence[Expr | int], at: Operation, element_type: IndexType | IntegerType
    ) -> SSAValue:
        """`elements` as a 1-d tensor of `element_type`."""
        exprs = tuple(map(self._spelt, elements))
        if (value := self._shape_tensors.get((self.entry, exprs, element_type))) is not None:
            return value
        emitter = self._emitter(at, exprs)
        block = self.entry if emitter is self._at_start else at.parent_block()
        assert block is not None
        key = (block, exprs, element_type)
        value = self._shape_tensors.get(key)
        if value is None:
            scalars = [self._cast(emitter, emitter.index(e), element_type) for e in exprs]
            op = tensor.FromElementsOp.create(
                operands=scalars, result_types=[TensorType(element_type, [len(exprs)])]
            )
            emitter.insert(op)
            value = self._shape_tensors[key] = op.results[0]
        return value

    def has(self, size: Expr | int) -> bool:
        """Whether every symbol in `size` can be read or computed."""
        return self._readable.has(size)

    def has_all(self, names: frozenset[str]) -> bool:
        """Whether every one of these symbols can."""
        return self._readable.has_all(names)

    def _spelt(self, size: Expr | int) -> Expr:
        """The form of `size` in which it is computed; never for a test, which it might weaken."""
        form = self._readable.form(size)
        if self._readable.is_readable(form) or self.has_by_tests(form):
            return form
        return self._readable.by_quotients(form)

    def _cast(
        self, emitter: Emitter, value: SSAValue, element_type: IndexType | IntegerType
    ) -> SSAValue:
        if value.type == element_type:
            return value
        cast = arith.IndexCastOp(value, element_type)
        emitter.insert(cast)
        return cast.result

    def _emitter(self, at: Operation, sizes: Sequence[Expr]) -> Emitter:
        """The emitter for `sizes`: at the start where arguments suffice, else before `at`."""
        block = at.parent_block()
        assert block is not None
        if all(map(self._readable.is_of_arguments, sizes)) and (
            block is self.entry or not any(map(self._readable.may_divide_by_zero, sizes))
        ):
            return self._at_start
        self._at = at
        if block not in self._in_block:
            self._in_block[block] = Emitter(
                self._insert_before,
                lambda name: self._leaf(name, self._in_block[block]),
                self.analysis.facts,
            )
        return self._in_block[block]

    def _holds_at_start(self, claim: Predicate) -> bool:
        """Whether `claim` is known at the function's start, where no region's condition holds."""
        return not self._blocks and self.analysis.facts.proves(claim)

    def _leaf_at_start(self, name: str) -> SSAValue:
        return self._leaf(name, self._at_start)

    def _leaf(self, name: str, emitter: Emitter) -> SSAValue:
        if name not in self._leaves:
            source = self._readable.sources.get(name)
            if source is None:
                self.has_by_tests(Symbol(name))
                formula = self._readable.formula(name)
                if formula is None:
                    assert self._at is not None, f"nothing has the size {name}"
                    message = f"the size {name} depends on data in a way that is not supported"
                    raise UnloweredError(self._at, message)
                return emitter.index(formula)
            self._leaves[name] = self._read(*source)
        return self._leaves[name]

    def _read(self, source: SSAValue, dimension: int) -> SSAValue:
        """Size `dimension` of `source`, read where `source` becomes available."""
        index = self._at_start.index(dimension)
        dim = tensor.DimOp.create(operands=[source, index], result_types=[INDEX])
        owner = source.owner
        if owner is self.entry:
            self.insert_at_start(dim)
        elif isinstance(owner, Block):
            Rewriter.insert_op(dim, InsertPoint.at_start(owner))
        else:
            Rewriter.insert_op(dim, InsertPoint.after(owner))
        return dim.results[0]

    def insert_at_start(self, op: Operation) -> None:
        """Inserts `op` after the size arithmetic at the function's start."""
        last = self._last_at_start
        point = InsertPoint.at_start(self.entry) if last is None else InsertPoint.after(last)
        Rewriter.insert_op(op, point)
        self._last_at_start = op

    def _insert_before(self, op: Operation) -> None:
        assert self._at is not None
        Rewriter.insert_op(op, InsertPoint.before(self._at))

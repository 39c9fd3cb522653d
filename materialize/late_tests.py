"""Demands on sizes that no argument carries, tested in the code before the op that makes them.

```mlir
%1 = "tf.Where"(%mask) : … -> tensor<?x1xi64, [@S1, 1]>
%2 = tensor.dim %1, %c0
sdim.equal assert %2, %c2 {why = "tf.Unpack …"}
%3 = sdim.tie_shape %1, [%c2, %c1] : … -> tensor<2x1xi64>
%4:2 = "tf.Unpack"(%3) …
```

Ops before the test keep the size as it is, those after it see what it then must be.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, MutableMapping
from contextlib import contextmanager

from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ..analysis.inference import Inference
from ..analysis.late_sizes import Place
from ..analysis.shape_analysis import LEAST_INTEGER
from ..dialects import sdim, tf
from ..dialects.types import is_tensor
from ..symbolic import Facts, Predicate, Symbol
from ..symbolic.shapes import Shape
from .arguments import READERS
from .arith import Emitter
from .constraint_ops import emit_constraint
from .region_facts import offer, read_element, read_size
from .symbols import SizeNamer

NEW_LISTS = (tf.EmptyTensorListOp, tf.TensorListReserveOp)
"""Ops whose results have sizes of values that they do not take: those of later items."""


class LateTests:
    """Writes the tests of one inference, in program order."""

    def __init__(self, inference: Inference, namer: SizeNamer):
        self._late = inference.late
        self._inference = inference
        self._namer = namer
        self._moment = 0
        self._tied: MutableMapping[SSAValue, SSAValue] = {}
        self._arrived = set[Operation]()
        self._sources: Mapping[str, Place] = {}
        self._at: Operation | None = None
        self._emitters: dict[Block, Emitter] = {}

    @contextmanager
    def region(self) -> Generator[None]:
        """Forgets at its end the values that are made in a region."""
        kept, self._tied = self._tied, dict(self._tied)
        yield
        self._tied = kept

    def arrive(self, op: Operation, sources: dict[str, Place]) -> None:
        """Tests what `op` demands, and gives it operands that have passed the tests so far.

        sources: for each size a value that has it; gets those that have passed tests
        """
        if not self._late.demands:
            return
        if op in self._late.demands:
            self._moment = self._late.moments[op]
            emitter = self._emitter_of_tests(op, sources)
            for demand in self._late.demands[op]:
                emit_constraint(emitter, demand.fact, demand.strength, demand.why)
            self._keep_carriers(op, sources)
        self._arrived.add(op)
        if not isinstance(op, READERS):
            op.operands = [self._tested(operand, op) for operand in op.operands]
            offer(sources, op.operands)
        if isinstance(op, NEW_LISTS):
            self._offer_sizes(op, sources)

    def _offer_sizes(self, op: Operation, sources: dict[str, Place]) -> None:
        """Ties values that have sizes of the list that `op` makes: it takes no such value."""
        shapes, late = self._inference.shapes, self._late
        made = shapes.get(op.results[0]) or ()
        if self._names(late.shape(op.results[0], made, self._moment)) <= sources.keys():
            return
        # Facts relate sizes by their last names.
        names = self._names(made)
        for test, carriers in late.carriers.items():
            if late.moments[test] > self._moment:
                continue
            for value in carriers:
                if names & self._names(shapes.get(value) or ()):
                    offer(sources, [self._tested(value, op)])

    def _names(self, shape: Shape) -> set[str]:
        sizes = map(self._inference.facts.simplify, shape)
        return {name for size in sizes for name in size.symbols()}

    def _keep_carriers(self, op: Operation, sources: dict[str, Place]) -> None:
        """Ties values of the tested sizes that no op from `op` on uses: other sizes may be computed
        from theirs.
        """
        unused = [
            value
            for value in self._late.carriers[op]
            if all(
                use.operation in self._arrived or isinstance(use.operation, READERS)
                for use in value.uses
            )
        ]
        offer(sources, [self._tested(value, op) for value in unused])

    def _emitter_of_tests(self, op: Operation, sources: Mapping[str, Place]) -> Emitter:
        """What writes tests before `op`, one for all tests of its block: they share arithmetic."""
        self._sources, self._at = sources, op
        block = op.parent_block()
        assert block is not None
        if block not in self._emitters:
            self._emitters[block] = Emitter(
                self._insert, self._leaf, self._inference.facts, self._holds_untested
            )
        return self._emitters[block]

    def _insert(self, new: Operation) -> None:
        assert self._at is not None
        Rewriter.insert_op(new, InsertPoint.before(self._at))

    def _leaf(self, name: str) -> SSAValue:
        assert self._at is not None
        emitter = self._emitter_of_tests(self._at, self._sources)
        if (place := self._sources.get(name) or self._late.dimensions.get(name)) is not None:
            return read_size(*place, emitter)
        if name in self._late.elements:
            return read_element(*self._late.elements[name], emitter)
        # What later ops make of the size, which needed no other name for its test, is known of it.
        entry = self._namer.entry(Symbol(name))
        if isinstance(entry, int):
            return emitter.index(entry)
        return read_size(*self._sources[entry], emitter)

    def _holds_untested(self, claim: Predicate) -> bool:
        """Whether `claim` holds for all sizes."""
        facts = Facts()
        for name in claim.symbols():
            facts.symbol(name, LEAST_INTEGER if name in self._late.elements else 0)
        return facts.proves(claim)

    def _tested(self, value: SSAValue, op: Operation) -> SSAValue:
        """`value` with the sizes that it has after the tests so far."""
        shape = self._inference.shapes.get(value)
        if shape is None or not self._late.shows(value) or not is_tensor(value.type):
            return value
        shape = self._late.shape(value, shape, self._moment)
        type = self._namer.type(value.type.element_type, shape)
        source = self._tied.get(value, value)
        if source.type == type:
            return source
        emitter = Emitter(
            lambda new: Rewriter.insert_op(new, InsertPoint.before(op)),
            self._leaf,
            self._inference.facts,
        )
        entries = sdim.encoding_of(type) or type.get_shape()
        sizes = [
            read_size(source, i, emitter) if isinstance(entry, str) else emitter.index(entry)
            for i, entry in enumerate(entries)
        ]
        tied = sdim.TieShapeOp(source, sizes, type)
        tied.result.name_hint = value.name_hint
        emitter.insert(tied)
        self._tied[value] = tied.result
        return tied.result

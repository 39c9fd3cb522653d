"""What inference found, written into the IR: encodings, symbols and constraint ops."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ..analysis.definitions import Cases, cases
from ..analysis.inference import Inference
from ..analysis.module_facts import LikelySizes, ModuleFact
from ..analysis.module_parts import functions, symbol_ops
from ..analysis.symbol_names import symbols_below
from ..dialects import sdim
from ..dialects.types import is_tensor, is_unranked
from ..symbolic import Contradiction, Facts, Predicate, Symbol, ge
from .arguments import ArgumentTypes, assumed_facts
from .arith import emit_constraint
from .late_tests import LateTests
from .region_facts import RegionWriter, Sources, offer
from .region_types import reconcile
from .symbols import ConstraintWriter, SizeNamer, constraints_of
from .types import refresh_signature, retype


def splice(op: Operation, block: Block) -> Operation | None:
    """Replaces `op` by the ops of its region `block`; returns the first of them, or the next op."""
    *ops, last = block.ops
    following = op.next_op
    for inner in ops:
        inner.detach()
    Rewriter.insert_op(ops, InsertPoint.before(op))
    for result, value in zip(op.results, last.operands, strict=True):
        result.replace_all_uses_with(value)
    Rewriter.erase_op(op)
    return ops[0] if ops else following


class InferenceWriter:
    """Writes one inference into its module."""

    def __init__(self, module: ModuleOp, inference: Inference):
        self.module = module
        self.inference = inference
        self.namer = SizeNamer(module, inference.facts, inference.names)
        self.tests = LateTests(inference, self.namer)
        self._named = set[str]()

    def write(self) -> None:
        """Refines all types, then adds the symbols that they use and the facts about them."""
        for op in functions(self.module):
            self._function(op)
        for constraint_op in self.inference.moved:
            Rewriter.erase_op(constraint_op)
        self._facts()

    def _function(self, function: func.FuncOp) -> None:
        block = function.body.block
        types = ArgumentTypes(self._assumed)
        for arg in block.args:
            own = self._own_type(arg)
            self._retype(arg)
            types.keep(arg, own, arg.type)
        self._block(block, {})
        refresh_signature(function)

    def _block(self, block: Block, outer: Sources) -> None:
        """Refines the types in `block` and below; `outer` has the sizes of values around it."""
        sources = dict(outer)
        offer(sources, block.args)
        op = block.first_op
        while op is not None:
            if op in self.inference.decided:
                op = splice(op, self.inference.decided[op])
                continue
            self.tests.arrive(op, sources)
            for region in op.regions:
                for inner in region.blocks:
                    with self.tests.region():
                        self._inner_block(inner, sources)
            for result in op.results:
                self._retype(result)
            reconcile(op)
            offer(sources, op.results)
            op = op.next_op

    def _inner_block(self, block: Block, sources: Sources) -> None:
        found = self.inference.region_facts.get(block)
        if found is None:
            for arg in block.args:
                self._retype(arg)
            self._block(block, sources)
            return
        with self.namer.scope():
            for statement in found.statements:
                if (
                    statement.strength == "assume"
                ):  # a type must not take a guard's word for granted
                    with suppress(Contradiction):
                        self.inference.facts.learn(statement.fact)
            for definition in found.definitions:
                with suppress(Contradiction):
                    self.inference.facts.learn(cases(*definition))
            for arg in block.args:
                self._retype(arg)
            self._block(block, sources)
            writer = RegionWriter(
                block, sources, self.inference.facts, self.inference.late.elements
            )
            writer.write(found, self.namer.take_derived())

    def _own_type(self, arg: SSAValue) -> Attribute:
        """The type of an argument with the symbols that it was given, whatever is known of them."""
        shape = self.inference.shapes.get(arg)
        if shape is None or not is_tensor(arg.type):
            return arg.type
        entries = [size.symbol_name or size.constant_value for size in shape]
        if None in entries:
            return arg.type
        return sdim.encoded_type(arg.type.element_type, [e for e in entries if e is not None])

    def _assumed(self, integers: Iterable[str] = ()) -> Facts:
        """What inference knows without guards; `integers` are symbols that may be negative."""
        inference = self.inference
        defined = [symbol.symbol_name or "" for symbol in inference.new_definitions]
        stated = [s.fact for s in inference.statements if s.strength == "assume"]
        definitions = [cases(Symbol(name), *inference.definitions[name]) for name in defined]
        facts = [*definitions, *stated]
        about = None
        if inference.late.demands:
            names = {op.sym_name.data for op in symbol_ops(self.module)}
            names.update(name for fact in facts for name in fact.symbols())
            about = frozenset(names - inference.late.among(names))
        return assumed_facts(self.module, inference, facts, integers, about)

    def _retype(self, value: SSAValue) -> None:
        type = value.type
        if not is_tensor(type) and not is_unranked(type):
            return
        shape = self.inference.shapes.get(value)
        if shape is not None:
            shape = self.inference.late.shape(value, shape)
            retype(value, self.namer.type(type.element_type, shape))

    def _unnamed(self) -> dict[str, Cases]:
        """The cases of values that may be negative: they are written out, for symbols are sizes.

        So are values by cases that were in the constraints already. What a guard says does not
        count, for it would then be true by declaration. A symbol that a type names is a size.
        """
        inference = self.inference
        named = symbols_below(self.module)
        names = [s.symbol_name or "" for s in inference.new_definitions]
        open_names = [name for name in names if name not in named]
        read = [s.symbol_name or "" for s in inference.unnamed]
        unnamed = [name for name in read if name not in named]
        if open_names:
            facts = self._assumed(open_names)
            unnamed += [name for name in open_names if not facts.proves(ge(Symbol(name), 0))]
        return {name: inference.definitions[name] for name in unnamed}

    def _facts(self) -> None:
        inference = self.inference
        unnamed = self._unnamed()
        self._named = symbols_below(self.module)
        writer = self.namer.write(unnamed)
        emitter = writer.emitter
        for symbol in (*inference.unnamed, *inference.new_definitions):
            name = symbol.symbol_name or ""
            if name not in unnamed:
                select = emitter.select(*inference.definitions[name])
                writer.block.add_op(sdim.EqualOp(emitter.index(symbol), select))
        for statement in inference.statements:
            if self._is_told(statement.fact):
                emit_constraint(emitter, statement.fact, statement.strength, statement.why)
        writer.declare_used()

    def _is_told(self, fact: Predicate) -> bool:
        """Whether `fact` is about sizes that types carry, not about numbers that none is.

        After the tests a size may be a constant, or one of an argument: what was known of it would
        then be said of the argument, of which it holds only if the test is passed.
        """
        late = self.inference.late
        if fact.symbols() & (self.inference.numbers.keys() - self._named):
            return False
        names = late.among(fact.symbols()) if late.demands else ()
        if not names:
            return True
        sizes = [self.inference.facts.simplify(Symbol(name)) for name in names]
        if not any(late.among(size.symbols()) for size in sizes):
            return False
        return not fact.symbols() & late.elements.keys() - self._named


def rewrite_constraints(
    module: ModuleOp,
    facts: Facts,
    kept: Sequence[ModuleFact],
    likely: Sequence[LikelySizes],
    unnamed: Mapping[str, Cases] | None = None,
) -> None:
    """Makes `kept` and `likely` all that the `sdim.constraints` of `module` states.

    unnamed: values in them that are no symbols, each written as its cases
    """
    for op in reversed(list(constraints_of(module).body.block.ops)):
        Rewriter.erase_op(op)
    writer = ConstraintWriter(module, facts, unnamed)
    for fact in kept:
        if fact.definition is not None:
            symbol, condition, then, otherwise = fact.definition
            select = writer.emitter.select(condition, then, otherwise)
            writer.block.add_op(sdim.EqualOp(writer.emitter.index(symbol), select))
        else:
            emit_constraint(writer.emitter, fact.predicate, fact.strength, fact.why)
    for entry in likely:
        writer.block.add_op(sdim.LikelyOp(writer.emitter.index(entry.size), entry.values))
    writer.declare_used()

"""What inference found, written into the IR: encodings, symbols and constraint ops."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from contextlib import suppress

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ..analysis.inference import Inference
from ..analysis.module_facts import LikelySizes, ModuleFact, substitute
from ..analysis.module_parts import functions, symbol_ops
from ..analysis.read_constraints import predicate_of
from ..analysis.statements import RegionFacts, Statement
from ..analysis.symbol_names import symbols_below
from ..dialects import sdim, tf
from ..dialects.sdim import Strength
from ..dialects.types import is_tensor, is_unranked
from ..symbolic import Contradiction, Facts, Predicate
from .arguments import ArgumentTypes, assumed_facts
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
        self._unnamed = set[str]()

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
        stated = self._stated_in(block)
        with self.namer.scope():
            for statement in found.statements:
                if (
                    statement.strength == "assume"
                ):  # a type must not take a guard's word for granted
                    with suppress(Contradiction):
                        self.inference.facts.learn(statement.fact)
            for arg in block.args:
                self._retype(arg)
            self._block(block, sources)
            writer = RegionWriter(
                block, sources, self.inference.facts, self.inference.late.elements
            )
            told = [
                statement
                for statement in found.statements
                if not self._is_its_condition(statement, block)
                and not (statement.strength == "assume" and statement.fact in stated)
            ]
            writer.write(RegionFacts(tuple(told)), self.namer.take_derived())

    def _stated_in(self, block: Block) -> set[Predicate | None]:
        """What `block` assumes already. A guard there may stand behind what needs it."""
        return {
            predicate_of(self.inference, op)
            for op in block.ops
            if isinstance(op, sdim.GuardedConstraintOp) and op.strength == Strength.ASSUME
        }

    def _is_its_condition(self, statement: Statement, block: Block) -> bool:
        """Whether `statement` is what the op of the branch `block` says by its operand already."""
        inference, parent = self.inference, block.parent_op()
        return (
            isinstance(parent, tf.IfRegionOp)
            and statement.strength == "assume"
            and statement.fact == inference.conditions.get(block)
            and statement.fact.symbols().isdisjoint(inference.late.elements.keys())
            and statement.fact.symbols().isdisjoint(inference.numbers)
        )

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
        facts = [s.fact for s in inference.statements if s.strength == "assume"]
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

    def _facts(self) -> None:
        inference = self.inference
        self._named = symbols_below(self.module)
        self._unnamed = inference.numbers.keys() - self._named
        writer = self.namer.write()
        for statement in inference.statements:
            if self._is_told(fact := statement.fact):
                sizes = inference.late.argument_sizes(fact) if inference.late.demands else {}
                fact = substitute(fact, sizes) if sizes else fact
                writer.state(fact, statement.strength, statement.why)
        writer.declare_used(self._named)

    def _is_told(self, fact: Predicate) -> bool:
        """Whether `fact` is about sizes that types carry, not about numbers that none is.

        After the tests a size may be a constant, or one of an argument: what was known of it would
        then be said of the argument, of which it holds only if the test is passed.
        """
        late = self.inference.late
        if fact.symbols() & self._unnamed:
            return False
        names = late.among(fact.symbols()) if late.demands else ()
        if not names:
            return True
        undecided = names - late.argument_sizes(fact).keys()
        if not undecided or not undecided.isdisjoint(late.dead):
            return False
        return not fact.symbols() & late.elements.keys() - self._named


def rewrite_constraints(
    module: ModuleOp,
    facts: Facts,
    kept: Sequence[ModuleFact],
    likely: Sequence[LikelySizes],
    in_code: Set[str] | None = None,
) -> set[str]:
    """Makes `kept` and `likely` all that the `sdim.constraints` of `module` states.

    in_code: the symbols that are used outside of it, where these are known
    Returns all symbols that are used.
    """
    for op in reversed(list(constraints_of(module).body.block.ops)):
        Rewriter.erase_op(op)
    writer = ConstraintWriter(module, facts)
    for fact in kept:
        writer.state(fact.predicate, fact.strength, fact.why)
    for entry in likely:
        writer.block.add_op(sdim.LikelyOp(writer.emitter.index(entry.size), entry.values))
    return writer.declare_used(in_code)

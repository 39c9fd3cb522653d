"""What inference found, written into the IR: encodings, symbols and constraint ops."""

from xdsl.dialects import func
from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.ir import SSAValue
from xdsl.rewriter import Rewriter

from ..dialects import sdim
from ..dialects.tensors import is_tensor, is_unranked
from .emit import constraint
from .inference import Inference
from .names import SizeNamer


class Writer:
    """Writes one inference into its module."""

    def __init__(self, module: ModuleOp, inference: Inference):
        self.module = module
        self.inference = inference
        self.namer = SizeNamer(module, inference.facts, inference.names)

    def write(self) -> None:
        """Refines all types, then adds the symbols that they use and the facts about them."""
        for op in self.module.body.block.ops:
            if isinstance(op, func.FuncOp) and op.body.blocks:
                self._function(op)
        for constraint_op in self.inference.moved:
            Rewriter.erase_op(constraint_op)
        self._facts()

    def _function(self, function: func.FuncOp) -> None:
        block = function.body.block
        for arg in block.args:
            self._retype(arg)
        for op in function.walk():
            for result in op.results:
                self._retype(result)
            if op is not function:
                for region in op.regions:
                    for inner in region.blocks:
                        for arg in inner.args:
                            self._retype(arg)
        terminator = block.last_op
        outputs = function.function_type.outputs.data
        if isinstance(terminator, func.ReturnOp):
            outputs = tuple(operand.type for operand in terminator.operands)
        function.function_type = FunctionType.from_lists(
            [arg.type for arg in block.args], list(outputs)
        )

    def _retype(self, value: SSAValue) -> None:
        type = value.type
        if not is_tensor(type) and not is_unranked(type):
            return
        shape = self.inference.shapes.get(value)
        if shape is not None:
            value._type = self.namer.type(type.element_type, shape)  # pyright: ignore[reportPrivateUsage]

    def _facts(self) -> None:
        inference = self.inference
        writer = self.namer.write()
        emitter = writer.emitter
        for symbol in inference.new_definitions:
            select = emitter.select(*inference.definitions[symbol.symbol_name or ""])
            writer.block.add_op(sdim.EqualOp(emitter.index(symbol), select))
        for statement in inference.statements:
            constraint(emitter, statement.fact, statement.strength, statement.why)
        writer.declare_used()

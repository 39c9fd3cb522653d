"""The facts that hold in the whole module, as one op."""

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Region
from xdsl.irdl import IRDLOperation, region_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import HasParent, IsolatedFromAbove, NoTerminator
from xdsl.utils.exceptions import VerifyException

from ..deferred import op_definition
from .constraints import ConstraintOp
from .scope import verify_encodings
from .size_operands import is_hidden, parse_facts
from .sizes import AddsFact, SizeOp


@op_definition
class ConstraintsOp(IRDLOperation):
    """What holds in the whole module: constraint ops over `sdim.size` and arithmetic on it.

    `sdim.constraints { ... }`
    """

    name = "sdim.constraints"
    body = region_def("single_block")
    traits = traits_def(IsolatedFromAbove(), NoTerminator(), HasParent(ModuleOp), AddsFact())

    def __init__(self, body: Region | None = None):
        super().__init__(regions=[Region(Block()) if body is None else body])

    @classmethod
    def parse(cls, parser: Parser) -> "ConstraintsOp":
        attributes = parser.parse_optional_attr_dict_with_keyword()
        body = parse_facts(parser)
        op = cls(body)
        if attributes is not None:
            op.attributes = dict(attributes.data)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        with printer.in_braces():
            with printer.indented():
                for op in self.body.block.ops:
                    if not is_hidden(op):
                        printer.print_string("\n")
                        printer.print_op(op)
            printer.print_string("\n")

    def verify_(self) -> None:
        if self.body.block.args:
            raise VerifyException("the block takes arguments; symbols come from sdim.size")
        for op in self.body.block.ops:
            if not isinstance(op, SizeOp | ConstraintOp) and op.dialect_name() != "arith":
                raise VerifyException(
                    f"holds {op.name}; only sdim.size, arith ops and facts may stand here"
                )
        module = self.parent_op()
        assert isinstance(module, ModuleOp)
        if any(isinstance(op, ConstraintsOp) and op is not self for op in module.body.block.ops):
            raise VerifyException("a module has one sdim.constraints; this one has more")
        verify_encodings(module)

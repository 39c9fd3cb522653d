"""Tokens, channels between host and devices, asynchronous computations.

Semantics: the StableHLO specification, whose clauses the verifiers cite.
"""

from __future__ import annotations

from abc import ABC
from typing import Self

from xdsl.dialects.builtin import ArrayAttr, BoolAttr, StringAttr, SymbolRefAttr
from xdsl.ir import Operation
from xdsl.irdl import (
    IRDLOperation,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer

from ..deferred import op_definition
from ..pure import PureOp
from .assembly import (
    parse_operand_list,
    parse_rest,
    parse_uniform_types,
    print_attributes,
    print_operand_list,
    print_uniform_types,
)
from .attributes import AsyncBundleType, ChannelHandleAttr, TokenType
from .checks import check_type, fail
from .regions import check_compatible


@op_definition
class InfeedOp(IRDLOperation):
    """Values read from the infeed, and a token."""

    name = "mhlo.infeed"

    token = operand_def(TokenType)
    infeed_config = opt_prop_def(StringAttr)
    layout = opt_prop_def(ArrayAttr)
    outputs = var_result_def()

    def verify_(self) -> None:
        check_last_token(self)


def check_last_token(op: Operation) -> None:
    """The last result is a token."""
    if not op.results or not isinstance(op.results[-1].type, TokenType):
        fail(op, "the last result must be a token", "C1")


@op_definition
class OutfeedOp(IRDLOperation):
    """Writes values to the outfeed."""

    name = "mhlo.outfeed"

    inputs = var_operand_def()
    token = operand_def(TokenType)
    outfeed_config = opt_prop_def(StringAttr)
    result = result_def(TokenType)


@op_definition
class SendOp(IRDLOperation):
    """Sends values to a channel."""

    name = "mhlo.send"

    inputs = var_operand_def()
    token = operand_def(TokenType)
    channel_handle = prop_def(ChannelHandleAttr)
    is_host_transfer = opt_prop_def(BoolAttr)
    result = result_def(TokenType)


@op_definition
class RecvOp(IRDLOperation):
    """Values received from a channel, and a token."""

    name = "mhlo.recv"

    token = operand_def(TokenType)
    channel_handle = prop_def(ChannelHandleAttr)
    is_host_transfer = opt_prop_def(BoolAttr)
    outputs = var_result_def()

    def verify_(self) -> None:
        check_last_token(self)


class _AsyncOp(IRDLOperation, ABC):
    """A step of a computation on another thread."""

    called_computation = prop_def(SymbolRefAttr)
    execution_thread = prop_def(StringAttr)


@op_definition
class AsyncStartOp(_AsyncOp):
    """Starts a function on another thread."""

    name = "mhlo.async_start"

    inputs = var_operand_def()
    result = result_def(AsyncBundleType)


@op_definition
class AsyncUpdateOp(_AsyncOp):
    """Waits until a computation under way reaches its next barrier."""

    name = "mhlo.async_update"

    bundle = operand_def(AsyncBundleType)
    result = result_def(AsyncBundleType)

    def verify_(self) -> None:
        check_compatible(self, "operand 0", self.bundle.type, "the result", self.result.type)


@op_definition
class AsyncDoneOp(_AsyncOp):
    """The results of a computation under way, once it is done."""

    name = "mhlo.async_done"

    bundle = operand_def(AsyncBundleType)
    outputs = var_result_def()


@op_definition
class CreateTokenOp(PureOp):
    """A token that depends on nothing.

    ```mlir
    %t = mhlo.create_token : !mhlo.token
    ```
    """

    name = "mhlo.create_token"

    output = result_def(TokenType)
    assembly_format = "attr-dict `:` type($output)"


@op_definition
class AfterAllOp(PureOp):
    """A token that depends on all operands.

    ```mlir
    %t = mhlo.after_all %a, %b : !mhlo.token
    ```
    """

    name = "mhlo.after_all"

    inputs = var_operand_def(TokenType)
    result = result_def(TokenType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return parse_rest(cls, parser, parse_operand_list(parser), types=parse_uniform_types)

    def print(self, printer: Printer) -> None:
        if self.operands:
            printer.print_string(" ")
            print_operand_list(printer, self.operands)
        print_attributes(printer, self)
        print_uniform_types(printer, self)


@op_definition
class AddDependencyOp(PureOp):
    """The operand, ordered after a token."""

    name = "mhlo.add_dependency"

    operand = operand_def()
    token = operand_def()
    output = result_def()
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"

    def verify_(self) -> None:
        check_type(self, "operand 1", self.token.type, TokenType, "!mhlo.token")
        check_compatible(self, "operand 0", self.operand.type, "the result", self.output.type)

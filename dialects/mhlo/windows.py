"""Ops that slide a window over tensors: reduce_window, select_and_scatter.

Semantics: the StableHLO specification, whose clauses the verifiers cite.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.ir import Operation
from xdsl.irdl import (
    IRDLOperation,
    SameVariadicOperandSize,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import RecursiveMemoryEffect

from ..deferred import op_definition
from ..types import DYNAMIC, shape_of, shape_text, shapes_agree
from .checks import (
    check_at_least,
    check_length,
    check_rank,
    check_same_element,
    check_same_shape,
    check_values,
    check_vector,
    fail,
)
from .dense import int_values, pair_values
from .reduction_checks import check_inputs, check_outputs, check_scalar_starts, joined_shape
from .regions import check_element, check_predicate, check_reducer


@dataclass(frozen=True, slots=True)
class WindowDimension:
    """How a window moves along one dimension."""

    size: int
    stride: int = 1
    padding: tuple[int, int] = (0, 0)
    base_dilation: int = 1
    window_dilation: int = 1

    def count(self, size: int) -> int:
        """The number of windows along a dimension of `size`; `DYNAMIC` if that is not known."""
        if DYNAMIC in (size, self.size):
            return DYNAMIC
        dilated = (size - 1) * self.base_dilation + 1 if size else 0
        padded = self.padding[0] + dilated + self.padding[1]
        window = (self.size - 1) * self.window_dilation + 1 if self.size else 0
        return 0 if window > padded else (padded - window) // self.stride + 1


@op_definition
class ReduceWindowOp(IRDLOperation):
    """Folds each window of `inputs` with a function of scalars, starting with `init_values`."""

    name = "mhlo.reduce_window"

    inputs = var_operand_def()
    init_values = var_operand_def()
    window_dimensions = prop_def(DenseIntOrFPElementsAttr)
    window_strides = opt_prop_def(DenseIntOrFPElementsAttr)
    base_dilations = opt_prop_def(DenseIntOrFPElementsAttr)
    window_dilations = opt_prop_def(DenseIntOrFPElementsAttr)
    padding = opt_prop_def(DenseIntOrFPElementsAttr)
    outputs = var_result_def()
    body = region_def("single_block")
    irdl_options = (SameVariadicOperandSize(),)
    traits = traits_def(RecursiveMemoryEffect())

    @property
    def window(self) -> list[WindowDimension]:
        """The window in each dimension, with the defaults filled in."""
        sizes = int_values(self.window_dimensions)
        ones = (1,) * len(sizes)
        return [
            WindowDimension(*dimension)
            for dimension in zip(
                sizes,
                values_or(self.window_strides, ones),
                ((0, 0),) * len(sizes) if self.padding is None else pair_values(self.padding),
                values_or(self.base_dilations, ones),
                values_or(self.window_dilations, ones),
                strict=True,
            )
        ]

    def verify_(self) -> None:
        inputs = check_inputs(self, self.inputs, self.init_values)  # C1, C3
        check_scalar_starts(self, self.inputs, self.init_values)
        shape = joined_shape(self, inputs, "C2")
        rank = len(int_values(self.window_dimensions)) if shape is None else len(shape)
        check_positive(self, "window_dimensions", self.window_dimensions, rank, ("C4", "C5"))
        check_positive(self, "window_strides", self.window_strides, rank, ("C6", "C7"))
        check_positive(self, "base_dilations", self.base_dilations, rank, ("C8", "C9"))
        check_positive(self, "window_dilations", self.window_dilations, rank, ("C10", "C11"))
        check_padding(self, self.padding, rank, "C12")
        elements = check_reducer(
            self, "the body", self.body, [type_.element_type for type_ in inputs], "C13"
        )
        counts = None
        if shape is not None:
            counts = [window.count(size) for window, size in zip(self.window, shape, strict=True)]
        check_outputs(self, counts, elements, ("C1", "C15", "C16"))


def values_or(
    attribute: DenseIntOrFPElementsAttr | None, default: tuple[int, ...]
) -> tuple[int, ...]:
    """The integers of the attribute, or the default where there is none."""
    return default if attribute is None else int_values(attribute)


def check_positive(
    op: Operation,
    name: str,
    attribute: DenseIntOrFPElementsAttr | None,
    length: int,
    clauses: tuple[str, str],
) -> None:
    """An absent attribute, or one positive integer per dimension."""
    if attribute is None:
        return
    values = check_vector(op, name, attribute, clauses[0])
    check_length(op, name, values, length, clauses[0])
    check_at_least(op, name, values, 1, clauses[1])


def check_padding(
    op: Operation, padding: DenseIntOrFPElementsAttr | None, length: int, clause: str
) -> None:
    """An absent attribute, or a low and a high padding per dimension."""
    if padding is not None and padding.get_shape() != (length, 2):
        fail(
            op,
            f"padding has shape {list(padding.get_shape())}, [{length}, 2] is needed",
            clause,
        )


@op_definition
class SelectAndScatterOp(IRDLOperation):
    """`init_value` with each element of `source` folded in at the element of its window of
    `operand` that `select` picks."""

    name = "mhlo.select_and_scatter"

    operand = operand_def()
    source = operand_def()
    init_value = operand_def()
    window_dimensions = opt_prop_def(DenseIntOrFPElementsAttr)
    window_strides = opt_prop_def(DenseIntOrFPElementsAttr)
    padding = opt_prop_def(DenseIntOrFPElementsAttr)
    result = result_def()
    select = region_def("single_block")
    scatter = region_def("single_block")
    traits = traits_def(RecursiveMemoryEffect())

    def window(self, rank: int) -> list[WindowDimension]:
        """The window in each dimension, with the defaults filled in."""
        ones = (1,) * rank
        sizes = values_or(self.window_dimensions, ones)
        strides = values_or(self.window_strides, ones)
        padding = ((0, 0),) * rank if self.padding is None else pair_values(self.padding)
        return [
            WindowDimension(*dimension) for dimension in zip(sizes, strides, padding, strict=True)
        ]

    def verify_(self) -> None:
        operand, source, init, result = check_values(self)
        check_same_element(self, "operand 2", init, "operand 0", operand, "C1")
        check_same_element(self, "operand 1", source, "operand 2", init, "C3")
        check_rank(self, "operand 2", init, 0)
        check_same_shape(self, "operand 0", operand, "the result", result, "C11")
        check_predicate(self, "select", self.select, [operand.element_type], "C9")
        (element,) = check_reducer(self, "scatter", self.scatter, [operand.element_type], "C10")
        check_element(self, "the result", result, element, "C12")
        shape, source_shape = shape_of(operand), shape_of(source)
        if shape is None:
            return
        rank = len(shape)
        check_positive(self, "window_dimensions", self.window_dimensions, rank, ("C4", "C5"))
        check_positive(self, "window_strides", self.window_strides, rank, ("C6", "C7"))
        check_padding(self, self.padding, rank, "C8")
        counts = tuple(
            window.count(size) for window, size in zip(self.window(rank), shape, strict=True)
        )
        if not shapes_agree(counts, source_shape):
            fail(
                self,
                f"operand 1 has shape {shape_text(source_shape)}, {shape_text(counts)} follows "
                "from operand 0 and the window",
                "C2",
            )

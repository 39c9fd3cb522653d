"""Copies of ops."""

from xdsl.ir import Operation, SSAValue


def copy_of(op: Operation, values: dict[SSAValue, SSAValue]) -> Operation:
    """A copy of `op` that uses what `values` has in place of its operands.

    `values` maps the results of `op` to those of the copy then. This is xDSL's `clone`, at a third
    of the cost where `op` has no regions.
    """
    if op.regions or op.successors:
        return op.clone(values)
    copy = type(op).create(
        operands=[values.get(operand, operand) for operand in op.operands],
        result_types=[result.type for result in op.results],
        properties=op.properties,
        attributes=op.attributes,
        location=op.location,
    )
    for old, new in zip(op.results, copy.results, strict=True):
        values[old] = new
        new._name = old._name  # pyright: ignore[reportPrivateUsage]
    return copy

"""tf numbers of gamma, Poisson and binomial distributions: those that TensorFlow draws on a CPU.

Each number has steps of the generator of its own, by its place among those of its parameters.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import f64
from xdsl.ir import SSAValue

from ...dialects import tf
from ...dialects.tf.sampling import Sampled
from ...dialects.types import element_type_of
from ...symbolic import shapes
from .binomial import binomial_numbers
from .builder import Builder, LoweringTable
from .elementwise import Results
from .formulas import Elements, where
from .gamma_sampling import gamma_numbers
from .indices import iota, number
from .philox import ui64
from .poisson import poisson_numbers
from .random import bind_size, count_of, generator
from .sorting import flat

RESERVED = 256
"""The steps of the generator that are reserved for each number."""


def places(op: Sampled, b: Builder) -> Elements:
    """The place of each number as a vector, ui64: all numbers of the first parameters come first.

    Binds the result's sizes.
    """
    type = b.type(op.results[0])
    sizes = b.shape_of_type(type)
    for place, size in enumerate(sizes):
        bind_size(b, size, op.operands[0], place)
    rank = max(len(b.shape(b.operand(o))) for o in _parameters(op))
    count = count_of(b, type)
    index = Elements(b, iota(b, b.ranked(ui64, [count]), 0))
    kinds = b.facts.simplify(shapes.product(sizes[len(sizes) - rank :]))
    samples = b.facts.simplify(shapes.product(sizes[: len(sizes) - rank]))
    if 1 in (kinds.constant_value, samples.constant_value):
        return index
    many, each = (
        Elements(b, b.broadcast(number(b, size, ui64), b.like(index.value, ui64)))
        for size in (kinds, samples)
    )
    many = where(many.equals(0), many.full(1), many)
    return index % many * each + index / many


def _parameters(op: Sampled) -> Sequence[SSAValue]:
    return op.operands[2:] if isinstance(op, tf.StatelessRandomBinomialOp) else op.operands[-1:]


def parameters(op: Sampled, b: Builder) -> list[Elements]:
    """The parameters of each number, as vectors."""
    type = b.type(op.results[0])
    found = list[Elements]()
    for operand in _parameters(op):
        value = b.operand(operand)
        every = b.broadcast(value, b.ranked(element_type_of(value), b.shape_of_type(type)))
        found.append(Elements(b, flat(b, every, count_of(b, type))))
    return found


def shaped(op: Sampled, b: Builder, numbers: Elements) -> Results:
    type = b.type(op.results[0])
    return (b.reshape(numbers.convert(type.element_type).value, type),)


def gamma(op: tf.StatelessRandomGammaV2Op | tf.StatelessRandomGammaV3Op, b: Builder) -> Results:
    start = places(op, b) * RESERVED
    (alpha,) = parameters(op, b)
    return shaped(op, b, gamma_numbers(generator(op, b), start, alpha.convert(f64)))


def poisson(op: tf.StatelessRandomPoissonOp, b: Builder) -> Results:
    start = places(op, b) * RESERVED
    (rate,) = parameters(op, b)
    return shaped(op, b, poisson_numbers(generator(op, b), start, rate.convert(f64)))


def binomial(op: tf.StatelessRandomBinomialOp, b: Builder) -> Results:
    place = places(op, b)
    counts, probs = parameters(op, b)
    return shaped(op, b, binomial_numbers(generator(op, b), place, counts, probs))


LOWERINGS: LoweringTable = {
    tf.StatelessRandomGammaV2Op: gamma,
    tf.StatelessRandomGammaV3Op: gamma,
    tf.StatelessRandomPoissonOp: poisson,
    tf.StatelessRandomBinomialOp: binomial,
}

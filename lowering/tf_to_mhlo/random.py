"""tf random numbers, bit by bit those of TensorFlow's Philox generator on a CPU.

An op with a state gives what it gives when it runs for the first time, on every run: the state is
not kept from one run to the next. Where both of its seeds are 0, the number of such ops before it
in the function is its seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import pi

from xdsl.dialects.builtin import BFloat16Type, Float16Type, Float64Type, IntegerType, f32, i32
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.tf.random import FromCounter, FromSeed, FromState, RandomIntegers, RandomNumbers
from ...dialects.types import integer_width, tensor_type
from ...symbolic import Expr, shapes
from ...symbolic.shapes import ceil_div
from .builder import Builder, Lowering, LoweringTable
from .elementwise import Results
from .formulas import Elements, where
from .indices import iota
from .iteration import State, until
from .joining import concatenate
from .philox import Philox, pair, ui64
from .sorting import first_entries

SCRAMBLING = 0x02461E293EC8F720
"""The key under which seeds become keys and counters."""

RESERVED = 64
"""The steps of the generator that are reserved for each truncated normal number."""

LEAST_UNIFORM = 1e-7
"""What is less counts as this much where a logarithm is taken."""

Draw = Callable[[Sequence[Elements], Attribute], Sequence[Elements]]
"""The numbers of an element type that the four words of a step become."""


def scramble(first: Elements, second: Elements) -> Philox:
    """The generator of two seeds."""
    words = Philox(first.full(SCRAMBLING), (first, second)).words()
    return Philox(pair(words[0], words[1]), (first.full(0), pair(words[2], words[3])))


def halves(b: Builder, vector: SSAValue) -> tuple[Elements, Elements]:
    """The two elements of `vector`, negative ones with all their bits, as ui64."""
    vector = b.convert(vector, ui64)
    first, second = (
        Elements(b, b.reshape(b.slice(vector, 0, i, i + 1), b.ranked(ui64, []))) for i in (0, 1)
    )
    return first, second


def generator(op: RandomNumbers, b: Builder) -> Philox:
    if isinstance(op, FromSeed):
        return scramble(*halves(b, b.operand(op.operands[1])))
    if isinstance(op, FromCounter):
        key = b.reshape(b.operand(op.operands[1]), b.ranked(ui64, []))
        return Philox(Elements(b, key), halves(b, b.operand(op.operands[2])))
    assert isinstance(op, FromState)
    parent = op.parent_op()
    while parent is not None:
        if isinstance(parent, mhlo.WhileOp):
            raise b.fail("a random state in a loop is not supported; use the stateless op")
        parent = parent.parent_op()
    seeds = [op.seed, op.seed2]
    if seeds == [0, 0]:
        b.seedless += 1
        seeds = [b.seedless, 0]
    key, counter = (Elements(b, b.scalar(seed % 2**64, ui64)) for seed in seeds)
    return Philox(key, (key.full(0), counter))


def key_and_counter(
    op: tf.StatelessRandomGetKeyCounterOp | tf.StatelessRandomGetKeyCounterAlgOp, b: Builder
) -> Results:
    found = scramble(*halves(b, b.operand(op.seed)))
    one = b.ranked(ui64, [1])
    key, *counter = (b.reshape(part.value, one) for part in (found.key, *found.counter))
    results = [key, concatenate(b, counter, 0, b.ranked(ui64, [2]))]
    return [*results, b.scalar(1, i32)][: len(op.results)]


def algorithm(op: tf.StatelessRandomGetAlgOp, b: Builder) -> Results:
    return (b.scalar(1, i32),)


def unit(words: Sequence[Elements], element_type: Attribute) -> Sequence[Elements]:
    """Floats from 0 to below 1: the lowest bits of words as the fraction of 1 to below 2."""
    b = words[0].b
    if isinstance(element_type, Float64Type):
        bits = [pair(words[i + 1], words[i] & words[i].full(0xFFFFF)) for i in (0, 2)]
        ones = [x | x.full(1023 << 52) for x in bits]
        return [Elements(b, bitcast(b, x.value, element_type)) - 1 for x in ones]
    fraction, shift = 23, 0
    if isinstance(element_type, Float16Type):
        fraction, shift = 10, 13
    elif isinstance(element_type, BFloat16Type):
        fraction, shift = 7, 16
    result = list[Elements]()
    for word in words:
        bits = (word & word.full(2**fraction - 1)).apply(mhlo.ShiftLeftOp, shift)
        bits = (bits | bits.full(127 << 23)).convert(IntegerType(32))
        one = Elements(b, bitcast(b, bits.value, f32))
        result.append((one - 1).convert(element_type))
    return result


def bitcast(b: Builder, value: SSAValue, element_type: Attribute) -> SSAValue:
    return b.create(mhlo.BitcastConvertOp, [value], b.like(value, element_type))


def normal(words: Sequence[Elements], element_type: Attribute) -> Sequence[Elements]:
    """Pairs of uniform numbers as radius and angle, by Box and Muller."""
    wide = element_type if isinstance(element_type, Float64Type) else f32
    uniform = unit(words, wide)
    result = list[Elements]()
    for radius, angle in zip(uniform[0::2], uniform[1::2], strict=True):
        radius = (radius.at_least(LEAST_UNIFORM).log() * -2).sqrt()
        angle = angle * (2 * pi)
        result += [angle.apply(f) * radius for f in (mhlo.SineOp, mhlo.CosineOp)]
    return [x.convert(element_type) for x in result]


def bits(words: Sequence[Elements], element_type: Attribute) -> Sequence[Elements]:
    """Integers of 32 bits from a word each, of 64 bits from two."""
    if integer_width(element_type) == 64:
        words = [pair(words[0], words[1]), pair(words[2], words[3])]
    return [word.convert(element_type) for word in words]


def in_order(b: Builder, op: RandomNumbers, numbers: Sequence[Elements]) -> SSAValue:
    """The numbers of step 0, those of step 1 …, as many as there are, in the result's shape."""
    type = b.type(op.results[0])
    steps = b.shape(numbers[0].value)[0]
    column = b.ranked(type.element_type, [steps, 1])
    rows = b.ranked(type.element_type, [steps, len(numbers)])
    table = concatenate(b, [b.reshape(x.value, column) for x in numbers], 1, rows)
    flat = b.reshape(table, b.ranked(type.element_type, [steps * len(numbers)]))
    return b.reshape(first_entries(b, flat, count_of(b, op)), type)


def count_of(b: Builder, op: RandomNumbers) -> Expr:
    return b.facts.simplify(shapes.product(b.shape_of_type(b.type(op.results[0]))))


def steps_of(b: Builder, op: RandomNumbers) -> Elements:
    """0, 1, 2 … for the steps that are needed; binds the result's sizes."""
    type = b.type(op.results[0])
    for place, size in enumerate(b.shape_of_type(type)):
        if not b.sizes.has(size):
            b.bind(size, b.element(op.operands[0], place))
    each = 2 if isinstance(type.element_type, Float64Type) else 4
    if integer_width(type.element_type) == 64:
        each = 2
    steps = b.facts.simplify(ceil_div(count_of(b, op), each))
    return Elements(b, iota(b, b.ranked(ui64, [steps]), 0))


def drawn(draw: Draw) -> Lowering:
    def lower(op: RandomNumbers, b: Builder) -> Results:
        words = generator(op, b).spread(steps_of(b, op)).words()
        return (in_order(b, op, draw(words, b.type(op.results[0]).element_type)),)

    return lower


def between(op: RandomIntegers, b: Builder) -> Results:
    """`minval` and the remainder of unsigned bits by the number of integers."""
    element_type = b.type(op.results[0]).element_type
    unsigned = IntegerType(integer_width(element_type) or 0, ui64.signedness)
    words = generator(op, b).spread(steps_of(b, op)).words()
    first, end = (Elements(b, b.operand(limit)) for limit in op.operands[-2:])
    numbers = list[Elements]()
    for x in bits(words, unsigned):
        type = b.like(x.value, unsigned)
        size = b.broadcast((end.convert(unsigned) - first.convert(unsigned)).value, type)
        rest = (x % Elements(b, size)).convert(element_type)
        numbers.append(rest + Elements(b, b.broadcast(first.value, tensor_type(rest.value))))
    return (in_order(b, op, numbers),)


def truncated_normal(op: RandomNumbers, b: Builder) -> Results:
    """Of normal numbers, step by step, the first of each group that are nearer to 0 than 2."""
    element_type = b.type(op.results[0]).element_type
    wide = element_type if isinstance(element_type, Float64Type) else f32
    groups, source = steps_of(b, op), generator(op, b)
    each = 2 if isinstance(element_type, Float64Type) else 4

    def step(state: State) -> State:
        place, count, *found = state
        for x in normal(source.spread(place).words(), wide):
            fits = abs(x) < 2
            found = [where(fits & count.equals(slot), x, old) for slot, old in enumerate(found)]
            count = count + fits.convert(ui64)
        return [place + 1, count, *found]

    zero = groups.convert(wide).full(0)
    start = [groups * (RESERVED * each), groups.full(0), *[zero] * each]
    found = until(lambda state: state[1] < each, step, start)[2:]
    return (in_order(b, op, [x.convert(element_type) for x in found]),)


LOWERINGS: LoweringTable = {
    tf.StatelessRandomGetKeyCounterOp: key_and_counter,
    tf.StatelessRandomGetKeyCounterAlgOp: key_and_counter,
    tf.StatelessRandomGetAlgOp: algorithm,
    **dict.fromkeys(
        (tf.StatelessRandomUniformOp, tf.StatelessRandomUniformV2Op, tf.RandomUniformOp),
        drawn(unit),
    ),
    **dict.fromkeys(
        (tf.StatelessRandomNormalOp, tf.StatelessRandomNormalV2Op, tf.RandomStandardNormalOp),
        drawn(normal),
    ),
    **dict.fromkeys(
        (tf.StatelessRandomUniformFullIntOp, tf.StatelessRandomUniformFullIntV2Op), drawn(bits)
    ),
    **dict.fromkeys(
        (tf.StatelessRandomUniformIntOp, tf.StatelessRandomUniformIntV2Op, tf.RandomUniformIntOp),
        between,
    ),
    **dict.fromkeys(
        (tf.StatelessTruncatedNormalOp, tf.StatelessTruncatedNormalV2Op, tf.TruncatedNormalOp),
        truncated_normal,
    ),
}

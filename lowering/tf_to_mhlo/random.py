"""tf random numbers, bit by bit those of TensorFlow's Philox generator on a CPU.

An op with a state gives what it gives when it runs for the first time, on every run: the state is
not kept from one run to the next. Where both of its seeds are 0, the number of such ops before it
in the function is its seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import Float64Type, IntegerType, TensorType, f32, f64, i1, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialects import mhlo, tf
from ...dialects.tf.random import FromCounter, FromSeed, RandomIntegers, RandomNumbers, Seeded
from ...dialects.types import integer_width, tensor_type
from ...symbolic import Expr, any_of, eq, ge, lt, shapes
from ...symbolic.shapes import ceil_div
from .builder import Builder, Lowering, LoweringTable
from .distributions import bits, normal, unit
from .elementwise import Results, compare
from .formulas import Elements, where
from .gathering import take
from .indices import along, iota, number, positions
from .iteration import State, until
from .joining import concatenate
from .philox import Philox, pair, ui64
from .reducers import lowest, reduce
from .run_time_axes import demand
from .sorting import first_entries, flat, loop, scan

SCRAMBLING = 0x02461E293EC8F720
"""The key under which seeds become keys and counters."""

RESERVED = 64
"""The steps of the generator that are reserved for each truncated normal number."""

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


def generator(op: Operation, b: Builder) -> Philox:
    if isinstance(op, FromSeed | tf.StatelessMultinomialOp):
        seeds = op.operands[1 if isinstance(op, FromSeed) else 2]
        return scramble(*halves(b, b.operand(seeds)))
    if isinstance(op, FromCounter | tf.StatelessShuffleOp):
        key = b.reshape(b.operand(op.operands[1]), b.ranked(ui64, []))
        return Philox(Elements(b, key), halves(b, b.operand(op.operands[2])))
    assert isinstance(op, Seeded)
    parent = op.parent_op()
    while parent is not None:
        if isinstance(parent, mhlo.WhileOp):
            raise b.fail("a random state in a loop is not supported; use the stateless op")
        parent = parent.parent_op()
    numbers = [op.seed, op.seed2]
    if numbers == [0, 0]:
        b.seedless += 1
        numbers = [b.seedless, 0]
    key, counter = (Elements(b, b.scalar(part % 2**64, ui64)) for part in numbers)
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


def in_order(b: Builder, numbers: Sequence[Elements], type: TensorType[Attribute]) -> SSAValue:
    """The numbers of step 0, those of step 1 …, as many as there are, in the shape of `type`."""
    steps = b.shape(numbers[0].value)[0]
    column = b.ranked(type.element_type, [steps, 1])
    rows = b.ranked(type.element_type, [steps, len(numbers)])
    table = concatenate(b, [b.reshape(x.value, column) for x in numbers], 1, rows)
    every = flat(b, table, steps * len(numbers))
    return b.reshape(first_entries(b, every, count_of(b, type)), type)


def count_of(b: Builder, type: TensorType[Attribute]) -> Expr:
    return b.facts.simplify(shapes.product(b.shape_of_type(type)))


def bind_size(b: Builder, size: Expr, operand: SSAValue, place: int = 0) -> None:
    """Makes `size` readable as the element of `operand` at `place`, which must be a size."""
    value = b.element(operand, place)
    demand(b, ge(value, 0), f"the size {size} must not be negative")
    b.bind(size, value)


def steps_for(b: Builder, count: Expr, each: int) -> Elements:
    """0, 1, 2 … for the steps that `count` numbers need, `each` from one step."""
    steps = b.facts.simplify(ceil_div(count, each))
    return Elements(b, iota(b, b.ranked(ui64, [steps]), 0))


def steps_of(b: Builder, op: RandomNumbers) -> Elements:
    """0, 1, 2 … for the steps that are needed; binds the result's sizes."""
    type = b.type(op.results[0])
    for place, size in enumerate(b.shape_of_type(type)):
        bind_size(b, size, op.operands[0], place)
    wide = isinstance(type.element_type, Float64Type) or integer_width(type.element_type) == 64
    return steps_for(b, count_of(b, type), 2 if wide else 4)


def drawn(draw: Draw) -> Lowering:
    def lower(op: RandomNumbers, b: Builder) -> Results:
        words = generator(op, b).spread(steps_of(b, op)).words()
        type = b.type(op.results[0])
        return (in_order(b, draw(words, type.element_type), type),)

    return lower


def between(op: RandomIntegers, b: Builder) -> Results:
    """`minval` and the remainder of unsigned bits by the number of integers."""
    element_type = b.type(op.results[0]).element_type
    unsigned = IntegerType(integer_width(element_type) or 0, ui64.signedness)
    words = generator(op, b).spread(steps_of(b, op)).words()
    if b.value_checks:
        least, limit = map(b.element, op.operands[-2:])
        nothing = (eq(size, 0) for size in b.shape_of_type(b.type(op.results[0])))
        demand(b, any_of(*nothing, lt(least, limit)), "minval must be less than maxval")
    first, end = (Elements(b, b.operand(limit)) for limit in op.operands[-2:])
    numbers = list[Elements]()
    for x in bits(words, unsigned):
        type = b.like(x.value, unsigned)
        size = b.broadcast((end.convert(unsigned) - first.convert(unsigned)).value, type)
        rest = (x % Elements(b, size)).convert(element_type)
        numbers.append(rest + Elements(b, b.broadcast(first.value, tensor_type(rest.value))))
    return (in_order(b, numbers, b.type(op.results[0])),)


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
    numbers = [x.convert(element_type) for x in found]
    return (in_order(b, numbers, b.type(op.results[0])),)


def shuffled(op: tf.RandomShuffleOp | tf.StatelessShuffleOp, b: Builder) -> Results:
    """Each slice in turn changes places with one from there to the end."""
    value = b.operand(op.value)
    if not (shape := b.shape(value)):
        return (value,)
    size, scalar = shape[0], b.ranked(i64, [])
    words = generator(op, b).spread(steps_for(b, size, 4)).words()
    word = Elements(b, in_order(b, words, b.ranked(ui64, [size])))
    index, end = positions(b, size), along(b, size, size)
    others = index + (word % (end - index).convert(ui64)).convert(i64)
    count = number(b, size, i64)

    def goes_on(place: SSAValue, _order: SSAValue) -> Sequence[SSAValue]:
        return [compare(b, "LT", place, count)]

    def body(place: SSAValue, order: SSAValue) -> Sequence[SSAValue]:
        other = take(b, others.value, place, 0, 0, scalar)
        moved = Elements(b, order)
        for there, source in ((place, other), (other, place)):
            entry = take(b, order, source, 0, 0, scalar)
            here, new = (Elements(b, b.broadcast(v, tensor_type(order))) for v in (there, entry))
            moved = where(index.equals(here), new, moved)
        return [(Elements(b, place) + 1).value, moved.value]

    order = loop(b, [b.scalar(0, i64), index.value], goes_on, body)[1]
    return (take(b, value, order, 0, 0, b.type(op.results[0])),)


def multinomial(op: tf.MultinomialOp | tf.StatelessMultinomialOp, b: Builder) -> Results:
    """The first class whose cumulative weight is above a uniform part of the whole weight.

    Rows draw one after the other, as in a single thread of TensorFlow.
    """
    logits, type = b.operand(op.logits), b.type(op.results[0])
    (rows, classes), samples = b.shape(logits), b.shape_of_type(type)[1]
    bind_size(b, samples, op.num_samples)
    x = Elements(b, b.convert(logits, f64))
    finite = Elements(b, b.create(mhlo.IsFiniteOp, [x.value], b.like(x.value, i1)))
    low = lowest(f64)
    most = reduce(b, where(finite, x, low).value, mhlo.MaximumOp, low, [1])
    most = Elements(b, b.broadcast(most, tensor_type(x.value), [0]))
    weights = where(finite, (x - most).exp(), 0)
    sums = scan(b, weights.value, mhlo.AddOp, 0, 1)
    total = reduce(b, sums, mhlo.MaximumOp, 0, [1])
    table = b.ranked(f64, [rows, samples])
    words = generator(op, b).spread(steps_for(b, count_of(b, table), 2)).words()
    part = Elements(b, in_order(b, unit(words, f64), table))
    wanted = part * Elements(b, b.broadcast(total, table, [0]))
    cube = b.ranked(f64, [rows, samples, classes])
    passed = Elements(b, b.broadcast(sums, cube, [0, 2])) <= Elements(
        b, b.broadcast(wanted.value, cube, [0, 1])
    )
    found = reduce(b, passed.convert(type.element_type).value, mhlo.AddOp, 0, [2])
    return (b.reshape(found, type),)


LOWERINGS: LoweringTable = {
    tf.RandomShuffleOp: shuffled,
    tf.StatelessShuffleOp: shuffled,
    tf.MultinomialOp: multinomial,
    tf.StatelessMultinomialOp: multinomial,
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

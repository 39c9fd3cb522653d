"""The bits of `mhlo.rng_bit_generator`, as XLA gives them on a CPU.

The state is a key of 64 bits and a counter, which Philox counts in steps of four words, ThreeFry in
steps of two. Philox's counter has 128 bits, of which a state of two elements holds the lower half:
the key is the upper one. `DEFAULT` is Philox. Bits of 8 and 16 are the lowest of 32.
Sources: the StableHLO specification, which leaves the bits to the implementation; XLA's
`xla/hlo/builder/lib/prng.cc` and `rng_bit_generator_expander.cc`; Salmon, Moraes, Dror, Shaw:
Parallel random numbers: as easy as 1, 2, 3 (2011).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice
from math import prod

from xdsl.dialects.builtin import IntegerType, Signedness, TensorType
from xdsl.ir import Attribute, SSAValue

from ..dialects import mhlo
from ..dialects.mhlo.enums import RngAlgorithm
from ..dialects.types import integer_width
from ..symbolic import Expr, as_expr
from .tf_to_mhlo.builder import Builder, LoweringTable
from .tf_to_mhlo.distributions import bits
from .tf_to_mhlo.elementwise import Results
from .tf_to_mhlo.formulas import Elements
from .tf_to_mhlo.indices import iota, number
from .tf_to_mhlo.joining import concatenate
from .tf_to_mhlo.philox import Philox, everywhere, exclusive, high, low, pair, ui64
from .tf_to_mhlo.random import bind_size, count_of, in_order, steps_for

RandomBits = mhlo.RngBitGeneratorOp | mhlo.DynamicRngBitGeneratorOp
ui32 = IntegerType(32, Signedness.UNSIGNED)

ROTATIONS = (13, 15, 26, 6, 17, 29, 16, 24)
"""Of ThreeFry's rounds, in turn."""
ROUNDS, PARITY = 20, 0x1BD11BDA


def random_bits(op: RandomBits, b: Builder) -> Results:
    """The next state and the bits."""
    type = b.type(op.output)
    if integer_width(type.element_type) not in (8, 16, 32, 64):
        raise b.fail(f"random bits of {type.element_type} are not supported, integers are")
    state = [Elements(b, part) for part in _parts(op, b)]
    if isinstance(op, mhlo.DynamicRngBitGeneratorOp):
        for place, size in enumerate(b.shape_of_type(type)):
            bind_size(b, size, op.output_shape, place)
    if op.rng_algorithm.data is RngAlgorithm.THREE_FRY:
        counter, result = _three_fry(b, state, type)
        moved = [counter, *state[2:]]
    else:
        moved, result = _philox(b, state, type)
    return [_joined(b, [state[0], *moved]), result]


def _parts(op: RandomBits, b: Builder) -> list[SSAValue]:
    """The elements of the state."""
    state = b.operand(op.initial_state)
    (count,) = shape if len(shape := b.shape(state)) == 1 else (as_expr(0),)
    if b.type(op.initial_state).element_type != ui64 or count.constant_value not in (2, 3):
        raise b.fail(f"a state of {op.initial_state.type} is not supported, tensor<2xui64> is")
    scalar = b.ranked(ui64, [])
    return [b.reshape(b.slice(state, 0, i, i + 1), scalar) for i in range(count.constant_value)]


def _joined(b: Builder, parts: Sequence[Elements]) -> SSAValue:
    one = b.ranked(ui64, [1])
    elements = [b.reshape(part.value, one) for part in parts]
    return concatenate(b, elements, 0, b.ranked(ui64, [len(parts)]))


def _number(b: Builder, size: Expr) -> Elements:
    """`size` as a scalar of 64 bits."""
    return Elements(b, number(b, size, ui64))


def _philox(
    b: Builder, state: Sequence[Elements], type: TensorType[Attribute]
) -> tuple[list[Elements], SSAValue]:
    """The counter after all steps, and the bits."""
    key, first, second = state if len(state) == 3 else (*state, state[0])
    wide = integer_width(type.element_type) == 64
    steps = steps_for(b, count_of(b, type), 2 if wide else 4)
    words = Philox(key, (first, second)).spread(steps).words()
    moved = first + _number(b, b.shape(steps.value)[0])
    counter = [moved, second + (moved < first).convert(ui64)]
    return counter[: len(state) - 1], in_order(b, bits(words, type.element_type), type)


def _three_fry(
    b: Builder, state: Sequence[Elements], type: TensorType[Attribute]
) -> tuple[Elements, SSAValue]:
    """The counter after all steps, and the bits: two numbers of 32 bits for each step, neighbours
    along the first dimension of even size, or else along the largest.
    """
    sizes = [size.constant_value for size in b.shape_of_type(type)]
    if None in sizes:
        raise b.fail("ThreeFry's order of bits depends on sizes, which are not known here")
    shape = [size for size in sizes if size is not None]
    even = (i for i, size in enumerate(shape) if size % 2 == 0)
    axis = next(even, shape.index(max(shape)) if shape else 0)
    halves = [*shape] if shape else [1]
    wide = integer_width(type.element_type) == 64
    if not wide:
        halves[axis] = (halves[axis] + 1) // 2
    count = prod(halves)
    places = Elements(b, iota(b, b.ranked(ui64, [count]), 0))
    words = _encrypted(state[0], everywhere(state[1], places) + places)
    counter = state[1] + state[1].full(count)
    if wide:
        numbers = pair(*words).convert(type.element_type)
        return counter, b.reshape(numbers.value, type)
    numbers = [word.convert(type.element_type) for word in words]
    column, both = [*halves], [*halves]
    column.insert(axis + 1, 1)
    both[axis] *= 2
    parts = [b.reshape(x.value, b.ranked(type.element_type, column)) for x in numbers]
    column[axis + 1] = 2
    table = concatenate(b, parts, axis + 1, b.ranked(type.element_type, column))
    whole = b.reshape(table, b.ranked(type.element_type, both))
    least = as_expr(0), as_expr(shape[axis] if shape else 1)
    kept = b.slice(whole, axis, *least, b.ranked(type.element_type, shape or [1]))
    return counter, kept if shape else b.reshape(kept, type)


def _encrypted(key: Elements, counter: Elements) -> tuple[Elements, Elements]:
    """The two words of ThreeFry 2x32-20 for each counter, as numbers of 64 bits."""
    keys = [everywhere(half(key).convert(ui32), counter) for half in (low, high)]
    keys.append(exclusive(keys[0].full(PARITY), *keys))
    x, y = (half(counter).convert(ui32) + key for half, key in zip((low, high), keys, strict=False))
    for round_, turn in enumerate(islice(cycle(ROTATIONS), ROUNDS), 1):
        x = x + y
        y = exclusive(x, _rotated(y, turn))
        if not round_ % 4:
            group = round_ // 4
            x, y = x + keys[group % 3], y + keys[(group + 1) % 3] + group
    return x.convert(ui64), y.convert(ui64)


def _rotated(x: Elements, turn: int) -> Elements:
    return x.apply(mhlo.ShiftLeftOp, turn) | x.apply(mhlo.ShiftRightLogicalOp, 32 - turn)


LOWERINGS: LoweringTable = {
    mhlo.RngBitGeneratorOp: random_bits,
    mhlo.DynamicRngBitGeneratorOp: random_bits,
}

"""Numbers of gamma distributions: Marsaglia and Tsang, A simple method for generating gamma
variables (2000).
"""

from __future__ import annotations

from math import nan

from .draws import Pairs, Uniforms, unpacked
from .formulas import Elements, where
from .iteration import State, until
from .philox import Philox


def gamma_numbers(source: Philox, start: Elements, alpha: Elements) -> Elements:
    """A number of each shape `alpha`, f64; below 1 that of `alpha + 1` and a power of a uniform
    one.
    """
    small = alpha < 1
    d = alpha + where(small, alpha.full(2 / 3), -1 / 3)
    c = (1 / 3) / d.sqrt()

    def step(state: State) -> State:
        place, _, result = state[:3]
        normals, uniforms = unpacked(state[3:])
        everywhere = place.equals(place)
        x, place, normals = normals.take(source, place, everywhere, uniform=False)
        v = 1 + c * x
        inside = v > 0
        u, place, uniforms = uniforms.take(source, place, inside, uniform=True)
        v = v * v * v
        near = u < 1 - 0.0331 * (x * x) * (x * x)
        taken = inside & (near | (u.log() < 0.5 * x * x + d * (1 - v + v.log())))
        power, place, uniforms = uniforms.take(source, place, taken & small, uniform=True)
        value = d * v
        value = where(small, value * power.power(1 / alpha), value)
        result = where(taken, value, result)
        return [place, ~taken, result, *normals.state, *uniforms.state]

    going = (d > 0) & alpha.differs(1)
    none = Pairs(alpha.full(0), alpha.differs(alpha) & alpha.equals(alpha))
    begin = [start, going, where(going, alpha, nan), *none.state, *none.state]
    found = until(lambda state: state[1], step, begin)[2]
    exponential = -(-Uniforms(source, start).at(start.full(0))).log1p()
    return where(alpha.equals(1), exponential, found)

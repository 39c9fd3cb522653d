"""Special functions of arguments for which a series would not end; wanted by mpmath, 40 digits."""

from __future__ import annotations

from math import inf, nan

import numpy as np
import pytest
from tieshape.runtime import Model

CASES = {
    "Igamma": [
        (10001, 10001, 0.501329741854, 1e-8),
        (10001, 9800, 0.0216820595052, 1e-8),
        (1e6, 1001000, 0.841344786368, 1e-9),
        (2e4, 1.9e4, 3.23687464362e-13, 1e-7),
        (1e30, 1e30, 0.5, 1e-9),
        (1e5, 1e9, 1, 0),
        (1e5, 0, 0, 0),
        (3, 2, 0.323323583817, 1e-11),
    ],
    "Igammac": [
        (1e6, 999000, 0.841344786426, 1e-9),
        (10001, 13000, 6.12808816398e-166, 1e-6),
        (1e5, inf, 0, 0),
        (0.5, 7, 0.000182810632982, 1e-11),
    ],
    "IgammaGradA": [
        (10001, 10200, -0.000559765683313, 1e-6),
        (1e6, 999000, -0.0002420110664, 1e-6),
        (1e30, 1e30, -3.989422804014e-16, 1e-6),
        (3, 2, -0.231848672044, 1e-10),
    ],
    "RandomGammaGrad": [
        (10001, 10001, 1.00001666517, 1e-8),
        (10001, 10200, 1.00990049508, 1e-6),
        (1e6, 1001000, 1.00050000017, 1e-8),
        (1e30, 1e30, 1, 1e-9),
    ],
    "Zeta": [
        (3, -1e5, nan, 0),
        (3, -1e20, nan, 0),
        (2, -inf, inf, 0),
        (2, -100000.5, 9.86959440118936, 1e-12),
        (2, -1e10 - 0.5, 9.86960440098936, 1e-12),
        (5, -0.25, -1019.71664142, 1e-11),
        (4, -7.75, 259.756986765, 1e-11),
        (3, 0.3, 37.6362682944, 1e-11),
    ],
    "Polygamma": [(3, -20.5, 194.81796635297, 1e-11), (3, -1e20, inf, 0)],
}


@pytest.mark.parametrize("engine", ["interpreter", "auto"])
@pytest.mark.parametrize("name", CASES)
def test_values(name: str, engine: str) -> None:
    model = Model(
        f"""func.func @main(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {{
          %0 = "tf.{name}"(%x, %y) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
          func.return %0 : tensor<?xf64>
        }}""",
        engine=engine,
    )
    x, y, wanted, tolerance = np.array(CASES[name], np.float64).T
    (found,) = model(x, y)
    for a, b, one, other, limit in zip(x, y, found, wanted, tolerance, strict=True):
        np.testing.assert_allclose(one, other, rtol=limit, atol=0, err_msg=f"{name}({a}, {b})")

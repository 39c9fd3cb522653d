"""Factorizations of LAPACK that no op of mhlo or tf has, as JAX calls them on CPUs.

Names and results are those of LAPACK (https://www.netlib.org/lapack/explore-html/), dimensions of
batches come before those of matrices; `convert-lapack-to-mhlo` lowers these ops.
"""

from __future__ import annotations

from abc import ABC

from xdsl.ir import Dialect
from xdsl.irdl import operand_def, result_def

from ..deferred import op_definition
from ..mhlo.checks import check_same_element, check_values
from ..pure import PureOp
from ..types import COMPLEX, FLOAT, SIGNED


class LapackOp(PureOp, ABC):
    """An op on matrices of floats or complex numbers."""

    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


@op_definition
class GetrfOp(LapackOp):
    """`[…, m, n]` to triangles, `l` below its diagonal of 1, `u` from there on; `l*u` has the rows
    of `a`, of which row i was exchanged with row `pivots[i] - 1`, one after the other.

    `info` is 0, or the number of the first diagonal element of `u` that is 0, counted from 1.
    """

    name = "lapack.getrf"
    a = operand_def()
    lu = result_def()
    pivots = result_def()
    info = result_def()

    def verify_(self) -> None:
        matrix, lu, *_ = check_values(self, FLOAT | COMPLEX, FLOAT | COMPLEX, SIGNED, SIGNED)
        check_same_element(self, "operand 0", matrix, "result 0", lu)


@op_definition
class GeqrfOp(LapackOp):
    """`[…, m, n]` to an upper triangle, below whose diagonal the reflections stand that lead to it:
    number i is `1 - tau[i]*v*v^H`, where `v` is 0, then 1 at i, then what stands there. Their
    product times the triangle is the matrix.
    """

    name = "lapack.geqrf"
    a = operand_def()
    factors = result_def()
    tau = result_def()

    def verify_(self) -> None:
        matrix, factors, tau = check_values(self, FLOAT | COMPLEX)
        check_same_element(self, "operand 0", matrix, "result 0", factors)
        check_same_element(self, "operand 0", matrix, "result 1", tau)


@op_definition
class OrgqrOp(LapackOp):
    """The first columns, as many as `a` has, of the product of the reflections in it; of complex
    ones LAPACK calls it `ungqr`.
    """

    name = "lapack.orgqr"
    a = operand_def()
    tau = operand_def()
    q = result_def()

    def verify_(self) -> None:
        matrix, tau, q = check_values(self, FLOAT | COMPLEX)
        check_same_element(self, "operand 0", matrix, "operand 1", tau)
        check_same_element(self, "operand 0", matrix, "the result", q)


LAPACK = Dialect("lapack", [GetrfOp, GeqrfOp, OrgqrOp])

"""Where results and refusals of two runs differ."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from .program import Array


@dataclass(frozen=True, slots=True)
class Refusal:
    """A run that TensorFlow refuses; `op` is the type of the op, `node` the outermost around it, if
    TensorFlow names one.

    `is_limit`: TensorFlow has no kernel for it, or its kernel fails; the inputs are not wrong.
    """

    message: str
    op: str
    is_limit: bool = False
    node: str = ""

    @property
    def about(self) -> str:
        """Whether it is for "sizes" or for "values": the words decide."""
        return "values" if _VALUES.search(self.message) else "sizes"


_VALUES = re.compile(
    r"not in \[|out of (range|bounds)|negative|not increasing|ids? .*(>=|<)|by zero|delta|"
    r"seq_len|is not valid|NaN|nan :|Inf|indices\[\d|slice index|"
    r"must be (positive|non-negative|> ?0)|"
    r"requires start|params is empty|empty output shape|error in binary|"
    r"lower|upper|expected .* in \[|label value|permutation|Expected size\[",
)


def difference(
    found: list[Array] | str, wanted: list[Array] | Refusal
) -> tuple[str, str, str] | None:
    """The kind of the difference, what is found and what is wanted; None where they agree."""
    if isinstance(wanted, Refusal):
        if isinstance(found, str):
            return None
        shapes = [list(array.shape) for array in found]
        return (
            f"missed reject: {wanted.about}",
            f"results {shapes}",
            f"{wanted.op}: {wanted.message}",
        )
    if isinstance(found, str):
        return "false reject", found, "TensorFlow runs it"
    for i, (a, b) in enumerate(zip(found, wanted, strict=True)):
        if (words := unequal(a, b)) is not None:
            return "wrong numbers", f"{words}: result {i}: {few(a)}", f"{few(b)}"
    return None


def unequal(found: Array, wanted: Array) -> str | None:
    if found.shape != wanted.shape:
        return "shape"
    if found.dtype != wanted.dtype:
        return "element type"
    if wanted.dtype.kind != "f":
        return None if np.array_equal(found, wanted) else "elements"
    finite = np.abs(wanted[np.isfinite(wanted)].astype(float))
    scale = max(1.0, float(finite.max(initial=0)))
    # What overflows on the way in one order of sums may not in another.
    edge = (
        np.isinf(wanted)
        & (np.sign(found) == np.sign(wanted))
        & (np.abs(found) > np.finfo(wanted.dtype).max / 32)
    )
    found = np.where(edge, wanted, found)
    with np.errstate(all="ignore"):
        close = np.allclose(found, wanted, 2e-3, 2e-4 * min(scale, 1e30), equal_nan=True)
    return None if close else "elements"


def few(array: Array) -> str:
    return f"{array.dtype}{list(array.shape)} {array.ravel()[:12].tolist()}"

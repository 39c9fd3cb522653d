"""What describes a product of matrices, for plain loops and for the code that does it fast."""

from __future__ import annotations

SIZES = (
    *("batches", "m", "n", "k", "a_b", "a_m", "a_k", "b_b", "b_k", "b_n", "c_b", "c_m", "c_0"),
    *("outer", "a_o", "b_o", "c_o"),
)
"""Counts, and by how many elements each operand moves: batches within `outer` ones, rows, columns;
`c_0` is the first element of the result.
"""
WORDS = ("a", "b", "c", *SIZES, "packed")
"""The words of one product: addresses first; `packed` is 1 where b lies in panels, else 0."""
PRODUCT, BYTE_PRODUCT = "tieshape_product", "tieshape_byte_product"
OWN = {"f32": PRODUCT, "i8": BYTE_PRODUCT}
"""The functions that take the address of these words, and which part of how many they are to do,
by the element type of what they multiply.
"""

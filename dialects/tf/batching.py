"""tf ops that move blocks of pixels between the batch and the spatial dimensions."""

from __future__ import annotations

from math import prod

from xdsl.irdl import operand_def, result_def

from .operation import PureTfOperation, tf_op
from .static_types import (
    UNKNOWN,
    agree,
    constant_integers,
    rank_at_least,
    rank_is,
    refusal,
    same_elements,
)

Pairs = tuple[tuple[int, int], ...]


class BatchMove(PureTfOperation):
    """Blocks of sizes `block_shape` over the dimensions after the batch; two amounts for each of them."""

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        shape, blocks, amounts = (self.operand_shape(i) for i in range(3))
        rank_is(self, "block_shape", blocks, 1)
        count = UNKNOWN if blocks is None else blocks[0]
        agree(self, "the table of amounts", amounts, (count, 2))
        if count >= 0:
            rank_at_least(self, "input", shape, 1 + count)
        if shape is None:
            return
        rank_is(self, "the result", self.result_shape(), len(shape))
        block = constant_integers(self._operands[1])
        if block is None:
            return
        if min(block, default=1) < 1:
            raise refusal(self, f"block_shape is {list(block)}, needed at least 1 each")
        flat = constant_integers(self._operands[2]) or (UNKNOWN,) * (2 * len(block))
        if constant_integers(self._operands[2]) is not None and min(flat, default=0) < 0:
            raise refusal(self, f"the amounts are {list(flat)}, needed at least 0 each")
        if len(flat) != 2 * len(block):
            return
        pairs = tuple(zip(flat[::2], flat[1::2], strict=True))
        agree(self, "the result", self.result_shape(), self.moved(shape, block, pairs))

    def moved(
        self, shape: tuple[int, ...], block: tuple[int, ...], pairs: Pairs
    ) -> tuple[int, ...]:
        """The sizes of the result; demands divisibility. Amounts of `UNKNOWN` are not known."""
        raise NotImplementedError

    def divided(self, what: str, size: int, by: int) -> int:
        """`size / by`, demanding that there is no remainder; unknown stays unknown."""
        if size >= 0 and size % by:
            raise refusal(self, f"{what} is {size}, needed a multiple of {by}")
        return size // by if size >= 0 else UNKNOWN


@tf_op
class SpaceToBatchNDOp(BatchMove):
    """Pads, then moves the pixels at each place of a block to a batch of their own."""

    name = "tf.SpaceToBatchND"
    input = operand_def()
    block_shape = operand_def()
    paddings = operand_def()
    output = result_def()

    def moved(
        self, shape: tuple[int, ...], block: tuple[int, ...], pairs: Pairs
    ) -> tuple[int, ...]:
        spatial = [
            self.divided("a padded size", UNKNOWN if min(size, *pair) < 0 else size + sum(pair), by)
            for size, by, pair in zip(shape[1:], block, pairs, strict=False)
        ]
        batch = shape[0] * prod(block) if shape[0] >= 0 else UNKNOWN
        return (batch, *spatial, *shape[1 + len(block) :])


@tf_op
class BatchToSpaceNDOp(BatchMove):
    """The inverse of `tf.SpaceToBatchND`, which crops instead of padding."""

    name = "tf.BatchToSpaceND"
    input = operand_def()
    block_shape = operand_def()
    crops = operand_def()
    output = result_def()

    def moved(
        self, shape: tuple[int, ...], block: tuple[int, ...], pairs: Pairs
    ) -> tuple[int, ...]:
        spatial = [
            self.cropped(size * by, pair) if min(size, *pair) >= 0 else UNKNOWN
            for size, by, pair in zip(shape[1:], block, pairs, strict=False)
        ]
        batch = self.divided("the batch", shape[0], prod(block))
        return (batch, *spatial, *shape[1 + len(block) :])

    def cropped(self, size: int, pair: tuple[int, int]) -> int:
        """`size` without what is cropped; demands that something, or nothing exactly, is left."""
        if size < sum(pair):
            raise refusal(self, f"crops are {list(pair)}, needed at most {size} together")
        return size - sum(pair)

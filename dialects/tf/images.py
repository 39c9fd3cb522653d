"""tf ops that move blocks of pixels, resize images or pick boxes in them."""

from __future__ import annotations

from math import prod

from xdsl.irdl import operand_def, result_def

from .operation import PureTfOperation, tf_op
from .parameters import flag, integer, text
from .static_types import (
    UNKNOWN,
    agree,
    constant_integer,
    constant_integers,
    element_of,
    is_float,
    is_integer,
    rank_at_least,
    rank_is,
    same_elements,
    verify_error,
)


class Resize(PureTfOperation):
    """A batch of `images`, channels last, resized to the height and width in `size`."""

    images = operand_def()
    size = operand_def()
    resized_images = result_def()
    align_corners = flag()
    half_pixel_centers = flag()

    def verify_(self) -> None:
        if self.align_corners and self.half_pixel_centers:
            raise verify_error(
                self, "align_corners and half_pixel_centers are both true, needed at most one"
            )
        if not is_integer(found := element_of(self._operands[1].type)):
            raise verify_error(self, f"size has elements {found}, needed integers")
        agree(self, "size", self.operand_shape(1), (2,))
        shape = self.operand_shape(0)
        rank_is(self, "images", shape, 4)
        sizes = constant_integers(self._operands[1])
        if sizes is not None and min(sizes, default=1) < 1:
            raise verify_error(self, f"size is {list(sizes)}, needed at least 1 each")
        n, *_, c = (UNKNOWN,) * 4 if shape is None else shape
        agree(self, "the result", self.result_shape(), (n, *(sizes or (UNKNOWN, UNKNOWN)), c))


@tf_op
class ResizeBilinearOp(Resize):
    """Interpolates; the result has floats."""

    name = "tf.ResizeBilinear"

    def verify_(self) -> None:
        super().verify_()
        if not is_float(found := element_of(self.results[0].type)):
            raise verify_error(self, f"the result has elements {found}, needed floats")


@tf_op
class ResizeNearestNeighborOp(Resize):
    """Takes the nearest pixel."""

    name = "tf.ResizeNearestNeighbor"

    def verify_(self) -> None:
        super().verify_()
        same_elements(self, self._operands[0], self.results[0])


class NonMaxSuppression(PureTfOperation):
    """
    Picks the boxes with the best scores that overlap no better one too much.

    Boxes are rows of two opposite corners. At most `max_output_size` are picked, with scores above
    `score_threshold`; overlap is intersection over union, up to `iou_threshold`.
    """

    boxes = operand_def()
    scores = operand_def()
    max_output_size = operand_def()
    iou_threshold = operand_def()
    score_threshold = operand_def()

    def verify_(self) -> None:
        boxes = self.operand_shape(0)
        agree(self, "boxes", boxes, (UNKNOWN, 4))
        agree(self, "scores", self.operand_shape(1), (UNKNOWN if boxes is None else boxes[0],))
        names = ("max_output_size", "iou_threshold", "score_threshold")
        for index, what in enumerate(names, start=2):
            rank_is(self, what, self.operand_shape(index), 0)
        most = constant_integer(self._operands[2])
        if most is not None and most < 0:
            raise verify_error(self, f"max_output_size is {most}, needed at least 0")
        if not is_integer(found := element_of(self.results[0].type)):
            raise verify_error(self, f"the result has elements {found}, needed integers")
        rank_is(self, "the result", self.result_shape(), 1)
        self._verify_count(most, boxes[0] if boxes is not None else UNKNOWN)

    def _verify_count(self, most: int | None, boxes: int) -> None:
        result = self.result_shape()
        limits = [size for size in (most, boxes) if size is not None and size >= 0]
        if result is not None and limits and not self.padded() and result[0] > min(limits):
            raise verify_error(
                self, f"the result has size {result[0]}, needed at most {min(limits)}"
            )

    def padded(self) -> bool:
        """Whether the result always has `max_output_size` entries."""
        return False


@tf_op
class NonMaxSuppressionV3Op(NonMaxSuppression):
    name = "tf.NonMaxSuppressionV3"
    selected_indices = result_def()


@tf_op
class NonMaxSuppressionV4Op(NonMaxSuppression):
    """Also gives the number of boxes picked; the result may be padded to its greatest size."""

    name = "tf.NonMaxSuppressionV4"
    selected_indices = result_def()
    valid_outputs = result_def()
    pad_to_max_output_size = flag()

    def verify_(self) -> None:
        super().verify_()
        rank_is(self, "valid_outputs", self.result_shape(1), 0)

    def padded(self) -> bool:
        return self.pad_to_max_output_size


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
            raise verify_error(self, f"block_shape is {list(block)}, needed at least 1 each")
        flat = constant_integers(self._operands[2]) or (UNKNOWN,) * (2 * len(block))
        if constant_integers(self._operands[2]) is not None and min(flat, default=0) < 0:
            raise verify_error(self, f"the amounts are {list(flat)}, needed at least 0 each")
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
            raise verify_error(self, f"{what} is {size}, needed a multiple of {by}")
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
            raise verify_error(self, f"crops are {list(pair)}, needed at most {size} together")
        return size - sum(pair)


class BlockMove(PureTfOperation):
    """Moves square blocks of pixels between the channels and the spatial dimensions."""

    input = operand_def()
    output = result_def()
    block_size = integer(least=2)
    data_format = text("NHWC", choices=("NHWC", "NCHW"))

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])
        shape = self.operand_shape(0)
        rank_is(self, "input", shape, 4)
        rank_is(self, "the result", self.result_shape(), 4)
        if shape is not None:
            channels_last = self.data_format == "NHWC"
            n, h, w, c = shape if channels_last else (shape[0], *shape[2:], shape[1])
            h, w, c = self.moved(h, w, c, self.block_size)
            needed = (n, h, w, c) if channels_last else (n, c, h, w)
            agree(self, "the result", self.result_shape(), needed)

    def moved(self, h: int, w: int, c: int, block: int) -> tuple[int, int, int]:
        """The sizes of the result; demands divisibility."""
        raise NotImplementedError

    def divided(self, what: str, size: int, by: int) -> int:
        """`size / by`, demanding that there is no remainder; unknown stays unknown."""
        if size >= 0 and size % by:
            raise verify_error(self, f"{what} is {size}, needed a multiple of {by}")
        return size // by if size >= 0 else UNKNOWN


@tf_op
class SpaceToDepthOp(BlockMove):
    name = "tf.SpaceToDepth"

    def moved(self, h: int, w: int, c: int, block: int) -> tuple[int, int, int]:
        channels = c * block * block if c >= 0 else UNKNOWN
        return self.divided("height", h, block), self.divided("width", w, block), channels


@tf_op
class DepthToSpaceOp(BlockMove):
    name = "tf.DepthToSpace"

    def moved(self, h: int, w: int, c: int, block: int) -> tuple[int, int, int]:
        height, width = (size * block if size >= 0 else UNKNOWN for size in (h, w))
        return height, width, self.divided("the number of channels", c, block * block)

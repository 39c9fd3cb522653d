"""What tf convolutions and poolings share: windows that move over an image."""

from __future__ import annotations

from typing import ClassVar

from .checks import verify_error
from .operation import PureTfOperation
from .parameters import integers, text


class Windowed(PureTfOperation):
    """An op that moves a window over the spatial dimensions of a batch of images or volumes."""

    SPATIAL: ClassVar[int] = 2
    """The number of spatial dimensions."""

    strides = integers(least=1)
    padding = text(choices=("SAME", "VALID", "EXPLICIT"))
    explicit_paddings = integers((), least=0)
    data_format = text("NHWC", choices=("NHWC", "NCHW"))

    @property
    def channels_last(self) -> bool:
        """Whether channels are the last dimension; else they follow the batch."""
        return self.data_format.endswith("C")

    @property
    def channel_axis(self) -> int:
        """The dimension of channels."""
        return self.SPATIAL + 1 if self.channels_last else 1

    @property
    def spatial_axes(self) -> range:
        """The spatial dimensions."""
        first = 1 if self.channels_last else 2
        return range(first, first + self.SPATIAL)

    @property
    def window_dilations(self) -> tuple[int, ...]:
        """The dilation per dimension of the input."""
        return (1,) * (self.SPATIAL + 2)

    def verify_window_attributes(self, *lists: tuple[str, tuple[int, ...]]) -> None:
        """Demands one number per dimension in each list, and paddings when they are explicit."""
        rank = self.SPATIAL + 2
        for what, values in (("strides", self.strides), *lists):
            if len(values) != rank:
                raise verify_error(
                    self, f"attribute {what} has {len(values)} numbers, needed {rank}"
                )
            if values[0] != 1:
                raise verify_error(
                    self, f"attribute {what} has {values[0]} for the batch, needed 1"
                )
        explicit = len(self.explicit_paddings)
        needed = 2 * rank if self.padding == "EXPLICIT" else 0
        if explicit != needed:
            raise verify_error(
                self, f"attribute explicit_paddings has {explicit} numbers, needed {needed}"
            )

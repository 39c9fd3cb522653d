"""tf Fourier transforms."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import operand_def, result_def

from ..types import element_of, is_complex, is_float
from .checks import same_elements, verify_error
from .operation import PureTfOperation


class Fourier(PureTfOperation):
    """A complex transform over the last dimensions; an inverse one divides by the count."""

    DIMENSIONS: ClassVar[int] = 1
    input = operand_def()
    output = result_def()

    def verify_(self) -> None:
        if not is_complex(found := element_of(self._operands[0].type)):
            raise verify_error(self, f"input has elements {found}, needed complex numbers")
        same_elements(self, self._operands[0], self.results[0])


class RealFourier(PureTfOperation):
    """
    A transform between real numbers and the first half of their spectrum.

    `fft_length` holds the sizes of the real side; the input is cut or padded with zeros to fit.
    """

    DIMENSIONS: ClassVar[int] = 1
    INVERSE: ClassVar[bool] = False
    input = operand_def()
    fft_length = operand_def()
    output = result_def()

    def verify_(self) -> None:
        sides = [element_of(self._operands[0].type), element_of(self.results[0].type)]
        real, spectrum = sides[::-1] if self.INVERSE else sides
        if not is_float(real):
            raise verify_error(self, f"the real side has elements {real}, needed floats")
        if not is_complex(spectrum):
            raise verify_error(
                self, f"the spectrum has elements {spectrum}, needed complex numbers"
            )


class FFTOp(Fourier):
    name = "tf.FFT"


class FFT2DOp(Fourier):
    name = "tf.FFT2D"
    DIMENSIONS: ClassVar = 2


class FFT3DOp(Fourier):
    name = "tf.FFT3D"
    DIMENSIONS: ClassVar = 3


class IFFTOp(Fourier):
    name = "tf.IFFT"


class IFFT2DOp(Fourier):
    name = "tf.IFFT2D"
    DIMENSIONS: ClassVar = 2


class IFFT3DOp(Fourier):
    name = "tf.IFFT3D"
    DIMENSIONS: ClassVar = 3


class RFFTOp(RealFourier):
    name = "tf.RFFT"


class RFFT2DOp(RealFourier):
    name = "tf.RFFT2D"
    DIMENSIONS: ClassVar = 2


class RFFT3DOp(RealFourier):
    name = "tf.RFFT3D"
    DIMENSIONS: ClassVar = 3


class IRFFTOp(RealFourier):
    name = "tf.IRFFT"
    INVERSE: ClassVar = True


class IRFFT2DOp(RealFourier):
    name = "tf.IRFFT2D"
    DIMENSIONS: ClassVar = 2
    INVERSE: ClassVar = True


class IRFFT3DOp(RealFourier):
    name = "tf.IRFFT3D"
    DIMENSIONS: ClassVar = 3
    INVERSE: ClassVar = True

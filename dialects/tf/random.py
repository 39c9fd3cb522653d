"""tf ops that make random numbers, from seeds, from keys and counters, or from a state."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from ..types import element_of, is_float, is_integer, is_wide_integer
from .checks import rank_is, same_elements, verify_error
from .operation import KeepsElements, PureTfOperation, TfOperation
from .parameters import integer


class RandomNumbers(TfOperation):
    """Random numbers of sizes `shape`."""

    def verify_(self) -> None:
        rank_is(self, "shape", self.operand_shape(0), 1)
        if not is_wide_integer(found := element_of(self._operands[0].type)):
            raise verify_error(self, f"shape has elements {found}, needed integers")
        self.verify_result_elements()

    def verify_result_elements(self) -> None:
        """Demands floats."""
        if not is_float(found := element_of(self.results[0].type)):
            raise verify_error(self, f"the result has elements {found}, needed floats")


class RandomIntegers(RandomNumbers):
    """Integers from `minval` to below `maxval`, the last two operands."""

    def verify_result_elements(self) -> None:
        limits = self._operands[-2:]
        same_elements(self, *limits, self.results[0])
        for name, index in (("minval", -2), ("maxval", -1)):
            rank_is(self, name, self.operand_shape(index), 0)


class RandomBits(RandomNumbers):
    """Integers of their whole range."""

    def verify_result_elements(self) -> None:
        if not is_integer(found := element_of(self.results[0].type)):
            raise verify_error(self, f"the result has elements {found}, needed integers")


class FromSeed(PureTfOperation):
    shape = operand_def()
    seed = operand_def()
    output = result_def()


class FromCounter(PureTfOperation):
    shape = operand_def()
    key = operand_def()
    counter = operand_def()
    alg = operand_def()
    output = result_def()


class Seeded(TfOperation):
    """From a state that moves on whenever the op runs."""

    seed = integer(0)
    seed2 = integer(0)


class FromState(Seeded):
    shape = operand_def()
    output = result_def()


class StatelessRandomUniformOp(FromSeed, RandomNumbers):
    name = "tf.StatelessRandomUniform"


class StatelessRandomNormalOp(FromSeed, RandomNumbers):
    name = "tf.StatelessRandomNormal"


class StatelessTruncatedNormalOp(FromSeed, RandomNumbers):
    name = "tf.StatelessTruncatedNormal"


class StatelessRandomUniformIntOp(FromSeed, RandomIntegers):
    name = "tf.StatelessRandomUniformInt"
    minval = operand_def()
    maxval = operand_def()


class StatelessRandomUniformFullIntOp(FromSeed, RandomBits):
    name = "tf.StatelessRandomUniformFullInt"


class StatelessRandomUniformV2Op(FromCounter, RandomNumbers):
    name = "tf.StatelessRandomUniformV2"


class StatelessRandomNormalV2Op(FromCounter, RandomNumbers):
    name = "tf.StatelessRandomNormalV2"


class StatelessTruncatedNormalV2Op(FromCounter, RandomNumbers):
    name = "tf.StatelessTruncatedNormalV2"


class StatelessRandomUniformIntV2Op(FromCounter, RandomIntegers):
    name = "tf.StatelessRandomUniformIntV2"
    minval = operand_def()
    maxval = operand_def()


class StatelessRandomUniformFullIntV2Op(FromCounter, RandomBits):
    name = "tf.StatelessRandomUniformFullIntV2"


class RandomUniformOp(FromState, RandomNumbers):
    name = "tf.RandomUniform"


class RandomStandardNormalOp(FromState, RandomNumbers):
    name = "tf.RandomStandardNormal"


class TruncatedNormalOp(FromState, RandomNumbers):
    """Normal numbers, those of 2 and more left out."""

    name = "tf.TruncatedNormal"


class RandomUniformIntOp(FromState, RandomIntegers):
    name = "tf.RandomUniformInt"
    minval = operand_def()
    maxval = operand_def()


class RandomShuffleOp(Seeded):
    """The slices along dimension 0 in another order."""

    name = "tf.RandomShuffle"
    value = operand_def()
    output = result_def()

    def verify_(self) -> None:
        same_elements(self, self._operands[0], self.results[0])


class StatelessShuffleOp(KeepsElements):
    """The slices along dimension 0 in another order, from a key and a counter."""

    name = "tf.StatelessShuffle"
    value = operand_def()
    key = operand_def()
    counter = operand_def()
    alg = operand_def()
    output = result_def()


class Samples(TfOperation):
    """Indices of classes, each as often as its logit in the row says; `num_samples` a row."""

    def verify_(self) -> None:
        rank_is(self, "logits", self.operand_shape(0), 2)
        rank_is(self, "num_samples", self.operand_shape(1), 0)
        if not is_float(found := element_of(self._operands[0].type)):
            raise verify_error(self, f"logits have elements {found}, needed floats")
        if not is_wide_integer(found := element_of(self.results[0].type)):
            raise verify_error(self, f"the result has elements {found}, needed integers")


class MultinomialOp(Seeded, Samples):
    name = "tf.Multinomial"
    logits = operand_def()
    num_samples = operand_def()
    output = result_def()


class StatelessMultinomialOp(PureTfOperation, Samples):
    name = "tf.StatelessMultinomial"
    logits = operand_def()
    num_samples = operand_def()
    seed = operand_def()
    output = result_def()


class StatelessRandomGetKeyCounterOp(PureTfOperation):
    """The key and the counter of a generator for two seeds."""

    name = "tf.StatelessRandomGetKeyCounter"
    seed = operand_def()
    key = result_def()
    counter = result_def()


class StatelessRandomGetKeyCounterAlgOp(PureTfOperation):
    """The key, the counter and the number of a generator for two seeds."""

    name = "tf.StatelessRandomGetKeyCounterAlg"
    seed = operand_def()
    key = result_def()
    counter = result_def()
    alg = result_def()


class StatelessRandomGetAlgOp(PureTfOperation):
    """The number of the generator: 1, Philox."""

    name = "tf.StatelessRandomGetAlg"
    alg = result_def()

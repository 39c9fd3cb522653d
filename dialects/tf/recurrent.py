"""tf ops that are a whole step of a recurrent layer, or all of its steps."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from .checks import same_elements
from .operation import PureTfOperation
from .parameters import flag, real


class LSTM(PureTfOperation):
    """Gates `i`, `f`, `o` and `ci` of the product of input and state with one matrix.

    With `use_peephole` gates see the cell's state, too; a positive `cell_clip` bounds that state.
    """

    cell_clip = real(3.0)
    use_peephole = flag()


class LSTMBlockCellOp(LSTM):
    """One step; the gates in the matrix are in the order i, ci, f, o."""

    name = "tf.LSTMBlockCell"
    x = operand_def()
    cs_prev = operand_def()
    h_prev = operand_def()
    w = operand_def()
    wci = operand_def()
    wcf = operand_def()
    wco = operand_def()
    b = operand_def()
    i = result_def()
    cs = result_def()
    f = result_def()
    o = result_def()
    ci = result_def()
    co = result_def()
    h = result_def()
    forget_bias = real(1.0)

    def verify_(self) -> None:
        same_elements(self, *self._operands, *self.results)


class BlockLSTM(LSTM):
    """`seq_len_max` steps over the first dimension of `x`; zeros for the rest of it."""

    seq_len_max = operand_def()
    x = operand_def()
    cs_prev = operand_def()
    h_prev = operand_def()
    w = operand_def()
    wci = operand_def()
    wcf = operand_def()
    wco = operand_def()
    b = operand_def()
    i = result_def()
    cs = result_def()
    f = result_def()
    o = result_def()
    ci = result_def()
    co = result_def()
    h = result_def()

    def verify_(self) -> None:
        same_elements(self, *self._operands[1:], *self.results)


class BlockLSTMOp(BlockLSTM):
    """The gates in the matrix are in the order i, ci, f, o."""

    name = "tf.BlockLSTM"
    forget_bias = real(1.0)


class BlockLSTMV2Op(BlockLSTM):
    """The gates in the matrix are in the order i, f, ci, o; there is no bias of the forget gate."""

    name = "tf.BlockLSTMV2"
    cell_clip = real(0.0)


class GRUBlockCellOp(PureTfOperation):
    """One step: gates `r` and `u` of one matrix, the candidate `c` of another one."""

    name = "tf.GRUBlockCell"
    x = operand_def()
    h_prev = operand_def()
    w_ru = operand_def()
    w_c = operand_def()
    b_ru = operand_def()
    b_c = operand_def()
    r = result_def()
    u = result_def()
    c = result_def()
    h = result_def()

    def verify_(self) -> None:
        same_elements(self, *self._operands, *self.results)

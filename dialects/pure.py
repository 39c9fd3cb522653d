"""The base of ops without side effects."""

from abc import ABC

from xdsl.irdl import IRDLOperation, traits_def
from xdsl.traits import Pure


class PureOp(IRDLOperation, ABC):
    """An op that is dead where its results are unused, and equal to one of equal operands."""

    traits = traits_def(Pure())

"""The error of op sets: its base class takes longer to import than all that runs from the cache."""

from __future__ import annotations

from xdsl.utils.exceptions import DiagnosticException


class OpSetError(DiagnosticException):
    """A table of an op set holds what does not belong there, or two rows for one op; or an installed
    op set cannot be imported.
    """

"""The error of op sets: its base class takes longer to import than all that runs from the cache."""

from __future__ import annotations

from xdsl.utils.exceptions import DiagnosticException


class OpSetError(DiagnosticException):
    """An op has two rows in one table, or an installed op set cannot be imported."""

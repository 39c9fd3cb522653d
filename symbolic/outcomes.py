"""How the treatment of facts ends early."""

from __future__ import annotations


class Infeasible(Exception):
    """The facts hold for no integers."""


class Exhausted(Exception):
    """A limit was reached; nothing is known."""

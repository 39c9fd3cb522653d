"""Broadcasts of many sizes, said in terms of broadcasts of some of them that are known already.

In a chain or a tree of n broadcasts every step names one more size. Written out, the steps have
about n * n / 2 operands; each said by the steps before it, they have about 2 * n.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..symbolic import Broadcast, Expr

FLAT = 4
"""A broadcast of at most this many sizes is written out, so that a reader sees what it is."""


class NamedBroadcasts:
    """Broadcasts of some sizes that can be referred to."""

    def __init__(self) -> None:
        self._known: list[tuple[frozenset[Expr], Expr]] = []
        """(the sizes, what they broadcast to), those of most sizes last."""
        self._added: set[Expr] = set()

    def add(self, whole: Expr) -> None:
        """Lets `whole` be referred to, if it is a broadcast."""
        atom = whole.single_atom
        if not isinstance(atom, Broadcast) or len(atom.args) < FLAT or whole in self._added:
            return
        self._added.add(whole)
        place = len(self._known)
        while place and len(self._known[place - 1][0]) > len(atom.args):
            place -= 1
        self._known.insert(place, (frozenset(atom.args), whole))

    def cover(self, sizes: Sequence[Expr]) -> Sequence[Expr]:
        """Sizes that broadcast to what `sizes` do: known broadcasts in place of what they are of.

        `broadcast` is associative, commutative and idempotent on all integers, so nothing need be
        known of the sizes.
        """
        if len(sizes) <= FLAT:
            return sizes
        place = {size: i for i, size in enumerate(sizes)}
        wanted = frozenset(place)  # takes over the hashes, as the next line does
        missing = set(wanted)
        found = list[Expr]()
        for known, whole in reversed(self._known):
            if len(missing) < FLAT:
                break
            if known <= wanted and len(known) < len(wanted) and len(known & missing) > 1:
                missing -= known
                found.append(whole)
        return [*found, *sorted(missing, key=place.__getitem__)] if found else sizes

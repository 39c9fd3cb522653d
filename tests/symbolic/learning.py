"""Facts learnt from texts."""

from tieshape.symbolic import Facts


def facts(*learnt: str) -> Facts:
    """What is known once each of `learnt` is."""
    known = Facts()
    for fact in learnt:
        known.learn(fact)
    return known

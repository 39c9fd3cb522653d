"""Programs that cannot succeed, which a pass may stumble over that relies on inference."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager, suppress

from xdsl.dialects.builtin import ModuleOp

from ..rules.errors import ShapeError
from ..text.diagnostics import EXPECTED_ERRORS


@contextmanager
def telling_contradictions(module: ModuleOp) -> Generator[None]:
    """Where what is done inside fails as it never should, and `module` contradicts itself, it
    raises the ShapeError that inference finds, else what was raised.
    """
    try:
        yield
    except EXPECTED_ERRORS:
        raise
    except Exception as error:
        if (found := _contradiction(module)) is not None:
            raise found from error
        raise


def _contradiction(module: ModuleOp) -> ShapeError | None:
    from ..analysis.analyze import infer

    with suppress(Exception):
        try:
            infer(module)
        except ShapeError as error:
            return error
    return None

"""Compiled models at run time: guards, dispatch, execution.

`load` and everything that needs shapes only (`check`, `output_shapes`, `explain`) import neither
the compiler nor numpy; those are imported when a model first runs.
"""

from .artifact import Artifact, load
from .checks import Check
from .errors import ArgumentError, ArtifactError, AssertGuardError, ExpectGuardError, GuardError
from .model import Model, Stats

__all__ = [
    "ArgumentError",
    "Artifact",
    "ArtifactError",
    "AssertGuardError",
    "Check",
    "ExpectGuardError",
    "GuardError",
    "Model",
    "Stats",
    "load",
]

"""What can go wrong with a compiled model before it runs."""


class ArtifactError(ValueError):
    """A file that is no artifact, or not one that was written completely and unchanged."""


class ArgumentError(ValueError):
    """Arguments of a number, rank or element type that no version of the model takes."""


class GuardError(ValueError):
    """Sizes that a guard refuses. `guard` are its words."""

    def __init__(self, guard: str):
        super().__init__(guard)
        self.guard = guard


class AssertGuardError(GuardError):
    """The model cannot run with these sizes, however it is compiled."""


class ExpectGuardError(GuardError):
    """The model was compiled for other sizes; compiled for these it may run."""

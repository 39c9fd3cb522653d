"""Errors of native code."""


class NativeUnavailableError(RuntimeError):
    """What native code needs is not installed, or a model has no native form; says which."""

"""What is wrong with how a command was called."""


class UsageError(Exception):
    """The command line, or what it names, is wrong; there is no place in a text to point at."""

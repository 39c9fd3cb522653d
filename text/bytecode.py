"""How MLIR bytecode is known."""

from typing import Final

BYTECODE: Final = b"ML\xefR"
"""What it begins with."""
PORTABLE: Final = b"StableHLO_v"
"""What its head names where it is a portable artifact of StableHLO."""

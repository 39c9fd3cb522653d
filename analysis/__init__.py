"""What is known of the sizes in a module: read from its facts, inferred from its ops, never
written.
"""

from ..rules.errors import ShapeError
from .analyze import analyze, infer
from .broadcasts import BroadcastClass, classify
from .inference import Inference
from .module_facts import ModuleFact, facts_of_module
from .shape_analysis import ShapeAnalysis
from .survival import LostFact, Snapshot

__all__ = [
    "BroadcastClass",
    "Inference",
    "LostFact",
    "ModuleFact",
    "ShapeAnalysis",
    "ShapeError",
    "Snapshot",
    "analyze",
    "classify",
    "facts_of_module",
    "infer",
]

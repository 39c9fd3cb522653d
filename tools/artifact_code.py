"""The code of artifacts to modules and back."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp

from ..runtime.code import SHORTEST, ArtifactCode
from ..text.module import parse_module, print_apart


def module_of(code: ArtifactCode, name: str) -> ModuleOp:
    """The module that `code` describes. Raises ArtifactError where a weight is damaged."""
    weights = [weight.read() for weight in code.weights]
    return parse_module(code.text, name, weights=weights)


def code_of(module: ModuleOp) -> ArtifactCode:
    """The text of `module`, its long constants apart."""
    return ArtifactCode.of_parts(*print_apart(module, SHORTEST))

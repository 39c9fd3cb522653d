"""The code of artifacts to modules and back."""

from __future__ import annotations

import re

from xdsl.dialects.builtin import ModuleOp

from ..runtime.code import REFERENCE, SHORTEST, ArtifactCode
from ..text.module import parse_module, print_apart

_OF_NUMBERS = re.compile(r'dense<"@constant \d+">')


def module_of(code: ArtifactCode, name: str) -> ModuleOp:
    """The module that `code` describes. Raises ArtifactError where a weight is damaged."""
    if len(_OF_NUMBERS.findall(code.text)) != len(REFERENCE.findall(code.text)):
        return parse_module(code.whole, name)  # digits of another text stand apart too
    weights = [weight.read() for weight in code.weights]
    return parse_module(code.text, name, weights=weights)


def code_of(module: ModuleOp) -> ArtifactCode:
    """The text of `module`, its long constants apart."""
    return ArtifactCode.of_parts(*print_apart(module, SHORTEST))

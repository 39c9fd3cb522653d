"""What a process compiled before leaves no trace in what it compiles next."""

from pathlib import Path

import pytest
from tieshape.lowering.pipelines import TieshapePass
from tieshape.text.module import print_module, read_module
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

MODELS = Path(__file__).parents[2] / "examples" / "models"


def compiled(name: str) -> tuple[ModuleOp, str]:
    module = read_module(str(MODELS / name / "model.mlir"))
    TieshapePass().apply(Context(), module)
    return module, print_module(module)


@pytest.mark.parametrize("name", ["kh_bert", "layernorm_softmax", "mlp"])
def test_compiled_again_after_others_it_is_the_same(name: str):
    first, text = compiled(name)
    others = [compiled(other.name) for other in MODELS.iterdir() if other.name != name]
    assert compiled(name)[1] == text
    assert first and others, "still alive, with all their symbols"

"""The adapter that Model Explorer loads."""

from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples"


def test_without_model_explorer_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "model_explorer", None)
    monkeypatch.delitem(sys.modules, "tieshape.tools.model_explorer.main", raising=False)
    with pytest.raises(ImportError, match=r"pip install 'tieshape\[model-explorer\]'"):
        __import__("tieshape.tools.model_explorer.main")


def test_model_explorer_loads_it_and_gets_the_stages() -> None:
    manager: Any = pytest.importorskip(
        "model_explorer.extension_manager",
        reason="model_explorer is not installed; tieshape[model-explorer] brings it",
    )
    extensions = manager.ExtensionManager(["tieshape.tools.model_explorer"])
    extensions.load_extensions()
    assert "tieshape" in [each["id"] for each in extensions.get_extensions_metadata()]
    command = {
        "cmdId": "convert",
        "extensionId": "tieshape",
        "modelPath": str(EXAMPLES / "add_softmax.mlir"),
        "settings": {},
        "deleteAfterConversion": False,
    }
    graphs = extensions.run_cmd(command)["graphs"]
    assert graphs[0]["id"].endswith("merge-launches")
    assert graphs[-1]["id"] == "0. input"
    namespaces = {node["namespace"] for node in graphs[0]["nodes"]}
    assert any(name.startswith("@main/version") for name in namespaces)
    shapes = {
        pair["value"]
        for node in graphs[0]["nodes"]
        for item in node["outputsMetadata"]
        for pair in item["attrs"]
    }
    assert {"S0×8×f32", "S1×8×f32", "S2×8×f32"} <= shapes

"""What Model Explorer loads: models of tieshape after each pass, with the groups and the sizes.

https://github.com/google-ai-edge/model-explorer loads the module `main` of an extension's package.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ..show.command import page_data
from ..show.explorer_graph import graphs_of


def _model_explorer() -> Any:
    try:
        return import_module("model_explorer")
    except ImportError as error:
        raise ImportError(
            "model_explorer is not installed; pip install 'tieshape[model-explorer]' brings it"
        ) from error


EXPLORER: Any = _model_explorer()
BUILDER: Any = EXPLORER.graph_builder


class TieshapeAdapter(EXPLORER.Adapter):
    """Compiles a model, and gives Model Explorer a graph for each stage, the last one first."""

    metadata = EXPLORER.AdapterMetadata(
        id="tieshape",
        name="tieshape",
        description="The model after each pass: launches, versions, sizes",
        source_repo="https://github.com/tieshape/tieshape",
        fileExts=["mlir", "mlirbc", "onnx", "pt2", "jax", "keras"],
    )

    def convert(self, model_path: str, settings: dict[str, Any]) -> dict[str, list[Any]]:
        """The graphs of the model at `model_path`, in the classes of Model Explorer."""
        return {"graphs": [_graph(graph) for graph in graphs_of(page_data(model_path))]}


def _graph(graph: dict[str, Any]) -> Any:
    return BUILDER.Graph(id=graph["id"], nodes=[_node(node) for node in graph["nodes"]])


def _node(node: dict[str, Any]) -> Any:
    return BUILDER.GraphNode(
        id=node["id"],
        label=node["label"],
        namespace=node["namespace"],
        attrs=_pairs(node["attrs"]),
        incomingEdges=[BUILDER.IncomingEdge(**edge) for edge in node["incomingEdges"]],
        outputsMetadata=[
            BUILDER.MetadataItem(id=item["id"], attrs=_pairs(item["attrs"]))
            for item in node["outputsMetadata"]
        ],
    )


def _pairs(pairs: list[dict[str, str]]) -> list[Any]:
    return [BUILDER.KeyValue(**pair) for pair in pairs]

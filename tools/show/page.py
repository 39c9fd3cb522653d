"""The page: one HTML file with its data, style and scripts inside, which needs no network."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from .collect import as_json
from .page_data import PageData

_SCRIPTS = ("graph.js", "tables.js", "main.js")


def page_of(data: PageData) -> str:
    """The text of the page that shows `data`."""
    found = as_json(data)
    graphs = [stage.pop("graph") for stage in found["stages"]]
    parts = [_data("data", found)]
    parts += [_data(f"graph-{i}", graph) for i, graph in enumerate(graphs)]
    page = _read("page.html")
    for mark, text in (
        ("/*CSS*/", _read("page.css")),
        (
            "/*DAGRE*/",
            f"/* dagre\n{_read('vendor', 'dagre.LICENSE')}*/\n{_read('vendor', 'dagre.min.js')}",
        ),
        ("/*SCRIPT*/", "".join(_read(name).replace('"use strict";\n', "") for name in _SCRIPTS)),
        ("<!--DATA-->", "\n".join(parts)),
    ):
        before, _, after = page.partition(mark)
        page = before + text + after
    return page


def _data(name: str, value: Any) -> str:
    """`value` in a script element that nothing in it can end."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{text}</script>'


def _read(*parts: str) -> str:
    return files("tieshape.tools.show").joinpath(*parts).read_text(encoding="utf-8")

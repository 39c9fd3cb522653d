"""`tieshape show`: writes the page of a model."""

from __future__ import annotations

import argparse
from pathlib import Path

from ...text.usage_error import UsageError
from ..options import FACTS_HELP, HINTS_HELP
from .page_data import PageData


def add_show(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the command."""
    add = parser.add_argument
    add("model", metavar="MODEL", help="a model or an artifact (.tie), - for standard input")
    add("-o", "--output", metavar="PAGE.html", help="where it goes; default: MODEL.html here")
    add(
        "--format",
        choices=("page", "model-explorer"),
        default="page",
        help="page (the default), or the graphs as JSON that Model Explorer opens",
    )
    add("--open", action="store_true", help="open the page in a browser")
    add("--function", metavar="NAME", help="the function to show, where there are several")
    add("--hints", metavar="HINTS", help=HINTS_HELP)
    add("--facts", metavar="FILE.toml", help=FACTS_HELP)
    parser.set_defaults(action=_show)


def _show(options: argparse.Namespace) -> int:
    from ..npz import hints_text

    hints = None if options.hints is None else hints_text(options.hints)
    data = page_data(options.model, options.facts, hints, options.function)
    output = Path(options.output or _default_name(options.model, options.format))
    try:
        output.write_text(_text(data, options.format), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {output}: {error.strerror}") from error
    print(output)
    if options.open:
        import webbrowser

        webbrowser.open(output.resolve().as_uri())
    return 0


def page_data(
    model: str, facts: str | None = None, hints: str | None = None, function: str | None = None
) -> PageData:
    """What a page shows of the model at `model`, a path or `-`; an artifact is shown as it is."""
    from ...lowering.pipelines import TieshapePass
    from ...runtime import load
    from ...text.module import parse_module, read_bytes
    from ..artifact_code import module_of
    from ..import_model import decode_model, read_model
    from ..import_sources import source_of
    from .collect import collect

    name, source = "<stdin>" if model == "-" else model, None
    if model.endswith(".tie"):
        return collect(module_of(load(model).parts, name), name, None, (), function)
    if source_of(model) is None:
        source = decode_model(read_bytes(model), name)
        module = parse_module(source, name)
    else:
        module = read_model(model)
    return collect(module, name, source, TieshapePass(facts, hints).pipeline(), function)


def _text(data: PageData, format: str) -> str:
    if format == "model-explorer":
        import json

        from .explorer_graph import graphs_of

        return json.dumps({"label": data.model, "graphs": graphs_of(data)}, indent=1) + "\n"
    from .page import page_of

    return page_of(data)


def _default_name(model: str, format: str) -> str:
    """`kh_bert.html` for `kh_bert/model.mlir`, else the file's own stem."""
    path = Path("model" if model == "-" else model)
    stem = path.parent.name if path.stem == "model" and path.parent.name else path.stem
    return f"{stem}.html" if format == "page" else f"{stem}.json"

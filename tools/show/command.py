"""`tieshape show`: writes the page of a model."""

from __future__ import annotations

import argparse
from pathlib import Path

from ...text.diagnostics import UsageError
from ..options import FACTS_HELP, HINTS_HELP


def add_show(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the command."""
    add = parser.add_argument
    add("model", metavar="MODEL", help="the model, - for standard input")
    add("-o", "--output", metavar="PAGE.html", help="where the page goes; default: MODEL.html here")
    add("--open", action="store_true", help="open the page in a browser")
    add("--function", metavar="NAME", help="the function to show, where there are several")
    add("--hints", metavar="HINTS", help=HINTS_HELP)
    add("--facts", metavar="FILE.toml", help=FACTS_HELP)
    parser.set_defaults(action=_show)


def _show(options: argparse.Namespace) -> int:
    from ...lowering.pipelines import TieshapePass
    from ...text.module import parse_module, read_bytes
    from ..import_model import decode_model, read_model, source_of
    from ..npz import hints_text
    from .collect import collect
    from .page import page_of

    name, source = "<stdin>" if options.model == "-" else options.model, None
    if source_of(options.model) is None:
        source = decode_model(read_bytes(options.model), name)
        module = parse_module(source, name)
    else:
        module = read_model(options.model)
    hints = None if options.hints is None else hints_text(options.hints)
    passes = TieshapePass(options.facts, hints)
    page = page_of(collect(module, name, source, passes, options.function))
    output = Path(options.output or _default_name(options.model))
    try:
        output.write_text(page, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {output}: {error.strerror}") from error
    print(output)
    if options.open:
        import webbrowser

        webbrowser.open(output.resolve().as_uri())
    return 0


def _default_name(model: str) -> str:
    """`kh_bert.html` for `kh_bert/model.mlir`, else the file's own stem."""
    path = Path(model)
    if model == "-":
        return "model.html"
    stem = path.parent.name if path.stem == "model" and path.parent.name else path.stem
    return f"{stem}.html"

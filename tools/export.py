"""`tieshape export`: a model with unknown sizes as text that other compilers read."""

from __future__ import annotations

import argparse
import sys

from .contradictions import telling_contradictions
from .options import FACTS_HELP, HINTS_HELP
from .output import write_text


def add_export(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the command."""
    add = parser.add_argument
    add("model", metavar="MODEL", help="a model or an artifact (.tie), - for standard input")
    add(
        "-o",
        "--output",
        metavar="FILE",
        help="where the text goes; default, and -: standard output",
    )
    add("--to", choices=("stablehlo", "mhlo"), default="stablehlo", help="default: stablehlo")
    add(
        "--for",
        dest="consumer",
        choices=("any", "jax", "iree"),
        default="any",
        help="who reads it: jax names the function main, iree has what is dynamic in its own forms; "
        "default: any",
    )
    add("--hints", metavar="HINTS", help=HINTS_HELP)
    add("--facts", metavar="FILE.toml", help=FACTS_HELP)
    add("--print-op-generic", action="store_true", help="print every op in generic form")
    parser.set_defaults(action=_export)


def _export(options: argparse.Namespace) -> int:
    from ..lowering.export_stablehlo.export_stablehlo import export
    from ..lowering.pipelines import TieshapePass
    from ..passes.fuse.fuse import FusePass
    from ..passes.version_broadcasts.version_broadcasts import VersionBroadcastsPass
    from ..runtime import load
    from ..text.context import new_context
    from ..text.module import print_module, verify_module
    from .artifact_code import module_of
    from .import_model import read_model
    from .npz import hints_text

    name = "<stdin>" if options.model == "-" else options.model
    context = new_context()
    if name.endswith(".tie"):
        module = module_of(load(name).parts, name)
    else:
        module = read_model(options.model)
        hints = None if options.hints is None else hints_text(options.hints)
        for step in TieshapePass(options.facts, hints).pipeline():
            if isinstance(step, VersionBroadcastsPass) or (
                isinstance(step, FusePass) and options.to == "stablehlo"
            ):
                continue
            with telling_contradictions(module):
                step.apply(context, module)
    for words in export(module, context, options.to, options.consumer):
        print(f"not exported, a check of values: {words}", file=sys.stderr)
    verify_module(module)
    text = print_module(module, generic=options.print_op_generic)
    write_text(options.output, text)
    return 0

"""What the parser says of an op that it does not know, or knows by its name alone."""

import re
from difflib import get_close_matches

from xdsl.context import Context

_UNKNOWN = re.compile(r"Operation (\S+) is not registered$")
_NO_FORM = "Operation builtin.unregistered does not have a custom format."
_UNKNOWN_ATTRIBUTE = re.compile(r"'(\S+)' is not registered$")
_NAME = re.compile(r"([\w$.]+)[\s]*$")
_OLD_CONTROL_FLOW = re.compile(
    r"\s*(?:%[^=\n]*=\s*)?(tf_executor\.(?:Switch|_SwitchN|Merge|Enter|Exit|LoopCond|ControlTrigger|"
    r"NextIteration\.(?:Source|Sink)))\b"
)
_READ_OTHERWISE = {
    "tf_saved_model": "it is text of a SavedModel; `tieshape import FOLDER` reads the SavedModel"
}
"""What to do instead for text of dialects that are not read."""


def clearer_words(message: str, before: str, line: str, context: Context) -> str:
    """`message` in words that say what to do, where it is about an op that is not defined.

    before: the end of the text before the error
    line: the text from the start of the line with the error, or as much of it as matters
    """
    if (old := _OLD_CONTROL_FLOW.match(line)) is not None:
        return (
            f"{old[1]}: control flow between islands is not supported, functional ops are; TensorFlow "
            "keeps them with convert_variables_to_constants_v2(function, lower_control_flow=False)"
        )
    if (unknown := _UNKNOWN.match(message)) is not None:
        return f"{message}{_advice(unknown[1], context)}"
    if message == _NO_FORM and (name := _NAME.search(before)) is not None:
        return (
            f"Operation {name[1]} is known by its name alone and has no pretty form; "
            f"write it in generic form, {_generic(name[1])}"
        )
    if (unknown := _UNKNOWN_ATTRIBUTE.match(message)) is not None:
        dialect = unknown[1].partition(".")[0]
        if context.get_optional_dialect(dialect) is None:
            return (
                f"{message}: there is no dialect {dialect}; --allow-unregistered-dialect keeps its "
                "attributes and types as text"
            )
    return message


def _advice(name: str, context: Context) -> str:
    dialect, dot, _ = name.partition(".")
    if not dot:
        return "; an op is written with its dialect, as in func.call"
    found = context.get_optional_dialect(dialect)
    if found is None:
        if dialect in _READ_OTHERWISE:
            return f": {_READ_OTHERWISE[dialect]}"
        return (
            f": there is no dialect {dialect}; --allow-unregistered-dialect reads its ops, in "
            f"generic form, {_generic(name)}"
        )
    close = get_close_matches(name, [op.name for op in found.operations], n=3)
    return f"; did you mean {' or '.join(close)}?" if close else f"; {dialect} has no such op"


def _generic(name: str) -> str:
    return f'"{name}"(%x) : (type) -> type'

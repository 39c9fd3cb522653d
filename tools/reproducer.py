"""`--crash-reproducer`: the IR before a pass that failed, and the pass, as a file to run again.

The file is the module and, in mlir-opt's form, the pipeline that failed on it:

```mlir
{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(tieshape-fuse)",
```
"""

import json
import re
from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ..text.module import print_module
from .output import write_text
from .pipeline_text import pipeline_text

_BLOCK = re.compile(r"\{-#\s*external_resources\s*:\s*\{\s*mlir_reproducer\b.*?#-\}\s*", re.DOTALL)
_PIPELINE = re.compile(r'\bpipeline\s*:\s*("(?:\\.|[^"\\])*")')


def write_reproducer(
    path: str,
    passes: Sequence[ModulePass],
    before: Callable[[Sequence[ModulePass]], ModuleOp],
    original: str,
) -> None:
    """Writes to `path` what fails: the last of `passes`, which ran in turn.

    before: the module that the input becomes by passes
    original: the text of the input, which the file has where that module cannot be made again
    """
    try:
        text = print_module(before(passes[:-1]))
        failed = pipeline_text(passes[-1:])
    except Exception:
        text, failed = f"{original.rstrip()}\n", pipeline_text(passes)
    write_text(path, text + _footer(failed))


def split_reproducer(text: str) -> tuple[str, str | None]:
    """`text` without the block of a reproducer, and the pipeline in it; None without a block."""
    found = _BLOCK.search(text)
    if found is None:
        return text, None
    pipeline = _PIPELINE.search(found[0])
    return text[: found.start()] + text[found.end() :], json.loads(pipeline[1]) if pipeline else ""


def _footer(pipeline: str) -> str:
    return (
        "\n{-#\n  external_resources: {\n    mlir_reproducer: {\n"
        f"      pipeline: {json.dumps(pipeline)},\n"
        "      disable_threading: true,\n      verify_each: true\n    }\n  }\n#-}\n"
    )

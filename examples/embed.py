"""tieshape as a stage in somebody else's xDSL pipeline.

    python examples/embed.py [MODEL.mlir]

A pass of xDSL runs first, then tieshape's, then another of xDSL; all see one module and one
context.
"""

import sys
from pathlib import Path

from tieshape.analysis.analyze import analyze
from tieshape.lowering.pipelines import TieshapePass
from tieshape.text.context import new_context
from tieshape.text.module import parse_module, print_module
from xdsl.passes import PassPipeline
from xdsl.transforms.canonicalize import CanonicalizePass
from xdsl.transforms.common_subexpression_elimination import CommonSubexpressionElimination

MODEL = Path(__file__).parent / "models" / "mlp" / "model.mlir"


def main(path: str) -> None:
    context = new_context()
    module = parse_module(Path(path).read_text(), path, context)
    stage = TieshapePass()
    PassPipeline((CanonicalizePass(), *stage.pipeline(), CommonSubexpressionElimination())).apply(
        context, module
    )
    module.verify()
    facts = analyze(module).facts
    print(print_module(module))
    for fact in facts.learnt:
        print(f"// {fact.predicate}", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else str(MODEL))

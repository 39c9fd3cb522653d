"""Models through the pipeline, in which each pass must keep what is known."""

from collections.abc import Iterator

from tieshape.analysis.survival import Snapshot
from tieshape.lowering.pipelines import TieshapePass
from tieshape.materialize.places import has_place
from tieshape.text.module import parse_module, print_module, verify_module
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp


def passed(text: str, *, imported: bool = False) -> Iterator[tuple[str, ModuleOp]]:
    """Each pass of the pipeline and the verified module after it, with every fact and every place.

    imported: whether the first pass is an import, before which facts are in words of others
    """
    module = parse_module(text, "model.mlir")
    before = None if imported else Snapshot.of(module)
    for step in TieshapePass().pipeline():
        step.apply(Context(), module)
        verify_module(module)
        after = Snapshot.of(module)
        lost = [] if before is None else before.lost_in(after)
        assert not lost, f"{step.name} lost {lost}"
        before = after
        bare = [op.name for op in module.walk() if not has_place(op)]
        assert not bare, f"{step.name} left {bare} without a place"
        yield step.name, module


def check_places(module: ModuleOp) -> None:
    """Asserts that groups are in the source text, and that printed places are read back."""
    groups = [op for op in module.walk() if op.name == "mhlo.fusion"]
    assert all("model.mlir" in str(op.location) for op in groups)
    read = parse_module(print_module(module, locations=True), "printed.mlir")
    assert not [op.name for op in read.walk() if "printed.mlir" in str(op.location)]

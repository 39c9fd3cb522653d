"""Every registered tf op is shown in the reference: what is inferred of it, and what it becomes."""

from pathlib import Path

import pytest
from tieshape.dialects import tf

FILECHECK = Path(__file__).parents[1] / "filecheck"


@pytest.mark.parametrize("room", ["rules", "lowering"])
def test_every_op_is_in_the_file_of_its_family(room: str) -> None:
    text = {path.stem: path.read_text() for path in (FILECHECK / room / "tf").glob("*.mlir")}
    family = {op.name: op.__module__.rsplit(".", 1)[-1] for op in tf.TF.operations}
    assert not {op: name for op, name in family.items() if f'"{op}"(' not in text.get(name, "")}

"""Every registered op is shown in the reference: what is inferred of it, and what it becomes."""

import re
from pathlib import Path

import pytest
from tieshape.dialects import mhlo, tf
from xdsl.ir import Dialect

FILECHECK = Path(__file__).parents[1] / "filecheck"


@pytest.mark.parametrize(
    ("room", "dialect"), [("rules", tf.TF), ("lowering", tf.TF), ("rules", mhlo.MHLO)]
)
def test_every_op_is_in_the_file_of_its_family(room: str, dialect: Dialect) -> None:
    files = (FILECHECK / room / dialect.name).glob("*.mlir")
    text = {path.stem: path.read_text() for path in files}
    family = {op.name: op.__module__.rsplit(".", 1)[-1] for op in dialect.operations}
    assert not {
        op: name
        for op, name in family.items()
        if not re.search(rf"\b{re.escape(op)}(?![\w.-])", text.get(name, ""))
    }

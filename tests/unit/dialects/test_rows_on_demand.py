"""A part of a table is made when one of its ops is first asked for, and not before."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tieshape.dialects import mhlo, tf
from tieshape.dialects.rows_on_demand import RowsOnDemand, dialect_of_op, family_of
from tieshape.rules.table import RULES
from xdsl.ir import Operation


@pytest.fixture
def made() -> list[str]:
    return []


@pytest.fixture
def rows(made: list[str]) -> RowsOnDemand[str]:
    def part(name: str, rows: dict[type[Operation], str]):
        def make() -> dict[type[Operation], str]:
            made.append(name)
            return rows

        return make

    parts = {
        "tf": part("tf", {tf.AddV2Op: "a", tf.SubOp: "s"}),
        "mhlo": part("mhlo", {mhlo.AddOp: "m"}),
    }
    return RowsOnDemand(dialect_of_op, parts)


def test_one_op_makes_one_part_once(rows: RowsOnDemand[str], made: list[str]) -> None:
    assert made == []
    assert rows.get(tf.AddV2Op) == rows[tf.AddV2Op] == "a"
    assert tf.SubOp in rows
    assert made == ["tf"]


def test_what_has_no_row(rows: RowsOnDemand[str], made: list[str]) -> None:
    assert rows.get(tf.MulOp) is None
    assert rows.get(tf.MulOp, "none") == "none"
    assert tf.MulOp not in rows and "tf" not in rows
    with pytest.raises(KeyError):
        rows[tf.MulOp]
    assert made == ["tf"]


def test_all_of_it(rows: RowsOnDemand[str], made: list[str]) -> None:
    assert len(rows) == 3
    assert {**rows} == {tf.AddV2Op: "a", tf.SubOp: "s", mhlo.AddOp: "m"}
    assert made == ["tf", "mhlo"]
    assert (rows | {tf.AddV2Op: "b"})[tf.AddV2Op] == "b"
    assert rows[tf.AddV2Op] == "a"


def test_a_row_in_another_part_is_found_when_that_is_made() -> None:
    wrong = RowsOnDemand(dialect_of_op, {"tf": lambda: {mhlo.AddOp: "m"}})
    with pytest.raises(ValueError, match=r"a row of mhlo\.add is in tf"):
        wrong.get(tf.AddV2Op)


def test_names_of_parts() -> None:
    assert (family_of(tf.AddV2Op), dialect_of_op(tf.AddV2Op)) == ("arithmetic", "tf")
    assert [part for part in RULES.parts if not len(RULES.part(part))] == []


def test_a_program_of_mhlo_imports_no_rules_of_tf() -> None:
    program = """
import sys
from tieshape.dialects import mhlo
from tieshape.rules.table import RULES
assert RULES[mhlo.AddOp].shape
sys.exit(any(name.startswith(("tieshape.rules.tf", "tieshape.dialects.tf.")) for name in sys.modules))
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0

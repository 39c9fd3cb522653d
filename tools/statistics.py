"""`--pass-statistics`: how many ops each pass made and took away, and what kinds of them."""

import sys
from collections import Counter

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ..dialects.messages import op_name
from .observers import PassObserver

_RULE = "===" + "-" * 73 + "==="


class PassStatistics(PassObserver):
    """Counts the ops before and after each pass, by name; a pass that runs twice adds up."""

    reads_module = False

    def __init__(self) -> None:
        self._before = Counter[str]()
        self._rows = dict[str, Counter[str]]()

    def before_pass(self, pass_: ModulePass, module: ModuleOp) -> None:
        self._before = counts(module)

    def after_pass(self, pass_: ModulePass, module: ModuleOp) -> None:
        after = counts(module)
        row = self._rows.setdefault(pass_.name, Counter())
        row["num-ops-before"] += self._before.total()
        row["num-ops-after"] += after.total()
        for name, number in (after - self._before).items():
            row[f"num-added {name}"] += number
        for name, number in (self._before - after).items():
            row[f"num-removed {name}"] += number

    def close(self) -> None:
        """Writes the table to standard error, once."""
        if self._rows:
            print(table(self._rows), file=sys.stderr)
        self._rows = {}


def counts(module: ModuleOp) -> Counter[str]:
    """How many ops of each name `module` has, itself left out."""
    return Counter(op_name(op) for op in module.walk() if op is not module)


def table(rows: dict[str, Counter[str]]) -> str:
    """The counts in the layout of mlir-opt's statistics."""
    lines = [_RULE, f"{'... Pass statistics report ...':^79}".rstrip(), _RULE]
    for name, row in rows.items():
        lines.append(name)
        lines += [f"  (S) {number:6} {what}" for what, number in row.items()]
    return "\n".join(lines)

"""The report of one module as a few lines of text."""

from collections import Counter
from typing import Any


def table(report: dict[str, Any]) -> str:
    """The report in a few lines."""
    dialects = sorted({d for s in report["stages"] for d in s["ops"]})
    columns = "".join(d.rjust(8) for d in dialects)
    lines = ["pass".ljust(32) + columns + "  launches       bytes  broadcasts (undecided)"]
    for s in report["stages"]:
        counts = "".join(str(s["ops"].get(d, 0)).rjust(8) for d in dialects)
        b = s["broadcasts"]
        total = b["static"] + b["dynamic"]
        lines.append(
            s["pass"].ljust(32)
            + counts
            + f"{s['launches']:10}{s['bytes_in_example']:12}{total:12} ({b['undecided']})"
        )
    changes = report["broadcasts"]
    kinds = Counter(f["kind"] for f in report["fusions"])
    lines.append(
        "broadcasts: " + ", ".join(f"{n.replace('_', ' ')} {c}" for n, c in changes.items())
    )
    lines.append(
        "fusions: " + (", ".join(f"{kind} {n}" for kind, n in sorted(kinds.items())) or "none")
    )
    lines += _words_on_fusion(report)
    lines += _what_is_left(report)
    if report.get("op_classes"):
        classes = ", ".join(f"{name} {n}" for name, n in report["op_classes"].items())
        lines.append(f"ops: {classes}")
        barriers = ", ".join(f"{name} {n}" for name, n in report["barriers"].items())
        lines += [f"barriers (no rule): {barriers}"] if barriers else []
    lines += [f"not lowered: {call['op']}: {call['why']}" for call in report["unlowered"]]
    lines += [f"{claim}: {answer}" for claim, answer in report["static_checks"].items()]
    lines.append(
        f"versions: {report['versions']}; guards: {report['guards']}; "
        f"symbols: {len(report['symbols'])}; facts: {len(report['facts'])}"
    )
    return "\n".join(lines)


def _what_is_left(report: dict[str, Any]) -> list[str]:
    """The checks of each call, and what would decide the broadcasts that nothing decides."""
    strengths = Counter(f["strength"] for f in report["facts"] if f["strength"] != "assume")
    checks = ", ".join(f"{name} {n}" for name, n in sorted(strengths.items()))
    lines = [f"checks left: {checks or 'none'}"]
    counted = Counter((tuple(u["decided_by"]), tuple(u["of"])) for u in report["undecided"])
    for (facts, sizes), number in sorted(counted.items()):
        where = f" ({', '.join(sizes)})" if sizes else ""
        times = f"{number} broadcasts" if number > 1 else "a broadcast"
        lines.append(f"undecided: {' and '.join(facts)}{where} would decide {times}")
    return lines


def _words_on_fusion(report: dict[str, Any]) -> list[str]:
    effect = report["fusion"]
    if effect is None:
        return []
    launches, moved = effect["launches"], effect["bytes_in_example"]
    assumed = report["stages"][-1]["assumed"]
    sizes = ", ".join(f"{name} = {size}" for name, size in assumed.items())
    where = f" (where {sizes})" if sizes else ""
    return [
        f"fusion: launches {launches['before']} -> {launches['after']}, "
        f"bytes {moved['before']} -> {moved['after']}{where}"
    ]

"""Lists code that nothing uses, tests aside; exit code 1 where there is any. A part of `make check`.

What only a framework, a command or a user of the API calls is named in `[tool.vulture]` of
pyproject.toml. Variables of dialects do not count: they are fields of ops and words of enumerations.
"""

import sys

from vulture import Vulture
from vulture.config import make_config


def main() -> int:
    config = make_config([])
    finder = Vulture(
        ignore_names=config["ignore_names"], ignore_decorators=config["ignore_decorators"]
    )
    finder.scavenge(config["paths"])
    found = [
        item.get_report()
        for item in finder.get_unused_code(min_confidence=config["min_confidence"])
        if not (item.typ == "variable" and "dialects" in item.filename.parts)
    ]
    print("\n".join(found) or "no dead code")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

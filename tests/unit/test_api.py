"""Public names: docs/api.md lists them all, each has a docstring, and none is imported too early."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
PACKAGES = (
    "tieshape",
    *(f"tieshape.{name}" for name in ["symbolic", "analysis", "passes", "runtime"]),
)


def listed() -> dict[str, list[str]]:
    """The names on the page, by package."""
    sections = re.split(r"^## `(.+)`$", PAGE.read_text(), flags=re.MULTILINE)[1:]
    rows = (re.findall(r"^\| `(\w+)` \| \S", text, re.MULTILINE) for text in sections[1::2])
    return dict(zip(sections[::2], rows, strict=True))


def test_the_page_has_every_package() -> None:
    assert tuple(listed()) == PACKAGES


@pytest.mark.parametrize("package", PACKAGES)
def test_the_page_lists_what_a_package_exports(package: str) -> None:
    exported = import_module(package).__all__
    assert listed()[package] == exported
    assert len(set(exported)) == len(exported)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_has_a_docstring(package: str) -> None:
    module = import_module(package)
    for name in module.__all__:
        value = getattr(module, name)
        text = vars(value).get("__doc__") if isinstance(value, type) else value.__doc__
        # A dataclass without a docstring gets its signature.
        assert text, name
        assert not text.startswith(f"{name}("), name


def test_unknown_names_are_attribute_errors() -> None:
    for package in ("tieshape", "tieshape.passes"):
        with pytest.raises(AttributeError, match=f"'{package}' has no attribute 'nothing'"):
            import_module(package).nothing  # noqa: B018


def test_importing_the_package_imports_nothing_else() -> None:
    program = (
        "import sys, tieshape, tieshape.passes; "
        "print([name for name in ('xdsl', 'numpy', 'importlib.metadata') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"

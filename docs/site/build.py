"""Builds the documentation as a site: `make docs`, or `python docs/site/build.py [FOLDER]`.

The pages are those of docs/ and bench/, README, CHANGELOG and CONTRIBUTING, and the reference, which
is generated from the definitions of ops and passes and from their tests. Links are strict: one that
leads nowhere, or to a heading that is not there, is an error.
"""

from __future__ import annotations

import re
import shutil
import sys
import tomllib
from pathlib import Path

import dialect_pages
import pass_pages

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "bench").rglob("*.md")),
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")),
]
NAVIGATION = {
    "Begin": ["index.md", "docs/tutorial.md", "docs/words.md", "docs/import.md", "docs/export.md"],
    "Guides": [
        "docs/facts_file.md",
        "docs/artifact.md",
        "docs/size_reasoning.md",
        "docs/engine.md",
        "docs/embed.md",
        "docs/op_sets.md",
        "docs/show.md",
        "docs/driver.md",
        "docs/versions.md",
        "docs/control_flow.md",
        "docs/stated_facts.md",
        "docs/value_checks.md",
        "docs/native.md",
        "docs/comparison.md",
    ],
}
_LINK = re.compile(r"(?<!!)\[([^\]\n]*)\]\(([^)\s]+)\)")
_CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def main(folder: Path) -> None:
    """Writes the site to `folder`/site, by way of its pages in `folder`/pages."""
    pages = folder / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    for path, text in all_pages().items():
        target = pages / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    for image in (ROOT / "docs").glob("*.png"):
        shutil.copy(image, pages / "docs" / image.name)
    build(pages, folder / "site")


def all_pages() -> dict[str, str]:
    """The text of each page, by its path in the site."""
    pages = {_place(path): with_links(path) for path in PAGES}
    return pages | dialect_pages.pages() | pass_pages.pages()


def _place(path: Path) -> str:
    return "index.md" if path.name == "README.md" and path.parent == ROOT else _name(path)


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def with_links(path: Path) -> str:
    """The text of a page whose links to other files of the repository lead to their source.

    Raises SystemExit for a link to a file that is not there.
    """
    text = path.read_text(encoding="utf-8")
    code = [match.span() for match in _CODE.finditer(text)]

    def link(match: re.Match[str]) -> str:
        words, target = match.groups()
        inside = any(start <= match.start() < end for start, end in code)
        if inside or "://" in target or target.startswith(("#", "mailto:")):
            return match[0]
        file, mark, heading = target.partition("#")
        found = (path.parent / file).resolve()
        if not found.exists():
            sys.exit(f"{_name(path)}: the link {target} leads nowhere")
        if found in PAGES:
            up = "../" * _place(path).count("/")
            return f"[{words}]({up}{_place(found)}{mark}{heading})"
        kind = "tree" if found.is_dir() else "blob"
        return f"[{words}]({_repository()}/{kind}/main/{_name(found)})"

    return _LINK.sub(link, text)


def _repository() -> str:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return settings["project"]["urls"]["Repository"]


def navigation(pages: Path) -> list[dict[str, list[str]]]:
    """Every page, under the heading where a reader looks for it."""
    found = sorted(path.relative_to(pages).as_posix() for path in pages.rglob("*.md"))
    named = {page for group in NAVIGATION.values() for page in group}
    reference = [page for page in found if page.startswith("reference/")]
    rest = [page for page in found if page not in named and page not in reference]
    groups = {**NAVIGATION, "Reference": ["docs/api.md", *reference], "More": rest}
    groups["More"] = [page for page in rest if page != "docs/api.md"]
    return [{title: group} for title, group in groups.items()]


def build(pages: Path, site: Path) -> None:
    """The site of `pages`. Exits with 1 for a broken link."""
    from mkdocs.commands.build import build as build_site
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort

    config = load_config(
        config_file=str(Path(__file__).with_name("mkdocs.yml")),
        docs_dir=str(pages),
        site_dir=str(site),
        site_url="",
        nav=navigation(pages),
        strict=True,
    )
    try:
        build_site(config)
    except Abort as error:
        sys.exit(f"the site has broken links: {error}")
    print(f"{site / 'index.html'}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "build" / "docs")

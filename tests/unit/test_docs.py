"""The documentation: every example runs, every link leads somewhere, the reference is complete."""

import contextlib
import re
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from tieshape.dialects import DIALECTS, FOREIGN_DIALECTS
from tieshape.runtime import Model, load
from tieshape.tools import tieshape
from tieshape.tools.registry import PASSES

import tieshape as package

from .pages import COMMANDS, PAGES, ROOT, SUM


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)


def python_examples() -> list[object]:
    return [
        pytest.param(page, code, id=f"{page.stem}-{number}")
        for page in PAGES
        if page.stem != "tutorial"  # after the commands of its page, in their test
        for number, code in enumerate(blocks(page, "python"))
    ]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that examples name: a model, its artifact, arrays, facts."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model.mlir").write_text(SUM)
    x, y = np.ones((2, 3), np.float32), np.ones((1, 3), np.float32)
    np.savez(tmp_path / "ref.npz", in_0=x, in_1=y, out_0=x + y)
    (tmp_path / "sizes.toml").write_text('[arguments.x]\nsizes = ["rows", "columns"]\n')
    assert tieshape.run(["compile", "model.mlir", "-o", "model.tie"]) == 0
    return tmp_path


@pytest.mark.parametrize(("page", "code"), python_examples())
def test_python_examples_run(page: Path, code: str, folder: Path) -> None:
    if page.stem == "native" and find_spec("torch_mlir") is None:
        pytest.skip("no machine code without torch-mlir")
    names: dict[str, object] = {"tieshape": package, "Model": Model, "load": load}
    names["arrays"] = list(np.load("ref.npz").values())[:2]
    if page.stem == "op_sets":
        custom = example("custom_op")
        text = SUM.replace('"tf.AddV2"(%x, %y)', "mhlo.add %x, %y").replace(
            "(tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>\n  func.r",
            "tensor<?x?xf32>\n  func.r",
        )
        names["arrays"] = [np.ones((2, 3), np.float32)] * 2
        names |= vars(package) | {"MY_OPS": custom.MY_OPS, "text": text}
        names |= {n: getattr(package, n) for n in ("TieshapePass", "using", "parse_module")}
        names |= {"run_function": package.run_function, "context": package.new_context()}
        names |= {"module": package.parse_module(text)}
        names["analyze"] = __import__("tieshape.analysis", fromlist=["analyze"]).analyze
    import tieshape.runtime  # noqa: F401  (the page names it in full)

    exec(compile(code, str(page), "exec"), names)


def example(name: str) -> ModuleType:
    import importlib.util

    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def call(line: str) -> int:
    """The exit code of a line of shell: commands of tieshape, joined by &&."""
    code = 0
    for part in line.split(" && "):
        name, *words = shlex.split(part)
        with contextlib.suppress(SystemExit):
            code = COMMANDS[name](words)
        if code:
            break
    return code


def test_the_tutorial_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its files and commands, in order, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    page = ROOT / "docs" / "tutorial.md"
    (model,) = blocks(page, "mlir")
    (facts,) = blocks(page, "toml")
    Path("model.mlir").write_text(model)
    assert model == (ROOT / "examples" / "add_softmax.mlir").read_text().partition("\n")[2]
    Path("sizes.toml").write_text(facts)
    for block in blocks(page, "sh"):
        for line in block.splitlines():
            refused = line.startswith("! ")
            assert bool(call(line.removeprefix("! "))) is refused, line
    for code in blocks(page, "python"):
        exec(compile(code, str(page), "exec"), {})
    compiled = Path("compiled.mlir").read_text()
    assert "@rows" in compiled
    assert "scf.if" not in compiled
    assert load("model.tie").counterexample("rows % 8 == 0") == {"rows": 4}


@pytest.fixture(scope="module")
def site() -> ModuleType:
    sys.path.insert(0, str(ROOT / "docs" / "site"))
    try:
        import build
    finally:
        sys.path.pop(0)
    return build


def test_links_to_files_lead_somewhere(site: ModuleType) -> None:
    for page in site.PAGES:
        site.with_links(page)


def test_a_link_to_nowhere_is_an_error(
    site: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "ROOT", tmp_path)
    page = tmp_path / "page.md"
    page.write_text("[there](missing.md)")
    with pytest.raises(SystemExit, match=r"page\.md: the link missing\.md leads nowhere"):
        site.with_links(page)


def test_every_op_has_a_tested_example(site: ModuleType) -> None:
    pages = site.dialect_pages
    for name, dialect in (DIALECTS | FOREIGN_DIALECTS).items():
        for op in dialect().operations:
            shown = pages.example(op.name, op.__module__.rsplit(".", 1)[-1])
            assert shown is not None, op.name
            assert op.name in shown[0], name


def test_every_pass_has_a_before_and_an_after(site: ModuleType) -> None:
    for name in PASSES:
        shown = site.pass_pages.before_and_after(name)
        assert shown is not None, name
        assert shown[1] != shown[2], name


def test_the_site_is_built_without_a_warning(
    site: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("mkdocs", reason="mkdocs is not installed")
    site.main(tmp_path)
    html = (tmp_path / "site" / "reference" / "sdim.html").read_text()
    assert "sdim.tie_shape" in html
    (tmp_path / "pages" / "docs" / "engine.md").write_text("[x](nowhere.md), [y](words.md#none)")
    with pytest.raises(SystemExit, match="broken links"):
        site.build(tmp_path / "pages", tmp_path / "site")

"""The page of `tieshape show` in a browser: every table, link and box is clicked."""

import base64
import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from tieshape.tools.show.command import page_data
from tieshape.tools.show.page import page_of

api = pytest.importorskip(
    "playwright.sync_api", reason="playwright is not installed; tieshape[test] brings it"
)
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
if CHROMIUM is None:
    pytest.skip("no Chromium is installed: the page is not tried", allow_module_level=True)

EXAMPLES = Path(__file__).parents[3] / "examples"
MODELS = {
    "kh_bert": EXAMPLES / "models" / "kh_bert" / "model.mlir",
    "layernorm_softmax": EXAMPLES / "models" / "layernorm_softmax" / "model.mlir",
}
TABS = (
    "overview",
    "launches",
    "sizes",
    "equal",
    "refused",
    "facts",
    "broadcasts",
    "versions",
    "stages",
)
SIZE = {"width": 1400, "height": 900}


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    for name, model in MODELS.items():
        (folder / f"{name}.html").write_text(page_of(page_data(str(model))), encoding="utf-8")
    return {name: folder / f"{name}.html" for name in MODELS}


@pytest.fixture(params=MODELS)
def page(request, browser, files: dict[str, Path]):
    yield from opened(browser, files[request.param])


@pytest.fixture
def bert(browser, files: dict[str, Path]):
    yield from opened(browser, files["kh_bert"])


def opened(browser, path: Path):
    """The page at `path`, offline; what its console says fails the test."""
    page = browser.new_page(viewport=SIZE)
    page.context.set_offline(True)
    page.set_default_timeout(60_000)
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    inside = ("file:", "data:")
    page.on("request", lambda r: None if r.url.startswith(inside) else said.append(r.url))
    page.goto(path.as_uri())
    page.wait_for_selector("html[data-ready]", state="attached")
    yield page
    page.close()
    assert said == []


DECODE = """async (data) => {
  const image = new Image();
  image.src = "data:image/png;base64," + data;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: image.width, height: image.height });
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const bytes = context.getImageData(0, 0, image.width, image.height).data;
  let text = "";
  for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768));
  return btoa(text);
}"""


def pixels(page) -> np.ndarray:
    """What the page looks like: height x width x RGB. The browser decodes its own screenshot."""
    raw = page.evaluate(DECODE, base64.b64encode(page.screenshot()).decode())
    image = np.frombuffer(base64.b64decode(raw), np.uint8)
    return image.reshape(SIZE["height"], SIZE["width"], 4)[..., :3]


def colour(page, name: str) -> np.ndarray:
    """A colour of the style, as RGB."""
    text = page.evaluate(f"getComputedStyle(document.documentElement).getPropertyValue('--{name}')")
    return np.array([int(text.strip()[i : i + 2], 16) for i in (1, 3, 5)])


def has(image: np.ndarray, wanted: np.ndarray, box: dict[str, float] | None = None) -> bool:
    """Whether a pixel (in `box`) has nearly this colour."""
    if box is not None:
        x, y = int(box["x"]), int(box["y"])
        image = image[max(y, 0) : y + int(box["height"]) + 1, max(x, 0) : x + int(box["width"]) + 1]
    return bool((np.abs(image.astype(int) - wanted).sum(axis=-1) < 40).any())


def test_it_is_not_blank(bert) -> None:
    image = pixels(bert)
    assert image.shape == (SIZE["height"], SIZE["width"], 3)
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 100
    graph = bert.locator(".pane svg").bounding_box()
    assert graph["width"] > SIZE["width"] / 2
    bert.evaluate("app.views[0].view.scale = 3, app.views[0].place()")
    for symbol in ("S1", "S3", "S7"):
        label = bert.locator(f".dimension[data-size='{symbol}']").first
        box = label.bounding_box()
        bert.evaluate("([x, y]) => Object.assign(app.views[0].view, {x: app.views[0].view.x + 300 - x,"
                      " y: app.views[0].view.y + 400 - y})", [box["x"], box["y"]])  # fmt: skip
        bert.evaluate("app.views[0].place()")
        hue = label.evaluate("e => getComputedStyle(e).fill")
        wanted = np.array([int(n) for n in hue[4:-1].split(",")])
        box = label.bounding_box()
        assert (round(box["x"]), round(box["y"])) == (300, 400)
        assert has(pixels(bert), wanted, box), symbol


def test_an_undecided_broadcast_stands_out(bert) -> None:
    number = bert.evaluate(
        "app.tables.last.graph.nodes.findIndex(n => n.broadcast === 'undecided')"
    )
    bert.evaluate(f"app.views[0].view.scale = 2, app.showBox({number})")
    found = bert.locator(f".node[data-node='{number}']")
    assert "undecided" in found.inner_html()
    assert "what decides it" in bert.locator("#detail").inner_text()
    rectangle = found.locator(".box")
    rectangle.evaluate("e => e.parentNode.classList.remove('selected')")
    assert has(pixels(bert), colour(bert, "undecided"), rectangle.bounding_box())


OPEN_THE_REST = """() => {
  let count = 0, box;
  while (count++ < 500 && (box = document.querySelector(".pane [aria-expanded=false]"))) {
    const number = box.dataset.node;
    box.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    const again = document.querySelector(`[data-node="${number}"]`);
    if (again.getAttribute("aria-expanded") !== "true" || !again.classList.contains("selected")) return number;
    if (!document.querySelector("#detail h2")) return number;
  }
  return "";
}"""


def test_every_group_opens_and_closes(page) -> None:
    page.click("#close-all")
    assert page.locator("[aria-expanded=true]").count() == 0
    at_first = page.locator(".node").count()
    closed = page.locator(".pane [aria-expanded=false]").first
    number = closed.get_attribute("data-node")
    closed.focus()
    for state in ("true", "false", "true"):
        page.keyboard.press("Enter")
        again = page.locator(f"[data-node='{number}']")
        assert again.get_attribute("aria-expanded") == state
        assert again.evaluate("e => e === document.activeElement")
    page.click("#fit")
    page.locator(f"[data-node='{number}'] > text").first.click()
    assert page.locator(f"[data-node='{number}']").get_attribute("aria-expanded") == "false"
    assert page.evaluate(OPEN_THE_REST) == ""
    assert page.locator(".pane [aria-expanded=false]").count() == 0
    everything = page.locator(".node").count()
    drawn = "app.tables.last.graph.groups.reduce((n, _, g) => n + app.views[0].drawn(g).nodes.length, 0)"
    assert everything == page.evaluate(drawn) > at_first
    page.click("#close-all")
    assert page.locator(".node").count() == at_first
    page.click("#open-all")
    assert page.locator(".node").count() > at_first


SIZES = """() => [...document.querySelectorAll("#panel .size")].filter((link) => {
  document.getElementById("detail").replaceChildren();
  link.click();
  const heading = document.querySelector("#detail h2");
  return !heading || heading.textContent !== "Size " + link.textContent;
}).length"""

BOXES = """() => [...document.querySelectorAll("#panel [data-goto]")].filter((link) => {
  link.click();
  const chosen = document.querySelectorAll(".pane .selected");
  const box = chosen[0].querySelector(".box").getBoundingClientRect();
  const pane = document.querySelector(".pane svg").getBoundingClientRect();
  const middle = box.x + box.width / 2;
  return chosen.length !== 1 || chosen[0].dataset.node !== link.dataset.goto
    || middle < pane.x || middle > pane.right || box.bottom < pane.y || box.y > pane.bottom;
}).length"""

COPIES = """async () => {
  const buttons = [...document.querySelectorAll("#panel .answer button:not(.size)")];
  for (const button of buttons) {
    button.click();
    for (let i = 0; i < 100 && button.textContent === "copy"; i++) await new Promise((done) => setTimeout(done, 10));
  }
  return buttons.filter((button) => !["copied", "selected"].includes(button.textContent)).length;
}"""


def test_every_link_of_every_table(page) -> None:
    clicked = dict.fromkeys((".size", "[data-goto]", ".answer button:not(.size)"), 0)
    for tab in TABS:
        page.click(f"#tab-{tab}")
        assert page.locator(f"#tab-{tab}").get_attribute("aria-selected") == "true"
        assert page.locator("#panel").inner_text().strip()
        for kind in clicked:
            clicked[kind] += page.locator(f"#panel {kind}").count()
        assert page.evaluate(SIZES) == 0, tab
        assert page.evaluate(BOXES) == 0, tab
        assert page.evaluate(COPIES) == 0, tab
        for kind in (".size", "[data-goto]"):
            if page.locator(f"#panel {kind}").count():
                page.locator(f"#panel {kind}").first.click()
    assert all(clicked.values()), clicked
    page.click("#tab-overview")
    for i in range(page.locator("#numbers .link").count()):
        page.click("#tab-overview")
        page.locator("#numbers .link").nth(i).click()
        assert page.locator("#tab-overview").get_attribute("aria-selected") == "false"


def test_every_stage_alone_and_beside_the_one_before(page) -> None:
    page.click("#tab-stages")
    count = page.locator("#stages tbody tr").count()
    assert count == page.locator("#stage option").count() > 5
    for i in range(count):
        page.locator(f"[data-stage='{i}']").click()
        assert page.locator("#stage").input_value() == str(i)
        assert page.locator(".pane").count() == 1
        assert page.locator(".pane .node").count() > 0
    page.check("#compare")
    for i in range(1, count):
        page.select_option("#stage", str(i))
        titles = page.locator(".pane h2").all_inner_texts()
        name = page.locator("#stage option").nth(i).inner_text().partition(". ")[2]
        assert titles[1] == f"after {name}"
        assert all(page.locator(".pane").nth(k).locator(".node").count() for k in (0, 1))


def test_hidden_kinds_are_shown_on_demand(bert) -> None:
    counts = [bert.locator(".node").count()]
    for kind in ("size", "constant"):
        assert bert.locator(f".node.{kind}").count() == 0
        bert.check(f"#show-{kind}")
        assert bert.locator(f".node.{kind}").count() > 0
        counts.append(bert.locator(".node").count())
    assert counts == sorted(set(counts))


def test_the_questions_of_a_reader(bert) -> None:
    """Which launches exist, why S1 and S7 are equal, what is refused, what takes a version away."""
    bert.click("#tab-launches")
    rows = bert.locator("#launches tbody tr")
    assert rows.count() == bert.evaluate("app.tables.last.graph.nodes.filter(n => n.launch).length")
    assert "stitch" in rows.nth(2).inner_text()
    runs = rows.locator("td:last-child").all_inner_texts()
    assert runs[0] == "always"
    assert runs[1].startswith("S0 == S2 and S1 == S3")
    assert set(runs[2:]) == {"as above", "in every other call"}
    titles = bert.locator(".node.input").all_text_contents()
    assert {"token_ids", "segment_ids", "padding_mask"} <= set(titles)
    bert.click("#tab-equal")
    bert.select_option("#first", "S1")
    bert.select_option("#second", "S7")
    answer = bert.locator("#answer").inner_text()
    assert answer.startswith("Equal in the version for S0 == S2 and S1 == S3")
    assert "S7 == broadcast(S1, S3)" in answer
    assert "tf.AddV2" in answer
    bert.select_option("#second", "S0")
    assert bert.locator("#answer").inner_text().startswith("Not known")
    bert.click("#tab-refused")
    assert "S1 <= 16" in bert.locator("#guards").inner_text()
    assert '"tf.Slice"' in bert.locator("#guards").inner_text()
    bert.click("#tab-versions")
    assert 'where = ["S0 == S2", "S1 == S3"' in bert.locator("#panel pre").first.inner_text()
    bert.click("#tab-broadcasts")
    question = bert.locator("[data-question='1']").inner_text()
    assert "is S1 == S7 ?" in question
    assert 'where = ["S1 == S3"]' in question


def test_a_size_on_an_edge_is_a_link(bert) -> None:
    bert.evaluate("app.views[0].zoom(1.5)")
    bert.locator(".dimension[data-size='S7']").first.dispatch_event("click")
    detail = bert.locator("#detail").inner_text()
    assert "broadcast(S1, S3)" in detail
    assert "tf.AddV2" in detail
    assert "== S9" in detail
    assert bert.url.endswith("#size=S7")


def test_addresses_lead_to_tabs_sizes_and_stages(browser, files: dict[str, Path]) -> None:
    page = browser.new_page(viewport=SIZE)
    for end, shown in (
        ("tab=versions", "#tab-versions[aria-selected=true]"),
        ("size=S1", "#detail h2"),
    ):
        page.goto("about:blank")
        page.goto(files["kh_bert"].as_uri() + "#" + end)
        page.wait_for_selector(shown)
    page.goto(files["kh_bert"].as_uri() + "#stage=0")
    page.wait_for_function("document.getElementById('stage').value === '0'")
    page.close()


def test_keys_move_zoom_and_change_tabs(bert) -> None:
    bert.locator(".pane svg").focus()
    places = [bert.evaluate("JSON.stringify(app.views[0].view)")]
    for key in ("ArrowLeft", "ArrowUp", "+", "-", "0"):
        bert.keyboard.press(key)
        places.append(bert.evaluate("JSON.stringify(app.views[0].view)"))
    assert all(a != b for a, b in pairwise(places))
    bert.locator("#tab-overview").focus()
    bert.keyboard.press("ArrowRight")
    assert bert.locator("#tab-launches").get_attribute("aria-selected") == "true"
    bert.keyboard.press("ArrowLeft")
    assert bert.locator("#tab-overview").evaluate("e => e === document.activeElement")


def test_dark_where_the_reader_wants_it_dark(bert) -> None:
    light = pixels(bert).mean()
    bert.emulate_media(color_scheme="dark")
    assert pixels(bert).mean() < light / 2


def chain(length: int) -> str:
    """A program of `length` elementwise ops with a few that look far back."""
    lines = []
    for i in range(length):
        previous, other = (f"%v{i - 1}" if i else "%x"), (f"%v{i - 7}" if i > 6 else "%x")
        op = '"tf.AddV2"' if i % 3 else '"tf.Mul"'
        lines.append(
            f"%v{i} = {op}({previous}, {other}) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>"
        )
    body = "\n  ".join(lines)
    return f"func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {{\n  {body}\n  func.return %v{length - 1} : tensor<?xf32>\n}}\n"


def test_a_large_model_draws_what_is_open_only(browser, tmp_path: Path) -> None:
    model, path = tmp_path / "chain.mlir", tmp_path / "chain.html"
    model.write_text(chain(1000))
    path.write_text(page_of(page_data(str(model))), encoding="utf-8")
    for page in opened(browser, path):
        for i in range(page.locator("#stage option").count()):
            page.select_option("#stage", str(i))
            assert 0 < page.locator(".node").count() < 80
            assert page.evaluate("app.views[0].layouts.size") == 1


def test_values_between_two_boxes_are_one_line_where_there_are_many(bert) -> None:
    """As many lines as pairs of boxes are laid out, and every value still has its size shown."""
    for i in range(bert.locator("#stage option").count()):
        bert.select_option("#stage", str(i))
        count = """(() => { const view = app.views[0], root = view.graph.roots[0];
          const edges = view.drawn(root).edges, lines = view.layout(root).edges;
          const pairs = new Set(edges.map(([from, , to]) => from + ":" + to)).size;
          const values = new Set(edges.map(([from, result]) => from + ":" + result)).size;
          return [edges.length, lines.length, pairs, values,
                  lines.reduce((sum, each) => sum + each.results.length, 0)]; })()"""
        edges, lines, pairs, values, shown = bert.evaluate(count)
        assert lines == (pairs if edges > 40 else edges)
        assert shown == edges
        assert bert.locator(".edge-label").count() >= values


def test_tables_stay_in_their_panel(browser, tmp_path: Path) -> None:
    """Long words, as paths are, are broken: nothing is cut off at the right."""
    model, path = tmp_path / ("long_" * 20 + "name.mlir"), tmp_path / "page.html"
    model.write_text(
        chain(4)
        .replace("(%x: tensor<?xf32>)", "(%x: tensor<?xf32>, %y: tensor<?xf32>)")
        .replace("%x, %x", "%x, %y")
    )
    path.write_text(page_of(page_data(str(model))), encoding="utf-8")
    for page in opened(browser, path):
        for tab in TABS:
            page.click(f"#tab-{tab}")
            wide = page.evaluate(
                "(p => p.scrollWidth - p.clientWidth)(document.getElementById('panel'))"
            )
            assert wide <= 0, tab

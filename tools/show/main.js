"use strict";
/* The page: reads the data, fills the panels, and joins them with the graph. */

const TABS = [
  ["overview", "Overview"], ["launches", "Launches"], ["sizes", "Sizes"], ["equal", "Equal?"],
  ["refused", "Refused"], ["facts", "Facts"], ["broadcasts", "Broadcasts"], ["versions", "Versions"],
  ["stages", "Stages"],
];
const OPEN_AT_FIRST = 60; // choices with at most so many boxes inside are open at first

class App {
  constructor() {
    this.data = JSON.parse(document.getElementById("data").textContent);
    for (const [i, stage] of this.data.stages.entries()) {
      const text = document.getElementById("graph-" + i);
      Object.defineProperty(stage, "graph", { get: () => (text.parsed = text.parsed || JSON.parse(text.textContent)) });
    }
    this.tables = new Tables(this.data, this);
    this.stage = this.data.stages.length - 1;
    this.views = [];
    this.header();
    this.toolbar();
    this.tabs();
    this.showTab("overview");
    this.draw();
    this.followAddress();
    addEventListener("hashchange", () => this.followAddress());
  }

  header() {
    document.title = this.data.model + " · tieshape";
    document.getElementById("title").textContent = `${this.data.model}: @${this.data.function}`;
    const words = (list) => (list || []).map((each) => `${each.name}: ${each.shape} ${each.dtype}`).join(", ");
    document.getElementById("signature").textContent = `(${words(this.data.arguments)}) → (${words(this.data.results)})`;
    document.getElementById("legend").append(
      "▸ opens a box · sizes are links · broadcasts: ",
      element("span", { class: "identity" }, "identity"), ", ", element("span", { class: "expanding" }, "expanding"), ", ",
      element("span", { class: "undecided" }, "undecided (?)"), " · drag or arrow keys move, wheel or + − zoom, 0 fits");
    document.getElementById("about").textContent =
      `${this.data.producer}. Layout by dagre (MIT licence, © 2012-2014 Chris Pettitt).`;
  }

  toolbar() {
    const stage = document.getElementById("stage");
    this.data.stages.forEach((each, i) => stage.append(element("option", { value: i }, `${i}. ${each.name}`)));
    stage.addEventListener("change", () => this.showStage(Number(stage.value)));
    for (const id of ["compare", "show-size", "show-constant"]) {
      document.getElementById(id).addEventListener("change", () => this.draw(true));
    }
    const each = (id, action) => document.getElementById(id).addEventListener("click", () => this.views.forEach(action));
    each("open-all", (view) => this.openLaunches(view));
    each("close-all", (view) => (view.closeAll(), view.fit()));
    each("fit", (view) => view.fit());
    each("zoom-in", (view) => view.zoom(1.3));
    each("zoom-out", (view) => view.zoom(1 / 1.3));
  }

  tabs() {
    const bar = document.getElementById("tabs");
    for (const [name, title] of TABS) {
      bar.append(element("button", { role: "tab", id: "tab-" + name, "aria-controls": "panel", onclick: () => this.showTab(name) }, title));
    }
    bar.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step) return;
      const at = TABS.findIndex(([name]) => name === this.tab);
      const next = TABS[(at + step + TABS.length) % TABS.length][0];
      this.showTab(next);
      document.getElementById("tab-" + next).focus();
    });
  }

  showTab(name) {
    this.tab = name;
    for (const [each] of TABS) {
      const button = document.getElementById("tab-" + each);
      button.setAttribute("aria-selected", String(each === name));
      button.tabIndex = each === name ? 0 : -1;
    }
    const panel = document.getElementById("panel");
    panel.setAttribute("aria-labelledby", "tab-" + name);
    panel.replaceChildren(this.tables[name]());
    panel.scrollTop = 0;
  }

  // The graph.

  draw(keep = false) {
    const open = keep ? this.views.map((view) => view.open) : [];
    const panes = document.getElementById("panes");
    panes.replaceChildren();
    const compare = document.getElementById("compare").checked && this.stage > 0;
    const shown = compare ? [this.stage - 1, this.stage] : [this.stage];
    this.views = shown.map((i) => this.newView(panes, i));
    this.views.forEach((view, i) => {
      if (open.length === this.views.length) view.open = open[i];
      else this.openChoices(view);
      view.draw();
      view.fit();
    });
    document.getElementById("stage").value = String(this.stage);
  }

  newView(panes, i) {
    const pane = element("div", { class: "pane" });
    panes.append(pane);
    const stage = this.data.stages[i];
    const hidden = new Set(["fact"]);
    if (!document.getElementById("show-size").checked) hidden.add("size");
    if (!document.getElementById("show-constant").checked) hidden.add("constant");
    return new GraphView(pane, stage.graph, i === 0 ? "input" : "after " + stage.name, {
      isShown: (kind) => !hidden.has(kind),
      hue: (symbol) => this.tables.hue(symbol),
      onSelect: (n, view) => this.detail(this.tables.boxDetail(view.graph, n)),
      onSize: (symbol) => this.showSize(symbol, stage),
    });
  }

  openChoices(view) {
    view.graph.nodes.forEach((node, n) => {
      const inner = (node.groups || []).map((g) => view.drawn(g).nodes.length);
      const count = inner.reduce((sum, each) => sum + each, 0);
      if (node.kind === "choice" && count <= OPEN_AT_FIRST) view.open.add(n);
    });
  }

  openLaunches(view) {
    const found = [];
    view.graph.nodes.forEach((node, n) => {
      if (node.groups && view.places.has(n)) found.push(n);
    });
    view.setOpen(found, true);
    view.fit();
  }

  showStage(i) {
    this.stage = i;
    this.draw();
  }

  countUndecided(n) {
    const graph = this.tables.last.graph;
    return GraphView.prototype.openQuestions.call({ graph, openQuestions: GraphView.prototype.openQuestions }, n);
  }

  // What was clicked.

  detail(content) {
    const detail = document.getElementById("detail");
    detail.replaceChildren(content);
    detail.scrollTop = 0;
  }

  showSize(name, stage = this.tables.last) {
    const hasIt = (this.tables.known.symbols || []).some((symbol) => symbol.name === name);
    this.detail(this.tables.sizeDetail(name, hasIt ? this.tables.known : stage.knowledge));
    history.replaceState(null, "", "#size=" + encodeURIComponent(name));
  }

  /* Shows a box of the last stage, or of `graph`, where one of the drawings is of it. */
  showBox(n, graph = this.tables.last.graph) {
    let view = this.views.find((each) => each.graph === graph);
    if (!view) {
      this.showStage(this.data.stages.length - 1);
      view = this.views[this.views.length - 1];
    }
    view.reveal(n);
    this.detail(this.tables.boxDetail(view.graph, n));
  }

  /* Addresses: #tab=versions, #size=S0, #stage=3. */
  followAddress() {
    const [key, value] = decodeURIComponent(location.hash.slice(1)).split("=");
    if (key === "tab" && TABS.some(([name]) => name === value)) this.showTab(value);
    else if (key === "size" && this.tables.hues.has(value)) this.showSize(value);
    else if (key === "stage" && this.data.stages[value]) this.showStage(Number(value));
  }
}

const app = new App();
document.documentElement.dataset.ready = "yes";

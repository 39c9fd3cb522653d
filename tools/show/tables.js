"use strict";
/* The tables beside the graph. All text of the model gets into the page as text, never as HTML. */

const ACCEPTED = 0; // the scope of what holds in every call that the guards accept

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") made.addEventListener("click", value);
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

function table(titles, rows, attributes = {}) {
  const head = element("tr", {}, ...titles.map((title) => element("th", { scope: "col" }, title)));
  const body = rows.map((cells) =>
    element("tr", {}, ...cells.map((cell) => (cell instanceof HTMLTableCellElement ? cell : element("td", {}, cell)))),
  );
  return element("table", attributes, element("thead", {}, head), element("tbody", {}, ...body));
}

function number(value) {
  return element("td", { class: "number" }, Number(value).toLocaleString("en"));
}

function fragment(...children) {
  const made = document.createDocumentFragment();
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

class Tables {
  /* data: the page; page: what opens boxes, symbols and stages (`App`). */
  constructor(data, page) {
    this.data = data;
    this.page = page;
    this.last = data.stages[data.stages.length - 1];
    this.known = this.last.knowledge;
    this.hues = new Map();
    for (const stage of data.stages) {
      for (const symbol of stage.knowledge.symbols || []) this.hue(symbol.name);
    }
  }

  hue(symbol) {
    if (!this.hues.has(symbol)) this.hues.set(symbol, Math.round((this.hues.size * 137.5 + 210) % 360));
    return this.hues.get(symbol);
  }

  // Parts of text.

  size(name) {
    return element("button", { class: "size", "data-size": name, style: "--hue:" + this.hue(name),
      onclick: () => this.page.showSize(name) }, name);
  }

  /* A claim or expression, its symbols as links. */
  claim(text) {
    const made = element("span", { class: "claim" });
    for (const word of text.split(/([A-Za-z_]\w*)/)) made.append(this.hues.has(word) ? this.size(word) : word);
    return made;
  }

  /* A place with the line of the source that it names; `words` that say the place already. */
  place(place, words = "") {
    if (!place) return null;
    const line = (this.data.lines || {})[place.replace(/:\d+$/, "")];
    const made = element("div", { class: "place" }, words.includes(place) ? "" : place);
    if (line) made.append(element("pre", {}, line));
    return made;
  }

  boxLink(node, words) {
    return element("button", { class: "link", "data-goto": node, onclick: () => this.page.showBox(node) }, words);
  }

  answer(answer) {
    const copy = element("button", { onclick: () => copyText(answer.lines, copy) }, "copy");
    return element("div", { class: "answer" },
      element("div", {}, this.claim(answer.claim), " makes it " + answer.effect + " ", copy),
      element("pre", { class: "facts" }, answer.lines));
  }

  reasons(why) {
    const rows = (why || []).map((fact) =>
      element("li", {}, this.claim(fact.claim), " ", element("span", { class: "soft" }, this.origin(fact)), this.sourceLine(fact)));
    return element("ul", {}, ...rows);
  }

  /* What a fact without words defines: the size that it begins with. */
  defined(fact) {
    if (!/^(sdim\.\w+)?$/.test(fact.why || "")) return undefined;
    return (this.known.symbols || []).find((each) => each.made_by && fact.claim.startsWith(each.name + " =="));
  }

  origin(fact) {
    const symbol = this.defined(fact);
    if (symbol) return `what ${symbol.made_by} at ${symbol.place} makes`;
    return /^(sdim\.\w+)?$/.test(fact.why || "") ? "stated in the module" : fact.why || "";
  }

  sourceLine(fact) {
    const symbol = this.defined(fact);
    return this.place(fact.place || (symbol && symbol.place), this.origin(fact));
  }

  // The tabs.

  overview() {
    const { last, known, data } = this;
    const guards = known.guards || [], versions = known.versions || [], questions = known.questions || [];
    const undecided = last.broadcasts.undecided;
    const tab = (name, words) => element("button", { class: "link", onclick: () => this.page.showTab(name) }, words);
    const rows = [
      ["launches in one run", tab("launches", String(last.launches))],
      ["bytes moved in an example", last.bytes.toLocaleString("en")],
      ["sizes with a name", tab("sizes", String((known.symbols || []).length))],
      ["what is refused", tab("refused", guards.length + " checks")],
      ["broadcasts", tab("broadcasts", `${last.broadcasts.identity} identity, ${last.broadcasts.expanding} expanding, ${undecided} undecided (${questions.length} questions)`)],
      ["versions", tab("versions", String(versions.length))],
    ];
    const shapes = (list) => table(["name", "type", "shape"], list.map((each) => [each.name, each.dtype, this.claim(each.shape)]));
    const assumed = Object.entries(data.assumed || {}).map(([name, size]) => `${name} = ${size}`).join(", ");
    return fragment(
      table(["", "after the last stage"], rows, { id: "numbers" }),
      assumed ? element("p", { class: "soft" }, "The example: " + assumed + ".") : null,
      element("h2", {}, "Arguments"), shapes(data.arguments || []),
      element("h2", {}, "Results"), shapes(data.results || []));
  }

  /* Each kernel of the last stage with the branch that it is in. */
  launches() {
    const graph = this.last.graph, rows = [];
    let before = null; // a condition is said in the first of the rows that have it
    const visit = (g, where) => {
      for (const n of graph.groups[g].nodes || []) {
        const node = graph.nodes[n];
        if (node.launch) {
          const again = where && where === before;
          rows.push(this.launchRow(n, node, again ? element("span", { class: "soft" }, "as above") : where, rows.length + 1));
          before = where;
        } else for (const inner of node.groups || []) visit(inner, this.branchName(node, inner, where));
      }
    };
    for (const root of graph.roots || []) visit(root, "");
    const words = "Every kernel that there is code for; of the branches of a choice one runs.";
    return fragment(element("p", {}, words), table(["", "launch", "result", "runs"], rows, { id: "launches" }));
  }

  launchRow(n, node, where, count) {
    const sizes = (node.results || []).map((value) => element("div", {}, this.shape(value)));
    const open = this.page.countUndecided(n);
    const words = node.kind === "group" ? node.title : node.op;
    const what = element("td", {}, this.boxLink(n, words));
    if (open) what.append(element("div", { class: "undecided" }, open + " undecided inside"));
    return [number(count), what, element("td", {}, ...sizes), element("td", {}, where || "always")];
  }

  branchName(node, inner, where) {
    const graph = this.last.graph;
    if (node.kind === "part") return where;
    const version = (this.known.versions || []).find((each) => graph.nodes[each.node] === node);
    const branch = version ? version.branches[node.groups.indexOf(inner)].when : graph.groups[inner].title;
    return where ? where + "; " + branch : branch;
  }

  shape(value) {
    const made = element("span", { class: "claim" });
    for (const size of value.shape || ["*"]) {
      made.append(typeof size === "string" && this.hues.has(size) ? this.size(size) : String(size), "×");
    }
    made.append(value.dtype);
    return made;
  }

  sizes() {
    const rows = (this.known.symbols || []).map((symbol) => [
      this.size(symbol.name),
      fragment(symbol.source, symbol.definition ? fragment(": ", this.claim(symbol.definition)) : ""),
      bounds(symbol), String(symbol.divisor), (symbol.likely || []).join(", ") + (symbol.hint === undefined ? "" : ` hint ${symbol.hint}`),
    ]);
    return fragment(
      element("p", {}, "Click a size for where it comes from and what it is equal to."),
      table(["size", "what it is", "bounds", "divisor", "likely"], rows, { id: "sizes" }));
  }

  /* Two sizes to choose, and the answer. */
  equal() {
    const names = (this.known.symbols || []).map((symbol) => symbol.name);
    const select = (id, chosen) => {
      const made = element("select", { id, "aria-label": id }, ...names.map((name) => element("option", { value: name }, name)));
      made.value = chosen || names[0] || "";
      return made;
    };
    const proved = (this.known.relations || []).find((relation) => relation.verdict === "equal");
    const first = select("first", proved && proved.first), second = select("second", proved && proved.second);
    const answer = element("div", { id: "answer", "aria-live": "polite" });
    const update = () => answer.replaceChildren(this.relation(first.value, second.value));
    first.addEventListener("change", update);
    second.addEventListener("change", update);
    update();
    const rows = (this.known.relations || []).filter((r) => r.verdict !== "unknown").map((r) => [
      fragment(this.size(r.first), r.verdict === "equal" ? " == " : " != ", this.size(r.second)), this.known.scopes[r.scope || 0],
    ]);
    return fragment(
      element("p", {}, "Why are ", first, " and ", second, " equal?"), answer,
      element("h2", {}, "All that is proved"), table(["", "holds"], rows, { id: "relations" }));
  }

  findRelation(a, b) {
    return (this.known.relations || []).find((r) => (r.first === a && r.second === b) || (r.first === b && r.second === a));
  }

  relation(a, b) {
    if (a === b) return fragment("One size.");
    const relation = this.findRelation(a, b);
    if (!relation) return fragment("Nothing was asked of these two.");
    if (relation.verdict === "unknown") {
      const examples = (relation.examples || []).map((words) => element("li", {}, element("code", {}, words)));
      return fragment(element("p", { class: "undecided" }, "Not known. All facts and guards allow"), element("ul", {}, ...examples));
    }
    const scope = this.known.scopes[relation.scope || 0];
    return fragment(
      element("p", {}, element("b", {}, relation.verdict === "equal" ? "Equal " : "Different "), this.claim(scope), ", because"),
      this.reasons(relation.why));
  }

  refused() {
    const row = (guard) => [
      element("td", {}, this.claim(guard.claim)),
      element("td", {}, element("span", { class: guard.strength }, guard.strength), guard.late ? " on the way" : ""),
      element("td", {}, guard.why || "", this.place(guard.place, guard.why)),
    ];
    const rows = (this.known.guards || []).map(row);
    return fragment(
      element("p", {}, "A call for which one of these does not hold stops with an error that says so: before the run, or on the way. An ", element("code", {}, "expect"), " compiles again instead."),
      rows.length ? table(["must hold", "kind", "because"], rows, { id: "guards" }) : element("p", {}, "Nothing is refused."));
  }

  facts() {
    const rows = (this.known.facts || []).map((fact) => [
      this.claim(fact.claim), fact.strength, element("td", {}, this.origin(fact), this.sourceLine(fact)),
    ]);
    return fragment(
      element("p", {}, "What the module says of its sizes. ", element("code", {}, "assume"), " is known, ",
        element("code", {}, "assert"), " and ", element("code", {}, "expect"), " are checked."),
      table(["fact", "strength", "why"], rows, { id: "facts" }));
  }

  broadcasts() {
    const { identity, expanding, undecided } = this.last.broadcasts;
    const questions = (this.known.questions || []).map((question, i) => element("section", { "data-question": i },
      element("h3", {}, "is ", this.claim(`${question.size} == ${question.target}`), " ? "),
      element("div", { class: "soft" }, question.broadcasts === 1 ? "open for a broadcast: " : `open for ${question.broadcasts} broadcasts: `, ...this.asking(i)),
      ...((question.answers || []).map((answer) => this.answer(answer))),
      question.answers ? null : element("p", {}, "No fact on the sizes of arguments decides it.")));
    return fragment(
      element("p", {}, element("span", { class: "identity" }, `${identity} identity`), ", ",
        element("span", { class: "expanding" }, `${expanding} expanding`), ", ",
        element("span", { class: "undecided" }, `${undecided} undecided`),
        ". A fact below is a part of a facts file: tieshape-opt … -p 'tieshape{facts=\"FILE.toml\"}'."),
      ...questions);
  }

  asking(question) {
    const found = [];
    this.last.graph.nodes.forEach((node, n) => {
      if ((node.pairs || []).includes(question)) found.push(this.boxLink(n, "box " + n), " ");
    });
    return found;
  }

  versions() {
    const sections = (this.known.versions || []).map((version, i) => element("section", { "data-version": i },
      element("h3", {}, `choice ${i + 1} `, this.boxLink(version.node, "side by side in the graph")),
      element("div", { class: "versions" }, ...version.branches.map((branch) => element("div", {},
        element("div", {}, this.claim(branch.when)),
        element("div", { class: "soft" }, `${branch.launches} launches, ${branch.bytes.toLocaleString("en")} bytes, ${branch.undecided} undecided broadcasts`)))),
      element("h3", {}, "What leaves one of them"),
      ...((version.answers || []).map((answer) => this.versionAnswer(answer))),
      version.answers ? null : element("p", {}, "No fact on the sizes of arguments does.")));
    return fragment(...(sections.length ? sections : [element("p", {}, "One version for every call.")]));
  }

  versionAnswer(answer) {
    const copy = element("button", { onclick: () => copyText(answer.lines, copy) }, "copy");
    return element("div", { class: "answer" },
      element("div", {}, this.claim(answer.claim), " leaves " + answer.effect + " ", copy),
      element("pre", { class: "facts" }, answer.lines));
  }

  stages() {
    const rows = this.data.stages.map((stage, i) => {
      const name = element("button", { class: "link", "data-stage": i, onclick: () => this.page.showStage(i) }, stage.name);
      const cell = element("td", {}, name);
      if (stage.unchanged) cell.append(element("div", { class: "soft" }, "nothing by " + stage.unchanged.join(", ")));
      const ops = Object.entries(stage.ops || {}).map(([dialect, count]) => `${dialect} ${count}`).join(", ");
      return [cell, number(stage.launches), number(stage.bytes), number(stage.broadcasts.undecided), ops];
    });
    return table(["after", "launches", "bytes", "undecided", "ops"], rows, { id: "stages" });
  }

  // What was clicked.

  sizeDetail(name, known = this.known) {
    const symbol = (known.symbols || []).find((each) => each.name === name);
    if (!symbol) return fragment(element("h2", {}, name), element("p", {}, "Of another stage: it was merged or dropped on the way."));
    const others = (known.relations || []).filter((r) => r.verdict === "equal" && (r.first === name || r.second === name));
    const equal = others.map((r) => element("details", {},
      element("summary", {}, "== ", this.size(r.first === name ? r.second : r.first), " ",
        element("span", { class: "soft" }, known.scopes[r.scope || ACCEPTED])), this.reasons(r.why)));
    const uses = (known.facts || []).filter((fact) => (fact.symbols || []).includes(name));
    return fragment(
      element("h2", {}, "Size ", this.size(name)),
      element("p", {}, symbol.source, symbol.definition ? fragment(": ", this.claim(symbol.definition)) : "", `; in ${bounds(symbol)}, a multiple of ${symbol.divisor}`),
      symbol.made_by ? element("div", {}, `first of a result of ${symbol.made_by}`, this.place(symbol.place)) : null,
      element("h3", {}, "Equal to"), equal.length ? fragment(...equal) : element("p", {}, "nothing else that has a name"),
      element("h3", {}, "Facts about it"), this.reasons(uses));
  }

  boxDetail(graph, n) {
    const node = graph.nodes[n];
    const values = (node.results || []).map((value) => element("li", {}, value.name ? `%${value.name}: ` : "", this.shape(value)));
    const questions = (node.pairs || []).map((i) => {
      const question = (this.known.questions || [])[i];
      return question && graph === this.last.graph
        ? element("div", {}, "undecided: ", this.claim(`${question.size} == ${question.target}`), " ",
          element("button", { class: "link", onclick: () => this.page.showTab("broadcasts") }, "what decides it"))
        : null;
    });
    return fragment(
      element("h2", {}, node.op + (node.title ? " · " + node.title : "")),
      node.broadcast ? element("p", { class: node.broadcast }, node.broadcast + " broadcast") : null,
      ...questions,
      this.place(node.place),
      values.length ? element("ul", {}, ...values) : null,
      node.source === undefined ? null : element("p", {}, element("button", { class: "link", onclick: () => this.page.showBox(node.source, graph) }, "where it is made")));
  }
}

function bounds(symbol) {
  return `[${symbol.least === undefined ? "?" : symbol.least}, ${symbol.greatest === undefined ? "∞" : symbol.greatest}]`;
}

/* Copies `text`; where the browser refuses the clipboard, selects it for the reader to copy. */
async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "copied";
  } catch {
    const lines = button.closest(".answer").querySelector("pre");
    getSelection().selectAllChildren(lines);
    button.textContent = "selected";
  }
}

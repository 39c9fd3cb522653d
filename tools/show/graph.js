"use strict";
/* The graph: groups are laid out one by one, when they are first drawn, each as a flat graph in
   which an open group is one large box. Layouts are kept until something inside opens or closes. */

const SVG = "http://www.w3.org/2000/svg";
const ROW = 16, PAD = 10, HEAD = 22, LETTER = 6.7, SMALL = 5.6;
const MOST_ARGUMENTS = 12; // of more only those are drawn that an edge leads from
const NETWORK_SIMPLEX_LIMIT = 20; // above, the faster ranking of dagre is taken
const MOST_EDGES = 40; // of more the ones between the same two boxes are one line

function svgElement(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

class GraphView {
  /* One drawing of one stage's graph, in `container`.
     options: {isShown(kind), hue(symbol), onSelect(node), onSize(symbol)} */
  constructor(container, graph, title, options) {
    this.graph = graph;
    this.options = options;
    this.open = new Set();
    this.layouts = new Map();
    this.selected = null;
    this.groupOf = new Map();
    (graph.groups || []).forEach((group, g) => (group.nodes || []).forEach((n) => this.groupOf.set(n, g)));
    const heading = document.createElement("h2");
    heading.textContent = title;
    this.svg = svgElement("svg", { role: "group", "aria-label": "graph of " + title, tabindex: 0 });
    this.layer = svgElement("g");
    this.svg.append(this.arrowhead(), this.layer);
    container.append(heading, this.svg);
    this.view = { x: 20, y: 20, scale: 1 };
    this.listen();
  }

  arrowhead() {
    const shape = svgElement("path", { d: "M0,0L8,4L0,8z", class: "arrow" });
    const marker = svgElement("marker", {
      id: "arrow", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto",
    }, shape);
    return svgElement("defs", {}, marker);
  }

  // Opening and closing.

  toggle(node) {
    if (this.open.has(node)) this.open.delete(node);
    else this.open.add(node);
    this.forget(this.groupOf.get(node));
    this.draw();
  }

  setOpen(nodes, isOpen) {
    for (const node of nodes) {
      if (isOpen) this.open.add(node);
      else this.open.delete(node);
      this.forget(this.groupOf.get(node));
    }
    this.draw();
  }

  forget(group) {
    for (let g = group; g !== undefined; ) {
      this.layouts.delete(g);
      const owner = this.graph.groups[g].parent;
      g = owner === undefined ? undefined : this.groupOf.get(owner);
    }
  }

  forgetAll() {
    this.layouts.clear();
    this.draw();
  }

  closeAll() {
    this.open.clear();
    this.forgetAll();
  }

  /* Opens what is around `node`, selects it and moves it to the middle. */
  reveal(node) {
    for (let g = this.groupOf.get(node); g !== undefined; ) {
      const owner = this.graph.groups[g].parent;
      if (owner === undefined) break;
      this.open.add(owner);
      this.forget(this.groupOf.get(owner));
      g = this.groupOf.get(owner);
    }
    this.selected = node;
    this.draw();
    const found = this.places.get(node);
    if (!found) return;
    const { width, height } = this.svg.getBoundingClientRect();
    if (this.view.scale < 0.6) this.view.scale = 0.9;
    this.view.x = width / 2 - (found.x + found.width / 2) * this.view.scale;
    this.view.y = Math.max(height / 2 - (found.y + found.height / 2) * this.view.scale, height / 6 - found.y * this.view.scale);
    this.place();
  }

  // Layout.

  layout(g) {
    if (!this.layouts.has(g)) this.layouts.set(g, this.newLayout(g));
    return this.layouts.get(g);
  }

  newLayout(g) {
    const { nodes, edges } = this.drawn(g);
    const flat = new dagre.graphlib.Graph({ multigraph: true });
    const ranker = nodes.length > NETWORK_SIMPLEX_LIMIT ? "tight-tree" : "network-simplex";
    flat.setGraph({ nodesep: 24, ranksep: 26 + 10 * this.mostLabels(edges), marginx: PAD, marginy: PAD, ranker });
    flat.setDefaultEdgeLabel(() => ({}));
    for (const n of nodes) flat.setNode(String(n), this.extent(n));
    const joined = edges.length > MOST_EDGES;
    for (const [from, result, to] of edges) {
      const name = joined ? "all" : String(result);
      const known = flat.edge(String(from), String(to), name);
      if (known) known.results.push(result);
      else flat.setEdge(String(from), String(to), { results: [result] }, name);
    }
    dagre.layout(flat);
    const size = flat.graph();
    return {
      width: Number.isFinite(size.width) ? size.width : 80,
      height: Number.isFinite(size.height) ? size.height : 30,
      nodes: nodes.map((n) => ({ n, ...flat.node(String(n)) })),
      edges: flat.edges().map((e) => ({ from: +e.v, to: +e.w, ...flat.edge(e) })),
    };
  }

  /* The nodes and edges of a group that are not hidden. */
  drawn(g) {
    const group = this.graph.groups[g];
    const shown = new Set((group.nodes || []).filter((n) => this.isShown(n)));
    const edges = (group.edges || []).filter(([from, , to]) => shown.has(from) && shown.has(to));
    const linked = new Set(edges.flatMap(([from, , to]) => [from, to]));
    const isInput = (n) => this.graph.nodes[n].kind === "input";
    const showUnused = group.parent === undefined && [...shown].filter(isInput).length <= MOST_ARGUMENTS;
    const nodes = [...shown].filter((n) => !isInput(n) || showUnused || linked.has(n));
    return { nodes, edges };
  }

  /* How many values of one box go along these edges, at most; 1 to 9. */
  mostLabels(edges) {
    const values = new Map();
    for (const [from, result] of edges) values.set(from, (values.get(from) || new Set()).add(result));
    return Math.min(Math.max(1, ...[...values.values()].map((each) => each.size)), 9);
  }

  isShown(n) {
    const node = this.graph.nodes[n];
    const source = node.kind === "input" && node.source !== undefined ? this.graph.nodes[node.source] : null;
    return this.options.isShown(node.kind) && (source === null || this.options.isShown(source.kind));
  }

  extent(n) {
    const node = this.graph.nodes[n];
    if (this.open.has(n)) {
      const inner = node.groups.map((g) => this.layout(g));
      const width = inner.reduce((sum, each) => sum + each.width + PAD, PAD);
      const height = Math.max(...inner.map((each) => each.height + (node.groups.length > 1 ? ROW : 0))) + HEAD + PAD;
      return { width: Math.max(width, this.labelWidth(node)), height };
    }
    return { width: this.labelWidth(node), height: this.subtitle(node) ? 38 : 24 };
  }

  labelWidth(node) {
    const widest = Math.max(this.title(node).length * LETTER, this.subtitle(node).length * SMALL);
    const result = node.results && node.results[0] ? this.sizeText(node.results[0]).length * 6.2 : 0;
    return Math.max(widest + (node.groups ? 38 : 18), result, 40);
  }

  title(node) {
    if (node.kind === "input") return node.title || this.sourceTitle(node);
    if (node.kind === "group" || node.kind === "part") return cut(node.title);
    if (node.kind === "choice") return "choice of versions";
    return node.op.replace(/^(mhlo|tf|stablehlo|sdim|arith|tensor)\./, "");
  }

  sourceTitle(node) {
    if (node.source === undefined) return "input";
    const source = this.graph.nodes[node.source];
    return "from " + this.title(source);
  }

  subtitle(node) {
    if (node.broadcast) return node.broadcast;
    if (node.kind === "guard") return "check";
    return node.kind === "op" && node.title ? cut(node.title) : "";
  }

  sizeText(value) {
    if (!value.shape) return value.dtype + "[*]";
    return [...value.shape, value.dtype].join("×");
  }

  // Drawing.

  draw() {
    const focused = document.activeElement && document.activeElement.getAttribute("data-node");
    this.places = new Map();
    this.layer.replaceChildren();
    let x = 0;
    for (const root of this.graph.roots || []) {
      const found = this.layout(root);
      this.drawGroup(root, x, 0, this.layer);
      x += found.width + 40;
    }
    this.place();
    if (focused !== null && focused !== undefined) {
      const again = this.layer.querySelector(`[data-node="${focused}"]`);
      if (again && this.svg.contains(again)) again.focus({ preventScroll: true });
    }
  }

  drawGroup(g, x, y, into) {
    const found = this.layout(g);
    const edges = svgElement("g"), labels = svgElement("g");
    into.append(edges);
    for (const place of found.nodes) this.drawNode(place, x, y, into);
    const labelled = new Set(), count = new Map();
    for (const edge of found.edges) {
      const values = this.graph.nodes[edge.from].results || [];
      edges.append(this.edgePath(edge, values[edge.results[0]], x, y));
      for (const result of edge.results) {
        const key = edge.from + ":" + result;
        if (!values[result] || labelled.has(key)) continue;
        labelled.add(key);
        const before = count.get(edge.from) || 0;
        count.set(edge.from, before + 1);
        labels.append(this.edgeLabel(edge.points[0], values[result], x, y + 10 * before));
      }
    }
    into.append(labels);
  }

  edgePath(edge, value, x, y) {
    const points = edge.points.map((p) => [p.x + x, p.y + y]);
    let d = "M" + points[0];
    for (let i = 1; i < points.length - 1; i++) {
      const end = i === points.length - 2 ? points[i + 1] : middle(points[i], points[i + 1]);
      d += "Q" + points[i] + " " + end;
    }
    if (points.length === 2) d += "L" + points[1];
    const path = svgElement("path", { d, class: "edge", "marker-end": "url(#arrow)" });
    const symbol = value && (value.shape || []).find((size) => typeof size === "string" && size !== "?");
    if (symbol !== undefined) path.setAttribute("style", "--hue:" + this.options.hue(symbol));
    return path;
  }

  /* The size of a value, under the box that makes it. */
  edgeLabel(at, value, x, y) {
    const label = svgElement("text", { x: at.x + x + 4, y: at.y + y + 12, class: "edge-label" });
    const sizes = value.shape ? value.shape : ["*"];
    for (const size of sizes) {
      label.append(this.dimension(size), svgElement("tspan", {}, "×"));
    }
    label.append(svgElement("tspan", {}, value.dtype));
    return label;
  }

  dimension(size) {
    if (typeof size !== "string" || size === "?" || size === "*") return svgElement("tspan", {}, String(size));
    const span = svgElement("tspan", {
      class: "dimension", "data-size": size, style: "--hue:" + this.options.hue(size), role: "link",
    }, size);
    span.addEventListener("click", (event) => {
      event.stopPropagation();
      this.options.onSize(size);
    });
    return span;
  }

  drawNode(place, x, y, into) {
    const node = this.graph.nodes[place.n];
    const left = x + place.x - place.width / 2, top = y + place.y - place.height / 2;
    this.places.set(place.n, { x: left, y: top, width: place.width, height: place.height });
    const isOpen = this.open.has(place.n), canOpen = Boolean(node.groups);
    const classes = ["node", node.kind, node.broadcast || ""];
    if (place.n === this.selected) classes.push("selected");
    const box = svgElement("g", {
      class: classes.join(" ").trim(), tabindex: 0, role: "button", "data-node": place.n,
      "aria-label": this.title(node) + (this.subtitle(node) ? ", " + this.subtitle(node) : ""),
    });
    if (canOpen) box.setAttribute("aria-expanded", String(isOpen));
    box.append(svgElement("rect", {
      class: "box", x: left, y: top, width: place.width, height: place.height,
      rx: node.kind === "input" || node.kind === "result" ? 12 : 5,
    }));
    const mark = canOpen ? (isOpen ? "▾ " : "▸ ") : "";
    box.append(svgElement("text", { x: left + 9, y: top + 16 }, mark + this.title(node)));
    if (this.subtitle(node) && !isOpen) {
      box.append(svgElement("text", { x: left + 9, y: top + 31, class: "sub" }, this.subtitle(node)));
    }
    const open = canOpen ? this.openQuestions(place.n) : 0;
    if (open) {
      const words = svgElement("text", { x: left + place.width - 18, y: top + 16, class: "open-questions" }, "?");
      words.append(svgElement("title", {}, open + " undecided broadcasts inside"));
      box.append(words);
    }
    into.append(box);
    this.listenToNode(box, place.n, canOpen);
    if (isOpen) this.drawInside(node, left, top, place, into);
  }

  drawInside(node, left, top, place, into) {
    let x = left + PAD;
    const several = node.groups.length > 1;
    for (const g of node.groups) {
      const inner = this.layout(g);
      const y = top + HEAD + (several ? ROW : 0);
      if (several) {
        into.append(svgElement("text", { x: x + 4, y: y - 4, class: "sub" }, this.graph.groups[g].title));
        into.append(svgElement("rect", { class: "frame", x, y, width: inner.width, height: place.height - HEAD - ROW - PAD }));
      }
      this.drawGroup(g, x, y, into);
      x += inner.width + PAD;
    }
  }

  openQuestions(n) {
    const node = this.graph.nodes[n];
    let count = 0;
    for (const g of node.groups || []) {
      for (const inner of this.graph.groups[g].nodes || []) {
        count += this.graph.nodes[inner].broadcast === "undecided" ? 1 : 0;
        count += this.openQuestions(inner);
      }
    }
    return count;
  }

  // Moving and keys.

  place() {
    const { x, y, scale } = this.view;
    this.layer.setAttribute("transform", `translate(${x},${y}) scale(${scale})`);
  }

  fit() {
    const box = this.svg.getBoundingClientRect();
    const sizes = (this.graph.roots || []).map((root) => this.layout(root));
    const width = sizes.reduce((sum, each) => sum + each.width + 40, 0);
    const height = Math.max(60, ...sizes.map((each) => each.height));
    const scale = Math.max(Math.min((box.width - 20) / width, (box.height - 20) / height, 1.2), 0.25);
    this.view = { scale, x: Math.max((box.width - width * scale) / 2, 10), y: 10 };
    this.place();
  }

  zoom(factor, cx, cy) {
    const box = this.svg.getBoundingClientRect();
    const px = cx === undefined ? box.width / 2 : cx - box.left;
    const py = cy === undefined ? box.height / 2 : cy - box.top;
    const scale = Math.min(Math.max(this.view.scale * factor, 0.05), 4);
    const change = scale / this.view.scale;
    this.view = { scale, x: px - (px - this.view.x) * change, y: py - (py - this.view.y) * change };
    this.place();
  }

  listenToNode(box, n, canOpen) {
    const choose = () => {
      if (this.moved) return;
      this.selected = n;
      this.options.onSelect(n, this);
      if (canOpen) this.toggle(n);
      else this.draw();
    };
    box.addEventListener("click", choose);
    box.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.moved = false;
        choose();
      }
    });
  }

  listen() {
    let last = null;
    this.svg.addEventListener("pointerdown", (event) => {
      last = [event.clientX, event.clientY];
      this.moved = false;
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (last === null || event.buttons === 0) return;
      const dx = event.clientX - last[0], dy = event.clientY - last[1];
      if (!this.moved && Math.abs(dx) + Math.abs(dy) < 4) return;
      this.moved = true;
      this.view.x += dx;
      this.view.y += dy;
      last = [event.clientX, event.clientY];
      this.place();
    });
    this.svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.clientX, event.clientY);
    }, { passive: false });
    this.svg.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    const steps = { ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40] };
    if (event.key in steps) {
      event.preventDefault();
      this.view.x += steps[event.key][0];
      this.view.y += steps[event.key][1];
      this.place();
    } else if (event.key === "+") this.zoom(1.2);
    else if (event.key === "-") this.zoom(1 / 1.2);
    else if (event.key === "0") this.fit();
  }
}

function cut(words) {
  return words.length > 42 ? words.slice(0, 41) + "…" : words;
}

function middle(a, b) {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}


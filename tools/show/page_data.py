"""What the page shows, as plain data: `dataclasses.asdict` of it is the page's JSON."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class PageValue:
    """A value on an edge: its name (may be empty), element type, and shape.

    shape: static sizes and symbols; None where the rank is unknown or it is no tensor
    """

    name: str
    dtype: str
    shape: list[int | str] | None


@dataclass(slots=True)
class PageNode:
    """A box of the graph.

    kind: `op`, `group` (a launch), `choice`, `part` (consecutive ops), `constant`, `size` (size
        arithmetic), `guard`, `fact`, `tie`, `input` or `result` of a group
    groups: the groups inside, by their numbers; empty for a plain op
    broadcast: `identity`, `expanding` or `undecided`, or empty
    place: `file:line:col`, or empty
    pairs: the open questions of a broadcast, by number
    launch: whether a kernel is launched for it
    source: for an input of a group the node that makes it, where there is one, as its `result`
    made: for a part the box and its result that each of the results is
    """

    op: str
    kind: str
    title: str = ""
    results: list[PageValue] = field(default_factory=list[PageValue])
    groups: list[int] = field(default_factory=list[int])
    broadcast: str = ""
    pairs: list[int] = field(default_factory=list[int])
    place: str = ""
    source: int | None = None
    result: int = 0
    made: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    launch: bool = False


@dataclass(slots=True)
class PageGroup:
    """What is inside of a box: nodes by number, and edges (from, result of it, to)."""

    title: str
    parent: int | None
    nodes: list[int] = field(default_factory=list[int])
    edges: list[tuple[int, int, int]] = field(default_factory=list[tuple[int, int, int]])


@dataclass(slots=True)
class PageGraph:
    """A module as groups within groups; `roots` are its functions."""

    nodes: list[PageNode] = field(default_factory=list[PageNode])
    groups: list[PageGroup] = field(default_factory=list[PageGroup])
    roots: list[int] = field(default_factory=list[int])


@dataclass(slots=True)
class PageFact:
    """A claim with its strength, where it comes from in words, and the place in the source."""

    claim: str
    strength: str
    why: str
    place: str
    symbols: list[str]
    late: bool = False
    """Whether it is about sizes or elements that are known only while the program runs."""


@dataclass(slots=True)
class PageSymbol:
    """A size with a name.

    source: from which argument it is, or what it is computed from, in words
    made_by: the op that makes the first value of this size, and its place
    """

    name: str
    source: str
    definition: str
    least: int | None
    greatest: int | None
    divisor: int
    hint: int | None
    likely: list[int]
    made_by: str = ""
    place: str = ""


@dataclass(slots=True)
class PageRelation:
    """What is known of two sizes.

    verdict: `equal`, `different`, or `unknown`
    scope: where that holds: an entry of the page's scopes
    why: the claims that it rests on, each with its origin
    examples: sizes that all facts and guards allow, one where the two differ, one where they agree
    """

    first: str
    second: str
    verdict: str
    scope: int = 0
    why: list[PageFact] = field(default_factory=list[PageFact])
    examples: list[str] = field(default_factory=list[str])


@dataclass(slots=True)
class PageAnswer:
    """A fact that would decide a question: what it decides, and lines of a facts file."""

    effect: str
    claim: str
    lines: str


@dataclass(slots=True)
class PageQuestion:
    """An undecided dimension of broadcasts: whether an operand size is the result's.

    broadcasts: how many broadcasts it is about
    """

    size: str
    target: str
    broadcasts: int
    answers: list[PageAnswer]


@dataclass(slots=True)
class PageBranch:
    """One version of a choice: when it runs, what it launches."""

    when: str
    launches: int
    bytes: int
    undecided: int


@dataclass(slots=True)
class PageVersion:
    """A choice between versions; node is its box in the last graph."""

    node: int
    condition: list[str]
    branches: list[PageBranch]
    answers: list[PageAnswer]


@dataclass(slots=True)
class PageKnowledge:
    """What is stated and proved of sizes at one stage."""

    symbols: list[PageSymbol]
    facts: list[PageFact]
    scopes: list[str] = field(default_factory=list[str])
    relations: list[PageRelation] = field(default_factory=list[PageRelation])
    questions: list[PageQuestion] = field(default_factory=list[PageQuestion])
    versions: list[PageVersion] = field(default_factory=list[PageVersion])
    guards: list[PageFact] = field(default_factory=list[PageFact])


@dataclass(slots=True)
class PageStage:
    """The module after a pass; `unchanged` names the passes after it that left it as it was."""

    name: str
    unchanged: list[str]
    launches: int
    bytes: int
    broadcasts: dict[str, int]
    ops: dict[str, int]
    graph: PageGraph
    knowledge: PageKnowledge


@dataclass(slots=True)
class PageArgument:
    """An argument or a result of the function: name, element type, shape in words."""

    name: str
    dtype: str
    shape: str


@dataclass(slots=True)
class PageData:
    """The whole page.

    assumed: sizes that bytes are counted with, where nothing tells them
    lines: the lines of the source that something refers to, by `file:line`
    """

    model: str
    function: str
    producer: str
    arguments: list[PageArgument]
    results: list[PageArgument]
    assumed: dict[str, int]
    lines: dict[str, str]
    stages: list[PageStage]

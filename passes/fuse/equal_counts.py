"""Which element counts are provably equal, asked of a whole block at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...analysis.example_sizes import ExampleSizes, models_of
from ...analysis.identity_memo import IdentityMemo
from ...analysis.shape_analysis import ShapeAnalysis
from ...symbolic import Broadcast, Expr, eq
from ...symbolic.shapes import ONE, Shape, product


def prefixes(shape: Shape) -> Iterator[Shape]:
    """The first sizes of `shape`: none, one, up to all of them."""
    return (shape[:i] for i in range(len(shape) + 1))


class EqualCounts:
    """Classes of provably equal element counts, each a small number.

    Counts of one simplest form are equal. Forms that differ may be equal by facts that no
    simplification uses: those are put to the facts in pairs, where every known example of the sizes
    agrees on the pair. An example in which two counts differ shows that they are not provably
    equal.
    """

    def __init__(self, analysis: ShapeAnalysis):
        self._analysis = analysis
        self._forms: dict[Shape, Expr] = {}
        self._form_of = IdentityMemo[Shape, Expr](self._form)
        self._met = dict[int, Shape]()
        """Whose prefixes have forms."""
        self._parent: dict[Expr, Expr] = {ONE: ONE}
        self._examples: list[ExampleSizes] = []
        self._more_examples: Iterator[ExampleSizes] = iter(())
        self._names = frozenset[str]()
        """Of the symbols that the examples are about."""

    def relate(self, pairs: Iterable[tuple[Shape, Shape]]) -> None:
        """Unites the classes of the counts of each pair of shapes that are provably equal."""
        asked = dict[tuple[Expr, Expr], None]()
        for a, b in pairs:
            first, second = self.form(a), self.form(b)
            if first != second and (second, first) not in asked:
                asked[first, second] = None
        for a, b in asked:
            if (first := self._root(a)) != (second := self._root(b)) and self.equal(a, b):
                self._parent[second] = first

    def form(self, shape: Shape) -> Expr:
        """The number of elements of `shape` in its simplest form."""
        return self._form_of(shape)

    def form_prefixes(self, shape: Shape) -> None:
        """Finds the forms of all prefixes of `shape`."""
        if id(shape) not in self._met:
            self._met[id(shape)] = shape
            for prefix in prefixes(shape):
                self._form(prefix)

    def _form(self, shape: Shape) -> Expr:
        found = self._forms.get(shape)
        if found is None:
            found = self._forms[shape] = self._analysis.facts.simplify(product(shape))
            self._parent.setdefault(found, found)
        return found

    def classes(self) -> dict[Shape, int]:
        """The class of each shape that was met; that of the count 1 is 0."""
        numbers: dict[Expr, int] = {self._root(ONE): 0}
        return {
            shape: numbers.setdefault(self._root(form), len(numbers))
            for shape, form in self._forms.items()
        }

    def equal(self, a: Expr, b: Expr) -> bool:
        """Whether two counts or sizes are provably equal."""
        facts = self._analysis.facts
        if a == b or (a := facts.simplify(a)) == (b := facts.simplify(b)):
            return True
        if a.constant_value is not None and b.constant_value is not None:
            return False
        return not self._differ(a, b) and facts.proves(eq(a, b))

    def _differ(self, a: Expr, b: Expr) -> bool:
        """Whether an example exists in which the two differ; examples are made lazily.

        None for broadcasts: that nothing is known of these is seen from the facts at less cost.
        """
        names = a.symbols() | b.symbols()
        is_known = names <= self._names
        if is_known and any(example.of(a) != example.of(b) for example in self._examples):
            return True
        if _has_broadcast(a) or _has_broadcast(b):
            return False
        if not is_known:
            self._names = self._names.union(names, *(form.symbols() for form in self._parent))
            self._more_examples, self._examples = models_of(self._analysis, self._names), []
        for example in self._more_examples:
            self._examples.append(example)
            if example.of(a) != example.of(b):
                return True
        return False

    def _root(self, form: Expr) -> Expr:
        while (parent := self._parent[form]) is not form:
            form = parent
        return form


def _has_broadcast(size: Expr) -> bool:
    return any(isinstance(atom, Broadcast) for atom in size.atoms())

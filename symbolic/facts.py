"""The fact base: learn facts about sizes, ask questions. Sound; complete where models need it.

The assert, push, pop and check interface of incremental SMT solvers (Barrett, Fontaine, Tinelli,
SMT-LIB 2.6); a claim is proved where its negation is infeasible.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import gcd

from .answers import Answers, Origin, remember, shared_answer
from .congruence import of_expr
from .counterexample import find_counterexample
from .expr import NO_SYMBOLS, Expr, SymbolAtom, TooLarge
from .fact import Contradiction, Fact
from .models import known_models
from .outcomes import Infeasible
from .predicate import Le, Predicate, Truth
from .prove import check_affected, contradictory, infeasible, proves
from .question_errors import no_claim
from .ranges import Range
from .read_claims import read_claim, read_expr
from .refutation import DEFAULT, Limits
from .solutions import Equations
from .store import Store
from .support import support
from .text import check_name
from .witnesses import Witnesses


class Facts:
    """A growing set of facts about integer symbols.

    Symbols are integers with a least value. `x // 0` and `x % 0` are some unspecified integer:
    nothing is concluded from a quotient whose denominator may be 0. What satisfies the facts of
    `like` is tried first: where it satisfies these too, they are learnt faster.
    """

    __slots__ = (
        "_asked", "_equations", "_learnt", "_origin", "_proved", "_refuted", "_scopes", "_seen", "_store",
        "limits", "revision",
    )  # fmt: skip

    def __init__(self, limits: Limits = DEFAULT, *, like: Facts | None = None) -> None:
        self.limits = limits
        self.revision = 0
        """A number that changes when facts are learnt or forgotten."""
        self._store = Store()
        self._seen: Witnesses = like._seen.begun_again(like._store) if like else Witnesses()
        self._learnt: list[Fact] = []
        self._asked: tuple[str, Predicate] | None = None
        self._scopes = 0
        self._proved: Answers = {}
        self._refuted: Answers = {}
        self._origin: Origin | None = None
        self._equations = Equations()

    def __repr__(self) -> str:
        return f"<Facts: {len(self._learnt)} about {', '.join(self._store.names) or 'no symbols'}>"

    @property
    def learnt(self) -> Sequence[Fact]:
        """The facts that were learnt, oldest first."""
        return tuple(self._learnt)

    def symbol(self, name: str, minimum: int = 0) -> Expr:
        """Declares a symbol that is at least `minimum`, or raises a declared one's least value.

        A symbol that is used without being declared is at least 0. Raises ValueError where a
        declared symbol would become less restricted, Contradiction where it cannot be that great.
        """
        symbol = SymbolAtom(name)
        known = self._store.minimum.get(symbol)
        if known is None:
            check_name(name)
            self._store.declare(symbol, minimum)
        elif minimum > known:
            self.learn(Le(minimum - symbol.as_expr()), why=f"least value of {name}")
            self._store.put(self._store.minimum, symbol, minimum)
        elif minimum < known and minimum != 0:
            raise ValueError(
                f"{name} is declared with least value {known}, which {minimum} would loosen"
            )
        return symbol.as_expr()

    def learn(self, fact: Predicate | str, why: object = None) -> None:
        """Adds a fact. Raises Contradiction, and changes nothing, where it is seen to conflict."""
        predicate = self._predicate(fact)
        new = Fact(predicate, why, fact if isinstance(fact, str) else None)
        if not self._absorb(predicate):
            known = [*self._learnt, new]
            raise Contradiction(support(known, predicate.symbols(), self._conflict))
        self._learnt.append(new)

    def accepts(self, *facts: Predicate) -> bool:
        """Adds facts at once; False, and changes nothing, where they are seen to conflict."""
        for fact in facts:
            self._store.declare_all(fact.symbol_atoms)
        if taken := self._absorb(*facts):
            self._learnt += [Fact(fact, None, None) for fact in facts]
        return taken

    def _absorb(self, *predicates: Predicate) -> bool:
        """Adds facts; False, and changes nothing, where they are seen to conflict."""
        store = self._store
        mark = store.mark()
        try:
            store.assume(*predicates)
        except Infeasible:
            store.undo(mark)
            return False
        if not self._follow(mark):
            store.undo(mark)
            self._seen.revert()
            return False
        self.revision += 1
        if store.mark() != mark:
            self._proved, self._refuted, self._origin = {}, {}, None
        if not self._scopes:
            store.forget_trail()
        return True

    def _from(self, facts: Sequence[Fact], *claims: Predicate) -> Facts | None:
        """A fact base of `facts` alone, with their symbols and those of `claims`, or None."""
        other = Facts(self.limits)
        used = NO_SYMBOLS.union(
            *(f.predicate.symbol_atoms for f in facts), *(c.symbol_atoms for c in claims)
        )
        for symbol in sorted(used, key=self._store.rank):
            other._store.declare(symbol, self._store.declared[symbol])
        for fact in facts:
            if not other._absorb(fact.predicate):
                return None
            other._learnt.append(fact)
        return other

    def _conflict(self, facts: Sequence[Fact]) -> bool:
        return (alone := self._from(facts)) is None or contradictory(
            alone._store, alone._seen, self.limits
        )

    def _follow(self, mark: int) -> bool:
        """Updates the witnesses; False where the last fact is seen to contradict the others."""
        store, seen = self._store, self._seen
        changes = store.changes(mark)
        if seen.follow(store, changes):
            return True
        refuted, model = check_affected(store, changes, self.limits)
        if refuted:
            return False
        seen.take(model, store, changes)
        return True

    def proves(self, claim: Predicate | str) -> bool:
        """Whether `claim` holds in every run. False means "not known", never "false"."""
        known = self._proved.get(claim)
        if known is None:
            predicate = self._predicate(claim, asked=True)
            origin = self._origin_of(predicate)
            known = shared_answer(origin and origin.proved, predicate, self._proves)
            remember(self._proved, claim, known)
        return known

    def _proves(self, predicate: Predicate) -> bool:
        if isinstance(predicate, Truth):
            return predicate.value or contradictory(self._store, self._seen, self.limits)
        return proves(self._store, self._seen, predicate, self.limits)

    def refutes(self, claim: Predicate | str) -> bool:
        """Whether `claim` holds in no run. False means "not known", never "true"."""
        known = self._refuted.get(claim)
        if known is None:
            predicate = self._predicate(claim, asked=True)
            origin = self._origin_of(predicate)
            known = shared_answer(origin and origin.refuted, predicate, self._refutes)
            remember(self._refuted, claim, known)
        return known

    def _refutes(self, predicate: Predicate) -> bool:
        if isinstance(predicate, Truth):
            return not predicate.value or contradictory(self._store, self._seen, self.limits)
        return infeasible(self._store, self._seen, predicate, self.limits)

    def _origin_of(self, predicate: Predicate) -> Origin | None:
        """What this is still an equal copy of, where that has the symbols of `predicate`."""
        origin = self._origin
        if origin is None or not predicate.symbol_atoms <= origin.symbols:
            return None
        return origin

    def why(self, claim: Predicate | str) -> tuple[Fact, ...]:
        """Learnt facts, few, from which `claim` or its opposite follows, whichever is known.

        Raises ValueError where neither is.
        """
        predicate = self._predicate(claim, asked=True)
        if not self.proves(predicate):
            if not self.refutes(predicate):
                raise ValueError(f"{predicate} is neither proved nor refuted")
            predicate = predicate.negate()

        def suffice(facts: Sequence[Fact]) -> bool:
            alone = self._from(facts, predicate)
            return alone is None or alone.proves(predicate)

        return support(self._learnt, predicate.symbols(), suffice)

    def counterexample(self, claim: Predicate | str) -> dict[str, int] | None:
        """Sizes that satisfy all facts and not `claim`, checked by evaluation; None: none found.

        By name: every symbol of the claim and the facts. Sizes that make a divisor 0 do not count.
        """
        predicate = self._predicate(claim, asked=True)
        if self.proves(predicate):
            return None
        wrong = predicate.negate()
        with self.scope():
            if not self._absorb(wrong):
                return None
            return find_counterexample(self._store, self._seen, self._learnt, wrong, self.limits)

    def simplify(self, expr: Expr | str | int) -> Expr:
        """An equal expression in the earliest symbols, without what the facts make redundant."""
        known = read_expr(expr, self._store)
        try:
            return self._store.normal(known)
        except TooLarge:
            return known

    def replaced(self, names: Iterable[str]) -> list[str]:
        """Those of the symbols `names` that `simplify` writes in others."""
        known, solved = self._store.names, self._store.solved
        return [name for name in names if name in known and known[name][0] in solved]

    def bounds(self, expr: Expr | str | int) -> Range:
        """`(least, greatest)`: every value lies between them; None for an end that is not known."""
        return self._store.range(self.simplify(expr))

    def divisor(self, expr: Expr | str | int) -> int:
        """The greatest number known to divide `expr`; 0 where it is known to be 0."""
        return gcd(*of_expr(self.simplify(expr), self._store.congruences))

    def solutions(self, name: str) -> Sequence[Expr]:
        """What the symbol `name` is by the equations learnt, over other symbols; oldest first."""
        return self._equations.of(name, [f.predicate for f in self._learnt[self._equations.read :]])

    def models(
        self, about: frozenset[str] | None = None, ones: bool = False
    ) -> Iterator[dict[str, int]]:
        """Values of all symbols, or those `about` and what facts connect with them, for which all
        facts hold; few, none where none is known; great ones first, if `ones` sizes of 1 last.
        """
        return iter(known_models(self._store, self._seen, self._learnt, about, ones))

    @contextmanager
    def scope(self) -> Generator[None]:
        """Facts learnt inside are forgotten at the end. Symbols stay declared."""
        mark, learnt = self._store.mark(), len(self._learnt)
        seen = self._seen.copy()
        answers = self._proved, self._refuted, self._origin  # learning inside starts new ones
        self._scopes += 1
        try:
            yield
        finally:
            self._scopes -= 1
            self.revision += 1
            self._store.undo(mark)
            self._seen = seen
            self._proved, self._refuted, self._origin = answers
            del self._learnt[learnt:]
            self._equations = Equations()

    def copy(self) -> Facts:
        """An independent copy, outside of any scope; both share answers until one learns."""
        other = Facts(self.limits)
        other._origin = self._origin or Origin(
            frozenset(self._store.ranks), self._proved, self._refuted
        )
        other._store = self._store.copy()
        other._seen = self._seen.copy()
        other._learnt = self._learnt.copy()
        return other

    def _predicate(self, claim: Predicate | str, asked: bool = False) -> Predicate:
        """`claim`, its symbols declared. What is asked, not learnt, must not misspell them."""
        if not isinstance(claim, str):
            if not isinstance(claim, Predicate):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise TypeError(no_claim(claim))
            self._store.declare_all(claim.symbol_atoms)
            return claim
        last = self._asked
        if last is not None and last[0] == claim:
            return last[1]
        self._asked = (claim, read_claim(claim, self._store, asked))
        return self._asked[1]

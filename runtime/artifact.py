"""A compiled function: what is known of its sizes, and its code."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from os import PathLike, fspath, getpid, replace, unlink
from threading import Lock
from typing import TYPE_CHECKING

from .. import symbolic
from ..symbolic import Contradiction, Expr, Predicate, parse_predicate
from ..symbolic.predicate import Truth
from ..symbolic.text import did_you_mean
from .checks import ArgumentShapes, Check, Checker
from .code import ArtifactCode
from .errors import ArtifactError, AssertGuardError, ExpectGuardError
from .execution import INTERPRETER, AnyArray, Executor, as_arrays, engine_of, executor, no_call
from .file import parts, read
from .header import Header

if TYPE_CHECKING:
    from tieshape.op_sets import OpSet


def load(
    path: str | PathLike[str],
    *,
    op_sets: Sequence[OpSet] = (),
    value_checks: bool = True,
    engine: str = INTERPRETER,
    threads: int = 1,
) -> Artifact:
    """The artifact in a file. Nothing in the file is executed.

    op_sets: kernels for ops of the caller's own, besides those of installed packages
    value_checks: whether runs check elements of tensors, an index or a divisor
    engine: "interpreter"; "native": machine code, made on the first run; "auto": machine code
        where it can be had
    threads: how many share a large loop of machine code; the results are the same for each number

    Weights are read when the model first runs. Raises ArtifactError where the file is truncated,
    altered or of another version; OSError where it cannot be read.
    """
    chosen = engine_of(engine, threads)
    try:
        return Artifact(*read(path), op_sets=op_sets, value_checks=value_checks, engine=chosen)
    except ArtifactError as error:
        raise ArtifactError(f"{path}: {error}") from error


class Artifact:
    """A compiled function that knows when it applies. Safe to use from several threads."""

    def __init__(
        self,
        header: Header,
        code: ArtifactCode | Callable[[], ArtifactCode],
        executor: Executor | None = None,
        *,
        op_sets: Sequence[OpSet] = (),
        value_checks: bool = True,
        engine: str = INTERPRETER,
    ):
        self._engine = engine_of(engine, 1)
        self.header = header
        self._code = code
        self._op_sets = op_sets
        self._value_checks = value_checks
        self._checker = Checker(header)
        self._executor = executor
        self._lock = Lock()
        self._asking = Lock()

    @property
    def code(self) -> str:
        """The code: IR text, with its weights. Raises ArtifactError where these are damaged."""
        return self.parts.whole

    @property
    def parts(self) -> ArtifactCode:
        """The code, its weights apart from the text."""
        if not isinstance(self._code, ArtifactCode):
            self._code = self._code()
        return self._code

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the file that `load` reads."""
        data = parts(self.header, self.parts)
        # A file that is replaced, not written over, stays whole for those who have it open.
        new = f"{fspath(path)}.{getpid()}.new"
        try:
            with open(new, "wb") as file:
                file.writelines(data)
            replace(new, path)
        except OSError:
            with suppress(OSError):
                unlink(new)
            raise

    def check(self, shapes: ArgumentShapes) -> Check:
        """Whether arguments of these shapes may run.

        Raises ArgumentError where their number or a rank is wrong.
        """
        return self._checker(shapes)

    def output_shapes(self, shapes: ArgumentShapes) -> list[tuple[int | None, ...] | None]:
        """The shapes of the results for arguments of these shapes, without running.

        None is a size that depends on data, or a shape of unknown rank. Raises a GuardError where a
        guard refuses the shapes.
        """
        sizes = self._fitting(shapes).sizes
        return [
            None if result.shape is None else tuple(_evaluate(size, sizes) for size in result.shape)
            for result in self.header.results
        ]

    def greatest_shapes(self, shapes: ArgumentShapes) -> list[tuple[int | None, ...] | None]:
        """As `output_shapes`, with proved upper bounds of data-dependent sizes where there are
        any.
        """
        sizes = dict(self._fitting(shapes).sizes)
        for symbol in self.header.symbols:
            if symbol.name not in sizes and symbol.at_most is not None:
                bound = _evaluate(symbol.at_most, sizes)
                if bound is not None:
                    sizes[symbol.name] = bound
        found = list[tuple[int | None, ...] | None]()
        for result in self.header.results:
            if result.shape is None:
                found.append(None)
                continue
            values = [_evaluate(size, sizes) for size in result.shape]
            found.append(
                tuple(g if v is None else v for v, g in zip(values, result.greatest, strict=True))
            )
        return found

    def __call__(self, *arrays: object) -> list[AnyArray]:
        """The results.

        Raises a GuardError where a guard fails, ArgumentError for a wrong number, rank or element
        type.
        """
        results = self.direct(*arrays)
        if results is not None:
            return results
        values = as_arrays(arrays, self.header.arguments)
        self._fitting([array.shape for array in values])
        return self.run(values)

    def run(self, arrays: Sequence[AnyArray]) -> list[AnyArray]:
        """The results for arrays that `check` has accepted."""
        runs = self._executor
        if runs is None:
            with self._lock:
                runs = self._executor
                if runs is None:
                    runs = self._executor = executor(
                        self.parts,
                        self.header.function,
                        self._op_sets,
                        self._value_checks,
                        self._engine,
                    )
        return runs.run(arrays)

    @property
    def direct(self) -> Callable[..., list[AnyArray] | None]:
        """The results for arrays of shapes and types that ran before, which need no more tests;
        None for all others.
        """
        return getattr(self._executor, "direct", no_call)

    @property
    def stands_alone(self) -> bool:
        """Whether the next process can run it by machine code in a store, without its weights."""
        return getattr(self._executor, "stands_alone", False)

    def static_check(self, claim: Predicate | str) -> bool:
        """Whether `claim` is known: a constant's value, else whether facts and guards prove it.

        False means "false, or not known". Raises ValueError for text that is no claim, or names no
        size of the model.
        """
        predicate = self._claim(claim)
        if isinstance(predicate, Truth):
            return predicate.value
        with self._known() as known:
            return known.proves(predicate)

    def explain(self, claim: Predicate | str) -> tuple[str, tuple[str, ...]]:
        """`proved`, `refuted` or `unknown`, and the facts that it rests on, with their places.

        Raises ValueError as `static_check` does.
        """
        predicate = self._claim(claim)
        if isinstance(predicate, Truth):
            return "proved" if predicate.value else "refuted", ()
        with self._known() as known:
            verdict = "proved" if known.proves(predicate) else "refuted"
            if verdict == "refuted" and not known.refutes(predicate):
                return "unknown", ()
            return verdict, tuple(f"{f.predicate} ({f.why})" for f in known.why(predicate))

    def counterexample(self, claim: Predicate | str) -> dict[str, int] | None:
        """Sizes by name that all that is known allows and for which `claim` is false; None where
        none are found. Raises ValueError as `static_check` does.
        """
        predicate = self._claim(claim)
        with self._known() as known:
            return known.counterexample(predicate)

    @contextmanager
    def _known(self) -> Generator[symbolic.Facts]:
        """All that is known, for one thread at a time."""
        with self._asking:
            try:
                known = self.header.known
            except Contradiction as error:
                raise ArtifactError(str(error)) from error
            yield known

    def _claim(self, claim: Predicate | str) -> Predicate:
        if isinstance(claim, str):
            predicate = parse_predicate(self.header.with_symbols(claim))
        else:
            predicate = claim
        names = [size.name for size in self.header.symbols]
        unknown = sorted(predicate.symbols() - set(names))
        if unknown:
            near = did_you_mean(unknown[0], names)
            among = f"{near} There are" if near else "; there are"
            raise ValueError(f"no size is named {unknown[0]}{among} {', '.join(names)}")
        return predicate

    def _fitting(self, shapes: ArgumentShapes) -> Check:
        check = self._checker(shapes)
        if not check:
            error = ExpectGuardError if check.kind == "expect" else AssertGuardError
            raise error(check.guard or "")
        return check


def _evaluate(size: Expr, values: dict[str, int]) -> int | None:
    try:
        return size.evaluate(values)
    except (KeyError, ZeroDivisionError):
        return None

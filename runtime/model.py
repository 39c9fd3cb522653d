"""A model that compiles itself for the sizes that it meets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import count
from os import PathLike
from pathlib import Path
from threading import Lock, get_ident
from typing import TYPE_CHECKING, Any, Protocol, cast

from .artifact import Artifact
from .checks import check_rank
from .errors import ArgumentError, AssertGuardError
from .execution import INTERPRETER, PROVIDER, AnyArray, as_arrays, engine_of, no_call
from .file import FAMILY
from .header import Argument

if TYPE_CHECKING:
    from tieshape.op_sets import OpSet


TEXT_SUFFIXES = ("", ".mlir", ".txt")
"""Endings of files of text, for which the compiler need not be asked."""


REMEMBERED = 1024
"""For how many lists of shapes a model remembers the version."""


class Program(Protocol):
    """A model that can be compiled for given sizes."""

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """What every version takes; a symbol matches any size."""
        ...

    def compile(self, shapes: Sequence[Sequence[int]] | None) -> Artifact:
        """A version with guards that these shapes satisfy.

        Raises AssertGuardError where there can be none.
        """
        ...


class Stats:
    """What a model did so far. Counting never makes a caller wait."""

    def __init__(self) -> None:
        self._hits = dict[int, int]()
        self.compiles = 0
        """Versions compiled, the first included."""
        self.evictions = 0
        """Versions dropped because there were too many."""

    @property
    def hits(self) -> int:
        """Calls that found a version whose guards held."""
        return sum(list(self._hits.values()))

    def hit(self) -> None:
        thread = get_ident()
        self._hits[thread] = self._hits.get(thread, 0) + 1

    def __repr__(self) -> str:
        return f"Stats(hits={self.hits}, compiles={self.compiles}, evictions={self.evictions})"


class _Version:
    __slots__ = ("artifact", "used")

    def __init__(self, artifact: Artifact, used: int):
        self.artifact = artifact
        self.used = used


class Model:
    """A model, compiled on the first call and again when an expectation fails.

    source: text, the path of a model in text or of another framework, a `Program`; or a model at
        hand: a module of xDSL, a `jax.export.Exported`, an `onnx.ModelProto`, a
        `torch.export.ExportedProgram`, a Keras model or a `tf.function`, read on the first call
    facts: a TOML file with names and facts for the sizes
    undecided: "guard" compiles for the sizes of the call and expects what they decide; "version"
        compiles the general form
    value_checks: whether elements of tensors are checked, an index or a divisor
    max_versions: how many compiled versions are kept; the least recently used one is dropped first
    op_sets: the caller's own ops, besides those of installed packages
    engine: "interpreter"; "native": machine code, for which an extra is needed; "auto": machine
        code where it can be had
    threads: how many share a large loop of machine code; the results are the same for each number

    Calls may come from several threads. At most one of them compiles; the others use the versions
    that are complete.
    """

    def __init__(
        self,
        source: object,
        *,
        facts: str | None = None,
        undecided: str = "guard",
        value_checks: bool = True,
        max_versions: int = 16,
        op_sets: Sequence[OpSet] = (),
        engine: str = INTERPRETER,
        threads: int = 1,
    ):
        if max_versions < 1:
            raise ValueError(f"max_versions must be at least 1, got {max_versions}")
        self.stats = Stats()
        self._max_versions = max_versions
        engine = engine_of(engine, threads)
        self._open = _opener(source, facts, undecided, tuple(op_sets), value_checks, engine)
        """Is called once, when something is first asked of the program."""
        self._program: Program | None = None
        self._versions: tuple[_Version, ...] = ()
        self._fits = dict[tuple[tuple[int, ...], ...], _Version]()
        """The version for shapes that were met before: guards depend on nothing else."""
        self._direct = no_call
        """What is tried first: the version that was called last, with shapes that it met."""
        self._called: Artifact | None = None
        self._clock = count()
        self._compiling = Lock()

    def __call__(self, *arrays: object) -> list[AnyArray]:
        """The results.

        Raises AssertGuardError where the model cannot run with these sizes, ArgumentError for a
        wrong number of arguments, rank or element type, and what the compiler raises for a model
        that it cannot compile.
        """
        results = self._direct(*arrays)
        if results is not None:
            self.stats.hit()
            return results
        values = as_arrays(arrays, self._opened().arguments)
        artifact = self._version_for([array.shape for array in values])
        results = artifact.run(values)
        self._direct, self._called = artifact.direct, artifact
        return results

    @property
    def versions(self) -> tuple[Artifact, ...]:
        """The compiled versions at this moment, in the order in which they are tried."""
        return tuple(version.artifact for version in self._versions)

    def _version_for(self, shapes: list[tuple[int, ...]]) -> Artifact:
        found = self._fitting(shapes)
        if found is not None:
            self.stats.hit()
            return found
        with self._compiling:
            # Another thread may have compiled for these sizes while this one waited.
            found = self._fitting(shapes)
            if found is None:
                return self._compile(shapes)
        self.stats.hit()
        return found

    def _fitting(self, shapes: list[tuple[int, ...]]) -> Artifact | None:
        """The first version whose guards hold.

        Raises AssertGuardError where only demands fail in one.
        """
        met = tuple(shapes)
        if (version := self._fits.get(met)) is not None:
            version.used = next(self._clock)
            return version.artifact
        fits = self._fits
        for version in self._versions:
            try:
                check = version.artifact.check(shapes)
            except ArgumentError:
                continue  # a version for another rank of an argument that may have any
            if check:
                version.used = next(self._clock)
                if len(fits) < REMEMBERED:
                    fits[met] = version
                return version.artifact
            if check.kind == "assert":
                raise AssertGuardError(check.guard or "")
        return None

    def _compile(self, shapes: list[tuple[int, ...]]) -> Artifact:
        """Compiles for `shapes`; the caller holds the lock."""
        program = self._opened_by_holder()
        for argument, shape in zip(program.arguments, shapes, strict=True):
            check_rank(argument, shape)
        artifact = program.compile(shapes)
        self.stats.compiles += 1
        check = artifact.check(shapes)
        if not check:
            raise AssertGuardError(check.guard or "")
        for version in self._versions:
            if version.artifact is self._called:
                version.used = next(self._clock)
        self._direct = no_call
        versions = sorted(self._versions, key=lambda version: version.used)
        dropped = versions[: max(0, len(versions) + 1 - self._max_versions)]
        self.stats.evictions += len(dropped)
        kept = [version for version in self._versions if version not in dropped]
        self._versions = (*kept, _Version(artifact, next(self._clock)))
        self._fits = {}
        return artifact

    def _opened(self) -> Program:
        if self._program is None:
            with self._compiling:
                return self._opened_by_holder()
        return self._program

    def _opened_by_holder(self) -> Program:
        if self._program is None:
            self._program = self._open()
        return self._program


def _opener(source: object, *options: object) -> Callable[[], Program]:
    """What makes a program of `source`. Raises TypeError where that is no model."""
    if isinstance(source, str | PathLike):
        text, name = _read(cast("str | PathLike[str]", source))
        if text is None:
            return lambda: _provider().program_of_file(name, *options)
        return lambda: _provider().program(text, name, *options)
    if {"arguments", "compile"} <= {*dir(source)}:
        return lambda: cast("Program", source)
    opened: Callable[[], Program] | None = _provider().opener_of(source, *options)
    if opened is None:
        raise TypeError(
            "a model is text, a path, a tieshape.runtime.model.Program, a module of xDSL, a "
            "jax.export.Exported, an onnx.ModelProto, a torch.export.ExportedProgram, a Keras "
            f"model or a tf.function, not {type(source)}"
        )
    return opened


def _provider() -> Any:
    return import_module(PROVIDER)


def _read(source: str | PathLike[str]) -> tuple[str | None, str]:
    """The text and the name of a model; a string with a line break or a brace is the text
    itself. The text is None where the file is another framework's, by its ending or as bytecode.
    """
    if isinstance(source, str) and ("\n" in source or "{" in source):
        return source, "<text>"
    path = Path(source)
    if (path.is_dir() or path.suffix not in TEXT_SUFFIXES) and _is_imported(str(path)):
        return None, str(path)
    if path.is_dir():
        raise ArgumentError(f"{path} is a folder, and no SavedModel: saved_model.pb is not there")
    data = path.read_bytes()
    if data.startswith(FAMILY.encode()):
        raise ArgumentError(f"{path} is compiled already; use tieshape.runtime.load")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        if _is_imported(str(path)):
            return None, str(path)
        raise ArgumentError(f"{path}: not UTF-8 text") from error
    return text.replace("\r\n", "\n"), str(path)


def _is_imported(path: str) -> bool:
    return bool(_provider().is_imported(path))

"""The frameworks whose models are imported, each known by what is found at a path.

Nothing of the compiler or of a framework is imported before a model is read.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from ..text.bytecode import BYTECODE
from ..text.usage_error import UsageError

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

SAVED_MODEL: Final = "saved_model.pb"
"""The file by which a folder is known as a SavedModel."""

Tell = Callable[[str], None]
"""Is called for each warning about a model."""


def print_warning(message: str) -> None:
    """Tells it on standard error."""
    print(f"warning: {message}", file=sys.stderr)


@dataclass(frozen=True, slots=True)
class ImportSource:
    """One kind of models.

    title: what it is called in help
    module: where in tieshape its `import_model` is, imported on first use
    packages: of what frameworks, whose versions decide what is made of a model
    """

    title: str
    module: str
    packages: tuple[str, ...]
    has_variables: bool = False
    """Whether `import_model` can make variables arguments."""
    refers_to_files: bool = False
    """Whether a file may name others, which `other_files` of the module tells."""
    own_code: re.Pattern[bytes] | None = None
    """Where the JSON in a file, an archive, names code that is not the framework's."""

    def import_model(
        self, path: str, variables: str = "constants", tell: Tell = print_warning
    ) -> ModuleOp:
        """The model at `path` as a verified module, its variables as constants or as arguments.

        Raises UsageError where the framework is missing or the file is no such model.
        """
        read: Callable[..., ModuleOp] = self._module().import_model
        if variables != "constants" and not self.has_variables:
            raise UsageError(f"{path}: {self.title} has no variables that can be {variables}")
        with warnings.catch_warnings(record=True) as told:
            try:
                module = read(path, variables) if self.has_variables else read(path)
            except ImportError as error:
                raise UsageError(f"{path}: {error}") from error
        from ..text.diagnostics import ModelWarning

        for each in told:
            if issubclass(each.category, ModelWarning):
                tell(str(each.message))
            else:
                warnings.warn_explicit(each.message, each.category, each.filename, each.lineno)
        return module

    def other_files(self, path: str) -> Sequence[str]:
        """The files that the file at `path` names, as it names them: relative to its folder.

        Raises what `import_model` of the module raises for a file that is no such model.
        """
        found: Sequence[str] = self._module().other_files(path) if self.refers_to_files else ()
        return found

    def needs_own_code(self, path: str) -> bool:
        """Whether it takes code that is not the framework's to read the model at `path`, so that
        the file does not say all of what the model is.

        Raises OSError or BadZipFile for what is no such model.
        """
        if self.own_code is None:
            return False
        from zipfile import ZipFile  # it imports much

        with ZipFile(path) as archive:
            texts = [archive.read(name) for name in archive.namelist() if name.endswith(".json")]
        return any(map(self.own_code.search, texts))

    def _module(self) -> Any:
        return import_module(f"tieshape.{self.module}")


JAX = ImportSource(
    "MLIR bytecode or a serialised jax.export.Exported", "interop.jax", ("jax", "jaxlib")
)
_TENSORFLOW = ("tensorflow", "tensorflow-cpu", "keras")  # either of the first two
_NOT_OF_KERAS = re.compile(rb'"module": (?!"keras[".])|[^"]>[^"]+"')
_NOT_OF_TORCH = re.compile(rb'"torch\.ops\.(?!aten\.|prims\.|higher_order\.)')
_SAVED_MODEL = ImportSource("a SavedModel", "interop.tensorflow", _TENSORFLOW, has_variables=True)

SOURCES: Mapping[str, ImportSource] = {
    ".bin": JAX,
    ".jax": JAX,
    ".keras": ImportSource(
        "a Keras model",
        "interop.tensorflow",
        _TENSORFLOW,
        has_variables=True,
        own_code=_NOT_OF_KERAS,
    ),
    ".mlirbc": JAX,
    ".onnx": ImportSource(
        "an ONNX model", "interop.onnx.import_model", ("onnx",), refers_to_files=True
    ),
    ".pt2": ImportSource(
        "a program of torch.export",
        "interop.torch",
        ("torch", "onnx", "onnxscript", "onnx_ir"),
        own_code=_NOT_OF_TORCH,
    ),
}
"""By the ending of a file's name."""


CLASSES: Mapping[str, tuple[str, str]] = {
    "jax.Exported": (JAX.module, "of_exported"),
    "keras.Model": (_SAVED_MODEL.module, "of_keras_model"),
    "onnx.ModelProto": (SOURCES[".onnx"].module, "of_model"),
    "tensorflow.ConcreteFunction": (_SAVED_MODEL.module, "of_function"),
    "tensorflow.Function": (_SAVED_MODEL.module, "of_function"),
    "torch.ExportedProgram": (SOURCES[".pt2"].module, "of_program"),
}
"""What reads a model at hand, module and function, by its class and the package of that."""


def reader_of(model: object) -> Callable[[], ModuleOp] | None:
    """What reads a model that is at hand, of another framework or of xDSL; None where it is none.

    No framework is imported to tell. What it raises is said in the modules of `interop`.
    """
    for class_ in type(model).__mro__:
        name = f"{class_.__module__.partition('.')[0]}.{class_.__name__}"
        if name == "xdsl.ModuleOp":
            return cast("ModuleOp", model).clone
        if (found := CLASSES.get(name)) is not None:
            module, function = found
            return lambda: getattr(import_module(f"tieshape.{module}"), function)(model)
    return None


def source_of(path: str | None) -> ImportSource | None:
    """What imports the model at `path`; None where it is text, or standard input.

    MLIR bytecode is known by how it begins, under any name, and a SavedModel is a folder.
    """
    if path is None:
        return None
    if Path(path, SAVED_MODEL).is_file():
        return _SAVED_MODEL
    return SOURCES.get(Path(path).suffix.lower()) or (JAX if _is_bytecode(path) else None)


def _is_bytecode(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(len(BYTECODE)) == BYTECODE
    except OSError:
        return False

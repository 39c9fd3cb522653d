"""The context in which tieshape reads text: all dialects, and TensorFlow's unknown constructs."""

from collections.abc import Callable, Sequence
from functools import cache

from xdsl.context import Context
from xdsl.dialects.builtin import UnregisteredAttr, UnregisteredOp
from xdsl.ir import Attribute, Dialect, Operation, TypeAttribute
from xdsl.universe import XDSL_UNIVERSE, Universe

from tieshape.op_sets import in_use
from tieshape.packages import packages_with_entries

from ..dialects import DIALECTS, FOREIGN_DIALECTS
from ..dialects.foreign.read_only import is_read_only, read_only_op
from .old_names import current_op, current_type

PLUGINS = "xdsl.universe"
"""The entry point group of xDSL's plug-ins."""
_KEPT_ATTRIBUTES = ("tf_type.", "sdy.", "stablehlo.")
"""Dialects of which attributes without a definition are kept as text."""


class TieshapeContext(Context):
    """A context that reads every `tf`, `tf_executor` and `chlo` op and `tf_type` attribute.

    TensorFlow has some 1,500 ops; a model may hold one that tieshape has no definition for.
    Dialects of `read_only` are kept as they are; all others stay strict unless `allow_unregistered`
    is set. Ops of `arith` and `tensor` that xDSL lacks, or has for fewer types, are read too, ops
    of the op sets in use (`tieshape.op_sets`), and old names as today's.
    """

    def clone(self) -> "TieshapeContext":
        copy = super().clone()
        copy.__class__ = TieshapeContext
        assert isinstance(copy, TieshapeContext)
        return copy

    def get_optional_op(
        self, name: str, *, dialect_stack: Sequence[str] = ()
    ) -> type[Operation] | None:
        name = current_op(name)
        if name.startswith("arith."):
            from ..dialects.foreign.arith_tensors import ON_TENSORS

            if name in ON_TENSORS:
                return ON_TENSORS[name]
        elif name.startswith("tensor."):
            from ..dialects.foreign.tensor_ops import TENSOR_OPS

            if name in TENSOR_OPS:
                return TENSOR_OPS[name]
        elif name.startswith(("bufferization.", "memref.")):
            from ..dialects.foreign.buffer_text import BUFFER_TEXT

            if name in BUFFER_TEXT:
                return BUFFER_TEXT[name]
        elif name.startswith("mhlo.rng_"):
            from ..dialects.mhlo.old.random import OLD_OPS

            if name in OLD_OPS:
                return OLD_OPS[name]
        known = self._get_known_op(name)
        if known is None and (known := in_use().by_name.get(name)) is not None:
            self._loaded_ops[name] = known
        elif known is None and name.startswith("tf."):
            known = self._loaded_ops[name] = UnregisteredOp.with_name(name)
        elif known is None and (is_read_only(name) or name.startswith(("chlo.", "tf_executor."))):
            known = self._loaded_ops[name] = read_only_op(name)
        return known or super().get_optional_op(name, dialect_stack=dialect_stack)

    def get_optional_type(self, name: str) -> type[TypeAttribute] | None:
        name = current_type(name)
        known = super().get_optional_type(name)
        if known is None and (name.startswith("tf_type.") or is_read_only(name)):
            opaque = UnregisteredAttr.with_name_and_type(name, True)
            assert issubclass(opaque, TypeAttribute)
            known = self._loaded_types[name] = opaque
        return known

    def get_optional_attr(self, name: str) -> type[Attribute] | None:
        name = current_type(name)
        known = super().get_optional_attr(name)
        if known is None and (name.startswith(_KEPT_ATTRIBUTES) or is_read_only(name)):
            known = self._loaded_attrs[name] = UnregisteredAttr.with_name_and_type(name, False)
        return known


def new_context(allow_unregistered: bool = False) -> TieshapeContext:
    """A context with the dialects of xDSL, of tieshape and of every installed plug-in."""
    context = TieshapeContext(allow_unregistered)
    for name, dialect in readable_dialects().items():
        context.register_dialect(name, dialect)
    return context


def readable_dialects() -> dict[str, Callable[[], Dialect]]:
    """Every dialect that tieshape reads: the whole universe, and foreign ones that no plug-in
    brings.

    StableHLO is always tieshape's own, which `tieshape-import-stablehlo` knows.
    """
    own = DIALECTS | {"stablehlo": FOREIGN_DIALECTS["stablehlo"]}
    return FOREIGN_DIALECTS | _installed_dialects() | own


@cache
def _installed_dialects() -> dict[str, Callable[[], Dialect]]:
    """Those of xDSL and of installed plug-ins; where there may be some, finding them imports
    `importlib.metadata`.
    """
    packages = packages_with_entries(PLUGINS)
    if packages is not None and packages <= {"xdsl", "tieshape"}:
        return dict(XDSL_UNIVERSE.all_dialects | DIALECTS)
    return dict(Universe.get_multiverse().all_dialects)

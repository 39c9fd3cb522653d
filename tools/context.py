"""The context in which tieshape reads text: all dialects, and TensorFlow's unknown constructs."""

from collections.abc import Callable, Sequence
from functools import cache

from xdsl.context import Context
from xdsl.dialects.builtin import UnregisteredAttr, UnregisteredOp
from xdsl.ir import Attribute, Dialect, Operation, TypeAttribute
from xdsl.universe import Universe

from .registry import FOREIGN_DIALECTS, UNIVERSE


class TieshapeContext(Context):
    """A context that reads every `tf` op and `tf_type` attribute, registered or not.

    TensorFlow has some 1,500 ops; a model may hold one that tieshape has no definition for.
    Other dialects stay strict unless `allow_unregistered` is set. `arith` ops that xDSL has for scalars only are read on
    tensors too.
    """

    def clone(self) -> "TieshapeContext":
        copy = super().clone()
        copy.__class__ = TieshapeContext
        assert isinstance(copy, TieshapeContext)
        return copy

    def get_optional_op(
        self, name: str, *, dialect_stack: Sequence[str] = ()
    ) -> type[Operation] | None:
        if name.startswith("arith."):
            from ..dialects.arith_tensors import ON_TENSORS

            if name in ON_TENSORS:
                return ON_TENSORS[name]
        known = super().get_optional_op(name, dialect_stack=dialect_stack)
        if known is None and name.startswith("tf."):
            known = self._loaded_ops[name] = UnregisteredOp.with_name(name)
        return known

    def get_optional_type(self, name: str) -> type[TypeAttribute] | None:
        known = super().get_optional_type(name)
        if known is None and name.startswith("tf_type."):
            opaque = UnregisteredAttr.with_name_and_type(name, True)
            assert issubclass(opaque, TypeAttribute)
            known = self._loaded_types[name] = opaque
        return known

    def get_optional_attr(self, name: str) -> type[Attribute] | None:
        known = super().get_optional_attr(name)
        if known is None and name.startswith("tf_type."):
            known = self._loaded_attrs[name] = UnregisteredAttr.with_name_and_type(name, False)
        return known


def new_context(allow_unregistered: bool = False) -> TieshapeContext:
    """A context with the dialects of xDSL, of tieshape and of every installed plug-in."""
    context = TieshapeContext(allow_unregistered)
    for name, dialect in readable_dialects().items():
        context.register_dialect(name, dialect)
    return context


def readable_dialects() -> dict[str, Callable[[], Dialect]]:
    """Every dialect that tieshape reads: the whole universe, and foreign ones that nobody else brings."""
    return FOREIGN_DIALECTS | dict(whole_universe().all_dialects)


@cache
def whole_universe() -> Universe:
    """Everything that xDSL, tieshape and installed plug-ins offer.

    tieshape is in it even where the package is on the path without being installed.
    """
    multiverse = Universe.get_multiverse()
    return Universe(
        all_dialects=multiverse.all_dialects | UNIVERSE.all_dialects,
        all_passes=multiverse.all_passes | UNIVERSE.all_passes,
        all_targets=multiverse.all_targets | UNIVERSE.all_targets,
    )

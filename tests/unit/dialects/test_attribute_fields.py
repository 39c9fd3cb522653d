"""Attributes are equal only where their parameters are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from pkgutil import walk_packages

import pytest
import tieshape.dialects
from tieshape.dialects.tf_type import ResourceType, ShapeAttr, VariantType
from xdsl.dialects.builtin import ArrayAttr, StringAttr, TensorType, f32
from xdsl.ir import Attribute, ParametrizedAttribute


def attributes() -> Iterator[type[ParametrizedAttribute]]:
    """Every attribute and type that tieshape defines."""
    for module in walk_packages(tieshape.dialects.__path__, "tieshape.dialects."):
        for value in vars(import_module(module.name)).values():
            is_attribute = isinstance(value, type) and issubclass(value, ParametrizedAttribute)
            if is_attribute and value.__module__.startswith("tieshape.") and hasattr(value, "name"):
                yield value


@pytest.mark.parametrize("attribute", dict.fromkeys(attributes()), ids=lambda a: a.name)
def test_parameters_are_compared(attribute: type[ParametrizedAttribute]) -> None:
    parameters = [name for name, _ in attribute.get_irdl_definition().parameters]
    assert [field.name for field in fields(attribute)] == parameters


def handle(kind: type[ResourceType | VariantType], *shape: int) -> Attribute:
    return kind(ArrayAttr([TensorType(f32, shape)]))


@pytest.mark.parametrize("kind", [ResourceType, VariantType])
def test_handles_of_other_data_differ(kind: type[ResourceType | VariantType]) -> None:
    assert handle(kind, 3) == handle(kind, 3) != handle(kind, 8, 4)


def test_shapes_differ() -> None:
    assert (
        ShapeAttr(StringAttr("?x4")) == ShapeAttr(StringAttr("?x4")) != ShapeAttr(StringAttr("3"))
    )

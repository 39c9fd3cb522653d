"""What a user says about the sizes of a function's arguments: names, hints, likely sizes and facts.

It is given in a TOML file or as attributes in the IR, and means the same in both:

```toml
where = ["seq % 8 == 0", "seq <= 512"]        # facts between named sizes, in the engine's grammar

[arguments.token_ids]                         # by the model's own name, or "0", "1", … by position
rank = 2                                      # for an argument of unknown rank; sizes and hint tell it too
sizes = ["batch", "seq"]                      # a name, a static size, or "" for a size that stays anonymous
hint = [4, 128]                               # an example shape

[likely]
seq = [64, 128]
```

As attributes: `{sdim.sizes = ["batch", "seq"], sdim.hint = [4, 128]}` on an argument, or
`{sdim.rank = 2}`, and `{sdim.where = ["seq % 8 == 0"]}` on the function. An argument's
`rt.symbolic_shape = dense<[-2, 8]>` is read as `sdim.sizes` too: equal negative numbers are equal
sizes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeGuard, cast

from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, StringAttr
from xdsl.ir import Attribute
from xdsl.utils.exceptions import PassFailedException

from ..dialects.types import MAX_RANK, is_dense, is_integer_or_index
from ..symbolic import And, Predicate, parse_predicate
from ..symbolic.sizes_of_claims import divisors, greatest_number
from ..symbolic.text import check_name


@dataclass(frozen=True, slots=True)
class ArgumentFacts:
    """Names (or static sizes) and hints of one argument, one for each dimension, or empty.

    rank: the number of dimensions, where something tells it
    """

    sizes: tuple[str | int, ...] = ()
    hint: tuple[int, ...] = ()
    rank: int | None = None

    @staticmethod
    def of(
        sizes: Sequence[str | int], hint: Sequence[str | int], rank: object, what: str
    ) -> ArgumentFacts:
        """What the lists `sizes` and `hint` and the entry `rank`, if it is not None, tell."""
        if rank is not None and not (_is_integer(rank) and 0 <= rank <= MAX_RANK):
            words = f"expected a number of dimensions up to {MAX_RANK}, got {rank}"
            raise PassFailedException(f"{what}.rank: {words}")
        numbers = _integers(hint, f"{what}.hint")
        for size in sizes:
            if not isinstance(size, str):
                _integers([size], f"{what}.sizes")
            elif size:
                _check_name(size, what)
        if rank is None and (sizes or numbers):
            rank = len(sizes or numbers)
        return ArgumentFacts(tuple(sizes), numbers, rank)


@dataclass(frozen=True, slots=True)
class UserFacts:
    """Everything that a user says of one function."""

    arguments: Mapping[int, ArgumentFacts] = field(default_factory=dict[int, ArgumentFacts])
    where: tuple[str, ...] = ()
    likely: Mapping[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])

    def over(self, others: UserFacts) -> UserFacts:
        """These, and what `others` say of arguments that these do not mention."""
        return replace(self, arguments={**others.arguments, **self.arguments})

    @staticmethod
    def of_function(function: func.FuncOp) -> UserFacts:
        """What the attributes of `function` and of its arguments say."""
        arguments = dict[int, ArgumentFacts]()
        for i, attributes in enumerate(_argument_attributes(function)):
            sizes = _array(attributes.get("sdim.sizes"), f"sdim.sizes of argument {i}")
            sizes = sizes or _symbolic_shape(attributes.get("rt.symbolic_shape"), i)
            hint = _array(attributes.get("sdim.hint"), f"sdim.hint of argument {i}")
            rank = attributes.get("sdim.rank")
            if sizes or hint or rank is not None:
                number = rank.value.data if isinstance(rank, IntegerAttr) else rank
                arguments[i] = ArgumentFacts.of(sizes, hint, number, f"argument {i}: sdim")
        where = _array(function.attributes.get("sdim.where"), "sdim.where")
        return UserFacts(arguments, tuple(str(text) for text in where))

    @staticmethod
    def of_hints(text: str, function: func.FuncOp) -> UserFacts:
        """Example shapes alone: `x=2x3,1=5x2`, by name or position; `x=` is a scalar's."""
        names = argument_names(function)
        arguments = dict[int, ArgumentFacts]()
        for item in text.split(",") if text else ():
            name, equals, shape = item.strip().rpartition("=")
            if not equals:
                raise PassFailedException(f"hints: expected NAME=2x3, got {item.strip()!r}")
            if name not in names:
                known = ", ".join(sorted(names))
                raise PassFailedException(f"hints: no argument `{name}`; there are {known}")
            if names[name] in arguments:
                raise PassFailedException(f"hints: argument `{name}` is given twice")
            sizes = shape.split("x") if shape else []
            if not all(size.isascii() and size.isdecimal() for size in sizes):
                raise PassFailedException(f"hints: {name}: expected sizes as in 2x3, got {shape!r}")
            hint = _integers(list(map(int, sizes)), f"hints: {name}")
            arguments[names[name]] = ArgumentFacts(hint=hint, rank=len(hint))
        return UserFacts(arguments)

    @staticmethod
    def of_file(path: str, function: func.FuncOp) -> UserFacts:
        """What the TOML file at `path` says of `function`."""
        try:
            with open(path, "rb") as file:
                data = tomllib.load(file)
        except OSError as error:
            raise PassFailedException(f"{path}: {error.strerror}") from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise PassFailedException(f"{path}: {error}") from error
        _only(data, ("where", "arguments", "likely"), path)
        names = argument_names(function)
        arguments = dict[int, ArgumentFacts]()
        for name, entry in _table(data.get("arguments", {}), f"{path}: arguments").items():
            if name not in names:
                raise PassFailedException(
                    f"{path}: no argument `{name}`; there are {', '.join(sorted(names))}"
                )
            fields = _table(entry, f"{path}: arguments.{name}")
            what = f"{path}: arguments.{name}"
            _only(fields, ("sizes", "hint", "rank"), what)
            if names[name] in arguments:
                raise PassFailedException(f"{what}: the argument is described twice")
            arguments[names[name]] = ArgumentFacts.of(
                _list(fields.get("sizes", []), f"{what}.sizes"),
                _list(fields.get("hint", []), f"{what}.hint"),
                fields.get("rank"),
                what,
            )
        likely = {
            name: _likely(_list(sizes, f"{path}: likely.{name}"), f"{path}: likely.{name}")
            for name, sizes in _table(data.get("likely", {}), f"{path}: likely").items()
        }
        where = _list(data.get("where", []), f"{path}: where")
        return UserFacts(arguments, tuple(map(str, where)), likely)


def argument_names(function: func.FuncOp) -> dict[str, int]:
    """Every name of each argument: its position, that in the text, and those of TensorFlow.

    Of two arguments that claim a name the one that TensorFlow recorded it for has it.
    """
    count = len(function.body.block.args)
    names = {arg.name_hint: arg.index for arg in function.body.block.args if arg.name_hint}
    names |= {str(i): i for i in range(count)}
    entry = function.attributes.get("tf.entry_function")
    if isinstance(entry, DictionaryAttr):
        inputs = entry.data.get("inputs")
        if isinstance(inputs, StringAttr):
            names |= {name: i for i, name in enumerate(inputs.data.split(",")[:count])}
    for i, attributes in enumerate(_argument_attributes(function)):
        name = attributes.get("tf._user_specified_name")
        if isinstance(name, StringAttr):
            names[name.data] = i
    return names


def _argument_attributes(function: func.FuncOp) -> Sequence[Mapping[str, Attribute]]:
    return [attributes.data for attributes in function.arg_attrs or ()]


def _check_name(name: str, what: str) -> None:
    try:
        check_name(name)
    except ValueError as error:
        raise PassFailedException(f"{what}.sizes: {error}") from error


def _array(attribute: Attribute | None, what: str) -> list[str | int]:
    if attribute is None:
        return []
    if isinstance(attribute, ArrayAttr):
        items = cast(ArrayAttr[Attribute], attribute).data
        result = [
            item.data if isinstance(item, StringAttr) else item.value.data
            for item in items
            if isinstance(item, StringAttr | IntegerAttr)
        ]
        if len(result) == len(items):
            return result
    raise PassFailedException(f"{what}: expected a list of strings or integers, got {attribute}")


def _symbolic_shape(attribute: Attribute | None, argument: int) -> list[str | int]:
    """Sizes as the runtime of TensorFlow's JIT writes them: -1 is any, equal numbers below are
    equal sizes."""
    if attribute is None:
        return []
    if not is_dense(attribute) or not is_integer_or_index(attribute.get_element_type()):
        what = f"rt.symbolic_shape of argument {argument}"
        raise PassFailedException(f"{what}: expected dense integers, got {attribute}")
    numbers = [int(number) for number in attribute.iter_values() if isinstance(number, int)]
    return ["" if n == -1 else f"rt{-n}" if n < 0 else n for n in numbers]


def _only(table: Mapping[str, Any], known: Sequence[str], what: str) -> None:
    """Raises PassFailedException for a key of `table` that is not `known`."""
    if unknown := sorted(set(table) - set(known)):
        expected = ", ".join(known)
        raise PassFailedException(f"{what}: unknown entry `{unknown[0]}`; expected {expected}")


def _table(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise PassFailedException(f"{what}: expected a table")
    return cast(dict[str, Any], value)


def _list(value: Any, what: str) -> list[str | int]:
    if not isinstance(value, list) or not all(
        isinstance(item, str) or _is_integer(item) for item in cast(list[object], value)
    ):
        raise PassFailedException(f"{what}: expected a list of strings or integers")
    return cast(list[str | int], value)


MAX_SIZE = 2**63 - 1
"""The greatest number that an index can be."""


def _is_integer(value: object) -> TypeGuard[int]:
    """Whether `value` is a number: TOML's `true` is none, for all that Python says."""
    return isinstance(value, int) and not isinstance(value, bool)


def _likely(sizes: Sequence[str | int], what: str) -> tuple[int, ...]:
    numbers = _integers(sizes, what)
    if not numbers:
        raise PassFailedException(f"{what}: expected at least one size")
    return numbers


def _integers(values: Sequence[str | int], what: str) -> tuple[int, ...]:
    sizes = [value for value in values if _is_integer(value) and value >= 0]
    if len(sizes) != len(values):
        raise PassFailedException(f"{what}: expected sizes >= 0")
    if max(sizes, default=0) > MAX_SIZE:
        raise PassFailedException(f"{what}: expected sizes up to {MAX_SIZE}, got {max(sizes)}")
    return tuple(sizes)


def claims_of(text: str) -> Sequence[Predicate]:
    """What a fact of `where` states; the parts of a conjunction in which something is divided.

    Raises PassFailedException for what cannot be read.
    """
    try:
        claim = parse_predicate(text)
        if greatest_number(claim) >= 2**63:
            raise ValueError("its numbers must fit 63 bits")
    except ValueError as error:
        raise PassFailedException(f"where `{text}`: {error}") from error
    return claim.args if isinstance(claim, And) and divisors(claim) else (claim,)

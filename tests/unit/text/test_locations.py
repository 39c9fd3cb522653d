"""Named locations are found wherever the text defines them, and looked for once."""

import re
from unittest.mock import patch

import pytest
from tieshape.text import foreign
from tieshape.text.module import parse_module
from xdsl.utils.exceptions import ParseError

TEXT = """#first = loc("first")
func.func @f(%x: tensor<4xf32> loc(#first)) -> tensor<4xf32> {
  %0 = mhlo.abs %x : tensor<4xf32> loc(#inner)
  %1 = mhlo.negate %0 : tensor<4xf32> loc(#last)
  func.return %1 : tensor<4xf32> loc(#first)
} loc(#first)
#last = loc(fused[#inner, "x.py":5:6])
#inner = loc("a.py":3:4)
"""


def test_locations_are_defined_in_the_first_line_and_later() -> None:
    module = parse_module(TEXT, "f.mlir")
    _, function, absolute, negated, _ = module.walk()
    places = [str(op.location) for op in (function, absolute, negated)]
    assert places == [
        'loc("first")',
        'loc("a.py":3:4)',
        'loc(fused["a.py":3:4, "x.py":5:6])',
    ]


def test_the_text_is_searched_once_for_all_locations() -> None:
    class Counted:
        searches = 0

        def match(self, text: str) -> re.Match[str] | None:
            return pattern.match(text)

        def finditer(self, text: str) -> object:
            self.searches += 1
            return pattern.finditer(text)

    pattern = foreign._LOCATION  # pyright: ignore[reportPrivateUsage]
    counted = Counted()
    with patch.object(foreign, "_LOCATION", counted):
        parse_module(TEXT, "f.mlir")
    assert counted.searches == 1


def test_a_location_that_no_line_defines_is_an_error() -> None:
    with pytest.raises((ParseError, ValueError), match="undefined symbol alias '#inner'"):
        parse_module(TEXT.replace("#inner = ", "#outer = "), "f.mlir")


def test_places_and_keys_have_letters_beyond_ascii() -> None:
    text = r"""
      func.func @"gr\C3\B6\C3\9Fe"(%x: tensor<4xf32> loc("x['\CF\89']")) -> tensor<4xf32>
          attributes {"sch\C3\B6n"} {
        func.return %x : tensor<4xf32> loc("m\C3\B6dell.py":3:4)
      } loc("r\C3\BCckw\C3\A4rts"("a.py":1:2))
    """
    module = parse_module(text, "f.mlir")
    function, *_ = module.ops
    returned = function.regions[0].block.last_op
    assert returned is not None
    assert str(returned.location) == r'loc("m\C3\B6dell.py":3:4)'
    assert str(function.location) == r'loc("r\C3\BCckw\C3\A4rts"("a.py":1:2))'
    assert "schön" in function.attributes
    assert parse_module(str(module), "again.mlir").is_structurally_equivalent(module)

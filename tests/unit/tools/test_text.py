"""Text to IR to text: places, names, strings, TensorFlow's unknown constructs."""

import math

import pytest
from tieshape.dialects.tf_type import DenseStringAttr, ShapeAttr
from tieshape.text.context import TieshapeContext, new_context
from tieshape.text.diagnostics import LocatedError
from tieshape.text.module import parse_module, print_module, verify_module
from xdsl.context import Context
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    FileLineColLoc,
    FloatAttr,
    ModuleOp,
    UnregisteredOp,
)
from xdsl.ir import Operation
from xdsl.utils.exceptions import ParseError


def assert_stable(text: str) -> ModuleOp:
    """Printing is a fixed point in both forms, and the forms mean the same."""
    context = new_context()  # classes of unknown constructs belong to a context
    module = parse_module(text, context=context)
    for generic in (False, True):
        printed = print_module(module, generic=generic)
        again = parse_module(printed, context=context)
        assert print_module(again, generic=generic) == printed
        assert again.is_structurally_equivalent(module)
    return module


def ops_of(module: ModuleOp) -> list[Operation]:
    return list(module.walk())[1:]


def place(op: Operation) -> tuple[str, int, int]:
    location = op.location
    assert isinstance(location, FileLineColLoc)
    return location.filename.data, location.line.data, location.column.data


def test_each_op_has_its_place():
    text = (
        '// words\n"test.op"() ({\n  %0, %1 = "test.op"() : () -> (i32, i32)\n'
        '\t"test.termop"() : () -> () loc("elsewhere":7:8)\n}) : () -> ()\n'
    )
    module = parse_module(text, "here.mlir")
    assert [place(op) for op in ops_of(module)] == [
        ("here.mlir", 2, 1),
        ("here.mlir", 3, 3),
        ("elsewhere", 7, 8),
    ]


def test_the_last_line_needs_no_end():
    (op,) = ops_of(parse_module('\r\n\r\n  "test.op"() : () -> ()', "x"))
    assert place(op) == ("x", 3, 3)


@pytest.mark.parametrize(
    "text",
    [
        # A bare hint that ends in a number meets the second use of another hint.
        '%r_1_5 = "test.op"() : () -> i32\n%r = "test.op"() : () -> i32\n'
        '%r_2 = "test.op"() : () -> i32\n%r_1 = "test.op"() : () -> i32',
        '%a_1, %a_2, %a_1_1 = "test.op"() : () -> (i32, i32, i32)\n%a = "test.op"() : () -> i32',
        '%a:3 = "test.op"() : () -> (i32, i32, i32)\n"test.op"(%a#2, %a#0) : (i32, i32) -> ()',
        '%_1 = "test.op"() : () -> i32\n%0 = "test.op"(%_1) : (i32) -> i32',
        '%0 = "test.op"() : () -> i32\n%x = "test.op"() : () -> i32\n%7 = "test.op"() : () -> i32',
        # Names inside a function and outside of it.
        '%a = "test.op"() : () -> i32\nfunc.func @f(%a_3: i32, %a_1: i32) {\n'
        "  %a_2 = arith.addi %a_3, %a_1 : i32\n  func.return\n}",
        '"test.op"() ({\n^bb0(%a: i32):\n  %a_1 = "test.op"(%a) : (i32) -> i32\n'
        '  "test.termop"() : () -> ()\n}) : () -> ()\n'
        '%a = "test.op"() : () -> i32',
    ],
)
def test_names_stay_apart(text: str):
    assert_stable(text)


def test_values_made_by_hand_get_names_apart():
    module = parse_module(
        '%0 = "test.op"() : () -> i32\n%1 = "test.op"() : () -> i32\n%2 = "test.op"() : () -> i32'
    )
    for op, hint in zip(ops_of(module), ("x_1_7", "x", "x"), strict=True):
        op.results[0].name_hint = hint
    names = [line.split(" = ")[0].strip() for line in print_module(module).splitlines()[1:-1]]
    assert names == ["%x", "%x_1", "%x_2"]
    parse_module(print_module(module))


def test_encodings_are_short():
    text = "sdim.symbol @S0\nfunc.func private @f(tensor<?x4xf32, [@S0, 4 : i64]>)"
    module = assert_stable(text)
    assert "tensor<?x4xf32, [@S0, 4]>" in print_module(module)
    # Only the entries of an encoding: their type is known.
    other = assert_stable('"test.op"() {a = [4 : i64], b = 4 : i64} : () -> tensor<4xf32, "x">')
    assert '{a = [4 : i64], b = 4 : i64} : () -> tensor<4xf32, "x">' in print_module(other)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ('dense<"text"> : tensor<!tf_type.string>', [b"text"]),
        ('dense<"text"> : tensor<2x3x!tf_type.string>', [b"text"]),
        ('dense<["a", "b"]> : tensor<2x!tf_type.string>', [b"a", b"b"]),
        ('dense<[["a"], ["b"]]> : tensor<2x1x!tf_type.string>', [b"a", b"b"]),
        (
            'dense<["say \\22hi\\22", "\\00\\FF"]> : tensor<2x!tf_type.string>',
            [b'say "hi"', b"\0\xff"],
        ),
        ('dense<""> : tensor<!tf_type.string>', [b""]),
        # As hexadecimal digits these would be numbers; the type says that they are text.
        ('dense<"0x41"> : tensor<!tf_type.string>', [b"0x41"]),
        ('dense<"0xyz"> : tensor<!tf_type.string>', [b"0xyz"]),
        ('dense<["0x41", "x"]> : tensor<2x!tf_type.string>', [b"0x41", b"x"]),
        ("dense<> : tensor<0x!tf_type.string>", []),
    ],
)
def test_string_constants(text: str, values: list[bytes]):
    module = assert_stable(
        f'%0 = "tf.Const"() {{value = {text}}} : () -> tensor<*x!tf_type.string>'
    )
    (op,) = ops_of(module)
    constant = op.get_attr_or_prop("value")
    assert isinstance(constant, DenseStringAttr)
    assert [value.data for value in constant.values] == values
    assert text in print_module(module)


def test_one_string_for_no_elements():
    """As MLIR prints an empty constant of strings."""
    text = '%0 = "tf.Const"() {value = dense<""> : tensor<0x!tf_type.string>} : () -> tensor<0x!tf_type.string>'
    assert "dense<> : tensor<0x!tf_type.string>" in print_module(assert_stable(text))


@pytest.mark.parametrize(
    "text",
    [
        "dense<1> : tensor<2xi32>",
        "dense<[true, false]> : tensor<2xi1>",
        'dense<"0x0000803F00000040"> : tensor<2xf32>',
        "dense<> : tensor<0x3xf32>",
        "dense<1.000000e+00> : vector<2xf32>",
        "dense<(1.000000e+00,2.000000e+00)> : tensor<2xcomplex<f32>>",
        "dense<[0, 1]> : tensor<2xindex>",
    ],
)
def test_number_constants_stay_numbers(text: str):
    (op,) = ops_of(assert_stable(f'"test.op"() {{value = {text}}} : () -> ()'))
    assert not isinstance(op.attributes["value"], DenseStringAttr)


TF_TEXT = """
%0 = "tf.Unheard"() {a = #tf_type.func<@f, {T = i32, n = {b = "> \\22"}}>} : () -> tensor<*x!tf_type.resource>
%1 = "tf.Unheard"(%0) <{s = #tf_type.shape<?x4>, p = #tf_type.placeholder<"T">}> : (tensor<*x!tf_type.resource>) -> tensor<!tf_type.variant<tensor<?x4xf32>, tensor<*xi32>>>
%2 = "tf.Unheard"() {s = [#tf_type.shape<*>, #tf_type.shape<>], f = #tf_type.full_type<product<[tensor<1xi32>]>>} : () -> tensor<4x!tf_type.qint8>
%3 = "tf.Unheard"() ({
  "tf.UnheardYield"(%2) : (tensor<4x!tf_type.qint8>) -> ()
}) {v = #tf_type<tensor_proto : "0x0A">} : () -> tensor<!tf_type.f32ref>
"""


@pytest.mark.parametrize(
    "text",
    [
        "dense<[0x7f800000, 0xffc00000, 1.000000e+00]> : tensor<3xf32>",
        "dense<0xfff0000000000000> : tensor<2xf64>",
        "dense<0xff80> : tensor<bf16>",
        "dense<0x7c00> : tensor<f16>",
        "dense<(0x7f800000,0xff800000)> : tensor<2xcomplex<f32>>",
        "dense<[(0x7f800000,1.000000e+00), (-2.000000e+00,0x7fc00000)]> : tensor<2xcomplex<f32>>",
        "dense<(3.5127005640885037e-303,-1.500000e+00)> : tensor<complex<f64>>",
    ],
)
def test_elements_may_be_the_bits_of_floats(text: str):
    assert text in print_module(assert_stable(f'"test.op"() {{value = {text}}} : () -> ()'))


@pytest.mark.parametrize(
    "text",
    [
        "dense<1.500000e+00> : tensor<1000x1000xf32>",
        "dense<-0.000000e+00> : tensor<101xf32>",
        "dense<-3> : tensor<20x20xi64>",
        "dense<200> : tensor<300xui8>",
        "dense<true> : tensor<500xi1>",
        "dense<(1.000000e+00,-0.000000e+00)> : tensor<101xcomplex<f64>>",
        "dense<0x7f800000> : tensor<101xf32>",
        "dense<1.000000e+00> : tensor<101xbf16>",
    ],
)
def test_many_elements_alike_are_one_number(text: str):
    assert text in print_module(assert_stable(f'"test.op"() {{value = {text}}} : () -> ()'))


@pytest.mark.parametrize(
    ("text", "count"), [("0x7FC00001 : f32", 101), ("-0.0 : f32", 102), ("3 : i32", 400)]
)
def test_elements_alike_are_those_of_a_list(text: str, count: int):
    """All bits are kept, of numbers that are none as well."""
    number, type_ = text.split(" : ")
    many = f"dense<{number}> : tensor<{count}x{type_}>"
    listed = f"dense<[{', '.join([number] * count)}]> : tensor<{count}x{type_}>"
    found = list[bytes]()
    for text in (many, listed):
        (op,) = ops_of(assert_stable(f'"test.op"() {{value = {text}}} : () -> ()'))
        value = op.attributes["value"]
        assert isinstance(value, DenseIntOrFPElementsAttr)
        found.append(value.data.data)
    assert found[0] == found[1]
    assert len(found[0]) == count * 4


def test_zeros_of_both_signs_stay_different():
    zeros = ", ".join(["0.0", "-0.0"] * 60)
    (op,) = ops_of(
        assert_stable(f'"test.op"() {{value = dense<[{zeros}]> : tensor<120xf32>}} : () -> ()')
    )
    value = op.attributes["value"]
    assert isinstance(value, DenseIntOrFPElementsAttr)
    assert value.data.data == (bytes(4) + b"\0\0\0\x80") * 60


@pytest.mark.parametrize(("number", "type"), [("1", "i64"), ("(1.0, 2.0)", "complex<f64>")])
def test_a_constant_that_is_too_large(number, type):
    sizes = "100000x10000000000000"
    with pytest.raises(ParseError, match=r"a constant of 10+ elements does not fit into memory"):
        parse_module(f'"test.op"() {{value = dense<{number}> : tensor<{sizes}x{type}>}} : () -> ()')


def test_bits_of_parts_are_no_numbers():
    (op,) = ops_of(
        parse_module(
            '"test.op"() {value = dense<(0x40000000, 0x3)> : tensor<complex<f32>>} : () -> ()'
        )
    )
    value = op.attributes["value"]
    assert isinstance(value, DenseIntOrFPElementsAttr)
    assert value.get_values() == ((2.0, 3 * 2.0**-149),)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("dense<0x1FF80> : tensor<f16>", "0x1FF80 has more bits than f16"),
        ("dense<(1.0, 0x1FFFF0000)> : tensor<complex<f32>>", "0x1FFFF0000 has more bits than f32"),
        ("dense<1.0> : tensor<complex<f32>>", r"a complex number is written \(real, imaginary\)"),
    ],
)
def test_constants_that_are_no_floats(value: str, message: str):
    with pytest.raises(ParseError, match=message):
        parse_module(f'"test.op"() {{value = {value}}} : () -> ()')


@pytest.mark.parametrize("text", ["0x7F800000 : f32", "0xFFC00000 : f32", "0xFC00 : f16"])
def test_floats_may_be_their_bits(text: str):
    (op,) = ops_of(assert_stable(f'"test.op"() {{value = {text}}} : () -> ()'))
    value = op.attributes["value"]
    assert isinstance(value, FloatAttr)
    assert not math.isfinite(value.value.data)


def test_unknown_constructs_of_tensorflow():
    module = assert_stable(TF_TEXT)
    first, second, third, *_ = ops_of(module)
    assert isinstance(first, UnregisteredOp)
    shape = second.get_attr_or_prop("s")
    assert isinstance(shape, ShapeAttr)
    assert shape.sizes() == (None, 4)
    unranked, scalar = getattr(third.attributes["s"], "data", ())
    assert unranked.sizes() is None
    assert scalar.sizes() == ()
    assert '#tf_type.func<@f, {T = i32, n = {b = "> \\22"}}>' in print_module(module)
    assert "!tf_type.variant<tensor<?x4xf32>, tensor<*xi32>>" in print_module(module)


def test_a_tf_type_shape_holds_sizes():
    with pytest.raises(ParseError, match="is no list of sizes"):
        parse_module('"tf.X"() {s = #tf_type.shape<?xf32>} : () -> ()')


@pytest.mark.parametrize("text", ['"foo.bar"() : () -> ()', '"tfx.X"() : () -> ()'])
def test_other_dialects_stay_strict(text: str):
    with pytest.raises(ParseError, match="is not registered"):
        parse_module(text)
    parse_module(text, context=new_context(allow_unregistered=True))


def test_a_copied_context_reads_the_same():
    copy = new_context().clone()
    assert isinstance(copy, TieshapeContext)
    parse_module(TF_TEXT, context=copy)


def test_a_foreign_context_will_do():
    module = parse_module("", context=Context())
    assert print_module(module) == "builtin.module {\n}\n"


def test_verification_names_place_and_op():
    text = 'func.func @f() {\n  "arith.addi"() : () -> i32\n  func.return\n}'
    with pytest.raises(LocatedError, match=r"^arith.addi: ") as error:
        parse_module(text, "x.mlir")
    assert error.value.place == "x.mlir:2:3"
    parse_module(text, verify=False)


def test_regions_see_what_is_above_them():
    parse_module(
        "func.func @f(%c: i1, %a: i32) -> i32 {\n  %r = scf.if %c -> (i32) {\n"
        "    %b = arith.addi %a, %a : i32\n    scf.yield %b : i32\n  } else {\n"
        "    scf.yield %a : i32\n  }\n  cf.br ^end(%r : i32)\n^end(%e: i32):\n"
        "  %s = arith.addi %r, %e : i32\n  func.return %s : i32\n}"
    )


def test_values_do_not_leave_their_region():
    generic = (
        '"func.func"() <{sym_name = "f", function_type = () -> ()}> ({\n'
        '  "test.op"() ({\n    "test.termop"(%a) : (i32) -> ()\n  }) : () -> ()\n'
        '  %a = "test.op"() : () -> i32\n  "func.return"() : () -> ()\n}) : () -> ()'
    )
    with pytest.raises(LocatedError, match="operand 0 %a is used before it is defined"):
        parse_module(generic)


def test_a_pass_cannot_use_a_value_outside_its_region():
    module = parse_module(
        "func.func @f(%c: i1, %a: i32) -> i32 {\n  scf.if %c {\n"
        "    %b = arith.addi %a, %a : i32\n  }\n  func.return %a : i32\n}"
    )
    add, *_ = (op for op in module.walk() if op.name == "arith.addi")
    end, *_ = (op for op in module.walk() if op.name == "func.return")
    end.operands[0] = add.results[0]
    with pytest.raises(LocatedError, match=r"func\.return: operand 0 %b is used before it is"):
        verify_module(module)


def test_graphs_need_no_order():
    parse_module(
        '"test.op"(%a) : (i32) -> ()\n%a = "test.op"() : () -> i32\n'
        'func.func @f() {\n  "tf.Unheard"() ({\n    "tf.UnheardUse"(%b) : (i32) -> ()\n'
        '    %b = "test.op"() : () -> i32\n    "test.termop"() : () -> ()\n  }) : () -> ()\n'
        "  func.return\n}"
    )

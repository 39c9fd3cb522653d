"""The loops of kernels, run by xDSL's own interpreter, against tieshape's on the ops themselves."""

import numpy as np
import pytest
from tieshape.interpreters import run_function
from tieshape.lowering.convert_fusions_to_loops import NativeFunction, lowered
from tieshape.lowering.fusions_to_loops.frame import SIZES, STATUS
from tieshape.text.module import parse_module
from xdsl.dialects import memref
from xdsl.dialects.builtin import ModuleOp, i64
from xdsl.interpreter import Interpreter, InterpreterFunctions, impl, register_impls
from xdsl.interpreters import register_implementations
from xdsl.interpreters.builtin import xtype_for_el_type
from xdsl.interpreters.shaped_array import ShapedArray
from xdsl.interpreters.utils.ptr import TypedPtr

HEADER = """
sdim.symbol @a
sdim.symbol @b
sdim.symbol @c
"""
CASES = {
    "sum of a product over the columns": (
        "%x: tensor<?x?xf32, [@a, @b]>, %y: tensor<?xf32, [@b]>",
        "tensor<?xf32, [@a]>",
        """
  %z = mhlo.constant dense<0.0> : tensor<f32>
  %d0 = arith.constant 0 : index
  %d1 = arith.constant 1 : index
  %s0 = tensor.dim %x, %d0 : tensor<?x?xf32, [@a, @b]>
  %s1 = tensor.dim %x, %d1 : tensor<?x?xf32, [@a, @b]>
  %s = tensor.from_elements %s0, %s1 : tensor<2xindex>
  %w = "mhlo.dynamic_broadcast_in_dim"(%y, %s) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<?xf32, [@b]>, tensor<2xindex>) -> tensor<?x?xf32, [@a, @b]>
  %p = mhlo.multiply %x, %w : tensor<?x?xf32, [@a, @b]>
  %r = mhlo.reduce(%p init: %z) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@a, @b]>, tensor<f32>) -> tensor<?xf32, [@a]>
""",
        [(3, 4), (4,)],
    ),
    "maximum over the rows": (
        "%x: tensor<?x?xf32, [@a, @b]>",
        "tensor<?xf32, [@b]>",
        """
  %z = mhlo.constant dense<0xFF800000> : tensor<f32>
  %r = mhlo.reduce(%x init: %z) applies mhlo.maximum across dimensions = [0] : (tensor<?x?xf32, [@a, @b]>, tensor<f32>) -> tensor<?xf32, [@b]>
""",
        [(3, 4)],
    ),
    "a transpose of a difference": (
        "%x: tensor<?x?xf32, [@a, @b]>, %y: tensor<?x?xf32, [@a, @b]>",
        "tensor<?x?xf32, [@b, @a]>",
        """
  %d = mhlo.subtract %x, %y : tensor<?x?xf32, [@a, @b]>
  %r = "mhlo.transpose"(%d) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<?x?xf32, [@a, @b]>) -> tensor<?x?xf32, [@b, @a]>
""",
        [(3, 4), (3, 4)],
    ),
    "a product of matrices": (
        "%x: tensor<?x?x3xf32, [@a, @b, 3]>, %y: tensor<?x3x2xf32, [@a, 3, 2]>",
        "tensor<?x?x2xf32, [@a, @b, 2]>",
        """
  %r = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<?x?x3xf32, [@a, @b, 3]>, tensor<?x3x2xf32, [@a, 3, 2]>) -> tensor<?x?x2xf32, [@a, @b, 2]>
""",
        [(2, 4, 3), (2, 3, 2)],
    ),
    "rows that are shifted by their mean twice": (
        "%x: tensor<?x?xf32, [@a, @b]>",
        "tensor<?x?xf32, [@a, @b]>",
        """
  %z = mhlo.constant dense<0.0> : tensor<f32>
  %d0 = arith.constant 0 : index
  %d1 = arith.constant 1 : index
  %s0 = tensor.dim %x, %d0 : tensor<?x?xf32, [@a, @b]>
  %s1 = tensor.dim %x, %d1 : tensor<?x?xf32, [@a, @b]>
  %s = tensor.from_elements %s0, %s1 : tensor<2xindex>
  %r = "mhlo.fusion"(%x, %s) <{fusion_kind = #mhlo<fusion_kind kCustom>}> ({
  ^bb0(%p: tensor<?x?xf32, [@a, @b]>, %q: tensor<2xindex>):
    %zero = mhlo.constant dense<0.0> : tensor<f32>
    %m = mhlo.reduce(%p init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@a, @b]>, tensor<f32>) -> tensor<?xf32, [@a]>
    %w = "mhlo.dynamic_broadcast_in_dim"(%m, %q) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@a]>, tensor<2xindex>) -> tensor<?x?xf32, [@a, @b]>
    %d = mhlo.subtract %p, %w : tensor<?x?xf32, [@a, @b]>
    %n = mhlo.reduce(%d init: %zero) applies mhlo.maximum across dimensions = [1] : (tensor<?x?xf32, [@a, @b]>, tensor<f32>) -> tensor<?xf32, [@a]>
    %v = "mhlo.dynamic_broadcast_in_dim"(%n, %q) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@a]>, tensor<2xindex>) -> tensor<?x?xf32, [@a, @b]>
    %e = mhlo.subtract %d, %v : tensor<?x?xf32, [@a, @b]>
    mhlo.return %e : tensor<?x?xf32, [@a, @b]>
  }) {tieshape.kind = "stitch"} : (tensor<?x?xf32, [@a, @b]>, tensor<2xindex>) -> tensor<?x?xf32, [@a, @b]>
""",
        [(3, 5)],
    ),
}


@register_impls
class Allocations(InterpreterFunctions):
    """`memref.alloc` of sizes that are operands."""

    @impl(memref.AllocOp)
    def alloc(self, interpreter: Interpreter, op: memref.AllocOp, args: tuple[int, ...]):
        return (_buffer([0] * args[0], op.memref.type.element_type),)


def _buffer(values: list[float], type_: object) -> ShapedArray:
    xtype = xtype_for_el_type(type_, 64)
    return ShapedArray(TypedPtr.new(values, xtype=xtype), [len(values)])


def run_loops(
    native: NativeFunction, arrays: list[np.ndarray], result: tuple[int, ...]
) -> list[float]:
    """The result of the function on buffers, by xDSL's interpreter."""
    module = ModuleOp([*native.kernels, native.function])
    module.verify()
    interpreter = Interpreter(module, index_bitwidth=64)
    register_implementations(interpreter, _context())
    interpreter.register_implementations(Allocations(), override=True)
    types = [argument.type.element_type for argument in native.function.body.block.args]
    words = [0] * native.frame.length
    for argument, array in zip(native.frame.arguments, arrays, strict=True):
        words[argument.start : argument.start + argument.rank] = array.shape
    assert not native.constants
    values = [a.ravel().tolist() for a in arrays] + [[0.0] * int(np.prod(result))]
    buffers = [_buffer(v, t) for v, t in zip(values, types, strict=False)]
    frame = _buffer(words, i64)
    interpreter.call_op(native.function, (*buffers, frame))
    assert words[:SIZES] == [0] * SIZES
    assert frame.load((STATUS,)) == 0
    return [buffers[-1].load((i,)) for i in range(int(np.prod(result)))]


def _context():
    from xdsl.context import Context

    return Context()


@pytest.mark.parametrize("name", CASES)
def test_loops_compute_what_the_ops_mean(name: str) -> None:
    arguments, result_type, body, shapes = CASES[name]
    text = (
        f"{HEADER}func.func @main({arguments}) -> {result_type} {{{body}"
        f"  func.return %r : {result_type}\n}}\n"
    )
    module = parse_module(text, "case.mlir")
    rng = np.random.default_rng(0)
    arrays = [rng.normal(size=shape).astype(np.float32) for shape in shapes]
    (expected,) = run_function(module, None, arrays)
    function = next(op for op in module.body.ops if op.name == "func.func")
    native = lowered(function)
    assert not native.frame.callbacks
    found = run_loops(native, arrays, expected.shape)
    np.testing.assert_allclose(np.reshape(found, expected.shape), expected, 1e-5, 1e-6)

"""What only its own module calls loses what it does not read, and nothing else changes."""

from __future__ import annotations

import ctypes
import re
from importlib import import_module
from typing import Any

import pytest
from tieshape.native.engine import FOLDING, LOWERING, MachineCode, is_available, lowered_module
from tieshape.native.private_functions import make_private

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is missing")

TEXT = """
func.func private @read(%unread: i64, %x: memref<?xi64>, %i: index) -> i64 {
  %v = memref.load %x[%i] : memref<?xi64>
  return %v : i64
}
func.func private @both(%unread: i64, %a: i64, %b: i64) -> (i64, i64) {
  return %b, %a : i64, i64
}
func.func private @write(%x: memref<?xi64>, %unread: i64, %v: i64) {
  %c1 = arith.constant 1 : index
  memref.store %v, %x[%c1] : memref<?xi64>
  return
}
func.func private @pointed(%unread: i64, %v: i64) -> i64 {
  return %v : i64
}
func.func @main(%x: memref<?xi64>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : i64
  %v = func.call @read(%c7, %x, %c0) : (i64, memref<?xi64>, index) -> i64
  %r:2 = func.call @both(%c7, %v, %c7) : (i64, i64, i64) -> (i64, i64)
  %d = arith.subi %r#1, %r#0 : i64
  %f = func.constant @pointed : (i64, i64) -> i64
  %p = func.call_indirect %f(%c7, %d) : (i64, i64) -> i64
  %q = func.call @pointed(%c7, %p) : (i64, i64) -> i64
  func.call @write(%x, %c7, %q) : (memref<?xi64>, i64, i64) -> ()
  return
}
"""


def signatures(*, private: bool) -> dict[str, str]:
    """The types and linkage of the functions of TEXT."""
    ir: Any = import_module("torch_mlir.ir")
    module = lowered_module(TEXT, (*LOWERING, FOLDING))
    with module.context:
        if private:
            make_private(module, ir)
        assert module.operation.verify()
        return {
            op.attributes["sym_name"].value: f"{op.attributes['linkage']} "
            + str(op.attributes["function_type"]).removeprefix("!llvm.func")
            for op in module.body.operations
        }


def test_unread_arguments_go_where_all_calls_are_known() -> None:
    internal = "#llvm.linkage<internal> "
    assert signatures(private=True) == {
        "read": f"{internal}<i64 (ptr, i64)>",
        "both": f"{internal}<struct<(i64, i64)> (i64, i64)>",
        "write": f"{internal}<void (ptr, i64)>",
        "pointed": f"{internal}<i64 (i64, i64)>",
        "main": f"{internal}<void (ptr)>",
        "_mlir_ciface_main": "#llvm.linkage<external> <void (ptr)>",
    }


def test_all_are_there_before() -> None:
    found = signatures(private=False)
    assert found["read"] == "#llvm.linkage<external> <i64 (i64, ptr, ptr, i64, i64, i64, i64)>"
    assert all(re.match("#llvm.linkage<external> ", words) for words in found.values())


@pytest.mark.parametrize("inline", [False, True])
def test_results_are_the_same(inline: bool) -> None:
    code = MachineCode(TEXT, inline=inline)
    words = (ctypes.c_int64 * 2)(40, 0)
    place = ctypes.addressof(words)
    descriptor = (ctypes.c_int64 * 5)(place, place, 0, 2, 1)
    cell = ctypes.c_void_p(ctypes.addressof(descriptor))
    packed = (ctypes.c_void_p * 1)(ctypes.addressof(cell))
    call = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(code.address("main"))
    call(ctypes.addressof(packed))
    assert list(words) == [40, 33]


def test_only_functions_with_a_c_interface_can_be_found() -> None:
    code = MachineCode(TEXT)
    for name in ("read", "pointed"):
        with pytest.raises(KeyError):
            code.address(name)

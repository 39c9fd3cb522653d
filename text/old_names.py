"""The names that ops, types and attributes had in text of 2022 and before."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Final

from xdsl.dialects.builtin import DenseArrayBase, DenseIntOrFPElementsAttr, i32
from xdsl.ir import Attribute

_OPS: Final = {
    "func": "func.func",
    "builtin.func": "func.func",
    "std.func": "func.func",
    "std.return": "func.return",
    "std.call": "func.call",
    "br": "cf.br",
    "cond_br": "cf.cond_br",
    "assert": "cf.assert",
    "constant": "arith.constant",
    "addi": "arith.addi",
    "subi": "arith.subi",
    "muli": "arith.muli",
    "divi_signed": "arith.divsi",
    "divi_unsigned": "arith.divui",
    "remi_signed": "arith.remsi",
    "remi_unsigned": "arith.remui",
    "ceildivi_signed": "arith.ceildivsi",
    "floordivi_signed": "arith.floordivsi",
    "and": "arith.andi",
    "or": "arith.ori",
    "xor": "arith.xori",
    "shift_left": "arith.shli",
    "shift_right_signed": "arith.shrsi",
    "shift_right_unsigned": "arith.shrui",
    "maxsi": "arith.maxsi",
    "maxui": "arith.maxui",
    "minsi": "arith.minsi",
    "minui": "arith.minui",
    "addf": "arith.addf",
    "subf": "arith.subf",
    "mulf": "arith.mulf",
    "divf": "arith.divf",
    "negf": "arith.negf",
    "cmpi": "arith.cmpi",
    "cmpf": "arith.cmpf",
    "select": "arith.select",
    "index_cast": "arith.index_cast",
    "trunci": "arith.trunci",
    "sexti": "arith.extsi",
    "zexti": "arith.extui",
    "fpext": "arith.extf",
    "fptrunc": "arith.truncf",
    "sitofp": "arith.sitofp",
    "uitofp": "arith.uitofp",
    "fptosi": "arith.fptosi",
    "fptoui": "arith.fptoui",
    "bitcast": "arith.bitcast",
    "arith.maxf": "arith.maximumf",
    "arith.minf": "arith.minimumf",
    "math.abs": "math.absf",
    "rank": "tensor.rank",
    "splat": "tensor.splat",
    "dynamic_tensor_from_elements": "tensor.generate",
    "tensor_cast": "tensor.cast",
    "extract_element": "tensor.extract",
    "alloc": "memref.alloc",
    "alloca": "memref.alloca",
    "dealloc": "memref.dealloc",
    "load": "memref.load",
    "store": "memref.store",
    "memref_cast": "memref.cast",
    "memref.tensor_load": "bufferization.to_tensor",
    "memref.buffer_cast": "bufferization.to_buffer",
    "memref.clone": "bufferization.clone",
    "bufferization.to_memref": "bufferization.to_buffer",
    "mhlo.dynamic-slice": "mhlo.dynamic_slice",
    "mhlo.dynamic-update-slice": "mhlo.dynamic_update_slice",
}
_DIALECTS: Final = {
    "hlo_client": "chlo",
    "xla_chlo": "chlo",
    "xla_hlo": "mhlo",
    "xla_lhlo": "lmhlo",
}
_PROPERTIES: Final = {"func.func": {"type": "function_type"}}
_SEGMENTS: Final = {
    "operand_segment_sizes": "operandSegmentSizes",
    "result_segment_sizes": "resultSegmentSizes",
}


def current_op(name: str) -> str:
    """The name that the op `name` has today."""
    if name.startswith("std."):
        name = _OPS.get(name, name.removeprefix("std."))
    return _OPS.get(name) or _with_current_dialect(name)


def current_type(name: str) -> str:
    """The name that the type or attribute `name` has today; `tf.string` is `tf_type.string`."""
    if name.startswith("tf."):
        return f"tf_type.{name.removeprefix('tf.')}"
    return _with_current_dialect(name)


def _with_current_dialect(name: str) -> str:
    dialect, dot, rest = name.partition(".")
    return f"{_DIALECTS[dialect]}.{rest}" if dot and dialect in _DIALECTS else name


def rename_attributes(op: str, attributes: MutableMapping[str, Attribute]) -> None:
    """Renames the attributes of the op `op` to today's names; sizes of segments get today's
    form.
    """
    for old, new in _PROPERTIES.get(op, {}).items():
        if old in attributes and new not in attributes:
            attributes[new] = attributes.pop(old)
    if op.startswith("disc_shape."):
        return
    for old, new in _SEGMENTS.items():
        if old in attributes:
            attributes.setdefault(new, attributes.pop(old))
        sizes = attributes.get(new)
        if isinstance(sizes, DenseIntOrFPElementsAttr):
            values = [int(n) for n in sizes.get_values() if not isinstance(n, tuple)]
            attributes[new] = DenseArrayBase.from_list(i32, values)

"""Loops as machine code: what no trip changes is not copied, what trips exchange is."""

from __future__ import annotations

import numpy as np
import pytest
from tieshape.lowering.convert_fusions_to_loops import lowered
from tieshape.native.engine import is_available
from tieshape.text.module import parse_module
from xdsl.dialects import func, memref

from .programs import agree, both, fenced, prepared, tensor

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

X = tensor("n")
COUNT = """%i1 = mhlo.constant dense<1> : tensor<i32>
      %next = mhlo.add %i, %i1 : tensor<i32>"""


def loop(body: str, returned: str) -> str:
    """`%i` counts to `%count`, `%a` and `%b` are carried and returned."""
    types = f"tensor<i32>, {X}, {X}"
    return f"""
        sdim.symbol @n
        func.func @main(%count: tensor<i32>, %x: {X}, %y: {X}) -> ({X}, {X}) {{
          %zero = mhlo.constant dense<0> : tensor<i32>
          %r:3 = mhlo.while(%i = %zero, %a = %x, %b = %y) : {types}
            cond {{
              %go = mhlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
              mhlo.return %go : tensor<i1>
            }} do {{
              {COUNT}
              {body}
              mhlo.return %next, {returned} : {types}
            }}
          func.return %r#1, %r#2 : {X}, {X}
        }}
    """


ADD = f"%c = mhlo.add %a, %b : {X}"
INNER = f"""
      %s:2 = mhlo.while(%j = %zero, %d = %a) : tensor<i32>, {X}
        cond {{
          %more = mhlo.compare LT, %j, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
          mhlo.return %more : tensor<i1>
        }} do {{
          %one = mhlo.constant dense<1> : tensor<i32>
          %then = mhlo.add %j, %one : tensor<i32>
          mhlo.return %then, %d : tensor<i32>, {X}
        }}
      %c = mhlo.add %a, %b : {X}
"""


def group(body: str, results: int = 1) -> str:
    """A group of `%a` as `%p` and `%b` as `%q`."""
    names, types = ", ".join(["%c", "%d"][:results]), ", ".join([X] * results)
    return f"""
      {names} = "mhlo.fusion"(%a, %b) ({{
      ^bb0(%p: {X}, %q: {X}):
        {body}
      }}) {{tieshape.kind = "loop"}} : ({X}, {X}) -> ({types})
"""


NEGATED = f"""%u = mhlo.negate %q : {X}
        %v = mhlo.exponential %p : {X}
        mhlo.return %u, %v : {X}, {X}"""
REVERSED = f"""%u = "mhlo.reverse"(%p) <{{dimensions = dense<0> : tensor<1xi64>}}> : ({X}) -> {X}
        %v = mhlo.add %u, %q : {X}
        mhlo.return %v : {X}"""
HANDED_ON = f"""%v = mhlo.add %p, %q : {X}
        mhlo.return %p, %v : {X}, {X}"""
RENAMED = f"""%k = arith.constant 0 : index
      %l = tensor.dim %x, %k : {X}
      %s = tensor.from_elements %l : tensor<1xindex>
      %t = mhlo.dynamic_reshape %a, %s : ({X}, tensor<1xindex>) -> {X}"""
LOOPS = {
    "a group that exchanges both": loop(group(NEGATED, 2), "%c, %d"),
    "a group that reads other elements": loop(group(REVERSED), "%c, %b"),
    "a group that hands on what it is given": loop(group(HANDED_ON, 2), "%d, %c"),
    "read when the new one is made": loop(f"{ADD}\n%e = mhlo.subtract %a, %c : {X}", "%c, %e"),
    "read before": loop(f"%e = mhlo.subtract %a, %b : {X}\n%c = mhlo.negate %e : {X}", "%c, %e"),
    "another name of it is read": loop(
        f"{RENAMED}\n{ADD}\n%e = mhlo.subtract %t, %c : {X}", "%c, %e"
    ),
    "both are the same new one": loop(ADD, "%c, %c"),
    "the condition reads it": loop(ADD, "%c, %b").replace(
        "mhlo.return %go", f"%unused = mhlo.negate %a : {X}\nmhlo.return %go"
    ),
    "one stays": loop(ADD, "%c, %b"),
    "all stay": loop("", "%a, %b"),
    "exchanged": loop("", "%b, %a"),
    "one into the other": loop(ADD, "%b, %c"),
    "both are one": loop("", "%a, %a"),
    "the result of an inner loop that changes nothing": loop(INNER, "%c, %s#1"),
}


@pytest.mark.parametrize("name", LOOPS)
def test_loops_are_those_of_the_interpreter(name: str) -> None:
    runner, native = both(LOOPS[name])
    programs = [native, *(fenced(LOOPS[name], at_end=end) for end in (True, False))]
    assert not native.callbacks
    for size in (0, 1, 5, 33):
        x, y = np.arange(size, dtype=np.float32), np.linspace(-1, 1, size, dtype=np.float32)
        for count in (0, 1, 2, 5):
            for program in programs:
                assert agree(runner, program, [np.array(count, np.int32), x, y])


@pytest.mark.parametrize(
    ("name", "copies"),
    [
        *(("all stay", 0), ("one stays", 1), ("exchanged", 6), ("both are one", 3)),
        *(("a group that exchanges both", 2), ("a group that reads other elements", 2)),
        *(("read when the new one is made", 3), ("read before", 2)),
        *(("another name of it is read", 3), ("both are the same new one", 3)),
        ("a group that hands on what it is given", 4),
    ],
)
def test_what_stays_is_not_copied(name: str, copies: int) -> None:
    results = 2  # which the caller provides
    assert copies_of_floats(LOOPS[name]) == copies + results


def copies_of_floats(text: str) -> int:
    module = parse_module(text, "loop.mlir")
    (function,) = (op for op in module.body.ops if isinstance(op, func.FuncOp))
    found = [op for op in lowered(function).function.walk() if isinstance(op, memref.CopyOp)]
    return sum("f32" in str(op.source.type) for op in found)


WINDOW = "%w = mhlo.constant dense<2.5> : tensor<1xf32>"
UPDATE = f"""{WINDOW}
      %c = mhlo.dynamic_update_slice %a, %w, %i : ({X}, tensor<1xf32>, tensor<i32>) -> {X}"""
SCATTER = f"""{WINDOW}
      %p = mhlo.reshape %i : (tensor<i32>) -> tensor<1x1xi32>
      %c = "mhlo.scatter"(%a, %p, %w) <{{scatter_dimension_numbers = #mhlo.scatter<
        inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{
      ^bb0(%old: tensor<f32>, %new: tensor<f32>):
        %sum = mhlo.add %old, %new : tensor<f32>
        mhlo.return %sum : tensor<f32>
      }}) : ({X}, tensor<1x1xi32>, tensor<1xf32>) -> {X}"""
AT_THREE = "%none = mhlo.constant dense<3> : tensor<i32>"
READ = f"%e = mhlo.subtract %a, %c : {X}"
SLICE = f"""%o = "mhlo.dynamic_slice"(%a, %i) <{{slice_sizes = dense<1> : tensor<1xi64>}}>
        : ({X}, tensor<i32>) -> tensor<1xf32>
      %w = mhlo.negate %o : tensor<1xf32>
      %c = mhlo.dynamic_update_slice %a, %w, %i : ({X}, tensor<1xf32>, tensor<i32>) -> {X}"""
SLICE_OF_GROUP = f"""%o = "mhlo.fusion"(%a, %i) ({{
      ^bb0(%p: {X}, %q: tensor<i32>):
        %l = "mhlo.dynamic_slice"(%p, %q) <{{slice_sizes = dense<1> : tensor<1xi64>}}>
          : ({X}, tensor<i32>) -> tensor<1xf32>
        mhlo.return %l : tensor<1xf32>
      }}) {{tieshape.kind = "loop"}} : ({X}, tensor<i32>) -> tensor<1xf32>
      %w = mhlo.negate %o : tensor<1xf32>
      %c = mhlo.dynamic_update_slice %a, %w, %i : ({X}, tensor<1xf32>, tensor<i32>) -> {X}"""
KEPT_SLICE = f"""{SLICE}
      %m = mhlo.reshape %o : (tensor<1xf32>) -> tensor<f32>
      %k = arith.constant 0 : index
      %l = tensor.dim %x, %k : {X}
      %s = tensor.from_elements %l : tensor<1xindex>
      %e = "mhlo.dynamic_broadcast_in_dim"(%m, %s)
        <{{broadcast_dimensions = dense<> : tensor<0xi64>}}> : (tensor<f32>, tensor<1xindex>) -> {X}"""
UPDATES = {
    "an element is read and set": (loop(SLICE, "%c, %b"), 1),
    "its size is read after": (
        loop(
            f"""{UPDATE}
      %k = arith.constant 0 : index
      %l = tensor.dim %a, %k : {X}
      %s = tensor.from_elements %l : tensor<1xindex>
      %z = mhlo.constant dense<1.5> : tensor<f32>
      %d = "mhlo.dynamic_broadcast_in_dim"(%z, %s)
        <{{broadcast_dimensions = dense<> : tensor<0xi64>}}> : (tensor<f32>, tensor<1xindex>) -> {X}
      %e = mhlo.add %c, %d : {X}""",
            "%c, %e",
        ),
        2,
    ),
    "an element is read in a group and set": (loop(SLICE_OF_GROUP, "%c, %b"), 1),
    "an element is read before it is set and used after": (loop(KEPT_SLICE, "%c, %e"), 3),
    "an element is set": (loop(UPDATE, "%c, %b"), 1),
    "an element is added to": (loop(SCATTER, "%c, %b"), 1),
    "the old one is read before": (loop(f"%e = mhlo.add %a, %b : {X}\n{UPDATE}", "%c, %e"), 2),
    "the old one is read after": (loop(f"{UPDATE}\n{READ}", "%c, %e"), 4),
    "the old one is read after its sum": (loop(f"{SCATTER}\n{READ}", "%c, %e"), 4),
    "another name of the old one is read after": (
        loop(f"{RENAMED}\n{UPDATE}\n{READ.replace('%a', '%t')}", "%c, %e"),
        4,
    ),
    "the old one is carried too": (loop(UPDATE, "%c, %a"), 6),
    "the new one is carried twice": (loop(UPDATE, "%c, %c"), 3),
    "it is put into the other": (loop(UPDATE, "%b, %c"), 6),
    "the whole is replaced": (
        loop(
            f"""{AT_THREE}
      %c = mhlo.dynamic_update_slice %a, %b, %none : ({X}, {X}, tensor<i32>) -> {X}""",
            "%c, %b",
        ),
        1,
    ),
    "by itself": (
        loop(
            f"""{AT_THREE}
      %c = mhlo.dynamic_update_slice %a, %a, %none : ({X}, {X}, tensor<i32>) -> {X}""",
            "%c, %b",
        ),
        2,
    ),
}


@pytest.mark.parametrize("name", UPDATES)
def test_what_a_trip_changes_a_part_of_stays_where_it_is(name: str) -> None:
    text, copies = UPDATES[name]
    runner, native = both(text)
    programs = [native, *(fenced(text, at_end=end) for end in (True, False))]
    assert not native.callbacks
    for size in (1, 5, 33):
        x, y = np.arange(size, dtype=np.float32), np.linspace(-1, 1, size, dtype=np.float32)
        for count in (0, 1, 2, size, size + 3):  # beyond the end too
            for program in programs:
                assert agree(runner, program, [np.array(count, np.int32), x, y])
    assert copies_of_floats(text) == copies + 2


IMAGES, ROWS, ROW = tensor("b t 16"), tensor("t b 16"), tensor("1 b 16")
SCAN = f"""
    sdim.symbol @b
    sdim.symbol @t
    func.func @main(%count: tensor<i32>, %x: {IMAGES}, %a: {ROW}) -> {ROW} {{
      %zero = mhlo.constant dense<0> : tensor<i32>
      %d = arith.constant 0 : index
      %e = tensor.dim %x, %d : {IMAGES}
      %f = arith.index_cast %e : index to i32
      %y = "mhlo.transpose"(%x) <{{permutation = dense<[1, 0, 2]> : tensor<3xi64>}}> : ({IMAGES}) -> {ROWS}
      %r:3 = mhlo.while(%i = %zero, %w = %y, %c = %a) : tensor<i32>, {ROWS}, {ROW}
        cond {{
          %go = mhlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
          mhlo.return %go : tensor<i1>
        }} do {{
          {COUNT}
          %one = arith.constant 1 : i32
          %none = arith.constant 0 : i32
          %many = arith.constant 16 : i32
          %begin = arith.constant 0 : index
          %at = tensor.extract %i[] : tensor<i32>
          %to = arith.addi %at, %one : i32
          %starts = tensor.from_elements %at, %none, %none : tensor<3xi32>
          %ends = tensor.from_elements %to, %f, %many : tensor<3xi32>
          %steps = tensor.from_elements %one, %one, %one : tensor<3xi32>
          %n = "mhlo.fusion"(%w, %c, %starts, %ends, %steps) ({{
          ^bb0(%p: {ROWS}, %q: {ROW}, %u: tensor<3xi32>, %v: tensor<3xi32>, %z: tensor<3xi32>):
            %s = mhlo.real_dynamic_slice %p, %u, %v, %z : ({ROWS}, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> {ROW}
            %m = mhlo.multiply %s, %q : {ROW}
            %k = mhlo.add %m, %s : {ROW}
            mhlo.return %k : {ROW}
          }}) {{tieshape.kind = "loop"}} : ({ROWS}, {ROW}, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> {ROW}
          mhlo.return %next, %w, %n : tensor<i32>, {ROWS}, {ROW}
        }}
      func.return %r#2 : {ROW}
    }}
"""


def test_rows_of_what_is_transposed_are_read_where_they_lie() -> None:
    runner, native = both(SCAN)
    programs = [native, *(fenced(SCAN, at_end=end) for end in (True, False))]
    assert not native.callbacks
    assert not [op for op in prepared(SCAN).body.block.ops if op.name == "mhlo.transpose"]
    random = np.random.default_rng(0)
    for images, times in ((1, 1), (3, 4), (0, 2), (2, 0), (5, 7)):
        x = random.normal(size=(images, times, 16)).astype(np.float32)
        x.flat[::7] = np.nan
        a = random.normal(size=(1, images, 16)).astype(np.float32)
        for count in (0, 1, times, times + 1):  # the last row is not there
            for program in programs:
                assert agree(runner, program, [np.array(count, np.int32), x, a]) == (count <= times)


def test_a_loop_without_a_native_form_leaves_nothing_behind() -> None:
    """Its condition is written before its body is found to have none."""
    types = "tensor<i32>, tensor<bf16>"
    runner, native = both(f"""
        func.func @main(%count: tensor<i32>, %x: tensor<bf16>) -> tensor<bf16> {{
          %zero = mhlo.constant dense<0> : tensor<i32>
          %r:2 = mhlo.while(%i = %zero, %a = %x) : {types}
            cond {{
              %go = mhlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
              mhlo.return %go : tensor<i1>
            }} do {{
              {COUNT}
              %e = tensor.extract %a[] : tensor<bf16>
              %s = arith.addf %e, %e : bf16
              %n = tensor.from_elements %s : tensor<bf16>
              mhlo.return %next, %n : {types}
            }}
          func.return %r#1 : tensor<bf16>
        }}
    """)
    assert [callback.op.name for callback in native.callbacks] == ["mhlo.while"]
    for count in (0, 3):
        assert agree(runner, native, [np.array(count, np.int32), np.array(1.5, np.float32)])

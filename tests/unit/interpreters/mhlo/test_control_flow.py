"""Loops, branches, fusions and values that are handed on."""

import numpy as np
import pytest
from tieshape.interpreters import FactViolated


@pytest.mark.parametrize("count", [0, 1, 5])
def test_while(run, count):
    text = """
      func.func @main(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
        %zero = mhlo.constant dense<0> : tensor<i32>
        %one = mhlo.constant dense<1> : tensor<i32>
        %i, %s = "mhlo.while"(%zero, %zero) ({
        ^bb0(%i: tensor<i32>, %s: tensor<i32>):
          %c = "mhlo.compare"(%i, %n) <{comparison_direction = #mhlo<comparison_direction LT>}>
            : (tensor<i32>, tensor<i32>) -> tensor<i1>
          "mhlo.return"(%c) : (tensor<i1>) -> ()
        }, {
        ^bb0(%i: tensor<i32>, %s: tensor<i32>):
          %t = "mhlo.add"(%s, %i) : (tensor<i32>, tensor<i32>) -> tensor<i32>
          %j = "mhlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
          "mhlo.return"(%j, %t) : (tensor<i32>, tensor<i32>) -> ()
        }) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
        func.return %i, %s : tensor<i32>, tensor<i32>
      }"""
    assert run(text, np.int32(count)) == [count, sum(range(count))]


@pytest.mark.parametrize("flag", [True, False])
def test_if(run, flag):
    text = """
      func.func @main(%c: tensor<i1>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
        %r = "mhlo.if"(%c) ({
          "mhlo.return"(%x) : (tensor<f32>) -> ()
        }, {
          "mhlo.return"(%y) : (tensor<f32>) -> ()
        }) : (tensor<i1>) -> tensor<f32>
        func.return %r : tensor<f32>
      }"""
    assert run(text, np.bool_(flag), np.float32(1), np.float32(2)) == [1 if flag else 2]


@pytest.mark.parametrize(("index", "taken"), [(0, 1), (1, 2), (2, 3), (7, 3), (-1, 3)])
def test_case_takes_the_last_branch_for_an_index_out_of_range(run, index, taken):
    branches = ", ".join(
        f"""{{
          %k{k} = mhlo.constant dense<{k}> : tensor<i32>
          "mhlo.return"(%k{k}) : (tensor<i32>) -> ()
        }}"""
        for k in (1, 2, 3)
    )
    text = f"""
      func.func @main(%i: tensor<i32>) -> tensor<i32> {{
        %r = "mhlo.case"(%i) ({branches}) : (tensor<i32>) -> tensor<i32>
        func.return %r : tensor<i32>
      }}"""
    assert run(text, np.int32(index)) == [taken]


def test_map_applies_its_computation_to_each_element(expect):
    operation = """"mhlo.map"(%a0, %a1) <{dimensions = dense<[0, 1]> : tensor<2xi64>}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %s = "mhlo.subtract"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        %c = "mhlo.convert"(%s) : (tensor<f32>) -> tensor<i32>
        "mhlo.return"(%c) : (tensor<i32>) -> ()
    })"""
    a = np.arange(6, dtype=np.float32).reshape(2, 3)
    expect(operation, [a, np.ones_like(a)], np.int32([[-1, 0, 1], [2, 3, 4]]))


FUSION = """
  sdim.symbol @S0
  func.func @main(%x: tensor<?xf32, [@S0]>) -> (tensor<?xf32, [@S0]>, tensor<f32>) {
    %r, %s = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
    ^bb0(%a: tensor<?xf32, [@S0]>):
      %zero = mhlo.constant dense<0.0> : tensor<f32>
      %d = "mhlo.add"(%a, %a) : (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>)
        -> tensor<?xf32, [@S0]>
      %t = "mhlo.reduce"(%d, %zero) <{dimensions = dense<0> : tensor<1xi64>}> ({
      ^bb0(%p: tensor<f32>, %q: tensor<f32>):
        %u = "mhlo.add"(%p, %q) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        "mhlo.return"(%u) : (tensor<f32>) -> ()
      }) : (tensor<?xf32, [@S0]>, tensor<f32>) -> tensor<f32>
      "mhlo.return"(%d, %t) : (tensor<?xf32, [@S0]>, tensor<f32>) -> ()
    }) : (tensor<?xf32, [@S0]>) -> (tensor<?xf32, [@S0]>, tensor<f32>)
    func.return %r, %s : tensor<?xf32, [@S0]>, tensor<f32>
  }"""


def test_a_fusion_computes_what_its_region_does(run):
    doubled, total = run(FUSION, np.float32([1, 2, 3]))
    assert doubled.tolist() == [2, 4, 6]
    assert total == 12


def test_facts_are_checked_inside_a_fusion(run):
    text = """
      sdim.symbol @S0
      sdim.symbol @S1
      func.func @main(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) {
        %r = "mhlo.fusion"(%x, %y) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
        ^bb0(%a: tensor<?xf32, [@S0]>, %b: tensor<?xf32, [@S1]>):
          %c = mhlo.abs %a : (tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S1]>
          "mhlo.return"(%c) : (tensor<?xf32, [@S1]>) -> ()
        }) : (tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S1]>
        func.return
      }"""
    run(text, np.ones(2, np.float32), np.ones(2, np.float32))
    with pytest.raises(FactViolated, match=r"mhlo\.abs: result 0: size 2 .* @S1 = 3"):
        run(text, np.ones(2, np.float32), np.ones(3, np.float32))


def test_values_are_handed_on(run):
    text = """
      func.func @main(%x: tensor<2xf32>, %y: tensor<i32>) -> (tensor<i32>, tensor<2xf32>) {
        %t = "mhlo.tuple"(%x, %y) : (tensor<2xf32>, tensor<i32>) -> tuple<tensor<2xf32>, tensor<i32>>
        %i = "mhlo.get_tuple_element"(%t) <{index = 1 : i32}>
          : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<i32>
        %a, %b = "mhlo.optimization_barrier"(%x, %i)
          : (tensor<2xf32>, tensor<i32>) -> (tensor<2xf32>, tensor<i32>)
        %token = "mhlo.create_token"() : () -> !mhlo.token
        %all = "mhlo.after_all"(%token) : (!mhlo.token) -> !mhlo.token
        %d = "mhlo.add_dependency"(%a, %all) : (tensor<2xf32>, !mhlo.token) -> tensor<2xf32>
        %c = "mhlo.copy"(%d) : (tensor<2xf32>) -> tensor<2xf32>
        func.return %b, %c : tensor<i32>, tensor<2xf32>
      }"""
    number, vector = run(text, np.float32([1, 2]), np.int32(3))
    assert number == 3
    assert vector.tolist() == [1, 2]

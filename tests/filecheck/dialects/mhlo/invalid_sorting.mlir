// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: mhlo.sort: found no operands, at least 1 is needed (C1)
func.func @nothing() {
  "mhlo.sort"() ({
    %c = mhlo.constant dense<true> : tensor<i1>
    mhlo.return %c : tensor<i1>
  }) : () -> ()
  func.return
}

// -----

// CHECK: error: mhlo.sort: result 0 has shape [4, 9], operand 0 has [4, 8]; they must agree (C2)
func.func @result(%x: tensor<4x8xf32>) {
  %r = "mhlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = mhlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x9xf32>
  func.return
}

// -----

// CHECK: error: mhlo.sort: operand 1 has shape [5], operand 0 has [4]; they must agree (C3)
func.func @shapes(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  %r, %s = "mhlo.sort"(%x, %y) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %p = mhlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }) : (tensor<4xf32>, tensor<5xf32>) -> (tensor<4xf32>, tensor<5xf32>)
  func.return
}

// -----

// CHECK: error: mhlo.sort: dimension 2 is out of range for rank 2 (C4)
func.func @dimension(%x: tensor<4x8xf32>) {
  %r = "mhlo.sort"(%x) <{dimension = 2 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = mhlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.sort: dimension -3 is out of range for rank 2 (C4)
func.func @dimension_negative(%x: tensor<4x8xf32>) {
  %r = "mhlo.sort"(%x) <{dimension = -3 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = mhlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.sort: the comparator has 3 arguments, 2 are needed (C5)
func.func @comparator_count(%x: tensor<4x8xf32>) {
  %r = "mhlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>):
    %p = mhlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.sort: argument 0 of the comparator has element type f32, what it gets has i32; they must be equal (C5)
func.func @comparator_element(%x: tensor<4x8xi32>) {
  %r = "mhlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = mhlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %p : tensor<i1>
  }) : (tensor<4x8xi32>) -> tensor<4x8xi32>
  func.return
}

// -----

// CHECK: error: mhlo.sort: the value that the comparator returns has type tensor<f32>, elements must be i1
func.func @comparator_returns(%x: tensor<4x8xf32>) {
  %r = "mhlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    mhlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.sort: the comparator returns 0 values, 1 is needed (C5)
func.func @comparator_nothing(%x: tensor<4x8xf32>) {
  %r = "mhlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    mhlo.return
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.topk: k is 5, operand 0 has size 4 in its last dimension
func.func @topk_k(%x: tensor<4xf32>) {
  %v, %i = mhlo.topk(%x, k = 5) : tensor<4xf32> -> (tensor<5xf32>, tensor<5xi32>)
  func.return
}

// -----

// CHECK: error: mhlo.topk: k has the value -1, at least 0 is needed
func.func @topk_negative(%x: tensor<4xf32>) {
  %v, %i = mhlo.topk(%x, k = -1) : tensor<4xf32> -> (tensor<?xf32>, tensor<?xi32>)
  func.return
}

// -----

// CHECK: error: mhlo.topk: operand 0 has rank 0, rank at least 1 is needed
func.func @topk_rank(%x: tensor<f32>) {
  %v, %i = mhlo.topk(%x, k = 1) : tensor<f32> -> (tensor<f32>, tensor<i32>)
  func.return
}

// -----

// CHECK: error: mhlo.topk: operand 0 has element type f32, result 0 has f64; they must be equal
func.func @topk_element(%x: tensor<4xf32>) {
  %v, %i = mhlo.topk(%x, k = 2) : tensor<4xf32> -> (tensor<2xf64>, tensor<2xi32>)
  func.return
}

// -----

// CHECK: error: mhlo.topk: result 0 has shape [3], [2] follows from the operands
func.func @topk_values(%x: tensor<4xf32>) {
  %v, %i = mhlo.topk(%x, k = 2) : tensor<4xf32> -> (tensor<3xf32>, tensor<2xi32>)
  func.return
}

// -----

// CHECK: error: mhlo.topk: result 1 has shape [3], [2] follows from the operands
func.func @topk_indices(%x: tensor<4xf32>) {
  %v, %i = mhlo.topk(%x, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<3xi32>)
  func.return
}

// -----

// CHECK: error: mhlo.topk: result 1 has type tensor<2xf32>, elements must be integer
func.func @topk_index_kind(%x: tensor<4xf32>) {
  %v, %i = mhlo.topk(%x, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xf32>)
  func.return
}

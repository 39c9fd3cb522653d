// RUN: not tieshape-opt %s --split-input-file 2>&1 | filecheck %s

// CHECK: {{.*}}invalid.mlir:5:3: error: chlo.broadcast_add: sizes 3 and 4 of dimension 1 must be equal or one of them 1
func.func @sizes(%a: tensor<?x3xf32>, %b: tensor<4xf32>) {
  %0 = chlo.broadcast_add %a, %b : (tensor<?x3xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  return
}

// -----

// CHECK: chlo.broadcast_add: operand 0 has element type f32, operand 1 has f16; they must be equal
func.func @elements(%a: tensor<?xf32>, %b: tensor<?xf16>) {
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf16>) -> tensor<?xf32>
  return
}

// -----

// CHECK: chlo.broadcast_add: broadcast_dimensions has 2 values, 1 are needed
func.func @places(%a: tensor<?x4xf32>, %b: tensor<4xf32>) {
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>} : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  return
}

// -----

// CHECK: chlo.broadcast_add: broadcast_dimensions entry 2 is out of range for rank 2
func.func @place(%a: tensor<?x4xf32>, %b: tensor<4xf32>) {
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = dense<2> : tensor<1xi64>} : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  return
}

// -----

// CHECK: chlo.broadcast_add: the result has shape {{\[5\], \[4\]}} follows from the operands
func.func @result(%a: tensor<1xf32>, %b: tensor<4xf32>) {
  %0 = chlo.broadcast_add %a, %b : (tensor<1xf32>, tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// CHECK: chlo.broadcast_add: the result has type tensor<4xf32>, rank 2 follows from the operands
func.func @rank(%a: tensor<1x1xf32>, %b: tensor<4xf32>) {
  %0 = chlo.broadcast_add %a, %b : (tensor<1x1xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: chlo.broadcast_compare: the result has type tensor<4xi8>, elements must be i1
func.func @answers(%a: tensor<4xf32>) {
  %0 = chlo.broadcast_compare %a, %a {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi8>
  return
}

// -----

// CHECK: chlo.constant_like: value has type i32, the result has elements f32
func.func @value(%a: tensor<4xf32>) {
  %0 = "chlo.constant_like"(%a) {value = 2 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: chlo.erf: operand 0 has shape {{\[4\]}}, the result has {{\[5\]}}; they must agree
func.func @shape(%a: tensor<4xf32>) {
  %0 = chlo.erf %a : tensor<4xf32> -> tensor<5xf32>
  return
}

// -----

// CHECK: chlo.next_after: operand 0 has element type f32, operand 1 has f64; they must be equal
func.func @neighbours(%a: tensor<4xf32>, %b: tensor<4xf64>) {
  %0 = chlo.next_after %a, %b : tensor<4xf32>, tensor<4xf64> -> tensor<4xf32>
  return
}

// -----

// CHECK: chlo.zeta: operand 0 has shape {{\[4\]}}, operand 1 has {{\[5\]}}; they must agree
func.func @terms(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  %0 = chlo.zeta %a, %b : tensor<4xf32>, tensor<5xf32> -> tensor<4xf32>
  return
}

// -----

// CHECK: chlo.broadcast_add: broadcast_dimensions has 2 values, 1 are needed
func.func @array(%a: tensor<?x4xf32>, %b: tensor<4xf32>) {
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 0, 1>} : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  return
}

// -----

// CHECK: error: chlo.is_neg_inf: operand 0 has type tensor<?xi64>, elements must be float
func.func @infinity_of_integers(%x: tensor<?xi64>) {
  %r = chlo.is_neg_inf %x : tensor<?xi64> -> tensor<?xi1>
  func.return
}

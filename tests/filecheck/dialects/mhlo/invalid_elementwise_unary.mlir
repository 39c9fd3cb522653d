// RUN: not tieshape-opt --allow-unregistered-dialect --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: mhlo.tanh: the result has type f32, a tensor is needed
func.func @not_a_tensor(%x: f32) {
  %r = mhlo.tanh %x : f32
  func.return
}

// -----

// CHECK: error: mhlo.tanh: the result has type tensor<4xi32>, elements must be float or complex or quantized
func.func @element_kind(%x: tensor<4xi32>) {
  %r = mhlo.tanh %x : tensor<4xi32>
  func.return
}

// -----

// CHECK: error: mhlo.popcnt: the result has type tensor<4xf32>, elements must be integer
func.func @integer_only(%x: tensor<4xf32>) {
  %r = mhlo.popcnt %x : tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.negate: the result has type tensor<4xi1>, elements must be integer or float or complex or quantized
func.func @no_bool(%x: tensor<4xi1>) {
  %r = mhlo.negate %x : tensor<4xi1>
  func.return
}

// -----

// CHECK: error: mhlo.tanh: operand 0 has element type f32, the result has f64; they must be equal
func.func @element_differs(%x: tensor<4xf32>) {
  %r = mhlo.tanh %x : (tensor<4xf32>) -> tensor<4xf64>
  func.return
}

// -----

// CHECK: error: mhlo.tanh: operand 0 has shape [4], the result has [5]; they must agree
func.func @shape_differs(%x: tensor<4xf32>) {
  %r = mhlo.tanh %x : (tensor<4xf32>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.tanh: operand 0 has shape [?], the result has [?, ?]; they must agree
func.func @rank_differs(%x: tensor<?xf32>) {
  %r = mhlo.tanh %x : (tensor<?xf32>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.negate: the result has type tensor<4x!some.string>, elements must be integer or float or complex or quantized
func.func @string(%x: tensor<4x!some.string>) {
  %r = mhlo.negate %x : tensor<4x!some.string>
  func.return
}

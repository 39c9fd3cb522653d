// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: mhlo.compare: operand 0 has element type f32, operand 1 has i32; they must be equal (C1)
func.func @compare_elements(%x: tensor<4xf32>, %y: tensor<4xi32>) {
  %r = mhlo.compare LT, %x, %y : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xi1>
  func.return
}

// -----

// CHECK: error: mhlo.compare: operand 0 has shape [4], operand 1 has [5]; they must agree (C2)
func.func @compare_shapes(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  %r = mhlo.compare LT, %x, %y : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xi1>
  func.return
}

// -----

// CHECK: error: mhlo.compare: operand 0 has shape [4], the result has [5]; they must agree (C2)
func.func @compare_result_shape(%x: tensor<4xf32>) {
  %r = mhlo.compare LT, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xi1>
  func.return
}

// -----

// CHECK: error: mhlo.compare: the result has type tensor<4xf32>, elements must be i1
func.func @compare_result(%x: tensor<4xf32>) {
  %r = mhlo.compare LT, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: Expected `EQ`, `NE`, `GE`, `GT`, `LE`, or `LT`.
func.func @compare_direction(%x: tensor<4xf32>) {
  %r = mhlo.compare LESS, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  func.return
}

// -----

// CHECK: error: property 'comparison_direction' expected in operation 'mhlo.compare'
func.func @compare_no_direction(%x: tensor<4xf32>) {
  %r = "mhlo.compare"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  func.return
}

// -----

// CHECK: error: mhlo.select: operand 0 has type tensor<4xf32>, elements must be i1
func.func @select_pred(%x: tensor<4xf32>) {
  %r = mhlo.select %x, %x, %x : tensor<4xf32>, tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.select: operand 0 has shape [5], operand 1 has [4]; they must agree (C1)
func.func @select_pred_shape(%p: tensor<5xi1>, %x: tensor<4xf32>) {
  %r = mhlo.select %p, %x, %x : tensor<5xi1>, tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.select: operand 1 has element type f32, operand 2 has i32; they must be equal (C2)
func.func @select_elements(%p: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xi32>) {
  %r = mhlo.select %p, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.select: operand 1 has shape [4], operand 2 has [5]; they must agree (C2)
func.func @select_shapes(%p: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  %r = mhlo.select %p, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.select: operand 1 has shape [4], the result has [5]; they must agree (C2)
func.func @select_result(%p: tensor<4xi1>, %x: tensor<4xf32>) {
  %r = mhlo.select %p, %x, %x : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.clamp: operand 0 has shape [5], operand 1 has [4]; they must agree (C1)
func.func @clamp_min(%x: tensor<4xf32>, %m: tensor<5xf32>, %s: tensor<f32>) {
  %r = mhlo.clamp %m, %x, %s : (tensor<5xf32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.clamp: operand 2 has shape [5], operand 1 has [4]; they must agree (C2)
func.func @clamp_max(%x: tensor<4xf32>, %m: tensor<5xf32>, %s: tensor<f32>) {
  %r = mhlo.clamp %s, %x, %m : (tensor<f32>, tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.clamp: operand 0 has element type i32, operand 1 has f32; they must be equal (C3)
func.func @clamp_elements(%x: tensor<4xf32>, %s: tensor<i32>) {
  %r = mhlo.clamp %s, %x, %s : (tensor<i32>, tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.clamp: operand 1 has shape [4], the result has [5]; they must agree (C4)
func.func @clamp_result(%x: tensor<4xf32>) {
  %r = mhlo.clamp %x, %x, %x : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
  func.return
}

// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: mhlo.and: the result has type tensor<4xf32>, elements must be i1 or integer
func.func @element_kind(%x: tensor<4xf32>) {
  %r = mhlo.and %x, %x : tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.add: operand 1 has element type i32, the result has f32; they must be equal
func.func @element_differs(%x: tensor<4xf32>, %y: tensor<4xi32>) {
  %r = mhlo.add %x, %y : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.add: operand 1 has shape [5], the result has [4]; they must agree
func.func @shape_differs(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  %r = mhlo.add %x, %y : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.multiply: operand 0 has shape [?, 4], the result has [?, 5]; they must agree
func.func @result_differs(%x: tensor<?x4xf32>) {
  %r = mhlo.multiply %x, %x : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.complex: operand 0 has type tensor<4xi32>, elements must be float
func.func @complex_kind(%x: tensor<4xi32>) {
  %r = mhlo.complex %x, %x : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xcomplex<f32>>
  func.return
}

// -----

// CHECK: error: mhlo.complex: operand 0 has element type f32, operand 1 has f64; they must be equal (C1)
func.func @complex_operands(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  %r = mhlo.complex %x, %y : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xcomplex<f32>>
  func.return
}

// -----

// CHECK: error: mhlo.complex: operands have element type f32, f64 is needed (C3)
func.func @complex_part(%x: tensor<4xf32>) {
  %r = mhlo.complex %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f64>>
  func.return
}

// -----

// CHECK: error: mhlo.complex: operand 0 has shape [4], operand 1 has [5]; they must agree (C1)
func.func @complex_operand_shapes(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  %r = mhlo.complex %x, %y : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xcomplex<f32>>
  func.return
}

// -----

// CHECK: error: mhlo.complex: operand 0 has shape [4], the result has [5]; they must agree (C2)
func.func @complex_shape(%x: tensor<4xf32>) {
  %r = mhlo.complex %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xcomplex<f32>>
  func.return
}

// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: mhlo.reshape: operand 0 has element type f32, the result has f64; they must be equal (C1)
func.func @reshape_element(%x: tensor<2x6xf32>) {
  %r = mhlo.reshape %x : (tensor<2x6xf32>) -> tensor<12xf64>
  func.return
}

// -----

// CHECK: error: mhlo.reshape: the result has 11 elements, operand 0 has 12 (C2)
func.func @reshape_count(%x: tensor<2x6xf32>) {
  %r = mhlo.reshape %x : (tensor<2x6xf32>) -> tensor<11xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reshape: the result has type tensor<?xf32>, a static shape is needed
func.func @reshape_dynamic(%x: tensor<2x6xf32>) {
  %r = mhlo.reshape %x : (tensor<2x6xf32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reshape: the result has type tensor<*xf32>, a static shape is needed
func.func @reshape_unranked(%x: tensor<2x6xf32>) {
  %r = mhlo.reshape %x : (tensor<2x6xf32>) -> tensor<*xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_reshape: operand 0 has element type f32, the result has i32; they must be equal (C1)
func.func @dynamic_reshape_element(%x: tensor<2x6xf32>, %s: tensor<1xindex>) {
  %r = mhlo.dynamic_reshape %x, %s : (tensor<2x6xf32>, tensor<1xindex>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_reshape: the result has 11 elements, operand 0 has 12 (C2)
func.func @dynamic_reshape_count(%x: tensor<2x6xf32>, %s: tensor<1xindex>) {
  %r = mhlo.dynamic_reshape %x, %s : (tensor<2x6xf32>, tensor<1xindex>) -> tensor<11xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_reshape: operand 1 has 2 elements, 1 are needed (C3)
func.func @dynamic_reshape_rank(%x: tensor<2x6xf32>, %s: tensor<2xindex>) {
  %r = mhlo.dynamic_reshape %x, %s : (tensor<2x6xf32>, tensor<2xindex>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.transpose: operand 0 has element type f32, the result has f64; they must be equal (C1)
func.func @transpose_element(%x: tensor<2x6xf32>) {
  %r = "mhlo.transpose"(%x) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<2x6xf32>) -> tensor<6x2xf64>
  func.return
}

// -----

// CHECK: error: mhlo.transpose: permutation [1, 1] is not an order of the 2 dimensions of operand 0 (C2)
func.func @transpose_repeated(%x: tensor<2x6xf32>) {
  %r = "mhlo.transpose"(%x) <{permutation = dense<[1, 1]> : tensor<2xi64>}> : (tensor<2x6xf32>) -> tensor<6x6xf32>
  func.return
}

// -----

// CHECK: error: mhlo.transpose: permutation [0] is not an order of the 2 dimensions of operand 0 (C2)
func.func @transpose_length(%x: tensor<2x6xf32>) {
  %r = "mhlo.transpose"(%x) <{permutation = dense<[0]> : tensor<1xi64>}> : (tensor<2x6xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: mhlo.transpose: permutation has type tensor<1x2xi64>, a 1-D tensor of integers is needed
func.func @transpose_matrix(%x: tensor<2x6xf32>) {
  %r = "mhlo.transpose"(%x) <{permutation = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<2x6xf32>) -> tensor<6x2xf32>
  func.return
}

// -----

// CHECK: error: mhlo.transpose: the result has shape [2, 6], [6, 2] follows from the operands (C3)
func.func @transpose_result(%x: tensor<2x6xf32>) {
  %r = "mhlo.transpose"(%x) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<2x6xf32>) -> tensor<2x6xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reverse: operand 0 has shape [2, 6], the result has [3, 6]; they must agree (C1)
func.func @reverse_type(%x: tensor<2x6xf32>) {
  %r = "mhlo.reverse"(%x) <{dimensions = dense<0> : tensor<1xi64>}> : (tensor<2x6xf32>) -> tensor<3x6xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reverse: dimensions [0, 0] must not hold a value twice (C2)
func.func @reverse_repeated(%x: tensor<2x6xf32>) {
  %r = "mhlo.reverse"(%x) <{dimensions = dense<[0, 0]> : tensor<2xi64>}> : (tensor<2x6xf32>) -> tensor<2x6xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reverse: dimensions entry 2 is out of range for rank 2 (C3)
func.func @reverse_range(%x: tensor<2x6xf32>) {
  %r = "mhlo.reverse"(%x) <{dimensions = dense<2> : tensor<1xi64>}> : (tensor<2x6xf32>) -> tensor<2x6xf32>
  func.return
}

// -----

// CHECK: error: mhlo.get_dimension_size: dimension 2 is out of range for rank 2 (C1)
func.func @get_size_range(%x: tensor<2x6xf32>) {
  %r = "mhlo.get_dimension_size"(%x) <{dimension = 2 : i64}> : (tensor<2x6xf32>) -> tensor<i32>
  func.return
}

// -----

// CHECK: error: mhlo.get_dimension_size: the result has rank 1, rank 0 is needed
func.func @get_size_result(%x: tensor<2x6xf32>) {
  %r = "mhlo.get_dimension_size"(%x) <{dimension = 0 : i64}> : (tensor<2x6xf32>) -> tensor<1xi32>
  func.return
}

// -----

// CHECK: error: mhlo.set_dimension_size: dimension 2 is out of range for rank 2 (C1)
func.func @set_size_range(%x: tensor<2x6xf32>, %n: tensor<i32>) {
  %r = "mhlo.set_dimension_size"(%x, %n) <{dimension = 2 : i64}> : (tensor<2x6xf32>, tensor<i32>) -> tensor<2x6xf32>
  func.return
}

// -----

// CHECK: error: mhlo.set_dimension_size: operand 1 has rank 1, rank 0 is needed
func.func @set_size_scalar(%x: tensor<2x6xf32>, %n: tensor<1xi32>) {
  %r = "mhlo.set_dimension_size"(%x, %n) <{dimension = 0 : i64}> : (tensor<2x6xf32>, tensor<1xi32>) -> tensor<2x6xf32>
  func.return
}

// -----

// CHECK: error: mhlo.set_dimension_size: the result has shape [?, 7], [?, 6] follows from the operands
func.func @set_size_result(%x: tensor<2x6xf32>, %n: tensor<i32>) {
  %r = "mhlo.set_dimension_size"(%x, %n) <{dimension = 0 : i64}> : (tensor<2x6xf32>, tensor<i32>) -> tensor<?x7xf32>
  func.return
}

// -----

// CHECK: error: mhlo.set_dimension_size: operand 0 has element type f32, the result has f64; they must be equal
func.func @set_size_element(%x: tensor<2x6xf32>, %n: tensor<i32>) {
  %r = "mhlo.set_dimension_size"(%x, %n) <{dimension = 0 : i64}> : (tensor<2x6xf32>, tensor<i32>) -> tensor<?x6xf64>
  func.return
}

// -----

// CHECK: error: mhlo.compute_reshape_shape: operand 1 has rank 2, rank 1 is needed
func.func @compute_shape_rank(%n: index, %s: tensor<2x2xi32>) {
  %r = mhlo.compute_reshape_shape %n, %s : (index, tensor<2x2xi32>) -> tensor<2x2xi32>
  func.return
}

// -----

// CHECK: error: mhlo.compute_reshape_shape: operand 1 has shape [2], the result has [3]; they must agree
func.func @compute_shape_length(%n: index, %s: tensor<2xi32>) {
  %r = mhlo.compute_reshape_shape %n, %s : (index, tensor<2xi32>) -> tensor<3xi32>
  func.return
}

// -----

// CHECK: error: mhlo.compute_reshape_shape: operand 0 has type i32, index is needed
func.func @compute_shape_count(%n: i32, %s: tensor<2xi32>) {
  %r = mhlo.compute_reshape_shape %n, %s : (i32, tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: mhlo.cstr_reshapable: operand 1 has type tensor<2xf32>, elements must be integer
func.func @reshapable_kind(%n: index, %s: tensor<2xf32>) {
  %r = mhlo.cstr_reshapable %n, %s : (index, tensor<2xf32>) -> index
  func.return
}

// -----

// CHECK: error: mhlo.minimum_broadcast_shapes: operand 0 has rank 2, rank 1 is needed
func.func @minimum_rank(%s: tensor<2x2xindex>) {
  %r = "mhlo.minimum_broadcast_shapes"(%s) : (tensor<2x2xindex>) -> tensor<?xindex>
  func.return
}

// -----

// CHECK: error: mhlo.minimum_broadcast_shapes: found 1 results, one for each operand is needed
func.func @minimum_count(%s: tensor<2xindex>) {
  %r = "mhlo.minimum_broadcast_shapes"(%s, %s) : (tensor<2xindex>, tensor<2xindex>) -> tensor<?xindex>
  func.return
}

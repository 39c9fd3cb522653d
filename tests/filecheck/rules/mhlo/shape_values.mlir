// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// -1 becomes what is left of the number of elements.
// CHECK:       sdim.product_equal [@S0, 2], [@S1]
// CHECK:       func.func @compute_reshape_shape(%x: tensor<?x8xf32, [@S0, 8]>) -> tensor<?x4xf32, [@S1, 4]>
// CHECK:       %shape = mhlo.compute_reshape_shape %count, %wanted : (index, tensor<2xi32>) -> tensor<2xi32>
func.func @compute_reshape_shape(%x: tensor<?x8xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0 : index
  %eight = arith.constant 8 : index
  %n = tensor.dim %x, %zero : tensor<?x8xf32>
  %count = arith.muli %n, %eight : index
  %wanted = mhlo.constant dense<[-1, 4]> : tensor<2xi32>
  %shape = mhlo.compute_reshape_shape %count, %wanted : (index, tensor<2xi32>) -> tensor<2xi32>
  %r = mhlo.dynamic_reshape %x, %shape : (tensor<?x8xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}

// -----

// A witness states nothing of sizes by itself.
// CHECK:       func.func @cstr_reshapable(%x: tensor<?xf32, [@S0]>)
// CHECK:       %w = mhlo.cstr_reshapable %n, %wanted : (index, tensor<2xi32>) -> !shape.witness
func.func @cstr_reshapable(%x: tensor<?xf32>) {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?xf32>
  %wanted = mhlo.constant dense<[-1, 4]> : tensor<2xi32>
  %w = mhlo.cstr_reshapable %n, %wanted : (index, tensor<2xi32>) -> !shape.witness
  func.return
}

// -----

// The element is known as a size.
// CHECK:       func.func @get_dimension_size(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?xf32, [@S0]>
// CHECK:       %n = "mhlo.get_dimension_size"(%x) <{dimension = 0 : i64}> : (tensor<?x4xf32, [@S0, 4]>) -> tensor<i32>
func.func @get_dimension_size(%x: tensor<?x4xf32>) -> tensor<?xf32> {
  %n = "mhlo.get_dimension_size"(%x) <{dimension = 0 : i64}> : (tensor<?x4xf32>) -> tensor<i32>
  %shape = mhlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %r = "mhlo.dynamic_broadcast_in_dim"(%zero, %shape) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}

// -----

// CHECK:       sdim.less_equal @S1, @S0 {why = "mhlo.set_dimension_size at {{.*}}: by definition"}
// CHECK:       func.func @set_dimension_size(%x: tensor<?x4xf32, [@S0, 4]>, %n: tensor<i32>) -> tensor<?x4xf32, [@S1, 4]>
func.func @set_dimension_size(%x: tensor<?x4xf32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "mhlo.set_dimension_size"(%x, %n) <{dimension = 0 : i64}> : (tensor<?x4xf32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// How many dimensions are left is not known.
// CHECK:       func.func @minimum_broadcast_shapes(%s: tensor<2xi32>, %t: tensor<2xi32>) -> (tensor<?xi32, [@S0]>, tensor<?xi32, [@S1]>)
func.func @minimum_broadcast_shapes(%s: tensor<2xi32>, %t: tensor<2xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %r:2 = "mhlo.minimum_broadcast_shapes"(%s, %t) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  func.return %r#0, %r#1 : tensor<?xi32>, tensor<?xi32>
}

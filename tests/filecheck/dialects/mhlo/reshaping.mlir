// RUN: tieshape-opt --allow-unregistered-dialect %s | filecheck %s
// RUN: tieshape-opt --allow-unregistered-dialect --print-op-generic --print-no-properties %s | tieshape-opt --allow-unregistered-dialect | filecheck %s

// Ops that keep the elements and change the shape.
func.func @reshape(%x: tensor<2x6xf32>, %d: tensor<?x?xf32>, %shape: tensor<3xindex>) {
  %reshape = mhlo.reshape %x : (tensor<2x6xf32>) -> tensor<3x4xf32>
  %from_dynamic = mhlo.reshape %d : (tensor<?x?xf32>) -> tensor<12xf32>
  %dynamic = mhlo.dynamic_reshape %d, %shape : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x4x?xf32>
  %dynamic_generic = "mhlo.dynamic_reshape"(%d, %shape) {kDiscSymbolicDimAttr = [@S0]} : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
  %transpose = "mhlo.transpose"(%x) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<2x6xf32>) -> tensor<6x2xf32>
  %transpose_properties = "mhlo.transpose"(%d) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %reverse = "mhlo.reverse"(%x) {dimensions = dense<[0, 1]> : tensor<2xi64>} : (tensor<2x6xf32>) -> tensor<2x6xf32>
  func.return
}

// CHECK-LABEL: func.func @reshape(
// CHECK-NEXT: %reshape = mhlo.reshape %x : (tensor<2x6xf32>) -> tensor<3x4xf32>
// CHECK-NEXT: %from_dynamic = mhlo.reshape %d : (tensor<?x?xf32>) -> tensor<12xf32>
// CHECK-NEXT: %dynamic = mhlo.dynamic_reshape %d, %shape : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x4x?xf32>
// CHECK-NEXT: %dynamic_generic = mhlo.dynamic_reshape %d, %shape {kDiscSymbolicDimAttr = [@S0]} : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
// CHECK-NEXT: %transpose = "mhlo.transpose"(%x) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<2x6xf32>) -> tensor<6x2xf32>
// CHECK-NEXT: %transpose_properties = "mhlo.transpose"(%d) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: %reverse = "mhlo.reverse"(%x) <{dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<2x6xf32>) -> tensor<2x6xf32>

// Ops that read, set and compute sizes.
func.func @sizes(%x: tensor<?x4xf32>, %size: tensor<i32>, %count: index, %wanted: tensor<2xi32>) {
  %get = "mhlo.get_dimension_size"(%x) {dimension = 0 : i64} : (tensor<?x4xf32>) -> tensor<i32>
  %set = "mhlo.set_dimension_size"(%x, %size) {dimension = 0 : i64} : (tensor<?x4xf32>, tensor<i32>) -> tensor<?x4xf32>
  %set_unranked = "mhlo.set_dimension_size"(%x, %size) {dimension = 1 : i64} : (tensor<?x4xf32>, tensor<i32>) -> tensor<*xf32>
  %shape = mhlo.compute_reshape_shape %count, %wanted : (index, tensor<2xi32>) -> tensor<2xi32>
  %witness = mhlo.cstr_reshapable %count, %wanted : (index, tensor<2xi32>) -> !shape.witness
  %minimum, %minimum_too = "mhlo.minimum_broadcast_shapes"(%wanted, %wanted) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  func.return
}

// CHECK-LABEL: func.func @sizes(
// CHECK-NEXT: %get = "mhlo.get_dimension_size"(%x) <{dimension = 0 : i64}> : (tensor<?x4xf32>) -> tensor<i32>
// CHECK-NEXT: %set = "mhlo.set_dimension_size"(%x, %size) <{dimension = 0 : i64}> : (tensor<?x4xf32>, tensor<i32>) -> tensor<?x4xf32>
// CHECK-NEXT: %set_unranked = "mhlo.set_dimension_size"(%x, %size) <{dimension = 1 : i64}> : (tensor<?x4xf32>, tensor<i32>) -> tensor<*xf32>
// CHECK-NEXT: %shape = mhlo.compute_reshape_shape %count, %wanted : (index, tensor<2xi32>) -> tensor<2xi32>
// CHECK-NEXT: %witness = mhlo.cstr_reshapable %count, %wanted : (index, tensor<2xi32>) -> !shape.witness
// CHECK-NEXT: %minimum, %minimum_too = "mhlo.minimum_broadcast_shapes"(%wanted, %wanted) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<?xi32>, tensor<?xi32>)

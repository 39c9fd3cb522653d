// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// The contracted sizes are required to agree, and those of the batch.
// CHECK-LABEL: func.func @batch_mat_mul(
// CHECK:         %[[DOT:.*]] = "mhlo.dot_general"(%x, %y_1) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : {{.*}} -> tensor<?x2x4xf32, [@S0, 2, 4]>
// CHECK-NEXT:    func.return %[[DOT]]
func.func @batch_mat_mul(%x: tensor<?x2x?xf32>, %y: tensor<?x?x4xf32>) -> tensor<*xf32> {
  %r = "tf.BatchMatMul"(%x, %y) : (tensor<?x2x?xf32>, tensor<?x?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The batch dimensions are broadcast.
// CHECK-LABEL: func.func @batch_mat_mul_v2(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%x, %{{.*}}) <{broadcast_dimensions = dense<[0, 1, 2, 3]> : tensor<4xi64>}>
// CHECK-NEXT:    %[[B2:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y_1, %{{.*}}) <{broadcast_dimensions = dense<[1, 2, 3]> : tensor<3xi64>}>
// CHECK-NEXT:    %[[DOT:.*]] = "mhlo.dot_general"(%[[B]], %[[B2]]) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [2]>}> : {{.*}} -> tensor<?x6x2x4xf32, [@S0, 6, 2, 4]>
// CHECK-NEXT:    func.return %[[DOT]]
func.func @batch_mat_mul_v2(%x: tensor<?x1x2x?xf32>, %y: tensor<6x?x4xf32>) -> tensor<*xf32> {
  %r = "tf.BatchMatMulV2"(%x, %y) <{adj_x = false, adj_y = false}> : (tensor<?x1x2x?xf32>, tensor<6x?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// One matrix on the right is not broadcast: the batches of the left are rows of one product.
// CHECK-LABEL: func.func @one_matrix(
// CHECK-NOT:     mhlo.dynamic_broadcast_in_dim
// CHECK:         %[[DOT:.*]] = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : {{.*}} -> tensor<?x?x4xf32, [@S0, @S1, 4]>
// CHECK-NEXT:    func.return %[[DOT]]
func.func @one_matrix(%x: tensor<?x3x?xf32>, %y: tensor<4x3xf32>) -> tensor<*xf32> {
  %r = "tf.BatchMatMulV2"(%x, %y) <{adj_x = true, adj_y = true}> : (tensor<?x3x?xf32>, tensor<4x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// One on the left is: its rows would come before the batches.
// CHECK-LABEL: func.func @one_matrix_on_the_left(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%x,
// CHECK:         "mhlo.dot_general"(%[[B]], %y) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], {{.*}} -> tensor<?x4x?xf32, [@S0, 4, @S1]>
func.func @one_matrix_on_the_left(%x: tensor<4x3xf32>, %y: tensor<?x3x?xf32>) -> tensor<*xf32> {
  %r = "tf.BatchMatMulV2"(%x, %y) <{adj_x = false, adj_y = false}> : (tensor<4x3xf32>, tensor<?x3x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The type of the result may be a wider one: bytes are multiplied as they are.
// CHECK-LABEL: func.func @batch_mat_mul_v3(
// CHECK:         %[[DOT:.*]] = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : {{.*}}i8{{.*}}i8{{.*}} -> tensor<?x?xi32, [@S0, @S1]>
// CHECK-NEXT:    func.return %[[DOT]]
func.func @batch_mat_mul_v3(%x: tensor<?x3xi8>, %y: tensor<3x?xi8>) -> tensor<*xi32> {
  %r = "tf.BatchMatMulV3"(%x, %y) <{adj_x = false, adj_y = false}> : (tensor<?x3xi8>, tensor<3x?xi8>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// The twin: no processor multiplies these.
// CHECK-LABEL: func.func @of_two_types(
// CHECK:         %[[CVT:.*]] = mhlo.convert %x : {{.*}} -> tensor<?x3xi32, [@S0, 3]>
// CHECK-NEXT:    %[[CVT2:.*]] = mhlo.convert %y : {{.*}} -> tensor<3x?xi32, [3, @S1]>
// CHECK-NEXT:    %[[DOT:.*]] = "mhlo.dot_general"(%[[CVT]], %[[CVT2]]) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : {{.*}} -> tensor<?x?xi32, [@S0, @S1]>
// CHECK-NEXT:    func.return %[[DOT]]
func.func @of_two_types(%x: tensor<?x3xi16>, %y: tensor<3x?xi8>) -> tensor<*xi32> {
  %r = "tf.BatchMatMulV3"(%x, %y) <{adj_x = false, adj_y = false}> : (tensor<?x3xi16>, tensor<3x?xi8>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @einsum(
// CHECK:         %[[DOT:.*]] = "mhlo.dot_general"(%x, %y_1) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>}> : {{.*}} -> tensor<?x?x5xf32, [@S0, @S1, 5]>
// CHECK-NEXT:    func.return %[[DOT]]
func.func @einsum(%x: tensor<?x?x?xf32>, %y: tensor<?x5xf32>) -> tensor<*xf32> {
  %r = "tf.Einsum"(%x, %y) <{equation = "abc,cd->abd"}> : (tensor<?x?x?xf32>, tensor<?x5xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @mat_mul(
// CHECK:         %[[DOT:.*]] = "mhlo.dot_general"(%x, %y_1) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : {{.*}} -> tensor<?x?xf32, [@S1, @S3]>
// CHECK-NEXT:    func.return %[[DOT]]
func.func @mat_mul(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.MatMul"(%x, %y) <{transpose_a = true, transpose_b = false}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

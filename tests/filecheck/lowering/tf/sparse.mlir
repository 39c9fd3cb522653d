// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @sparse_segment_sum(
// CHECK:         mhlo.reduce
// CHECK:         mhlo.dynamic_gather
// CHECK:         mhlo.dynamic_broadcast_in_dim
// CHECK:         mhlo.scatter
func.func @sparse_segment_sum(%x: tensor<?x?xf32>, %at: tensor<?xi32>, %ids: tensor<?xi32>) -> tensor<*xf32> {
  %r = "tf.SparseSegmentSum"(%x, %at, %ids) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sparse_segment_mean(
// CHECK:         mhlo.reduce
// CHECK:         mhlo.dynamic_gather
// CHECK:         mhlo.dynamic_broadcast_in_dim
// CHECK:         mhlo.scatter
// CHECK:         mhlo.maximum
func.func @sparse_segment_mean(%x: tensor<?x?xf32>, %at: tensor<?xi32>, %ids: tensor<?xi32>) -> tensor<*xf32> {
  %r = "tf.SparseSegmentMean"(%x, %at, %ids) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sparse_segment_sqrt_n(
// CHECK:         mhlo.reduce
// CHECK:         mhlo.dynamic_gather
// CHECK:         mhlo.dynamic_broadcast_in_dim
// CHECK:         mhlo.scatter
// CHECK:         mhlo.maximum
func.func @sparse_segment_sqrt_n(%x: tensor<?x?xf32>, %at: tensor<?xi32>, %ids: tensor<?xi32>) -> tensor<*xf32> {
  %r = "tf.SparseSegmentSqrtN"(%x, %at, %ids) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sparse_to_dense(
// CHECK:         mhlo.dynamic_broadcast_in_dim
// CHECK:         mhlo.real_dynamic_slice
// CHECK:         mhlo.multiply
// CHECK:         mhlo.scatter
func.func @sparse_to_dense(%at: tensor<?x2xi64>, %sizes: tensor<2xi64>, %x: tensor<?xf32>, %zero: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.SparseToDense"(%at, %sizes, %x, %zero) <{validate_indices = true}> : (tensor<?x2xi64>, tensor<2xi64>, tensor<?xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sparse_reorder(
// CHECK:         mhlo.real_dynamic_slice
// CHECK:         mhlo.dynamic_gather
// CHECK:         mhlo.sort
// CHECK:         mhlo.compare
func.func @sparse_reorder(%at: tensor<?x2xi64>, %x: tensor<?xf32>, %sizes: tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>) {
  %r:2 = "tf.SparseReorder"(%at, %x, %sizes) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xi64>, tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sparse_tensor_dense_mat_mul(
// CHECK:         mhlo.real_dynamic_slice
// CHECK:         mhlo.dynamic_gather
// CHECK:         mhlo.dynamic_broadcast_in_dim
// CHECK:         mhlo.multiply
// CHECK:         mhlo.scatter
func.func @sparse_tensor_dense_mat_mul(%at: tensor<?x2xi64>, %x: tensor<?xf32>, %sizes: tensor<2xi64>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.SparseTensorDenseMatMul"(%at, %x, %sizes, %y) <{adjoint_a = false, adjoint_b = true}> : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sparse_reduce_sum(
// CHECK:         mhlo.scatter
func.func @sparse_reduce_sum(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) -> tensor<*xf32> {
  %a = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.SparseReduceSum"(%i, %v, %s, %a) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sparse_reduce_max(
// CHECK:         mhlo.scatter
// CHECK:         mhlo.scatter
// CHECK:         mhlo.compare GT, %{{.*}}, %{{.*}} : (tensor<?xi64, [@S2]>, tensor<?xi64, [@S2]>) -> tensor<?xi1, [@S2]>
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<?xi1, [@S2]>, tensor<?xf32, [@S2]>
func.func @sparse_reduce_max(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) -> tensor<*xf32> {
  %a = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.SparseReduceMax"(%i, %v, %s, %a) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @sparse_segment_sum(%a0: tensor<?x?xf32>, %a1: tensor<?xi32>, %a2: tensor<?xi32>) {
  %0 = "tf.SparseSegmentSum"(%a0, %a1, %a2) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @sparse_segment_sum(
// CHECK: "tf.SparseSegmentSum"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>) -> tensor<*xf32>

func.func @sparse_segment_mean(%a0: tensor<?x?xf32>, %a1: tensor<?xi32>, %a2: tensor<?xi32>) {
  %0 = "tf.SparseSegmentMean"(%a0, %a1, %a2) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @sparse_segment_mean(
// CHECK: "tf.SparseSegmentMean"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>) -> tensor<*xf32>

func.func @sparse_segment_sqrt_n(%a0: tensor<?x?xf32>, %a1: tensor<?xi32>, %a2: tensor<?xi32>) {
  %0 = "tf.SparseSegmentSqrtN"(%a0, %a1, %a2) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @sparse_segment_sqrt_n(
// CHECK: "tf.SparseSegmentSqrtN"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>) -> tensor<*xf32>

func.func @sparse_to_dense(%a0: tensor<?x2xi64>, %a1: tensor<2xi64>, %a2: tensor<?xf32>, %a3: tensor<f32>) {
  %0 = "tf.SparseToDense"(%a0, %a1, %a2, %a3) <{validate_indices = true}> : (tensor<?x2xi64>, tensor<2xi64>, tensor<?xf32>, tensor<f32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @sparse_to_dense(
// CHECK: "tf.SparseToDense"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{validate_indices = true}> : (tensor<?x2xi64>, tensor<2xi64>, tensor<?xf32>, tensor<f32>) -> tensor<*xf32>

func.func @sparse_reorder(%a0: tensor<?x2xi64>, %a1: tensor<?xf32>, %a2: tensor<2xi64>) {
  %0:2 = "tf.SparseReorder"(%a0, %a1, %a2) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @sparse_reorder(
// CHECK: "tf.SparseReorder"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>)

func.func @sparse_tensor_dense_mat_mul(%a0: tensor<?x2xi64>, %a1: tensor<?xf32>, %a2: tensor<2xi64>, %a3: tensor<?x?xf32>) {
  %0 = "tf.SparseTensorDenseMatMul"(%a0, %a1, %a2, %a3) <{adjoint_a = false, adjoint_b = true}> : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @sparse_tensor_dense_mat_mul(
// CHECK: "tf.SparseTensorDenseMatMul"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{adjoint_a = false, adjoint_b = true}> : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x?xf32>) -> tensor<*xf32>

func.func @sparse_reduce_sum(%a0: tensor<?x2xi64>, %a1: tensor<?xf32>, %a2: tensor<2xi64>, %a3: tensor<1xi32>) {
  %0 = "tf.SparseReduceSum"(%a0, %a1, %a2, %a3) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<1xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @sparse_reduce_sum(
// CHECK: "tf.SparseReduceSum"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<1xi32>) -> tensor<*xf32>

func.func @sparse_reduce_max(%a0: tensor<?x2xi64>, %a1: tensor<?xf32>, %a2: tensor<2xi64>, %a3: tensor<1xi32>) {
  %0 = "tf.SparseReduceMax"(%a0, %a1, %a2, %a3) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<1xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @sparse_reduce_max(
// CHECK: "tf.SparseReduceMax"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<1xi32>) -> tensor<*xf32>

func.func @sparse_segment_sum_grad(%a0: tensor<?x?xf32>, %a1: tensor<?xi32>, %a2: tensor<?xi32>, %a3: tensor<i32>) {
  %0 = "tf.SparseSegmentSumGrad"(%a0, %a1, %a2, %a3) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @sparse_segment_sum_grad(
// CHECK: "tf.SparseSegmentSumGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>

func.func @sparse_segment_mean_grad(%a0: tensor<?x?xf32>, %a1: tensor<?xi32>, %a2: tensor<?xi32>, %a3: tensor<i32>) {
  %0 = "tf.SparseSegmentMeanGrad"(%a0, %a1, %a2, %a3) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @sparse_segment_mean_grad(
// CHECK: "tf.SparseSegmentMeanGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>

func.func @sparse_segment_sqrtn_grad(%a0: tensor<?x?xf32>, %a1: tensor<?xi32>, %a2: tensor<?xi32>, %a3: tensor<i32>) {
  %0 = "tf.SparseSegmentSqrtNGrad"(%a0, %a1, %a2, %a3) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @sparse_segment_sqrtn_grad(
// CHECK: "tf.SparseSegmentSqrtNGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>

func.func @sparse_reshape(%a0: tensor<?x2xi64>, %a1: tensor<2xi64>, %a2: tensor<1xi64>) {
  %0:2 = "tf.SparseReshape"(%a0, %a1, %a2) : (tensor<?x2xi64>, tensor<2xi64>, tensor<1xi64>) -> (tensor<*xi64>, tensor<*xi64>)
  func.return
}
// CHECK-LABEL: func.func @sparse_reshape(
// CHECK: "tf.SparseReshape"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x2xi64>, tensor<2xi64>, tensor<1xi64>) -> (tensor<*xi64>, tensor<*xi64>)

func.func @sparse_fill_empty_rows(%a0: tensor<?x2xi64>, %a1: tensor<?xf32>, %a2: tensor<2xi64>, %a3: tensor<f32>) {
  %0:4 = "tf.SparseFillEmptyRows"(%a0, %a1, %a2, %a3) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<f32>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi1>, tensor<*xi64>)
  func.return
}
// CHECK-LABEL: func.func @sparse_fill_empty_rows(
// CHECK: "tf.SparseFillEmptyRows"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<f32>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi1>, tensor<*xi64>)

func.func @sparse_segment_sum_grad_v2(%g: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) {
  %r:2 = "tf.SparseSegmentSumGradV2"(%g, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return
}
// CHECK-LABEL: func.func @sparse_segment_sum_grad_v2(
// CHECK: "tf.SparseSegmentSumGradV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>)

func.func @sparse_segment_mean_grad_v2(%g: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) {
  %r:2 = "tf.SparseSegmentMeanGradV2"(%g, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return
}
// CHECK-LABEL: func.func @sparse_segment_mean_grad_v2(
// CHECK: "tf.SparseSegmentMeanGradV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>)

func.func @sparse_segment_sqrtn_grad_v2(%g: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) {
  %r:2 = "tf.SparseSegmentSqrtNGradV2"(%g, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return
}
// CHECK-LABEL: func.func @sparse_segment_sqrtn_grad_v2(
// CHECK: "tf.SparseSegmentSqrtNGradV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>)

func.func @sparse_fill_empty_rows_grad(%m: tensor<?xi64>, %g: tensor<?xf32>) {
  %r:2 = "tf.SparseFillEmptyRowsGrad"(%m, %g) : (tensor<?xi64>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @sparse_fill_empty_rows_grad(
// CHECK: "tf.SparseFillEmptyRowsGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xi64>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>)

func.func @sparse_segment_sum_with_num_segments(%x: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) {
  %r = "tf.SparseSegmentSumWithNumSegments"(%x, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @sparse_segment_sum_with_num_segments(
// CHECK: "tf.SparseSegmentSumWithNumSegments"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>

func.func @sparse_segment_mean_with_num_segments(%x: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) {
  %r = "tf.SparseSegmentMeanWithNumSegments"(%x, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @sparse_segment_mean_with_num_segments(
// CHECK: "tf.SparseSegmentMeanWithNumSegments"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>

func.func @sparse_segment_sqrtn_with_num_segments(%x: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) {
  %r = "tf.SparseSegmentSqrtNWithNumSegments"(%x, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @sparse_segment_sqrtn_with_num_segments(
// CHECK: "tf.SparseSegmentSqrtNWithNumSegments"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>

// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseSegmentSum at {{.*}}: indices and segment_ids: sizes S2 and S3 must agree"}
// CHECK:       func.func @sparse_segment_sum(%x: tensor<?x?xf32, [@S0, @S1]>, %at: tensor<?xi32, [@S2]>, %ids: tensor<?xi32, [@S3]>) -> tensor<?x?xf32, [@S4, @S1]>
func.func @sparse_segment_sum(%x: tensor<?x?xf32>, %at: tensor<?xi32>, %ids: tensor<?xi32>) -> tensor<*xf32> {
  %r = "tf.SparseSegmentSum"(%x, %at, %ids) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseSegmentMean at {{.*}}: indices and segment_ids: sizes S2 and S3 must agree"}
// CHECK:       func.func @sparse_segment_mean(%x: tensor<?x?xf32, [@S0, @S1]>, %at: tensor<?xi32, [@S2]>, %ids: tensor<?xi32, [@S3]>) -> tensor<?x?xf32, [@S4, @S1]>
func.func @sparse_segment_mean(%x: tensor<?x?xf32>, %at: tensor<?xi32>, %ids: tensor<?xi32>) -> tensor<*xf32> {
  %r = "tf.SparseSegmentMean"(%x, %at, %ids) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseSegmentSqrtN at {{.*}}: indices and segment_ids: sizes S2 and S3 must agree"}
// CHECK:       func.func @sparse_segment_sqrt_n(%x: tensor<?x?xf32, [@S0, @S1]>, %at: tensor<?xi32, [@S2]>, %ids: tensor<?xi32, [@S3]>) -> tensor<?x?xf32, [@S4, @S1]>
func.func @sparse_segment_sqrt_n(%x: tensor<?x?xf32>, %at: tensor<?xi32>, %ids: tensor<?xi32>) -> tensor<*xf32> {
  %r = "tf.SparseSegmentSqrtN"(%x, %at, %ids) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseToDense at {{.*}}: values and indices: sizes S1 and S0 must agree"}
// CHECK:       func.func @sparse_to_dense(%at: tensor<?x2xi64, [@S0, 2]>, %sizes: tensor<2xi64>, %x: tensor<?xf32, [@S1]>, %zero: tensor<f32>) -> tensor<?x?xf32, [@S2, @S4]>
// CHECK:       sdim.range assert {{.*}} {why = "tf.SparseToDense at {{.*}}: element 0 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.SparseToDense at {{.*}}: element 1 must be at least 0"}
func.func @sparse_to_dense(%at: tensor<?x2xi64>, %sizes: tensor<2xi64>, %x: tensor<?xf32>, %zero: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.SparseToDense"(%at, %sizes, %x, %zero) <{validate_indices = true}> : (tensor<?x2xi64>, tensor<2xi64>, tensor<?xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseReorder at {{.*}}: input_indices and input_values: sizes S0 and S1 must agree"}
// CHECK:       func.func @sparse_reorder(%at: tensor<?x2xi64, [@S0, 2]>, %x: tensor<?xf32, [@S1]>, %sizes: tensor<2xi64>) -> (tensor<?x2xi64, [@S0, 2]>, tensor<?xf32, [@S0]>)
func.func @sparse_reorder(%at: tensor<?x2xi64>, %x: tensor<?xf32>, %sizes: tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>) {
  %r:2 = "tf.SparseReorder"(%at, %x, %sizes) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xi64>, tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseTensorDenseMatMul at {{.*}}: a_indices and a_values: sizes S0 and S1 must agree"}
// CHECK:       func.func @sparse_tensor_dense_mat_mul(%at: tensor<?x2xi64, [@S0, 2]>, %x: tensor<?xf32, [@S1]>, %sizes: tensor<2xi64>, %y: tensor<?x?xf32, [@S2, @S3]>) -> tensor<?x?xf32, [@S4, @S2]>
// CHECK:       sdim.range assert {{.*}} {why = "tf.SparseTensorDenseMatMul at {{.*}}: element 0 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.SparseTensorDenseMatMul at {{.*}}: element 1 must be at least 0"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseTensorDenseMatMul at {{.*}}: contracted dimensions: sizes S6 and S3 must agree"}
func.func @sparse_tensor_dense_mat_mul(%at: tensor<?x2xi64>, %x: tensor<?xf32>, %sizes: tensor<2xi64>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.SparseTensorDenseMatMul"(%at, %x, %sizes, %y) <{adjoint_a = false, adjoint_b = true}> : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseReduceSum at {{.*}}: input_indices and input_values: sizes S0 and S1 must agree"}
// CHECK:       func.func @sparse_reduce_sum(%i: tensor<?x2xi64, [@S0, 2]>, %v: tensor<?xf32, [@S1]>, %s: tensor<2xi64>) -> tensor<?xf32, [@S2]>
// CHECK:       sdim.range assert {{.*}} {why = "tf.SparseReduceSum at {{.*}}: element 0 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.SparseReduceSum at {{.*}}: element 1 must be at least 0"}
func.func @sparse_reduce_sum(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) -> tensor<*xf32> {
  %a = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.SparseReduceSum"(%i, %v, %s, %a) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseReduceMax at {{.*}}: input_indices and input_values: sizes S0 and S1 must agree"}
// CHECK:       func.func @sparse_reduce_max(%i: tensor<?x2xi64, [@S0, 2]>, %v: tensor<?xf32, [@S1]>, %s: tensor<2xi64>) -> tensor<?xf32, [@S2]>
// CHECK:       sdim.range assert {{.*}} {why = "tf.SparseReduceMax at {{.*}}: element 0 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.SparseReduceMax at {{.*}}: element 1 must be at least 0"}
func.func @sparse_reduce_max(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) -> tensor<*xf32> {
  %a = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.SparseReduceMax"(%i, %v, %s, %a) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseSegmentSumGrad at {{.*}}: indices and segment_ids: sizes S2 and S3 must agree"}
// CHECK:       func.func @sparse_segment_sum_grad(%g: tensor<?x?xf32, [@S0, @S1]>, %i: tensor<?xi32, [@S2]>, %s: tensor<?xi32, [@S3]>, %n: tensor<i32>) -> tensor<?x?xf32, [@S4, @S1]>
// CHECK:       sdim.range assert {{.*}} {why = "tf.SparseSegmentSumGrad at {{.*}}: element 0 must be at least 0"}
func.func @sparse_segment_sum_grad(%g: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.SparseSegmentSumGrad"(%g, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseSegmentMeanGrad at {{.*}}: indices and segment_ids: sizes S2 and S3 must agree"}
// CHECK:       func.func @sparse_segment_mean_grad(%g: tensor<?x?xf32, [@S0, @S1]>, %i: tensor<?xi32, [@S2]>, %s: tensor<?xi32, [@S3]>, %n: tensor<i32>) -> tensor<?x?xf32, [@S4, @S1]>
// CHECK:       sdim.range assert {{.*}} {why = "tf.SparseSegmentMeanGrad at {{.*}}: element 0 must be at least 0"}
func.func @sparse_segment_mean_grad(%g: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.SparseSegmentMeanGrad"(%g, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseSegmentSqrtNGrad at {{.*}}: indices and segment_ids: sizes S2 and S3 must agree"}
// CHECK:       func.func @sparse_segment_sqrtn_grad(%g: tensor<?x?xf32, [@S0, @S1]>, %i: tensor<?xi32, [@S2]>, %s: tensor<?xi32, [@S3]>, %n: tensor<i32>) -> tensor<?x?xf32, [@S4, @S1]>
// CHECK:       sdim.range assert {{.*}} {why = "tf.SparseSegmentSqrtNGrad at {{.*}}: element 0 must be at least 0"}
func.func @sparse_segment_sqrtn_grad(%g: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.SparseSegmentSqrtNGrad"(%g, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @sparse_reshape(%i: tensor<?x2xi64, [@S0, 2]>, %s: tensor<2xi64>, %t: tensor<1xi64>) -> (tensor<?x1xi64, [@S0, 1]>, tensor<1xi64>)
func.func @sparse_reshape(%i: tensor<?x2xi64>, %s: tensor<2xi64>, %t: tensor<1xi64>) -> (tensor<*xi64>, tensor<*xi64>) {
  %r:2 = "tf.SparseReshape"(%i, %s, %t) : (tensor<?x2xi64>, tensor<2xi64>, tensor<1xi64>) -> (tensor<*xi64>, tensor<*xi64>)
  func.return %r#0, %r#1 : tensor<*xi64>, tensor<*xi64>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseFillEmptyRows at {{.*}}: indices and values: sizes S0 and S1 must agree"}
// CHECK:       func.func @sparse_fill_empty_rows(%i: tensor<?x2xi64, [@S0, 2]>, %v: tensor<?xf32, [@S1]>, %s: tensor<2xi64>, %d: tensor<f32>) -> (tensor<?x2xi64, [@S4, 2]>, tensor<?xf32, [@S4]>, tensor<?xi1, [@S2]>, tensor<?xi64, [@S0]>)
// CHECK:       sdim.range assert {{.*}} {why = "tf.SparseFillEmptyRows at {{.*}}: element 0 must be at least 0"}
func.func @sparse_fill_empty_rows(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>, %d: tensor<f32>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi1>, tensor<*xi64>) {
  %r:4 = "tf.SparseFillEmptyRows"(%i, %v, %s, %d) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<f32>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi1>, tensor<*xi64>)
  func.return %r#0, %r#1, %r#2, %r#3 : tensor<*xi64>, tensor<*xf32>, tensor<*xi1>, tensor<*xi64>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseSegmentSumGradV2 at {{.*}}: indices and segment_ids: sizes S2 and S3 must agree"}
// CHECK:       sdim.less_equal @S4, @S2 {why = "tf.SparseSegmentSumGradV2 at {{.*}}: by definition"}
// CHECK:       sdim.holds %{{.*}} {why = "tf.SparseSegmentSumGradV2 at {{.*}}: by definition"}
// CHECK:       func.func @sparse_segment_sum_grad_v2(%g: tensor<?x?xf32, [@S0, @S1]>, %i: tensor<?xi32, [@S2]>, %s: tensor<?xi32, [@S3]>, %n: tensor<i32>) -> (tensor<?x?xf32, [@S4, @S1]>, tensor<?xi32, [@S4]>)
func.func @sparse_segment_sum_grad_v2(%g: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>) {
  %r:2 = "tf.SparseSegmentSumGradV2"(%g, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xi32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseSegmentMeanGradV2 at {{.*}}: indices and segment_ids: sizes S2 and S3 must agree"}
// CHECK:       sdim.less_equal @S4, @S2 {why = "tf.SparseSegmentMeanGradV2 at {{.*}}: by definition"}
// CHECK:       sdim.holds %{{.*}} {why = "tf.SparseSegmentMeanGradV2 at {{.*}}: by definition"}
// CHECK:       func.func @sparse_segment_mean_grad_v2(%g: tensor<?x?xf32, [@S0, @S1]>, %i: tensor<?xi32, [@S2]>, %s: tensor<?xi32, [@S3]>, %n: tensor<i32>) -> (tensor<?x?xf32, [@S4, @S1]>, tensor<?xi32, [@S4]>)
func.func @sparse_segment_mean_grad_v2(%g: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>) {
  %r:2 = "tf.SparseSegmentMeanGradV2"(%g, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xi32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseSegmentSqrtNGradV2 at {{.*}}: indices and segment_ids: sizes S2 and S3 must agree"}
// CHECK:       sdim.less_equal @S4, @S2 {why = "tf.SparseSegmentSqrtNGradV2 at {{.*}}: by definition"}
// CHECK:       sdim.holds %{{.*}} {why = "tf.SparseSegmentSqrtNGradV2 at {{.*}}: by definition"}
// CHECK:       func.func @sparse_segment_sqrtn_grad_v2(%g: tensor<?x?xf32, [@S0, @S1]>, %i: tensor<?xi32, [@S2]>, %s: tensor<?xi32, [@S3]>, %n: tensor<i32>) -> (tensor<?x?xf32, [@S4, @S1]>, tensor<?xi32, [@S4]>)
func.func @sparse_segment_sqrtn_grad_v2(%g: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>) {
  %r:2 = "tf.SparseSegmentSqrtNGradV2"(%g, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xi32>
}

// -----

// CHECK:       func.func @sparse_fill_empty_rows_grad(%m: tensor<?xi64, [@S0]>, %g: tensor<?xf32, [@S1]>) -> (tensor<?xf32, [@S0]>, tensor<f32>)
func.func @sparse_fill_empty_rows_grad(%m: tensor<?xi64>, %g: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %r:2 = "tf.SparseFillEmptyRowsGrad"(%m, %g) : (tensor<?xi64>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseSegmentSumWithNumSegments at {{.*}}: indices and segment_ids: sizes S2 and S3 must agree"}
// CHECK:       sdim.range @S4 in [0, ?] {why = "tf.SparseSegmentSumWithNumSegments at {{.*}}: element 0 must be at least 0"}
// CHECK:       func.func @sparse_segment_sum_with_num_segments(%x: tensor<?x?xf32, [@S0, @S1]>, %i: tensor<?xi32, [@S2]>, %s: tensor<?xi32, [@S3]>, %n: tensor<i32>) -> tensor<?x?xf32, [@S4, @S1]>
// CHECK:       sdim.range assert {{.*}} {why = "tf.SparseSegmentSumWithNumSegments at {{.*}}: element 0 must be at least 0"}
func.func @sparse_segment_sum_with_num_segments(%x: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.SparseSegmentSumWithNumSegments"(%x, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseSegmentMeanWithNumSegments at {{.*}}: indices and segment_ids: sizes S2 and S3 must agree"}
// CHECK:       sdim.range @S4 in [0, ?] {why = "tf.SparseSegmentMeanWithNumSegments at {{.*}}: element 0 must be at least 0"}
// CHECK:       func.func @sparse_segment_mean_with_num_segments(%x: tensor<?x?xf32, [@S0, @S1]>, %i: tensor<?xi32, [@S2]>, %s: tensor<?xi32, [@S3]>, %n: tensor<i32>) -> tensor<?x?xf32, [@S4, @S1]>
// CHECK:       sdim.range assert {{.*}} {why = "tf.SparseSegmentMeanWithNumSegments at {{.*}}: element 0 must be at least 0"}
func.func @sparse_segment_mean_with_num_segments(%x: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.SparseSegmentMeanWithNumSegments"(%x, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseSegmentSqrtNWithNumSegments at {{.*}}: indices and segment_ids: sizes S2 and S3 must agree"}
// CHECK:       sdim.range @S4 in [0, ?] {why = "tf.SparseSegmentSqrtNWithNumSegments at {{.*}}: element 0 must be at least 0"}
// CHECK:       func.func @sparse_segment_sqrtn_with_num_segments(%x: tensor<?x?xf32, [@S0, @S1]>, %i: tensor<?xi32, [@S2]>, %s: tensor<?xi32, [@S3]>, %n: tensor<i32>) -> tensor<?x?xf32, [@S4, @S1]>
// CHECK:       sdim.range assert {{.*}} {why = "tf.SparseSegmentSqrtNWithNumSegments at {{.*}}: element 0 must be at least 0"}
func.func @sparse_segment_sqrtn_with_num_segments(%x: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.SparseSegmentSqrtNWithNumSegments"(%x, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

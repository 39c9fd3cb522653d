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

// -----

// CHECK-LABEL: func.func @sparse_segment_sum_grad(
// CHECK:         sdim.elements assert %i from %{{.*}} below %{{.*}} {why = "tf.SparseSegmentSumGrad at {{.*}}: indices"} : tensor<?xi32, [@S2]>
// CHECK:         sdim.elements assert %{{.*}} from %{{.*}} below %{{.*}} {why = "tf.SparseSegmentSumGrad at {{.*}}: segment_ids"} : tensor<?xi32, [@S2]>
// CHECK:         mhlo.dynamic_gather"(%g, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x?xf32, [@S0, @S1]>, tensor<?xi32, [@S2]>, tensor<2xindex>) -> tensor<?x?xf32, [@S2, @S1]>
// CHECK:         mhlo.scatter
func.func @sparse_segment_sum_grad(%g: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.SparseSegmentSumGrad"(%g, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sparse_segment_mean_grad(
// CHECK:         sdim.elements assert %i from %{{.*}} below %{{.*}} {why = "tf.SparseSegmentMeanGrad at {{.*}}: indices"} : tensor<?xi32, [@S2]>
// CHECK:         sdim.elements assert %{{.*}} from %{{.*}} below %{{.*}} {why = "tf.SparseSegmentMeanGrad at {{.*}}: segment_ids"} : tensor<?xi32, [@S2]>
// CHECK:         mhlo.scatter
// CHECK:         mhlo.divide %g, %{{.*}} : tensor<?x?xf32, [@S0, @S1]>
// CHECK:         mhlo.dynamic_gather"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x?xf32, [@S0, @S1]>, tensor<?xi32, [@S2]>, tensor<2xindex>) -> tensor<?x?xf32, [@S2, @S1]>
// CHECK:         mhlo.scatter
func.func @sparse_segment_mean_grad(%g: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.SparseSegmentMeanGrad"(%g, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sparse_segment_sqrtn_grad(
// CHECK:         sdim.elements assert %i from %{{.*}} below %{{.*}} {why = "tf.SparseSegmentSqrtNGrad at {{.*}}: indices"} : tensor<?xi32, [@S2]>
// CHECK:         sdim.elements assert %{{.*}} from %{{.*}} below %{{.*}} {why = "tf.SparseSegmentSqrtNGrad at {{.*}}: segment_ids"} : tensor<?xi32, [@S2]>
// CHECK:         mhlo.scatter
// CHECK:         mhlo.sqrt %{{.*}} : tensor<?xf32, [@S0]>
// CHECK:         mhlo.divide %g, %{{.*}} : tensor<?x?xf32, [@S0, @S1]>
// CHECK:         mhlo.dynamic_gather"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x?xf32, [@S0, @S1]>, tensor<?xi32, [@S2]>, tensor<2xindex>) -> tensor<?x?xf32, [@S2, @S1]>
// CHECK:         mhlo.scatter
func.func @sparse_segment_sqrtn_grad(%g: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.SparseSegmentSqrtNGrad"(%g, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sparse_reshape(
// CHECK:         sdim.holds assert %{{.*}} {why = "tf.SparseReshape at {{.*}}: a size must be -1 or more"}
// CHECK:         mhlo.multiply %{{.*}}, %{{.*}} : tensor<?xi64, [@S0]>
// CHECK:         mhlo.add %{{.*}}, %{{.*}} : tensor<?xi64, [@S0]>
// CHECK:         tensor.from_elements %{{.*}} : tensor<i64>
func.func @sparse_reshape(%i: tensor<?x2xi64>, %s: tensor<2xi64>, %t: tensor<1xi64>) -> (tensor<*xi64>, tensor<*xi64>) {
  %r:2 = "tf.SparseReshape"(%i, %s, %t) : (tensor<?x2xi64>, tensor<2xi64>, tensor<1xi64>) -> (tensor<*xi64>, tensor<*xi64>)
  func.return %r#0, %r#1 : tensor<*xi64>, tensor<*xi64>
}

// -----

// CHECK-LABEL: func.func @sparse_fill_empty_rows(
// CHECK:         sdim.elements assert %{{.*}} from %{{.*}} below %{{.*}} {why = "tf.SparseFillEmptyRows at {{.*}}: rows of indices"} : tensor<?x1xi64, [@S0, 1]>
// CHECK:         mhlo.scatter
// CHECK:         mhlo.sort
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [0] : (tensor<?xi64, [@S2]>, tensor<i64>) -> tensor<i64>
// CHECK:         mhlo.concatenate"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64}> : (tensor<?xf32, [@S0]>, tensor<?xf32, [@S2]>) -> tensor<?xf32, [@S5]>
// CHECK:         mhlo.dynamic_gather"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x2xi64, [@S5, 2]>, tensor<?xi64, [@S4]>, tensor<2xindex>) -> tensor<?x2xi64, [@S4, 2]>
func.func @sparse_fill_empty_rows(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>, %d: tensor<f32>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi1>, tensor<*xi64>) {
  %r:4 = "tf.SparseFillEmptyRows"(%i, %v, %s, %d) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<f32>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi1>, tensor<*xi64>)
  func.return %r#0, %r#1, %r#2, %r#3 : tensor<*xi64>, tensor<*xf32>, tensor<*xi1>, tensor<*xi64>
}

// -----

// CHECK-LABEL: func.func @sparse_segment_sum_grad_v2(
// CHECK:         sdim.elements assert %i from %{{.*}} below %{{.*}} {why = "tf.SparseSegmentSumGradV2 at {{.*}}: indices"} : tensor<?xi32, [@S2]>
// CHECK:         sdim.elements assert %{{.*}} from %{{.*}} below %{{.*}} {why = "tf.SparseSegmentSumGradV2 at {{.*}}: segment_ids"} : tensor<?xi32, [@S2]>
// CHECK:         mhlo.sort"(%i, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         mhlo.dynamic_gather"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?xi32, [@S2]>, tensor<?xi64, [@S2]>, tensor<1xindex>) -> tensor<?xi32, [@S2]>
// CHECK:         mhlo.dynamic_gather"(%g, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x?xf32, [@S0, @S1]>, tensor<?xi32, [@S2]>, tensor<2xindex>) -> tensor<?x?xf32, [@S2, @S1]>
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
func.func @sparse_segment_sum_grad_v2(%g: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>) {
  %r:2 = "tf.SparseSegmentSumGradV2"(%g, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @sparse_segment_mean_grad_v2(
// CHECK:         sdim.elements assert %i from %{{.*}} below %{{.*}} {why = "tf.SparseSegmentMeanGradV2 at {{.*}}: indices"} : tensor<?xi32, [@S2]>
// CHECK:         sdim.elements assert %{{.*}} from %{{.*}} below %{{.*}} {why = "tf.SparseSegmentMeanGradV2 at {{.*}}: segment_ids"} : tensor<?xi32, [@S2]>
// CHECK:         mhlo.sort"(%i, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.divide %g, %{{.*}} : tensor<?x?xf32, [@S0, @S1]>
// CHECK:         mhlo.dynamic_gather"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?xi32, [@S2]>, tensor<?xi64, [@S2]>, tensor<1xindex>) -> tensor<?xi32, [@S2]>
// CHECK:         mhlo.dynamic_gather"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x?xf32, [@S0, @S1]>, tensor<?xi32, [@S2]>, tensor<2xindex>) -> tensor<?x?xf32, [@S2, @S1]>
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
func.func @sparse_segment_mean_grad_v2(%g: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>) {
  %r:2 = "tf.SparseSegmentMeanGradV2"(%g, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @sparse_segment_sqrtn_grad_v2(
// CHECK:         sdim.elements assert %i from %{{.*}} below %{{.*}} {why = "tf.SparseSegmentSqrtNGradV2 at {{.*}}: indices"} : tensor<?xi32, [@S2]>
// CHECK:         sdim.elements assert %{{.*}} from %{{.*}} below %{{.*}} {why = "tf.SparseSegmentSqrtNGradV2 at {{.*}}: segment_ids"} : tensor<?xi32, [@S2]>
// CHECK:         mhlo.sort"(%i, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.sqrt %{{.*}} : tensor<?xf32, [@S0]>
// CHECK:         mhlo.divide %g, %{{.*}} : tensor<?x?xf32, [@S0, @S1]>
// CHECK:         mhlo.dynamic_gather"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?xi32, [@S2]>, tensor<?xi64, [@S2]>, tensor<1xindex>) -> tensor<?xi32, [@S2]>
// CHECK:         mhlo.dynamic_gather"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x?xf32, [@S0, @S1]>, tensor<?xi32, [@S2]>, tensor<2xindex>) -> tensor<?x?xf32, [@S2, @S1]>
func.func @sparse_segment_sqrtn_grad_v2(%g: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>) {
  %r:2 = "tf.SparseSegmentSqrtNGradV2"(%g, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @sparse_fill_empty_rows_grad(
// CHECK:         sdim.elements assert %m from %{{.*}} below %{{.*}} {why = "tf.SparseFillEmptyRowsGrad at {{.*}}: reverse_index_map"} : tensor<?xi64, [@S0]>
// CHECK:         mhlo.scatter"(%{{.*}}, %m, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %g : tensor<?xi1, [@S1]>, tensor<?xf32, [@S1]>
// CHECK:         mhlo.dynamic_gather"(%g, %m, %{{.*}}) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?xf32, [@S1]>, tensor<?xi64, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S0]>
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [0] : (tensor<?xf32, [@S1]>, tensor<f32>) -> tensor<f32>
func.func @sparse_fill_empty_rows_grad(%m: tensor<?xi64>, %g: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %r:2 = "tf.SparseFillEmptyRowsGrad"(%m, %g) : (tensor<?xi64>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sparse_segment_sum_with_num_segments(
// CHECK:         sdim.range assert %{{.*}} in [0, ?] {why = "tf.SparseSegmentSumWithNumSegments at {{.*}}: element 0 must be at least 0"}
// CHECK:         sdim.elements assert %i from %{{.*}} below %{{.*}} {why = "tf.SparseSegmentSumWithNumSegments at {{.*}}: indices"} : tensor<?xi32, [@S2]>
// CHECK:         sdim.elements assert %{{.*}} ascending from %{{.*}} below %{{.*}} {why = "tf.SparseSegmentSumWithNumSegments at {{.*}}: segment_ids"} : tensor<?xi32, [@S2]>
// CHECK:         mhlo.dynamic_gather"(%x, %i, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x?xf32, [@S0, @S1]>, tensor<?xi32, [@S2]>, tensor<2xindex>) -> tensor<?x?xf32, [@S2, @S1]>
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
func.func @sparse_segment_sum_with_num_segments(%x: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.SparseSegmentSumWithNumSegments"(%x, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sparse_segment_mean_with_num_segments(
// CHECK:         sdim.range assert %{{.*}} in [0, ?] {why = "tf.SparseSegmentMeanWithNumSegments at {{.*}}: element 0 must be at least 0"}
// CHECK:         sdim.elements assert %i from %{{.*}} below %{{.*}} {why = "tf.SparseSegmentMeanWithNumSegments at {{.*}}: indices"} : tensor<?xi32, [@S2]>
// CHECK:         sdim.elements assert %{{.*}} ascending from %{{.*}} below %{{.*}} {why = "tf.SparseSegmentMeanWithNumSegments at {{.*}}: segment_ids"} : tensor<?xi32, [@S2]>
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?x?xf32, [@S4, @S1]>
func.func @sparse_segment_mean_with_num_segments(%x: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.SparseSegmentMeanWithNumSegments"(%x, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sparse_segment_sqrtn_with_num_segments(
// CHECK:         sdim.range assert %{{.*}} in [0, ?] {why = "tf.SparseSegmentSqrtNWithNumSegments at {{.*}}: element 0 must be at least 0"}
// CHECK:         sdim.elements assert %i from %{{.*}} below %{{.*}} {why = "tf.SparseSegmentSqrtNWithNumSegments at {{.*}}: indices"} : tensor<?xi32, [@S2]>
// CHECK:         sdim.elements assert %{{.*}} ascending from %{{.*}} below %{{.*}} {why = "tf.SparseSegmentSqrtNWithNumSegments at {{.*}}: segment_ids"} : tensor<?xi32, [@S2]>
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.sqrt %{{.*}} : tensor<?xf32, [@S4]>
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?x?xf32, [@S4, @S1]>
func.func @sparse_segment_sqrtn_with_num_segments(%x: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<?xi32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.SparseSegmentSqrtNWithNumSegments"(%x, %i, %s, %n) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @sparse_add(
// CHECK:         sdim.less_equal assert %{{.*}}, %{{.*}} {why = "tf.SparseAdd at {{.*}}: a_shape, as b_shape: S6 must be at least S5"}
// CHECK:         sdim.less_equal assert %{{.*}}, %{{.*}} {why = "tf.SparseAdd at {{.*}}: b_shape, as a_shape: S8 must be at least S7"}
// CHECK:         sdim.less_equal assert %{{.*}}, %{{.*}} {why = "tf.SparseAdd at {{.*}}: a_shape, as b_shape: S10 must be at least S9"}
// CHECK:         sdim.less_equal assert %{{.*}}, %{{.*}} {why = "tf.SparseAdd at {{.*}}: b_shape, as a_shape: S12 must be at least S11"}
// CHECK:         mhlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         mhlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
func.func @sparse_add(%ai: tensor<?x2xi64>, %av: tensor<?xf32>, %as: tensor<2xi64>, %bi: tensor<?x2xi64>, %bv: tensor<?xf32>, %bs: tensor<2xi64>, %t: tensor<f32>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>) {
  %r:3 = "tf.SparseAdd"(%ai, %av, %as, %bi, %bv, %bs, %t) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<f32>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>)
  func.return %r#0, %r#1, %r#2 : tensor<*xi64>, tensor<*xf32>, tensor<*xi64>
}

// -----

// CHECK-LABEL: func.func @sparse_sparse_maximum(
// CHECK:         sdim.less_equal assert %{{.*}}, %{{.*}} {why = "tf.SparseSparseMaximum at {{.*}}: a_shape, as b_shape: S6 must be at least S5"}
// CHECK:         sdim.less_equal assert %{{.*}}, %{{.*}} {why = "tf.SparseSparseMaximum at {{.*}}: b_shape, as a_shape: S8 must be at least S7"}
// CHECK:         sdim.less_equal assert %{{.*}}, %{{.*}} {why = "tf.SparseSparseMaximum at {{.*}}: a_shape, as b_shape: S10 must be at least S9"}
// CHECK:         sdim.less_equal assert %{{.*}}, %{{.*}} {why = "tf.SparseSparseMaximum at {{.*}}: b_shape, as a_shape: S12 must be at least S11"}
// CHECK:         mhlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         mhlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
func.func @sparse_sparse_maximum(%ai: tensor<?x2xi64>, %av: tensor<?xf32>, %as: tensor<2xi64>, %bi: tensor<?x2xi64>, %bv: tensor<?xf32>, %bs: tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>) {
  %r:2 = "tf.SparseSparseMaximum"(%ai, %av, %as, %bi, %bv, %bs) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xi64>, tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sparse_sparse_minimum(
// CHECK:         sdim.less_equal assert %{{.*}}, %{{.*}} {why = "tf.SparseSparseMinimum at {{.*}}: a_shape, as b_shape: S6 must be at least S5"}
// CHECK:         sdim.less_equal assert %{{.*}}, %{{.*}} {why = "tf.SparseSparseMinimum at {{.*}}: b_shape, as a_shape: S8 must be at least S7"}
// CHECK:         sdim.less_equal assert %{{.*}}, %{{.*}} {why = "tf.SparseSparseMinimum at {{.*}}: a_shape, as b_shape: S10 must be at least S9"}
// CHECK:         sdim.less_equal assert %{{.*}}, %{{.*}} {why = "tf.SparseSparseMinimum at {{.*}}: b_shape, as a_shape: S12 must be at least S11"}
// CHECK:         mhlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         mhlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
func.func @sparse_sparse_minimum(%ai: tensor<?x2xi64>, %av: tensor<?xf32>, %as: tensor<2xi64>, %bi: tensor<?x2xi64>, %bv: tensor<?xf32>, %bs: tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>) {
  %r:2 = "tf.SparseSparseMinimum"(%ai, %av, %as, %bi, %bv, %bs) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xi64>, tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sparse_tensor_dense_add(
// CHECK:         sdim.elements assert %ai from %{{.*}} below %{{.*}}, %{{.*}} {why = "tf.SparseTensorDenseAdd at {{.*}}: a_indices"} : tensor<?x2xi64, [@S0, 2]>
// CHECK:         sdim.less_equal assert %{{.*}}, %{{.*}} {why = "tf.SparseTensorDenseAdd at {{.*}}: a_shape: S4 must be at least S2"}
// CHECK:         sdim.less_equal assert %{{.*}}, %{{.*}} {why = "tf.SparseTensorDenseAdd at {{.*}}: a_shape: S4 must be less than S2 + 1"}
// CHECK:         sdim.less_equal assert %{{.*}}, %{{.*}} {why = "tf.SparseTensorDenseAdd at {{.*}}: a_shape: S5 must be at least S3"}
// CHECK:         mhlo.scatter"(%b, %ai, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}>
// CHECK:         mhlo.add %{{.*}}, %{{.*}} : tensor<f32>
func.func @sparse_tensor_dense_add(%ai: tensor<?x2xi64>, %av: tensor<?xf32>, %as: tensor<2xi64>, %b: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.SparseTensorDenseAdd"(%ai, %av, %as, %b) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sparse_dense_cwise_add(
// CHECK:         sdim.elements assert %ai from %{{.*}} below %{{.*}}, %{{.*}} {why = "tf.SparseDenseCwiseAdd at {{.*}}: sp_indices"} : tensor<?x2xi64, [@S0, 2]>
// CHECK:         sdim.holds assert %{{.*}} {why = "tf.SparseDenseCwiseAdd at {{.*}}: sizes of dense must be 1 or those of the sparse tensor"}
// CHECK:         mhlo.minimum %{{.*}}, %{{.*}} : tensor<?xi64, [@S0]>
// CHECK:         sdim.holds assert %{{.*}} {why = "tf.SparseDenseCwiseAdd at {{.*}}: sizes of dense must be 1 or those of the sparse tensor"}
// CHECK:         mhlo.minimum %{{.*}}, %{{.*}} : tensor<?xi64, [@S0]>
// CHECK:         mhlo.concatenate"(%{{.*}}, %{{.*}}) <{dimension = 1 : i64}> : (tensor<?x1xi64, [@S0, 1]>, tensor<?x1xi64, [@S0, 1]>) -> tensor<?x2xi64, [@S0, 2]>
func.func @sparse_dense_cwise_add(%ai: tensor<?x2xi64>, %av: tensor<?xf32>, %as: tensor<2xi64>, %b: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.SparseDenseCwiseAdd"(%ai, %av, %as, %b) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sparse_dense_cwise_mul(
// CHECK:         sdim.elements assert %ai from %{{.*}} below %{{.*}}, %{{.*}} {why = "tf.SparseDenseCwiseMul at {{.*}}: sp_indices"} : tensor<?x2xi64, [@S0, 2]>
// CHECK:         sdim.holds assert %{{.*}} {why = "tf.SparseDenseCwiseMul at {{.*}}: sizes of dense must be 1 or those of the sparse tensor"}
// CHECK:         mhlo.minimum %{{.*}}, %{{.*}} : tensor<?xi64, [@S0]>
// CHECK:         sdim.holds assert %{{.*}} {why = "tf.SparseDenseCwiseMul at {{.*}}: sizes of dense must be 1 or those of the sparse tensor"}
// CHECK:         mhlo.minimum %{{.*}}, %{{.*}} : tensor<?xi64, [@S0]>
// CHECK:         mhlo.concatenate"(%{{.*}}, %{{.*}}) <{dimension = 1 : i64}> : (tensor<?x1xi64, [@S0, 1]>, tensor<?x1xi64, [@S0, 1]>) -> tensor<?x2xi64, [@S0, 2]>
func.func @sparse_dense_cwise_mul(%ai: tensor<?x2xi64>, %av: tensor<?xf32>, %as: tensor<2xi64>, %b: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.SparseDenseCwiseMul"(%ai, %av, %as, %b) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sparse_dense_cwise_div(
// CHECK:         sdim.elements assert %ai from %{{.*}} below %{{.*}}, %{{.*}} {why = "tf.SparseDenseCwiseDiv at {{.*}}: sp_indices"} : tensor<?x2xi64, [@S0, 2]>
// CHECK:         sdim.holds assert %{{.*}} {why = "tf.SparseDenseCwiseDiv at {{.*}}: sizes of dense must be 1 or those of the sparse tensor"}
// CHECK:         mhlo.minimum %{{.*}}, %{{.*}} : tensor<?xi64, [@S0]>
// CHECK:         sdim.holds assert %{{.*}} {why = "tf.SparseDenseCwiseDiv at {{.*}}: sizes of dense must be 1 or those of the sparse tensor"}
// CHECK:         mhlo.concatenate"(%{{.*}}, %{{.*}}) <{dimension = 1 : i64}> : (tensor<?x1xi64, [@S0, 1]>, tensor<?x1xi64, [@S0, 1]>) -> tensor<?x2xi64, [@S0, 2]>
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?xf32, [@S0]>
func.func @sparse_dense_cwise_div(%ai: tensor<?x2xi64>, %av: tensor<?xf32>, %as: tensor<2xi64>, %b: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.SparseDenseCwiseDiv"(%ai, %av, %as, %b) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sparse_softmax(
// CHECK:         mhlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         mhlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         mhlo.dynamic_pad %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?xi64, [@S0]>, tensor<i64>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xi64, [@S0]>
// CHECK:         mhlo.while(%{{.*}}, %{{.*}}) : tensor<i64>, tensor<?xi64, [@S0]> cond
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
func.func @sparse_softmax(%ai: tensor<?x2xi64>, %av: tensor<?xf32>, %as: tensor<2xi64>) -> tensor<*xf32> {
  %r = "tf.SparseSoftmax"(%ai, %av, %as) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sparse_add_grad(
// CHECK:         mhlo.concatenate"(%{{.*}}, %a) <{dimension = 0 : i64}> : (tensor<?x2xi64, [@S0, 2]>, tensor<?x2xi64, [@S1, 2]>) -> tensor<?x2xi64, [@S4, 2]>
// CHECK:         mhlo.concatenate"(%g, %{{.*}}) <{dimension = 0 : i64}> : (tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S4]>
// CHECK:         mhlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         mhlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
func.func @sparse_add_grad(%g: tensor<?xf32>, %a: tensor<?x2xi64>, %b: tensor<?x2xi64>, %s: tensor<?x2xi64>) -> (tensor<*xf32>, tensor<*xf32>) {
  %r:2 = "tf.SparseAddGrad"(%g, %a, %b, %s) : (tensor<?xf32>, tensor<?x2xi64>, tensor<?x2xi64>, tensor<?x2xi64>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseAdd at {{.*}}: indices and values: sizes S0 and S1 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseAdd at {{.*}}: indices and values: sizes S2 and S3 must agree"}
// CHECK:       sdim.less_equal {{.*}} {why = "tf.SparseAdd at {{.*}}: by definition"}
// CHECK:       func.func @sparse_add(%ai: tensor<?x2xi64, [@S0, 2]>, %av: tensor<?xf32, [@S1]>, %as: tensor<2xi64>, %bi: tensor<?x2xi64, [@S2, 2]>, %bv: tensor<?xf32, [@S3]>, %bs: tensor<2xi64>, %t: tensor<f32>) -> (tensor<?x2xi64, [@S4, 2]>, tensor<?xf32, [@S4]>, tensor<2xi64>)
func.func @sparse_add(%ai: tensor<?x2xi64>, %av: tensor<?xf32>, %as: tensor<2xi64>, %bi: tensor<?x2xi64>, %bv: tensor<?xf32>, %bs: tensor<2xi64>, %t: tensor<f32>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>) {
  %r:3 = "tf.SparseAdd"(%ai, %av, %as, %bi, %bv, %bs, %t) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<f32>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>)
  func.return %r#0, %r#1, %r#2 : tensor<*xi64>, tensor<*xf32>, tensor<*xi64>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseSparseMaximum at {{.*}}: indices and values: sizes S0 and S1 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseSparseMaximum at {{.*}}: indices and values: sizes S2 and S3 must agree"}
// CHECK:       sdim.less_equal {{.*}} {why = "tf.SparseSparseMaximum at {{.*}}: by definition"}
// CHECK:       sdim.less_equal {{.*}} {why = "tf.SparseSparseMaximum at {{.*}}: by definition"}
// CHECK:       func.func @sparse_sparse_maximum(%ai: tensor<?x2xi64, [@S0, 2]>, %av: tensor<?xf32, [@S1]>, %as: tensor<2xi64>, %bi: tensor<?x2xi64, [@S2, 2]>, %bv: tensor<?xf32, [@S3]>, %bs: tensor<2xi64>) -> (tensor<?x2xi64, [@S4, 2]>, tensor<?xf32, [@S4]>)
func.func @sparse_sparse_maximum(%ai: tensor<?x2xi64>, %av: tensor<?xf32>, %as: tensor<2xi64>, %bi: tensor<?x2xi64>, %bv: tensor<?xf32>, %bs: tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>) {
  %r:2 = "tf.SparseSparseMaximum"(%ai, %av, %as, %bi, %bv, %bs) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xi64>, tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseSparseMinimum at {{.*}}: indices and values: sizes S0 and S1 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseSparseMinimum at {{.*}}: indices and values: sizes S2 and S3 must agree"}
// CHECK:       sdim.less_equal {{.*}} {why = "tf.SparseSparseMinimum at {{.*}}: by definition"}
// CHECK:       sdim.less_equal {{.*}} {why = "tf.SparseSparseMinimum at {{.*}}: by definition"}
// CHECK:       func.func @sparse_sparse_minimum(%ai: tensor<?x2xi64, [@S0, 2]>, %av: tensor<?xf32, [@S1]>, %as: tensor<2xi64>, %bi: tensor<?x2xi64, [@S2, 2]>, %bv: tensor<?xf32, [@S3]>, %bs: tensor<2xi64>) -> (tensor<?x2xi64, [@S4, 2]>, tensor<?xf32, [@S4]>)
func.func @sparse_sparse_minimum(%ai: tensor<?x2xi64>, %av: tensor<?xf32>, %as: tensor<2xi64>, %bi: tensor<?x2xi64>, %bv: tensor<?xf32>, %bs: tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>) {
  %r:2 = "tf.SparseSparseMinimum"(%ai, %av, %as, %bi, %bv, %bs) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xi64>, tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseTensorDenseAdd at {{.*}}: indices and values: sizes S0 and S1 must agree"}
// CHECK:       func.func @sparse_tensor_dense_add(%ai: tensor<?x2xi64, [@S0, 2]>, %av: tensor<?xf32, [@S1]>, %as: tensor<2xi64>, %b: tensor<?x?xf32, [@S2, @S3]>) -> tensor<?x?xf32, [@S2, @S3]>
func.func @sparse_tensor_dense_add(%ai: tensor<?x2xi64>, %av: tensor<?xf32>, %as: tensor<2xi64>, %b: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.SparseTensorDenseAdd"(%ai, %av, %as, %b) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseDenseCwiseAdd at {{.*}}: indices and values: sizes S0 and S1 must agree"}
// CHECK:       func.func @sparse_dense_cwise_add(%ai: tensor<?x2xi64, [@S0, 2]>, %av: tensor<?xf32, [@S1]>, %as: tensor<2xi64>, %b: tensor<?x?xf32, [@S2, @S3]>) -> tensor<?xf32, [@S0]>
func.func @sparse_dense_cwise_add(%ai: tensor<?x2xi64>, %av: tensor<?xf32>, %as: tensor<2xi64>, %b: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.SparseDenseCwiseAdd"(%ai, %av, %as, %b) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseDenseCwiseMul at {{.*}}: indices and values: sizes S0 and S1 must agree"}
// CHECK:       func.func @sparse_dense_cwise_mul(%ai: tensor<?x2xi64, [@S0, 2]>, %av: tensor<?xf32, [@S1]>, %as: tensor<2xi64>, %b: tensor<?x?xf32, [@S2, @S3]>) -> tensor<?xf32, [@S0]>
func.func @sparse_dense_cwise_mul(%ai: tensor<?x2xi64>, %av: tensor<?xf32>, %as: tensor<2xi64>, %b: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.SparseDenseCwiseMul"(%ai, %av, %as, %b) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseDenseCwiseDiv at {{.*}}: indices and values: sizes S0 and S1 must agree"}
// CHECK:       func.func @sparse_dense_cwise_div(%ai: tensor<?x2xi64, [@S0, 2]>, %av: tensor<?xf32, [@S1]>, %as: tensor<2xi64>, %b: tensor<?x?xf32, [@S2, @S3]>) -> tensor<?xf32, [@S0]>
func.func @sparse_dense_cwise_div(%ai: tensor<?x2xi64>, %av: tensor<?xf32>, %as: tensor<2xi64>, %b: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.SparseDenseCwiseDiv"(%ai, %av, %as, %b) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseSoftmax at {{.*}}: indices and values: sizes S0 and S1 must agree"}
// CHECK:       func.func @sparse_softmax(%ai: tensor<?x2xi64, [@S0, 2]>, %av: tensor<?xf32, [@S1]>, %as: tensor<2xi64>) -> tensor<?xf32, [@S0]>
func.func @sparse_softmax(%ai: tensor<?x2xi64>, %av: tensor<?xf32>, %as: tensor<2xi64>) -> tensor<*xf32> {
  %r = "tf.SparseSoftmax"(%ai, %av, %as) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseAddGrad at {{.*}}: gradient and sum_indices: sizes S0 and S3 must agree"}
// CHECK:       func.func @sparse_add_grad(%g: tensor<?xf32, [@S0]>, %a: tensor<?x2xi64, [@S1, 2]>, %b: tensor<?x2xi64, [@S2, 2]>, %s: tensor<?x2xi64, [@S3, 2]>) -> (tensor<?xf32, [@S1]>, tensor<?xf32, [@S2]>)
func.func @sparse_add_grad(%g: tensor<?xf32>, %a: tensor<?x2xi64>, %b: tensor<?x2xi64>, %s: tensor<?x2xi64>) -> (tensor<*xf32>, tensor<*xf32>) {
  %r:2 = "tf.SparseAddGrad"(%g, %a, %b, %s) : (tensor<?xf32>, tensor<?x2xi64>, tensor<?x2xi64>, tensor<?x2xi64>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

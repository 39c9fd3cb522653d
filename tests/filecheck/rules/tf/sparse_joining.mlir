// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseConcat at {{.*}}: indices and values: sizes S0 and S2 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseConcat at {{.*}}: indices and values: sizes S1 and S3 must agree"}
// CHECK:       func.func @sparse_concat(%ai: tensor<?x2xi64, [@S0, 2]>, %bi: tensor<?x2xi64, [@S1, 2]>, %av: tensor<?xf32, [@S2]>, %bv: tensor<?xf32, [@S3]>, %as: tensor<2xi64>, %bs: tensor<2xi64>) -> (tensor<?x2xi64, [@S4, 2]>, tensor<?xf32, [@S4]>, tensor<2xi64>)
func.func @sparse_concat(%ai: tensor<?x2xi64>, %bi: tensor<?x2xi64>, %av: tensor<?xf32>, %bv: tensor<?xf32>, %as: tensor<2xi64>, %bs: tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>) {
  %r:3 = "tf.SparseConcat"(%ai, %bi, %av, %bv, %as, %bs) <{concat_dim = 1 : i64}> : (tensor<?x2xi64>, tensor<?x2xi64>, tensor<?xf32>, tensor<?xf32>, tensor<2xi64>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>)
  func.return %r#0, %r#1, %r#2 : tensor<*xi64>, tensor<*xf32>, tensor<*xi64>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseSlice at {{.*}}: indices and values: sizes S0 and S1 must agree"}
// CHECK:       sdim.less_equal {{.*}} {why = "tf.SparseSlice at {{.*}}: by definition"}
// CHECK:       func.func @sparse_slice(%ai: tensor<?x2xi64, [@S0, 2]>, %av: tensor<?xf32, [@S1]>, %as: tensor<2xi64>, %b: tensor<2xi64>, %c: tensor<2xi64>) -> (tensor<?x2xi64, [@S2, 2]>, tensor<?xf32, [@S2]>, tensor<2xi64>)
func.func @sparse_slice(%ai: tensor<?x2xi64>, %av: tensor<?xf32>, %as: tensor<2xi64>, %b: tensor<2xi64>, %c: tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>) {
  %r:3 = "tf.SparseSlice"(%ai, %av, %as, %b, %c) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>)
  func.return %r#0, %r#1, %r#2 : tensor<*xi64>, tensor<*xf32>, tensor<*xi64>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseSplit at {{.*}}: indices and values: sizes S0 and S1 must agree"}
// CHECK:       sdim.less_equal {{.*}} {why = "tf.SparseSplit at {{.*}}: by definition"}
// CHECK:       sdim.less_equal {{.*}} {why = "tf.SparseSplit at {{.*}}: by definition"}
// CHECK:       func.func @sparse_split(%d: tensor<i64>, %ai: tensor<?x2xi64, [@S0, 2]>, %av: tensor<?xf32, [@S1]>, %as: tensor<2xi64>) -> (tensor<?x2xi64, [@S2, 2]>, tensor<?x2xi64, [@S3, 2]>, tensor<?xf32, [@S2]>, tensor<?xf32, [@S3]>, tensor<2xi64>, tensor<2xi64>)
func.func @sparse_split(%d: tensor<i64>, %ai: tensor<?x2xi64>, %av: tensor<?xf32>, %as: tensor<2xi64>) -> (tensor<*xi64>, tensor<*xi64>, tensor<*xf32>, tensor<*xf32>, tensor<*xi64>, tensor<*xi64>) {
  %r:6 = "tf.SparseSplit"(%d, %ai, %av, %as) <{num_split = 2 : i64}> : (tensor<i64>, tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xi64>, tensor<*xf32>, tensor<*xf32>, tensor<*xi64>, tensor<*xi64>)
  func.return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5 : tensor<*xi64>, tensor<*xi64>, tensor<*xf32>, tensor<*xf32>, tensor<*xi64>, tensor<*xi64>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SparseSliceGrad at {{.*}}: gradient and output_indices: sizes S0 and S2 must agree"}
// CHECK:       func.func @sparse_slice_grad(%g: tensor<?xf32, [@S0]>, %i: tensor<?x2xi64, [@S1, 2]>, %b: tensor<2xi64>, %o: tensor<?x2xi64, [@S2, 2]>) -> tensor<?xf32, [@S1]>
func.func @sparse_slice_grad(%g: tensor<?xf32>, %i: tensor<?x2xi64>, %b: tensor<2xi64>, %o: tensor<?x2xi64>) -> tensor<*xf32> {
  %r = "tf.SparseSliceGrad"(%g, %i, %b, %o) : (tensor<?xf32>, tensor<?x2xi64>, tensor<2xi64>, tensor<?x2xi64>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @sparse_concat(
// CHECK:         sdim.less_equal assert %{{.*}}, %{{.*}} {why = "tf.SparseConcat at {{.*}}: sizes but along concat_dim, as those of the others: S6 must be at least S5"}
// CHECK:         sdim.less_equal assert %{{.*}}, %{{.*}} {why = "tf.SparseConcat at {{.*}}: sizes but along concat_dim, as those of the others: S8 must be at least S7"}
// CHECK:         mhlo.concatenate"(%{{.*}}, %{{.*}}) <{dimension = 1 : i64}> : (tensor<?x1xi64, [@S0, 1]>, tensor<?x1xi64, [@S0, 1]>) -> tensor<?x2xi64, [@S0, 2]>
// CHECK:         mhlo.concatenate"(%{{.*}}, %{{.*}}) <{dimension = 1 : i64}> : (tensor<?x1xi64, [@S1, 1]>, tensor<?x1xi64, [@S1, 1]>) -> tensor<?x2xi64, [@S1, 2]>
// CHECK:         mhlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         mhlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
func.func @sparse_concat(%ai: tensor<?x2xi64>, %bi: tensor<?x2xi64>, %av: tensor<?xf32>, %bv: tensor<?xf32>, %as: tensor<2xi64>, %bs: tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>) {
  %r:3 = "tf.SparseConcat"(%ai, %bi, %av, %bv, %as, %bs) <{concat_dim = 1 : i64}> : (tensor<?x2xi64>, tensor<?x2xi64>, tensor<?xf32>, tensor<?xf32>, tensor<2xi64>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>)
  func.return %r#0, %r#1, %r#2 : tensor<*xi64>, tensor<*xf32>, tensor<*xi64>
}

// -----

// CHECK-LABEL: func.func @sparse_slice(
// CHECK:         sdim.holds assert %{{.*}} {why = "tf.SparseSlice at {{.*}}: a size must not be negative"}
// CHECK:         sdim.holds assert %{{.*}} {why = "tf.SparseSlice at {{.*}}: a size must not be negative"}
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [0] : (tensor<?xi64, [@S0]>, tensor<i64>) -> tensor<i64>
// CHECK:         mhlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         mhlo.concatenate"(%{{.*}}, %{{.*}}) <{dimension = 1 : i64}> : (tensor<?x1xi64, [@S0, 1]>, tensor<?x1xi64, [@S0, 1]>) -> tensor<?x2xi64, [@S0, 2]>
func.func @sparse_slice(%ai: tensor<?x2xi64>, %av: tensor<?xf32>, %as: tensor<2xi64>, %b: tensor<2xi64>, %c: tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>) {
  %r:3 = "tf.SparseSlice"(%ai, %av, %as, %b, %c) : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>)
  func.return %r#0, %r#1, %r#2 : tensor<*xi64>, tensor<*xf32>, tensor<*xi64>
}

// -----

// CHECK-LABEL: func.func @sparse_split(
func.func @sparse_split(%d: tensor<i64>, %ai: tensor<?x2xi64>, %av: tensor<?xf32>, %as: tensor<2xi64>) -> (tensor<*xi64>, tensor<*xi64>, tensor<*xf32>, tensor<*xf32>, tensor<*xi64>, tensor<*xi64>) {
  %r:6 = "tf.SparseSplit"(%d, %ai, %av, %as) <{num_split = 2 : i64}> : (tensor<i64>, tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xi64>, tensor<*xf32>, tensor<*xf32>, tensor<*xi64>, tensor<*xi64>)
  func.return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5 : tensor<*xi64>, tensor<*xi64>, tensor<*xf32>, tensor<*xf32>, tensor<*xi64>, tensor<*xi64>
}

// -----

// CHECK-LABEL: func.func @sparse_slice_grad(
// CHECK:         mhlo.concatenate"(%{{.*}}, %{{.*}}) <{dimension = 1 : i64}> : (tensor<?x1xi64, [@S0, 1]>, tensor<?x1xi64, [@S0, 1]>) -> tensor<?x2xi64, [@S0, 2]>
// CHECK:         mhlo.concatenate"(%{{.*}}, %i) <{dimension = 0 : i64}> : (tensor<?x2xi64, [@S0, 2]>, tensor<?x2xi64, [@S1, 2]>) -> tensor<?x2xi64, [@S5, 2]>
// CHECK:         mhlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         mhlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         mhlo.dynamic_pad %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?xf32, [@S5]>, tensor<f32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32, [@S5]>
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
func.func @sparse_slice_grad(%g: tensor<?xf32>, %i: tensor<?x2xi64>, %b: tensor<2xi64>, %o: tensor<?x2xi64>) -> tensor<*xf32> {
  %r = "tf.SparseSliceGrad"(%g, %i, %b, %o) : (tensor<?xf32>, tensor<?x2xi64>, tensor<2xi64>, tensor<?x2xi64>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// Numbers that are too large have no place.
// CHECK-LABEL: func.func @bincount(
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<?xi1, [@S0]>, tensor<?xi64, [@S0]>
// CHECK:         "mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
func.func @bincount(%x: tensor<?xi32>, %n: tensor<i32>, %w: tensor<0xf32>) -> tensor<*xf32> {
  %r = "tf.Bincount"(%x, %n, %w) : (tensor<?xi32>, tensor<i32>, tensor<0xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Weights are as many as numbers, or none.
// CHECK-LABEL: func.func @dense_bincount(
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<?xi1, [@{{.*}}]>, tensor<?xi64, [@{{.*}}]>
// CHECK:         "mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.dynamic_reshape %{{.*}}, %{{.*}} : (tensor<?xf32, [@{{.*}}]>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S4]>
func.func @dense_bincount(%x: tensor<?x?xi32>, %n: tensor<i32>, %w: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.DenseBincount"(%x, %n, %w) : (tensor<?x?xi32>, tensor<i32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @lower_bound(
// CHECK:         mhlo.compare LT, %{{.*}}, %{{.*}} : (tensor<?x?x?xf32, [@S0, @S3, @S1]>, tensor<?x?x?xf32, [@S0, @S3, @S1]>) -> tensor<?x?x?xi1, [@S0, @S3, @S1]>
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [2] : (tensor<?x?x?xi32, [@S0, @S3, @S1]>, tensor<i32>) -> tensor<?x?xi32, [@S0, @S3]>
func.func @lower_bound(%x: tensor<?x?xf32>, %v: tensor<?x?xf32>) -> tensor<*xi32> {
  %r = "tf.LowerBound"(%x, %v) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @upper_bound(
// CHECK:         mhlo.compare LE, %{{.*}}, %{{.*}} : (tensor<?x?x?xf32, [@S0, @S3, @S1]>, tensor<?x?x?xf32, [@S0, @S3, @S1]>) -> tensor<?x?x?xi1, [@S0, @S3, @S1]>
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [2] : (tensor<?x?x?xi32, [@S0, @S3, @S1]>, tensor<i32>) -> tensor<?x?xi32, [@S0, @S3]>
func.func @upper_bound(%x: tensor<?x?xf32>, %v: tensor<?x?xf32>) -> tensor<*xi32> {
  %r = "tf.UpperBound"(%x, %v) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @in_top_k(
// CHECK:         mhlo.compare GT, %x, %{{.*}} : (tensor<?x?xf32, [@S0, @S1]>, tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xi1, [@S0, @S1]>
// CHECK:         mhlo.is_finite %x : (tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xi1, [@S0, @S1]>
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.and across dimensions = [1] : (tensor<?x?xi1, [@S0, @S1]>, tensor<i1>) -> tensor<?xi1, [@S0]>
func.func @in_top_k(%x: tensor<?x?xf32>, %t: tensor<?xi32>) -> tensor<*xi1> {
  %r = "tf.InTopK"(%x, %t) <{k = 2}> : (tensor<?x?xf32>, tensor<?xi32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK-LABEL: func.func @in_top_k_v2(
// CHECK:         mhlo.compare GT, %x, %{{.*}} : (tensor<?x?xf32, [@S0, @S1]>, tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xi1, [@S0, @S1]>
// CHECK:         mhlo.is_finite %x : (tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xi1, [@S0, @S1]>
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.and across dimensions = [1] : (tensor<?x?xi1, [@S0, @S1]>, tensor<i1>) -> tensor<?xi1, [@S0]>
func.func @in_top_k_v2(%x: tensor<?x?xf32>, %t: tensor<?xi32>, %k: tensor<i32>) -> tensor<*xi1> {
  %r = "tf.InTopKV2"(%x, %t, %k) : (tensor<?x?xf32>, tensor<?xi32>, tensor<i32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK-LABEL: func.func @histogram_fixed_width(
// CHECK:         mhlo.maximum %{{.*}}, %{{.*}} : tensor<?xf32, [@S4]>
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?xf64, [@S4]>
// CHECK:         mhlo.minimum %{{.*}}, %{{.*}} : tensor<?xf64, [@S4]>
// CHECK:         mhlo.scatter
func.func @histogram_fixed_width(%x: tensor<?x?xf32>, %e: tensor<2xf32>, %n: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.HistogramFixedWidth"(%x, %e, %n) : (tensor<?x?xf32>, tensor<2xf32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @ragged_bincount(
// CHECK:         sdim.range assert %{{.*}} in [0, ?] {why = "tf.RaggedBincount at {{.*}}: element 0 must be at least 0"}
// CHECK:         sdim.elements assert %{{.*}} non_zero {why = "tf.RaggedBincount at {{.*}}: splits must go from 0 to the number of values; 1 where they do"} : tensor<?xi8, [@S0]>
// CHECK:         mhlo.compare GT, %{{.*}}, %{{.*}} : (tensor<?x?xi64, [@S1, @S0]>, tensor<?x?xi64, [@S1, @S0]>) -> tensor<?x?xi1, [@S1, @S0]>
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.minimum across dimensions = [1] : (tensor<?x?xi64, [@S1, @S0]>, tensor<i64>) -> tensor<?xi64, [@S1]>
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
func.func @ragged_bincount(%s: tensor<?xi64>, %v: tensor<?xi32>, %n: tensor<i32>, %w: tensor<0xf32>) -> tensor<*xf32> {
  %r = "tf.RaggedBincount"(%s, %v, %n, %w) <{binary_output = false}> : (tensor<?xi64>, tensor<?xi32>, tensor<i32>, tensor<0xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sparse_bincount(
// CHECK:         sdim.elements assert %i from %{{.*}} below %{{.*}}, %{{.*}} {why = "tf.SparseBincount at {{.*}}: indices"}
// CHECK:         mhlo.compare GE, %{{.*}}, %{{.*}} : (tensor<?xi64, [@S0]>, tensor<?xi64, [@S0]>) -> tensor<?xi1, [@S0]>
// CHECK:         mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
func.func @sparse_bincount(%i: tensor<?x2xi64>, %v: tensor<?xi32>, %s: tensor<2xi64>, %n: tensor<i32>, %w: tensor<0xf32>) -> tensor<*xf32> {
  %r = "tf.SparseBincount"(%i, %v, %s, %n, %w) <{binary_output = false}> : (tensor<?x2xi64>, tensor<?xi32>, tensor<2xi64>, tensor<i32>, tensor<0xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// Numbers that are too large have no place.
// CHECK:       func.func @bincount(%x: tensor<?xi32, [@S0]>, %n: tensor<i32>, %w: tensor<0xf32>) -> tensor<?xf32, [@S1]>
func.func @bincount(%x: tensor<?xi32>, %n: tensor<i32>, %w: tensor<0xf32>) -> tensor<*xf32> {
  %r = "tf.Bincount"(%x, %n, %w) : (tensor<?xi32>, tensor<i32>, tensor<0xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Weights are as many as numbers, or none.
// CHECK:       sdim.holds assert %{{.*}} {why = "tf.DenseBincount at {{.*}}: weights must have the shape of the numbers, or be empty"}
// CHECK:       func.func @dense_bincount(%x: tensor<?x?xi32, [@S0, @S1]>, %n: tensor<i32>, %w: tensor<?x?xf32, [@S2, @S3]>) -> tensor<?x?xf32, [@S0, @S4]>
func.func @dense_bincount(%x: tensor<?x?xi32>, %n: tensor<i32>, %w: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.DenseBincount"(%x, %n, %w) : (tensor<?x?xi32>, tensor<i32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.LowerBound at {{.*}}: sorted_inputs and values: sizes S0 and S2 must agree"}
// CHECK:       func.func @lower_bound(%x: tensor<?x?xf32, [@S0, @S1]>, %v: tensor<?x?xf32, [@S2, @S3]>) -> tensor<?x?xi32, [@S0, @S3]>
func.func @lower_bound(%x: tensor<?x?xf32>, %v: tensor<?x?xf32>) -> tensor<*xi32> {
  %r = "tf.LowerBound"(%x, %v) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.UpperBound at {{.*}}: sorted_inputs and values: sizes S0 and S2 must agree"}
// CHECK:       func.func @upper_bound(%x: tensor<?x?xf32, [@S0, @S1]>, %v: tensor<?x?xf32, [@S2, @S3]>) -> tensor<?x?xi32, [@S0, @S3]>
func.func @upper_bound(%x: tensor<?x?xf32>, %v: tensor<?x?xf32>) -> tensor<*xi32> {
  %r = "tf.UpperBound"(%x, %v) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.InTopK at {{.*}}: predictions and targets: sizes S0 and S2 must agree"}
// CHECK:       func.func @in_top_k(%x: tensor<?x?xf32, [@S0, @S1]>, %t: tensor<?xi32, [@S2]>) -> tensor<?xi1, [@S0]>
func.func @in_top_k(%x: tensor<?x?xf32>, %t: tensor<?xi32>) -> tensor<*xi1> {
  %r = "tf.InTopK"(%x, %t) <{k = 2}> : (tensor<?x?xf32>, tensor<?xi32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.InTopKV2 at {{.*}}: predictions and targets: sizes S0 and S2 must agree"}
// CHECK:       func.func @in_top_k_v2(%x: tensor<?x?xf32, [@S0, @S1]>, %t: tensor<?xi32, [@S2]>, %k: tensor<i32>) -> tensor<?xi1, [@S0]>
func.func @in_top_k_v2(%x: tensor<?x?xf32>, %t: tensor<?xi32>, %k: tensor<i32>) -> tensor<*xi1> {
  %r = "tf.InTopKV2"(%x, %t, %k) : (tensor<?x?xf32>, tensor<?xi32>, tensor<i32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK:       func.func @histogram_fixed_width(%x: tensor<?x?xf32, [@S0, @S1]>, %e: tensor<2xf32>, %n: tensor<i32>) -> tensor<?xi32, [@S2]>
// CHECK:       sdim.range assert {{.*}} {why = "tf.HistogramFixedWidth at {{.*}}: element 0 must be at least 1"}
func.func @histogram_fixed_width(%x: tensor<?x?xf32>, %e: tensor<2xf32>, %n: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.HistogramFixedWidth"(%x, %e, %n) : (tensor<?x?xf32>, tensor<2xf32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       sdim.range assert {{.*}} {why = "tf.RaggedBincount at {{.*}}: the number of splits S0 must be at least 1"}
// CHECK:       sdim.range @S2 in [0, ?] {why = "tf.RaggedBincount at {{.*}}: element 0 must be at least 0"}
// CHECK:       func.func @ragged_bincount(%s: tensor<?xi64, [@S0]>, %v: tensor<?xi32, [@S1]>, %n: tensor<i32>, %w: tensor<0xf32>) -> tensor<?x?xf32, [@S4, @S2]>
// CHECK:       sdim.range assert {{.*}} {why = "tf.RaggedBincount at {{.*}}: element 0 must be at least 0"}
func.func @ragged_bincount(%s: tensor<?xi64>, %v: tensor<?xi32>, %n: tensor<i32>, %w: tensor<0xf32>) -> tensor<*xf32> {
  %r = "tf.RaggedBincount"(%s, %v, %n, %w) <{binary_output = false}> : (tensor<?xi64>, tensor<?xi32>, tensor<i32>, tensor<0xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @sparse_bincount
// CHECK:       "tf.SparseBincount"(%{{.*}}) <{binary_output = false}> : (tensor<?x2xi64, [@S0, 2]>, tensor<?xi32, [@S0]>, tensor<2xi64>, tensor<i32>, tensor<0xf32>) -> tensor<?x?xf32, [@S{{[0-9]+}}, @S{{[0-9]+}}]>
func.func @sparse_bincount(%i: tensor<?x2xi64>, %v: tensor<?xi32>, %s: tensor<2xi64>, %n: tensor<i32>, %w: tensor<0xf32>) -> tensor<*xf32> {
  %r = "tf.SparseBincount"(%i, %v, %s, %n, %w) <{binary_output = false}> : (tensor<?x2xi64>, tensor<?xi32>, tensor<2xi64>, tensor<i32>, tensor<0xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

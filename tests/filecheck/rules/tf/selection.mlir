// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// A vector of conditions chooses whole entries: nothing is broadcast.
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.Select at {{.*}}: the branches: sizes S1 and S2 must agree"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.Select at {{.*}}: condition and branches: sizes S0 and S1 must agree"}
// CHECK:       func.func @select(%c: tensor<?xi1, [@S0]>, %x: tensor<?x4xf32, [@S1, 4]>, %y: tensor<?x4xf32, [@S2, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @select(%c: tensor<?xi1>, %x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Select"(%c, %x, %y) : (tensor<?xi1>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// All three are broadcast.
// CHECK:       func.func @select_v2(%c: tensor<?x1xi1, [@S0, 1]>, %x: tensor<f32>, %y: tensor<1x4xf32>) -> tensor<?x4xf32, [@S0, 4]>
func.func @select_v2(%c: tensor<?x1xi1>, %x: tensor<f32>, %y: tensor<1x4xf32>) -> tensor<*xf32> {
  %r = "tf.SelectV2"(%c, %x, %y) : (tensor<?x1xi1>, tensor<f32>, tensor<1x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @bucketize(%x: tensor<?xf32, [@S0]>) -> tensor<?xi32, [@S0]>
func.func @bucketize(%x: tensor<?xf32>) -> tensor<*xi32> {
  %r = "tf.Bucketize"(%x) <{boundaries = [0.0 : f32, 1.0 : f32]}> : (tensor<?xf32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       sdim.range assert {{.*}} in [3, ?] {why = "tf.TopKV2 at {{.*}}: k 3 must be at most the size S1"}
// CHECK:       func.func @top_k_v2(%x: tensor<?x?xf32, [@S0, @S1]>) -> (tensor<?x3xf32, [@S0, 3]>, tensor<?x3xi32, [@S0, 3]>)
func.func @top_k_v2(%x: tensor<?x?xf32>) -> (tensor<*xf32>, tensor<*xi32>) {
  %k = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.TopKV2"(%x, %k) : (tensor<?x?xf32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xi32>
}

// -----

// As many entries as there are different elements.
// CHECK:       %[[S1:.*]] = sdim.size @S1
// CHECK:       %[[S0:.*]] = sdim.size @S0
// CHECK:       sdim.less_equal @S1, @S0 {why = "tf.Unique at {{.*}}: by definition"}
// CHECK:       %[[C0:.*]] = arith.constant 0 : index
// CHECK:       %[[C:.*]] = arith.cmpi eq, %[[S0]], %[[C0]] : index
// CHECK:       %[[C1:.*]] = arith.constant 1 : index
// CHECK:       %[[C2:.*]] = arith.cmpi sle, %[[C1]], %[[S1]] : index
// CHECK:       %[[OR:.*]] = arith.ori %[[C]], %[[C2]] : i1
// CHECK:       sdim.holds %[[OR]] {why = "tf.Unique at {{.*}}: by definition"}
// CHECK:       func.func @unique(%x: tensor<?xi32, [@S0]>) -> (tensor<?xi32, [@S1]>, tensor<?xi32, [@S0]>)
func.func @unique(%x: tensor<?xi32>) -> (tensor<*xi32>, tensor<*xi32>) {
  %r:2 = "tf.Unique"(%x) : (tensor<?xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xi32>, tensor<*xi32>
}

// -----

// CHECK:       sdim.less_equal @S1, @S0 {why = "tf.UniqueV2 at {{.*}}: by definition"}
// CHECK:       func.func @unique_v2(%x: tensor<?x4xf32, [@S0, 4]>) -> (tensor<?x4xf32, [@S1, 4]>, tensor<?xi32, [@S0]>)
func.func @unique_v2(%x: tensor<?x4xf32>) -> (tensor<*xf32>, tensor<*xi32>) {
  %axis = "tf.Const"() <{value = dense<[0]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r:2 = "tf.UniqueV2"(%x, %axis) : (tensor<?x4xf32>, tensor<1xi32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xi32>
}

// -----

// CHECK:       sdim.less_equal @S1, @S0 {why = "tf.UniqueWithCounts at {{.*}}: by definition"}
// CHECK:       func.func @unique_with_counts(%x: tensor<?xi32, [@S0]>) -> (tensor<?xi32, [@S1]>, tensor<?xi32, [@S0]>, tensor<?xi32, [@S1]>)
func.func @unique_with_counts(%x: tensor<?xi32>) -> (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) {
  %r:3 = "tf.UniqueWithCounts"(%x) : (tensor<?xi32>) -> (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xi32>, tensor<*xi32>, tensor<*xi32>
}

// -----

// A row of indices for each element that is true.
// CHECK:       %[[S0:.*]] = sdim.size @S0
// CHECK:       %[[C4:.*]] = arith.constant 4 : index
// CHECK:       %[[MUL:.*]] = arith.muli %[[S0]], %[[C4]] : index
// CHECK:       sdim.less_equal @S1, %[[MUL]] {why = "tf.Where at {{.*}}: by definition"}
// CHECK:       func.func @where(%x: tensor<?x4xi1, [@S0, 4]>) -> tensor<?x2xi64, [@S1, 2]>
func.func @where(%x: tensor<?x4xi1>) -> tensor<*xi64> {
  %r = "tf.Where"(%x) : (tensor<?x4xi1>) -> tensor<*xi64>
  func.return %r : tensor<*xi64>
}

// -----

// What facts decide of every element is counted: no size is negative.
// CHECK:       func.func @where_of_sizes(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<2x1xi64>
func.func @where_of_sizes(%x: tensor<?x?xf32>) -> tensor<*xi64> {
  %shape = "tf.Shape"(%x) : (tensor<?x?xf32>) -> tensor<2xi32>
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %p = "tf.GreaterEqual"(%shape, %zero) : (tensor<2xi32>, tensor<i32>) -> tensor<2xi1>
  %r = "tf.Where"(%p) : (tensor<2xi1>) -> tensor<*xi64>
  func.return %r : tensor<*xi64>
}

// -----

// The twin: a size may be 0 or not.
// CHECK:       func.func @where_undecided(%x: tensor<?x3xf32, [@S0, 3]>) -> tensor<?x1xi64, [@S1, 1]>
func.func @where_undecided(%x: tensor<?x3xf32>) -> tensor<*xi64> {
  %shape = "tf.Shape"(%x) : (tensor<?x3xf32>) -> tensor<2xi32>
  %r = "tf.Where"(%shape) : (tensor<2xi32>) -> tensor<*xi64>
  func.return %r : tensor<*xi64>
}

// -----

// CHECK:       func.func @list_diff(%x: tensor<?xi32, [@S0]>, %y: tensor<?xi32, [@S1]>) -> (tensor<?xi32, [@S2]>, tensor<?xi32, [@S2]>)
func.func @list_diff(%x: tensor<?xi32>, %y: tensor<?xi32>) -> (tensor<*xi32>, tensor<*xi32>) {
  %r:2 = "tf.ListDiff"(%x, %y) : (tensor<?xi32>, tensor<?xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xi32>, tensor<*xi32>
}

// -----

// CHECK:       func.func @nth_element(%x: tensor<?x?xf32, [@S0, @S1]>, %n: tensor<i32>) -> tensor<?xf32, [@S0]>
func.func @nth_element(%x: tensor<?x?xf32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.NthElement"(%x, %n) <{reverse = true}> : (tensor<?x?xf32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.less_equal @S2, @S0 {why = "tf.UniqueWithCountsV2 at {{.*}}: by definition"}
// CHECK:       sdim.holds %{{.*}} {why = "tf.UniqueWithCountsV2 at {{.*}}: by definition"}
// CHECK:       func.func @unique_with_counts_v2(%x: tensor<?x?xi32, [@S0, @S1]>) -> (tensor<?x?xi32, [@S2, @S1]>, tensor<?xi32, [@S0]>, tensor<?xi32, [@S2]>)
func.func @unique_with_counts_v2(%x: tensor<?x?xi32>) -> (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>) {
  %a = "tf.Const"() <{value = dense<0> : tensor<1xi64>}> : () -> tensor<1xi64>
  %r:3 = "tf.UniqueWithCountsV2"(%x, %a) : (tensor<?x?xi32>, tensor<1xi64>) -> (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xi32>, tensor<*xi32>, tensor<*xi32>
}

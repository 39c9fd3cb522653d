// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// Together the results have all entries; how many each has depends on data.
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.DynamicPartition at {{.*}}: data and indices: sizes S0 and S1 must agree"}
// CHECK:       func.func @dynamic_partition(%x: tensor<?x3xf32, [@S0, 3]>, %parts: tensor<?xi32, [@S1]>) -> (tensor<?x3xf32, [@S2, 3]>, tensor<?x3xf32, [@S4, 3]>)
func.func @dynamic_partition(%x: tensor<?x3xf32>, %parts: tensor<?xi32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %r:2 = "tf.DynamicPartition"(%x, %parts) : (tensor<?x3xf32>, tensor<?xi32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// The last entry for each place, found by its greatest number.
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.DynamicStitch at {{.*}}: data and indices: sizes S1 and S0 must agree"}
// CHECK:       func.func @dynamic_stitch(%i: tensor<?xi32, [@S0]>, %j: tensor<2xi32>, %x: tensor<?x3xf32, [@S1, 3]>, %y: tensor<2x3xf32>) -> tensor<?x3xf32, [@S2, 3]>
func.func @dynamic_stitch(%i: tensor<?xi32>, %j: tensor<2xi32>, %x: tensor<?x3xf32>, %y: tensor<2x3xf32>) -> tensor<*xf32> {
  %r = "tf.DynamicStitch"(%i, %j, %x, %y) : (tensor<?xi32>, tensor<2xi32>, tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.ParallelDynamicStitch at {{.*}}: data and indices: sizes S1 and S0 must agree"}
// CHECK:       func.func @parallel_dynamic_stitch(%i: tensor<?xi32, [@S0]>, %j: tensor<2xi32>, %x: tensor<?x3xf32, [@S1, 3]>, %y: tensor<2x3xf32>) -> tensor<?x3xf32, [@S2, 3]>
func.func @parallel_dynamic_stitch(%i: tensor<?xi32>, %j: tensor<2xi32>, %x: tensor<?x3xf32>, %y: tensor<2x3xf32>) -> tensor<*xf32> {
  %r = "tf.ParallelDynamicStitch"(%i, %j, %x, %y) : (tensor<?xi32>, tensor<2xi32>, tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The shape of a reduction's result with a 1 for the reduced dimension, as its gradient makes it.

// CHECK:       func.func @dynamic_stitch_sizes(%x: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<?xf32, [@S2]>) -> tensor<?x1xf32, [@S0, 1]>
func.func @dynamic_stitch_sizes(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %both = "tf.Const"() {value = dense<[0, 1]> : tensor<2xi32>} : () -> tensor<2xi32>
  %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %s = "tf.Shape"(%x) : (tensor<?x?xf32>) -> tensor<2xi32>
  %k = "tf.DynamicStitch"(%both, %one, %s, %one) : (tensor<2xi32>, tensor<i32>, tensor<2xi32>, tensor<i32>) -> tensor<?xi32>
  %r = "tf.Reshape"(%y, %k) : (tensor<?xf32>, tensor<?xi32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}

// -----

// Which entry is taken for place 1 is not said, and there is none for place 0.

// CHECK:       func.func @stitched_unknown(%x: tensor<?x?xf32, [@S0, @S1]>) -> (tensor<?x?xf32, [@S{{.*}}, @S{{.*}}]>, tensor<?x?xf32, [@S{{.*}}, @S1]>)
func.func @stitched_unknown(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %both = "tf.Const"() {value = dense<[0, 1]> : tensor<2xi32>} : () -> tensor<2xi32>
  %twice = "tf.Const"() {value = dense<[1, 1]> : tensor<2xi32>} : () -> tensor<2xi32>
  %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %c = "tf.Const"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %s = "tf.Shape"(%x) : (tensor<?x?xf32>) -> tensor<2xi32>
  %p = "tf.ParallelDynamicStitch"(%both, %one, %s, %one) : (tensor<2xi32>, tensor<i32>, tensor<2xi32>, tensor<i32>) -> tensor<?xi32>
  %k = "tf.DynamicStitch"(%twice, %s) : (tensor<2xi32>, tensor<2xi32>) -> tensor<?xi32>
  %r = "tf.Fill"(%p, %c) : (tensor<?xi32>, tensor<f32>) -> tensor<?x?xf32>
  %t = "tf.Fill"(%k, %c) : (tensor<?xi32>, tensor<f32>) -> tensor<?x?xf32>
  func.return %r, %t : tensor<?x?xf32>, tensor<?x?xf32>
}

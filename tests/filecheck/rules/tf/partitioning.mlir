// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// Together the results have all entries; how many each has depends on data.
// CHECK:       sdim.equal assert %{{.*}}, %{{.*}} {why = "tf.DynamicPartition at {{.*}}: data and indices: sizes S0 and S1 must agree"}
// CHECK:       func.func @dynamic_partition(%x: tensor<?x3xf32, [@S0, 3]>, %parts: tensor<?xi32, [@S1]>) -> (tensor<?x3xf32, [@S2, 3]>, tensor<?x3xf32, [@S4, 3]>)
func.func @dynamic_partition(%x: tensor<?x3xf32>, %parts: tensor<?xi32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %r:2 = "tf.DynamicPartition"(%x, %parts) : (tensor<?x3xf32>, tensor<?xi32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// The last entry for each place, found by its greatest number.
// CHECK:       sdim.equal assert %{{.*}}, %{{.*}} {why = "tf.DynamicStitch at {{.*}}: data and indices: sizes S1 and S0 must agree"}
// CHECK:       func.func @dynamic_stitch(%i: tensor<?xi32, [@S0]>, %j: tensor<2xi32>, %x: tensor<?x3xf32, [@S1, 3]>, %y: tensor<2x3xf32>) -> tensor<?x3xf32, [@S2, 3]>
func.func @dynamic_stitch(%i: tensor<?xi32>, %j: tensor<2xi32>, %x: tensor<?x3xf32>, %y: tensor<2x3xf32>) -> tensor<*xf32> {
  %r = "tf.DynamicStitch"(%i, %j, %x, %y) : (tensor<?xi32>, tensor<2xi32>, tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert %{{.*}}, %{{.*}} {why = "tf.ParallelDynamicStitch at {{.*}}: data and indices: sizes S1 and S0 must agree"}
// CHECK:       func.func @parallel_dynamic_stitch(%i: tensor<?xi32, [@S0]>, %j: tensor<2xi32>, %x: tensor<?x3xf32, [@S1, 3]>, %y: tensor<2x3xf32>) -> tensor<?x3xf32, [@S2, 3]>
func.func @parallel_dynamic_stitch(%i: tensor<?xi32>, %j: tensor<2xi32>, %x: tensor<?x3xf32>, %y: tensor<2x3xf32>) -> tensor<*xf32> {
  %r = "tf.ParallelDynamicStitch"(%i, %j, %x, %y) : (tensor<?xi32>, tensor<2xi32>, tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

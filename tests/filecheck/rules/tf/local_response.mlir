// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       func.func @lrn(%x: tensor<?x4x4x?xf32, [@S0, 4, 4, @S1]>) -> tensor<?x4x4x?xf32, [@S0, 4, 4, @S1]>
func.func @lrn(%x: tensor<?x4x4x?xf32>) -> tensor<*xf32> {
  %r = "tf.LRN"(%x) <{depth_radius = 2 : i64, bias = 1.0 : f32, alpha = 0.5 : f32, beta = 0.75 : f32}> : (tensor<?x4x4x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.LRNGrad at {{.*}}: gradient, input and output: sizes S0 and S2 must agree"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.LRNGrad at {{.*}}: gradient, input and output: sizes S1 and S3 must agree"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.LRNGrad at {{.*}}: gradient, input and output: sizes S0 and S4 must agree"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.LRNGrad at {{.*}}: gradient, input and output: sizes S1 and S5 must agree"}
// CHECK:       func.func @lrn_grad(%dy: tensor<?x4x4x?xf32, [@S0, 4, 4, @S1]>, %x: tensor<?x4x4x?xf32, [@S2, 4, 4, @S3]>, %y: tensor<?x4x4x?xf32, [@S4, 4, 4, @S5]>) -> tensor<?x4x4x?xf32, [@S0, 4, 4, @S1]>
func.func @lrn_grad(%dy: tensor<?x4x4x?xf32>, %x: tensor<?x4x4x?xf32>, %y: tensor<?x4x4x?xf32>) -> tensor<*xf32> {
  %r = "tf.LRNGrad"(%dy, %x, %y) <{depth_radius = 2 : i64}> : (tensor<?x4x4x?xf32>, tensor<?x4x4x?xf32>, tensor<?x4x4x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

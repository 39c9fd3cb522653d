// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// Squares are added in windows over the channels.
// CHECK-LABEL: func.func @lrn(
// CHECK:         %[[MULTIPLY:.*]] = mhlo.multiply %x, %x
// CHECK-NEXT:    "mhlo.reduce_window"(%[[MULTIPLY]], %{{.*}}) <{window_dimensions = dense<[1, 1, 1, 5]> : tensor<4xi64>, window_strides = dense<1> : tensor<4xi64>, padding = dense<[[0, 0], [0, 0], [0, 0], [2, 2]]> : tensor<4x2xi64>}>
// CHECK:         %[[POWER:.*]] = mhlo.power %{{.*}}, %{{.*}}
// CHECK-NEXT:    mhlo.multiply %x, %[[POWER]]
func.func @lrn(%x: tensor<?x4x4x?xf32>) -> tensor<*xf32> {
  %r = "tf.LRN"(%x) <{depth_radius = 2 : i64, bias = 1.0 : f32, alpha = 0.5 : f32, beta = 0.75 : f32}> : (tensor<?x4x4x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @lrn_grad(
// CHECK:         %[[MULTIPLY:.*]] = mhlo.multiply %{{.*}}, %{{.*}}
// CHECK-NEXT:    "mhlo.reduce_window"(%[[MULTIPLY]], %{{.*}}) <{window_dimensions = dense<[1, 1, 1, 5]> : tensor<4xi64>, window_strides = dense<1> : tensor<4xi64>, padding = dense<[[0, 0], [0, 0], [0, 0], [2, 2]]> : tensor<4x2xi64>}>
// CHECK:         %[[MULTIPLY2:.*]] = mhlo.multiply %dy, %{{.*}}
// CHECK-NEXT:    %[[DIVIDE:.*]] = mhlo.divide %[[MULTIPLY2]], %{{.*}}
// CHECK-NEXT:    "mhlo.reduce_window"(%[[DIVIDE]], %{{.*}}) <{window_dimensions = dense<[1, 1, 1, 5]> : tensor<4xi64>, window_strides = dense<1> : tensor<4xi64>, padding = dense<[[0, 0], [0, 0], [0, 0], [2, 2]]> : tensor<4x2xi64>}>
// CHECK:         mhlo.power %{{.*}}, %{{.*}}
// CHECK:         mhlo.add %{{.*}}, %{{.*}}
func.func @lrn_grad(%dy: tensor<?x4x4x?xf32>, %x: tensor<?x4x4x?xf32>, %y: tensor<?x4x4x?xf32>) -> tensor<*xf32> {
  %r = "tf.LRNGrad"(%dy, %x, %y) <{depth_radius = 2 : i64}> : (tensor<?x4x4x?xf32>, tensor<?x4x4x?xf32>, tensor<?x4x4x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

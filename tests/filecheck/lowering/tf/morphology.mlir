// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @dilation2d(
// CHECK:         mhlo.dynamic_broadcast_in_dim
// CHECK:         mhlo.multiply
// CHECK:         mhlo.dynamic_gather
// CHECK:         mhlo.compare
// CHECK:         mhlo.select
// CHECK:         mhlo.reduce
func.func @dilation2d(%x: tensor<?x?x?x?xf32>, %k: tensor<3x3x?xf32>) -> tensor<*xf32> {
  %r = "tf.Dilation2D"(%x, %k) <{strides = [1, 1, 1, 1], rates = [1, 1, 1, 1], padding = "SAME"}> : (tensor<?x?x?x?xf32>, tensor<3x3x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @lrngrad(%a0: tensor<?x4x4x?xf32>, %a1: tensor<?x4x4x?xf32>, %a2: tensor<?x4x4x?xf32>) {
  %0 = "tf.LRNGrad"(%a0, %a1, %a2) <{depth_radius = 2 : i64}> : (tensor<?x4x4x?xf32>, tensor<?x4x4x?xf32>, tensor<?x4x4x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @lrngrad(
// CHECK: "tf.LRNGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{depth_radius = 2 : i64}> : (tensor<?x4x4x?xf32>, tensor<?x4x4x?xf32>, tensor<?x4x4x?xf32>) -> tensor<*xf32>

func.func @lrn(%a0: tensor<?x4x4x?xf32>) {
  %0 = "tf.LRN"(%a0) <{depth_radius = 2 : i64, bias = 1.000000e+00 : f32, alpha = 5.000000e-01 : f32, beta = 7.500000e-01 : f32}> : (tensor<?x4x4x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @lrn(
// CHECK: "tf.LRN"(%{{[a-z0-9]+}}) <{depth_radius = 2 : i64, bias = 1.000000e+00 : f32, alpha = 5.000000e-01 : f32, beta = 7.500000e-01 : f32}> : (tensor<?x4x4x?xf32>) -> tensor<*xf32>

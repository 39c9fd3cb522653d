// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @dilation2d(%a0: tensor<?x?x?x?xf32>, %a1: tensor<3x3x?xf32>) {
  %0 = "tf.Dilation2D"(%a0, %a1) <{strides = [1, 1, 1, 1], rates = [1, 1, 1, 1], padding = "SAME"}> : (tensor<?x?x?x?xf32>, tensor<3x3x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @dilation2d(
// CHECK: "tf.Dilation2D"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64], rates = [1 : i64, 1 : i64, 1 : i64, 1 : i64], padding = "SAME"}> : (tensor<?x?x?x?xf32>, tensor<3x3x?xf32>) -> tensor<*xf32>

func.func @dilation2d_backprop_input(%a0: tensor<?x?x?x?xf32>, %a1: tensor<3x3x?xf32>, %a2: tensor<?x?x?x?xf32>) {
  %0 = "tf.Dilation2DBackpropInput"(%a0, %a1, %a2) <{strides = [1, 1, 1, 1], rates = [1, 1, 1, 1], padding = "SAME"}> : (tensor<?x?x?x?xf32>, tensor<3x3x?xf32>, tensor<?x?x?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @dilation2d_backprop_input(
// CHECK: "tf.Dilation2DBackpropInput"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64], rates = [1 : i64, 1 : i64, 1 : i64, 1 : i64], padding = "SAME"}> : (tensor<?x?x?x?xf32>, tensor<3x3x?xf32>, tensor<?x?x?x?xf32>) -> tensor<*xf32>

func.func @dilation2d_backprop_filter(%a0: tensor<?x?x?x?xf32>, %a1: tensor<3x3x?xf32>, %a2: tensor<?x?x?x?xf32>) {
  %0 = "tf.Dilation2DBackpropFilter"(%a0, %a1, %a2) <{strides = [1, 1, 1, 1], rates = [1, 1, 1, 1], padding = "SAME"}> : (tensor<?x?x?x?xf32>, tensor<3x3x?xf32>, tensor<?x?x?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @dilation2d_backprop_filter(
// CHECK: "tf.Dilation2DBackpropFilter"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64], rates = [1 : i64, 1 : i64, 1 : i64, 1 : i64], padding = "SAME"}> : (tensor<?x?x?x?xf32>, tensor<3x3x?xf32>, tensor<?x?x?x?xf32>) -> tensor<*xf32>

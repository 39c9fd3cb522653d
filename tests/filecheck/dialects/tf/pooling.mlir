// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @max_pool(%a0: tensor<?x9x?x3xf32>) {
  %r = "tf.MaxPool"(%a0) <{data_format = "NHWC", explicit_paddings = [], ksize = [1 : i64, 2 : i64, 2 : i64, 1 : i64], padding = "VALID", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<?x9x?x3xf32>) -> tensor<?x4x?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @max_pool(
// CHECK: "tf.MaxPool"(%{{[a-z0-9]+}}) <{data_format = "NHWC", explicit_paddings = [], ksize = [1 : i64, 2 : i64, 2 : i64, 1 : i64], padding = "VALID", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<?x9x?x3xf32>) -> tensor<?x4x?x3xf32>

func.func @avg_pool(%a0: tensor<?x9x9x3xf32>) {
  %r = "tf.AvgPool"(%a0) <{data_format = "NHWC", ksize = [1 : i64, 2 : i64, 2 : i64, 1 : i64], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<?x9x9x3xf32>) -> tensor<?x5x5x3xf32>
  func.return
}
// CHECK-LABEL: func.func @avg_pool(
// CHECK: "tf.AvgPool"(%{{[a-z0-9]+}}) <{data_format = "NHWC", ksize = [1 : i64, 2 : i64, 2 : i64, 1 : i64], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<?x9x9x3xf32>) -> tensor<?x5x5x3xf32>

func.func @max_pool3_d(%a0: tensor<?x4x4x4x3xf32>) {
  %r = "tf.MaxPool3D"(%a0) <{data_format = "NDHWC", ksize = [1 : i64, 1 : i64, 1 : i64, 1 : i64, 1 : i64], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<?x4x4x4x3xf32>) -> tensor<?x4x4x4x3xf32>
  func.return
}
// CHECK-LABEL: func.func @max_pool3_d(
// CHECK: "tf.MaxPool3D"(%{{[a-z0-9]+}}) <{data_format = "NDHWC", ksize = [1 : i64, 1 : i64, 1 : i64, 1 : i64, 1 : i64], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<?x4x4x4x3xf32>) -> tensor<?x4x4x4x3xf32>

func.func @avg_pool3_d(%a0: tensor<?x4x4x4x3xf32>) {
  %r = "tf.AvgPool3D"(%a0) <{data_format = "NDHWC", ksize = [1 : i64, 1 : i64, 1 : i64, 1 : i64, 1 : i64], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<?x4x4x4x3xf32>) -> tensor<?x4x4x4x3xf32>
  func.return
}
// CHECK-LABEL: func.func @avg_pool3_d(
// CHECK: "tf.AvgPool3D"(%{{[a-z0-9]+}}) <{data_format = "NDHWC", ksize = [1 : i64, 1 : i64, 1 : i64, 1 : i64, 1 : i64], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<?x4x4x4x3xf32>) -> tensor<?x4x4x4x3xf32>

func.func @avg_pool3_dgrad(%a0: tensor<5xi32>, %a1: tensor<?x2x4x4x3xf32>) {
  %0 = "tf.AvgPool3DGrad"(%a0, %a1) <{data_format = "NDHWC", ksize = [1 : i64, 2 : i64, 1 : i64, 1 : i64, 1 : i64], padding = "VALID", strides = [1 : i64, 2 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<5xi32>, tensor<?x2x4x4x3xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @avg_pool3_dgrad(
// CHECK: "tf.AvgPool3DGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{data_format = "NDHWC", ksize = [1 : i64, 2 : i64, 1 : i64, 1 : i64, 1 : i64], padding = "VALID", strides = [1 : i64, 2 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<5xi32>, tensor<?x2x4x4x3xf32>) -> tensor<*xf32>

func.func @avg_pool_grad(%a0: tensor<4xi32>, %a1: tensor<?x5x?x3xf32>) {
  %0 = "tf.AvgPoolGrad"(%a0, %a1) <{data_format = "NHWC", ksize = [1 : i64, 2 : i64, 2 : i64, 1 : i64], padding = "VALID", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<4xi32>, tensor<?x5x?x3xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @avg_pool_grad(
// CHECK: "tf.AvgPoolGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{data_format = "NHWC", ksize = [1 : i64, 2 : i64, 2 : i64, 1 : i64], padding = "VALID", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<4xi32>, tensor<?x5x?x3xf32>) -> tensor<*xf32>

func.func @max_pool3_dgrad(%a0: tensor<?x4x4x4x3xf32>, %a1: tensor<?x2x4x4x3xf32>, %a2: tensor<?x2x4x4x3xf32>) {
  %0 = "tf.MaxPool3DGrad"(%a0, %a1, %a2) <{data_format = "NDHWC", ksize = [1 : i64, 2 : i64, 1 : i64, 1 : i64, 1 : i64], padding = "VALID", strides = [1 : i64, 2 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<?x4x4x4x3xf32>, tensor<?x2x4x4x3xf32>, tensor<?x2x4x4x3xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @max_pool3_dgrad(
// CHECK: "tf.MaxPool3DGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{data_format = "NDHWC", ksize = [1 : i64, 2 : i64, 1 : i64, 1 : i64, 1 : i64], padding = "VALID", strides = [1 : i64, 2 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<?x4x4x4x3xf32>, tensor<?x2x4x4x3xf32>, tensor<?x2x4x4x3xf32>) -> tensor<*xf32>

func.func @max_pool_grad(%a0: tensor<?x9x?x3xf32>, %a1: tensor<?x5x?x3xf32>, %a2: tensor<?x5x?x3xf32>) {
  %0 = "tf.MaxPoolGrad"(%a0, %a1, %a2) <{data_format = "NHWC", ksize = [1 : i64, 2 : i64, 2 : i64, 1 : i64], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64], explicit_paddings = []}> : (tensor<?x9x?x3xf32>, tensor<?x5x?x3xf32>, tensor<?x5x?x3xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @max_pool_grad(
// CHECK: "tf.MaxPoolGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{data_format = "NHWC", ksize = [1 : i64, 2 : i64, 2 : i64, 1 : i64], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64], explicit_paddings = []}> : (tensor<?x9x?x3xf32>, tensor<?x5x?x3xf32>, tensor<?x5x?x3xf32>) -> tensor<*xf32>

func.func @max_pool_with_argmax(%a0: tensor<?x?x?x?xf32>) {
  %0:2 = "tf.MaxPoolWithArgmax"(%a0) <{ksize = [1, 2, 2, 1], strides = [1, 2, 2, 1], padding = "SAME"}> : (tensor<?x?x?x?xf32>) -> (tensor<*xf32>, tensor<*xi64>)
  func.return
}
// CHECK-LABEL: func.func @max_pool_with_argmax(
// CHECK: "tf.MaxPoolWithArgmax"(%{{[a-z0-9]+}}) <{ksize = [1 : i64, 2 : i64, 2 : i64, 1 : i64], strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64], padding = "SAME"}> : (tensor<?x?x?x?xf32>) -> (tensor<*xf32>, tensor<*xi64>)

func.func @max_pool_grad_with_argmax(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x?x?x?xf32>, %a2: tensor<?x?x?x?xi64>) {
  %0 = "tf.MaxPoolGradWithArgmax"(%a0, %a1, %a2) <{ksize = [1, 2, 2, 1], strides = [1, 2, 2, 1], padding = "SAME"}> : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x?x?x?xi64>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @max_pool_grad_with_argmax(
// CHECK: "tf.MaxPoolGradWithArgmax"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{ksize = [1 : i64, 2 : i64, 2 : i64, 1 : i64], strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64], padding = "SAME"}> : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x?x?x?xi64>) -> tensor<*xf32>

func.func @max_pool_grad_grad(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x?x?x?xf32>, %a2: tensor<?x?x?x?xf32>) {
  %0 = "tf.MaxPoolGradGrad"(%a0, %a1, %a2) <{padding = "SAME", strides = [1, 1, 2, 1], ksize = [1, 2, 3, 1], data_format = "NHWC"}> : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @max_pool_grad_grad(
// CHECK: "tf.MaxPoolGradGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{padding = "SAME", strides = [1 : i64, 1 : i64, 2 : i64, 1 : i64], ksize = [1 : i64, 2 : i64, 3 : i64, 1 : i64], data_format = "NHWC"}> : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) -> tensor<*xf32>

func.func @max_pool_v2(%a0: tensor<?x?x?x?xf32>, %a1: tensor<4xi32>, %a2: tensor<4xi32>) {
  %0 = "tf.MaxPoolV2"(%a0, %a1, %a2) <{padding = "SAME", data_format = "NHWC"}> : (tensor<?x?x?x?xf32>, tensor<4xi32>, tensor<4xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @max_pool_v2(
// CHECK: "tf.MaxPoolV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{padding = "SAME", data_format = "NHWC"}> : (tensor<?x?x?x?xf32>, tensor<4xi32>, tensor<4xi32>) -> tensor<*xf32>

// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// Convolutions and poolings; windows that do not fit are dropped or padded.

func.func @conv2_d(%a0: tensor<?x9x?x3xf32>, %a1: tensor<3x3x3x8xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<?x9x?x3xf32>, tensor<3x3x3x8xf32>) -> tensor<?x5x?x8xf32>
  func.return
}
// CHECK-LABEL: func.func @conv2_d(
// CHECK: "tf.Conv2D"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<?x9x?x3xf32>, tensor<3x3x3x8xf32>) -> tensor<?x5x?x8xf32>

func.func @conv2d_valid(%a0: tensor<?x9x9x3xf32>, %a1: tensor<3x3x3x8xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "VALID", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<?x9x9x3xf32>, tensor<3x3x3x8xf32>) -> tensor<?x4x4x8xf32>
  func.return
}
// CHECK-LABEL: func.func @conv2d_valid(
// CHECK: "tf.Conv2D"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "VALID", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<?x9x9x3xf32>, tensor<3x3x3x8xf32>) -> tensor<?x4x4x8xf32>

func.func @conv2d_in_groups(%a0: tensor<1x4x8x8xf32>, %a1: tensor<3x3x2x6xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NCHW", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 2 : i64, 2 : i64]}> : (tensor<1x4x8x8xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x4x4xf32>
  func.return
}
// CHECK-LABEL: func.func @conv2d_in_groups(
// CHECK: "tf.Conv2D"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{data_format = "NCHW", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 2 : i64, 2 : i64]}> : (tensor<1x4x8x8xf32>, tensor<3x3x2x6xf32>) -> tensor<1x6x4x4xf32>

func.func @conv2d_explicit(%a0: tensor<1x8x8x2xf32>, %a1: tensor<3x3x2x6xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [0 : i64, 0 : i64, 1 : i64, 1 : i64, 2 : i64, 2 : i64, 0 : i64, 0 : i64], padding = "EXPLICIT", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x8x10x6xf32>
  func.return
}
// CHECK-LABEL: func.func @conv2d_explicit(
// CHECK: "tf.Conv2D"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [0 : i64, 0 : i64, 1 : i64, 1 : i64, 2 : i64, 2 : i64, 0 : i64, 0 : i64], padding = "EXPLICIT", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x8x10x6xf32>

func.func @conv2d_dilated(%a0: tensor<1x9x9x2xf32>, %a1: tensor<3x3x2x6xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 2 : i64, 2 : i64, 1 : i64], explicit_paddings = [], padding = "VALID", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x9x9x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x5x5x6xf32>
  func.return
}
// CHECK-LABEL: func.func @conv2d_dilated(
// CHECK: "tf.Conv2D"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{data_format = "NHWC", dilations = [1 : i64, 2 : i64, 2 : i64, 1 : i64], explicit_paddings = [], padding = "VALID", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x9x9x2xf32>, tensor<3x3x2x6xf32>) -> tensor<1x5x5x6xf32>

func.func @conv3_d(%a0: tensor<?x8x8x8x3xf32>, %a1: tensor<2x2x2x3x4xf32>) {
  %r = "tf.Conv3D"(%a0, %a1) <{data_format = "NDHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64, 1 : i64], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<?x8x8x8x3xf32>, tensor<2x2x2x3x4xf32>) -> tensor<?x8x8x8x4xf32>
  func.return
}
// CHECK-LABEL: func.func @conv3_d(
// CHECK: "tf.Conv3D"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{data_format = "NDHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64, 1 : i64], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<?x8x8x8x3xf32>, tensor<2x2x2x3x4xf32>) -> tensor<?x8x8x8x4xf32>

func.func @depthwise_conv2d_native(%a0: tensor<?x9x9x3xf32>, %a1: tensor<3x3x3x2xf32>) {
  %r = "tf.DepthwiseConv2dNative"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "VALID", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<?x9x9x3xf32>, tensor<3x3x3x2xf32>) -> tensor<?x7x7x6xf32>
  func.return
}
// CHECK-LABEL: func.func @depthwise_conv2d_native(
// CHECK: "tf.DepthwiseConv2dNative"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "VALID", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<?x9x9x3xf32>, tensor<3x3x3x2xf32>) -> tensor<?x7x7x6xf32>

func.func @conv2_dbackprop_input(%a1: tensor<3x3x3x5xf32>, %a2: tensor<2x4x4x5xf32>) {
  %c0 = "tf.Const"() <{value = dense<[2, 8, 8, 3]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %r = "tf.Conv2DBackpropInput"(%c0, %a1, %a2) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<4xi32>, tensor<3x3x3x5xf32>, tensor<2x4x4x5xf32>) -> tensor<2x8x8x3xf32>
  func.return
}
// CHECK-LABEL: func.func @conv2_dbackprop_input(
// CHECK: "tf.Conv2DBackpropInput"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<4xi32>, tensor<3x3x3x5xf32>, tensor<2x4x4x5xf32>) -> tensor<2x8x8x3xf32>

func.func @conv2_dbackprop_filter(%a0: tensor<2x8x8x3xf32>, %a2: tensor<2x4x4x5xf32>) {
  %c1 = "tf.Const"() <{value = dense<[3, 3, 3, 5]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %r = "tf.Conv2DBackpropFilter"(%a0, %c1, %a2) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<2x8x8x3xf32>, tensor<4xi32>, tensor<2x4x4x5xf32>) -> tensor<3x3x3x5xf32>
  func.return
}
// CHECK-LABEL: func.func @conv2_dbackprop_filter(
// CHECK: "tf.Conv2DBackpropFilter"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<2x8x8x3xf32>, tensor<4xi32>, tensor<2x4x4x5xf32>) -> tensor<3x3x3x5xf32>

func.func @conv3d_backprop_input(%a0: tensor<5xi32>, %a1: tensor<2x2x2x3x4xf32>, %a2: tensor<?x?x?x?x4xf32>) {
  %0 = "tf.Conv3DBackpropInputV2"(%a0, %a1, %a2) <{strides = [1, 2, 2, 2, 1], padding = "SAME"}> : (tensor<5xi32>, tensor<2x2x2x3x4xf32>, tensor<?x?x?x?x4xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @conv3d_backprop_input(
// CHECK: "tf.Conv3DBackpropInputV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{strides = [1 : i64, 2 : i64, 2 : i64, 2 : i64, 1 : i64], padding = "SAME"}> : (tensor<5xi32>, tensor<2x2x2x3x4xf32>, tensor<?x?x?x?x4xf32>) -> tensor<*xf32>

func.func @conv3d_backprop_filter(%a0: tensor<?x4x4x4x3xf32>, %a1: tensor<5xi32>, %a2: tensor<?x3x3x3x5xf32>) {
  %0 = "tf.Conv3DBackpropFilterV2"(%a0, %a1, %a2) <{strides = [1, 1, 1, 1, 1], padding = "VALID"}> : (tensor<?x4x4x4x3xf32>, tensor<5xi32>, tensor<?x3x3x3x5xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @conv3d_backprop_filter(
// CHECK: "tf.Conv3DBackpropFilterV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64, 1 : i64], padding = "VALID"}> : (tensor<?x4x4x4x3xf32>, tensor<5xi32>, tensor<?x3x3x3x5xf32>) -> tensor<*xf32>

func.func @depthwise_backprop_input(%a0: tensor<4xi32>, %a1: tensor<2x2x3x2xf32>, %a2: tensor<?x?x?x6xf32>) {
  %0 = "tf.DepthwiseConv2dNativeBackpropInput"(%a0, %a1, %a2) <{strides = [1, 1, 1, 1], padding = "SAME"}> : (tensor<4xi32>, tensor<2x2x3x2xf32>, tensor<?x?x?x6xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @depthwise_backprop_input(
// CHECK: "tf.DepthwiseConv2dNativeBackpropInput"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64], padding = "SAME"}> : (tensor<4xi32>, tensor<2x2x3x2xf32>, tensor<?x?x?x6xf32>) -> tensor<*xf32>

func.func @depthwise_backprop_filter(%a0: tensor<?x4x4x?xf32>, %a1: tensor<4xi32>, %a2: tensor<?x4x4x?xf32>) {
  %0 = "tf.DepthwiseConv2dNativeBackpropFilter"(%a0, %a1, %a2) <{strides = [1, 1, 1, 1], padding = "SAME"}> : (tensor<?x4x4x?xf32>, tensor<4xi32>, tensor<?x4x4x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @depthwise_backprop_filter(
// CHECK: "tf.DepthwiseConv2dNativeBackpropFilter"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64], padding = "SAME"}> : (tensor<?x4x4x?xf32>, tensor<4xi32>, tensor<?x4x4x?xf32>) -> tensor<*xf32>

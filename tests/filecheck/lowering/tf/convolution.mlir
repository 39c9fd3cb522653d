// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @conv2d(
// CHECK:         %[[CONVOLUTION:.*]] = mhlo.convolution(%x, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = {{\[\[}}0, 0], [0, 0]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : {{.*}} -> tensor<?x?x4x8xf32, [@S0, @S2, 4, 8]>
// CHECK-NEXT:    func.return %[[CONVOLUTION]]
func.func @conv2d(%x: tensor<?x?x9x3xf32>, %kernel: tensor<3x3x3x8xf32>) -> tensor<*xf32> {
  %r = "tf.Conv2D"(%x, %kernel) <{data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "VALID", strides = [1, 2, 2, 1]}>
      : (tensor<?x?x9x3xf32>, tensor<3x3x3x8xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The sizes are those of the operand: "SAME" padding follows the sizes.
// CHECK-LABEL: func.func @conv3d(
// CHECK:         %[[CONVOLUTION:.*]] = mhlo.convolution(%x, %kernel) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = {{\[\[}}1, 1], [1, 1], [1, 1]], rhs_dilate = [1, 1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : {{.*}} -> tensor<?x?x8x8x4xf32, [@S0, @S1, 8, 8, 4]>
// CHECK-NEXT:    func.return %[[CONVOLUTION]]
func.func @conv3d(%x: tensor<?x?x8x8x3xf32>, %kernel: tensor<3x3x3x3x4xf32>) -> tensor<*xf32> {
  %r = "tf.Conv3D"(%x, %kernel) <{data_format = "NDHWC", dilations = [1, 1, 1, 1, 1], padding = "SAME", strides = [1, 1, 1, 1, 1]}>
      : (tensor<?x?x8x8x3xf32>, tensor<3x3x3x3x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Each channel has its own filters: 3 channels with 2 each make 6.
// CHECK-LABEL: func.func @depthwise_conv2d_native(
// CHECK:         %[[R:.*]] = mhlo.reshape %kernel : {{.*}} -> tensor<3x3x1x6xf32>
// CHECK-NEXT:    %[[CONVOLUTION:.*]] = mhlo.convolution(%x, %[[R]]) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = {{\[\[}}0, 0], [0, 0]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : {{.*}} -> tensor<?x7x7x6xf32, [@S0, 7, 7, 6]>
// CHECK-NEXT:    func.return %[[CONVOLUTION]]
func.func @depthwise_conv2d_native(%x: tensor<?x9x9x3xf32>, %kernel: tensor<3x3x3x2xf32>) -> tensor<*xf32> {
  %r = "tf.DepthwiseConv2dNative"(%x, %kernel) <{data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "VALID", strides = [1, 1, 1, 1]}>
      : (tensor<?x9x9x3xf32>, tensor<3x3x3x2xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The gradient has the sizes that the first operand lists.
// CHECK-LABEL: func.func @conv2d_backprop_input(
// CHECK:         %[[CONVOLUTION:.*]] = mhlo.convolution(%dy_1, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = {{\[\[}}2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : {{.*}} -> tensor<?x8x8x3xf32, [@S0, 8, 8, 3]>
// CHECK-NEXT:    func.return %[[CONVOLUTION]]
func.func @conv2d_backprop_input(%x: tensor<?x8x8x3xf32>, %kernel: tensor<3x3x3x5xf32>, %dy: tensor<?x4x4x5xf32>) -> tensor<*xf32> {
  %s = "tf.Shape"(%x) : (tensor<?x8x8x3xf32>) -> tensor<4xi32>
  %r = "tf.Conv2DBackpropInput"(%s, %kernel, %dy) <{data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 2, 2, 1]}>
      : (tensor<4xi32>, tensor<3x3x3x5xf32>, tensor<?x4x4x5xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @conv2d_backprop_filter(
// CHECK:         %[[CONVOLUTION:.*]] = mhlo.convolution(%x, %dy_1) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = {{\[\[}}0, 1], [0, 1]], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : {{.*}} -> tensor<3x3x3x5xf32>
// CHECK-NEXT:    func.return %[[CONVOLUTION]]
func.func @conv2d_backprop_filter(%x: tensor<?x8x8x3xf32>, %dy: tensor<?x4x4x5xf32>) -> tensor<*xf32> {
  %sizes = "tf.Const"() <{value = dense<[3, 3, 3, 5]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %r = "tf.Conv2DBackpropFilter"(%x, %sizes, %dy) <{data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 2, 2, 1]}>
      : (tensor<?x8x8x3xf32>, tensor<4xi32>, tensor<?x4x4x5xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @conv3d_backprop_input(
// CHECK:         mhlo.dynamic_conv
func.func @conv3d_backprop_input(%sizes: tensor<5xi32>, %k: tensor<2x2x2x3x4xf32>, %dy: tensor<?x?x?x?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Conv3DBackpropInputV2"(%sizes, %k, %dy) <{strides = [1, 2, 2, 2, 1], padding = "SAME"}> : (tensor<5xi32>, tensor<2x2x2x3x4xf32>, tensor<?x?x?x?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @conv3d_backprop_filter(
// CHECK:         mhlo.convolution
func.func @conv3d_backprop_filter(%x: tensor<?x4x4x4x3xf32>, %dy: tensor<?x3x3x3x5xf32>) -> tensor<*xf32> {
  %sizes = "tf.Const"() <{value = dense<[2, 2, 2, 3, 5]> : tensor<5xi32>}> : () -> tensor<5xi32>
  %r = "tf.Conv3DBackpropFilterV2"(%x, %sizes, %dy) <{strides = [1, 1, 1, 1, 1], padding = "VALID"}> : (tensor<?x4x4x4x3xf32>, tensor<5xi32>, tensor<?x3x3x3x5xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @depthwise_backprop_input(
// CHECK:         mhlo.convolution
func.func @depthwise_backprop_input(%sizes: tensor<4xi32>, %k: tensor<2x2x3x2xf32>, %dy: tensor<?x?x?x6xf32>) -> tensor<*xf32> {
  %r = "tf.DepthwiseConv2dNativeBackpropInput"(%sizes, %k, %dy) <{strides = [1, 1, 1, 1], padding = "SAME"}> : (tensor<4xi32>, tensor<2x2x3x2xf32>, tensor<?x?x?x6xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @depthwise_backprop_filter(
// CHECK:         mhlo.dynamic_conv
// CHECK:         mhlo.compare
// CHECK:         mhlo.dynamic_broadcast_in_dim
// CHECK:         mhlo.select
// CHECK:         mhlo.reduce
func.func @depthwise_backprop_filter(%x: tensor<?x4x4x?xf32>, %sizes: tensor<4xi32>, %dy: tensor<?x4x4x?xf32>) -> tensor<*xf32> {
  %r = "tf.DepthwiseConv2dNativeBackpropFilter"(%x, %sizes, %dy) <{strides = [1, 1, 1, 1], padding = "SAME"}> : (tensor<?x4x4x?xf32>, tensor<4xi32>, tensor<?x4x4x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

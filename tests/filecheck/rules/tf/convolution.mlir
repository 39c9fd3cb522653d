// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       %[[S1:.*]] = sdim.size @S1
// CHECK:       %[[C1:.*]] = arith.constant 1 : index
// CHECK:       %[[ADD:.*]] = arith.addi %[[S1]], %[[C1]] : index
// CHECK:       %[[C2:.*]] = arith.constant 2 : index
// CHECK:       %[[DIV:.*]] = arith.floordivsi %[[ADD]], %[[C2]] : index
// CHECK:       %[[SUB:.*]] = arith.subi %[[DIV]], %[[C1]] : index
// CHECK:       %[[C0:.*]] = arith.constant 0 : index
// CHECK:       %[[MAX:.*]] = arith.maxsi %[[SUB]], %[[C0]] : index
// CHECK:       sdim.equal @S2, %[[MAX]]
// CHECK:       func.func @conv2d(%x: tensor<?x?x9x3xf32, [@S0, @S1, 9, 3]>, %kernel: tensor<3x3x3x8xf32>) -> tensor<?x?x4x8xf32, [@S0, @S2, 4, 8]>
func.func @conv2d(%x: tensor<?x?x9x3xf32>, %kernel: tensor<3x3x3x8xf32>) -> tensor<*xf32> {
  %r = "tf.Conv2D"(%x, %kernel) <{data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "VALID", strides = [1, 2, 2, 1]}>
      : (tensor<?x?x9x3xf32>, tensor<3x3x3x8xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The sizes are those of the operand: "SAME" padding follows the sizes.
// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @conv3d(%x: tensor<?x?x8x8x3xf32, [@S0, @S1, 8, 8, 3]>, %kernel: tensor<3x3x3x3x4xf32>) -> tensor<?x?x8x8x4xf32, [@S0, @S1, 8, 8, 4]>
func.func @conv3d(%x: tensor<?x?x8x8x3xf32>, %kernel: tensor<3x3x3x3x4xf32>) -> tensor<*xf32> {
  %r = "tf.Conv3D"(%x, %kernel) <{data_format = "NDHWC", dilations = [1, 1, 1, 1, 1], padding = "SAME", strides = [1, 1, 1, 1, 1]}>
      : (tensor<?x?x8x8x3xf32>, tensor<3x3x3x3x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Each channel has its own filters: 3 channels with 2 each make 6.
// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @depthwise_conv2d_native(%x: tensor<?x9x9x3xf32, [@S0, 9, 9, 3]>, %kernel: tensor<3x3x3x2xf32>) -> tensor<?x7x7x6xf32, [@S0, 7, 7, 6]>
func.func @depthwise_conv2d_native(%x: tensor<?x9x9x3xf32>, %kernel: tensor<3x3x3x2xf32>) -> tensor<*xf32> {
  %r = "tf.DepthwiseConv2dNative"(%x, %kernel) <{data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "VALID", strides = [1, 1, 1, 1]}>
      : (tensor<?x9x9x3xf32>, tensor<3x3x3x2xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The gradient has the sizes that the first operand lists.
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.Conv2DBackpropInput at {{.*}}: batch of input_sizes and out_backprop: sizes S0 and S1 must agree"}
// CHECK:       func.func @conv2d_backprop_input(%x: tensor<?x8x8x3xf32, [@S0, 8, 8, 3]>, %kernel: tensor<3x3x3x5xf32>, %dy: tensor<?x4x4x5xf32, [@S1, 4, 4, 5]>) -> tensor<?x8x8x3xf32, [@S0, 8, 8, 3]>
func.func @conv2d_backprop_input(%x: tensor<?x8x8x3xf32>, %kernel: tensor<3x3x3x5xf32>, %dy: tensor<?x4x4x5xf32>) -> tensor<*xf32> {
  %s = "tf.Shape"(%x) : (tensor<?x8x8x3xf32>) -> tensor<4xi32>
  %r = "tf.Conv2DBackpropInput"(%s, %kernel, %dy) <{data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 2, 2, 1]}>
      : (tensor<4xi32>, tensor<3x3x3x5xf32>, tensor<?x4x4x5xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.Conv2DBackpropFilter at {{.*}}: batch of input and out_backprop: sizes S0 and S1 must agree"}
// CHECK:       func.func @conv2d_backprop_filter(%x: tensor<?x8x8x3xf32, [@S0, 8, 8, 3]>, %dy: tensor<?x4x4x5xf32, [@S1, 4, 4, 5]>) -> tensor<3x3x3x5xf32>
func.func @conv2d_backprop_filter(%x: tensor<?x8x8x3xf32>, %dy: tensor<?x4x4x5xf32>) -> tensor<*xf32> {
  %sizes = "tf.Const"() <{value = dense<[3, 3, 3, 5]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %r = "tf.Conv2DBackpropFilter"(%x, %sizes, %dy) <{data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 2, 2, 1]}>
      : (tensor<?x8x8x3xf32>, tensor<4xi32>, tensor<?x4x4x5xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

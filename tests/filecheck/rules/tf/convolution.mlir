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

// -----

// CHECK:       func.func @conv3d_backprop_input(%sizes: tensor<5xi32>, %k: tensor<2x2x2x3x4xf32>, %dy: tensor<?x?x?x?x4xf32, [@S0, @S1, @S2, @S3, 4]>) -> tensor<?x?x?x?x3xf32, [@S0, @S6, @S8, @S10, 3]>
// CHECK:       sdim.range assert {{.*}} {why = "tf.Conv3DBackpropInputV2 at {{.*}}: element 0 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.Conv3DBackpropInputV2 at {{.*}}: element 1 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.Conv3DBackpropInputV2 at {{.*}}: element 2 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.Conv3DBackpropInputV2 at {{.*}}: element 3 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.Conv3DBackpropInputV2 at {{.*}}: element 4 must be at least 0"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.Conv3DBackpropInputV2 at {{.*}}: batch of input_sizes and out_backprop: sizes S4 and S0 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.Conv3DBackpropInputV2 at {{.*}}: channels of image and filter: sizes S12 and 3 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.Conv3DBackpropInputV2 at {{.*}}: dimension 1 of out_backprop: sizes S1 and (S6 + 1)//2 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.Conv3DBackpropInputV2 at {{.*}}: dimension 2 of out_backprop: sizes S2 and (S8 + 1)//2 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.Conv3DBackpropInputV2 at {{.*}}: dimension 3 of out_backprop: sizes S3 and (S10 + 1)//2 must agree"}
func.func @conv3d_backprop_input(%sizes: tensor<5xi32>, %k: tensor<2x2x2x3x4xf32>, %dy: tensor<?x?x?x?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Conv3DBackpropInputV2"(%sizes, %k, %dy) <{strides = [1, 2, 2, 2, 1], padding = "SAME"}> : (tensor<5xi32>, tensor<2x2x2x3x4xf32>, tensor<?x?x?x?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.Conv3DBackpropFilterV2 at {{.*}}: batch of input and out_backprop: sizes S0 and S1 must agree"}
// CHECK:       func.func @conv3d_backprop_filter(%x: tensor<?x4x4x4x3xf32, [@S0, 4, 4, 4, 3]>, %dy: tensor<?x3x3x3x5xf32, [@S1, 3, 3, 3, 5]>) -> tensor<2x2x2x3x5xf32>
func.func @conv3d_backprop_filter(%x: tensor<?x4x4x4x3xf32>, %dy: tensor<?x3x3x3x5xf32>) -> tensor<*xf32> {
  %sizes = "tf.Const"() <{value = dense<[2, 2, 2, 3, 5]> : tensor<5xi32>}> : () -> tensor<5xi32>
  %r = "tf.Conv3DBackpropFilterV2"(%x, %sizes, %dy) <{strides = [1, 1, 1, 1, 1], padding = "VALID"}> : (tensor<?x4x4x4x3xf32>, tensor<5xi32>, tensor<?x3x3x3x5xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @depthwise_backprop_input(%sizes: tensor<4xi32>, %k: tensor<2x2x3x2xf32>, %dy: tensor<?x?x?x6xf32, [@S0, @S1, @S2, 6]>) -> tensor<?x?x?x3xf32, [@S0, @S1, @S2, 3]>
// CHECK:       sdim.range assert {{.*}} {why = "tf.DepthwiseConv2dNativeBackpropInput at {{.*}}: element 0 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.DepthwiseConv2dNativeBackpropInput at {{.*}}: element 1 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.DepthwiseConv2dNativeBackpropInput at {{.*}}: element 2 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.DepthwiseConv2dNativeBackpropInput at {{.*}}: element 3 must be at least 0"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.DepthwiseConv2dNativeBackpropInput at {{.*}}: batch of input_sizes and out_backprop: sizes S3 and S0 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.DepthwiseConv2dNativeBackpropInput at {{.*}}: channels of image and filter: sizes S9 and 3 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.DepthwiseConv2dNativeBackpropInput at {{.*}}: dimension 1 of out_backprop: sizes S1 and S5 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.DepthwiseConv2dNativeBackpropInput at {{.*}}: dimension 2 of out_backprop: sizes S2 and S7 must agree"}
func.func @depthwise_backprop_input(%sizes: tensor<4xi32>, %k: tensor<2x2x3x2xf32>, %dy: tensor<?x?x?x6xf32>) -> tensor<*xf32> {
  %r = "tf.DepthwiseConv2dNativeBackpropInput"(%sizes, %k, %dy) <{strides = [1, 1, 1, 1], padding = "SAME"}> : (tensor<4xi32>, tensor<2x2x3x2xf32>, tensor<?x?x?x6xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.DepthwiseConv2dNativeBackpropFilter at {{.*}}: batch of input and out_backprop: sizes S0 and S2 must agree"}
// CHECK:       func.func @depthwise_backprop_filter(%x: tensor<?x4x4x?xf32, [@S0, 4, 4, @S1]>, %sizes: tensor<4xi32>, %dy: tensor<?x4x4x?xf32, [@S2, 4, 4, @S3]>) -> tensor<?x?x?x?xf32, [@S4, @S6, @S1, @S10]>
// CHECK:       sdim.range assert {{.*}} {why = "tf.DepthwiseConv2dNativeBackpropFilter at {{.*}}: element 0 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.DepthwiseConv2dNativeBackpropFilter at {{.*}}: element 1 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.DepthwiseConv2dNativeBackpropFilter at {{.*}}: element 2 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.DepthwiseConv2dNativeBackpropFilter at {{.*}}: element 3 must be at least 0"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.DepthwiseConv2dNativeBackpropFilter at {{.*}}: channels of image and filter: sizes S1 and S8 must agree"}
// CHECK:       sdim.product_equal assert {{.*}} {why = "tf.DepthwiseConv2dNativeBackpropFilter at {{.*}}: output channels: sizes S3 and S10*S8 must agree"}
func.func @depthwise_backprop_filter(%x: tensor<?x4x4x?xf32>, %sizes: tensor<4xi32>, %dy: tensor<?x4x4x?xf32>) -> tensor<*xf32> {
  %r = "tf.DepthwiseConv2dNativeBackpropFilter"(%x, %sizes, %dy) <{strides = [1, 1, 1, 1], padding = "SAME"}> : (tensor<?x4x4x?xf32>, tensor<4xi32>, tensor<?x4x4x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s

// What inference refuses: sizes and ranks that contradict each other, with op, found and needed.

// CHECK: error: tf.Conv2D: operand 0 has rank 3, needed 4
func.func @image_rank(%a0: tensor<8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x8x8x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2D: operand 1 has rank 3, needed 4
func.func @filter_rank(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4xf32>) -> tensor<1x8x8x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2D: the result has rank 4, its type says 3
func.func @result_rank(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<8x8x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2D: 4 channels must be a multiple of 3
func.func @channels(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x3x6xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<3x3x3x6xf32>) -> tensor<1x8x8x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2D: 7 output channels must be a multiple of 2 groups
func.func @groups(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x2x7xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<3x3x2x7xf32>) -> tensor<1x8x8x7xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2D: the result has size 0, its type says 8
func.func @too_large(%a0: tensor<1x8x8x4xf32>, %a1: tensor<9x3x4x6xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "VALID", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<9x3x4x6xf32>) -> tensor<1x8x8x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2D: the result has size 6, its type says 5
func.func @result(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x8x8x5xf32>
  func.return
}

// -----

// CHECK: error: tf.DepthwiseConv2dNative: channels of image and filter: sizes 4 and 3 must agree
func.func @depthwise_channels(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x3x2xf32>) {
  %r = "tf.DepthwiseConv2dNative"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<3x3x3x2xf32>) -> tensor<1x8x8x6xf32>
  func.return
}

// -----

// CHECK: error: tf.DepthwiseConv2dNative: the result has size 8, its type says 2
func.func @depthwise_result(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x2xf32>) {
  %r = "tf.DepthwiseConv2dNative"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>) -> tensor<1x8x8x2xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2DBackpropInput: dimension 1 of out_backprop: sizes 5 and 4 must agree
func.func @gradient(%a1: tensor<3x3x4x6xf32>, %a2: tensor<1x5x4x6xf32>) {
  %c0 = "tf.Const"() <{value = dense<[1, 8, 8, 4]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %r = "tf.Conv2DBackpropInput"(%c0, %a1, %a2) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<4xi32>, tensor<3x3x4x6xf32>, tensor<1x5x4x6xf32>) -> tensor<1x8x8x4xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2DBackpropInput: the result has size 9, its type says 8
func.func @gradient_result(%a1: tensor<3x3x4x6xf32>, %a2: tensor<1x4x5x6xf32>) {
  %c0 = "tf.Const"() <{value = dense<[1, 8, 9, 4]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %r = "tf.Conv2DBackpropInput"(%c0, %a1, %a2) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<4xi32>, tensor<3x3x4x6xf32>, tensor<1x4x5x6xf32>) -> tensor<1x8x8x4xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2DBackpropFilter: dimension 1 of out_backprop: sizes 5 and 4 must agree
func.func @filter_gradient(%a0: tensor<1x8x8x4xf32>, %a2: tensor<1x5x4x6xf32>) {
  %c1 = "tf.Const"() <{value = dense<[3, 3, 4, 6]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %r = "tf.Conv2DBackpropFilter"(%a0, %c1, %a2) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<4xi32>, tensor<1x5x4x6xf32>) -> tensor<3x3x4x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2DBackpropFilter: output channels: sizes 6 and 5 must agree
func.func @filter_gradient_result(%a0: tensor<1x8x8x4xf32>, %a2: tensor<1x4x4x6xf32>) {
  %c1 = "tf.Const"() <{value = dense<[3, 3, 4, 5]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %r = "tf.Conv2DBackpropFilter"(%a0, %c1, %a2) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<4xi32>, tensor<1x4x4x6xf32>) -> tensor<3x3x4x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2DBackpropInput: input_sizes has 1 entries, needed 2 or 4
func.func @gradient_counts(%a0: tensor<1xi32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<1x4x4x6xf32>) {
  %r = "tf.Conv2DBackpropInput"(%a0, %a1, %a2) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<1xi32>, tensor<3x3x4x6xf32>, tensor<1x4x4x6xf32>) -> tensor<1x8x8x4xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2DBackpropFilter: filter_sizes has 3 entries, needed 4
func.func @filter_counts(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3xi32>, %a2: tensor<1x4x4x6xf32>) {
  %r = "tf.Conv2DBackpropFilter"(%a0, %a1, %a2) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<3xi32>, tensor<1x4x4x6xf32>) -> tensor<3x3x4x6xf32>
  func.return
}

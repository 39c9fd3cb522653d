// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.Conv2D: attribute padding is missing
func.func @no_padding(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x8x8x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2D: attribute padding is "FULL", it must be one of SAME, VALID, EXPLICIT
func.func @padding(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "FULL", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x8x8x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2D: attribute data_format is "NWHC", it must be one of NHWC, NCHW
func.func @format(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NWHC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x8x8x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2D: attribute strides has 3 numbers, needed 4
func.func @strides(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1, 1, 1]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x8x8x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2D: attribute strides is (1, 0, 1, 1), it must be all at least 1
func.func @stride(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1, 0, 1, 1]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x8x8x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2D: attribute strides has 2 for the batch, needed 1
func.func @batch_stride(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [2, 1, 1, 1]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x8x8x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2D: attribute dilations has 2 numbers, needed 4
func.func @dilations(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1, 1], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x8x8x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2D: attribute explicit_paddings has 0 numbers, needed 8
func.func @explicit_missing(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "EXPLICIT", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x8x8x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2D: attribute explicit_paddings has 8 numbers, needed 0
func.func @explicit_superfluous(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [0 : i64, 0 : i64, 1 : i64, 1 : i64, 2 : i64, 2 : i64, 0 : i64, 0 : i64], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x8x8x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2D: the image has rank 3, needed 4
func.func @image_rank(%a0: tensor<8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x8x8x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2D: the filter has rank 3, needed 4
func.func @filter_rank(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4xf32>) -> tensor<1x8x8x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2D: the result has rank 3, needed 4
func.func @result_rank(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<8x8x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2D: the image has 4 channels, needed a multiple of 3
func.func @channels(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x3x6xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<3x3x3x6xf32>) -> tensor<1x8x8x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2D: the filter has 7 output channels, needed a multiple of 2 groups
func.func @groups(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x2x7xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<3x3x2x7xf32>) -> tensor<1x8x8x7xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2D: a window that reaches 9 does not fit into dimension 1 of 8
func.func @too_large(%a0: tensor<1x8x8x4xf32>, %a1: tensor<9x3x4x6xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "VALID", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<9x3x4x6xf32>) -> tensor<1x8x8x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2D: the result has shape 1x8x8x5, needed 1x8x8x6
func.func @result(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x8x8x5xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2D: element types f32 and f64 must be equal
func.func @elements(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf64>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf64>) -> tensor<1x8x8x6xf32>
  func.return
}

// -----

// CHECK: error: tf.DepthwiseConv2dNative: the number of the image's channels is 4, needed 3
func.func @depthwise_channels(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x3x2xf32>) {
  %r = "tf.DepthwiseConv2dNative"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<3x3x3x2xf32>) -> tensor<1x8x8x6xf32>
  func.return
}

// -----

// CHECK: error: tf.DepthwiseConv2dNative: the result has shape 1x8x8x2, needed 1x8x8x8
func.func @depthwise_result(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x2xf32>) {
  %r = "tf.DepthwiseConv2dNative"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>) -> tensor<1x8x8x2xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv3D: attribute data_format is "NHWC", it must be one of NDHWC, NCDHW
func.func @volume_format(%a0: tensor<1x8x8x8x3xf32>, %a1: tensor<2x2x2x3x4xf32>) {
  %r = "tf.Conv3D"(%a0, %a1) <{data_format = "NHWC", explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x8x3xf32>, tensor<2x2x2x3x4xf32>) -> tensor<1x8x8x8x4xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2DBackpropInput: out_backprop has shape 1x5x4x6, needed 1x4x4x6
func.func @gradient(%a1: tensor<3x3x4x6xf32>, %a2: tensor<1x5x4x6xf32>) {
  %c0 = "tf.Const"() <{value = dense<[1, 8, 8, 4]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %r = "tf.Conv2DBackpropInput"(%c0, %a1, %a2) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<4xi32>, tensor<3x3x4x6xf32>, tensor<1x5x4x6xf32>) -> tensor<1x8x8x4xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2DBackpropInput: the result has shape 1x8x8x4, needed 1x8x9x4
func.func @gradient_result(%a1: tensor<3x3x4x6xf32>, %a2: tensor<1x4x5x6xf32>) {
  %c0 = "tf.Const"() <{value = dense<[1, 8, 9, 4]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %r = "tf.Conv2DBackpropInput"(%c0, %a1, %a2) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<4xi32>, tensor<3x3x4x6xf32>, tensor<1x4x5x6xf32>) -> tensor<1x8x8x4xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2DBackpropInput: input_sizes has rank 0, needed 1
func.func @gradient_sizes(%a0: tensor<i32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<1x4x4x6xf32>) {
  %r = "tf.Conv2DBackpropInput"(%a0, %a1, %a2) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<i32>, tensor<3x3x4x6xf32>, tensor<1x4x4x6xf32>) -> tensor<1x8x8x4xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2DBackpropFilter: out_backprop has shape 1x5x4x6, needed 1x4x4x6
func.func @filter_gradient(%a0: tensor<1x8x8x4xf32>, %a2: tensor<1x5x4x6xf32>) {
  %c1 = "tf.Const"() <{value = dense<[3, 3, 4, 6]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %r = "tf.Conv2DBackpropFilter"(%a0, %c1, %a2) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<4xi32>, tensor<1x5x4x6xf32>) -> tensor<3x3x4x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2DBackpropFilter: the result has shape 3x3x4x6, needed 3x3x4x5
func.func @filter_gradient_result(%a0: tensor<1x8x8x4xf32>, %a2: tensor<1x4x4x6xf32>) {
  %c1 = "tf.Const"() <{value = dense<[3, 3, 4, 5]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %r = "tf.Conv2DBackpropFilter"(%a0, %c1, %a2) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<4xi32>, tensor<1x4x4x6xf32>) -> tensor<3x3x4x6xf32>
  func.return
}

// -----

// CHECK: error: tf.MaxPool: attribute ksize is missing
func.func @no_ksize(%a0: tensor<1x8x8x4xf32>) {
  %r = "tf.MaxPool"(%a0) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  func.return
}

// -----

// CHECK: error: tf.MaxPool: attribute ksize has 2 numbers, needed 4
func.func @ksize(%a0: tensor<1x8x8x4xf32>) {
  %r = "tf.MaxPool"(%a0) <{data_format = "NHWC", explicit_paddings = [], ksize = [1, 1], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  func.return
}

// -----

// CHECK: error: tf.MaxPool: attribute ksize has 2 for the batch, needed 1
func.func @batch_ksize(%a0: tensor<1x8x8x4xf32>) {
  %r = "tf.MaxPool"(%a0) <{data_format = "NHWC", explicit_paddings = [], ksize = [2, 2, 2, 1], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  func.return
}

// -----

// CHECK: error: tf.MaxPool: the image has rank 3, needed 4
func.func @pool_rank(%a0: tensor<8x8x4xf32>) {
  %r = "tf.MaxPool"(%a0) <{data_format = "NHWC", explicit_paddings = [], ksize = [1 : i64, 2 : i64, 2 : i64, 1 : i64], padding = "VALID", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<8x8x4xf32>) -> tensor<1x8x8x4xf32>
  func.return
}

// -----

// CHECK: error: tf.MaxPool: the result has shape 1x8x8x4, needed 1x4x4x4
func.func @pool_result(%a0: tensor<1x8x8x4xf32>) {
  %r = "tf.MaxPool"(%a0) <{data_format = "NHWC", explicit_paddings = [], ksize = [1 : i64, 2 : i64, 2 : i64, 1 : i64], padding = "VALID", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  func.return
}

// -----

// CHECK: error: tf.AvgPool: a window that reaches 2 does not fit into dimension 1 of 1
func.func @pool_too_large(%a0: tensor<1x1x8x4xf32>) {
  %r = "tf.AvgPool"(%a0) <{data_format = "NHWC", explicit_paddings = [], ksize = [1 : i64, 2 : i64, 2 : i64, 1 : i64], padding = "VALID", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<1x1x8x4xf32>) -> tensor<1x0x4x4xf32>
  func.return
}

// -----

// CHECK: error: tf.AvgPool: attribute padding is "EXPLICIT", it must be one of SAME, VALID
func.func @average_padding(%a0: tensor<1x8x8x4xf32>) {
  %r = "tf.AvgPool"(%a0) <{data_format = "NHWC", explicit_paddings = [0 : i64, 0 : i64, 1 : i64, 1 : i64, 2 : i64, 2 : i64, 0 : i64, 0 : i64], ksize = [1 : i64, 2 : i64, 2 : i64, 1 : i64], padding = "EXPLICIT", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  func.return
}

// -----

// CHECK: error: tf.MaxPool: element types f32 and f64 must be equal
func.func @pool_elements(%a0: tensor<1x8x8x4xf32>) {
  %r = "tf.MaxPool"(%a0) <{data_format = "NHWC", explicit_paddings = [], ksize = [1 : i64, 2 : i64, 2 : i64, 1 : i64], padding = "VALID", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>) -> tensor<1x4x4x4xf64>
  func.return
}

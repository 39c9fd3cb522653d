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

// CHECK: error: tf.Conv2D: element types f32 and f64 must be equal
func.func @elements(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf64>) {
  %r = "tf.Conv2D"(%a0, %a1) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf64>) -> tensor<1x8x8x6xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv3D: attribute data_format is "NHWC", it must be one of NDHWC, NCDHW
func.func @volume_format(%a0: tensor<1x8x8x8x3xf32>, %a1: tensor<2x2x2x3x4xf32>) {
  %r = "tf.Conv3D"(%a0, %a1) <{data_format = "NHWC", explicit_paddings = [], padding = "SAME", strides = [1 : i64, 1 : i64, 1 : i64, 1 : i64, 1 : i64]}> : (tensor<1x8x8x8x3xf32>, tensor<2x2x2x3x4xf32>) -> tensor<1x8x8x8x4xf32>
  func.return
}

// -----

// CHECK: error: tf.Conv2DBackpropInput: input_sizes has rank 0, needed 1
func.func @gradient_sizes(%a0: tensor<i32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<1x4x4x6xf32>) {
  %r = "tf.Conv2DBackpropInput"(%a0, %a1, %a2) <{data_format = "NHWC", dilations = [1 : i64, 1 : i64, 1 : i64, 1 : i64], explicit_paddings = [], padding = "SAME", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<i32>, tensor<3x3x4x6xf32>, tensor<1x4x4x6xf32>) -> tensor<1x8x8x4xf32>
  func.return
}

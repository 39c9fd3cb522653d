// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

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

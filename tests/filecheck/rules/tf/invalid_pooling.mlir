// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s

// What inference refuses: sizes and ranks that contradict each other, with op, found and needed.

// CHECK: error: tf.MaxPool: operand 0 has rank 3, needed 4
func.func @pool_rank(%a0: tensor<8x8x4xf32>) {
  %r = "tf.MaxPool"(%a0) <{data_format = "NHWC", explicit_paddings = [], ksize = [1 : i64, 2 : i64, 2 : i64, 1 : i64], padding = "VALID", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<8x8x4xf32>) -> tensor<1x8x8x4xf32>
  func.return
}

// -----

// CHECK: error: tf.MaxPool: the result has size 4, its type says 8
func.func @pool_result(%a0: tensor<1x8x8x4xf32>) {
  %r = "tf.MaxPool"(%a0) <{data_format = "NHWC", explicit_paddings = [], ksize = [1 : i64, 2 : i64, 2 : i64, 1 : i64], padding = "VALID", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  func.return
}

// -----

// CHECK: error: tf.AvgPool: a window of 5 must fit in a size of 1
func.func @pool_too_large(%a0: tensor<1x1x8x4xf32>) {
  %r = "tf.AvgPool"(%a0) <{data_format = "NHWC", explicit_paddings = [], ksize = [1 : i64, 5 : i64, 2 : i64, 1 : i64], padding = "VALID", strides = [1 : i64, 2 : i64, 2 : i64, 1 : i64]}> : (tensor<1x1x8x4xf32>) -> tensor<1x0x4x4xf32>
  func.return
}

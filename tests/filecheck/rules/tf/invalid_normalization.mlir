// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s

// What inference refuses: sizes and ranks that contradict each other, with op, found and needed.

// CHECK: error: tf.Softmax: a scalar has no rows
func.func @rows_scalar(%a0: tensor<f32>) {
  %r = "tf.Softmax"(%a0) : (tensor<f32>) -> tensor<f32>
  func.return
}

// -----

// CHECK: error: tf.LogSoftmax: the result has size 2, its type says 3
func.func @rows_result(%a0: tensor<2xf32>) {
  %r = "tf.LogSoftmax"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.FusedBatchNormV3: operand 0 has rank 2, needed 4
func.func @norm_rank(%a0: tensor<2x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>, %a3: tensor<8xf32>, %a4: tensor<8xf32>) {
  %r:6 = "tf.FusedBatchNormV3"(%a0, %a1, %a2, %a3, %a4) <{data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false}> : (tensor<2x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<2x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<*xf32>)
  func.return
}

// -----

// CHECK: error: tf.FusedBatchNormV3: channels and scale: sizes 8 and 7 must agree
func.func @norm_scale(%a0: tensor<1x2x2x8xf32>, %a1: tensor<7xf32>, %a2: tensor<8xf32>, %a3: tensor<8xf32>, %a4: tensor<8xf32>) {
  %r:6 = "tf.FusedBatchNormV3"(%a0, %a1, %a2, %a3, %a4) <{data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false}> : (tensor<1x2x2x8xf32>, tensor<7xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<1x2x2x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<*xf32>)
  func.return
}

// -----

// CHECK: error: tf.FusedBatchNormV3: channels and mean: sizes 8 and 0 must agree
func.func @norm_mean_empty(%a0: tensor<1x2x2x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>, %a3: tensor<0xf32>, %a4: tensor<8xf32>) {
  %r:6 = "tf.FusedBatchNormV3"(%a0, %a1, %a2, %a3, %a4) <{data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false}> : (tensor<1x2x2x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<0xf32>, tensor<8xf32>) -> (tensor<1x2x2x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<*xf32>)
  func.return
}

// -----

// CHECK: error: tf.FusedBatchNormV3: operand 2 has rank 2, needed 1
func.func @norm_offset_rank(%a0: tensor<1x2x2x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8x1xf32>, %a3: tensor<8xf32>, %a4: tensor<8xf32>) {
  %r:6 = "tf.FusedBatchNormV3"(%a0, %a1, %a2, %a3, %a4) <{data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false}> : (tensor<1x2x2x8xf32>, tensor<8xf32>, tensor<8x1xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<1x2x2x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<*xf32>)
  func.return
}

// -----

// CHECK: error: tf.FusedBatchNormV3: the result has size 8, its type says 7
func.func @norm_result(%a0: tensor<1x2x2x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>, %a3: tensor<8xf32>, %a4: tensor<8xf32>) {
  %r:6 = "tf.FusedBatchNormV3"(%a0, %a1, %a2, %a3, %a4) <{data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false}> : (tensor<1x2x2x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<1x2x2x7xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<*xf32>)
  func.return
}

// -----

// CHECK: error: tf.SoftmaxCrossEntropyWithLogits: sizes 2 and 3 must be equal
func.func @labels(%a0: tensor<2x4xf32>, %a1: tensor<3x4xf32>) {
  %r:2 = "tf.SoftmaxCrossEntropyWithLogits"(%a0, %a1) : (tensor<2x4xf32>, tensor<3x4xf32>) -> (tensor<2xf32>, tensor<2x4xf32>)
  func.return
}

// -----

// CHECK: error: tf.SoftmaxCrossEntropyWithLogits: the result has size 2, its type says 4
func.func @loss(%a0: tensor<2x4xf32>, %a1: tensor<2x4xf32>) {
  %r:2 = "tf.SoftmaxCrossEntropyWithLogits"(%a0, %a1) : (tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<4xf32>, tensor<2x4xf32>)
  func.return
}

// -----

// CHECK: error: tf.SoftmaxCrossEntropyWithLogits: features and labels have rank 1, needed 2
func.func @loss_rank(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r:2 = "tf.SoftmaxCrossEntropyWithLogits"(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

// CHECK: error: tf.SparseSoftmaxCrossEntropyWithLogits: rows and labels: sizes 2 and 3 must agree
func.func @sparse_labels(%a0: tensor<2x4xf32>, %a1: tensor<3xi32>) {
  %r:2 = "tf.SparseSoftmaxCrossEntropyWithLogits"(%a0, %a1) : (tensor<2x4xf32>, tensor<3xi32>) -> (tensor<2xf32>, tensor<2x4xf32>)
  func.return
}

// -----

// CHECK: error: tf.SparseSoftmaxCrossEntropyWithLogits: operand 0 has rank 3, needed 2
func.func @sparse_features(%a0: tensor<2x4x1xf32>, %a1: tensor<2xi32>) {
  %r:2 = "tf.SparseSoftmaxCrossEntropyWithLogits"(%a0, %a1) : (tensor<2x4x1xf32>, tensor<2xi32>) -> (tensor<2xf32>, tensor<2x4xf32>)
  func.return
}

// -----

// CHECK: error: tf.SparseSoftmaxCrossEntropyWithLogits: the result has size 4, its type says 3
func.func @sparse_backprop(%a0: tensor<2x4xf32>, %a1: tensor<2xi32>) {
  %r:2 = "tf.SparseSoftmaxCrossEntropyWithLogits"(%a0, %a1) : (tensor<2x4xf32>, tensor<2xi32>) -> (tensor<2xf32>, tensor<2x3xf32>)
  func.return
}

// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.Softmax: logits have elements i32, needed floats
func.func @rows_elements(%a0: tensor<2xi32>) {
  %r = "tf.Softmax"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.Softmax: logits has rank 0, needed at least 1
func.func @rows_scalar(%a0: tensor<f32>) {
  %r = "tf.Softmax"(%a0) : (tensor<f32>) -> tensor<f32>
  func.return
}

// -----

// CHECK: error: tf.LogSoftmax: the result has shape 3, needed 2
func.func @rows_result(%a0: tensor<2xf32>) {
  %r = "tf.LogSoftmax"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.BiasAdd: bias has shape 7, needed 8
func.func @bias(%a0: tensor<2x8xf32>, %a1: tensor<7xf32>) {
  %r = "tf.BiasAdd"(%a0, %a1) : (tensor<2x8xf32>, tensor<7xf32>) -> tensor<2x8xf32>
  func.return
}

// -----

// CHECK: error: tf.BiasAdd: bias has shape 3, needed 8
func.func @bias_channels_first(%a0: tensor<2x8x3xf32>, %a1: tensor<3xf32>) {
  %r = "tf.BiasAdd"(%a0, %a1) <{data_format = "NCHW"}> : (tensor<2x8x3xf32>, tensor<3xf32>) -> tensor<2x8x3xf32>
  func.return
}

// -----

// CHECK: error: tf.BiasAdd: bias has rank 2, needed 1
func.func @bias_rank(%a0: tensor<2x8xf32>, %a1: tensor<1x8xf32>) {
  %r = "tf.BiasAdd"(%a0, %a1) : (tensor<2x8xf32>, tensor<1x8xf32>) -> tensor<2x8xf32>
  func.return
}

// -----

// CHECK: error: tf.BiasAdd: value has rank 1, needed at least 2
func.func @bias_value_rank(%a0: tensor<8xf32>, %a1: tensor<8xf32>) {
  %r = "tf.BiasAdd"(%a0, %a1) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  func.return
}

// -----

// CHECK: error: tf.BiasAdd: the result has shape 2x7, needed 2x8
func.func @bias_result(%a0: tensor<2x8xf32>, %a1: tensor<8xf32>) {
  %r = "tf.BiasAdd"(%a0, %a1) : (tensor<2x8xf32>, tensor<8xf32>) -> tensor<2x7xf32>
  func.return
}

// -----

// CHECK: error: tf.BiasAdd: element types f32 and f64 must be equal
func.func @bias_elements(%a0: tensor<2x8xf32>, %a1: tensor<8xf64>) {
  %r = "tf.BiasAdd"(%a0, %a1) : (tensor<2x8xf32>, tensor<8xf64>) -> tensor<2x8xf32>
  func.return
}

// -----

// CHECK: error: tf.BiasAddGrad: the result has shape 2, needed 8
func.func @bias_gradient(%a0: tensor<2x8xf32>) {
  %r = "tf.BiasAddGrad"(%a0) : (tensor<2x8xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.FusedBatchNormV3: x has rank 2, needed 4
func.func @norm_rank(%a0: tensor<2x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>, %a3: tensor<8xf32>, %a4: tensor<8xf32>) {
  %r:6 = "tf.FusedBatchNormV3"(%a0, %a1, %a2, %a3, %a4) <{data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false}> : (tensor<2x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<2x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<*xf32>)
  func.return
}

// -----

// CHECK: error: tf.FusedBatchNormV3: the size of scale is 7, needed 8
func.func @norm_scale(%a0: tensor<1x2x2x8xf32>, %a1: tensor<7xf32>, %a2: tensor<8xf32>, %a3: tensor<8xf32>, %a4: tensor<8xf32>) {
  %r:6 = "tf.FusedBatchNormV3"(%a0, %a1, %a2, %a3, %a4) <{data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false}> : (tensor<1x2x2x8xf32>, tensor<7xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<1x2x2x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<*xf32>)
  func.return
}

// -----

// CHECK: error: tf.FusedBatchNormV3: the size of mean is 0, needed 8
func.func @norm_mean_empty(%a0: tensor<1x2x2x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>, %a3: tensor<0xf32>, %a4: tensor<8xf32>) {
  %r:6 = "tf.FusedBatchNormV3"(%a0, %a1, %a2, %a3, %a4) <{data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false}> : (tensor<1x2x2x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<0xf32>, tensor<8xf32>) -> (tensor<1x2x2x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<*xf32>)
  func.return
}

// -----

// CHECK: error: tf.FusedBatchNormV3: offset has rank 2, needed 1
func.func @norm_offset_rank(%a0: tensor<1x2x2x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8x1xf32>, %a3: tensor<8xf32>, %a4: tensor<8xf32>) {
  %r:6 = "tf.FusedBatchNormV3"(%a0, %a1, %a2, %a3, %a4) <{data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false}> : (tensor<1x2x2x8xf32>, tensor<8xf32>, tensor<8x1xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<1x2x2x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<*xf32>)
  func.return
}

// -----

// CHECK: error: tf.FusedBatchNormV3: the result has shape 1x2x2x7, needed 1x2x2x8
func.func @norm_result(%a0: tensor<1x2x2x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>, %a3: tensor<8xf32>, %a4: tensor<8xf32>) {
  %r:6 = "tf.FusedBatchNormV3"(%a0, %a1, %a2, %a3, %a4) <{data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false}> : (tensor<1x2x2x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<1x2x2x7xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<*xf32>)
  func.return
}

// -----

// CHECK: error: tf.FusedBatchNormV3: element types f32 and f64 must be equal
func.func @norm_elements(%a0: tensor<1x2x2x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>, %a3: tensor<8xf32>, %a4: tensor<8xf64>) {
  %r:6 = "tf.FusedBatchNormV3"(%a0, %a1, %a2, %a3, %a4) <{data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false}> : (tensor<1x2x2x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf64>) -> (tensor<1x2x2x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<*xf32>)
  func.return
}

// -----

// CHECK: error: tf.FusedBatchNormV3: found 5 results, needed 6
func.func @norm_results(%a0: tensor<1x2x2x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>, %a3: tensor<8xf32>, %a4: tensor<8xf32>) {
  %r:5 = "tf.FusedBatchNormV3"(%a0, %a1, %a2, %a3, %a4) <{data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false}> : (tensor<1x2x2x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<1x2x2x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  func.return
}

// -----

// CHECK: error: tf.SoftmaxCrossEntropyWithLogits: shapes 2x4 and 3x4 do not broadcast
func.func @labels(%a0: tensor<2x4xf32>, %a1: tensor<3x4xf32>) {
  %r:2 = "tf.SoftmaxCrossEntropyWithLogits"(%a0, %a1) : (tensor<2x4xf32>, tensor<3x4xf32>) -> (tensor<2xf32>, tensor<2x4xf32>)
  func.return
}

// -----

// CHECK: error: tf.SoftmaxCrossEntropyWithLogits: loss has shape 4, needed 2
func.func @loss(%a0: tensor<2x4xf32>, %a1: tensor<2x4xf32>) {
  %r:2 = "tf.SoftmaxCrossEntropyWithLogits"(%a0, %a1) : (tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<4xf32>, tensor<2x4xf32>)
  func.return
}

// -----

// CHECK: error: tf.SoftmaxCrossEntropyWithLogits: the broadcast of features and labels has rank 1, needed 2
func.func @loss_rank(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r:2 = "tf.SoftmaxCrossEntropyWithLogits"(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

// CHECK: error: tf.SparseSoftmaxCrossEntropyWithLogits: labels has shape 3, needed 2
func.func @sparse_labels(%a0: tensor<2x4xf32>, %a1: tensor<3xi32>) {
  %r:2 = "tf.SparseSoftmaxCrossEntropyWithLogits"(%a0, %a1) : (tensor<2x4xf32>, tensor<3xi32>) -> (tensor<2xf32>, tensor<2x4xf32>)
  func.return
}

// -----

// CHECK: error: tf.SparseSoftmaxCrossEntropyWithLogits: labels have elements f32, needed integers
func.func @sparse_label_elements(%a0: tensor<2x4xf32>, %a1: tensor<2xf32>) {
  %r:2 = "tf.SparseSoftmaxCrossEntropyWithLogits"(%a0, %a1) : (tensor<2x4xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2x4xf32>)
  func.return
}

// -----

// CHECK: error: tf.SparseSoftmaxCrossEntropyWithLogits: features has rank 3, needed 2
func.func @sparse_features(%a0: tensor<2x4x1xf32>, %a1: tensor<2xi32>) {
  %r:2 = "tf.SparseSoftmaxCrossEntropyWithLogits"(%a0, %a1) : (tensor<2x4x1xf32>, tensor<2xi32>) -> (tensor<2xf32>, tensor<2x4xf32>)
  func.return
}

// -----

// CHECK: error: tf.SparseSoftmaxCrossEntropyWithLogits: backprop has shape 2x3, needed 2x4
func.func @sparse_backprop(%a0: tensor<2x4xf32>, %a1: tensor<2xi32>) {
  %r:2 = "tf.SparseSoftmaxCrossEntropyWithLogits"(%a0, %a1) : (tensor<2x4xf32>, tensor<2xi32>) -> (tensor<2xf32>, tensor<2x3xf32>)
  func.return
}

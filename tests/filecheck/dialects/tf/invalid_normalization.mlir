// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.Softmax: logits have elements i32, needed floats
func.func @rows_elements(%a0: tensor<2xi32>) {
  %r = "tf.Softmax"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
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

// CHECK: error: tf.SparseSoftmaxCrossEntropyWithLogits: labels have elements f32, needed integers
func.func @sparse_label_elements(%a0: tensor<2x4xf32>, %a1: tensor<2xf32>) {
  %r:2 = "tf.SparseSoftmaxCrossEntropyWithLogits"(%a0, %a1) : (tensor<2x4xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2x4xf32>)
  func.return
}

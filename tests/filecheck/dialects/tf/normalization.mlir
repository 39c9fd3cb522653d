// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// Layers and losses.

func.func @softmax(%a0: tensor<?x?xf32>) {
  %r = "tf.Softmax"(%a0) : (tensor<?x?xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @softmax(
// CHECK: "tf.Softmax"(%{{[a-z0-9]+}}) : (tensor<?x?xf32>) -> tensor<?x4xf32>

func.func @log_softmax(%a0: tensor<?xf32>) {
  %r = "tf.LogSoftmax"(%a0) : (tensor<?xf32>) -> tensor<?xf32>
  func.return
}
// CHECK-LABEL: func.func @log_softmax(
// CHECK: "tf.LogSoftmax"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<?xf32>

func.func @fused_batch_norm(%a0: tensor<?x?x?x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>, %a3: tensor<8xf32>, %a4: tensor<8xf32>) {
  %r:5 = "tf.FusedBatchNorm"(%a0, %a1, %a2, %a3, %a4) <{data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false}> : (tensor<?x?x?x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<?x?x?x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  func.return
}
// CHECK-LABEL: func.func @fused_batch_norm(
// CHECK: "tf.FusedBatchNorm"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false}> : (tensor<?x?x?x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<?x?x?x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)

func.func @fused_batch_norm_v2(%a0: tensor<?x?x?x8xf16>, %a1: tensor<8xf32>, %a2: tensor<8xf32>, %a3: tensor<8xf32>, %a4: tensor<8xf32>) {
  %r:5 = "tf.FusedBatchNormV2"(%a0, %a1, %a2, %a3, %a4) <{data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false}> : (tensor<?x?x?x8xf16>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<?x?x?x8xf16>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  func.return
}
// CHECK-LABEL: func.func @fused_batch_norm_v2(
// CHECK: "tf.FusedBatchNormV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false}> : (tensor<?x?x?x8xf16>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<?x?x?x8xf16>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)

func.func @fused_batch_norm_v3(%a0: tensor<?x8x?x?xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>, %a3: tensor<8xf32>, %a4: tensor<8xf32>) {
  %r:6 = "tf.FusedBatchNormV3"(%a0, %a1, %a2, %a3, %a4) <{data_format = "NCHW", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false}> : (tensor<?x8x?x?xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<?x8x?x?xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @fused_batch_norm_v3(
// CHECK: "tf.FusedBatchNormV3"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{data_format = "NCHW", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false}> : (tensor<?x8x?x?xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<?x8x?x?xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<*xf32>)

func.func @batch_norm_in_training(%a0: tensor<?x?x?x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>, %a3: tensor<0xf32>, %a4: tensor<0xf32>) {
  %r:6 = "tf.FusedBatchNormV3"(%a0, %a1, %a2, %a3, %a4) <{data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = true}> : (tensor<?x?x?x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<0xf32>, tensor<0xf32>) -> (tensor<?x?x?x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @batch_norm_in_training(
// CHECK: "tf.FusedBatchNormV3"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = true}> : (tensor<?x?x?x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<0xf32>, tensor<0xf32>) -> (tensor<?x?x?x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<*xf32>)

func.func @softmax_cross_entropy_with_logits(%a0: tensor<?x4xf32>, %a1: tensor<1x4xf32>) {
  %r:2 = "tf.SoftmaxCrossEntropyWithLogits"(%a0, %a1) : (tensor<?x4xf32>, tensor<1x4xf32>) -> (tensor<?xf32>, tensor<?x4xf32>)
  func.return
}
// CHECK-LABEL: func.func @softmax_cross_entropy_with_logits(
// CHECK: "tf.SoftmaxCrossEntropyWithLogits"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<1x4xf32>) -> (tensor<?xf32>, tensor<?x4xf32>)

func.func @sparse_softmax_cross_entropy_with_logits(%a0: tensor<?x4xf32>, %a1: tensor<?xi64>) {
  %r:2 = "tf.SparseSoftmaxCrossEntropyWithLogits"(%a0, %a1) : (tensor<?x4xf32>, tensor<?xi64>) -> (tensor<?xf32>, tensor<?x4xf32>)
  func.return
}
// CHECK-LABEL: func.func @sparse_softmax_cross_entropy_with_logits(
// CHECK: "tf.SparseSoftmaxCrossEntropyWithLogits"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<?xi64>) -> (tensor<?xf32>, tensor<?x4xf32>)

func.func @fused_batch_norm_grad(%a0: tensor<?x4x4x?xf32>, %a1: tensor<?x4x4x?xf32>, %a2: tensor<?xf32>, %a3: tensor<?xf32>, %a4: tensor<?xf32>) {
  %0, %1, %2, %3, %4 = "tf.FusedBatchNormGrad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, is_training = true}> : (tensor<?x4x4x?xf32>, tensor<?x4x4x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @fused_batch_norm_grad(
// CHECK: "tf.FusedBatchNormGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{epsilon = 1.000000e-03 : f32, is_training = true}> : (tensor<?x4x4x?xf32>, tensor<?x4x4x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)

func.func @fused_batch_norm_grad_v2(%a0: tensor<?x4x4x?xf32>, %a1: tensor<?x4x4x?xf32>, %a2: tensor<?xf32>, %a3: tensor<?xf32>, %a4: tensor<?xf32>) {
  %0, %1, %2, %3, %4 = "tf.FusedBatchNormGradV2"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, is_training = false}> : (tensor<?x4x4x?xf32>, tensor<?x4x4x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @fused_batch_norm_grad_v2(
// CHECK: "tf.FusedBatchNormGradV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{epsilon = 1.000000e-03 : f32, is_training = false}> : (tensor<?x4x4x?xf32>, tensor<?x4x4x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)

func.func @fused_batch_norm_grad_v3(%a0: tensor<?x4x4x?xf32>, %a1: tensor<?x4x4x?xf32>, %a2: tensor<?xf32>, %a3: tensor<?xf32>, %a4: tensor<?xf32>, %a5: tensor<?xf32>) {
  %0, %1, %2, %3, %4 = "tf.FusedBatchNormGradV3"(%a0, %a1, %a2, %a3, %a4, %a5) <{epsilon = 1.000000e-03 : f32, is_training = true}> : (tensor<?x4x4x?xf32>, tensor<?x4x4x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @fused_batch_norm_grad_v3(
// CHECK: "tf.FusedBatchNormGradV3"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{epsilon = 1.000000e-03 : f32, is_training = true}> : (tensor<?x4x4x?xf32>, tensor<?x4x4x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)

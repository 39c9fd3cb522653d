// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// The mean and variance given are used; the results but the first are the operands.
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.FusedBatchNorm at {{.*}}: channels and scale: sizes S3 and 8 must agree"}
// CHECK:       func.func @fused_batch_norm(%x: tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>, %scale: tensor<8xf32>, %offset: tensor<8xf32>, %mean: tensor<8xf32>, %variance: tensor<8xf32>) -> (tensor<?x?x?x8xf32, [@S0, @S1, @S2, 8]>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
func.func @fused_batch_norm(%x: tensor<?x?x?x?xf32>, %scale: tensor<8xf32>, %offset: tensor<8xf32>, %mean: tensor<8xf32>, %variance: tensor<8xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:5 = "tf.FusedBatchNorm"(%x, %scale, %offset, %mean, %variance) <{data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false}>
      : (tensor<?x?x?x?xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2, %r#3, %r#4 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @fused_batch_norm_v2(%x: tensor<?x?x?x8xf16, [@S0, @S1, @S2, 8]>, %scale: tensor<8xf32>, %offset: tensor<8xf32>, %mean: tensor<8xf32>, %variance: tensor<8xf32>) -> (tensor<?x?x?x8xf16, [@S0, @S1, @S2, 8]>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
func.func @fused_batch_norm_v2(%x: tensor<?x?x?x8xf16>, %scale: tensor<8xf32>, %offset: tensor<8xf32>, %mean: tensor<8xf32>, %variance: tensor<8xf32>) -> (tensor<*xf16>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:5 = "tf.FusedBatchNormV2"(%x, %scale, %offset, %mean, %variance) <{data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false}>
      : (tensor<?x?x?x8xf16>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<*xf16>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2, %r#3, %r#4 : tensor<*xf16>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// Mean and variance of the batch, in training; the channels are the second dimension.
// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @fused_batch_norm_v3(%x: tensor<?x8x?x?xf32, [@S0, 8, @S1, @S2]>, %scale: tensor<8xf32>, %offset: tensor<8xf32>, %mean: tensor<0xf32>, %variance: tensor<0xf32>) -> (tensor<?x8x?x?xf32, [@S0, 8, @S1, @S2]>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f32>)
func.func @fused_batch_norm_v3(%x: tensor<?x8x?x?xf32>, %scale: tensor<8xf32>, %offset: tensor<8xf32>, %mean: tensor<0xf32>, %variance: tensor<0xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:6 = "tf.FusedBatchNormV3"(%x, %scale, %offset, %mean, %variance) <{data_format = "NCHW", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = true}>
      : (tensor<?x8x?x?xf32>, tensor<8xf32>, tensor<8xf32>, tensor<0xf32>, tensor<0xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @log_softmax(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @log_softmax(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.LogSoftmax"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @softmax(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @softmax(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.Softmax"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The loss of each entry and its gradient; labels are broadcast.
// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @softmax_cross_entropy_with_logits(%x: tensor<?x4xf32, [@S0, 4]>, %labels: tensor<1x4xf32>) -> (tensor<?xf32, [@S0]>, tensor<?x4xf32, [@S0, 4]>)
func.func @softmax_cross_entropy_with_logits(%x: tensor<?x4xf32>, %labels: tensor<1x4xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %r:2 = "tf.SoftmaxCrossEntropyWithLogits"(%x, %labels) : (tensor<?x4xf32>, tensor<1x4xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.SparseSoftmaxCrossEntropyWithLogits at {{.*}}: rows and labels: sizes S0 and S1 must agree"}
// CHECK:       func.func @sparse_softmax_cross_entropy_with_logits(%x: tensor<?x4xf32, [@S0, 4]>, %labels: tensor<?xi64, [@S1]>) -> (tensor<?xf32, [@S0]>, tensor<?x4xf32, [@S0, 4]>)
func.func @sparse_softmax_cross_entropy_with_logits(%x: tensor<?x4xf32>, %labels: tensor<?xi64>) -> (tensor<*xf32>, tensor<*xf32>) {
  %r:2 = "tf.SparseSoftmaxCrossEntropyWithLogits"(%x, %labels) : (tensor<?x4xf32>, tensor<?xi64>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.FusedBatchNormGrad at {{.*}}: x and its gradient: sizes S2 and S0 must agree"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.FusedBatchNormGrad at {{.*}}: x and its gradient: sizes S3 and S1 must agree"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.FusedBatchNormGrad at {{.*}}: channels and scale: sizes S3 and S4 must agree"}
// CHECK:       func.func @fused_batch_norm_grad(%dy: tensor<?x4x4x?xf32, [@S0, 4, 4, @S1]>, %x: tensor<?x4x4x?xf32, [@S2, 4, 4, @S3]>, %v: tensor<?xf32, [@S4]>) -> (tensor<?x4x4x?xf32, [@S0, 4, 4, @S1]>, tensor<?xf32, [@S1]>, tensor<?xf32, [@S1]>)
func.func @fused_batch_norm_grad(%dy: tensor<?x4x4x?xf32>, %x: tensor<?x4x4x?xf32>, %v: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:5 = "tf.FusedBatchNormGrad"(%dy, %x, %v, %v, %v) <{epsilon = 0.001 : f32, is_training = true}>
      : (tensor<?x4x4x?xf32>, tensor<?x4x4x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.FusedBatchNormGradV2 at {{.*}}: x and its gradient: sizes S2 and S0 must agree"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.FusedBatchNormGradV2 at {{.*}}: x and its gradient: sizes S3 and S1 must agree"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.FusedBatchNormGradV2 at {{.*}}: channels and scale: sizes S3 and S4 must agree"}
// CHECK:       func.func @fused_batch_norm_gradv2(%dy: tensor<?x4x4x?xf32, [@S0, 4, 4, @S1]>, %x: tensor<?x4x4x?xf32, [@S2, 4, 4, @S3]>, %v: tensor<?xf32, [@S4]>) -> (tensor<?x4x4x?xf32, [@S0, 4, 4, @S1]>, tensor<?xf32, [@S1]>, tensor<?xf32, [@S1]>)
func.func @fused_batch_norm_gradv2(%dy: tensor<?x4x4x?xf32>, %x: tensor<?x4x4x?xf32>, %v: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:5 = "tf.FusedBatchNormGradV2"(%dy, %x, %v, %v, %v) <{epsilon = 0.001 : f32, is_training = false}>
      : (tensor<?x4x4x?xf32>, tensor<?x4x4x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.FusedBatchNormGradV3 at {{.*}}: x and its gradient: sizes S2 and S0 must agree"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.FusedBatchNormGradV3 at {{.*}}: x and its gradient: sizes S3 and S1 must agree"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.FusedBatchNormGradV3 at {{.*}}: channels and scale: sizes S3 and S4 must agree"}
// CHECK:       func.func @fused_batch_norm_gradv3(%dy: tensor<?x4x4x?xf32, [@S0, 4, 4, @S1]>, %x: tensor<?x4x4x?xf32, [@S2, 4, 4, @S3]>, %v: tensor<?xf32, [@S4]>) -> (tensor<?x4x4x?xf32, [@S0, 4, 4, @S1]>, tensor<?xf32, [@S1]>, tensor<?xf32, [@S1]>)
func.func @fused_batch_norm_gradv3(%dy: tensor<?x4x4x?xf32>, %x: tensor<?x4x4x?xf32>, %v: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:5 = "tf.FusedBatchNormGradV3"(%dy, %x, %v, %v, %v, %v) <{epsilon = 0.001 : f32, is_training = true}>
      : (tensor<?x4x4x?xf32>, tensor<?x4x4x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// The mean and variance given are used; the results but the first are the operands.
// (x - mean) * (scale / sqrt(variance + epsilon)) + offset
// CHECK-LABEL: func.func @fused_batch_norm(
// CHECK:         %[[ADD:.*]] = mhlo.add %variance, %{{.*}}
// CHECK-NEXT:    %[[RSQRT:.*]] = mhlo.rsqrt %[[ADD]]
// CHECK-NEXT:    %[[MUL:.*]] = mhlo.multiply %[[RSQRT]], %scale
// CHECK-NEXT:    %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%[[MUL]], %{{.*}}) <{broadcast_dimensions = dense<3> : tensor<1xi64>}>
// CHECK:         %[[SUB:.*]] = mhlo.subtract %x_1, %{{.*}}
// CHECK-NEXT:    %[[MUL2:.*]] = mhlo.multiply %[[SUB]], %[[B]]
// CHECK:         mhlo.add %[[MUL2]], %{{.*}}
func.func @fused_batch_norm(%x: tensor<?x?x?x?xf32>, %scale: tensor<8xf32>, %offset: tensor<8xf32>, %mean: tensor<8xf32>, %variance: tensor<8xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:5 = "tf.FusedBatchNorm"(%x, %scale, %offset, %mean, %variance) <{data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false}>
      : (tensor<?x?x?x?xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2, %r#3, %r#4 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// Half precision: computed in single precision.
// CHECK-LABEL: func.func @fused_batch_norm_v2(
// CHECK:         %[[CVT:.*]] = mhlo.convert %x : {{.*}} -> tensor<?x?x?x8xf32, [@S0, @S1, @S2, 8]>
// CHECK:         mhlo.rsqrt
// CHECK:         %[[SUB:.*]] = mhlo.subtract %[[CVT]], %{{.*}}
// CHECK-NEXT:    %[[MUL:.*]] = mhlo.multiply %[[SUB]], %{{.*}}
// CHECK:         %[[ADD:.*]] = mhlo.add %[[MUL]], %{{.*}}
// CHECK-NEXT:    mhlo.convert %[[ADD]] : {{.*}} -> tensor<?x?x?x8xf16, [@S0, @S1, @S2, 8]>
func.func @fused_batch_norm_v2(%x: tensor<?x?x?x8xf16>, %scale: tensor<8xf32>, %offset: tensor<8xf32>, %mean: tensor<8xf32>, %variance: tensor<8xf32>) -> (tensor<*xf16>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:5 = "tf.FusedBatchNormV2"(%x, %scale, %offset, %mean, %variance) <{data_format = "NHWC", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = false}>
      : (tensor<?x?x?x8xf16>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<*xf16>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2, %r#3, %r#4 : tensor<*xf16>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// Mean and variance of the batch, in training; the channels are the second dimension.
// CHECK-LABEL: func.func @fused_batch_norm_v3(
// CHECK:         %[[RED:.*]] = mhlo.reduce(%x init: %{{.*}}) applies mhlo.add across dimensions = [0, 2, 3] : {{.*}} -> tensor<8xf32>
// CHECK:         %[[DIV:.*]] = mhlo.divide %[[RED]], %{{.*}}
// CHECK:         %[[SUB:.*]] = mhlo.subtract %x, %{{.*}}
// CHECK-NEXT:    %[[MUL:.*]] = mhlo.multiply %[[SUB]], %[[SUB]]
// CHECK-NEXT:    %[[RED2:.*]] = mhlo.reduce(%[[MUL]] init: %{{.*}}) applies mhlo.add across dimensions = [0, 2, 3] : {{.*}} -> tensor<8xf32>
// CHECK:         %[[DIV2:.*]] = mhlo.divide %[[RED2]], %{{.*}}
// CHECK:         mhlo.rsqrt
// CHECK:         %[[ADD:.*]] = mhlo.add
// CHECK-NEXT:    func.return %[[ADD]], %[[DIV]], %{{.*}}, %[[DIV]], %[[DIV2]], %{{.*}}
func.func @fused_batch_norm_v3(%x: tensor<?x8x?x?xf32>, %scale: tensor<8xf32>, %offset: tensor<8xf32>, %mean: tensor<0xf32>, %variance: tensor<0xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:6 = "tf.FusedBatchNormV3"(%x, %scale, %offset, %mean, %variance) <{data_format = "NCHW", epsilon = 1.000000e-03 : f32, exponential_avg_factor = 1.000000e+00 : f32, is_training = true}>
      : (tensor<?x8x?x?xf32>, tensor<8xf32>, tensor<8xf32>, tensor<0xf32>, tensor<0xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// x - max - log(sum(exp(x - max)))
// CHECK-LABEL: func.func @log_softmax(
// CHECK:         %[[RED:.*]] = mhlo.reduce(%x init: %{{.*}}) applies mhlo.maximum across dimensions = [1] : {{.*}} -> tensor<?xf32, [@S0]>
// CHECK-NEXT:    %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%[[RED]], %{{.*}}) <{broadcast_dimensions = dense<0> : tensor<1xi64>}>
// CHECK-NEXT:    %[[SUB:.*]] = mhlo.subtract %x, %[[B]]
// CHECK-NEXT:    %[[EXP:.*]] = mhlo.exponential %[[SUB]]
// CHECK-NEXT:    %[[RED2:.*]] = mhlo.reduce(%[[EXP]] init: %{{.*}}) applies mhlo.add across dimensions = [1] : {{.*}} -> tensor<?xf32, [@S0]>
// CHECK-NEXT:    %[[LOG:.*]] = mhlo.log %[[RED2]]
// CHECK-NEXT:    %[[B2:.*]] = "mhlo.dynamic_broadcast_in_dim"(%[[LOG]], %{{.*}}) <{broadcast_dimensions = dense<0> : tensor<1xi64>}>
// CHECK-NEXT:    mhlo.subtract %[[SUB]], %[[B2]]
func.func @log_softmax(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.LogSoftmax"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The maximum is subtracted first, so that exp cannot overflow.
// CHECK-LABEL: func.func @softmax(
// CHECK:         %[[RED:.*]] = mhlo.reduce(%x init: %{{.*}}) applies mhlo.maximum across dimensions = [1] : {{.*}} -> tensor<?xf32, [@S0]>
// CHECK-NEXT:    %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%[[RED]], %{{.*}}) <{broadcast_dimensions = dense<0> : tensor<1xi64>}>
// CHECK-NEXT:    %[[SUB:.*]] = mhlo.subtract %x, %[[B]]
// CHECK-NEXT:    %[[EXP:.*]] = mhlo.exponential %[[SUB]]
// CHECK-NEXT:    %[[RED2:.*]] = mhlo.reduce(%[[EXP]] init: %{{.*}}) applies mhlo.add across dimensions = [1] : {{.*}} -> tensor<?xf32, [@S0]>
// CHECK-NEXT:    %[[B2:.*]] = "mhlo.dynamic_broadcast_in_dim"(%[[RED2]], %{{.*}}) <{broadcast_dimensions = dense<0> : tensor<1xi64>}>
// CHECK-NEXT:    mhlo.divide %[[EXP]], %[[B2]]
func.func @softmax(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.Softmax"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The loss of each entry and its gradient; labels are broadcast.
// CHECK-LABEL: func.func @softmax_cross_entropy_with_logits(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%labels, %{{.*}}) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}>
// CHECK:         %[[EXP:.*]] = mhlo.exponential %{{.*}}
// CHECK-NEXT:    mhlo.reduce(%[[EXP]] init: %{{.*}}) applies mhlo.add across dimensions = [1] : {{.*}} -> tensor<?xf32, [@S0]>
// CHECK:         %[[LOG:.*]] = mhlo.log %{{.*}}
// CHECK-NEXT:    %[[SUB:.*]] = mhlo.subtract %{{.*}}, %[[LOG]]
// CHECK-NEXT:    %[[DIV:.*]] = mhlo.divide %[[EXP]], %{{.*}}
// CHECK:         mhlo.multiply %[[B]], %[[SUB]]
// CHECK:         %[[RED:.*]] = mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [1] : {{.*}} -> tensor<?xf32, [@S0]>
// CHECK:         mhlo.subtract %{{.*}}, %[[RED]]
// CHECK-NEXT:    mhlo.subtract %[[DIV]], %[[B]]
func.func @softmax_cross_entropy_with_logits(%x: tensor<?x4xf32>, %labels: tensor<1x4xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %r:2 = "tf.SoftmaxCrossEntropyWithLogits"(%x, %labels) : (tensor<?x4xf32>, tensor<1x4xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// A label that is no class gives NaN.
// CHECK-LABEL: func.func @sparse_softmax_cross_entropy_with_logits(
// CHECK:         mhlo.constant dense<0x7fc00000> : tensor<f32>
// CHECK:         %[[LOG:.*]] = mhlo.log %{{.*}}
// CHECK-NEXT:    %[[SUB:.*]] = mhlo.subtract %{{.*}}, %[[LOG]]
// CHECK:         %[[IOTA:.*]] = "mhlo.dynamic_iota"(%{{.*}}) <{iota_dimension = 1 : i64}> : {{.*}} -> tensor<?x4xi64, [@S0, 4]>
// CHECK-NEXT:    %[[C:.*]] = mhlo.compare EQ, %[[IOTA]], %{{.*}}
// CHECK:         %[[SEL:.*]] = mhlo.select %[[C]], %[[SUB]], %{{.*}}
// CHECK:         %[[RED:.*]] = mhlo.reduce(%[[SEL]] init: %{{.*}}) applies mhlo.add across dimensions = [1] : {{.*}} -> tensor<?xf32, [@S0]>
// CHECK:         %[[NEG:.*]] = mhlo.subtract %{{.*}}, %[[RED]]
// CHECK:         %[[C2:.*]] = mhlo.compare GE, %labels_1, %{{.*}}
// CHECK-NEXT:    %[[C3:.*]] = mhlo.compare LT, %labels_1, %{{.*}}
// CHECK-NEXT:    %[[AND:.*]] = mhlo.and %[[C2]], %[[C3]]
// CHECK:         mhlo.select %[[AND]], %[[NEG]], %{{.*}}
// CHECK-NOT:     mhlo.compare
// CHECK:         func.return
func.func @sparse_softmax_cross_entropy_with_logits(%x: tensor<?x4xf32>, %labels: tensor<?xi64>) -> (tensor<*xf32>, tensor<*xf32>) {
  %r:2 = "tf.SparseSoftmaxCrossEntropyWithLogits"(%x, %labels) : (tensor<?x4xf32>, tensor<?xi64>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// In training the parts of the gradient that mean and variance undo are taken away.
// CHECK-LABEL: func.func @fused_batch_norm_grad(
// CHECK:         %[[SUBTRACT:.*]] = mhlo.subtract %{{.*}}, %{{.*}}
// CHECK:         %[[RSQRT:.*]] = mhlo.rsqrt %{{.*}}
// CHECK-NEXT:    %[[MULTIPLY:.*]] = mhlo.multiply %dy, %[[SUBTRACT]]
// CHECK-NEXT:    mhlo.reduce(%[[MULTIPLY]] init: %{{.*}}) applies mhlo.add across dimensions = [0, 1, 2]
// CHECK:         %[[SUBTRACT2:.*]] = mhlo.subtract %dy, %{{.*}}
// CHECK:         mhlo.subtract %[[SUBTRACT2]], %{{.*}}
// CHECK-NEXT:    mhlo.multiply %{{.*}}, %[[RSQRT]]
// CHECK:         func.return %{{.*}}, %{{.*}}, %{{.*}}
func.func @fused_batch_norm_grad(%dy: tensor<?x4x4x?xf32>, %x: tensor<?x4x4x?xf32>, %v: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:5 = "tf.FusedBatchNormGrad"(%dy, %x, %v, %v, %v) <{epsilon = 0.001 : f32, is_training = true}>
      : (tensor<?x4x4x?xf32>, tensor<?x4x4x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @fused_batch_norm_gradv2(
// CHECK:         %[[SUBTRACT:.*]] = mhlo.subtract %{{.*}}, %{{.*}}
// CHECK:         %[[RSQRT:.*]] = mhlo.rsqrt %{{.*}}
// CHECK-NEXT:    %[[MULTIPLY:.*]] = mhlo.multiply %dy, %[[SUBTRACT]]
// CHECK-NEXT:    mhlo.reduce(%[[MULTIPLY]] init: %{{.*}}) applies mhlo.add across dimensions = [0, 1, 2]
// CHECK:         mhlo.multiply %{{.*}}, %[[RSQRT]]
// CHECK:         func.return %{{.*}}, %{{.*}}, %{{.*}}
func.func @fused_batch_norm_gradv2(%dy: tensor<?x4x4x?xf32>, %x: tensor<?x4x4x?xf32>, %v: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:5 = "tf.FusedBatchNormGradV2"(%dy, %x, %v, %v, %v) <{epsilon = 0.001 : f32, is_training = false}>
      : (tensor<?x4x4x?xf32>, tensor<?x4x4x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// In training the parts of the gradient that mean and variance undo are taken away.
// CHECK-LABEL: func.func @fused_batch_norm_gradv3(
// CHECK:         %[[SUBTRACT:.*]] = mhlo.subtract %{{.*}}, %{{.*}}
// CHECK:         %[[RSQRT:.*]] = mhlo.rsqrt %{{.*}}
// CHECK-NEXT:    %[[MULTIPLY:.*]] = mhlo.multiply %dy, %[[SUBTRACT]]
// CHECK-NEXT:    mhlo.reduce(%[[MULTIPLY]] init: %{{.*}}) applies mhlo.add across dimensions = [0, 1, 2]
// CHECK:         %[[SUBTRACT2:.*]] = mhlo.subtract %dy, %{{.*}}
// CHECK:         mhlo.subtract %[[SUBTRACT2]], %{{.*}}
// CHECK-NEXT:    mhlo.multiply %{{.*}}, %[[RSQRT]]
// CHECK:         func.return %{{.*}}, %{{.*}}, %{{.*}}
func.func @fused_batch_norm_gradv3(%dy: tensor<?x4x4x?xf32>, %x: tensor<?x4x4x?xf32>, %v: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:5 = "tf.FusedBatchNormGradV3"(%dy, %x, %v, %v, %v, %v) <{epsilon = 0.001 : f32, is_training = true}>
      : (tensor<?x4x4x?xf32>, tensor<?x4x4x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// The limits move by less than a step; what is between is rounded to steps.
// CHECK-LABEL: func.func @fake_quant_args(
// CHECK:         mhlo.divide %{{.*}}, %{{.*}}
// CHECK:         mhlo.round_nearest_afz %{{.*}}
// CHECK:         %[[MINIMUM:.*]] = mhlo.minimum %x, %{{.*}}
// CHECK-NEXT:    mhlo.maximum %[[MINIMUM]], %{{.*}}
// CHECK:         %[[FLOOR:.*]] = mhlo.floor %{{.*}}
// CHECK-NEXT:    mhlo.multiply %[[FLOOR]], %{{.*}}
func.func @fake_quant_args(%x: tensor<?x3xf32>) -> tensor<*xf32> {
  %r = "tf.FakeQuantWithMinMaxArgs"(%x) <{min = -1.0 : f32, max = 3.0 : f32, num_bits = 4 : i64, narrow_range = true}> : (tensor<?x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @fake_quant_args_gradient(
// CHECK:         %[[COMPARE:.*]] = mhlo.compare GE, %{{.*}}, %{{.*}}
// CHECK-NEXT:    %[[COMPARE2:.*]] = mhlo.compare LE, %{{.*}}, %{{.*}}
// CHECK-NEXT:    %[[AND:.*]] = mhlo.and %[[COMPARE]], %[[COMPARE2]]
// CHECK:         mhlo.select %[[AND]], %dy, %{{.*}}
func.func @fake_quant_args_gradient(%dy: tensor<?x3xf32>, %x: tensor<?x3xf32>) -> tensor<*xf32> {
  %r = "tf.FakeQuantWithMinMaxArgsGradient"(%dy, %x) <{min = -1.0 : f32, max = 3.0 : f32}> : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// 0 where both limits are 0.
// CHECK-LABEL: func.func @fake_quant_vars(
// CHECK:         mhlo.subtract %high, %low
// CHECK:         mhlo.round_nearest_afz %{{.*}}
// CHECK-NEXT:    %[[COMPARE:.*]] = mhlo.compare EQ, %low, %{{.*}}
// CHECK-NEXT:    %[[COMPARE2:.*]] = mhlo.compare EQ, %high, %{{.*}}
// CHECK-NEXT:    mhlo.and %[[COMPARE]], %[[COMPARE2]]
// CHECK:         mhlo.floor %{{.*}}
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}}
func.func @fake_quant_vars(%x: tensor<?x3xf32>, %low: tensor<f32>, %high: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.FakeQuantWithMinMaxVars"(%x, %low, %high) : (tensor<?x3xf32>, tensor<f32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// What arrives outside of a limit is that limit's.
// CHECK-LABEL: func.func @fake_quant_vars_gradient(
// CHECK:         mhlo.compare LT, %{{.*}}, %{{.*}}
// CHECK-NEXT:    mhlo.compare GT, %{{.*}}, %{{.*}}
// CHECK:         mhlo.compare GE, %{{.*}}, %{{.*}}
// CHECK:         mhlo.or %{{.*}}, %{{.*}}
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [0, 1]
// CHECK-NEXT:    mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [0, 1]
func.func @fake_quant_vars_gradient(%dy: tensor<?x3xf32>, %x: tensor<?x3xf32>, %low: tensor<f32>, %high: tensor<f32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:3 = "tf.FakeQuantWithMinMaxVarsGradient"(%dy, %x, %low, %high) : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// 0 where both limits are 0.
// CHECK-LABEL: func.func @fake_quant_vars_per_channel(
// CHECK:         mhlo.subtract %high, %low
// CHECK:         mhlo.round_nearest_afz %{{.*}}
// CHECK:         %[[COMPARE:.*]] = mhlo.compare EQ, %low, %{{.*}}
// CHECK:         %[[COMPARE2:.*]] = mhlo.compare EQ, %high, %{{.*}}
// CHECK-NEXT:    mhlo.and %[[COMPARE]], %[[COMPARE2]]
// CHECK:         mhlo.floor %{{.*}}
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}}
func.func @fake_quant_vars_per_channel(%x: tensor<?x3xf32>, %low: tensor<3xf32>, %high: tensor<3xf32>) -> tensor<*xf32> {
  %r = "tf.FakeQuantWithMinMaxVarsPerChannel"(%x, %low, %high) : (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// What arrives outside of a limit is that limit's.
// CHECK-LABEL: func.func @fake_quant_vars_per_channel_gradient(
// CHECK:         mhlo.compare LT, %{{.*}}, %{{.*}}
// CHECK-NEXT:    mhlo.compare GT, %{{.*}}, %{{.*}}
// CHECK:         mhlo.compare GE, %{{.*}}, %{{.*}}
// CHECK:         mhlo.or %{{.*}}, %{{.*}}
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [0]
// CHECK-NEXT:    mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [0]
func.func @fake_quant_vars_per_channel_gradient(%dy: tensor<?x3xf32>, %x: tensor<?x3xf32>, %low: tensor<3xf32>, %high: tensor<3xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:3 = "tf.FakeQuantWithMinMaxVarsPerChannelGradient"(%dy, %x, %low, %high) : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @quantize_and_dequantize_v2(
// CHECK:         %[[LE:.*]] = mhlo.compare LE, %low, %high
// CHECK:         sdim.elements assert
// CHECK:         mhlo.compare LT, %{{.*}}, %{{.*}}
// CHECK:         mhlo.minimum %x, %{{.*}}
// CHECK:         mhlo.floor %{{.*}}
func.func @quantize_and_dequantize_v2(%x: tensor<?x?xf32>, %low: tensor<f32>, %high: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.QuantizeAndDequantizeV2"(%x, %low, %high) <{signed_input = false, num_bits = 4 : i64, range_given = true, round_mode = "HALF_UP", axis = -1 : i64}> : (tensor<?x?xf32>, tensor<f32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @quantize_and_dequantize_v3(
// CHECK:         mhlo.power %{{.*}}, %{{.*}}
// CHECK:         mhlo.compare LT, %{{.*}}, %{{.*}}
// CHECK:         mhlo.minimum %x, %{{.*}}
// CHECK:         mhlo.round_nearest_even %{{.*}}
func.func @quantize_and_dequantize_v3(%x: tensor<?x?xf32>, %low: tensor<?xf32>, %high: tensor<?xf32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.QuantizeAndDequantizeV3"(%x, %low, %high, %n) <{signed_input = true, range_given = true, narrow_range = true, axis = 1 : i64}> : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @quantize_and_dequantize_v4(
// CHECK:         %[[LE:.*]] = mhlo.compare LE, %low, %high
// CHECK:         sdim.elements assert
// CHECK:         mhlo.compare LT, %{{.*}}, %{{.*}}
// CHECK:         mhlo.minimum %x, %{{.*}}
// CHECK:         mhlo.floor %{{.*}}
func.func @quantize_and_dequantize_v4(%x: tensor<?x?xf32>, %low: tensor<f32>, %high: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.QuantizeAndDequantizeV4"(%x, %low, %high) <{signed_input = false, num_bits = 4 : i64, range_given = true, round_mode = "HALF_UP", axis = -1 : i64}> : (tensor<?x?xf32>, tensor<f32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @quantize_and_dequantize_v4_grad(
// CHECK:         mhlo.dynamic_broadcast_in_dim
// CHECK:         mhlo.compare
// CHECK:         mhlo.select
func.func @quantize_and_dequantize_v4_grad(%dy: tensor<?x?xf32>, %x: tensor<?x?xf32>, %low: tensor<?xf32>, %high: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:3 = "tf.QuantizeAndDequantizeV4Grad"(%dy, %x, %low, %high) <{axis = 1 : i64}> : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

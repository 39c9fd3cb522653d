// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       func.func @fake_quant_args(%x: tensor<?x3xf32, [@S0, 3]>) -> tensor<?x3xf32, [@S0, 3]>
func.func @fake_quant_args(%x: tensor<?x3xf32>) -> tensor<*xf32> {
  %r = "tf.FakeQuantWithMinMaxArgs"(%x) <{min = -1.0 : f32, max = 3.0 : f32, num_bits = 4 : i64, narrow_range = true}> : (tensor<?x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.FakeQuantWithMinMaxArgsGradient at {{.*}}: gradients and inputs: sizes S0 and S1 must agree"}
// CHECK:       func.func @fake_quant_args_gradient(%dy: tensor<?x3xf32, [@S0, 3]>, %x: tensor<?x3xf32, [@S1, 3]>) -> tensor<?x3xf32, [@S0, 3]>
func.func @fake_quant_args_gradient(%dy: tensor<?x3xf32>, %x: tensor<?x3xf32>) -> tensor<*xf32> {
  %r = "tf.FakeQuantWithMinMaxArgsGradient"(%dy, %x) <{min = -1.0 : f32, max = 3.0 : f32}> : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @fake_quant_vars(%x: tensor<?x3xf32, [@S0, 3]>, %low: tensor<f32>, %high: tensor<f32>) -> tensor<?x3xf32, [@S0, 3]>
func.func @fake_quant_vars(%x: tensor<?x3xf32>, %low: tensor<f32>, %high: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.FakeQuantWithMinMaxVars"(%x, %low, %high) : (tensor<?x3xf32>, tensor<f32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.FakeQuantWithMinMaxVarsGradient at {{.*}}: gradients and inputs: sizes S0 and S1 must agree"}
// CHECK:       func.func @fake_quant_vars_gradient(%dy: tensor<?x3xf32, [@S0, 3]>, %x: tensor<?x3xf32, [@S1, 3]>, %low: tensor<f32>, %high: tensor<f32>) -> (tensor<?x3xf32, [@S0, 3]>, tensor<f32>, tensor<f32>)
func.func @fake_quant_vars_gradient(%dy: tensor<?x3xf32>, %x: tensor<?x3xf32>, %low: tensor<f32>, %high: tensor<f32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:3 = "tf.FakeQuantWithMinMaxVarsGradient"(%dy, %x, %low, %high) : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK:       func.func @fake_quant_vars_per_channel(%x: tensor<?x3xf32, [@S0, 3]>, %low: tensor<3xf32>, %high: tensor<3xf32>) -> tensor<?x3xf32, [@S0, 3]>
func.func @fake_quant_vars_per_channel(%x: tensor<?x3xf32>, %low: tensor<3xf32>, %high: tensor<3xf32>) -> tensor<*xf32> {
  %r = "tf.FakeQuantWithMinMaxVarsPerChannel"(%x, %low, %high) : (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.FakeQuantWithMinMaxVarsPerChannelGradient at {{.*}}: gradients and inputs: sizes S0 and S1 must agree"}
// CHECK:       func.func @fake_quant_vars_per_channel_gradient(%dy: tensor<?x3xf32, [@S0, 3]>, %x: tensor<?x3xf32, [@S1, 3]>, %low: tensor<3xf32>, %high: tensor<3xf32>) -> (tensor<?x3xf32, [@S0, 3]>, tensor<3xf32>, tensor<3xf32>)
func.func @fake_quant_vars_per_channel_gradient(%dy: tensor<?x3xf32>, %x: tensor<?x3xf32>, %low: tensor<3xf32>, %high: tensor<3xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:3 = "tf.FakeQuantWithMinMaxVarsPerChannelGradient"(%dy, %x, %low, %high) : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK:       func.func @quantize_and_dequantize_v2(%x: tensor<?x?xf32, [@S0, @S1]>, %low: tensor<f32>, %high: tensor<f32>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @quantize_and_dequantize_v2(%x: tensor<?x?xf32>, %low: tensor<f32>, %high: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.QuantizeAndDequantizeV2"(%x, %low, %high) <{signed_input = false, num_bits = 4 : i64, range_given = true, round_mode = "HALF_UP", axis = -1 : i64}> : (tensor<?x?xf32>, tensor<f32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.QuantizeAndDequantizeV3 at {{.*}}: axis 1 and input_min: sizes S1 and S2 must agree"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.QuantizeAndDequantizeV3 at {{.*}}: axis 1 and input_max: sizes {{.*}} must agree"}
// CHECK:       func.func @quantize_and_dequantize_v3({{.*}}) -> tensor<?x?xf32, [@S0, @S1]>
func.func @quantize_and_dequantize_v3(%x: tensor<?x?xf32>, %low: tensor<?xf32>, %high: tensor<?xf32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.QuantizeAndDequantizeV3"(%x, %low, %high, %n) <{signed_input = true, range_given = true, narrow_range = true, axis = 1 : i64}> : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @quantize_and_dequantize_v4(%x: tensor<?x?xf32, [@S0, @S1]>, %low: tensor<f32>, %high: tensor<f32>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @quantize_and_dequantize_v4(%x: tensor<?x?xf32>, %low: tensor<f32>, %high: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.QuantizeAndDequantizeV4"(%x, %low, %high) <{signed_input = false, num_bits = 4 : i64, range_given = true, round_mode = "HALF_UP", axis = -1 : i64}> : (tensor<?x?xf32>, tensor<f32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.QuantizeAndDequantizeV4Grad at {{.*}}: gradients: sizes S0 and S2 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.QuantizeAndDequantizeV4Grad at {{.*}}: gradients: sizes S1 and S3 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.QuantizeAndDequantizeV4Grad at {{.*}}: input_min: sizes S1 and S4 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.QuantizeAndDequantizeV4Grad at {{.*}}: input_max: sizes S1 and S5 must agree"}
// CHECK:       func.func @quantize_and_dequantize_v4_grad(%dy: tensor<?x?xf32, [@S0, @S1]>, %x: tensor<?x?xf32, [@S2, @S3]>, %low: tensor<?xf32, [@S4]>, %high: tensor<?xf32, [@S5]>) -> (tensor<?x?xf32, [@S0, @S1]>, tensor<?xf32, [@S1]>, tensor<?xf32, [@S1]>)
func.func @quantize_and_dequantize_v4_grad(%dy: tensor<?x?xf32>, %x: tensor<?x?xf32>, %low: tensor<?xf32>, %high: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:3 = "tf.QuantizeAndDequantizeV4Grad"(%dy, %x, %low, %high) <{axis = 1 : i64}> : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

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

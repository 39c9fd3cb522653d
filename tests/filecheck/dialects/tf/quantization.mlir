// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @fake_quant_with_min_max_args_gradient(%a0: tensor<?x3xf32>, %a1: tensor<?x3xf32>) {
  %0 = "tf.FakeQuantWithMinMaxArgsGradient"(%a0, %a1) <{min = -1.000000e+00 : f32, max = 3.000000e+00 : f32}> : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @fake_quant_with_min_max_args_gradient(
// CHECK: "tf.FakeQuantWithMinMaxArgsGradient"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{min = -1.000000e+00 : f32, max = 3.000000e+00 : f32}> : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<*xf32>

func.func @fake_quant_with_min_max_args(%a0: tensor<?x3xf32>) {
  %0 = "tf.FakeQuantWithMinMaxArgs"(%a0) <{min = -1.000000e+00 : f32, max = 3.000000e+00 : f32, num_bits = 4 : i64, narrow_range = true}> : (tensor<?x3xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @fake_quant_with_min_max_args(
// CHECK: "tf.FakeQuantWithMinMaxArgs"(%{{[a-z0-9]+}}) <{min = -1.000000e+00 : f32, max = 3.000000e+00 : f32, num_bits = 4 : i64, narrow_range = true}> : (tensor<?x3xf32>) -> tensor<*xf32>

func.func @fake_quant_with_min_max_vars_gradient(%a0: tensor<?x3xf32>, %a1: tensor<?x3xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  %0, %1, %2 = "tf.FakeQuantWithMinMaxVarsGradient"(%a0, %a1, %a2, %a3) : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @fake_quant_with_min_max_vars_gradient(
// CHECK: "tf.FakeQuantWithMinMaxVarsGradient"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)

func.func @fake_quant_with_min_max_vars(%a0: tensor<?x3xf32>, %a1: tensor<f32>, %a2: tensor<f32>) {
  %0 = "tf.FakeQuantWithMinMaxVars"(%a0, %a1, %a2) : (tensor<?x3xf32>, tensor<f32>, tensor<f32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @fake_quant_with_min_max_vars(
// CHECK: "tf.FakeQuantWithMinMaxVars"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x3xf32>, tensor<f32>, tensor<f32>) -> tensor<*xf32>

func.func @fake_quant_with_min_max_vars_per_channel_gradient(%a0: tensor<?x3xf32>, %a1: tensor<?x3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>) {
  %0, %1, %2 = "tf.FakeQuantWithMinMaxVarsPerChannelGradient"(%a0, %a1, %a2, %a3) : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @fake_quant_with_min_max_vars_per_channel_gradient(
// CHECK: "tf.FakeQuantWithMinMaxVarsPerChannelGradient"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)

func.func @fake_quant_with_min_max_vars_per_channel(%a0: tensor<?x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  %0 = "tf.FakeQuantWithMinMaxVarsPerChannel"(%a0, %a1, %a2) : (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @fake_quant_with_min_max_vars_per_channel(
// CHECK: "tf.FakeQuantWithMinMaxVarsPerChannel"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>

func.func @quantize_and_dequantize_v2(%x: tensor<?x?xf32>, %low: tensor<f32>, %high: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.QuantizeAndDequantizeV2"(%x, %low, %high) <{signed_input = false, num_bits = 4 : i64, range_given = true, round_mode = "HALF_UP", axis = -1 : i64}> : (tensor<?x?xf32>, tensor<f32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
// CHECK-LABEL: func.func @quantize_and_dequantize_v2(
// CHECK: "tf.QuantizeAndDequantizeV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{signed_input = false, num_bits = 4 : i64, range_given = true, round_mode = "HALF_UP", axis = -1 : i64}> : (tensor<?x?xf32>, tensor<f32>, tensor<f32>) -> tensor<*xf32>

func.func @quantize_and_dequantize_v3(%x: tensor<?x?xf32>, %low: tensor<?xf32>, %high: tensor<?xf32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.QuantizeAndDequantizeV3"(%x, %low, %high, %n) <{signed_input = true, range_given = true, narrow_range = true, axis = 1 : i64}> : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
// CHECK-LABEL: func.func @quantize_and_dequantize_v3(
// CHECK: "tf.QuantizeAndDequantizeV3"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{signed_input = true, range_given = true, narrow_range = true, axis = 1 : i64}> : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<*xf32>

func.func @quantize_and_dequantize_v4(%x: tensor<?x?xf32>, %low: tensor<f32>, %high: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.QuantizeAndDequantizeV4"(%x, %low, %high) <{signed_input = false, num_bits = 4 : i64, range_given = true, round_mode = "HALF_UP", axis = -1 : i64}> : (tensor<?x?xf32>, tensor<f32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
// CHECK-LABEL: func.func @quantize_and_dequantize_v4(
// CHECK: "tf.QuantizeAndDequantizeV4"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{signed_input = false, num_bits = 4 : i64, range_given = true, round_mode = "HALF_UP", axis = -1 : i64}> : (tensor<?x?xf32>, tensor<f32>, tensor<f32>) -> tensor<*xf32>

func.func @quantize_and_dequantize_v4_grad(%a0: tensor<?x?xf32>, %a1: tensor<?x?xf32>, %a2: tensor<?xf32>, %a3: tensor<?xf32>) {
  %0:3 = "tf.QuantizeAndDequantizeV4Grad"(%a0, %a1, %a2, %a3) <{axis = 1 : i64}> : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @quantize_and_dequantize_v4_grad(
// CHECK: "tf.QuantizeAndDequantizeV4Grad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{axis = 1 : i64}> : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)

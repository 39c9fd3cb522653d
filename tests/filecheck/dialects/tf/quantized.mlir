// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @quantize(%a0: tensor<?x3xf32>, %a1: tensor<f32>, %a2: tensor<f32>) {
  %0, %1, %2 = "tf.QuantizeV2"(%a0, %a1, %a2) <{mode = "SCALED", round_mode = "HALF_TO_EVEN", narrow_range = true, axis = -1 : i64, ensure_minimum_range = 5.000000e-01 : f32}> : (tensor<?x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<?x3x!tf_type.qint8>, tensor<f32>, tensor<f32>)
  func.return
}
// CHECK-LABEL: func.func @quantize(
// CHECK: "tf.QuantizeV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{mode = "SCALED", round_mode = "HALF_TO_EVEN", narrow_range = true, axis = -1 : i64, ensure_minimum_range = 5.000000e-01 : f32}> : (tensor<?x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<?x3x!tf_type.qint8>, tensor<f32>, tensor<f32>)

func.func @dequantize(%a0: tensor<?x3x!tf_type.quint16>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  %0 = "tf.Dequantize"(%a0, %a1, %a2) <{mode = "SCALED", axis = 1 : i64}> : (tensor<?x3x!tf_type.quint16>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x3xbf16>
  func.return
}
// CHECK-LABEL: func.func @dequantize(
// CHECK: "tf.Dequantize"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{mode = "SCALED", axis = 1 : i64}> : (tensor<?x3x!tf_type.quint16>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x3xbf16>

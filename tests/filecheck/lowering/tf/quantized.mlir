// RUN: tieshape-opt %s -p tieshape-inline-tf-functions,tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// The quantized elements are integers of that width; the conversion rounds unsigned ones.
// CHECK-LABEL: func.func @quantize(
// CHECK:         sdim.elements
// CHECK:         %[[MINIMUM:.*]] = mhlo.minimum %x, %{{.*}}
// CHECK-NEXT:    mhlo.maximum %[[MINIMUM]], %{{.*}}
// CHECK-NOT:     round_nearest
// CHECK:         mhlo.convert %{{.*}} : (tensor<?x3xf32, [@S0, 3]>) -> tensor<?x3xui8, [@S0, 3]>
func.func @quantize(%x: tensor<?x3xf32>, %low: tensor<f32>, %high: tensor<f32>) -> (tensor<?x3x!tf_type.quint8>, tensor<f32>, tensor<f32>) {
  %r:3 = "tf.QuantizeV2"(%x, %low, %high) : (tensor<?x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<?x3x!tf_type.quint8>, tensor<f32>, tensor<f32>)
  func.return %r#0, %r#1, %r#2 : tensor<?x3x!tf_type.quint8>, tensor<f32>, tensor<f32>
}

// -----

// CHECK-LABEL: func.func @quantize_to_even(
// CHECK:         mhlo.round_nearest_even
// CHECK-NEXT:    mhlo.convert %{{.*}} : (tensor<?x3xf32, [@S0, 3]>) -> tensor<?x3xi16, [@S0, 3]>
func.func @quantize_to_even(%x: tensor<?x3xf32>, %low: tensor<f32>, %high: tensor<f32>) -> (tensor<?x3x!tf_type.qint16>, tensor<f32>, tensor<f32>) {
  %r:3 = "tf.QuantizeV2"(%x, %low, %high) <{mode = "SCALED", round_mode = "HALF_TO_EVEN"}> : (tensor<?x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<?x3x!tf_type.qint16>, tensor<f32>, tensor<f32>)
  func.return %r#0, %r#1, %r#2 : tensor<?x3x!tf_type.qint16>, tensor<f32>, tensor<f32>
}

// -----

// CHECK-LABEL: func.func @dequantize(%x: tensor<?x?xi8, [@S0, @S1]>
// CHECK:         mhlo.convert %x : (tensor<?x?xi8, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
// CHECK:         mhlo.divide
// CHECK:         mhlo.dynamic_broadcast_in_dim
// CHECK:         mhlo.multiply
func.func @dequantize(%x: tensor<?x?x!tf_type.qint8>, %low: tensor<?xf32>, %high: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Dequantize"(%x, %low, %high) <{mode = "SCALED", axis = 1 : i64}> : (tensor<?x?x!tf_type.qint8>, tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

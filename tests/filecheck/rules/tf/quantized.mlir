// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       func.func @quantize(%x: tensor<?x3xf32, [@S0, 3]>, %low: tensor<f32>, %high: tensor<f32>) -> (tensor<?x3xi8, [@S0, 3]>, tensor<f32>, tensor<f32>)
func.func @quantize(%x: tensor<?x3xf32>, %low: tensor<f32>, %high: tensor<f32>) -> (tensor<*xi8>, tensor<*xf32>, tensor<*xf32>) {
  %r:3 = "tf.QuantizeV2"(%x, %low, %high) <{mode = "SCALED"}> : (tensor<?x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<*xi8>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xi8>, tensor<*xf32>, tensor<*xf32>
}

// -----

// Limits of each entry of an axis have its size.
// CHECK:       sdim.equal assert @S0, @S2 {why = "tf.QuantizeV2 at {{.*}}: axis 0 and min_range: sizes S0 and S2 must agree"}
// CHECK:       sdim.equal assert @S0, @S3 {why = "tf.QuantizeV2 at {{.*}}: axis 0 and max_range: sizes S0 and S3 must agree"}
// CHECK:       func.func @quantize_each(%x: tensor<?x?xf32, [@S0, @S1]>, %low: tensor<?xf32, [@S2]>, %high: tensor<?xf32, [@S3]>) -> (tensor<?x?xi8, [@S0, @S1]>, tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>)
func.func @quantize_each(%x: tensor<?x?xf32>, %low: tensor<?xf32>, %high: tensor<?xf32>) -> (tensor<*xi8>, tensor<*xf32>, tensor<*xf32>) {
  %r:3 = "tf.QuantizeV2"(%x, %low, %high) <{mode = "SCALED", axis = 0 : i64}> : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xi8>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xi8>, tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert @S1, 3 {why = "tf.Dequantize at {{.*}}: axis 1 and min_range: sizes S1 and 3 must agree"}
// CHECK:       func.func @dequantize(%x: tensor<?x?xi8, [@S0, @S1]>, %low: tensor<3xf32>, %high: tensor<3xf32>) -> tensor<?x3xf32, [@S0, 3]>
func.func @dequantize(%x: tensor<?x?xi8>, %low: tensor<3xf32>, %high: tensor<3xf32>) -> tensor<*xf32> {
  %r = "tf.Dequantize"(%x, %low, %high) <{mode = "SCALED", axis = 1 : i64}> : (tensor<?x?xi8>, tensor<3xf32>, tensor<3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

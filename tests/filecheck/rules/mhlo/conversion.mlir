// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// Another layout of the same bytes: only what the type declares is known.
// CHECK:       func.func @bitcast(%x: tensor<?xf32, [@S0]>) -> tensor<?x1xf32, [@S1, 1]>
func.func @bitcast(%x: tensor<?xf32>) -> tensor<?x1xf32> {
  %r = "mhlo.bitcast"(%x) : (tensor<?xf32>) -> tensor<?x1xf32>
  func.return %r : tensor<?x1xf32>
}

// -----

// CHECK:       func.func @bitcast_convert(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xi32, [@S0, @S1]>
func.func @bitcast_convert(%x: tensor<?x?xf32>) -> tensor<?x?xi32> {
  %r = "mhlo.bitcast_convert"(%x) : (tensor<?x?xf32>) -> tensor<?x?xi32>
  func.return %r : tensor<?x?xi32>
}

// -----

// Narrower elements add a dimension, wider ones take it away.
// CHECK:       func.func @bitcast_convert_widths(%x: tensor<?xf32, [@S0]>, %y: tensor<?x4xi8, [@S1, 4]>) -> (tensor<?x4xi8, [@S0, 4]>, tensor<?xf32, [@S1]>)
func.func @bitcast_convert_widths(%x: tensor<?xf32>, %y: tensor<?x?xi8>) -> (tensor<?x?xi8>, tensor<?xf32>) {
  %r = "mhlo.bitcast_convert"(%x) : (tensor<?xf32>) -> tensor<?x?xi8>
  %s = "mhlo.bitcast_convert"(%y) : (tensor<?x?xi8>) -> tensor<?xf32>
  func.return %r, %s : tensor<?x?xi8>, tensor<?xf32>
}

// -----

// CHECK:       func.func @convert(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xi32, [@S0, @S1]>
func.func @convert(%x: tensor<?x?xf32>) -> tensor<*xi32> {
  %r = "mhlo.convert"(%x) : (tensor<?x?xf32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       func.func @reduce_precision(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @reduce_precision(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "mhlo.reduce_precision"(%x) <{exponent_bits = 5 : i32, mantissa_bits = 2 : i32}> : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.stochastic_convert at {{.*}}: elementwise operands: sizes S0 and S1 must agree"}
// CHECK:       func.func @stochastic_convert(%x: tensor<?xf32, [@S0]>, %random: tensor<?xui32, [@S0]>) -> tensor<?xi8, [@S0]>
func.func @stochastic_convert(%x: tensor<?xf32>, %random: tensor<?xui32>) -> tensor<*xi8> {
  %r = "mhlo.stochastic_convert"(%x, %random) : (tensor<?xf32>, tensor<?xui32>) -> tensor<*xi8>
  func.return %r : tensor<*xi8>
}

// -----

// CHECK:       func.func @uniform_quantize(%x: tensor<?xf32, [@S0]>) -> tensor<?x!quant.uniform<u8:f32, 3.4e1:16>, [@S0]>
func.func @uniform_quantize(%x: tensor<?xf32>) -> tensor<?x!quant.uniform<u8:f32, 3.4e1:16>> {
  %r = mhlo.uniform_quantize %x : (tensor<?xf32>) -> tensor<?x!quant.uniform<u8:f32, 3.4e1:16>>
  func.return %r : tensor<?x!quant.uniform<u8:f32, 3.4e1:16>>
}

// -----

// CHECK:       func.func @uniform_dequantize(%x: tensor<?x!quant.uniform<u8:f32, 3.4e1:16>, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @uniform_dequantize(%x: tensor<?x!quant.uniform<u8:f32, 3.4e1:16>>) -> tensor<?xf32> {
  %r = mhlo.uniform_dequantize %x : (tensor<?x!quant.uniform<u8:f32, 3.4e1:16>>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}

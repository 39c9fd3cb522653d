// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: mhlo.abs: operand 0 has type tensor<4xui8>, elements must be signless integer or float or complex or index or quantized
func.func @abs_kind(%x: tensor<4xui8>) {
  %r = mhlo.abs %x : tensor<4xui8>
  func.return
}

// -----

// CHECK: error: mhlo.abs: operand 0 has shape [4], the result has [5]; they must agree (C1)
func.func @abs_shape(%x: tensor<4xf32>) {
  %r = mhlo.abs %x : (tensor<4xf32>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.abs: the result has element type complex<f32>, f32 follows from operand 0 of element type complex<f32> (C2)
func.func @abs_element(%z: tensor<4xcomplex<f32>>) {
  %r = mhlo.abs %z : tensor<4xcomplex<f32>>
  func.return
}

// -----

// CHECK: error: mhlo.real: the result has element type f64, f32 follows from operand 0 of element type complex<f32> (C2)
func.func @real_element(%z: tensor<4xcomplex<f32>>) {
  %r = mhlo.real %z : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  func.return
}

// -----

// CHECK: error: mhlo.imag: operand 0 has type tensor<4xi32>, elements must be float or complex
func.func @imag_kind(%x: tensor<4xi32>) {
  %r = mhlo.imag %x : tensor<4xi32>
  func.return
}

// -----

// CHECK: error: mhlo.is_finite: operand 0 has type tensor<4xi32>, elements must be float
func.func @finite_kind(%x: tensor<4xi32>) {
  %r = mhlo.is_finite %x : (tensor<4xi32>) -> tensor<4xi1>
  func.return
}

// -----

// CHECK: error: mhlo.is_finite: the result has type tensor<4xf32>, elements must be i1
func.func @finite_result(%x: tensor<4xf32>) {
  %r = mhlo.is_finite %x : tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.is_finite: operand 0 has shape [4], the result has [5]; they must agree (C1)
func.func @finite_shape(%x: tensor<4xf32>) {
  %r = mhlo.is_finite %x : (tensor<4xf32>) -> tensor<5xi1>
  func.return
}

// -----

// CHECK: error: mhlo.convert: operand 0 has shape [4], the result has [5]; they must agree (C1)
func.func @convert_shape(%x: tensor<4xf32>) {
  %r = mhlo.convert %x : (tensor<4xf32>) -> tensor<5xi32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce_precision: the result has type tensor<4xi32>, elements must be float
func.func @precision_kind(%x: tensor<4xi32>) {
  %r = mhlo.reduce_precision %x, format = e5m2 : tensor<4xi32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce_precision: exponent_bits is 0, at least 1 is needed (C2)
func.func @precision_exponent(%x: tensor<4xf32>) {
  %r = mhlo.reduce_precision %x, format = e0m2 : tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce_precision: mantissa_bits is -1, at least 0 is needed (C3)
func.func @precision_mantissa(%x: tensor<4xf32>) {
  %r = "mhlo.reduce_precision"(%x) <{exponent_bits = 5 : i32, mantissa_bits = -1 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: expected a format like e5m2, found f32
func.func @precision_format(%x: tensor<4xf32>) {
  %r = mhlo.reduce_precision %x, format = f32 : tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.uniform_quantize: the result has type tensor<4xf32>, elements must be quantized
func.func @quantize(%x: tensor<4xf32>) {
  %r = mhlo.uniform_quantize %x : tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.uniform_dequantize: operand 0 has type tensor<4xf32>, elements must be quantized
func.func @dequantize(%x: tensor<4xf32>) {
  %r = mhlo.uniform_dequantize %x : tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.stochastic_convert: operand 1 has type tensor<4xi32>, elements must be unsigned integer
func.func @stochastic_random(%x: tensor<4xf32>, %u: tensor<4xi32>) {
  %r = "mhlo.stochastic_convert"(%x, %u) : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xi8>
  func.return
}

// -----

// CHECK: error: mhlo.stochastic_convert: operand 0 has shape [4], operand 1 has [5]; they must agree
func.func @stochastic_shape(%x: tensor<4xf32>, %u: tensor<5xui32>) {
  %r = "mhlo.stochastic_convert"(%x, %u) : (tensor<4xf32>, tensor<5xui32>) -> tensor<4xi8>
  func.return
}

// -----

// CHECK: error: mhlo.bitcast: operand 0 has type f32, a tensor is needed
func.func @layout(%x: f32) {
  %r = mhlo.bitcast %x : (f32) -> tensor<f32>
  func.return
}

// -----

// CHECK: error: mhlo.bitcast_convert: the result has shape [5], [4] follows from the operands (C1)
func.func @bits_shape(%x: tensor<4xf32>) {
  %r = mhlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<5xi32>
  func.return
}

// -----

// CHECK: error: mhlo.bitcast_convert: the result has shape [4, 2], [4, 4] follows from the operands (C1)
func.func @bits_narrow(%x: tensor<4xf32>) {
  %r = mhlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4x2xi8>
  func.return
}

// -----

// CHECK: error: mhlo.bitcast_convert: operand 0 has shape [4, 3], a last size of 4 is needed to make f32 (C1)
func.func @bits_wide(%x: tensor<4x3xi8>) {
  %r = mhlo.bitcast_convert %x : (tensor<4x3xi8>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.bitcast_convert: operand 0 has element type complex<f32>, the result has i64; both or neither must be complex (C2)
func.func @bits_complex(%z: tensor<4xcomplex<f32>>) {
  %r = mhlo.bitcast_convert %z : (tensor<4xcomplex<f32>>) -> tensor<4xi64>
  func.return
}

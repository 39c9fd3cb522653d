// RUN: tieshape-opt --allow-unregistered-dialect %s | filecheck %s
// RUN: tieshape-opt --allow-unregistered-dialect --print-op-generic --print-no-properties %s | tieshape-opt --allow-unregistered-dialect | filecheck %s

// Ops whose result has other elements than the operand.
func.func @conversion(%x: tensor<?xf32>, %z: tensor<?xcomplex<f32>>, %q: tensor<?x!quant.uniform<u8:f32, 3.4e1:16>>, %u: tensor<?xui32>) {
  %abs = mhlo.abs %z : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
  %real = mhlo.real %z : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
  %imag = mhlo.imag %z : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
  %imag_of_real = mhlo.imag %x : tensor<?xf32>
  %finite = mhlo.is_finite %x : (tensor<?xf32>) -> tensor<?xi1>
  %convert = mhlo.convert %x : (tensor<?xf32>) -> tensor<?xi32>
  %same = mhlo.convert %x : tensor<?xf32>
  %old = mhlo.convert(%x) : (tensor<?xf32>) -> tensor<?xbf16>
  %precision = mhlo.reduce_precision %x, format = e5m2 : tensor<?xf32>
  %precision_tagged = "mhlo.reduce_precision"(%x) {exponent_bits = 8 : i32, mantissa_bits = 10 : i32, tag} : (tensor<?xf32>) -> tensor<?xf32>
  %stochastic = "mhlo.stochastic_convert"(%x, %u) : (tensor<?xf32>, tensor<?xui32>) -> tensor<?xi8>
  %bits = mhlo.bitcast_convert %x : (tensor<?xf32>) -> tensor<?xi32>
  %narrow = mhlo.bitcast_convert %x : (tensor<?xf32>) -> tensor<?x4xi8>
  %wide = mhlo.bitcast_convert %narrow : (tensor<?x4xi8>) -> tensor<?xf32>
  %quantize = mhlo.uniform_quantize %x : (tensor<?xf32>) -> tensor<?x!quant.uniform<u8:f32, 3.4e1:16>>
  %dequantize = mhlo.uniform_dequantize %q : (tensor<?x!quant.uniform<u8:f32, 3.4e1:16>>) -> tensor<?xf32>
  %requantize = mhlo.negate %q : tensor<?x!quant.uniform<u8:f32, 3.4e1:16>>
  %layout = mhlo.bitcast %x : (tensor<?xf32>) -> tensor<?x1xf32>
  func.return
}

// CHECK-LABEL: func.func @conversion(
// CHECK-NEXT: %abs = mhlo.abs %z : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
// CHECK-NEXT: %real = mhlo.real %z : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
// CHECK-NEXT: %imag = mhlo.imag %z : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
// CHECK-NEXT: %imag_of_real = mhlo.imag %x : tensor<?xf32>
// CHECK-NEXT: %finite = mhlo.is_finite %x : (tensor<?xf32>) -> tensor<?xi1>
// CHECK-NEXT: %convert = mhlo.convert %x : (tensor<?xf32>) -> tensor<?xi32>
// CHECK-NEXT: %same = mhlo.convert %x : tensor<?xf32>
// CHECK-NEXT: %old = mhlo.convert %x : (tensor<?xf32>) -> tensor<?xbf16>
// CHECK-NEXT: %precision = mhlo.reduce_precision %x, format = e5m2 : tensor<?xf32>
// CHECK-NEXT: %precision_tagged = mhlo.reduce_precision %x, format = e8m10 {tag} : tensor<?xf32>
// CHECK-NEXT: %stochastic = "mhlo.stochastic_convert"(%x, %u) : (tensor<?xf32>, tensor<?xui32>) -> tensor<?xi8>
// CHECK-NEXT: %bits = mhlo.bitcast_convert %x : (tensor<?xf32>) -> tensor<?xi32>
// CHECK-NEXT: %narrow = mhlo.bitcast_convert %x : (tensor<?xf32>) -> tensor<?x4xi8>
// CHECK-NEXT: %wide = mhlo.bitcast_convert %narrow : (tensor<?x4xi8>) -> tensor<?xf32>
// CHECK-NEXT: %quantize = mhlo.uniform_quantize %x : (tensor<?xf32>) -> tensor<?x!quant.uniform<u8:f32, 3.4e1:16>>
// CHECK-NEXT: %dequantize = mhlo.uniform_dequantize %q : (tensor<?x!quant.uniform<u8:f32, 3.4e1:16>>) -> tensor<?xf32>
// CHECK-NEXT: %requantize = mhlo.negate %q : tensor<?x!quant.uniform<u8:f32, 3.4e1:16>>
// CHECK-NEXT: %layout = mhlo.bitcast %x : (tensor<?xf32>) -> tensor<?x1xf32>

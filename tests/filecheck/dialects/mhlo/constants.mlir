// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt --print-op-generic --print-no-properties %s | tieshape-opt | filecheck %s

// Constants of every element type, splats, hexadecimal strings, empty tensors.
func.func @constant() {
  %splat = mhlo.constant dense<1> : tensor<2x3xi32>
  %rows = mhlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %unsigned = mhlo.constant dense<[1, 255]> : tensor<2xui8>
  %bools = mhlo.constant dense<[true, false]> : tensor<2xi1>
  %bool = mhlo.constant dense<true> : tensor<i1>
  %float = mhlo.constant dense<[1.0, -0.5]> : tensor<2xf32>
  %half = mhlo.constant dense<[1.5, 2.5]> : tensor<2xf16>
  %brain = mhlo.constant dense<[1.5, 2.5]> : tensor<2xbf16>
  %double = mhlo.constant dense<1.0e300> : tensor<f64>
  %infinite = mhlo.constant dense<0xFF800000> : tensor<f32>
  %complex = mhlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  %hex = mhlo.constant dense<"0x0000803F00000040"> : tensor<2xf32>
  %empty = mhlo.constant dense<> : tensor<0x2xf32>
  %index = mhlo.constant dense<[3, 4]> : tensor<2xindex>
  %tagged = mhlo.constant {tag} dense<1> : tensor<i32>
  %generic = "mhlo.constant"() {value = dense<7> : tensor<i32>} : () -> tensor<i32>
  %encoded = mhlo.constant() {value = dense<7> : tensor<2xi32>} : () -> tensor<2xi32, #mhlo.type_extensions<bounds = [2]>>
  func.return
}

// CHECK-LABEL: func.func @constant(
// CHECK-NEXT: %splat = mhlo.constant dense<1> : tensor<2x3xi32>
// CHECK-NEXT: %rows = mhlo.constant dense<{{\[\[}}1, 2], [3, 4]]> : tensor<2x2xi64>
// CHECK-NEXT: %unsigned = mhlo.constant dense<[1, 255]> : tensor<2xui8>
// CHECK-NEXT: %bools = mhlo.constant dense<[true, false]> : tensor<2xi1>
// CHECK-NEXT: %bool = mhlo.constant dense<true> : tensor<i1>
// CHECK-NEXT: %float = mhlo.constant dense<[1.000000e+00, -5.000000e-01]> : tensor<2xf32>
// CHECK-NEXT: %half = mhlo.constant dense<[1.500000e+00, 2.500000e+00]> : tensor<2xf16>
// CHECK-NEXT: %brain = mhlo.constant dense<[1.500000e+00, 2.500000e+00]> : tensor<2xbf16>
// CHECK-NEXT: %double = mhlo.constant dense<1.000000e+300> : tensor<f64>
// CHECK-NEXT: %infinite = mhlo.constant dense<0xff800000> : tensor<f32>
// CHECK-NEXT: %complex = mhlo.constant dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f32>>
// CHECK-NEXT: %hex = mhlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: %empty = mhlo.constant dense<> : tensor<0x2xf32>
// CHECK-NEXT: %index = mhlo.constant dense<[3, 4]> : tensor<2xindex>
// CHECK-NEXT: %tagged = mhlo.constant {tag} dense<1> : tensor<i32>
// CHECK-NEXT: %generic = mhlo.constant dense<7> : tensor<i32>
// CHECK-NEXT: %encoded = mhlo.constant() {value = dense<7> : tensor<2xi32>} : () -> tensor<2xi32, #mhlo.type_extensions<bounds = [2]>>

func.func @counters(%shape: tensor<2xindex>) {
  %iota = "mhlo.iota"() {iota_dimension = 1 : i64} : () -> tensor<4x5xi32>
  %dynamic = "mhlo.dynamic_iota"(%shape) {iota_dimension = 0 : i64} : (tensor<2xindex>) -> tensor<?x?xf32>
  %token = mhlo.create_token : !mhlo.token
  func.return
}

// CHECK-LABEL: func.func @counters(
// CHECK-NEXT: %iota = "mhlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<4x5xi32>
// CHECK-NEXT: %dynamic = "mhlo.dynamic_iota"(%shape) <{iota_dimension = 0 : i64}> : (tensor<2xindex>) -> tensor<?x?xf32>
// CHECK-NEXT: %token = mhlo.create_token : !mhlo.token

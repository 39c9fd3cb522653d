// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       func.func @constant() -> tensor<2xf32>
// CHECK:       %r = mhlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
func.func @constant() -> tensor<*xf32> {
  %r = "mhlo.constant"() <{value = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @iota() -> tensor<4x5xi32>
// CHECK:       %r = "mhlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<4x5xi32>
func.func @iota() -> tensor<4x5xi32> {
  %r = "mhlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<4x5xi32>
  func.return %r : tensor<4x5xi32>
}

// -----

// CHECK:       func.func @dynamic_iota(%n: index) -> tensor<?x4xi32, [@S0, 4]>
func.func @dynamic_iota(%n: index) -> tensor<?x?xi32> {
  %four = arith.constant 4 : index
  %shape = tensor.from_elements %n, %four : tensor<2xindex>
  %r = "mhlo.dynamic_iota"(%shape) <{iota_dimension = 0 : i64}> : (tensor<2xindex>) -> tensor<?x?xi32>
  func.return %r : tensor<?x?xi32>
}

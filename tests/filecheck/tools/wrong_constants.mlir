// RUN: not tieshape-opt %s --split-input-file 2>&1 | filecheck %s

// What is wrong with a constant as a whole is told at the constant.
// CHECK: wrong_constants.mlir:[[# @LINE + 2]]:27: error: Hex string in denseAttr is invalid
func.func @digits() -> tensor<2x3xf32> {
  %c = mhlo.constant dense<"0xZZ"> : tensor<2x3xf32>
  return %c : tensor<2x3xf32>
}

// -----

// CHECK: wrong_constants.mlir:[[# @LINE + 2]]:27: error: Shape mismatch in dense literal. Expected [3] shape from the type, but got [2] shape.
func.func @count() -> tensor<3xf32> {
  %c = mhlo.constant dense<[1.0, 2.0]> : tensor<3xf32>
  return %c : tensor<3xf32>
}

// -----

// CHECK: wrong_constants.mlir:[[# @LINE + 2]]:27: error: Integer value 300 is out of range for type i8
func.func @range() -> tensor<1xi8> {
  %c = mhlo.constant dense<[300]> : tensor<1xi8>
  return %c : tensor<1xi8>
}

// -----

// CHECK: wrong_constants.mlir:[[# @LINE + 3]]:25: error: a number must fit 64 bits
sdim.symbol @S0
sdim.constraints {
  sdim.range @S0 in [0, 9223372036854775808]
}

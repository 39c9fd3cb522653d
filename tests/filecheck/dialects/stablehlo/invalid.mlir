// RUN: not tieshape-opt %s --split-input-file 2>&1 | filecheck %s

// The demands are those of the specification, in the words of mhlo's verifiers.
// CHECK: {{.*}}invalid.mlir:6:3: error: stablehlo.concatenate: operand 1 has element type i32, the result has f32; they must be equal (C5)
func.func @elements(%x: tensor<2xf32>, %y: tensor<2xi32>) {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2xf32>, tensor<2xi32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: stablehlo.slice: slice 0:4 of dimension 0 is not inside its size 3 (C3)
func.func @outside(%x: tensor<3xf32>) {
  %0 = stablehlo.slice %x [0:4] : (tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: expected one of stablehlo.add, stablehlo.and, {{.*}}, found stablehlo.subtract
func.func @reducer(%x: tensor<3xf32>, %c: tensor<f32>) {
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.subtract across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// An op that StableHLO does not have, though mhlo does.
// CHECK: error: Operation stablehlo.copy is not registered
func.func @copy(%x: tensor<3xf32>) {
  %0 = "stablehlo.copy"(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

// The same op is good for other types, and each wrong one is told.
// CHECK: invalid.mlir:42:3: error: stablehlo.add: operand 1 has shape [4], the result has [3]; they must agree
func.func @types(%x: tensor<3xf32>, %y: tensor<4xf32>) {
  %0 = stablehlo.add %x, %x : tensor<3xf32>
  %1 = stablehlo.add %x, %x : tensor<3xf32>
  %2 = "stablehlo.add"(%x, %y) : (tensor<3xf32>, tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

// CHECK: error: stablehlo.slice: slice 0:4 of dimension 0 is not inside its size 3 (C3)
func.func @again(%x: tensor<3xf32>) {
  %0 = stablehlo.slice %x [0:4] : (tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: stablehlo.tuple: found 3 values of the result and 2 operands; their numbers must agree (C1)
func.func @tuple(%x: tensor<f32>) {
  %0 = "stablehlo.tuple"(%x, %x) : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>, tensor<f32>, tensor<f32>>
  return
}

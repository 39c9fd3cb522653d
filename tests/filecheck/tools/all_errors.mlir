// RUN: not tieshape-opt %s --split-input-file -p tieshape 2>&1 | filecheck %s --strict-whitespace

// All errors of a module are shown, each with its line and a caret.
//      CHECK:all_errors.mlir:11:3: error: tf.MatMul: contracting dimension: sizes 4 and 5 must agree
// CHECK-NEXT:  %0 = "tf.MatMul"(%a, %b) : (tensor<3x4xf32>, tensor<5x6xf32>) -> tensor<?x?xf32>
// CHECK-NEXT:  ^
//      CHECK:all_errors.mlir:12:9: error: tf.AddV2: sizes 3 and 5 must be equal
// CHECK-NEXT:        %1 = "tf.AddV2"(%a, %b) :
// CHECK-NEXT:        ^
func.func @inference(%a: tensor<3x4xf32>, %b: tensor<5x6xf32>) {
  %0 = "tf.MatMul"(%a, %b) : (tensor<3x4xf32>, tensor<5x6xf32>) -> tensor<?x?xf32>
        %1 = "tf.AddV2"(%a, %b) : (tensor<3x4xf32>, tensor<5x6xf32>) -> tensor<?x?xf32>
  func.return
}

// -----
//      CHECK:all_errors.mlir:22:3: error: mhlo.transpose: permutation [0, 1] is not an order of the 1 dimensions of operand 0 (C2)
//      CHECK:all_errors.mlir:23:3: error: func.return: Expected arguments to have the same types
// CHECK-NEXT:  func.return %a : i32
// CHECK-NEXT:  ^
func.func @verifier(%a: i32, %x: tensor<2xf32>) -> f32 {
  %1 = "mhlo.transpose"(%x) <{permutation = dense<[0, 1]> : tensor<2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return %a : i32
}

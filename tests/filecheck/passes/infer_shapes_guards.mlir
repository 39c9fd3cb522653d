// RUN: tieshape-opt -p tieshape-symbolize,tieshape-infer-shapes --split-input-file %s | filecheck %s
// RUN: tieshape-opt -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo,tieshape-optimize-shapes --split-input-file %s | filecheck %s

// A guard compares what two sizes broadcast to with what three do: no type carries the latter, so it
// gets a symbol of its own, which stays as long as the guard does.

// CHECK:      sdim.constraints {
// CHECK-NOT:  arith
// CHECK:        sdim.broadcast [@S0, @S1, @S2] -> [[WHOLE:@S[0-9]+]]
// CHECK-NOT:  arith
// CHECK:        sdim.broadcast assert [@S0, @S1] -> [[WHOLE]] {why = "tf.Einsum
// CHECK-NEXT: }
func.func @compares_two_broadcasts(%a: tensor<2x?xf32>, %b: tensor<2x?xf32>, %c: tensor<2x?xf32>) -> tensor<2xf32> {
  %0 = "tf.AddV2"(%a, %b) : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  %1 = "tf.AddV2"(%0, %c) : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  %2 = "tf.Einsum"(%0, %1) {equation = "ij,ij->i"} : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2xf32>
  func.return %2 : tensor<2xf32>
}

// -----

// Compared with the size of an argument it is said as that: no symbol is made for it.

// CHECK:      sdim.symbol @S2
// CHECK-NEXT:   sdim.constraints {
// CHECK-NEXT:   sdim.broadcastable assert [@S0, @S1]
// CHECK-NEXT:   sdim.broadcast assert [@S0, @S1] -> @S2 {why = "tf.MatMul
// CHECK-NEXT: }
func.func @compares_a_broadcast_with_a_size(%a: tensor<2x?xf32>, %b: tensor<2x?xf32>, %c: tensor<?x4xf32>) -> tensor<2x4xf32> {
  %0 = "tf.AddV2"(%a, %b) : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  %1 = "tf.MatMul"(%0, %c) {transpose_a = false, transpose_b = false} : (tensor<2x?xf32>, tensor<?x4xf32>) -> tensor<2x4xf32>
  func.return %1 : tensor<2x4xf32>
}

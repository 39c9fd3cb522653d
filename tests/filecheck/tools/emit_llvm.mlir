// REQUIRES: native
// RUN: tieshape-opt %s -p tieshape --emit llvm | filecheck %s

// CHECK:     llvm.func @main(
// CHECK:     llvm.func @_mlir_ciface_main(
// CHECK:     llvm.func @main_plan(
// CHECK-NOT: memref

func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "tf.Neg"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

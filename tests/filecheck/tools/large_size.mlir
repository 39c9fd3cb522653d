// RUN: not tieshape-opt %s 2>&1 | filecheck %s

// CHECK: large_size.mlir:[[# @LINE + 1]]:36: error: a size must fit 63 bits
func.func @large_size(%a: tensor<2x99999999999999999999xf32>) {
  func.return
}

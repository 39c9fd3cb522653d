// RUN: not tieshape-opt %s -p tieshape-absorb-ties 2>&1 | filecheck %s

// One symbol for two static sizes.
// CHECK: absorb_ties_invalid.mlir:7:1: error: func.func: contradicts `S0 == 1`{{.*}} and `S0 == 4`

sdim.symbol @S0
func.func @two_sizes(%x: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %s = sdim.size @S0
  %0 = sdim.tie_shape %x, [%s, %s] : tensor<1x4xf32>
  func.return %0 : tensor<1x4xf32>
}

// RUN: not tieshape-opt %s -p tieshape-convert-fusions-to-loops 2>&1 | filecheck %s
// RUN: not tieshape-opt %s --emit loops 2>&1 | filecheck %s --check-prefix EMIT

// CHECK: convert_fusions_to_loops_invalid.mlir:6:1: error: func.func: @half cannot be made native: elements of type i4 have no native form
// EMIT: convert_fusions_to_loops_invalid.mlir:6:1: error: --emit loops: @half has no native form: elements of type i4 have no native form
func.func @half(%x: tensor<4xi4>) -> tensor<4xi4> {
  %r = mhlo.negate %x : tensor<4xi4>
  func.return %r : tensor<4xi4>
}

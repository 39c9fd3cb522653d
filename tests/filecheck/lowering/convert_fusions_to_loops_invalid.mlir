// RUN: not tieshape-opt %s -p tieshape-convert-fusions-to-loops 2>&1 | filecheck %s

// CHECK: @half cannot be made native: elements of type f16 have no native form
func.func @half(%x: tensor<4xf16>) -> tensor<4xf16> {
  %r = mhlo.negate %x : tensor<4xf16>
  func.return %r : tensor<4xf16>
}

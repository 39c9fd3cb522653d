// RUN: tieshape-opt %s | tieshape-opt | filecheck %s
// RUN: tieshape-opt %s --print-op-generic | tieshape-opt | filecheck %s

// What is written for IREE is read again.

// CHECK-LABEL: func.func @tied(
// CHECK:         flow.tensor.tie_shape %x : tensor<?x4xf32>{%n}
func.func @tied(%x: tensor<?x4xf32>, %n: index) -> tensor<?x4xf32> {
  %0 = flow.tensor.tie_shape %x : tensor<?x4xf32>{%n}
  func.return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @assume(
// CHECK:         util.assume.int %n<umin = 1, umax = 512, udiv = 8> : index
func.func @assume(%n: index) -> index {
  %0 = util.assume.int %n<umin = 1, umax = 512, udiv = 8> : index
  func.return %0 : index
}

// CHECK-LABEL: func.func @barrier(
// CHECK:         util.optimization_barrier %x : tensor<?xf32>
func.func @barrier(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = util.optimization_barrier %x : tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

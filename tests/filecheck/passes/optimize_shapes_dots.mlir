// RUN: tieshape-opt -p tieshape-optimize-shapes --split-input-file %s | filecheck %s

// Nothing is used twice: a sum of products.

// CHECK-LABEL: func.func @rows(
// CHECK-NOT:     mhlo.dot_general
// CHECK:         %[[P:.*]] = mhlo.multiply %x, %y
// CHECK:         mhlo.reduce(%[[P]] init: %{{.*}}) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@N, @M]>, tensor<f32>) -> tensor<?xf32, [@N]>
sdim.symbol @N
sdim.symbol @M
func.func @rows(%x: tensor<?x?xf32, [@N, @M]>, %y: tensor<?x?xf32, [@N, @M]>) -> tensor<?xf32, [@N]> {
  %r = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<?x?xf32, [@N, @M]>, tensor<?x?xf32, [@N, @M]>) -> tensor<?xf32, [@N]>
  func.return %r : tensor<?xf32, [@N]>
}

// -----

// CHECK-LABEL: func.func @all(
// CHECK:         mhlo.reduce({{.*}}) applies mhlo.add across dimensions = [0, 1] : (tensor<?x3xi32, [@N, 3]>, tensor<i32>) -> tensor<i32>
sdim.symbol @N
func.func @all(%x: tensor<?x3xi32, [@N, 3]>, %y: tensor<?x3xi32, [@N, 3]>) -> tensor<i32> {
  %r = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1, 0], rhs_contracting_dimensions = [1, 0]>}> : (tensor<?x3xi32, [@N, 3]>, tensor<?x3xi32, [@N, 3]>) -> tensor<i32>
  func.return %r : tensor<i32>
}

// -----

// Rows of one side meet all of the other.

// CHECK-LABEL: func.func @matrices(
// CHECK:         mhlo.dot_general
// CHECK-NOT:     mhlo.reduce
sdim.symbol @N
sdim.symbol @M
func.func @matrices(%x: tensor<?x?xf32, [@N, @M]>, %y: tensor<?x?xf32, [@N, @M]>) -> tensor<?x?xf32, [@N, @N]> {
  %r = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<?x?xf32, [@N, @M]>, tensor<?x?xf32, [@N, @M]>) -> tensor<?x?xf32, [@N, @N]>
  func.return %r : tensor<?x?xf32, [@N, @N]>
}

// -----

// Products of f16 are not rounded before they are added.

// CHECK-LABEL: func.func @halves(
// CHECK:         mhlo.dot_general
// CHECK-NOT:     mhlo.reduce
sdim.symbol @N
func.func @halves(%x: tensor<?xf16, [@N]>, %y: tensor<?xf16, [@N]>) -> tensor<f16> {
  %r = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : (tensor<?xf16, [@N]>, tensor<?xf16, [@N]>) -> tensor<f16>
  func.return %r : tensor<f16>
}

// -----

// The dimensions of one side lie otherwise, or batches come in another order.

// CHECK-LABEL: func.func @turned(
// CHECK:         mhlo.dot_general
// CHECK:         mhlo.dot_general
// CHECK-NOT:     mhlo.reduce
func.func @turned(%x: tensor<3x3xf32>, %y: tensor<3x3x3xf32>) -> (tensor<3xf32>, tensor<3x3xf32>) {
  %r = "mhlo.dot_general"(%x, %x) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3xf32>
  %s = "mhlo.dot_general"(%y, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [1, 0], rhs_batching_dimensions = [1, 0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2]>}> : (tensor<3x3x3xf32>, tensor<3x3x3xf32>) -> tensor<3x3xf32>
  func.return %r, %s : tensor<3xf32>, tensor<3x3xf32>
}

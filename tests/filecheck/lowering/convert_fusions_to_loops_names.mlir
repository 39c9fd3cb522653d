// RUN: tieshape-opt %s -p tieshape-convert-fusions-to-loops | filecheck %s

// Two functions with a product each share the function that multiplies.
// CHECK:       func.func private @matmul_f32(
// CHECK-LABEL: func.func @first(
// CHECK:         func.call @matmul_f32(
// CHECK-NOT:   func.func private @matmul_f32(
// CHECK-LABEL: func.func @second(
// CHECK:         func.call @matmul_f32(
sdim.symbol @n
func.func @first(%x: tensor<?x?xf32, [@n, @n]>) -> tensor<?x?xf32, [@n, @n]> {
  %0 = "mhlo.dot_general"(%x, %x) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x?xf32, [@n, @n]>, tensor<?x?xf32, [@n, @n]>) -> tensor<?x?xf32, [@n, @n]>
  func.return %0 : tensor<?x?xf32, [@n, @n]>
}
func.func @second(%x: tensor<?x?xf32, [@n, @n]>) -> tensor<?x?xf32, [@n, @n]> {
  %0 = "mhlo.dot_general"(%x, %x) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : (tensor<?x?xf32, [@n, @n]>, tensor<?x?xf32, [@n, @n]>) -> tensor<?x?xf32, [@n, @n]>
  func.return %0 : tensor<?x?xf32, [@n, @n]>
}

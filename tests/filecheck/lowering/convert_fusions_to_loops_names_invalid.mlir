// RUN: not tieshape-opt %s -p tieshape-convert-fusions-to-loops 2>&1 | filecheck %s

// A function of the program has the name of one that a product needs.
// CHECK: convert_fusions_to_loops_names_invalid.mlir:6:1: error: func.func: @matmul_f32 is the name of a function that it calls
sdim.symbol @n
func.func @main(%x: tensor<?x?xf32, [@n, @n]>) -> tensor<?x?xf32, [@n, @n]> {
  %0 = "mhlo.dot_general"(%x, %x) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x?xf32, [@n, @n]>, tensor<?x?xf32, [@n, @n]>) -> tensor<?x?xf32, [@n, @n]>
  func.return %0 : tensor<?x?xf32, [@n, @n]>
}
func.func @matmul_f32(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  func.return %x : tensor<?xf32, [@n]>
}

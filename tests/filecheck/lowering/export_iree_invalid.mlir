// RUN: not tieshape-opt %s -p "tieshape-export-stablehlo{for=iree}" 2>&1 | filecheck %s

// A product of complex numbers mixes their parts: such a scatter cannot be split.
// CHECK: export_iree_invalid.mlir:8:{{.*}}: error: mhlo.scatter: cannot be exported: IREE has no scatter of complex numbers
sdim.symbol @n
sdim.symbol @m
func.func @complex_scatter(%x: tensor<?x4xcomplex<f32>, [@n, 4]>, %i: tensor<?x1xi32, [@m, 1]>, %y: tensor<?x4xcomplex<f32>, [@m, 4]>) -> tensor<?x4xcomplex<f32>, [@n, 4]> {
  %0 = "mhlo.scatter"(%x, %i, %y) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %c = mhlo.multiply %a, %b : tensor<complex<f32>>
    mhlo.return %c : tensor<complex<f32>>
  }) : (tensor<?x4xcomplex<f32>, [@n, 4]>, tensor<?x1xi32, [@m, 1]>, tensor<?x4xcomplex<f32>, [@m, 4]>) -> tensor<?x4xcomplex<f32>, [@n, 4]>
  func.return %0 : tensor<?x4xcomplex<f32>, [@n, 4]>
}

// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s

// CHECK: error: mhlo.dynamic_gather: slice size 8 must not exceed the size 2
func.func @too_large(%x: tensor<?x2xf32>, %i: tensor<?x1xi32>) -> tensor<?x?xf32> {
  %sizes = mhlo.constant dense<[1, 8]> : tensor<2xi32>
  %r = "mhlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}>
      : (tensor<?x2xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}

// -----

// CHECK: error: mhlo.dynamic_gather: slice size 2 of dimension 0, which is dropped, must be at most 1
func.func @dropped(%x: tensor<?x?xf32>, %i: tensor<?x1xi32>) -> tensor<?x?xf32> {
  %sizes = mhlo.constant dense<[2, 8]> : tensor<2xi32>
  %r = "mhlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}>
      : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}

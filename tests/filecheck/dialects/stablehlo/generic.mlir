// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt %s --print-op-generic | filecheck %s --check-prefix=GENERIC

// Ops without a text of their own, and types and attributes, in the generic form.
func.func @generic(%x: tensor<?x8xf32>, %i: tensor<?x1xi32>, %u: tensor<?x8xf32>, %b: tensor<?xf32, #stablehlo.bounds<4>>, %c: tensor<?x?xf32, #stablehlo.type_extensions<bounds = [?, 3]>>) {
  // CHECK: tensor<?xf32, #stablehlo.bounds<4>>
  // CHECK-SAME: tensor<?x?xf32, #stablehlo.type_extensions<bounds = [?, 3]>>
  // CHECK: "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<?x8xf32>, tensor<?x1xi32>) -> tensor<?x8xf32>
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<?x8xf32>, tensor<?x1xi32>) -> tensor<?x8xf32>
  // CHECK: "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  %1 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    "stablehlo.return"(%q) : (tensor<f32>) -> ()
  }) : (tensor<?x8xf32>, tensor<?x1xi32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  // CHECK: stablehlo.compare NE, %i, %i : (tensor<?x1xi32>, tensor<?x1xi32>) -> tensor<?x1xi1>
  // GENERIC: "stablehlo.compare"(%i, %i) <{comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<?x1xi32>, tensor<?x1xi32>) -> tensor<?x1xi1>
  %2 = "stablehlo.compare"(%i, %i) <{comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<?x1xi32>, tensor<?x1xi32>) -> tensor<?x1xi1>
  // GENERIC: "stablehlo.transpose"(%x) <{permutation = array<i64: 1, 0>}> : (tensor<?x8xf32>) -> tensor<8x?xf32>
  %3 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x8xf32>) -> tensor<8x?xf32>
  // Text of 2023 has lists of integers as dense vectors, and attributes beside the operands.
  // GENERIC: "stablehlo.transpose"(%x) <{permutation = array<i64: 1, 0>}> : (tensor<?x8xf32>) -> tensor<8x?xf32>
  %4 = "stablehlo.transpose"(%x) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<?x8xf32>) -> tensor<8x?xf32>
  // GENERIC: "stablehlo.constant"() <{value = dense<[1, 2]> : tensor<2xi64>}> : () -> tensor<2xi64>
  %5 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  return
}

// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt --print-op-generic --print-no-properties %s | tieshape-opt | filecheck %s

// Reading and writing at computed positions.
func.func @gather(%x: tensor<?x8xf32>, %i: tensor<?x1xi32>, %sizes: tensor<2xi32>, %flat: tensor<?xi32>, %b: tensor<3x?x8xf32>, %bi: tensor<3x5xi32>) {
  %gather = "mhlo.gather"(%x, %i) {dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1, 8]> : tensor<2xi64>, indices_are_sorted = false} : (tensor<?x8xf32>, tensor<?x1xi32>) -> tensor<?x8xf32>
  %implicit = "mhlo.gather"(%x, %flat) {dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], index_vector_dim = 1, offset_dims = [1], start_index_map = [0]>, slice_sizes = dense<[1, 8]> : tensor<2xi64>} : (tensor<?x8xf32>, tensor<?xi32>) -> tensor<?x8xf32>
  %batched = "mhlo.gather"(%b, %bi) {dimension_numbers = #mhlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = dense<[1, 1, 8]> : tensor<3xi64>} : (tensor<3x?x8xf32>, tensor<3x5xi32>) -> tensor<3x5x8xf32>
  %dynamic = "mhlo.dynamic_gather"(%x, %i, %sizes) {dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<?x8xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %select = "mhlo.torch_index_select"(%b, %bi) {dim = 1 : i64, batch_dims = 1 : i64} : (tensor<3x?x8xf32>, tensor<3x5xi32>) -> tensor<3x5x8xf32>
  func.return
}

// CHECK-LABEL: func.func @gather(
// CHECK-NEXT: %gather = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1, 8]> : tensor<2xi64>, indices_are_sorted = false}> : (tensor<?x8xf32>, tensor<?x1xi32>) -> tensor<?x8xf32>
// CHECK-NEXT: %implicit = "mhlo.gather"(%x, %flat) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1, 8]> : tensor<2xi64>}> : (tensor<?x8xf32>, tensor<?xi32>) -> tensor<?x8xf32>
// CHECK-NEXT: %batched = "mhlo.gather"(%b, %bi) <{dimension_numbers = #mhlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = dense<[1, 1, 8]> : tensor<3xi64>}> : (tensor<3x?x8xf32>, tensor<3x5xi32>) -> tensor<3x5x8xf32>
// CHECK-NEXT: %dynamic = "mhlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x8xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
// CHECK-NEXT: %select = "mhlo.torch_index_select"(%b, %bi) <{dim = 1 : i64, batch_dims = 1 : i64}> : (tensor<3x?x8xf32>, tensor<3x5xi32>) -> tensor<3x5x8xf32>

func.func @scatter(%x: tensor<?x8xf32>, %i: tensor<?x1xi32>, %u: tensor<?x8xf32>) {
  %one = "mhlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = true} : (tensor<?x8xf32>, tensor<?x1xi32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %two:2 = "mhlo.scatter"(%x, %x, %i, %u, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    mhlo.return %a, %d : tensor<f32>, tensor<f32>
  }) : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x1xi32>, tensor<?x8xf32>, tensor<?x8xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>)
  func.return
}

// CHECK-LABEL: func.func @scatter(
// CHECK-NEXT: %one = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = true}> ({
// CHECK-NEXT: ^bb0(%a: tensor<f32>, %b: tensor<f32>):
// CHECK-NEXT: %s = mhlo.add %a, %b : tensor<f32>
// CHECK-NEXT: mhlo.return %s : tensor<f32>
// CHECK-NEXT: }) : (tensor<?x8xf32>, tensor<?x1xi32>, tensor<?x8xf32>) -> tensor<?x8xf32>
// CHECK-NEXT: %two, %two_1 = "mhlo.scatter"(%x, %x, %i, %u, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
// CHECK-NEXT: ^bb0(%a_1: tensor<f32>, %b_1: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
// CHECK-NEXT: mhlo.return %a_1, %d : tensor<f32>, tensor<f32>
// CHECK-NEXT: }) : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x1xi32>, tensor<?x8xf32>, tensor<?x8xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>)

// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: mhlo.gather: operand 0 has rank 3, rank 2 is needed (C1)
func.func @gather_rank(%x: tensor<9x8x2xf32>, %i: tensor<5x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1, 8, 2]> : tensor<3xi64>}> : (tensor<9x8x2xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: index_vector_dim is 3, 0 to 2 is needed (C2)
func.func @gather_vector_dim(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 3>, slice_sizes = dense<[1, 8]> : tensor<2xi64>}> : (tensor<9x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: index vectors have 1 elements, the index map [0, 1] has 2 (C3)
func.func @gather_map_length(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = dense<[1, 8]> : tensor<2xi64>}> : (tensor<9x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: offset_dims [1, 1] must not hold a value twice (C4)
func.func @gather_offset_unique(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [1, 1], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1, 8]> : tensor<2xi64>}> : (tensor<9x8xf32>, tensor<5x1xi32>) -> tensor<5x1x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: offset_dims [2, 1] must be in ascending order (C4)
func.func @gather_offset_sorted(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [2, 1], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1, 8]> : tensor<2xi64>}> : (tensor<9x8xf32>, tensor<5x1xi32>) -> tensor<5x1x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: offset_dims entry 2 is out of range for rank 2 (C5)
func.func @gather_offset_range(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1, 8]> : tensor<2xi64>}> : (tensor<9x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: collapsed_slice_dims and operand_batching_dims [0, 0] must not hold a value twice (C6)
func.func @gather_collapsed_unique(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [], collapsed_slice_dims = [0, 0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1, 8]> : tensor<2xi64>}> : (tensor<9x8xf32>, tensor<5x1xi32>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: collapsed_slice_dims [1, 0] must be in ascending order (C7)
func.func @gather_collapsed_sorted(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [], collapsed_slice_dims = [1, 0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1, 1]> : tensor<2xi64>}> : (tensor<9x8xf32>, tensor<5x1xi32>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: collapsed_slice_dims entry 2 is out of range for rank 2 (C8)
func.func @gather_collapsed_range(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1, 8]> : tensor<2xi64>}> : (tensor<9x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: slice_sizes is 2 in dimension 0, which collapsed_slice_dims needs to be at most 1 (C9)
func.func @gather_collapsed_size(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[2, 8]> : tensor<2xi64>}> : (tensor<9x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: operand_batching_dims [1, 0] must be in ascending order (C10)
func.func @gather_batching_sorted(%x: tensor<3x4x9xf32>, %i: tensor<4x3x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [1, 0], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 2>, slice_sizes = dense<1> : tensor<3xi64>}> : (tensor<3x4x9xf32>, tensor<4x3x1xi32>) -> tensor<4x3xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: operand_batching_dims entry 3 is out of range for rank 3 (C11)
func.func @gather_batching_range(%x: tensor<3x9x8xf32>, %i: tensor<3x5x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2, operand_batching_dims = [3], start_indices_batching_dims = [0]>, slice_sizes = dense<[1, 1, 8]> : tensor<3xi64>}> : (tensor<3x9x8xf32>, tensor<3x5x1xi32>) -> tensor<3x5x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: slice_sizes is 2 in dimension 0, which operand_batching_dims needs to be at most 1 (C12)
func.func @gather_batching_size(%x: tensor<3x9x8xf32>, %i: tensor<3x5x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2, operand_batching_dims = [0], start_indices_batching_dims = [0]>, slice_sizes = dense<[2, 1, 8]> : tensor<3xi64>}> : (tensor<3x9x8xf32>, tensor<3x5x1xi32>) -> tensor<3x5x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: batching dimensions of the indices [0, 0] must not hold a value twice (C13)
func.func @gather_index_batching_unique(%x: tensor<3x9x8xf32>, %i: tensor<3x5x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2, operand_batching_dims = [0], start_indices_batching_dims = [0, 0]>, slice_sizes = dense<[1, 1, 8]> : tensor<3xi64>}> : (tensor<3x9x8xf32>, tensor<3x5x1xi32>) -> tensor<3x5x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: batching dimensions of the indices entry 3 is out of range for rank 3 (C14)
func.func @gather_index_batching_range(%x: tensor<3x9x8xf32>, %i: tensor<3x5x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2, operand_batching_dims = [0], start_indices_batching_dims = [3]>, slice_sizes = dense<[1, 1, 8]> : tensor<3xi64>}> : (tensor<3x9x8xf32>, tensor<3x5x1xi32>) -> tensor<3x5x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: index_vector_dim 2 is a batching dimension too (C15)
func.func @gather_index_batching_vector(%x: tensor<3x9x8xf32>, %i: tensor<3x5x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2, operand_batching_dims = [0], start_indices_batching_dims = [2]>, slice_sizes = dense<[1, 1, 8]> : tensor<3xi64>}> : (tensor<3x9x8xf32>, tensor<3x5x1xi32>) -> tensor<3x5x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: operand 0 has 1 batching dimensions, the indices have 0 (C16)
func.func @gather_batching_count(%x: tensor<3x9x8xf32>, %i: tensor<3x5x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2, operand_batching_dims = [0], start_indices_batching_dims = []>, slice_sizes = dense<[1, 1, 8]> : tensor<3xi64>}> : (tensor<3x9x8xf32>, tensor<3x5x1xi32>) -> tensor<3x5x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: batching size of operand 0 in dimension 0 is 3, of the indices in dimension 0 is 4; they must be equal (C17)
func.func @gather_batching_sizes(%x: tensor<3x9x8xf32>, %i: tensor<4x5x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2, operand_batching_dims = [0], start_indices_batching_dims = [0]>, slice_sizes = dense<[1, 1, 8]> : tensor<3xi64>}> : (tensor<3x9x8xf32>, tensor<4x5x1xi32>) -> tensor<4x5x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: start_index_map and operand_batching_dims [0, 0] must not hold a value twice (C18)
func.func @gather_map_unique(%x: tensor<9x8xf32>, %i: tensor<5x2xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 0], index_vector_dim = 1>, slice_sizes = dense<[1, 8]> : tensor<2xi64>}> : (tensor<9x8xf32>, tensor<5x2xi32>) -> tensor<5x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: start_index_map entry 2 is out of range for rank 2 (C19)
func.func @gather_map_range(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [2], index_vector_dim = 1>, slice_sizes = dense<[1, 8]> : tensor<2xi64>}> : (tensor<9x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: slice_sizes has 1 values, 2 are needed (C20)
func.func @gather_sizes_length(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1]> : tensor<1xi64>}> : (tensor<9x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: slice_sizes is 9 in dimension 1, operand 0 has size 8 (C21)
func.func @gather_sizes_outside(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1, 9]> : tensor<2xi64>}> : (tensor<9x8xf32>, tensor<5x1xi32>) -> tensor<5x9xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: slice_sizes has the value -1, at least 0 is needed (C21)
func.func @gather_sizes_negative(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1, -1]> : tensor<2xi64>}> : (tensor<9x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: the result has shape [5, 7], [5, 8] follows from the operands (C22)
func.func @gather_result(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1, 8]> : tensor<2xi64>}> : (tensor<9x8xf32>, tensor<5x1xi32>) -> tensor<5x7xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: operand 0 has element type f32, the result has i32; they must be equal (C23)
func.func @gather_element(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1, 8]> : tensor<2xi64>}> : (tensor<9x8xf32>, tensor<5x1xi32>) -> tensor<5x8xi32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: operand 1 has type tensor<5x1xf32>, elements must be integer
func.func @gather_index_kind(%x: tensor<9x8xf32>, %i: tensor<5x1xf32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1, 8]> : tensor<2xi64>}> : (tensor<9x8xf32>, tensor<5x1xf32>) -> tensor<5x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_gather: operand 2 has 3 elements, 2 are needed (C20)
func.func @dynamic_gather_sizes(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>, %s: tensor<3xi32>) {
  %r = "mhlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<9x8xf32>, tensor<5x1xi32>, tensor<3xi32>) -> tensor<5x?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_gather: the result has shape [6, ?], [5, ?] follows from the operands (C22)
func.func @dynamic_gather_result(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>, %s: tensor<2xi32>) {
  %r = "mhlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<9x8xf32>, tensor<5x1xi32>, tensor<2xi32>) -> tensor<6x?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.torch_index_select: dim 2 is out of range for rank 2
func.func @select_dim(%x: tensor<9x8xf32>, %i: tensor<5xi32>) {
  %r = "mhlo.torch_index_select"(%x, %i) <{dim = 2 : i64, batch_dims = 0 : i64}> : (tensor<9x8xf32>, tensor<5xi32>) -> tensor<5x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.torch_index_select: dim -3 is out of range for rank 2
func.func @select_dim_from_the_end(%x: tensor<9x8xf32>, %i: tensor<5xi32>) {
  %r = "mhlo.torch_index_select"(%x, %i) <{dim = -3 : i64, batch_dims = 0 : i64}> : (tensor<9x8xf32>, tensor<5xi32>) -> tensor<5x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.torch_index_select: batch_dims is -2, 0 to 0 is needed
func.func @select_batch_from_the_end(%x: tensor<9x8xf32>, %i: tensor<5xi32>) {
  %r = "mhlo.torch_index_select"(%x, %i) <{dim = 0 : i64, batch_dims = -2 : i64}> : (tensor<9x8xf32>, tensor<5xi32>) -> tensor<5x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.torch_index_select: batch_dims is 1, 0 to 0 is needed
func.func @select_batch(%x: tensor<9x8xf32>, %i: tensor<5xi32>) {
  %r = "mhlo.torch_index_select"(%x, %i) <{dim = 0 : i64, batch_dims = 1 : i64}> : (tensor<9x8xf32>, tensor<5xi32>) -> tensor<5x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.torch_index_select: the result has shape [9, 8], [5, 8] follows from the operands
func.func @select_result(%x: tensor<9x8xf32>, %i: tensor<5xi32>) {
  %r = "mhlo.torch_index_select"(%x, %i) <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<9x8xf32>, tensor<5xi32>) -> tensor<9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.gather: offset_dims entry 1 is out of range for rank 1 (C5)
func.func @offset_beyond_the_result(%x: tensor<?x8xf32>, %i: tensor<?xi32>) {
  %r = "mhlo.gather"(%x, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = dense<[1, 8]> : tensor<2xi64>}> : (tensor<?x8xf32>, tensor<?xi32>) -> tensor<?x8xf32>
  func.return
}

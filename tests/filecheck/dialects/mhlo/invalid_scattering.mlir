// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: mhlo.scatter: found no inputs, at least 1 is needed (C5)
func.func @nothing(%i: tensor<5x1xi32>) {
  "mhlo.scatter"(%i) <{scatter_dimension_numbers = #mhlo.scatter<index_vector_dim = 1>}> ({
    mhlo.return
  }) : (tensor<5x1xi32>) -> ()
  func.return
}

// -----

// CHECK: error: mhlo.scatter: operand 1 has shape [9, 7], operand 0 has [9, 8]; they must agree (C1)
func.func @input_shapes(%x: tensor<9x8xf32>, %y: tensor<9x7xf32>, %i: tensor<5x1xi32>, %u: tensor<5x8xf32>) {
  %r, %s = "mhlo.scatter"(%x, %y, %i, %u, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    mhlo.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<9x8xf32>, tensor<9x7xf32>, tensor<5x1xi32>, tensor<5x8xf32>, tensor<5x8xf32>) -> (tensor<9x8xf32>, tensor<9x7xf32>)
  func.return
}

// -----

// CHECK: error: mhlo.scatter: operand 4 has shape [5, 7], operand 3 has [5, 8]; they must agree (C3)
func.func @update_shapes(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5x8xf32>, %v: tensor<5x7xf32>) {
  %r, %s = "mhlo.scatter"(%x, %x, %i, %u, %v) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    mhlo.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<9x8xf32>, tensor<9x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>, tensor<5x7xf32>) -> (tensor<9x8xf32>, tensor<9x8xf32>)
  func.return
}

// -----

// CHECK: error: mhlo.scatter: operand 0 has rank 3, rank 2 is needed (C2)
func.func @rank(%x: tensor<9x8x2xf32>, %i: tensor<5x1xi32>, %u: tensor<5x8xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<9x8x2xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<9x8x2xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: updates have size 6 in dimension 0, 5 is needed (C4)
func.func @update_batch(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>, %u: tensor<6x8xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<5x1xi32>, tensor<6x8xf32>) -> tensor<9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: updates have size 9 in dimension 1, at most 8 is needed (C4)
func.func @update_window(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5x9xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<5x1xi32>, tensor<5x9xf32>) -> tensor<9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: updates have rank 3, 2 is needed (C4)
func.func @update_rank(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5x8x1xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<5x1xi32>, tensor<5x8x1xf32>) -> tensor<9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: operand 2 has element type i32, operand 0 has f32; they must be equal (C6)
func.func @update_element(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5x8xi32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<5x1xi32>, tensor<5x8xi32>) -> tensor<9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: update_window_dims [1, 1] must not hold a value twice (C7)
func.func @window_unique(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5x9x8xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1, 1], inserted_window_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<5x1xi32>, tensor<5x9x8xf32>) -> tensor<9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: update_window_dims [2, 1] must be in ascending order (C7)
func.func @window_sorted(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5x9x8xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [2, 1], inserted_window_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<5x1xi32>, tensor<5x9x8xf32>) -> tensor<9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: update_window_dims entry 2 is out of range for rank 2 (C8)
func.func @window_range(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5x8xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: inserted_window_dims and input_batching_dims [0, 0] must not hold a value twice (C9)
func.func @inserted_unique(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [], inserted_window_dims = [0, 0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: inserted_window_dims [1, 0] must be in ascending order (C10)
func.func @inserted_sorted(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [], inserted_window_dims = [1, 0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: inserted_window_dims entry 2 is out of range for rank 2 (C11)
func.func @inserted_range(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5x8xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: input_batching_dims [1, 0] must be in ascending order (C12)
func.func @batching_sorted(%x: tensor<3x9x8xf32>, %i: tensor<3x5x1xi32>, %u: tensor<3x5xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [], inserted_window_dims = [2], scatter_dims_to_operand_dims = [1], index_vector_dim = 2, input_batching_dims = [1, 0], scatter_indices_batching_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<3x9x8xf32>, tensor<3x5x1xi32>, tensor<3x5xf32>) -> tensor<3x9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: input_batching_dims entry 3 is out of range for rank 3 (C13)
func.func @batching_range(%x: tensor<3x9x8xf32>, %i: tensor<3x5x1xi32>, %u: tensor<3x5x8xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2, input_batching_dims = [3], scatter_indices_batching_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<3x9x8xf32>, tensor<3x5x1xi32>, tensor<3x5x8xf32>) -> tensor<3x9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: batching dimensions of the indices [0, 0] must not hold a value twice (C14)
func.func @index_batching_unique(%x: tensor<3x9x8xf32>, %i: tensor<3x5x1xi32>, %u: tensor<3x5x8xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2, input_batching_dims = [0], scatter_indices_batching_dims = [0, 0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<3x9x8xf32>, tensor<3x5x1xi32>, tensor<3x5x8xf32>) -> tensor<3x9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: batching dimensions of the indices entry 3 is out of range for rank 3 (C15)
func.func @index_batching_range(%x: tensor<3x9x8xf32>, %i: tensor<3x5x1xi32>, %u: tensor<3x5x8xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2, input_batching_dims = [0], scatter_indices_batching_dims = [3]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<3x9x8xf32>, tensor<3x5x1xi32>, tensor<3x5x8xf32>) -> tensor<3x9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: index_vector_dim 2 is a batching dimension too (C16)
func.func @index_batching_vector(%x: tensor<3x9x8xf32>, %i: tensor<3x5x1xi32>, %u: tensor<3x5x8xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2, input_batching_dims = [0], scatter_indices_batching_dims = [2]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<3x9x8xf32>, tensor<3x5x1xi32>, tensor<3x5x8xf32>) -> tensor<3x9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: operand 0 has 1 batching dimensions, the indices have 0 (C17)
func.func @batching_count(%x: tensor<3x9x8xf32>, %i: tensor<3x5x1xi32>, %u: tensor<3x5x8xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2, input_batching_dims = [0], scatter_indices_batching_dims = []>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<3x9x8xf32>, tensor<3x5x1xi32>, tensor<3x5x8xf32>) -> tensor<3x9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: batching size of operand 0 in dimension 0 is 3, of the indices in dimension 0 is 4; they must be equal (C18)
func.func @batching_sizes(%x: tensor<3x9x8xf32>, %i: tensor<4x5x1xi32>, %u: tensor<4x5x8xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2, input_batching_dims = [0], scatter_indices_batching_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<3x9x8xf32>, tensor<4x5x1xi32>, tensor<4x5x8xf32>) -> tensor<3x9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: index vectors have 1 elements, the index map [0, 1] has 2 (C19)
func.func @map_length(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5x8xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: scatter_dims_to_operand_dims and input_batching_dims [0, 0] must not hold a value twice (C20)
func.func @map_unique(%x: tensor<9x8xf32>, %i: tensor<5x2xi32>, %u: tensor<5x8xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<5x2xi32>, tensor<5x8xf32>) -> tensor<9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: scatter_dims_to_operand_dims entry 2 is out of range for rank 2 (C21)
func.func @map_range(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5x8xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [2], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: index_vector_dim is 3, 0 to 2 is needed (C22)
func.func @vector_dim(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5x8xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: the body has 1 arguments, 2 are needed (C23)
func.func @body_arguments(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5x8xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>):
    mhlo.return %a : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: the body computes in i32, the values are f32 (C23)
func.func @body_element(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5x8xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    mhlo.return %a : tensor<i32>
  }) : (tensor<9x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<9x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: the result has shape [9, 7], [9, 8] follows from the operands (C24)
func.func @result_shape(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5x8xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<9x7xf32>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: result 0 has element type f64, the region returns f32 (C25)
func.func @result_element(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5x8xf32>) {
  %r = "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<9x8xf64>
  func.return
}

// -----

// CHECK: error: mhlo.scatter: found 0 results, 1 are needed (C5)
func.func @result_count(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5x8xf32>) {
  "mhlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> ()
  func.return
}

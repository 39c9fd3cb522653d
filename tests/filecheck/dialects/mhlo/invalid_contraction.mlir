// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: mhlo.dot: operand 0 has rank 3, rank 1 to 2 is needed
func.func @dot_rank(%x: tensor<2x3x4xf32>, %y: tensor<4xf32>) {
  %r = "mhlo.dot"(%x, %y) : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dot: contracting size of operand 0 is 3, of operand 1 is 4; they must be equal
func.func @dot_contracting(%x: tensor<2x3xf32>, %y: tensor<4x5xf32>) {
  %r = "mhlo.dot"(%x, %y) : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dot: the result has shape [2, 6], [2, 5] follows from the operands
func.func @dot_result(%x: tensor<2x3xf32>, %y: tensor<3x5xf32>) {
  %r = "mhlo.dot"(%x, %y) : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x6xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dot: precision_config has 3 values, at most 2 are allowed (C11)
func.func @dot_precision_count(%x: tensor<2x3xf32>, %y: tensor<3x5xf32>) {
  %r = "mhlo.dot"(%x, %y) <{precision_config = [#mhlo<precision HIGH>, #mhlo<precision HIGH>, #mhlo<precision HIGH>]}> : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dot: precision_config has 1 : i64, a precision is needed (C11)
func.func @dot_precision(%x: tensor<2x3xf32>, %y: tensor<3x5xf32>) {
  %r = "mhlo.dot"(%x, %y) <{precision_config = [1, 2]}> : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dot_general: batching dimensions [0] and [] must pair up (C1)
func.func @batching_count(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) {
  %r = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dot_general: contracting dimensions [2] and [] must pair up (C2)
func.func @contracting_count(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) {
  %r = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = []>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dot_general: dimensions of operand 0 [0, 0] must not hold a value twice (C3)
func.func @lhs_unique(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) {
  %r = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dot_general: dimensions of operand 1 [0, 0] must not hold a value twice (C4)
func.func @rhs_unique(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) {
  %r = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dot_general: lhs_batching_dimensions entry 3 is out of range for rank 3 (C5)
func.func @lhs_batching_range(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) {
  %r = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [3], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dot_general: lhs_contracting_dimensions entry 3 is out of range for rank 3 (C6)
func.func @lhs_contracting_range(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) {
  %r = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dot_general: rhs_batching_dimensions entry -1 is out of range for rank 3 (C7)
func.func @rhs_batching_range(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) {
  %r = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [-1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dot_general: rhs_contracting_dimensions entry 3 is out of range for rank 3 (C8)
func.func @rhs_contracting_range(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) {
  %r = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dot_general: batching size of operand 0 in dimension 0 is 2, of operand 1 in dimension 0 is 3; they must be equal (C9)
func.func @batching_sizes(%x: tensor<2x3x4xf32>, %y: tensor<3x4x5xf32>) {
  %r = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<3x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dot_general: contracting size of operand 0 in dimension 2 is 4, of operand 1 in dimension 1 is 3; they must be equal (C10)
func.func @contracting_sizes(%x: tensor<2x3x4xf32>, %y: tensor<2x3x5xf32>) {
  %r = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dot_general: precision_config has 3 values, at most 2 are allowed (C11)
func.func @precision(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) {
  %r = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#mhlo<precision HIGH>, #mhlo<precision HIGH>, #mhlo<precision HIGH>]}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dot_general: the result has shape [2, 5, 3], [2, 3, 5] follows from the operands (C12)
func.func @result(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) {
  %r = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x5x3xf32>
  func.return
}

// -----

// CHECK: error: field 'lhs_contracting_dimensions' stands twice
func.func @field_twice(%x: tensor<2xf32>) {
  %r = "mhlo.dot_general"(%x, %x) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [0], lhs_contracting_dimensions = [0]>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  func.return
}

// -----

// CHECK: error: mhlo.einsum: einsum_config 'ab->ab' needs 2 terms, '->' and a result
func.func @einsum_terms(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) {
  %r = "mhlo.einsum"(%x, %y) <{einsum_config = "ab->ab"}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.einsum: einsum_config 'ab,bc' needs 2 terms, '->' and a result
func.func @einsum_arrow(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) {
  %r = "mhlo.einsum"(%x, %y) <{einsum_config = "ab,bc"}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.einsum: operand 0 has rank 2, its einsum term 'abc' has 3 letters
func.func @einsum_rank(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) {
  %r = "mhlo.einsum"(%x, %y) <{einsum_config = "abc,bc->ac"}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.einsum: operand 1 has size 5 for letter b, 3 was found before
func.func @einsum_size(%x: tensor<2x3xf32>, %y: tensor<5x4xf32>) {
  %r = "mhlo.einsum"(%x, %y) <{einsum_config = "ab,bc->ac"}> : (tensor<2x3xf32>, tensor<5x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.einsum: letter d of the result in einsum_config 'ab,bc->ad' is in no operand
func.func @einsum_letter(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) {
  %r = "mhlo.einsum"(%x, %y) <{einsum_config = "ab,bc->ad"}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.einsum: the result has size 5 for letter c, 4 was found before
func.func @einsum_result(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) {
  %r = "mhlo.einsum"(%x, %y) <{einsum_config = "ab,bc->ac"}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x5xf32>
  func.return
}

// -----

// CHECK: error: mhlo.unary_einsum: the result has size 2 for letter b, 3 was found before
func.func @unary_einsum_result(%x: tensor<2x3xf32>) {
  %r = "mhlo.unary_einsum"(%x) <{einsum_config = "ab->ba"}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

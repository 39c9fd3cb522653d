// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,tieshape-optimize-shapes --split-input-file | filecheck %s

// A static size on one side of an elementwise op is the size of all: of both arguments and in the function's type.
// CHECK:       func.func @static_size_flows_sideways(%a: tensor<10xf32>, %b: tensor<10xf32>) -> tensor<10xf32>
// CHECK-NEXT:    %0 = mhlo.add %a, %b : tensor<10xf32>
func.func @static_size_flows_sideways(%a: tensor<?xf32>, %b: tensor<10xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %b : tensor<10xf32> to tensor<?xf32>
  %1 = "mhlo.add"(%a, %0) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// Sizes of a concatenation add along its dimension; the others are tied.
// CHECK:       func.func @concatenation(%a: tensor<?x10xf32, [@S0, 10]>, %b: tensor<?x10xf32, [@S0, 10]>) -> tensor<?x20xf32, [@S0, 20]>
func.func @concatenation(%a: tensor<?x10xf32>, %b: tensor<?x10xf32>) -> tensor<?x?xf32> {
  %0 = "mhlo.concatenate"(%a, %b) {dimension = 1 : i64} : (tensor<?x10xf32>, tensor<?x10xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// The sum of two unknown sizes is a size of its own, stated to be the sum.
// CHECK:         sdim.sum_equal [@S0, @S1], [@S2]
// CHECK:       func.func @sum_of_sizes(%a: tensor<?xf32, [@S0]>, %b: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S2]>
func.func @sum_of_sizes(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "mhlo.concatenate"(%a, %b) <{dimension = 0 : i64}> : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Batch and contracting sizes are tied; the result is batch, rest of the left, rest of the right.
// CHECK:       func.func @dot_general(%a: tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>, %b: tensor<?x?x?x?xf32, [@S0, @S1, @S3, @[[N:.*]]]>) -> tensor<?x?x?x?xf32, [@S0, @S1, @S2, @[[N]]]>
func.func @dot_general(%a: tensor<?x?x?x?xf32>, %b: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = "mhlo.dot_general"(%a, %b) {dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [2]>} : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

// -----

// Sizes of one letter are equal.
// CHECK:       func.func @einsum(%a: tensor<?x?x?xf32, [@S0, @S1, @S2]>, %b: tensor<?x?x?xf32, [@S0, @S2, @[[M:.*]]]>) -> tensor<?x?x?xf32, [@S0, @S1, @[[M]]]>
func.func @einsum(%a: tensor<?x?x?xf32>, %b: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = "mhlo.einsum"(%a, %b) {einsum_config = "ijk,ikm->ijm"} : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// -----

// A bound of a clamp is a scalar, which is no part of the tie, or has the operand's shape.
// CHECK:       func.func @clamp(%low: tensor<f32>, %x: tensor<?xf32, [@S0]>, %high: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @clamp(%low: tensor<f32>, %x: tensor<?xf32>, %high: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "mhlo.clamp"(%low, %x, %high) : (tensor<f32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// The condition of a select likewise.
// CHECK:       func.func @select(%p: tensor<i1>, %q: tensor<?xi1, [@S0]>, %a: tensor<?xf32, [@S0]>, %b: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @select(%p: tensor<i1>, %q: tensor<?xi1>, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "mhlo.select"(%p, %a, %b) : (tensor<i1>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = "mhlo.select"(%q, %0, %b) : (tensor<?xi1>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// Two scalars tie nothing: the sizes of two operands that never meet stay apart.
// CHECK:       func.func @apart(%a: tensor<?xf32, [@S0]>, %b: tensor<?xf32, [@S1]>)
func.func @apart(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = mhlo.abs %a : tensor<?xf32>
  %1 = mhlo.abs %b : tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// 8 elements as two rows are rows of 4.
// CHECK:       func.func @two_rows({{.*}}) -> tensor<2x4xf32>
// CHECK-NEXT:    mhlo.reshape %x : (tensor<8xf32>) -> tensor<2x4xf32>
func.func @two_rows(%x: tensor<8xf32>, %s: tensor<2xindex>) -> tensor<2x?xf32> {
  %0 = mhlo.dynamic_reshape %x, %s : (tensor<8xf32>, tensor<2xindex>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// -----

// CHECK:       func.func @one_row({{.*}}) -> tensor<1x8xf32>
func.func @one_row(%x: tensor<8xf32>, %s: tensor<2xindex>) -> tensor<1x?xf32> {
  %0 = mhlo.dynamic_reshape %x, %s : (tensor<8xf32>, tensor<2xindex>) -> tensor<1x?xf32>
  return %0 : tensor<1x?xf32>
}

// -----

// An axis that is taken from 0 to its size keeps its symbol; the other one has `limit - start` elements.
// CHECK:         sdim.sum_equal [@S1], [@S2, 2]
// CHECK:       func.func @slice(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S2]>
func.func @slice(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %limit = arith.subi %d1, %c1 : index
  %s = tensor.from_elements %c0, %c1 : tensor<2xindex>
  %l = tensor.from_elements %d0, %limit : tensor<2xindex>
  %t = tensor.from_elements %c1, %c1 : tensor<2xindex>
  %0 = mhlo.real_dynamic_slice %x, %s, %l, %t : (tensor<?x?xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// Sizes of a slice whose bounds nobody knows are not the operand's.
// CHECK:       func.func @unknown_bounds(%x: tensor<?xf32, [@S0]>, {{.*}}) -> tensor<?xf32, [@S1]>
func.func @unknown_bounds(%x: tensor<?xf32>, %s: tensor<1xindex>, %l: tensor<1xindex>, %t: tensor<1xindex>) -> tensor<?xf32> {
  %0 = mhlo.real_dynamic_slice %x, %s, %l, %t : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Sizes that are not negative pass through compute_reshape_shape.
// CHECK:       func.func @sizes_pass_through(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S1, @S0]>
func.func @sizes_pass_through(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %n = arith.muli %d0, %d1 : index
  %s = tensor.from_elements %d1, %d0 : tensor<2xindex>
  %i = arith.index_cast %s : tensor<2xindex> to tensor<2xi32>
  %t = mhlo.compute_reshape_shape %n, %i : (index, tensor<2xi32>) -> tensor<2xi32>
  %0 = mhlo.dynamic_reshape %x, %t : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// A -1 is what is left of the elements.
// CHECK:       func.func @wildcard(%x: tensor<?x8xf32, [@S0, 8]>) -> tensor<?x2xf32, [@[[N:.*]], 2]>
func.func @wildcard(%x: tensor<?x8xf32>) -> tensor<?x?xf32> {
  %s = mhlo.constant dense<[-1, 2]> : tensor<2xi32>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x8xf32>
  %n = arith.muli %d0, %c8 : index
  %t = mhlo.compute_reshape_shape %n, %s : (index, tensor<2xi32>) -> tensor<2xi32>
  %0 = mhlo.dynamic_reshape %x, %t : (tensor<?x8xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// A product taken back apart after a reduction gives the exact sizes again.
// CHECK:       func.func @partial_product(%x: tensor<?x?x?xf32, [@S0, @S1, @S2]>) -> tensor<?x?xf32, [@S1, @S2]>
func.func @partial_product(%x: tensor<?x?x?xf32>) -> tensor<?x?xf32> {
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %zero = mhlo.constant dense<0.000000e+00> : tensor<f32>
  %d0 = tensor.dim %x, %c0 : tensor<?x?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?x?xf32>
  %d2 = tensor.dim %x, %c2 : tensor<?x?x?xf32>
  %n = arith.muli %d1, %d2 : index
  %s = tensor.from_elements %d0, %n : tensor<2xindex>
  %0 = mhlo.dynamic_reshape %x, %s : (tensor<?x?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = mhlo.reduce(%0 init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %t = tensor.from_elements %d1, %d2 : tensor<2xindex>
  %2 = mhlo.dynamic_reshape %1, %t : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

// -----

// From a target of sums no single size can be told.
// CHECK:       func.func @sums(%x: tensor<?x?x?xf32, [@S0, @S1, @S2]>) -> tensor<?x?xf32, [@S3, @S4]>
func.func @sums(%x: tensor<?x?x?xf32>) -> tensor<?x?xf32> {
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?x?xf32>
  %d2 = tensor.dim %x, %c2 : tensor<?x?x?xf32>
  %a = arith.addi %d1, %d2 : index
  %b = arith.addi %d0, %d1 : index
  %s = tensor.from_elements %a, %b : tensor<2xindex>
  %0 = mhlo.dynamic_reshape %x, %s : (tensor<?x?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// What a reshape has as its shape are sizes, which are never -1.
// CHECK:       func.func @elements_of_a_shape_are_sizes
// CHECK:         %[[C0:.*]] = arith.constant 0 : index
// CHECK:         func.return %{{.*}}, %[[C0]] :
func.func @elements_of_a_shape_are_sizes(%x: tensor<?x?x?xf32>, %s: tensor<2xindex>) -> (tensor<?x?xf32>, index) {
  %m1 = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = mhlo.dynamic_reshape %x, %s : (tensor<?x?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = tensor.extract %s[%c0] : tensor<2xindex>
  %2 = arith.cmpi eq, %1, %m1 : index
  %3 = arith.select %2, %c1, %c0 : index
  return %0, %3 : tensor<?x?xf32>, index
}

// -----

// An element of a vector that is no shape may well be -1.
// CHECK:       func.func @elements_of_data
// CHECK:         arith.cmpi eq
func.func @elements_of_data(%s: tensor<2xindex>) -> i1 {
  %m1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %1 = tensor.extract %s[%c0] : tensor<2xindex>
  %2 = arith.cmpi eq, %1, %m1 : index
  return %2 : i1
}

// -----

// Shapes computed by mhlo itself: sizes read, joined, sliced, gathered, multiplied.
// CHECK:       func.func @shape_of_mhlo_ops(%x: tensor<?x?x8xf32, [@S0, @S1, 8]>) -> (tensor<?x8xf32, [@[[N:.*]], 8]>, tensor<?x?x8xf32, [@S1, @S0, 8]>)
func.func @shape_of_mhlo_ops(%x: tensor<?x?x8xf32>) -> (tensor<?x?xf32>, tensor<?x?x?xf32>) {
  %one = mhlo.constant dense<1> : tensor<i32>
  %d0 = "mhlo.get_dimension_size"(%x) {dimension = 0 : i64} : (tensor<?x?x8xf32>) -> tensor<i32>
  %d1 = "mhlo.get_dimension_size"(%x) {dimension = 1 : i64} : (tensor<?x?x8xf32>) -> tensor<i32>
  %d2 = "mhlo.get_dimension_size"(%x) {dimension = 2 : i64} : (tensor<?x?x8xf32>) -> tensor<i32>
  %v0 = mhlo.reshape %d0 : (tensor<i32>) -> tensor<1xi32>
  %v1 = mhlo.reshape %d1 : (tensor<i32>) -> tensor<1xi32>
  %v2 = mhlo.reshape %d2 : (tensor<i32>) -> tensor<1xi32>
  %s = "mhlo.concatenate"(%v0, %v1, %v2) {dimension = 0 : i64} : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %front = "mhlo.slice"(%s) {start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} : (tensor<3xi32>) -> tensor<2xi32>
  %n = mhlo.reduce(%front init: %one) applies mhlo.multiply across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  %vn = mhlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %flat = "mhlo.concatenate"(%vn, %v2) {dimension = 0 : i64} : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = mhlo.dynamic_reshape %x, %flat : (tensor<?x?x8xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %at = mhlo.constant dense<[[1], [0], [2]]> : tensor<3x1xi64>
  %swapped = "mhlo.gather"(%s, %at) {dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<1> : tensor<1xi64>} : (tensor<3xi32>, tensor<3x1xi64>) -> tensor<3xi32>
  %1 = mhlo.dynamic_reshape %x, %swapped : (tensor<?x?x8xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?x?xf32>
}

// -----

// A convolution: batch and features are kept, the window is taken off.
// CHECK:       func.func @convolution(%x: tensor<?x?x8x3xf32, [@S0, @S1, 8, 3]>, %k: tensor<3x3x3x16xf32>) -> tensor<?x?x6x16xf32, [@S0, @[[H:.*]], 6, 16]>
func.func @convolution(%x: tensor<?x?x8x?xf32>, %k: tensor<3x3x3x16xf32>) -> tensor<?x?x?x?xf32> {
  %0 = mhlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x8x?xf32>, tensor<3x3x3x16xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

// -----

// Padding adds.
// CHECK:       func.func @pad(%x: tensor<?x4xf32, [@S0, 4]>, %v: tensor<f32>) -> tensor<?x9xf32, [@S1, 9]>
func.func @pad(%x: tensor<?x4xf32>, %v: tensor<f32>) -> tensor<?x?xf32> {
  %0 = "mhlo.pad"(%x, %v) {edge_padding_low = dense<[1, 2]> : tensor<2xi64>, edge_padding_high = dense<[0, 3]> : tensor<2xi64>, interior_padding = dense<0> : tensor<2xi64>} : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// A broadcast that the op knows not to expand keeps the size; one that it knows to expand has size 1.
// CHECK:       func.func @known_dimensions(%x: tensor<?x1xf32, [@S0, 1]>, %s: tensor<2xindex>) -> tensor<?x?xf32, [@S0, @[[N:.*]]]>
func.func @known_dimensions(%x: tensor<?x?xf32>, %s: tensor<2xindex>) -> tensor<?x?xf32> {
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %s) {broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>, known_expanding_dimensions = dense<1> : tensor<1xi64>, known_nonexpanding_dimensions = dense<0> : tensor<1xi64>} : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

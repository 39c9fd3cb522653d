// RUN: tieshape-opt %s -p tieshape-fuse --split-input-file | filecheck %s
// RUN: tieshape-opt %s -p 'tieshape-fuse{limit=2}' --split-input-file | filecheck %s --check-prefix LIMIT

sdim.symbol @S0
sdim.symbol @S1

// A scalar that two groups need is computed in each of them, and nowhere else.
// CHECK-LABEL: func.func @scalar_for_two
// CHECK-NEXT:    "mhlo.fusion"(%x, %r, %s, %y)
// CHECK:           mhlo.sqrt %{{.*}} : tensor<f32>
// CHECK:           mhlo.dynamic_broadcast_in_dim
// CHECK:           mhlo.multiply
// CHECK:         }) {tieshape.kind = "loop"}
// CHECK-NEXT:    mhlo.dot_general
// CHECK-NEXT:    "mhlo.fusion"
// CHECK:           mhlo.sqrt %{{.*}} : tensor<f32>
// CHECK:           mhlo.dynamic_broadcast_in_dim
// CHECK:           mhlo.add
// CHECK:         }) {tieshape.kind = "loop"}
func.func @scalar_for_two(%x: tensor<f32>, %y: tensor<?x?xf32, [@S0, @S0]>, %s: tensor<2xindex>, %r: tensor<f32>) -> tensor<?x?xf32, [@S0, @S0]> {
  %0 = mhlo.add %x, %r : tensor<f32>
  %1 = mhlo.sqrt %0 : tensor<f32>
  %2 = "mhlo.dynamic_broadcast_in_dim"(%1, %s) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S0]>
  %3 = mhlo.multiply %y, %2 : tensor<?x?xf32, [@S0, @S0]>
  %4 = "mhlo.dot_general"(%3, %3) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x?xf32, [@S0, @S0]>, tensor<?x?xf32, [@S0, @S0]>) -> tensor<?x?xf32, [@S0, @S0]>
  %5 = mhlo.add %4, %2 : tensor<?x?xf32, [@S0, @S0]>
  func.return %5 : tensor<?x?xf32, [@S0, @S0]>
}

// One that is a result stays by itself: it must be computed for all once anyway.
// CHECK-LABEL: func.func @scalar_result
// CHECK-NEXT:    %0 = mhlo.sqrt %x : tensor<f32>
// CHECK-NEXT:    "mhlo.fusion"
// CHECK-NOT:       mhlo.sqrt
// CHECK:         func.return
func.func @scalar_result(%x: tensor<f32>, %y: tensor<?xf32, [@S0]>, %s: tensor<1xindex>) -> (tensor<f32>, tensor<?xf32, [@S0]>) {
  %0 = mhlo.sqrt %x : tensor<f32>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%0, %s) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@S0]>
  %2 = mhlo.multiply %y, %1 : tensor<?xf32, [@S0]>
  func.return %0, %2 : tensor<f32>, tensor<?xf32, [@S0]>
}

// How large a result is must be known before its kernel is launched.
// CHECK-LABEL: func.func @scalar_size
// CHECK-NEXT:    %0 = mhlo.add %n, %n : tensor<1xi32>
// CHECK-NEXT:    "mhlo.fusion"(%y, %0)
// CHECK-NOT:       tensor<1xi32>{{$}}
// CHECK:         func.return
func.func @scalar_size(%n: tensor<1xi32>, %y: tensor<2x?xf32, [2, @S0]>) -> tensor<?xf32, [@S1]> {
  %0 = mhlo.add %n, %n : tensor<1xi32>
  %1 = mhlo.dynamic_reshape %y, %0 : (tensor<2x?xf32, [2, @S0]>, tensor<1xi32>) -> tensor<?xf32, [@S1]>
  %2 = mhlo.abs %1 : tensor<?xf32, [@S1]>
  func.return %2 : tensor<?xf32, [@S1]>
}

// An iota is copied into each group that uses it, like a constant.
// CHECK-LABEL: func.func @iota
// CHECK-NEXT:    "mhlo.fusion"(%s, %y)
// CHECK:           mhlo.dynamic_iota
// CHECK-NEXT:      mhlo.add
// CHECK:         func.return
func.func @iota(%y: tensor<?xf32, [@S0]>, %s: tensor<1xindex>) -> tensor<?xf32, [@S0]> {
  %0 = "mhlo.dynamic_iota"(%s) <{iota_dimension = 0 : i64}> : (tensor<1xindex>) -> tensor<?xf32, [@S0]>
  %1 = mhlo.add %0, %y : tensor<?xf32, [@S0]>
  func.return %1 : tensor<?xf32, [@S0]>
}

// What is computed once a row joins the loop that spreads it over the rows.
// CHECK-LABEL: func.func @once_a_row
// CHECK-NEXT:    "mhlo.fusion"
// CHECK:           mhlo.abs
// CHECK:           mhlo.add
// CHECK:         }) {tieshape.kind = "loop"}
// CHECK-NEXT:    func.return
func.func @once_a_row(%x: tensor<?xf32, [@S0]>, %y: tensor<?x?xf32, [@S0, @S1]>, %s: tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S1]> {
  %0 = mhlo.abs %x : tensor<?xf32, [@S0]>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%0, %s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S1]>
  %2 = mhlo.add %1, %y : tensor<?x?xf32, [@S0, @S1]>
  func.return %2 : tensor<?x?xf32, [@S0, @S1]>
}

// What is computed once a column does not.
// CHECK-LABEL: func.func @once_a_column
// CHECK-NEXT:    %0 = mhlo.exponential
// CHECK-NEXT:    "mhlo.fusion"
// CHECK:         func.return
func.func @once_a_column(%x: tensor<?xf32, [@S1]>, %y: tensor<?x?xf32, [@S0, @S1]>, %s: tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S1]> {
  %0 = mhlo.exponential %x : tensor<?xf32, [@S1]>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%0, %s) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<?xf32, [@S1]>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S1]>
  %2 = mhlo.add %1, %y : tensor<?x?xf32, [@S0, @S1]>
  func.return %2 : tensor<?x?xf32, [@S0, @S1]>
}

// A broadcast that permutes reads other rows: no reduction's rows go through it, not even in a square.
// CHECK-LABEL: func.func @permuted_rows
// CHECK-NEXT:    mhlo.constant
// CHECK-NEXT:    %0 = mhlo.reduce
// CHECK-NEXT:    "mhlo.fusion"(%0, %s, %x)
// CHECK:           mhlo.abs
// CHECK:         }) {tieshape.kind = "loop"}
func.func @permuted_rows(%x: tensor<?x?xf32, [@S0, @S0]>, %s: tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S0]> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.reduce(%x init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@S0, @S0]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%0, %s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S0]>
  %2 = mhlo.subtract %x, %1 : tensor<?x?xf32, [@S0, @S0]>
  %3 = "mhlo.dynamic_broadcast_in_dim"(%2, %s) <{broadcast_dimensions = dense<[1, 0]> : tensor<2xi64>}> : (tensor<?x?xf32, [@S0, @S0]>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S0]>
  %4 = mhlo.abs %3 : tensor<?x?xf32, [@S0, @S0]>
  func.return %4 : tensor<?x?xf32, [@S0, @S0]>
}

// Without a reduction before it the whole is one loop.
// CHECK-LABEL: func.func @permuted_loop
// CHECK-NEXT:    "mhlo.fusion"
// CHECK:           mhlo.negate
// CHECK:           mhlo.abs
// CHECK:         }) {tieshape.kind = "loop"}
// CHECK-NEXT:    func.return
func.func @permuted_loop(%x: tensor<?x?xf32, [@S0, @S0]>, %s: tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S0]> {
  %2 = mhlo.negate %x : tensor<?x?xf32, [@S0, @S0]>
  %3 = "mhlo.dynamic_broadcast_in_dim"(%2, %s) <{broadcast_dimensions = dense<[1, 0]> : tensor<2xi64>}> : (tensor<?x?xf32, [@S0, @S0]>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S0]>
  %4 = mhlo.abs %3 : tensor<?x?xf32, [@S0, @S0]>
  func.return %4 : tensor<?x?xf32, [@S0, @S0]>
}

// The sums of columns, of what uses the sums of rows, are one group; in a square, where there are as many rows as columns,
// what is computed of each sum is not seen to be of a column's.
// CHECK-LABEL: func.func @rows_and_columns
// CHECK:         %[[SUMS:.*]] = "mhlo.fusion"
// CHECK:           across dimensions = [1]
// CHECK:           mhlo.divide
// CHECK:           across dimensions = [0]
// CHECK:         }) {tieshape.kind = "row_and_column_reduction"}
// CHECK-NEXT:    mhlo.sqrt %[[SUMS]]
func.func @rows_and_columns(%x: tensor<?x?xf32, [@S0, @S0]>, %s: tensor<2xindex>) -> tensor<?xf32, [@S0]> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.reduce(%x init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@S0, @S0]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%0, %s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S0]>
  %2 = mhlo.divide %x, %1 : tensor<?x?xf32, [@S0, @S0]>
  %3 = mhlo.reduce(%2 init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?x?xf32, [@S0, @S0]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  %4 = mhlo.sqrt %3 : tensor<?xf32, [@S0]>
  func.return %4 : tensor<?xf32, [@S0]>
}

// Sums along one dimension of the same tensor are one group, sums along different ones are not, though equally many.
// CHECK-LABEL: func.func @same_axes
// CHECK-NEXT:    "mhlo.fusion"(%x, %y)
// CHECK:         }) {tieshape.kind = "column_reduction"}
// CHECK-NEXT:    func.return
func.func @same_axes(%x: tensor<?x?x4xf32, [@S0, @S0, 4]>, %y: tensor<?x?x4xf32, [@S0, @S0, 4]>) -> (tensor<?x4xf32, [@S0, 4]>, tensor<?x4xf32, [@S0, 4]>) {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.reduce(%x init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?x?x4xf32, [@S0, @S0, 4]>, tensor<f32>) -> tensor<?x4xf32, [@S0, 4]>
  %1 = mhlo.reduce(%y init: %zero) applies mhlo.maximum across dimensions = [0] : (tensor<?x?x4xf32, [@S0, @S0, 4]>, tensor<f32>) -> tensor<?x4xf32, [@S0, 4]>
  func.return %0, %1 : tensor<?x4xf32, [@S0, 4]>, tensor<?x4xf32, [@S0, 4]>
}

// CHECK-LABEL: func.func @other_axes
// CHECK-NOT:     mhlo.fusion
// CHECK:         func.return
func.func @other_axes(%x: tensor<?x?x4xf32, [@S0, @S0, 4]>, %y: tensor<?x?x4xf32, [@S0, @S0, 4]>) -> (tensor<?x4xf32, [@S0, 4]>, tensor<?x4xf32, [@S0, 4]>) {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.reduce(%x init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?x?x4xf32, [@S0, @S0, 4]>, tensor<f32>) -> tensor<?x4xf32, [@S0, 4]>
  %1 = mhlo.reduce(%y init: %zero) applies mhlo.maximum across dimensions = [1] : (tensor<?x?x4xf32, [@S0, @S0, 4]>, tensor<f32>) -> tensor<?x4xf32, [@S0, 4]>
  func.return %0, %1 : tensor<?x4xf32, [@S0, 4]>, tensor<?x4xf32, [@S0, 4]>
}

// What a concatenation only places runs with it.
// CHECK-LABEL: func.func @placed
// CHECK-NEXT:    "mhlo.fusion"
// CHECK:           mhlo.abs
// CHECK:           mhlo.concatenate
// CHECK:         }) {tieshape.kind = "loop"}
// CHECK-NEXT:    func.return
func.func @placed(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<?x2xf32, [@S0, 2]>) -> tensor<?x6xf32, [@S0, 6]> {
  %0 = mhlo.abs %x : tensor<?x4xf32, [@S0, 4]>
  %1 = "mhlo.concatenate"(%0, %y) <{dimension = 1 : i64}> : (tensor<?x4xf32, [@S0, 4]>, tensor<?x2xf32, [@S0, 2]>) -> tensor<?x6xf32, [@S0, 6]>
  func.return %1 : tensor<?x6xf32, [@S0, 6]>
}

// What is needed elsewhere too does not.
// CHECK-LABEL: func.func @placed_and_returned
// CHECK-NOT:     mhlo.fusion
// CHECK:         func.return
func.func @placed_and_returned(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<?x2xf32, [@S0, 2]>) -> (tensor<?x4xf32, [@S0, 4]>, tensor<?x6xf32, [@S0, 6]>) {
  %0 = mhlo.abs %x : tensor<?x4xf32, [@S0, 4]>
  %1 = "mhlo.concatenate"(%0, %y) <{dimension = 1 : i64}> : (tensor<?x4xf32, [@S0, 4]>, tensor<?x2xf32, [@S0, 2]>) -> tensor<?x6xf32, [@S0, 6]>
  func.return %0, %1 : tensor<?x4xf32, [@S0, 4]>, tensor<?x6xf32, [@S0, 6]>
}

// Where a group can hold two ops, those that pass most bytes to each other are together: 8 bytes an element before 4.
// LIMIT-LABEL: func.func @most_bytes_behind
// LIMIT-NEXT:    %0 = mhlo.abs %x
// LIMIT-NEXT:    "mhlo.fusion"(%0)
// LIMIT:           mhlo.convert
// LIMIT-NEXT:      mhlo.negate
// LIMIT:         func.return
func.func @most_bytes_behind(%x: tensor<?xf32, [@S0]>) -> tensor<?xf64, [@S0]> {
  %0 = mhlo.abs %x : tensor<?xf32, [@S0]>
  %1 = mhlo.convert %0 : (tensor<?xf32, [@S0]>) -> tensor<?xf64, [@S0]>
  %2 = mhlo.negate %1 : tensor<?xf64, [@S0]>
  func.return %2 : tensor<?xf64, [@S0]>
}

// LIMIT-LABEL: func.func @most_bytes_before
// LIMIT-NEXT:    "mhlo.fusion"(%x)
// LIMIT:           mhlo.abs
// LIMIT-NEXT:      mhlo.convert
// LIMIT:         mhlo.negate
// LIMIT-NEXT:    func.return
func.func @most_bytes_before(%x: tensor<?xf64, [@S0]>) -> tensor<?xf32, [@S0]> {
  %0 = mhlo.abs %x : tensor<?xf64, [@S0]>
  %1 = mhlo.convert %0 : (tensor<?xf64, [@S0]>) -> tensor<?xf32, [@S0]>
  %2 = mhlo.negate %1 : tensor<?xf32, [@S0]>
  func.return %2 : tensor<?xf32, [@S0]>
}

// A loop that nobody waits for runs beside one that is behind two launches.
// CHECK-LABEL: func.func @side_by_side
// CHECK:         mhlo.dot_general
// CHECK:         mhlo.dot_general
// CHECK-NEXT:    "mhlo.fusion"
// CHECK:           mhlo.abs
// CHECK:           mhlo.negate
// CHECK:         func.return
func.func @side_by_side(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = mhlo.abs %x : tensor<4x4xf32>
  %1 = "mhlo.dot_general"(%y, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = "mhlo.dot_general"(%1, %1) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = mhlo.negate %2 : tensor<4x4xf32>
  func.return %0, %3 : tensor<4x4xf32>, tensor<4x4xf32>
}

// One that a launch waits for does not.
// CHECK-LABEL: func.func @waited_for
// CHECK-NOT:     mhlo.fusion
// CHECK:         func.return
func.func @waited_for(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = mhlo.abs %x : tensor<4x4xf32>
  %1 = "mhlo.dot_general"(%0, %0) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = "mhlo.dot_general"(%y, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = "mhlo.dot_general"(%2, %2) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = mhlo.negate %3 : tensor<4x4xf32>
  func.return %1, %4 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

sdim.symbol @N {hint = 1000000 : i64}
sdim.symbol @M {hint = 10 : i64}

// A reduction that can join the one or the other goes where more is passed at the hints: with the ops over its operand.
// LIMIT-LABEL: func.func @reduction_by_hints
// LIMIT:         "mhlo.fusion"
// LIMIT:           mhlo.abs
// LIMIT:           mhlo.reduce
// LIMIT:         mhlo.sqrt
func.func @reduction_by_hints(%x: tensor<?x?xf32, [@M, @N]>) -> tensor<?xf32, [@M]> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.abs %x : tensor<?x?xf32, [@M, @N]>
  %1 = mhlo.reduce(%0 init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@M, @N]>, tensor<f32>) -> tensor<?xf32, [@M]>
  %2 = mhlo.sqrt %1 : tensor<?xf32, [@M]>
  func.return %2 : tensor<?xf32, [@M]>
}

// -----

sdim.symbol @N {hint = 0 : i64}
sdim.symbol @M {hint = 10 : i64}

// Where rows are empty at the hints, with the ops that use its results.
// LIMIT-LABEL: func.func @empty_by_hints
// LIMIT:         mhlo.abs
// LIMIT:         "mhlo.fusion"
// LIMIT:           mhlo.reduce
// LIMIT-NEXT:      mhlo.sqrt
func.func @empty_by_hints(%x: tensor<?x?xf32, [@M, @N]>) -> tensor<?xf32, [@M]> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.abs %x : tensor<?x?xf32, [@M, @N]>
  %1 = mhlo.reduce(%0 init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@M, @N]>, tensor<f32>) -> tensor<?xf32, [@M]>
  %2 = mhlo.sqrt %1 : tensor<?xf32, [@M]>
  func.return %2 : tensor<?xf32, [@M]>
}

// -----

sdim.symbol @N
sdim.symbol @M
sdim.constraints {
  %n = sdim.size @N
  sdim.likely %n in [0, 1]
}

// Likely sizes tell the same.
// LIMIT-LABEL: func.func @empty_by_likely_sizes
// LIMIT:         mhlo.abs
// LIMIT:         "mhlo.fusion"
// LIMIT:           mhlo.reduce
// LIMIT-NEXT:      mhlo.sqrt
func.func @empty_by_likely_sizes(%x: tensor<?x?xf32, [@M, @N]>) -> tensor<?xf32, [@M]> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.abs %x : tensor<?x?xf32, [@M, @N]>
  %1 = mhlo.reduce(%0 init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@M, @N]>, tensor<f32>) -> tensor<?xf32, [@M]>
  %2 = mhlo.sqrt %1 : tensor<?xf32, [@M]>
  func.return %2 : tensor<?xf32, [@M]>
}

// -----

sdim.symbol @N
sdim.symbol @M

// Where nothing tells, all sizes are alike.
// LIMIT-LABEL: func.func @reduction_by_nothing
// LIMIT:         "mhlo.fusion"
// LIMIT:           mhlo.abs
// LIMIT:           mhlo.reduce
// LIMIT:         mhlo.sqrt
func.func @reduction_by_nothing(%x: tensor<?x?xf32, [@M, @N]>) -> tensor<?xf32, [@M]> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.abs %x : tensor<?x?xf32, [@M, @N]>
  %1 = mhlo.reduce(%0 init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@M, @N]>, tensor<f32>) -> tensor<?xf32, [@M]>
  %2 = mhlo.sqrt %1 : tensor<?xf32, [@M]>
  func.return %2 : tensor<?xf32, [@M]>
}

// -----

sdim.symbol @A
sdim.symbol @B
sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S2
sdim.symbol @S3
sdim.constraints {
  %a = sdim.size @A
  %b = sdim.size @B
  %s0 = sdim.size @S0
  %s1 = sdim.size @S1
  %s2 = sdim.size @S2
  %s3 = sdim.size @S3
  sdim.product_equal [%a, %b], [%s0]
  sdim.product_equal [%a, %b], [%s1, %s2, %s3]
}

// Two products of the same sizes are equal counts.
// CHECK-LABEL: func.func @through_a_product
// CHECK-NEXT:    "mhlo.fusion"
// CHECK:           mhlo.abs
// CHECK:           mhlo.dynamic_reshape
// CHECK:           mhlo.negate
// CHECK:         func.return
func.func @through_a_product(%x: tensor<?xf32, [@S0]>, %s: tensor<3xindex>) -> tensor<?x?x?xf32, [@S1, @S2, @S3]> {
  %0 = mhlo.abs %x : tensor<?xf32, [@S0]>
  %1 = mhlo.dynamic_reshape %0, %s : (tensor<?xf32, [@S0]>, tensor<3xindex>) -> tensor<?x?x?xf32, [@S1, @S2, @S3]>
  %2 = mhlo.negate %1 : tensor<?x?x?xf32, [@S1, @S2, @S3]>
  func.return %2 : tensor<?x?x?xf32, [@S1, @S2, @S3]>
}

// -----

sdim.symbol @A
sdim.symbol @B
sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S2
sdim.symbol @S3
sdim.constraints {
  %a = sdim.size @A
  %b = sdim.size @B
  %s0 = sdim.size @S0
  sdim.product_equal [%a, %b], [%s0]
}

// With one of the two facts gone the group is split.
// CHECK-LABEL: func.func @through_no_product
// CHECK-NEXT:    mhlo.abs
// CHECK-NEXT:    "mhlo.fusion"
// CHECK:           mhlo.negate
// CHECK:         func.return
func.func @through_no_product(%x: tensor<?xf32, [@S0]>, %s: tensor<3xindex>) -> tensor<?x?x?xf32, [@S1, @S2, @S3]> {
  %0 = mhlo.abs %x : tensor<?xf32, [@S0]>
  %1 = mhlo.dynamic_reshape %0, %s : (tensor<?xf32, [@S0]>, tensor<3xindex>) -> tensor<?x?x?xf32, [@S1, @S2, @S3]>
  %2 = mhlo.negate %1 : tensor<?x?x?xf32, [@S1, @S2, @S3]>
  func.return %2 : tensor<?x?x?xf32, [@S1, @S2, @S3]>
}

// -----

sdim.symbol @A
sdim.symbol @B
sdim.symbol @C
sdim.symbol @D
sdim.constraints {
  %a = sdim.size @A
  %b = sdim.size @B
  %c = sdim.size @C
  %d = sdim.size @D
  %ab = arith.muli %a, %b : index
  sdim.product_equal [%ab], [%c, %d]
  %one = arith.constant 1 : index
  sdim.less_equal %one, %c
}

// A size that is known as a quotient: the other size of a reshape to [C, A*B // C].
// CHECK-LABEL: func.func @through_a_quotient
// CHECK-NEXT:    "mhlo.fusion"
// CHECK:           mhlo.abs
// CHECK:           mhlo.negate
// CHECK:         func.return
func.func @through_a_quotient(%x: tensor<?x?xf32, [@A, @B]>, %s: tensor<2xindex>) -> tensor<?x?xf32, [@C, @D]> {
  %0 = mhlo.abs %x : tensor<?x?xf32, [@A, @B]>
  %1 = mhlo.dynamic_reshape %0, %s : (tensor<?x?xf32, [@A, @B]>, tensor<2xindex>) -> tensor<?x?xf32, [@C, @D]>
  %2 = mhlo.negate %1 : tensor<?x?xf32, [@C, @D]>
  func.return %2 : tensor<?x?xf32, [@C, @D]>
}

// -----

sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S8
sdim.constraints {
  %s0 = sdim.size @S0
  %s1 = sdim.size @S1
  %s8 = sdim.size @S8
  %one = arith.constant 1 : index
  sdim.less_equal %one, %s0
  %n = arith.muli %s1, %s0 : index
  %q = arith.floordivsi %n, %s0 : index
  sdim.equal %s8, %q
}

// CHECK-LABEL: func.func @divided
// CHECK-NEXT:    "mhlo.fusion"
// CHECK:           mhlo.abs
// CHECK:           mhlo.negate
// CHECK:         func.return
func.func @divided(%x: tensor<?x?xf32, [@S0, @S1]>, %s: tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S8]> {
  %0 = mhlo.abs %x : tensor<?x?xf32, [@S0, @S1]>
  %1 = mhlo.dynamic_reshape %0, %s : (tensor<?x?xf32, [@S0, @S1]>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S8]>
  %2 = mhlo.negate %1 : tensor<?x?xf32, [@S0, @S8]>
  func.return %2 : tensor<?x?xf32, [@S0, @S8]>
}

// -----

sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S8
sdim.constraints {
  %s0 = sdim.size @S0
  %s1 = sdim.size @S1
  %s8 = sdim.size @S8
  %two = arith.constant 2 : index
  %half = arith.floordivsi %s1, %two : index
  %twice = arith.muli %half, %two : index
  sdim.equal %s8, %twice
}

// Half of it, twice, may be one less.
// CHECK-LABEL: func.func @may_be_odd
// CHECK-NEXT:    mhlo.abs
// CHECK-NEXT:    "mhlo.fusion"
// CHECK:           mhlo.negate
// CHECK:         func.return
func.func @may_be_odd(%x: tensor<?x?xf32, [@S0, @S1]>, %s: tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S8]> {
  %0 = mhlo.abs %x : tensor<?x?xf32, [@S0, @S1]>
  %1 = mhlo.dynamic_reshape %0, %s : (tensor<?x?xf32, [@S0, @S1]>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S8]>
  %2 = mhlo.negate %1 : tensor<?x?xf32, [@S0, @S8]>
  func.return %2 : tensor<?x?xf32, [@S0, @S8]>
}

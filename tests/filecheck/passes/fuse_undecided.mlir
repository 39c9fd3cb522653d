// RUN: tieshape-opt %s -p tieshape-fuse --split-input-file | filecheck %s

// Undecided broadcasts end no group: only its results fix the space.

sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S2
sdim.symbol @S3
sdim.symbol @S4

// exp(x + y) + z is one launch.
// CHECK-LABEL: func.func @chain
// CHECK-NEXT:    "mhlo.fusion"
// CHECK:           mhlo.exponential
// CHECK-NEXT:      "mhlo.dynamic_broadcast_in_dim"
// CHECK:         }) {tieshape.kind = "loop"}
// CHECK-NEXT:    func.return
func.func @chain(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>, %z: tensor<?xf32, [@S2]>, %s: tensor<1xindex>, %t: tensor<1xindex>) -> tensor<?xf32, [@S4]> {
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S3]>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%y, %s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S1]>, tensor<1xindex>) -> tensor<?xf32, [@S3]>
  %2 = mhlo.add %0, %1 : tensor<?xf32, [@S3]>
  %3 = mhlo.exponential %2 : tensor<?xf32, [@S3]>
  %4 = "mhlo.dynamic_broadcast_in_dim"(%3, %t) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S3]>, tensor<1xindex>) -> tensor<?xf32, [@S4]>
  %5 = "mhlo.dynamic_broadcast_in_dim"(%z, %t) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S2]>, tensor<1xindex>) -> tensor<?xf32, [@S4]>
  %6 = mhlo.add %4, %5 : tensor<?xf32, [@S4]>
  func.return %6 : tensor<?xf32, [@S4]>
}

// What is returned before the broadcast has another number of elements where it repeats: where the greater one is 0 and
// the smaller one 1, a loop over the greater one would not make the smaller one at all. Where it does not repeat, they are one.
// CHECK-LABEL: func.func @both_returned
// CHECK:         %[[A:.*]] = "mhlo.fusion"(%x)
// CHECK:         }) {tieshape.kind = "loop", tieshape.union = [0 : i64, 2 : i64, "loop"]} : (tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK-NEXT:    %[[B:.*]] = "mhlo.fusion"(%[[A]], %s)
// CHECK:         }) {tieshape.kind = "loop", tieshape.union = [0 : i64, 2 : i64, "loop"]} : {{.*}} -> tensor<?xf32, [@S3]>
// CHECK-NEXT:    func.return %[[A]], %[[B]]
func.func @both_returned(%x: tensor<?xf32, [@S0]>, %s: tensor<1xindex>) -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S3]>) {
  %0 = mhlo.exponential %x : tensor<?xf32, [@S0]>
  %1 = mhlo.negate %0 : tensor<?xf32, [@S0]>
  %2 = "mhlo.dynamic_broadcast_in_dim"(%1, %s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S3]>
  %3 = mhlo.abs %2 : tensor<?xf32, [@S3]>
  func.return %1, %3 : tensor<?xf32, [@S0]>, tensor<?xf32, [@S3]>
}

// A known expansion of computed elements is no undecided one: each would be computed once a row.
// CHECK-LABEL: func.func @known_expansion
// CHECK:         mhlo.exponential
// CHECK-NEXT:    "mhlo.fusion"
// CHECK-NOT:     tieshape.union
// CHECK:         func.return
func.func @known_expansion(%x: tensor<?xf32, [@S0]>, %y: tensor<?x?xf32, [@S3, @S0]>, %s: tensor<2xindex>) -> tensor<?x?xf32, [@S3, @S0]> {
  %0 = mhlo.exponential %x : tensor<?xf32, [@S0]>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%0, %s) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<2xindex>) -> tensor<?x?xf32, [@S3, @S0]>
  %2 = mhlo.add %1, %y : tensor<?x?xf32, [@S3, @S0]>
  func.return %2 : tensor<?x?xf32, [@S3, @S0]>
}

// Rows are reduced over 1 or 560 columns, and scaled by 560 numbers: one stitched group.
// CHECK-LABEL: func.func @scaled_by_560
// CHECK-NOT:     mhlo.reduce
// CHECK:         "mhlo.fusion"
// CHECK:           mhlo.reduce
// CHECK:           mhlo.multiply
// CHECK:         }) {tieshape.kind = "stitch"}
// CHECK-NEXT:    func.return
func.func @scaled_by_560(%x: tensor<?x?xf32, [@S0, @S1]>, %g: tensor<560xf32>, %s: tensor<2xindex>, %t: tensor<2xindex>) -> tensor<?x560xf32, [@S0, 560]> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.reduce(%x init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@S0, @S1]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%0, %s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S1]>
  %2 = mhlo.subtract %x, %1 : tensor<?x?xf32, [@S0, @S1]>
  %3 = "mhlo.dynamic_broadcast_in_dim"(%2, %t) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x?xf32, [@S0, @S1]>, tensor<2xindex>) -> tensor<?x560xf32, [@S0, 560]>
  %4 = "mhlo.dynamic_broadcast_in_dim"(%g, %t) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<560xf32>, tensor<2xindex>) -> tensor<?x560xf32, [@S0, 560]>
  %5 = mhlo.multiply %3, %4 : tensor<?x560xf32, [@S0, 560]>
  func.return %5 : tensor<?x560xf32, [@S0, 560]>
}

// Sums of the rows of one tensor, which may be repeated, and what has the rows of both: the sums are made for each row of
// the result. Returned themselves, they have their own number of rows, and are a group of their own.
// CHECK-LABEL: func.func @rows_may_repeat
// CHECK-NOT:     mhlo.reduce
// CHECK:         "mhlo.fusion"
// CHECK:           mhlo.reduce
// CHECK:           mhlo.add
// CHECK:         }) {tieshape.kind = "stitch"} : {{.*}} -> tensor<?x8xf32, [@S2, 8]>
// CHECK-NEXT:    func.return
func.func @rows_may_repeat(%x: tensor<?x8xf32, [@S0, 8]>, %y: tensor<?x8xf32, [@S1, 8]>, %s: tensor<2xindex>, %t: tensor<2xindex>) -> tensor<?x8xf32, [@S2, 8]> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.reduce(%x init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x8xf32, [@S0, 8]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%0, %s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<2xindex>) -> tensor<?x8xf32, [@S0, 8]>
  %2 = mhlo.divide %x, %1 : tensor<?x8xf32, [@S0, 8]>
  %3 = "mhlo.dynamic_broadcast_in_dim"(%2, %t) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x8xf32, [@S0, 8]>, tensor<2xindex>) -> tensor<?x8xf32, [@S2, 8]>
  %4 = "mhlo.dynamic_broadcast_in_dim"(%y, %t) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x8xf32, [@S1, 8]>, tensor<2xindex>) -> tensor<?x8xf32, [@S2, 8]>
  %5 = mhlo.add %3, %4 : tensor<?x8xf32, [@S2, 8]>
  func.return %5 : tensor<?x8xf32, [@S2, 8]>
}

// CHECK-LABEL: func.func @sums_returned
// CHECK:         }) {tieshape.kind = "{{.*}}", tieshape.union = {{.*}}} : {{.*}} -> tensor<?x8xf32, [@S2, 8]>
// CHECK-NEXT:    func.return
func.func @sums_returned(%x: tensor<?x8xf32, [@S0, 8]>, %y: tensor<?x8xf32, [@S1, 8]>, %s: tensor<2xindex>, %t: tensor<2xindex>) -> (tensor<?xf32, [@S0]>, tensor<?x8xf32, [@S2, 8]>) {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.reduce(%x init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x8xf32, [@S0, 8]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%0, %s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<2xindex>) -> tensor<?x8xf32, [@S0, 8]>
  %2 = mhlo.divide %x, %1 : tensor<?x8xf32, [@S0, 8]>
  %3 = "mhlo.dynamic_broadcast_in_dim"(%2, %t) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x8xf32, [@S0, 8]>, tensor<2xindex>) -> tensor<?x8xf32, [@S2, 8]>
  %4 = "mhlo.dynamic_broadcast_in_dim"(%y, %t) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x8xf32, [@S1, 8]>, tensor<2xindex>) -> tensor<?x8xf32, [@S2, 8]>
  %5 = mhlo.add %3, %4 : tensor<?x8xf32, [@S2, 8]>
  func.return %0, %5 : tensor<?xf32, [@S0]>, tensor<?x8xf32, [@S2, 8]>
}

// -----

sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S2

// Sums of rows and of columns of one tensor are one group.
// CHECK-LABEL: func.func @rows_and_columns
// CHECK-NEXT:    "mhlo.fusion"
// CHECK:         }) {tieshape.kind = "row_and_column_reduction"}
// CHECK-NEXT:    func.return
func.func @rows_and_columns(%x: tensor<?x?xf32, [@S0, @S1]>) -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>) {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.abs %x : tensor<?x?xf32, [@S0, @S1]>
  %1 = mhlo.reduce(%0 init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@S0, @S1]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  %2 = mhlo.reduce(%0 init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?x?xf32, [@S0, @S1]>, tensor<f32>) -> tensor<?xf32, [@S1]>
  func.return %1, %2 : tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>
}

// What uses the sums of columns for each element has to wait for all rows.
// CHECK-LABEL: func.func @waits_for_columns
// CHECK:         %[[SUMS:.*]] = mhlo.reduce
// CHECK:         "mhlo.fusion"({{.*}}%[[SUMS]]
// CHECK:         }) {tieshape.kind = "row_reduction"}
func.func @waits_for_columns(%x: tensor<?x?xf32, [@S0, @S1]>, %s: tensor<2xindex>) -> tensor<?xf32, [@S0]> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.reduce(%x init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?x?xf32, [@S0, @S1]>, tensor<f32>) -> tensor<?xf32, [@S1]>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%0, %s) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<?xf32, [@S1]>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S1]>
  %2 = mhlo.subtract %x, %1 : tensor<?x?xf32, [@S0, @S1]>
  %3 = mhlo.reduce(%2 init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@S0, @S1]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  func.return %3 : tensor<?xf32, [@S0]>
}

// -----

sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S2
sdim.symbol @S3

// Sums of columns of an argument, beside those of its rows: these may be longer, they are as many.
// CHECK-LABEL: func.func @columns_of_an_argument
// CHECK-NEXT:    "mhlo.fusion"
// CHECK:         }) {tieshape.kind = "row_and_column_reduction"}
// CHECK-NEXT:    func.return
func.func @columns_of_an_argument(%x: tensor<?x?xf32, [@S0, @S1]>, %s: tensor<2xindex>) -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>) {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %s) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x?xf32, [@S0, @S1]>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S2]>
  %1 = mhlo.reduce(%0 init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@S0, @S2]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  %2 = mhlo.reduce(%x init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?x?xf32, [@S0, @S1]>, tensor<f32>) -> tensor<?xf32, [@S1]>
  func.return %1, %2 : tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>
}

// Where there may be more of the rows they are two groups, which are one if there are not.
// CHECK-LABEL: func.func @columns_of_other_rows
// CHECK:         }) {tieshape.kind = "row_reduction", tieshape.union = [0 : i64, 2 : i64, "row_and_column_reduction"]}
// CHECK-NEXT:    mhlo.reduce(%x
// CHECK-NEXT:    func.return
func.func @columns_of_other_rows(%x: tensor<?x?xf32, [@S0, @S1]>, %s: tensor<2xindex>) -> (tensor<?xf32, [@S3]>, tensor<?xf32, [@S1]>) {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %s) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x?xf32, [@S0, @S1]>, tensor<2xindex>) -> tensor<?x?xf32, [@S3, @S1]>
  %1 = mhlo.reduce(%0 init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@S3, @S1]>, tensor<f32>) -> tensor<?xf32, [@S3]>
  %2 = mhlo.reduce(%x init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?x?xf32, [@S0, @S1]>, tensor<f32>) -> tensor<?xf32, [@S1]>
  func.return %1, %2 : tensor<?xf32, [@S3]>, tensor<?xf32, [@S1]>
}

// RUN: tieshape-opt %s -p tieshape-fuse,tieshape-merge-launches --split-input-file | filecheck %s

sdim.symbol @S0
sdim.symbol @S1

// The mean of what a group makes of each row is added up while rows go by: one launch.
// CHECK-LABEL: func.func @mean_of_rows
// CHECK-NEXT:    %[[R:.*]] = "mhlo.fusion"
// CHECK:           %[[ROWS:.*]] = "mhlo.fusion"
// CHECK:           }) {tieshape.kind = "stitch"}
// CHECK:           "mhlo.fusion"(%[[ROWS]], %{{.*}})
// CHECK:           }) {tieshape.kind = "stitch"}
// CHECK:         }) {tieshape.kind = "side_by_side"}
// CHECK-NEXT:    func.return %[[R]]
func.func @mean_of_rows(%x: tensor<?x?xf32, [@S0, @S1]>, %n: tensor<f32>) -> tensor<f32> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.exponential %x : tensor<?x?xf32, [@S0, @S1]>
  %1 = mhlo.reduce(%0 init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@S0, @S1]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  %2 = mhlo.log %1 : tensor<?xf32, [@S0]>
  %3 = mhlo.reduce(%2 init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?xf32, [@S0]>, tensor<f32>) -> tensor<f32>
  %4 = mhlo.divide %3, %n : tensor<f32>
  func.return %4 : tensor<f32>
}

// -----

sdim.symbol @S0
sdim.symbol @S1

// What the total is used for in each row again waits for all rows.
// CHECK-LABEL: func.func @spread_again
// CHECK-NOT:     side_by_side
// CHECK:         func.return
func.func @spread_again(%x: tensor<?x?xf32, [@S0, @S1]>, %s: tensor<1xindex>) -> tensor<f32> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.exponential %x : tensor<?x?xf32, [@S0, @S1]>
  %1 = mhlo.reduce(%0 init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@S0, @S1]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  %2 = mhlo.reduce(%1 init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?xf32, [@S0]>, tensor<f32>) -> tensor<f32>
  %3 = "mhlo.dynamic_broadcast_in_dim"(%2, %s) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@S0]>
  %4 = mhlo.subtract %1, %3 : tensor<?xf32, [@S0]>
  %5 = mhlo.multiply %4, %4 : tensor<?xf32, [@S0]>
  %6 = mhlo.reduce(%5 init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?xf32, [@S0]>, tensor<f32>) -> tensor<f32>
  func.return %6 : tensor<f32>
}

// -----

sdim.symbol @S0
sdim.symbol @S1

// So do all results of it.
// CHECK-LABEL: func.func @rows_again
// CHECK-NOT:     side_by_side
// CHECK:         func.return
func.func @rows_again(%x: tensor<?x?xf32, [@S0, @S1]>, %s: tensor<1xindex>) -> tensor<?xf32, [@S0]> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.exponential %x : tensor<?x?xf32, [@S0, @S1]>
  %1 = mhlo.reduce(%0 init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@S0, @S1]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  %2 = mhlo.reduce(%1 init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?xf32, [@S0]>, tensor<f32>) -> tensor<f32>
  %3 = "mhlo.dynamic_broadcast_in_dim"(%2, %s) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@S0]>
  %4 = mhlo.divide %1, %3 : tensor<?xf32, [@S0]>
  func.return %4 : tensor<?xf32, [@S0]>
}

// -----

sdim.symbol @S0
sdim.symbol @S1

// Sums of columns are known at the end only.
// CHECK-LABEL: func.func @columns
// CHECK-NOT:     side_by_side
// CHECK:         func.return
func.func @columns(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<f32> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.exponential %x : tensor<?x?xf32, [@S0, @S1]>
  %1 = mhlo.reduce(%0 init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?x?xf32, [@S0, @S1]>, tensor<f32>) -> tensor<?xf32, [@S1]>
  %2 = mhlo.multiply %1, %1 : tensor<?xf32, [@S1]>
  %3 = mhlo.reduce(%2 init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?xf32, [@S1]>, tensor<f32>) -> tensor<f32>
  func.return %3 : tensor<f32>
}

// -----

sdim.symbol @S0
sdim.symbol @S1

// Rows that meet others than themselves wait for these.
// CHECK-LABEL: func.func @turned
// CHECK-NOT:     side_by_side
// CHECK:         func.return
func.func @turned(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<f32> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.exponential %x : tensor<?x?xf32, [@S0, @S1]>
  %1 = mhlo.reduce(%0 init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@S0, @S1]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  %2 = "mhlo.reverse"(%1) <{dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
  %3 = mhlo.multiply %1, %2 : tensor<?xf32, [@S0]>
  %4 = mhlo.reduce(%3 init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?xf32, [@S0]>, tensor<f32>) -> tensor<f32>
  func.return %4 : tensor<f32>
}

// -----

sdim.symbol @S0
sdim.symbol @S1

// Weights that are there are added up beside; those that a product makes of the rows have to be waited for.
// CHECK-LABEL: func.func @weights
// CHECK:         side_by_side
// CHECK-NEXT:    func.return
// CHECK-LABEL: func.func @weights_of_a_product
// CHECK-NOT:     side_by_side
// CHECK:         func.return
func.func @weights(%x: tensor<?x4xf32, [@S0, 4]>, %w: tensor<?xf32, [@S0]>) -> tensor<f32> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.exponential %x : tensor<?x4xf32, [@S0, 4]>
  %1 = mhlo.reduce(%0 init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x4xf32, [@S0, 4]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  %2 = mhlo.reduce(%1 init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?xf32, [@S0]>, tensor<f32>) -> tensor<f32>
  %3 = mhlo.reduce(%w init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?xf32, [@S0]>, tensor<f32>) -> tensor<f32>
  %4 = mhlo.divide %2, %3 : tensor<f32>
  func.return %4 : tensor<f32>
}
func.func @weights_of_a_product(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<4xf32>) -> tensor<f32> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.exponential %x : tensor<?x4xf32, [@S0, 4]>
  %1 = mhlo.reduce(%0 init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x4xf32, [@S0, 4]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  %w = "mhlo.dot_general"(%0, %y) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x4xf32, [@S0, 4]>, tensor<4xf32>) -> tensor<?xf32, [@S0]>
  %2 = mhlo.reduce(%1 init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?xf32, [@S0]>, tensor<f32>) -> tensor<f32>
  %3 = mhlo.reduce(%w init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?xf32, [@S0]>, tensor<f32>) -> tensor<f32>
  %4 = mhlo.divide %2, %3 : tensor<f32>
  func.return %4 : tensor<f32>
}

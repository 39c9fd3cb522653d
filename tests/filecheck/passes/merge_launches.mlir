// RUN: tieshape-opt %s -p tieshape-merge-launches --split-input-file | filecheck %s

sdim.symbol @S0
sdim.symbol @S1

// Independent groups of any sizes, and ops alone, are side by side in one launch.
// CHECK-LABEL: func.func @independent
// CHECK-NEXT:    %[[R:.*]], %[[Q:.*]] = "mhlo.fusion"(%x, %y)
// CHECK:           "mhlo.fusion"
// CHECK:           }) {tieshape.kind = "loop"} : (tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK-NEXT:      mhlo.abs
// CHECK-NEXT:      mhlo.return
// CHECK-NEXT:    }) {tieshape.kind = "side_by_side"}
// CHECK-NEXT:    func.return %[[R]], %[[Q]]
func.func @independent(%x: tensor<?xf32, [@S0]>, %y: tensor<?x?xf32, [@S1, @S0]>) -> (tensor<?xf32, [@S0]>, tensor<?x?xf32, [@S1, @S0]>) {
  %0 = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?xf32, [@S0]>):
    %2 = mhlo.abs %a : tensor<?xf32, [@S0]>
    %3 = mhlo.negate %2 : tensor<?xf32, [@S0]>
    mhlo.return %3 : tensor<?xf32, [@S0]>
  }) {tieshape.kind = "loop"} : (tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
  %1 = mhlo.abs %y : tensor<?x?xf32, [@S1, @S0]>
  func.return %0, %1 : tensor<?xf32, [@S0]>, tensor<?x?xf32, [@S1, @S0]>
}

// One that uses the other is not beside it, through the outside neither.
// CHECK-LABEL: func.func @through_a_product
// CHECK-NOT:     mhlo.fusion
// CHECK:         func.return
func.func @through_a_product(%x: tensor<?x4xf32, [@S0, 4]>, %w: tensor<4x4xf32>) -> tensor<?x4xf32, [@S0, 4]> {
  %0 = mhlo.abs %x : tensor<?x4xf32, [@S0, 4]>
  %1 = "mhlo.dot_general"(%0, %w) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x4xf32, [@S0, 4]>, tensor<4x4xf32>) -> tensor<?x4xf32, [@S0, 4]>
  %2 = mhlo.negate %1 : tensor<?x4xf32, [@S0, 4]>
  func.return %2 : tensor<?x4xf32, [@S0, 4]>
}

// What is needed at once does not wait for what comes late: beside the end alone the first one would hold up the product.
// CHECK-LABEL: func.func @nothing_waits
// CHECK-NEXT:    mhlo.abs
// CHECK-NEXT:    "mhlo.dot_general"
// CHECK-NEXT:    mhlo.negate
// CHECK-NEXT:    func.return
func.func @nothing_waits(%x: tensor<?x4xf32, [@S0, 4]>, %w: tensor<4x4xf32>) -> (tensor<?x4xf32, [@S0, 4]>, tensor<?x4xf32, [@S0, 4]>) {
  %0 = mhlo.abs %x : tensor<?x4xf32, [@S0, 4]>
  %1 = "mhlo.dot_general"(%0, %w) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x4xf32, [@S0, 4]>, tensor<4x4xf32>) -> tensor<?x4xf32, [@S0, 4]>
  %2 = mhlo.negate %1 : tensor<?x4xf32, [@S0, 4]>
  func.return %0, %2 : tensor<?x4xf32, [@S0, 4]>, tensor<?x4xf32, [@S0, 4]>
}

// Nothing after a test runs before it: what was before it waits.
// CHECK-LABEL: func.func @after_a_test
// CHECK-NOT:     mhlo
// CHECK:         sdim.holds assert
// CHECK-NEXT:    "mhlo.fusion"(%x, %y)
func.func @after_a_test(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>) {
  %zero = arith.constant 0 : index
  %s = tensor.dim %y, %zero : tensor<?xf32, [@S1]>
  %four = arith.constant 4 : index
  %c = arith.cmpi sgt, %s, %four : index
  %0 = mhlo.abs %x : tensor<?xf32, [@S0]>
  sdim.holds assert %c
  %1 = mhlo.negate %y : tensor<?xf32, [@S1]>
  func.return %0, %1 : tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>
}

// RUN: tieshape-opt %s -p tieshape-fuse | filecheck %s

sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S2
sdim.symbol @S3
sdim.constraints {
  %s0 = sdim.size @S0
  %s1 = sdim.size @S1
  %s2 = sdim.size @S2
  sdim.product_equal [%s2], [%s0, %s1]
}

// Element counts are equal by the product fact, though ranks differ: one loop with two results.
// CHECK-LABEL: func.func @equal_counts
// CHECK-NEXT:    %{{.*}}, %{{.*}} = "mhlo.fusion"(%x, %shape, %y)
// CHECK:           mhlo.abs
// CHECK:           mhlo.dynamic_reshape
// CHECK:           mhlo.add
// CHECK:         }) {tieshape.kind = "loop"}
// CHECK-NEXT:    func.return
func.func @equal_counts(%x: tensor<?xf32, [@S2]>, %shape: tensor<2xindex>, %y: tensor<?x?xf32, [@S0, @S1]>) -> (tensor<?xf32, [@S2]>, tensor<?x?xf32, [@S0, @S1]>) {
  %0 = mhlo.abs %x : tensor<?xf32, [@S2]>
  %1 = mhlo.dynamic_reshape %0, %shape : (tensor<?xf32, [@S2]>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S1]>
  %2 = mhlo.add %1, %y : tensor<?x?xf32, [@S0, @S1]>
  func.return %0, %2 : tensor<?xf32, [@S2]>, tensor<?x?xf32, [@S0, @S1]>
}

// The same without a fact about the counts is not fused.
// CHECK-LABEL: func.func @unrelated_counts
// CHECK-NOT:     mhlo.fusion
// CHECK:         func.return
func.func @unrelated_counts(%x: tensor<?xf32, [@S3]>, %shape: tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S1]> {
  %0 = mhlo.exponential %x : tensor<?xf32, [@S3]>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%0, %shape) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<?xf32, [@S3]>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S1]>
  func.return %1 : tensor<?x?xf32, [@S0, @S1]>
}

// A softmax is one group: its reductions give one element a row, spread over the rows again.
// CHECK-LABEL: func.func @softmax
// CHECK:         "mhlo.fusion"
// CHECK:           mhlo.reduce
// CHECK:           mhlo.exponential
// CHECK:           mhlo.reduce
// CHECK:           mhlo.divide
// CHECK:         }) {tieshape.kind = "stitch"}
// CHECK-NEXT:    func.return
func.func @softmax(%x: tensor<?x?xf32, [@S0, @S1]>, %shape: tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S1]> {
  %low = mhlo.constant dense<0xFF800000> : tensor<f32>
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.reduce(%x init: %low) applies mhlo.maximum across dimensions = [1] : (tensor<?x?xf32, [@S0, @S1]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%0, %shape) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S1]>
  %2 = mhlo.subtract %x, %1 : tensor<?x?xf32, [@S0, @S1]>
  %3 = mhlo.exponential %2 : tensor<?x?xf32, [@S0, @S1]>
  %4 = mhlo.reduce(%3 init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@S0, @S1]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  %5 = "mhlo.dynamic_broadcast_in_dim"(%4, %shape) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S1]>
  %6 = mhlo.divide %3, %5 : tensor<?x?xf32, [@S0, @S1]>
  func.return %6 : tensor<?x?xf32, [@S0, @S1]>
}

// Sums along the first dimension spread along the last belong to no row: the reduction stays a root.
// CHECK-LABEL: func.func @columns
// CHECK-NOT:     stitch
// CHECK:         func.return
func.func @columns(%x: tensor<?x?xf32, [@S0, @S0]>, %shape: tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S0]> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = mhlo.reduce(%x init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@S0, @S0]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%0, %shape) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S0]>
  %2 = mhlo.add %x, %1 : tensor<?x?xf32, [@S0, @S0]>
  func.return %2 : tensor<?x?xf32, [@S0, @S0]>
}

// abs and add would fit into one group, but the dot between them reads the one and feeds the other.
// CHECK-LABEL: func.func @through_the_outside
// CHECK-NOT:     mhlo.fusion
// CHECK:         mhlo.dot_general
// CHECK:         func.return
func.func @through_the_outside(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = mhlo.abs %x : tensor<4x4xf32>
  %1 = "mhlo.dot_general"(%0, %0) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = mhlo.add %0, %1 : tensor<4x4xf32>
  func.return %2 : tensor<4x4xf32>
}

// A constant that a reducer uses from outside is copied into it.
// CHECK-LABEL: func.func @reducer_with_constant
// CHECK-NEXT:    "mhlo.fusion"(%x)
// CHECK:           mhlo.abs
// CHECK:           mhlo.reduce({{.*}} reducer(%[[P:.*]]: tensor<f32>, %{{.*}}: tensor<f32>) {
// CHECK-NEXT:        %[[K:.*]] = mhlo.constant dense<2.000000e+00>
// CHECK-NEXT:        mhlo.multiply %[[P]], %[[K]]
func.func @reducer_with_constant(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?xf32, [@S0]> {
  %k = mhlo.constant dense<2.0> : tensor<f32>
  %i = mhlo.constant dense<0.0> : tensor<f32>
  %a = mhlo.abs %x : tensor<?x4xf32, [@S0, 4]>
  %r = "mhlo.reduce"(%a, %i) ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = mhlo.multiply %p, %k : tensor<f32>
    %s = mhlo.add %m, %q : tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) {dimensions = dense<1> : tensor<1xi64>} : (tensor<?x4xf32, [@S0, 4]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  func.return %r : tensor<?xf32, [@S0]>
}

// Another value from outside keeps the reduction out of groups.
// CHECK-LABEL: func.func @reducer_with_value
// CHECK-NOT:     mhlo.fusion
// CHECK:         mhlo.reduce
func.func @reducer_with_value(%x: tensor<?x4xf32, [@S0, 4]>, %k: tensor<f32>) -> tensor<?xf32, [@S0]> {
  %i = mhlo.constant dense<0.0> : tensor<f32>
  %a = mhlo.abs %x : tensor<?x4xf32, [@S0, 4]>
  %r = "mhlo.reduce"(%a, %i) ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = mhlo.multiply %p, %k : tensor<f32>
    %s = mhlo.add %m, %q : tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) {dimensions = dense<1> : tensor<1xi64>} : (tensor<?x4xf32, [@S0, 4]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  func.return %r : tensor<?xf32, [@S0]>
}

// What comes after a test must not run before it: two groups, though the operand is the same. Without the test they are one.
// CHECK-LABEL: func.func @nothing_overtakes_a_test
// CHECK:         %[[FIRST:.*]] = "mhlo.fusion"(%x)
// CHECK:         sdim.holds assert
// CHECK:         "mhlo.fusion"(%x
// CHECK-LABEL: func.func @without_a_test
// CHECK:         "mhlo.fusion"(%x
// CHECK-NOT:     "mhlo.fusion"
// CHECK:         func.return
func.func @nothing_overtakes_a_test(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S0]>) -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>) {
  %0 = mhlo.abs %x : tensor<?xf32, [@S0]>
  %1 = mhlo.sqrt %0 : tensor<?xf32, [@S0]>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %1, %c0 : tensor<?xf32, [@S0]>
  %two = arith.constant 2 : index
  %enough = arith.cmpi sle, %two, %n : index
  sdim.holds assert %enough
  %2 = mhlo.add %x, %y : tensor<?xf32, [@S0]>
  %3 = "mhlo.exponential"(%2) : (tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
  func.return %1, %3 : tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>
}
func.func @without_a_test(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S0]>) -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>) {
  %0 = mhlo.abs %x : tensor<?xf32, [@S0]>
  %1 = mhlo.sqrt %0 : tensor<?xf32, [@S0]>
  %2 = mhlo.add %x, %y : tensor<?xf32, [@S0]>
  %3 = "mhlo.exponential"(%2) : (tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
  func.return %1, %3 : tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>
}

// What looks at the elements of one value alone can be computed whatever the test finds: one group, before it. The
// addition, whose operands may have one size by the test only, stays behind it.
// CHECK-LABEL: func.func @elements_of_one_value
// CHECK:         "mhlo.fusion"(%x)
// CHECK:           mhlo.sqrt
// CHECK:           mhlo.negate
// CHECK:           mhlo.exponential
// CHECK:         sdim.holds assert
// CHECK-NOT:     "mhlo.fusion"
// CHECK:         mhlo.add
// CHECK:         func.return
func.func @elements_of_one_value(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S0]>) -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>) {
  %0 = mhlo.abs %x : tensor<?xf32, [@S0]>
  %1 = mhlo.sqrt %0 : tensor<?xf32, [@S0]>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %1, %c0 : tensor<?xf32, [@S0]>
  %two = arith.constant 2 : index
  %enough = arith.cmpi sle, %two, %n : index
  sdim.holds assert %enough
  %2 = mhlo.negate %x : tensor<?xf32, [@S0]>
  %3 = "mhlo.exponential"(%2) : (tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
  %4 = mhlo.add %y, %y : tensor<?xf32, [@S0]>
  func.return %1, %3, %4 : tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>
}

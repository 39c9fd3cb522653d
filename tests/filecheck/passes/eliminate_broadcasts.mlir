// RUN: tieshape-opt %s -p tieshape-eliminate-broadcasts --split-input-file | filecheck %s

sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S2
sdim.symbol @S3
sdim.constraints {
  %s2 = sdim.size @S2
  %s3 = sdim.size @S3
  sdim.equal %s2, %s3
  sdim.likely %s2 in [64]
}

// Sizes and places agree: nothing is repeated.
// CHECK-LABEL: func.func @identity
// CHECK-NOT:     broadcast_in_dim
// CHECK:         mhlo.add %x, %y
func.func @identity(%x: tensor<?x8xf32, [@S0, 8]>, %y: tensor<?x8xf32, [@S0, 8]>, %shape: tensor<2xindex>) -> tensor<?x8xf32, [@S0, 8]> {
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x8xf32, [@S0, 8]>, tensor<2xindex>) -> tensor<?x8xf32, [@S0, 8]>
  %1 = mhlo.add %0, %y : tensor<?x8xf32, [@S0, 8]>
  func.return %1 : tensor<?x8xf32, [@S0, 8]>
}

// The sizes agree, the places do not: this is a transpose.
// CHECK-LABEL: func.func @permuting
// CHECK:         "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<[1, 0]>
func.func @permuting(%x: tensor<?x?xf32, [@S0, @S0]>, %shape: tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S0]> {
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<[1, 0]> : tensor<2xi64>}> : (tensor<?x?xf32, [@S0, @S0]>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S0]>
  func.return %0 : tensor<?x?xf32, [@S0, @S0]>
}

// Nothing is known of the two sizes: the operand may be repeated.
// CHECK-LABEL: func.func @undecided
// CHECK:         mhlo.dynamic_broadcast_in_dim
func.func @undecided(%x: tensor<?xf32, [@S0]>, %shape: tensor<1xindex>) -> tensor<?xf32, [@S2]> {
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S2]>
  func.return %0 : tensor<?xf32, [@S2]>
}

// A likely size proves nothing.
// CHECK-LABEL: func.func @likely_is_no_fact
// CHECK:         mhlo.dynamic_broadcast_in_dim
func.func @likely_is_no_fact(%x: tensor<?xf32, [@S2]>, %shape: tensor<1xindex>) -> tensor<?xf32, [@S0]> {
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S2]>, tensor<1xindex>) -> tensor<?xf32, [@S0]>
  func.return %0 : tensor<?xf32, [@S0]>
}

// Equal by a fact, not by name.
// CHECK-LABEL: func.func @equal_by_a_fact
// CHECK-NOT:     broadcast_in_dim
// CHECK:         mhlo.abs %x
func.func @equal_by_a_fact(%x: tensor<?xf32, [@S2]>, %shape: tensor<1xindex>) -> tensor<?xf32, [@S3]> {
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S2]>, tensor<1xindex>) -> tensor<?xf32, [@S3]>
  %1 = mhlo.abs %0 : tensor<?xf32, [@S3]>
  func.return %1 : tensor<?xf32, [@S3]>
}

// A real expansion stays.
// CHECK-LABEL: func.func @expansion
// CHECK:         "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<1>
func.func @expansion(%x: tensor<8xf32>, %shape: tensor<2xindex>) -> tensor<?x8xf32, [@S0, 8]> {
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<8xf32>, tensor<2xindex>) -> tensor<?x8xf32, [@S0, 8]>
  func.return %0 : tensor<?x8xf32, [@S0, 8]>
}

// A broadcast of a broadcast is one; the places compose.
// CHECK-LABEL: func.func @twice
// CHECK-NEXT:    %[[R:.*]] = "mhlo.dynamic_broadcast_in_dim"(%x, %outer) <{broadcast_dimensions = dense<2>
// CHECK-NEXT:    func.return %[[R]]
func.func @twice(%x: tensor<8xf32>, %inner: tensor<2xindex>, %outer: tensor<3xindex>) -> tensor<?x?x8xf32, [@S1, @S0, 8]> {
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %inner) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<8xf32>, tensor<2xindex>) -> tensor<?x8xf32, [@S0, 8]>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%0, %outer) <{broadcast_dimensions = dense<[1, 2]> : tensor<2xi64>}> : (tensor<?x8xf32, [@S0, 8]>, tensor<3xindex>) -> tensor<?x?x8xf32, [@S1, @S0, 8]>
  func.return %1 : tensor<?x?x8xf32, [@S1, @S0, 8]>
}

// A reshape that only adds a dimension of size 1 is part of the broadcast.
// CHECK-LABEL: func.func @expand_then_broadcast
// CHECK-NEXT:    %[[R:.*]] = "mhlo.dynamic_broadcast_in_dim"(%x, %outer) <{broadcast_dimensions = dense<0>
// CHECK-NEXT:    func.return %[[R]]
func.func @expand_then_broadcast(%x: tensor<?xf32, [@S0]>, %inner: tensor<2xindex>, %outer: tensor<2xindex>) -> tensor<?x8xf32, [@S0, 8]> {
  %0 = mhlo.dynamic_reshape %x, %inner : (tensor<?xf32, [@S0]>, tensor<2xindex>) -> tensor<?x1xf32, [@S0, 1]>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%0, %outer) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x1xf32, [@S0, 1]>, tensor<2xindex>) -> tensor<?x8xf32, [@S0, 8]>
  func.return %1 : tensor<?x8xf32, [@S0, 8]>
}

// A reshape that moves elements is not.
// CHECK-LABEL: func.func @real_reshape_then_broadcast
// CHECK:         mhlo.dynamic_reshape
// CHECK:         mhlo.dynamic_broadcast_in_dim
func.func @real_reshape_then_broadcast(%x: tensor<?x?xf32, [@S0, @S1]>, %inner: tensor<2xindex>, %outer: tensor<3xindex>) -> tensor<8x?x?xf32, [8, @S1, @S0]> {
  %0 = mhlo.dynamic_reshape %x, %inner : (tensor<?x?xf32, [@S0, @S1]>, tensor<2xindex>) -> tensor<?x?xf32, [@S1, @S0]>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%0, %outer) <{broadcast_dimensions = dense<[1, 2]> : tensor<2xi64>}> : (tensor<?x?xf32, [@S1, @S0]>, tensor<3xindex>) -> tensor<8x?x?xf32, [8, @S1, @S0]>
  func.return %1 : tensor<8x?x?xf32, [8, @S1, @S0]>
}

// Static operand and result: the static op.
// CHECK-LABEL: func.func @static
// CHECK:         "mhlo.broadcast_in_dim"(%x) <{broadcast_dimensions = dense<1>
func.func @static(%x: tensor<8xf32>, %shape: tensor<2xindex>) -> tensor<4x8xf32> {
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<8xf32>, tensor<2xindex>) -> tensor<4x8xf32>
  func.return %0 : tensor<4x8xf32>
}

// -----

sdim.symbol @S0
sdim.symbol @S1
sdim.constraints {
  %s1 = sdim.size @S1
  sdim.range %s1 in [2, 512]
}

// A size that is at least 2 cannot be repeated: the sizes are equal, and no guard is needed.
// CHECK:       sdim.equal {{.*}}a broadcast of a size that is never 1
// CHECK-LABEL: func.func @never_one
// CHECK-NOT:     broadcast_in_dim
// CHECK:         mhlo.abs %x
func.func @never_one(%x: tensor<?xf32, [@S1]>, %shape: tensor<1xindex>) -> tensor<?xf32, [@S0]> {
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S1]>, tensor<1xindex>) -> tensor<?xf32, [@S0]>
  %1 = mhlo.abs %0 : tensor<?xf32, [@S0]>
  func.return %1 : tensor<?xf32, [@S0]>
}

// -----

sdim.symbol @S0
sdim.symbol @S1
sdim.constraints {
  %s1 = sdim.size @S1
  sdim.range %s1 in [1, 512]
}

// The same with a range that allows 1.
// CHECK-LABEL: func.func @may_be_one
// CHECK:         mhlo.dynamic_broadcast_in_dim
func.func @may_be_one(%x: tensor<?xf32, [@S1]>, %shape: tensor<1xindex>) -> tensor<?xf32, [@S0]> {
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S1]>, tensor<1xindex>) -> tensor<?xf32, [@S0]>
  func.return %0 : tensor<?xf32, [@S0]>
}

// -----

sdim.symbol @S0
sdim.symbol @S1

// The work is done before it is repeated, where both operands are repeated alike.
// CHECK-LABEL: func.func @sink
// CHECK-NEXT:    %[[SUM:.*]] = mhlo.add %x, %y : tensor<8xf32>
// CHECK-NEXT:    %[[ROOT:.*]] = mhlo.sqrt %[[SUM]] : tensor<8xf32>
// CHECK-NEXT:    %[[R:.*]] = "mhlo.dynamic_broadcast_in_dim"(%[[ROOT]], %shape) <{broadcast_dimensions = dense<1>
// CHECK-NEXT:    func.return %[[R]]
func.func @sink(%x: tensor<8xf32>, %y: tensor<8xf32>, %shape: tensor<2xindex>) -> tensor<?x8xf32, [@S0, 8]> {
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<8xf32>, tensor<2xindex>) -> tensor<?x8xf32, [@S0, 8]>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%y, %shape) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<8xf32>, tensor<2xindex>) -> tensor<?x8xf32, [@S0, 8]>
  %2 = mhlo.add %0, %1 : tensor<?x8xf32, [@S0, 8]>
  %3 = mhlo.sqrt %2 : tensor<?x8xf32, [@S0, 8]>
  func.return %3 : tensor<?x8xf32, [@S0, 8]>
}

// A row and a column do not meet before they are repeated.
// CHECK-LABEL: func.func @outer_sum
// CHECK-COUNT-2: mhlo.dynamic_broadcast_in_dim
// CHECK-NEXT:    mhlo.add {{.*}} : tensor<?x?xf32, [@S0, @S0]>
func.func @outer_sum(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S0]>, %shape: tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S0]> {
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S0]>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%y, %shape) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S0]>
  %2 = mhlo.add %0, %1 : tensor<?x?xf32, [@S0, @S0]>
  func.return %2 : tensor<?x?xf32, [@S0, @S0]>
}

// -----

sdim.symbol @S0
sdim.symbol @S1
sdim.constraints {
  %s0 = sdim.size @S0
  sdim.range %s0 in [1, ?]
}

// The maximum of copies is what was copied, if there is a copy.
// CHECK-LABEL: func.func @reduced_away
// CHECK-NEXT:    func.return %x
func.func @reduced_away(%x: tensor<8xf32>, %shape: tensor<2xindex>) -> tensor<8xf32> {
  %low = mhlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<8xf32>, tensor<2xindex>) -> tensor<?x8xf32, [@S0, 8]>
  %1 = mhlo.reduce(%0 init: %low) applies mhlo.maximum across dimensions = [0] : (tensor<?x8xf32, [@S0, 8]>, tensor<f32>) -> tensor<8xf32>
  func.return %1 : tensor<8xf32>
}

// Of no copies it is the start value.
// CHECK-LABEL: func.func @may_be_empty
// CHECK:         mhlo.reduce
func.func @may_be_empty(%x: tensor<8xf32>, %shape: tensor<2xindex>) -> tensor<8xf32> {
  %low = mhlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<8xf32>, tensor<2xindex>) -> tensor<?x8xf32, [@S1, 8]>
  %1 = mhlo.reduce(%0 init: %low) applies mhlo.maximum across dimensions = [0] : (tensor<?x8xf32, [@S1, 8]>, tensor<f32>) -> tensor<8xf32>
  func.return %1 : tensor<8xf32>
}

// A sum counts the copies.
// CHECK-LABEL: func.func @sum_of_copies
// CHECK:         mhlo.reduce
func.func @sum_of_copies(%x: tensor<8xf32>, %shape: tensor<2xindex>) -> tensor<8xf32> {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<8xf32>, tensor<2xindex>) -> tensor<?x8xf32, [@S0, 8]>
  %1 = mhlo.reduce(%0 init: %zero) applies mhlo.add across dimensions = [0] : (tensor<?x8xf32, [@S0, 8]>, tensor<f32>) -> tensor<8xf32>
  func.return %1 : tensor<8xf32>
}

// -----

sdim.symbol @S0
sdim.constraints {
  %s0 = sdim.size @S0
  sdim.range %s0 in [1, ?]
}

// All bits of integers with a start of 1: that clears bits, so the copies do not go away.
// CHECK-LABEL: func.func @and_of_integers
// CHECK:         mhlo.reduce
func.func @and_of_integers(%x: tensor<8xi32>, %shape: tensor<2xindex>) -> tensor<8xi32> {
  %one = mhlo.constant dense<1> : tensor<i32>
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<8xi32>, tensor<2xindex>) -> tensor<?x8xi32, [@S0, 8]>
  %1 = mhlo.reduce(%0 init: %one) applies mhlo.and across dimensions = [0] : (tensor<?x8xi32, [@S0, 8]>, tensor<i32>) -> tensor<8xi32>
  func.return %1 : tensor<8xi32>
}

// -----

sdim.symbol @S0
sdim.symbol @S1

// The condition of a branch decides a broadcast in it; in the other branch it is still needed.
// CHECK-LABEL: func.func @decided_by_the_branch
// CHECK:         scf.if
// CHECK-NEXT:      %[[SUM:.*]] = mhlo.add %x, %y
// CHECK-NEXT:      scf.yield %[[SUM]]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[WIDE:.*]] = "mhlo.dynamic_broadcast_in_dim"(%x, %shape)
// CHECK-NEXT:      %[[SUM:.*]] = mhlo.add %[[WIDE]], %y
// CHECK-NEXT:      scf.yield %[[SUM]]
func.func @decided_by_the_branch(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>, %shape: tensor<1xindex>) -> tensor<?xf32, [@S1]> {
  %c0 = arith.constant 0 : index
  %s0 = tensor.dim %x, %c0 : tensor<?xf32, [@S0]>
  %s1 = tensor.dim %y, %c0 : tensor<?xf32, [@S1]>
  %same = arith.cmpi eq, %s0, %s1 : index
  %r = scf.if %same -> (tensor<?xf32, [@S1]>) {
    %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S1]>
    %1 = mhlo.add %0, %y : tensor<?xf32, [@S1]>
    scf.yield %1 : tensor<?xf32, [@S1]>
  } else {
    %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S1]>
    %1 = mhlo.add %0, %y : tensor<?xf32, [@S1]>
    scf.yield %1 : tensor<?xf32, [@S1]>
  }
  func.return %r : tensor<?xf32, [@S1]>
}

// -----

sdim.symbol @S0
sdim.symbol @S1

// What a branch returns keeps its type: the operand is tied to the sizes that it has by another name.
// CHECK-LABEL: func.func @returned_by_the_branch
// CHECK:         scf.if
// CHECK:           %[[TIED:.*]] = sdim.tie_shape %x, [%{{.*}}] : tensor<?xf32, [@S0]> -> tensor<?xf32, [@S1]>
// CHECK-NEXT:      scf.yield %[[TIED]] : tensor<?xf32, [@S1]>
func.func @returned_by_the_branch(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>, %shape: tensor<1xindex>) -> tensor<?xf32, [@S1]> {
  %c0 = arith.constant 0 : index
  %s0 = tensor.dim %x, %c0 : tensor<?xf32, [@S0]>
  %s1 = tensor.dim %y, %c0 : tensor<?xf32, [@S1]>
  %same = arith.cmpi eq, %s0, %s1 : index
  %r = scf.if %same -> (tensor<?xf32, [@S1]>) {
    %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S1]>
    scf.yield %0 : tensor<?xf32, [@S1]>
  } else {
    scf.yield %y : tensor<?xf32, [@S1]>
  }
  func.return %r : tensor<?xf32, [@S1]>
}

// -----

// Nothing is known of a start whose elements the text leaves out.
// CHECK-LABEL: func.func @unknown_start
// CHECK-NEXT:    %[[START:.*]] = mhlo.constant dense_resource<__elided__> : tensor<f32>
// CHECK-NEXT:    %[[WIDE:.*]] = "mhlo.broadcast_in_dim"(%x)
// CHECK-NEXT:    %[[R:.*]] = mhlo.reduce(%[[WIDE]] init: %[[START]])
// CHECK-NEXT:    func.return %[[R]]
func.func @unknown_start(%x: tensor<4xf32>) -> tensor<4xf32> {
  %start = mhlo.constant dense_resource<__elided__> : tensor<f32>
  %wide = "mhlo.broadcast_in_dim"(%x) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<4xf32>) -> tensor<3x4xf32>
  %r = mhlo.reduce(%wide init: %start) applies mhlo.maximum across dimensions = [0] : (tensor<3x4xf32>, tensor<f32>) -> tensor<4xf32>
  func.return %r : tensor<4xf32>
}

// -----

// A maximum of the running value with itself never looks at the elements.
// CHECK-LABEL: func.func @looks_at_nothing
// CHECK:         %[[R:.*]] = mhlo.reduce(%wide init: %start)
// CHECK:         func.return %[[R]]
func.func @looks_at_nothing(%x: tensor<3xf32>) -> tensor<3xf32> {
  %start = mhlo.constant dense<0xFF800000> : tensor<f32>
  %wide = "mhlo.broadcast_in_dim"(%x) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<3xf32>) -> tensor<3x4xf32>
  %r = "mhlo.reduce"(%wide, %start) <{dimensions = dense<1> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = mhlo.maximum %a, %a : tensor<f32>
    "mhlo.return"(%m) : (tensor<f32>) -> ()
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  func.return %r : tensor<3xf32>
}

// -----

// Nor does one that returns its argument.
// CHECK-LABEL: func.func @returns_the_argument
// CHECK:         %[[R:.*]] = mhlo.reduce(%wide init: %start)
// CHECK:         func.return %[[R]]
func.func @returns_the_argument(%x: tensor<3xi1>) -> tensor<3xi1> {
  %start = mhlo.constant dense<false> : tensor<i1>
  %wide = "mhlo.broadcast_in_dim"(%x) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<3xi1>) -> tensor<3x4xi1>
  %r = "mhlo.reduce"(%wide, %start) <{dimensions = dense<1> : tensor<1xi64>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %m = mhlo.or %a, %b : tensor<i1>
    "mhlo.return"(%a) : (tensor<i1>) -> ()
  }) : (tensor<3x4xi1>, tensor<i1>) -> tensor<3xi1>
  func.return %r : tensor<3xi1>
}

// -----

sdim.symbol @S0
sdim.symbol @S1
sdim.constraints {
  %s0 = sdim.size @S0
  %s1 = sdim.size @S1
  sdim.equal %s0, %s1
}

// A maximum that a branch returns keeps its type; what an elementwise op gets may be called otherwise.
// CHECK-LABEL: func.func @maximum_of_the_branch
// CHECK:           mhlo.dynamic_broadcast_in_dim
// CHECK:           %[[R:.*]] = mhlo.reduce
// CHECK-NEXT:      scf.yield %[[R]] : tensor<?xf32, [@S1]>
// CHECK:           %[[ABS:.*]] = mhlo.abs %x : (tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S1]>
// CHECK-NEXT:      scf.yield %[[ABS]]
func.func @maximum_of_the_branch(%c: i1, %x: tensor<?xf32, [@S0]>, %shape: tensor<2xindex>) -> tensor<?xf32, [@S1]> {
  %start = mhlo.constant dense<0xFF800000> : tensor<f32>
  %r = scf.if %c -> (tensor<?xf32, [@S1]>) {
    %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<2xindex>) -> tensor<?x4xf32, [@S1, 4]>
    %1 = mhlo.reduce(%0 init: %start) applies mhlo.maximum across dimensions = [1] : (tensor<?x4xf32, [@S1, 4]>, tensor<f32>) -> tensor<?xf32, [@S1]>
    scf.yield %1 : tensor<?xf32, [@S1]>
  } else {
    %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<2xindex>) -> tensor<?x4xf32, [@S1, 4]>
    %1 = mhlo.reduce(%0 init: %start) applies mhlo.maximum across dimensions = [1] : (tensor<?x4xf32, [@S1, 4]>, tensor<f32>) -> tensor<?xf32, [@S1]>
    %2 = mhlo.abs %1 : tensor<?xf32, [@S1]>
    scf.yield %2 : tensor<?xf32, [@S1]>
  }
  func.return %r : tensor<?xf32, [@S1]>
}

// -----

// What a tensor of unknown rank was reshaped to is broadcast as it is.
// CHECK-LABEL: func.func @of_unknown_rank
// CHECK:         %[[RESHAPED:.*]] = {{.*}}mhlo.dynamic_reshape{{.*}}%x, %s
// CHECK:         %{{.*}} = "mhlo.dynamic_broadcast_in_dim"(%[[RESHAPED]], %t)
func.func @of_unknown_rank(%x: tensor<*xf32>, %s: tensor<2xindex>, %t: tensor<3xindex>) -> tensor<?x?x?xf32> {
  %0 = "mhlo.dynamic_reshape"(%x, %s) : (tensor<*xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%0, %t) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
  func.return %1 : tensor<?x?x?xf32>
}

// -----

// Marks number the dimensions of an operand: they do not go over to another one.
// CHECK-LABEL: func.func @marks
// CHECK:         "mhlo.dynamic_broadcast_in_dim"(%x, %{{.*}}) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<1xf32>
func.func @marks(%x: tensor<1xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %y, %c0 : tensor<?xf32>
  %m = tensor.dim %z, %c0 : tensor<?xf32>
  %s = tensor.from_elements %n : tensor<1xindex>
  %t = tensor.from_elements %m, %n : tensor<2xindex>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%x, %s) <{broadcast_dimensions = dense<[0]> : tensor<1xi64>}> : (tensor<1xf32>, tensor<1xindex>) -> tensor<?xf32>
  %2 = "mhlo.dynamic_broadcast_in_dim"(%1, %t) <{broadcast_dimensions = dense<[1]> : tensor<1xi64>, known_nonexpanding_dimensions = dense<[0]> : tensor<1xi64>}> : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return %2 : tensor<?x?xf32>
}

// -----

// With the same operand they stay.
// CHECK-LABEL: func.func @marks_of_the_same
// CHECK:         "mhlo.dynamic_broadcast_in_dim"(%x, %{{.*}}) <{broadcast_dimensions = dense<1> : tensor<1xi64>, known_nonexpanding_dimensions = dense<0> : tensor<1xi64>}>
func.func @marks_of_the_same(%x: tensor<?xf32>, %t: tensor<2xindex>) -> tensor<?x?xf32> {
  %1 = "mhlo.dynamic_broadcast_in_dim"(%x, %t) <{broadcast_dimensions = dense<[1]> : tensor<1xi64>, known_nonexpanding_dimensions = dense<[0]> : tensor<1xi64>}> : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return %1 : tensor<?x?xf32>
}

// -----

sdim.symbol @S0
sdim.constraints {
  %s0 = sdim.size @S0
  sdim.range %s0 in [1, ?]
}

// The least integer changes nothing, nor does 0 where there is no sign.
// CHECK-LABEL: func.func @maximum_of_integers
// CHECK-NOT:     mhlo.reduce
// CHECK:         func.return %x, %y
func.func @maximum_of_integers(%x: tensor<8xi32>, %y: tensor<8xui32>, %shape: tensor<2xindex>) -> (tensor<8xi32>, tensor<8xui32>) {
  %low = mhlo.constant dense<-2147483648> : tensor<i32>
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<8xi32>, tensor<2xindex>) -> tensor<?x8xi32, [@S0, 8]>
  %1 = mhlo.reduce(%0 init: %low) applies mhlo.maximum across dimensions = [0] : (tensor<?x8xi32, [@S0, 8]>, tensor<i32>) -> tensor<8xi32>
  %zero = mhlo.constant dense<0> : tensor<ui32>
  %2 = "mhlo.dynamic_broadcast_in_dim"(%y, %shape) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<8xui32>, tensor<2xindex>) -> tensor<?x8xui32, [@S0, 8]>
  %3 = mhlo.reduce(%2 init: %zero) applies mhlo.maximum across dimensions = [0] : (tensor<?x8xui32, [@S0, 8]>, tensor<ui32>) -> tensor<8xui32>
  func.return %1, %3 : tensor<8xi32>, tensor<8xui32>
}

// Of numbers with a sign it does.
// CHECK-LABEL: func.func @maximum_with_a_start
// CHECK:         mhlo.reduce
func.func @maximum_with_a_start(%x: tensor<8xi32>, %shape: tensor<2xindex>) -> tensor<8xi32> {
  %zero = mhlo.constant dense<0> : tensor<i32>
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<8xi32>, tensor<2xindex>) -> tensor<?x8xi32, [@S0, 8]>
  %1 = mhlo.reduce(%0 init: %zero) applies mhlo.maximum across dimensions = [0] : (tensor<?x8xi32, [@S0, 8]>, tensor<i32>) -> tensor<8xi32>
  func.return %1 : tensor<8xi32>
}

// RUN: tieshape-opt %s -p tieshape-fuse --split-input-file | filecheck %s

sdim.symbol @A
sdim.symbol @B
sdim.symbol @C
sdim.constraints {
  %a = sdim.size @A
  %b = sdim.size @B
  %c = sdim.size @C
  sdim.product_equal [%a, %b], [%c]
}

// The product fact makes one loop of ops on tensors of different rank.
// CHECK-LABEL: func.func @with_the_fact
// CHECK:         %0, %1 = "mhlo.fusion"
// CHECK:           mhlo.abs
// CHECK:           mhlo.dynamic_reshape
// CHECK:           mhlo.add
// CHECK:         func.return %0, %1
func.func @with_the_fact(%x: tensor<?x?xf32, [@A, @B]>, %y: tensor<?xf32, [@C]>, %s: tensor<1xindex>) -> (tensor<?x?xf32, [@A, @B]>, tensor<?xf32, [@C]>) {
  %0 = mhlo.abs %x : tensor<?x?xf32, [@A, @B]>
  %1 = mhlo.dynamic_reshape %0, %s : (tensor<?x?xf32, [@A, @B]>, tensor<1xindex>) -> tensor<?xf32, [@C]>
  %2 = mhlo.add %1, %y : tensor<?xf32, [@C]>
  func.return %0, %2 : tensor<?x?xf32, [@A, @B]>, tensor<?xf32, [@C]>
}

// -----

sdim.symbol @A
sdim.symbol @B
sdim.symbol @C

// Without it the loop splits.
// CHECK-LABEL: func.func @without_the_fact
// CHECK:         %0 = mhlo.abs %x
// CHECK:         "mhlo.fusion"
// CHECK-NOT:       mhlo.abs
// CHECK:           mhlo.add
func.func @without_the_fact(%x: tensor<?x?xf32, [@A, @B]>, %y: tensor<?xf32, [@C]>, %s: tensor<1xindex>) -> (tensor<?x?xf32, [@A, @B]>, tensor<?xf32, [@C]>) {
  %0 = mhlo.abs %x : tensor<?x?xf32, [@A, @B]>
  %1 = mhlo.dynamic_reshape %0, %s : (tensor<?x?xf32, [@A, @B]>, tensor<1xindex>) -> tensor<?xf32, [@C]>
  %2 = mhlo.add %1, %y : tensor<?xf32, [@C]>
  func.return %0, %2 : tensor<?x?xf32, [@A, @B]>, tensor<?xf32, [@C]>
}

// -----

sdim.symbol @A
sdim.symbol @B
sdim.symbol @C

// A broadcast to a size that nothing relates keeps what is before it apart from what is after it.
// CHECK-LABEL: func.func @unrelated_broadcast
// CHECK:         "mhlo.fusion"
// CHECK:           mhlo.negate
// CHECK:         }) {tieshape.kind = "loop"}
// CHECK:         "mhlo.fusion"
// CHECK:           mhlo.add
func.func @unrelated_broadcast(%x: tensor<?xf32, [@A]>, %y: tensor<?x?xf32, [@B, @C]>, %s: tensor<2xindex>) -> tensor<?x?xf32, [@B, @C]> {
  %0 = mhlo.exponential %x : tensor<?xf32, [@A]>
  %1 = mhlo.negate %0 : tensor<?xf32, [@A]>
  %2 = "mhlo.dynamic_broadcast_in_dim"(%1, %s) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<?xf32, [@A]>, tensor<2xindex>) -> tensor<?x?xf32, [@B, @C]>
  %3 = mhlo.add %2, %y : tensor<?x?xf32, [@B, @C]>
  func.return %3 : tensor<?x?xf32, [@B, @C]>
}

// RUN: tieshape-opt %s -p tieshape --split-input-file | filecheck %s

// One guard for the function; in its body both results are one launch, in the other they are two. Nothing is versioned twice.
// CHECK-LABEL: func.func @merges
// CHECK-COUNT-1: scf.if
// CHECK-NOT:       scf.if
// CHECK:           "mhlo.fusion"
// CHECK-NOT:       mhlo.fusion
// CHECK-NOT:       broadcast_in_dim
// CHECK:         } else {
// CHECK:           "mhlo.fusion"
// CHECK:             mhlo.dynamic_broadcast_in_dim
// CHECK:           "mhlo.fusion"
// CHECK:             mhlo.dynamic_broadcast_in_dim
// CHECK:         func.return
func.func @merges(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %z: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = "tf.AddV2"(%x, %y) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = "tf.Exp"(%0) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = "tf.AddV2"(%1, %z) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return %1, %2 : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// One launch for all sizes: a version would save no launch, no byte and no short loop.
// CHECK-LABEL: func.func @does_not_pay
// CHECK-NOT:     scf.if
// CHECK:         "mhlo.fusion"
// CHECK-NOT:     "mhlo.fusion"
// CHECK:         func.return
func.func @does_not_pay(%x: tensor<?x512xf32>, %y: tensor<?x512xf32>, %z: tensor<?x512xf32>) -> tensor<?x512xf32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<?x512xf32>, tensor<?x512xf32>) -> tensor<?x512xf32>
  %1 = "tf.Exp"(%0) : (tensor<?x512xf32>) -> tensor<?x512xf32>
  %2 = "tf.AddV2"(%1, %z) : (tensor<?x512xf32>, tensor<?x512xf32>) -> tensor<?x512xf32>
  func.return %2 : tensor<?x512xf32>
}

// -----

// With 8 columns the broadcasts keep an inner loop of 8 apart; without them all elements are one loop.
// CHECK-LABEL: func.func @short_loops
// CHECK:         scf.if
// CHECK:           "mhlo.fusion"
// CHECK-NOT:       broadcast_in_dim
// CHECK:         } else {
// CHECK:             mhlo.dynamic_broadcast_in_dim
// CHECK:         func.return
func.func @short_loops(%x: tensor<?x8xf32>, %y: tensor<?x8xf32>, %z: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = "tf.Exp"(%0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %2 = "tf.AddV2"(%1, %z) : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  func.return %2 : tensor<?x8xf32>
}

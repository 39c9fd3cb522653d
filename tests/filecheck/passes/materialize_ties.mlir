// RUN: tieshape-opt %s -p tieshape-materialize-ties --split-input-file | filecheck %s

sdim.symbol @S0

// Types lose their symbols; each argument and each value that is used is tied to what it lost.
// CHECK-LABEL: func.func @ties(%x: tensor<?x4xf32>, %unused: tensor<?xf32>) -> tensor<?x4xf32> {
// CHECK-NEXT:    %[[S:.*]] = sdim.size @S0
// CHECK-NEXT:    %[[C:.*]] = arith.constant 4 : index
// CHECK-NEXT:    sdim.tie_shape %unused, [%[[S]]] : tensor<?xf32>
// CHECK-NEXT:    %[[X:.*]] = sdim.tie_shape %x, [%[[S]], %[[C]]] : tensor<?x4xf32>
// CHECK-NEXT:    %[[Y:.*]] = mhlo.abs %[[X]] : tensor<?x4xf32>
// CHECK-NEXT:    %[[Z:.*]] = sdim.tie_shape %[[Y]], [%[[S]], %[[C]]] : tensor<?x4xf32>
// CHECK-NEXT:    func.return %[[Z]] : tensor<?x4xf32>
func.func @ties(%x: tensor<?x4xf32, [@S0, 4]>, %unused: tensor<?xf32, [@S0]>) -> tensor<?x4xf32, [@S0, 4]> {
  %0 = mhlo.abs %x : tensor<?x4xf32, [@S0, 4]>
  func.return %0 : tensor<?x4xf32, [@S0, 4]>
}

// -----

sdim.symbol @S0

// A region that sees nothing from outside makes its own sizes.
// CHECK-LABEL: func.func @isolated
// CHECK:         "mhlo.fusion"
// CHECK-NEXT:    ^bb0(%[[A:.*]]: tensor<?xf32>):
// CHECK-NEXT:      %[[S:.*]] = sdim.size @S0
// CHECK-NEXT:      %[[T:.*]] = sdim.tie_shape %[[A]], [%[[S]]] : tensor<?xf32>
// CHECK-NEXT:      mhlo.abs %[[T]]
func.func @isolated(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]> {
  %0 = "mhlo.fusion"(%x) ({
  ^bb0(%a: tensor<?xf32, [@S0]>):
    %1 = mhlo.abs %a : tensor<?xf32, [@S0]>
    mhlo.return %1 : tensor<?xf32, [@S0]>
  }) : (tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
  func.return %0 : tensor<?xf32, [@S0]>
}

// -----

// What has no symbols is left alone.
// CHECK-LABEL: func.func @static
// CHECK-NOT:     sdim
func.func @static(%x: tensor<4xf32>, %y: tensor<?xf32>) -> tensor<4xf32> {
  func.return %x : tensor<4xf32>
}

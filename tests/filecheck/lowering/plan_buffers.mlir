// RUN: tieshape-opt %s -p tieshape-convert-fusions-to-loops,tieshape-plan-buffers --split-input-file | filecheck %s

// Three buffers of one size in two places: the third is made when the first is no longer read.
// CHECK-LABEL: func.func @chain(%0: memref<?xf32>, %1: memref<?xf32>, %2: memref<?xi64>, %3: memref<?xi8>)
// CHECK:         scf.if %{{.*}} {
// CHECK:           %[[A:.*]] = memref.view %3[%[[P:.*]]][%{{.*}}] : memref<?xi8> to memref<?xf32>
// CHECK-NEXT:      func.call @negate_0(%0, %[[A]],
// CHECK-NEXT:      %[[B:.*]] = memref.view %3[%[[Q:.*]]][%{{.*}}]
// CHECK-NEXT:      func.call @abs_1(%[[A]], %[[B]],
// CHECK-NEXT:      %[[C:.*]] = memref.view %3[%[[P]]][%{{.*}}]
// CHECK-NEXT:      func.call @negate_0(%[[B]], %[[C]],
// CHECK-NEXT:      func.call @abs_1(%[[C]], %1,
// CHECK-NOT:     memref.alloc
// The plan stores the size of the arena and those of the results; it runs nothing.
// CHECK-LABEL: func.func @chain_plan(%0: memref<?xi64>)
// CHECK-NOT:     func.call
// CHECK:         memref.store
sdim.symbol @a
func.func @chain(%x: tensor<?xf32, [@a]>) -> tensor<?xf32, [@a]> {
  %1 = mhlo.negate %x : tensor<?xf32, [@a]>
  %2 = mhlo.abs %1 : tensor<?xf32, [@a]>
  %3 = mhlo.negate %2 : tensor<?xf32, [@a]>
  %4 = mhlo.abs %3 : tensor<?xf32, [@a]>
  func.return %4 : tensor<?xf32, [@a]>
}

// -----

// The twin in which the first is read again later: the third gets a place of its own.
// CHECK-LABEL: func.func @kept
// CHECK:           %[[A:.*]] = memref.view %3[%[[P:.*]]][%{{.*}}]
// CHECK-NEXT:      func.call @negate_0(%0, %[[A]],
// CHECK-NEXT:      %[[B:.*]] = memref.view %3[%[[Q:.*]]][%{{.*}}]
// CHECK-NEXT:      func.call @abs_1(%[[A]], %[[B]],
// CHECK-NOT:       memref.view %3[%[[P]]]
// CHECK:           func.call @add_3(%[[A]], %{{.*}}, %1,
sdim.symbol @a
func.func @kept(%x: tensor<?xf32, [@a]>) -> tensor<?xf32, [@a]> {
  %1 = mhlo.negate %x : tensor<?xf32, [@a]>
  %2 = mhlo.abs %1 : tensor<?xf32, [@a]>
  %3 = mhlo.negate %2 : tensor<?xf32, [@a]>
  %4 = mhlo.add %1, %3 : tensor<?xf32, [@a]>
  func.return %4 : tensor<?xf32, [@a]>
}

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

// -----

// What is read in a loop keeps its place until the end of the loop: no buffer that is made in the loop may have it.
// CHECK-LABEL: func.func @loop
// CHECK:           %[[A:.*]] = memref.view %3[%[[P:.*]]][%{{.*}}]
// CHECK-NEXT:      func.call @negate_0(%0, %[[A]],
// CHECK:           scf.while
// CHECK:           func.call @add_{{.*}}(%{{.*}}, %[[A]],
// CHECK-NOT:       memref.view %3[%[[P]]]
// CHECK:           scf.yield
sdim.symbol @a
func.func @loop(%x: tensor<?xf32, [@a]>) -> tensor<?xf32, [@a]> {
  %y = mhlo.negate %x : tensor<?xf32, [@a]>
  %r = mhlo.while(%v = %x) : tensor<?xf32, [@a]>
    cond {
      %z = mhlo.constant dense<0.0> : tensor<f32>
      %s = mhlo.reduce(%v init: %z) applies mhlo.add across dimensions = [0] : (tensor<?xf32, [@a]>, tensor<f32>) -> tensor<f32>
      %g = mhlo.compare GT, %s, %z : (tensor<f32>, tensor<f32>) -> tensor<i1>
      mhlo.return %g : tensor<i1>
    } do {
      %b = mhlo.add %v, %y : tensor<?xf32, [@a]>
      %c = mhlo.tanh %b : tensor<?xf32, [@a]>
      %d = mhlo.abs %c : tensor<?xf32, [@a]>
      %e = mhlo.negate %d : tensor<?xf32, [@a]>
      mhlo.return %e : tensor<?xf32, [@a]>
    }
  func.return %r : tensor<?xf32, [@a]>
}

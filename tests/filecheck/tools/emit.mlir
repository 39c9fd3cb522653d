// RUN: tieshape-opt %s -p tieshape --emit loops | filecheck %s --check-prefix LOOPS
// RUN: tieshape-opt %s -p tieshape --emit loops | tieshape-opt | filecheck %s --check-prefix LOOPS
// RUN: tieshape-opt %s -p tieshape --emit vectors | filecheck %s --check-prefix VECTORS
// RUN: tieshape-opt %s -p tieshape --emit=vectors --print-op-generic | filecheck %s --check-prefix GENERIC

// A sum of equal sizes is one loop over all elements.

// LOOPS:      func.func private @add_0(%{{.*}}: memref<?xf32>, %{{.*}}: memref<?xf32>, %{{.*}}: memref<?xf32>, %[[N:.*]]: index, %[[M:.*]]: index) {
// LOOPS-NEXT:   %[[SIZE:.*]] = arith.muli %[[N]], %[[M]] : index
// LOOPS-NEXT:   %[[ZERO:.*]] = arith.constant 0 : index
// LOOPS-NEXT:   %[[ONE:.*]] = arith.constant 1 : index
// LOOPS-NEXT:   scf.for %{{.*}} = %[[ZERO]] to %[[SIZE]] step %[[ONE]] {
// LOOPS:          arith.addf
// LOOPS:        } {tieshape.lanes}
// LOOPS:      func.func @main(
// LOOPS-NOT:  mhlo

// The only kernel is in the function that calls it.
// VECTORS-NOT: @add_0
// VECTORS:     func.func @main(
// VECTORS:       arith.addf %{{.*}}, %{{.*}} fastmath<contract> : vector<{{.*}}xf32>
// VECTORS:     func.func @main_plan(
// VECTORS-NOT: tieshape.lanes

// GENERIC: "func.func"() <{{.*}}sym_name = "main"

sdim.symbol @n
sdim.symbol @m
func.func @main(%x: tensor<?x?xf32, [@n, @m]>, %y: tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xf32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<?x?xf32, [@n, @m]>, tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}

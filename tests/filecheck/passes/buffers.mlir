// RUN: tieshape-opt %s -p tieshape-optimize-shapes --split-input-file | filecheck %s

sdim.symbol @S0
sdim.symbol @S1
sdim.constraints {
  %s = sdim.size @S0
  %t = sdim.size @S1
  sdim.equal %s, %t
}

// Facts about buffers come from their ties: two sizes are one value, and whether they are equal is decided.
// CHECK-LABEL: func.func @tied
// CHECK-NOT:     memref.dim
// CHECK-DAG:     %[[SAME:.*]] = arith.constant true
// CHECK-DAG:     %[[S:.*]] = sdim.size @S0
// CHECK:         func.return %[[S]], %[[S]], %[[SAME]] : index, index, i1
func.func @tied(%x: memref<?x4xf32>, %y: memref<?xf32>) -> (index, index, i1) {
  %s = sdim.size @S0
  %t = sdim.size @S1
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %0 = sdim.tie_shape %x, [%s, %c4] : memref<?x4xf32>
  %1 = sdim.tie_shape %y, [%t] : memref<?xf32>
  %d = memref.dim %0, %c0 : memref<?x4xf32>
  %e = memref.dim %y, %c0 : memref<?xf32>
  %same = arith.cmpi eq, %d, %e : index
  func.return %d, %e, %same : index, index, i1
}

// -----

// Buffers that nothing ties have sizes of their own.
// CHECK-LABEL: func.func @untied
// CHECK:         %[[D:.*]] = memref.dim %x
// CHECK:         %[[E:.*]] = memref.dim %y
// CHECK:         arith.cmpi eq, %[[D]], %[[E]]
func.func @untied(%x: memref<?xf32>, %y: memref<?xf32>) -> i1 {
  %c0 = arith.constant 0 : index
  %d = memref.dim %x, %c0 : memref<?xf32>
  %e = memref.dim %y, %c0 : memref<?xf32>
  %same = arith.cmpi eq, %d, %e : index
  func.return %same : i1
}

// -----

sdim.symbol @S0

// A buffer has the sizes that it was allocated with.
// CHECK-LABEL: func.func @allocated
// CHECK:         %[[S:.*]] = sdim.size @S0
// CHECK-NOT:     memref.dim
// CHECK:         func.return %[[S]] : index
func.func @allocated() -> index {
  %s = sdim.size @S0
  %c1 = arith.constant 1 : index
  %b = memref.alloc(%s) : memref<4x?xf32>
  %d = memref.dim %b, %c1 : memref<4x?xf32>
  memref.dealloc %b : memref<4x?xf32>
  func.return %d : index
}

// RUN: not tieshape-opt %s -p tieshape-share-loops --split-input-file 2>&1 | filecheck %s

// What each thread has for itself is a buffer that the caller allocates, of a size that grows with the threads.
// CHECK: share_loops_invalid.mlir:5:1: error: func.func: tieshape.apart is 5, the place of a buffer that the caller allocates is needed
func.func private @beyond(%x: memref<?xf32>, %n: index, %k: index) attributes {tieshape.apart = array<i64: 5>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %x[%c0] : memref<?xf32>
  }
  func.return
}
func.func @main(%x: memref<?xf32>, %n: index, %w: memref<?xi64>) attributes {tieshape.words = 3 : i64} {
  func.call @beyond(%x, %n, %n) : (memref<?xf32>, index, index) -> ()
  func.return
}

// -----

// CHECK: error: func.func: tieshape.apart is 0, the place of a buffer that the caller allocates is needed
func.func private @an_argument(%x: memref<?xf32>, %n: index, %k: index) attributes {tieshape.apart = array<i64: 0>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %x[%c0] : memref<?xf32>
  }
  func.return
}
func.func @main(%x: memref<?xf32>, %n: index, %w: memref<?xi64>) attributes {tieshape.words = 3 : i64} {
  func.call @an_argument(%x, %n, %n) : (memref<?xf32>, index, index) -> ()
  func.return
}

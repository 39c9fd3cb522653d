// RUN: tieshape-opt %s -p tieshape-share-loops --split-input-file | filecheck %s

// Part number %part of the rows; each part has a row of its own in %row, of which there are as many as threads.
func.func private @rows(%x: memref<?xf32>, %y: memref<?xf32>, %row: memref<?xf32>, %n: index, %k: index) attributes {tieshape.apart = array<i64: 2>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %row[%c0] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  func.return
}
func.func @main(%x: memref<?xf32>, %y: memref<?xf32>, %w: memref<?xi64>) attributes {tieshape.words = 3 : i64} {
  %c2 = arith.constant 2 : index
  %s = memref.load %w[%c2] : memref<?xi64>
  %n = arith.index_cast %s : i64 to index
  %row = memref.alloc(%n) : memref<?xf32>
  func.call @rows(%x, %y, %row, %n, %n) : (memref<?xf32>, memref<?xf32>, memref<?xf32>, index, index) -> ()
  func.return
}
// CHECK:       func.func private @tieshape_parallel(i64, i64, i64)
// CHECK-LABEL: func.func private @rows(
// CHECK-SAME:    %n: index, %k: index, %[[PART:.*]]: index, %[[PARTS:.*]]: index) {
// CHECK:         %[[BEGIN:.*]] = arith.muli %{{.*}}, %[[PART]] : index
// CHECK:         arith.divui %[[BEGIN]], %[[PARTS]] : index
// CHECK:         %[[TRIPS:.*]] = arith.subi %{{.*}}, %[[FIRST:.*]] : index
// CHECK:         scf.for %[[I:.*]] = %c0 to %[[TRIPS]] step %c1 {
// CHECK-NEXT:      %[[PLACE:.*]] = arith.addi %[[FIRST]], %[[I]] : index
// CHECK-NEXT:      memref.load %x[%[[PLACE]]]
// CHECK-LABEL: func.func private @rows_part(
// CHECK:         arith.divui %{{.*}}, %{{.*}} : i64
// CHECK:         func.call @rows(
// CHECK-LABEL: func.func private @rows_all(
// CHECK:         scf.if %{{.*}} {
// CHECK:           memref.alloca() : memref<8xi64>
// CHECK:           "func.constant"() {value = @rows_part}
// CHECK:           func.call @tieshape_parallel(
// CHECK:         } else {
// CHECK:           func.call @rows(
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    tieshape.words = 4 : i64
// CHECK:         %[[THREADS:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK:         %[[ROOM:.*]] = arith.muli %n, %[[THREADS]] : index
// CHECK:         memref.alloc(%[[ROOM]]) : memref<?xf32>
// CHECK:         func.call @rows_all(%x, %y, %{{.*}}, %n, %n, %[[THREADS]])

// -----

// A kernel that does not say that its trips are independent stays, and so do two loops, of which the second may read what
// the first wrote, and what carries a sum.
// CHECK-LABEL: func.func private @sums(
// CHECK-NOT:     index) {
// CHECK-LABEL: func.func private @two(%x: memref<?xf32>, %n: index) {
// CHECK-LABEL: func.func private @total(%x: memref<?xf32>, %n: index) {
// CHECK-LABEL: func.func @main(
// CHECK:         func.call @sums(%x)
// CHECK:         func.call @two(%x, %n)
// CHECK:         func.call @total(%x, %n)
func.func private @sums(%x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %x[%c0] : memref<?xf32>
  }
  func.return
}
func.func private @two(%x: memref<?xf32>, %n: index) attributes {tieshape.apart = array<i64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    memref.store %z, %x[%i] : memref<?xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    memref.store %z, %x[%i] : memref<?xf32>
  }
  func.return
}
func.func private @total(%x: memref<?xf32>, %n: index) attributes {tieshape.apart = array<i64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %t = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (f32) {
    %v = memref.load %x[%i] : memref<?xf32>
    %w = arith.addf %s, %v : f32
    scf.yield %w : f32
  }
  memref.store %t, %x[%c0] : memref<?xf32>
  func.return
}
func.func @main(%x: memref<?xf32>, %n: index, %w: memref<?xi64>) attributes {tieshape.words = 3 : i64} {
  func.call @sums(%x) : (memref<?xf32>) -> ()
  func.call @two(%x, %n) : (memref<?xf32>, index) -> ()
  func.call @total(%x, %n) : (memref<?xf32>, index) -> ()
  func.return
}

// -----

// Of loops that are all of a kernel the one whose trips go round is shared, the innermost at last: %j here for few %i.
// One that stores beside its loop, or whose number of trips is made on the way, is not gone into: %i alone is.
// CHECK-LABEL: func.func private @planes(
// CHECK:         %[[GOOD:.*]] = arith.ori
// CHECK:         %[[TAKEN:.*]] = arith.ori
// CHECK:         %[[OTHER:.*]] = arith.select %[[TAKEN]], %{{.*}}, %{{.*}} : index
// CHECK:         scf.for %[[I:.*]] = %c0 to %[[SOME:.*]] step %c1 {
// CHECK:           scf.for %[[J:.*]] = %c0 to %[[REST:.*]] step %c1 {
// CHECK-NEXT:        %[[MOVED:.*]] = arith.addi %{{.*}}, %[[J]] : index
// CHECK-LABEL: func.func private @beside(
// CHECK:         scf.for %[[I:.*]] = %c0 to %{{.*}} step %c1 {
// CHECK-NEXT:      arith.addi %{{.*}}, %[[I]] : index
// CHECK:           scf.for %{{.*}} = %c0 to %m step %c1 {
// CHECK-LABEL: func.func private @triangle(
// CHECK:           scf.for %{{.*}} = %c0 to %k step %c1 {
// CHECK-NEXT:        memref.store
func.func private @planes(%x: memref<?xf32>, %n: index, %m: index) attributes {tieshape.apart = array<i64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %r = arith.muli %i, %m : index
    scf.for %j = %c0 to %m step %c1 {
      %p = arith.addi %r, %j : index
      memref.store %z, %x[%p] : memref<?xf32>
    }
  }
  func.return
}
func.func private @beside(%x: memref<?xf32>, %n: index, %m: index) attributes {tieshape.apart = array<i64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    memref.store %z, %x[%i] : memref<?xf32>
    scf.for %j = %c0 to %m step %c1 {
      memref.store %z, %x[%j] : memref<?xf32>
    }
  }
  func.return
}
func.func private @triangle(%x: memref<?xf32>, %n: index) attributes {tieshape.apart = array<i64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %k = arith.addi %i, %c1 : index
    scf.for %j = %c0 to %k step %c1 {
      memref.store %z, %x[%j] : memref<?xf32>
    }
  }
  func.return
}
func.func @main(%x: memref<?xf32>, %n: index, %w: memref<?xi64>) attributes {tieshape.words = 3 : i64} {
  func.call @planes(%x, %n, %n) : (memref<?xf32>, index, index) -> ()
  func.call @beside(%x, %n, %n) : (memref<?xf32>, index, index) -> ()
  func.call @triangle(%x, %n) : (memref<?xf32>, index) -> ()
  func.return
}

// -----

// Parts of a loop that is transposed in squares begin at multiples of 16: there are (n + 15) / 16 of them to share.
// CHECK-LABEL: func.func private @squares(
// CHECK:         %[[CHUNK:.*]] = arith.constant 16 : index
// CHECK-NEXT:    %[[LESS:.*]] = arith.addi %m, %[[CHUNK]] : index
// CHECK:         %[[UP:.*]] = arith.subi %[[LESS]], %{{.*}} : index
// CHECK-NEXT:    %[[UNITS:.*]] = arith.divui %[[UP]], %[[CHUNK]] : index
// CHECK:         %[[MANY:.*]] = arith.muli %[[UNITS]], %{{.*}} : index
// CHECK-NEXT:    %[[SOME:.*]] = arith.divui %[[MANY]], %{{.*}} : index
// CHECK-NEXT:    %[[PLACE:.*]] = arith.muli %[[SOME]], %[[CHUNK]] : index
// CHECK-NEXT:    %[[FIRST:.*]] = arith.minsi %[[PLACE]], %m : index
// CHECK:         scf.for %[[J:.*]] = %c0 to %{{.*}} step %c1 {
// CHECK-NEXT:      arith.addi %[[FIRST]], %[[J]] : index
// CHECK-NEXT:      scf.for %[[I:.*]] = %c0 to %n step %c1 {
func.func private @squares(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %m: index) attributes {tieshape.apart = array<i64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %j = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %p = arith.muli %i, %m : index
      %q = arith.addi %p, %j : index
      %v = memref.load %x[%q] : memref<?xf32>
      %r = arith.muli %j, %n : index
      %s = arith.addi %r, %i : index
      memref.store %v, %y[%s] : memref<?xf32>
    } {tieshape.lanes}
  } {tieshape.turned}
  func.return
}
func.func @main(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %w: memref<?xi64>) attributes {tieshape.words = 3 : i64} {
  func.call @squares(%x, %y, %n, %n) : (memref<?xf32>, memref<?xf32>, index, index) -> ()
  func.return
}

// -----

// Sums of columns: each part goes through its columns in both loops over them; the first through all where there are few.
// CHECK-LABEL: func.func private @columns(
// CHECK-SAME:    %n: index, %m: index, %[[PART:.*]]: index, %[[PARTS:.*]]: index) {
// CHECK:         %[[FEW:.*]] = arith.cmpi slt, %m, %{{.*}} : index
// CHECK:         arith.select %[[FEW]], %{{.*}}, %[[PARTS]] : index
// CHECK:         %[[FIRST:.*]] = arith.minsi %{{.*}}, %m : index
// CHECK:         %[[END:.*]] = arith.minsi %{{.*}}, %m : index
// CHECK:         %[[TRIPS:.*]] = arith.subi %[[END]], %[[FIRST]] : index
// CHECK:         scf.for %[[I:.*]] = %c0 to %[[TRIPS]] step %c1 {
// CHECK-NEXT:      arith.addi %[[FIRST]], %[[I]] : index
// CHECK:         scf.for %{{.*}} = %c0 to %n step %c1 {
// CHECK:           scf.for %[[J:.*]] = %c0 to %[[TRIPS]] step %c1 {
// CHECK-NEXT:        arith.addi %[[FIRST]], %[[J]] : index
// CHECK-LABEL: func.func private @columns_part(
// The twins: few columns, as is known; loops over elements of different numbers; a loop that carries a sum.
// CHECK-LABEL: func.func private @few(%x: memref<?xf32>) {
// CHECK-LABEL: func.func private @others(%x: memref<?xf32>, %n: index, %m: index) {
// CHECK-LABEL: func.func private @carried(%x: memref<?xf32>, %n: index) {
// CHECK-LABEL: func.func @main(
// CHECK:         func.call @columns_all(%x, %n, %m, %{{.*}})
// CHECK:         func.call @few(%x)
// CHECK:         func.call @others(%x, %n, %m)
// CHECK:         func.call @carried(%x, %n)
func.func private @columns(%x: memref<?xf32>, %n: index, %m: index) attributes {tieshape.columns} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    memref.store %z, %x[%i] : memref<?xf32>
  } {tieshape.lanes}
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      memref.store %z, %x[%j] : memref<?xf32>
    } {tieshape.lanes}
  }
  func.return
}
func.func private @few(%x: memref<?xf32>) attributes {tieshape.columns} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %few = arith.constant 64 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %few step %c1 {
    memref.store %z, %x[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}
func.func private @others(%x: memref<?xf32>, %n: index, %m: index) attributes {tieshape.columns} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    memref.store %z, %x[%i] : memref<?xf32>
  } {tieshape.lanes}
  scf.for %i = %c0 to %n step %c1 {
    memref.store %z, %x[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}
func.func private @carried(%x: memref<?xf32>, %n: index) attributes {tieshape.columns} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %t = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (f32) {
    scf.yield %s : f32
  } {tieshape.lanes}
  memref.store %t, %x[%c0] : memref<?xf32>
  func.return
}
func.func @main(%x: memref<?xf32>, %n: index, %m: index, %w: memref<?xi64>) attributes {tieshape.words = 3 : i64} {
  func.call @columns(%x, %n, %m) : (memref<?xf32>, index, index) -> ()
  func.call @few(%x) : (memref<?xf32>) -> ()
  func.call @others(%x, %n, %m) : (memref<?xf32>, index, index) -> ()
  func.call @carried(%x, %n) : (memref<?xf32>, index) -> ()
  func.return
}

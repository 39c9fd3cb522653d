// RUN: tieshape-opt %s -p "tieshape-vectorize,tieshape-expand-math,tieshape-keep-constants" --disable-verify | filecheck %s

// The constants of an exponential are made before the loop: each has the sign of a size, 0, in its bits.
// CHECK-LABEL: func.func @many
// CHECK:         %[[D:.*]] = memref.dim %x
// CHECK-NEXT:    %[[N:.*]] = arith.index_cast %[[D]] : index to i64
// CHECK-NEXT:    %[[BITS:.*]] = arith.constant 63 : i64
// CHECK-NEXT:    %[[S:.*]] = arith.shrui %[[N]], %[[BITS]] : i64
// CHECK-NEXT:    %[[Z:.*]] = arith.trunci %[[S]] : i64 to i32
// CHECK-NEXT:    %[[C:.*]] = arith.constant {{.*}} : i32
// CHECK-NEXT:    %[[O:.*]] = arith.ori %[[Z]], %[[C]] : i32
// CHECK-NEXT:    %[[V:.*]] = vector.broadcast %[[O]] : i32 to vector<16xi32>
// CHECK-NEXT:    %[[F:.*]] = arith.bitcast %[[V]] : vector<16xi32> to vector<16xf32>
// CHECK:         scf.for
// CHECK:           arith.cmpf olt, %[[F]], %{{.*}} : vector<16xf32>
func.func @many(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %a = memref.load %x[%i] : memref<?xf32>
    %b = math.exp %a : f32
    memref.store %b, %y[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

// A few stay, and so do those of a function that calls another.
// CHECK-LABEL: func.func @few
// CHECK-NOT:     arith.shrui
// CHECK:         func.return
func.func @few(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %half = arith.constant 0.5 : f32
  scf.for %i = %zero to %n step %one {
    %a = memref.load %x[%i] : memref<?xf32>
    %b = arith.mulf %a, %half : f32
    memref.store %b, %y[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

// CHECK-LABEL: func.func @calling
// CHECK-NOT:     arith.shrui
// CHECK:         func.return
func.func @calling(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  func.call @few(%x, %y, %n) : (memref<?xf32>, memref<?xf32>, index) -> ()
  scf.for %i = %zero to %n step %one {
    %a = memref.load %x[%i] : memref<?xf32>
    %b = math.exp %a : f32
    memref.store %b, %y[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

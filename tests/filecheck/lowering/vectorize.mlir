// RUN: tieshape-opt %s -p "tieshape-vectorize{width=8}" --disable-verify | filecheck %s
// RUN: tieshape-opt %s -p "tieshape-vectorize{streams=1024}" --disable-verify | filecheck %s --check-prefix STREAMS

// The largest multiple of 8 in vectors, the rest with a mask.
// CHECK-LABEL: func.func @map
// CHECK:         %[[REST:.*]] = arith.remui %n, %[[W:.*]] : index
// CHECK-NEXT:    %[[MIDDLE:.*]] = arith.subi %n, %[[REST]] : index
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %[[MIDDLE]] step %[[W]] {
// CHECK-NEXT:      %[[X:.*]] = vector.load %x[%[[I]]] : memref<?xf32>, vector<8xf32>
// CHECK-NEXT:      %[[Y:.*]] = arith.mulf %[[X]], %[[X]] : vector<8xf32>
// CHECK-NEXT:      vector.store %[[Y]], %y[%[[I]]] : memref<?xf32>, vector<8xf32>
// CHECK:         scf.for %[[J:.*]] = %[[MIDDLE]] to %n step %[[W]] {
// CHECK-NEXT:      %[[LEFT:.*]] = arith.subi %n, %[[J]] : index
// CHECK-NEXT:      %[[MASK:.*]] = vector.create_mask %[[LEFT]] : vector<8xi1>
// CHECK-NEXT:      vector.maskedload %x[%[[J]]], %[[MASK]]
// CHECK-NEXT:      arith.mulf
// CHECK-NEXT:      vector.maskedstore %y[%[[J]]], %[[MASK]]
// CHECK-NOT:       memref.load
// CHECK-NOT:       tieshape.lanes
func.func @map(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %a = memref.load %x[%i] : memref<?xf32>
    %b = arith.mulf %a, %a : f32
    memref.store %b, %y[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

// A loop that runs 4 times takes 4 at once, and has no rest.
// CHECK-LABEL: func.func @short
// CHECK:         vector.load %{{.*}} : memref<?xf32>, vector<4xf32>
// CHECK-NOT:     vector.maskedload
func.func @short(%x: memref<?xf32>, %y: memref<?xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  scf.for %i = %zero to %four step %one {
    %a = memref.load %x[%i] : memref<?xf32>
    memref.store %a, %y[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

// A sum in any order begins with zeros in four vectors, which are joined at the end. Lanes without
// an element keep what they have.
// CHECK-LABEL: func.func @sum
// CHECK:         %[[Z:.*]] = vector.broadcast %{{.*}} : f32 to vector<8xf32>
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[Z]], %{{.*}} = %[[Z]], %{{.*}} = %[[Z]], %{{.*}} = %[[Z]])
// CHECK:         %[[T:.*]] = scf.for {{.*}} iter_args(%[[OLD:.*]] = %{{.*}}) -> (vector<8xf32>)
// CHECK:           %[[MASK:.*]] = vector.create_mask
// CHECK:           %[[NEW:.*]] = arith.addf %[[OLD]]
// CHECK-NEXT:      arith.select %[[MASK]], %[[NEW]], %[[OLD]]
// CHECK:         vector.reduction <add>, %[[T]], %start fastmath<reassoc> : vector<8xf32> into f32
func.func @sum(%x: memref<?xf32>, %n: index, %start: f32) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%t = %start) -> (f32) {
    %a = memref.load %x[%i] : memref<?xf32>
    %b = arith.addf %t, %a fastmath<reassoc> : f32
    scf.yield %b : f32
  } {tieshape.lanes}
  func.return %r : f32
}

// So does a product, which begins with ones.
// CHECK-LABEL: func.func @product
// CHECK:         arith.constant 1.000000e+00 : f32
// CHECK:         %[[T:.*]] = scf.for {{.*}} iter_args(%[[OLD:.*]] = %{{.*}}) -> (vector<8xf32>)
// CHECK:           %[[NEW:.*]] = arith.mulf %[[OLD]]
// CHECK-NEXT:      arith.select %{{.*}}, %[[NEW]], %[[OLD]]
// CHECK:         vector.reduction <mul>, %[[T]], %start fastmath<reassoc> : vector<8xf32> into f32
func.func @product(%x: memref<?xf32>, %n: index, %start: f32) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%t = %start) -> (f32) {
    %a = memref.load %x[%i] : memref<?xf32>
    %b = arith.mulf %t, %a fastmath<reassoc> : f32
    scf.yield %b : f32
  } {tieshape.lanes}
  func.return %r : f32
}

// CHECK-LABEL: func.func @product_in_order
// CHECK-NOT:     vector
// CHECK:         } {tieshape.lanes}
func.func @product_in_order(%x: memref<?xf32>, %n: index, %start: f32) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%t = %start) -> (f32) {
    %a = memref.load %x[%i] : memref<?xf32>
    %b = arith.mulf %t, %a : f32
    scf.yield %b : f32
  } {tieshape.lanes}
  func.return %r : f32
}

// Its twin in order stays.
// CHECK-LABEL: func.func @in_order
// CHECK-NOT:     vector
// CHECK:         } {tieshape.lanes}
func.func @in_order(%x: memref<?xf32>, %n: index, %start: f32) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%t = %start) -> (f32) {
    %a = memref.load %x[%i] : memref<?xf32>
    %b = arith.addf %t, %a : f32
    scf.yield %b : f32
  } {tieshape.lanes}
  func.return %r : f32
}

// Every second element is one of two vectors of neighbours; the second ends with the last one read.
// CHECK-LABEL: func.func @every_second
// CHECK:         %[[A:[0-9]+]] = vector.load %x[%[[AT:[0-9]+]]] : memref<?xf32>, vector<8xf32>
// CHECK:         %[[B:[0-9]+]] = vector.load %x[%{{[0-9]+}}] : memref<?xf32>, vector<8xf32>
// CHECK-NEXT:    vector.shuffle %[[A]], %[[B]] [0, 2, 4, 6, 9, 11, 13, 15] : vector<8xf32>, vector<8xf32>
// CHECK:         vector.maskedload
// CHECK:         vector.maskedload
// CHECK-NEXT:    vector.shuffle
func.func @every_second(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  scf.for %i = %zero to %n step %one {
    %j = arith.muli %i, %two : index
    %a = memref.load %x[%j] : memref<?xf32>
    memref.store %a, %y[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

// A loop that reads every third one stays.
// CHECK-LABEL: func.func @every_third
// CHECK-NOT:     vector
// CHECK:         } {tieshape.lanes}
func.func @every_third(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  scf.for %i = %zero to %n step %one {
    %j = arith.muli %i, %three : index
    %a = memref.load %x[%j] : memref<?xf32>
    memref.store %a, %y[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

// Trips that may run more than once: the last vector ends with the loop, and has no mask unless
// there are fewer trips than lanes.
// CHECK-LABEL: func.func @anew
// CHECK:         vector.load
// CHECK:         arith.cmpi sge, %n
// CHECK:         scf.if
// CHECK:           arith.minsi
// CHECK:           vector.load
// CHECK:         } else {
// CHECK:           vector.maskedload
func.func @anew(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %a = memref.load %x[%i] : memref<?xf32>
    memref.store %a, %y[%i] : memref<?xf32>
  } {tieshape.lanes, tieshape.anew}
  func.return
}

// Read along the outer loop and stored along the inner one: squares are transposed in registers. What
// is left of the inner loop runs as it was, what is left of the outer one with a mask.
// CHECK-LABEL: func.func @turned
// CHECK-COUNT-8:  vector.load %x
// CHECK-NOT:      vector.load
// CHECK-COUNT-24: vector.shuffle
// CHECK-COUNT-8:  vector.store
// CHECK-COUNT-8:  vector.maskedload %x
// CHECK-COUNT-24: vector.shuffle
// CHECK-COUNT-7:  scf.if
func.func @turned(%x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %j = %zero to %m step %one {
    scf.for %i = %zero to %n step %one {
      %p = arith.muli %i, %m : index
      %q = arith.addi %p, %j : index
      %a = memref.load %x[%q] : memref<?xf32>
      %s = arith.muli %j, %n : index
      %t = arith.addi %s, %i : index
      memref.store %a, %y[%t] : memref<?xf32>
    } {tieshape.lanes}
  } {tieshape.turned}
  func.return
}

// Elements that are further apart along the outer loop too stay.
// CHECK-LABEL: func.func @not_turned
// CHECK-NOT:     vector
// CHECK:         } {tieshape.turned}
func.func @not_turned(%x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  scf.for %j = %zero to %m step %one {
    scf.for %i = %zero to %n step %one {
      %p = arith.muli %i, %m : index
      %k = arith.muli %j, %two : index
      %q = arith.addi %p, %k : index
      %a = memref.load %x[%q] : memref<?xf32>
      %s = arith.muli %j, %n : index
      %t = arith.addi %s, %i : index
      memref.store %a, %y[%t] : memref<?xf32>
    } {tieshape.lanes}
  } {tieshape.turned}
  func.return
}

// Without the mark nothing is known of the trips.
// CHECK-LABEL: func.func @unmarked
// CHECK-NOT:     vector
// CHECK:         func.return
func.func @unmarked(%x: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %a = memref.load %x[%i] : memref<?xf32>
    memref.store %a, %x[%i] : memref<?xf32>
  }
  func.return
}

// A maximum of what is not NaN, and beside it what met NaN: two vectors are looked at together. Its
// halves are taken apart at the end.
// CHECK-LABEL: func.func @most
// CHECK:         scf.for
// CHECK:           %[[G:.*]] = arith.cmpf ogt, %[[A:.*]], %[[OLD:.*]] : vector<8xf32>
// CHECK-NEXT:      arith.select %[[G]], %[[A]], %[[OLD]]
// CHECK:           arith.cmpf uno, %[[A]], %{{.*}} : vector<8xf32>
// CHECK-NEXT:      arith.select
// CHECK:         scf.for
// CHECK:         vector.shuffle
// CHECK:         arith.cmpf ogt, %{{.*}} : vector<4xf32>
// CHECK:         arith.cmpf ogt, %{{.*}} : vector<1xf32>
// CHECK:         %[[M:.*]] = vector.extract
// CHECK:         %[[S:.*]] = arith.maximumf %start, %[[M]] : f32
// CHECK:         %[[NAN:.*]] = vector.reduction <or>
// CHECK-NEXT:    scf.if %[[NAN]] -> (f32) {
// CHECK-NEXT:      scf.yield
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.yield %[[S]]
func.func @most(%x: memref<?xf32>, %n: index, %start: f32) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%t = %start) -> (f32) {
    %a = memref.load %x[%i] : memref<?xf32>
    %b = arith.maximumf %t, %a : f32
    scf.yield %b : f32
  } {tieshape.lanes}
  func.return %r : f32
}

// A divisor that is the same for all elements is divided by once if it has a good reciprocal; where it has none,
// and for one that is not the same, each time.
// CHECK-LABEL: func.func @uniform
// CHECK:         %[[ABOVE:.*]] = arith.cmpf oge, %{{.*}}, %{{.*}} : f32
// CHECK:         %[[BELOW:.*]] = arith.cmpf ole, %{{.*}}, %{{.*}} : f32
// CHECK:         %[[GOOD:.*]] = arith.andi %[[ABOVE]], %[[BELOW]]
// CHECK:         %[[R:.*]] = arith.divf %{{.*}}, %d {{.*}}: f32
// CHECK:         scf.if %[[GOOD]] {
// CHECK:           scf.for
// CHECK-NOT:         arith.divf
// CHECK:         } else {
// CHECK:           scf.for
// CHECK:             arith.divf %{{.*}} : vector<8xf32>
// CHECK:         func.return
func.func @uniform(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %d: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %a = memref.load %x[%i] : memref<?xf32>
    %b = arith.divf %a, %d : f32
    memref.store %b, %y[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

// CHECK-LABEL: func.func @each
// CHECK:         scf.for
// CHECK:           arith.divf %{{.*}} : vector<8xf32>
func.func @each(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %a = memref.load %x[%i] : memref<?xf32>
    %d = memref.load %y[%i] : memref<?xf32>
    %b = arith.divf %a, %d : f32
    memref.store %b, %y[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

// Where something is rounded the last place of a quotient decides.
// CHECK-LABEL: func.func @rounded
// CHECK-NOT:     scf.if
// CHECK:         scf.for
// CHECK:           arith.divf %{{.*}} : vector<8xf32>
// CHECK:           math.roundeven
func.func @rounded(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %d: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %a = memref.load %x[%i] : memref<?xf32>
    %b = arith.divf %a, %d : f32
    %c = math.roundeven %b : f32
    memref.store %c, %y[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

// A square root has a good reciprocal wherever a quotient by it is a number.
// CHECK-LABEL: func.func @by_root
// CHECK-NOT:     scf.if
// CHECK:         arith.divf %{{.*}} : f32
// CHECK-NOT:     arith.divf
// CHECK:         func.return
func.func @by_root(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %d: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = math.sqrt %d : f32
  scf.for %i = %zero to %n step %one {
    %a = memref.load %x[%i] : memref<?xf32>
    %b = arith.divf %a, %r : f32
    memref.store %b, %y[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

// A loop inside, which runs equally often for all lanes, is gone through for four vectors at once; what it
// carries is in vectors.
// CHECK-LABEL: func.func @columns
// CHECK:         scf.for
// CHECK:           %[[OLD:.*]] = vector.load %y{{.*}} : memref<?xf32>, vector<32xf32>
// CHECK:           scf.for %{{.*}} = %zero to %m step %one iter_args(%{{.*}} = %[[OLD]]) -> (vector<32xf32>) {
// CHECK:             vector.load %x{{.*}} : memref<?xf32>, vector<32xf32>
// CHECK:           vector.store
// CHECK:         scf.for
// CHECK:           vector.maskedload %y{{.*}} vector<8xf32>
// CHECK:           scf.for {{.*}} -> (vector<8xf32>) {
func.func @columns(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %m: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %old = memref.load %y[%i] : memref<?xf32>
    %new = scf.for %j = %zero to %m step %one iter_args(%t = %old) -> (f32) {
      %row = arith.muli %j, %n : index
      %at = arith.addi %row, %i : index
      %a = memref.load %x[%at] : memref<?xf32>
      %b = arith.addf %t, %a : f32
      scf.yield %b : f32
    }
    memref.store %new, %y[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

// One that runs as often as the place says stays.
// CHECK-LABEL: func.func @triangle
// CHECK-NOT:     vector
// CHECK:         } {tieshape.lanes}
func.func @triangle(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %old = memref.load %y[%i] : memref<?xf32>
    %new = scf.for %j = %zero to %i step %one iter_args(%t = %old) -> (f32) {
      %a = memref.load %x[%j] : memref<?xf32>
      %b = arith.addf %t, %a : f32
      scf.yield %b : f32
    }
    memref.store %new, %y[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

// A row that was read before: memory is asked for the next one, not for what all rows share.
// CHECK-LABEL: func.func @again
// CHECK:         vector.load %x
// CHECK:         llvm.call_intrinsic "llvm.prefetch.p0"
// CHECK:         vector.load %g
// CHECK-NOT:     llvm.prefetch
// CHECK:         func.return
func.func @again(%x: memref<?xf32>, %g: memref<?xf32>, %y: memref<?xf32>, %n: index, %row: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %at = arith.addi %row, %i : index
    %a = memref.load %x[%at] : memref<?xf32>
    %b = memref.load %g[%i] : memref<?xf32>
    %c = arith.mulf %a, %b : f32
    memref.store %c, %y[%at] : memref<?xf32>
  } {tieshape.lanes, tieshape.again}
  func.return
}

// Buffers of 1024 bytes and more together are stored to past the cache, from the first line on that the result begins.
// What this may leave to others is told at the end.
// STREAMS-LABEL: func.func @map
// STREAMS:         memref.dim %x
// STREAMS:         memref.dim %y
// STREAMS:         %[[LARGE:.*]] = arith.cmpi sle, %{{.*}}, %{{.*}} : index
// STREAMS:         "memref.extract_aligned_pointer_as_index"(%y)
// STREAMS:         %[[HEAD:.*]] = arith.minui
// STREAMS:         scf.if %[[LARGE]] {
// STREAMS:           vector.maskedstore
// STREAMS:           scf.for %{{.*}} = %[[HEAD]] to
// STREAMS:             vector.store {{.*}}nontemporal = true
// STREAMS:         } else {
// STREAMS-NOT:       nontemporal
// STREAMS:           vector.maskedstore
// STREAMS:         scf.if %[[LARGE]] {
// STREAMS-NEXT:      llvm.call_intrinsic "llvm.x86.sse.sfence"

// One loop of many does so where all that it stores is whole lines.
// STREAMS-LABEL: func.func @rows
// STREAMS:         scf.for
// STREAMS:           %[[BOTH:.*]] = scf.if %{{.*}} -> (i1) {
// STREAMS:             %[[WHOLE:.*]] = arith.cmpi eq
// STREAMS:             %[[BEGINS:.*]] = arith.cmpi eq
// STREAMS:             arith.andi %[[WHOLE]], %[[BEGINS]]
// STREAMS:           } else {
// STREAMS:           scf.if %[[BOTH]] {
// STREAMS-NOT:         maskedstore
// STREAMS:             nontemporal = true
// STREAMS:           } else {
func.func @rows(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %m: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %r = %zero to %m step %one {
    %row = arith.muli %r, %n : index
    scf.for %i = %zero to %n step %one {
      %at = arith.addi %row, %i : index
      %a = memref.load %x[%at] : memref<?xf32>
      memref.store %a, %y[%at] : memref<?xf32>
    } {tieshape.lanes}
  }
  func.return
}

// What is read again is not.
// STREAMS-LABEL: func.func @in_place
// STREAMS-NOT:     nontemporal
// STREAMS:         func.return
func.func @in_place(%y: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %a = memref.load %y[%i] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    memref.store %b, %y[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

// Two results that are stored to in turn must be twice as large.
// STREAMS-LABEL: func.func @two
// STREAMS:         arith.constant 2048 : index
// STREAMS:         arith.cmpi sle
func.func @two(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %a = memref.load %x[%i] : memref<?xf32>
    memref.store %a, %y[%i] : memref<?xf32>
    memref.store %a, %z[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

// A load that moves where a flag is 1: one loop for each value of the flag, of which the second
// reads the first element once, if there is one.
// CHECK-LABEL: func.func @flagged
// CHECK:         %[[MOVES:.*]] = arith.cmpi ne, %f, %{{.*}} : index
// CHECK:         %[[RUNS:.*]] = arith.cmpi ne, %n, %{{.*}} : index
// CHECK:         scf.if %[[MOVES]] {
// CHECK-NEXT:      scf.for %[[I:.*]] = %{{.*}} to
// CHECK-NEXT:        vector.load %x[%[[I]]] : memref<?xf32>, vector<8xf32>
// CHECK-NEXT:        arith.negf
// CHECK-NEXT:        vector.store
// CHECK:         } else {
// CHECK-NEXT:      scf.if %[[RUNS]] {
// CHECK-NEXT:        memref.load %x
// CHECK:             scf.for
// CHECK-NOT:           load
// CHECK:               vector.store
// CHECK:             scf.for
// CHECK-NOT:           load
// CHECK:               vector.maskedstore
func.func @flagged(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %f: index) attributes {tieshape.flags = array<i64: 3>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %p = arith.muli %f, %i : index
    %a = memref.load %x[%p] : memref<?xf32>
    %b = arith.negf %a : f32
    memref.store %b, %y[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

// What is no flag may be any number: the loop stays.
// CHECK-LABEL: func.func @not_a_flag
// CHECK-NOT:     vector.
// CHECK:         } {tieshape.lanes}
func.func @not_a_flag(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %f: index) attributes {tieshape.flags = array<i64: 2>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %p = arith.muli %f, %i : index
    %a = memref.load %x[%p] : memref<?xf32>
    memref.store %a, %y[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

// A flag moves by one element, not by two.
// CHECK-LABEL: func.func @by_two
// CHECK-NOT:     vector.
// CHECK:         } {tieshape.lanes}
func.func @by_two(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %f: index) attributes {tieshape.flags = array<i64: 3>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  scf.for %i = %zero to %n step %one {
    %p = arith.muli %f, %i : index
    %q = arith.muli %two, %p : index
    %a = memref.load %x[%q] : memref<?xf32>
    memref.store %a, %y[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

// What the loop stores is not read before it.
// CHECK-LABEL: func.func @stored
// CHECK-NOT:     vector.
// CHECK:         } {tieshape.lanes}
func.func @stored(%x: memref<?xf32>, %n: index, %f: index) attributes {tieshape.flags = array<i64: 2>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %p = arith.muli %f, %i : index
    %a = memref.load %x[%p] : memref<?xf32>
    memref.store %a, %x[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

// Of three flags only the value 1 of all has a loop of its own; the other one has masks.
// CHECK-LABEL: func.func @three_flags
// CHECK:         %[[TWO:.*]] = arith.andi
// CHECK-NEXT:    %[[ALL:.*]] = arith.andi %[[TWO]],
// CHECK:         scf.if %[[ALL]] {
// CHECK-COUNT-3:   vector.load
// CHECK-COUNT-3:   vector.maskedload
// CHECK:         } else {
// CHECK-COUNT-3:   = memref.load
// CHECK:           scf.for
// CHECK-COUNT-3:   vector.maskedload
// CHECK-NOT:       vector.maskedload
// CHECK:           vector.store
func.func @three_flags(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %f: index, %g: index, %h: index) attributes {tieshape.flags = array<i64: 3, 4, 5>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %p = arith.muli %f, %i : index
    %a = memref.load %x[%p] : memref<?xf32>
    %q = arith.muli %g, %i : index
    %b = memref.load %x[%q] : memref<?xf32>
    %r = arith.muli %h, %i : index
    %c = memref.load %x[%r] : memref<?xf32>
    %d = arith.addf %a, %b : f32
    %e = arith.addf %c, %d : f32
    memref.store %e, %y[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

// A branch on a flag is around the loop over rows, and around the one over these.
// CHECK-LABEL: func.func @rows_of_flagged
// CHECK-NOT:     scf.for
// CHECK:         scf.if
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK-NOT:           scf.if
// CHECK:               vector.load %x
// CHECK:         } else {
// CHECK:           scf.if
// CHECK:             scf.for
// CHECK:               scf.for
// CHECK-NOT:             scf.if
// CHECK:                 memref.load %x
// CHECK-NOT:             scf.if
// CHECK:         func.return
// So is one on whether to store past the cache: rows that stay in it ask for nothing.
// STREAMS-LABEL: func.func @rows_of_flagged
// STREAMS:         %[[LARGE:.*]] = arith.cmpi sle,
// STREAMS:         %[[FLAG:.*]] = arith.cmpi ne, %f,
// STREAMS:         scf.if %[[FLAG]] {
// STREAMS-NEXT:      scf.if %[[LARGE]] {
// STREAMS:             scf.for
// STREAMS:               nontemporal
// STREAMS:               vector.maskedstore
// STREAMS:           } else {
// STREAMS-NEXT:        scf.for
// STREAMS-NEXT:          scf.for
// STREAMS-NOT:             scf.if
// STREAMS-NOT:             nontemporal
// STREAMS:                 vector.maskedstore
// STREAMS:         } else {
// STREAMS:         func.return
func.func @rows_of_flagged(%x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index, %f: index) attributes {tieshape.flags = array<i64: 4>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %k = %zero to %m step %one {
    scf.for %j = %zero to %m step %one {
      %r = arith.muli %j, %n : index
      %xr = arith.muli %j, %f : index
      scf.for %i = %zero to %n step %one {
        %p = arith.muli %f, %i : index
        %q = arith.addi %p, %xr : index
        %a = memref.load %x[%q] : memref<?xf32>
        %to = arith.addi %i, %r : index
        memref.store %a, %y[%to] : memref<?xf32>
      } {tieshape.lanes}
    }
  }
  func.return
}

// What a branch reads that all lanes take is read there: where the flag is 0, once for all lanes.
// CHECK-LABEL: func.func @read_in_a_branch
// CHECK:         scf.if %{{.*}} {
// CHECK:             scf.if %c -> (vector<8xf32>) {
// CHECK-NEXT:          vector.load %x
// CHECK:             vector.store
// CHECK:         } else {
// CHECK-NOT:         memref.load
// CHECK:             scf.if %c -> (vector<8xf32>) {
// CHECK-NEXT:          %[[FIRST:.*]] = memref.load %x
// CHECK-NEXT:          vector.broadcast %[[FIRST]]
// CHECK:             vector.store
// CHECK:         func.return
func.func @read_in_a_branch(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>, %n: index, %c: i1, %f: index) attributes {tieshape.flags = array<i64: 5>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %p = arith.muli %f, %i : index
    %a = scf.if %c -> (f32) {
      %b = memref.load %x[%p] : memref<?xf32>
      scf.yield %b : f32
    } else {
      %b = memref.load %y[%i] : memref<?xf32>
      scf.yield %b : f32
    }
    memref.store %a, %z[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

// Its twin, where each lane takes its own, stays.
// CHECK-LABEL: func.func @read_in_a_branch_of_a_lane
// CHECK-NOT:     vector
// CHECK:         func.return
func.func @read_in_a_branch_of_a_lane(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>, %n: index, %c: i1, %f: index) attributes {tieshape.flags = array<i64: 5>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %p = arith.muli %f, %i : index
    %e = memref.load %y[%i] : memref<?xf32>
    %g = arith.constant 0.0 : f32
    %d = arith.cmpf olt, %e, %g : f32
    %a = scf.if %d -> (f32) {
      %b = memref.load %x[%p] : memref<?xf32>
      scf.yield %b : f32
    } else {
      %b = memref.load %y[%i] : memref<?xf32>
      scf.yield %b : f32
    }
    memref.store %a, %z[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

// Where a row is gone through twice, the branches of both loops on the flag are one around the loop over rows.
// CHECK-LABEL: func.func @two_passes
// CHECK:         %[[FLAG:.*]] = arith.cmpi ne, %f,
// CHECK:         scf.if %[[FLAG]] {
// CHECK:           scf.for
// CHECK-NOT:         scf.if %[[FLAG]]
// CHECK:             vector.load %x
// CHECK-NOT:         memref.load %x
// CHECK:             vector.reduction
// CHECK-NOT:         scf.if %[[FLAG]]
// CHECK-NOT:         memref.load %x
// CHECK:             vector.store
// CHECK:         } else {
// CHECK:           scf.for
// CHECK-NOT:         vector.load %x
// CHECK:             memref.load %x
// CHECK-NOT:         vector.load %x
// CHECK:             memref.load %x
// CHECK-NOT:         vector.load %x
// CHECK:         func.return
func.func @two_passes(%x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index, %f: index) attributes {tieshape.flags = array<i64: 4>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %none = arith.constant 0.0 : f32
  scf.for %j = %zero to %m step %one {
    %r = arith.muli %j, %n : index
    %sum = scf.for %i = %zero to %n step %one iter_args(%so_far = %none) -> (f32) {
      %p = arith.muli %f, %i : index
      %a = memref.load %x[%p] : memref<?xf32>
      %more = arith.addf %so_far, %a fastmath<reassoc> : f32
      scf.yield %more : f32
    } {tieshape.lanes}
    scf.for %i = %zero to %n step %one {
      %p = arith.muli %f, %i : index
      %a = memref.load %x[%p] : memref<?xf32>
      %b = arith.subf %a, %sum : f32
      %to = arith.addi %i, %r : index
      memref.store %b, %y[%to] : memref<?xf32>
    } {tieshape.lanes}
  }
  func.return
}

// A loop over rows that carries something asks for the flag in each row.
// CHECK-LABEL: func.func @two_passes_that_carry
// CHECK:         %[[FLAG:.*]] = arith.cmpi ne, %f,
// CHECK:         scf.for
// CHECK:           scf.if %[[FLAG]]
// CHECK:           scf.if %[[FLAG]]
// CHECK:         func.return
func.func @two_passes_that_carry(%x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index, %f: index) attributes {tieshape.flags = array<i64: 4>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %none = arith.constant 0.0 : f32
  %last = scf.for %j = %zero to %m step %one iter_args(%before = %none) -> (f32) {
    %r = arith.muli %j, %n : index
    %sum = scf.for %i = %zero to %n step %one iter_args(%so_far = %none) -> (f32) {
      %p = arith.muli %f, %i : index
      %a = memref.load %x[%p] : memref<?xf32>
      %more = arith.addf %so_far, %a fastmath<reassoc> : f32
      scf.yield %more : f32
    } {tieshape.lanes}
    scf.for %i = %zero to %n step %one {
      %p = arith.muli %f, %i : index
      %a = memref.load %x[%p] : memref<?xf32>
      %b = arith.subf %a, %before : f32
      %to = arith.addi %i, %r : index
      memref.store %b, %y[%to] : memref<?xf32>
    } {tieshape.lanes}
    scf.yield %sum : f32
  }
  memref.store %last, %y[%zero] : memref<?xf32>
  func.return
}

// One on what a row says stays in the loop, and so does one that something follows; a quotient by a size is not
// computed ahead of a loop that may have no trips.
// CHECK-LABEL: func.func @not_the_same_for_all_rows
// CHECK:         scf.for
// CHECK:           memref.load
// CHECK:           scf.if
// CHECK:         scf.for
// CHECK:           arith.divsi %n, %m
// CHECK:           scf.if
// CHECK:           memref.store
// CHECK:         func.return
func.func @not_the_same_for_all_rows(%x: memref<?xi1>, %y: memref<?xindex>, %m: index, %n: index, %f: index) attributes {tieshape.flags = array<i64: 4>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %j = %zero to %m step %one {
    %c = memref.load %x[%j] : memref<?xi1>
    scf.if %c {
      memref.store %j, %y[%j] : memref<?xindex>
    } else {
    }
  }
  %flag = arith.cmpi eq, %f, %one : index
  scf.for %j = %zero to %m step %one {
    %q = arith.divsi %n, %m : index
    scf.if %flag {
      memref.store %q, %y[%j] : memref<?xindex>
    } else {
    }
    memref.store %q, %y[%zero] : memref<?xindex>
  }
  func.return
}

// A branch on positions: the lanes of each part load for it, and a mask chooses.
// CHECK-LABEL: func.func @branch
// CHECK:         %[[LEFT:.*]] = arith.subi %k, %[[I:.*]] : index
// CHECK:         %[[MASK:.*]] = vector.create_mask %{{.*}} : vector<8xi1>
// CHECK:         %[[OTHERS:.*]] = arith.xori %[[MASK]], %{{.*}} : vector<8xi1>
// CHECK:         %[[A:.*]] = vector.maskedload %x[%[[I]]], %[[MASK]], %{{.*}}
// CHECK:         %[[B:.*]] = vector.maskedload %y[%{{.*}}], %[[OTHERS]], %{{.*}}
// CHECK:         arith.select %[[MASK]], %[[A]], %[[B]] : vector<8xf32>
// CHECK-NOT:     tieshape.lanes
func.func @branch(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>, %n: index, %k: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %test = arith.cmpi slt, %i, %k : index
    %e = scf.if %test -> (f32) {
      %a = memref.load %x[%i] : memref<?xf32>
      scf.yield %a : f32
    } else {
      %j = arith.subi %i, %k : index
      %b = memref.load %y[%j] : memref<?xf32>
      scf.yield %b : f32
    }
    memref.store %e, %z[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

// Its twins stay: one loads an element that is not there for lanes of the other part, and one may
// divide by 0.
// CHECK-LABEL: func.func @branch_at_one_place
// CHECK-NOT:     vector.load
// CHECK:         } {tieshape.lanes}
func.func @branch_at_one_place(%x: memref<?xf32>, %z: memref<?xf32>, %n: index, %k: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %other = arith.constant 0.0 : f32
  scf.for %i = %zero to %n step %one {
    %test = arith.cmpi slt, %i, %k : index
    %e = scf.if %test -> (f32) {
      %a = memref.load %x[%k] : memref<?xf32>
      scf.yield %a : f32
    } else {
      scf.yield %other : f32
    }
    memref.store %e, %z[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

// CHECK-LABEL: func.func @branch_with_division
// CHECK-NOT:     vector.load
// CHECK:         } {tieshape.lanes}
func.func @branch_with_division(%x: memref<?xi32>, %z: memref<?xi32>, %n: index, %d: i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %none = arith.constant 0 : i32
  scf.for %i = %zero to %n step %one {
    %test = arith.cmpi ne, %d, %none : i32
    %e = scf.if %test -> (i32) {
      %a = memref.load %x[%i] : memref<?xi32>
      %q = arith.divsi %a, %d : i32
      scf.yield %q : i32
    } else {
      scf.yield %none : i32
    }
    memref.store %e, %z[%i] : memref<?xi32>
  } {tieshape.lanes}
  func.return
}

// A branch that all lanes take is one still.
// CHECK-LABEL: func.func @branch_together
// CHECK:         %{{.*}} = scf.if %test -> (vector<8xf32>) {
// CHECK:           vector.load %x
// CHECK:           scf.yield %{{.*}} : vector<8xf32>
func.func @branch_together(%x: memref<?xf32>, %z: memref<?xf32>, %n: index, %test: i1) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %other = arith.constant 0.0 : f32
  scf.for %i = %zero to %n step %one {
    %e = scf.if %test -> (f32) {
      %a = memref.load %x[%i] : memref<?xf32>
      scf.yield %a : f32
    } else {
      scf.yield %other : f32
    }
    memref.store %e, %z[%i] : memref<?xf32>
  } {tieshape.lanes}
  func.return
}

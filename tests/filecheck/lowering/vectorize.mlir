// RUN: tieshape-opt %s -p "tieshape-vectorize{width=8}" --disable-verify | filecheck %s

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
// CHECK:         %[[R:.*]] = vector.reduction <add>, %[[T]] fastmath<reassoc> : vector<8xf32> into f32
// CHECK-NEXT:    arith.addf %start, %[[R]] fastmath<reassoc> : f32
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

// Its twin in order stays, and so does a loop that reads every second element.
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

// CHECK-LABEL: func.func @every_second
// CHECK-NOT:     vector
// CHECK:         } {tieshape.lanes}
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

// The halves of a maximum are taken apart.
// CHECK-LABEL: func.func @most
// CHECK:         vector.shuffle
// CHECK:         arith.maximumf %{{.*}} : vector<4xf32>
// CHECK:         arith.maximumf %{{.*}} : vector<1xf32>
// CHECK-NEXT:    vector.extract
// CHECK-NOT:     vector.reduction
// CHECK:         func.return
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

// A divisor that is the same for all elements is divided by once; one that is not, each time.
// CHECK-LABEL: func.func @uniform
// CHECK:         %[[R:.*]] = arith.divf %{{.*}} : f32
// CHECK:         scf.for
// CHECK-NOT:       arith.divf
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

// RUN: tieshape-opt %s -p tieshape-inline-kernels --split-input-file | filecheck %s

// The only kernel is where its call was.
// CHECK-LABEL: builtin.module
// CHECK-NOT:     @kernel
// CHECK:         func.func @main(%x: memref<?xf32>, %n: index) {
// CHECK-NEXT:      %[[C:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT:      memref.store %[[C]], %x[%n]
// CHECK-NEXT:      func.return
func.func private @kernel(%x: memref<?xf32>, %i: index) {
  %c = arith.constant 2.0 : f32
  memref.store %c, %x[%i] : memref<?xf32>
  func.return
}
func.func @main(%x: memref<?xf32>, %n: index) {
  func.call @kernel(%x, %n) : (memref<?xf32>, index) -> ()
  func.return
}

// -----

// One that is called twice stays a function.
// CHECK-LABEL: func.func private @kernel
// CHECK:       func.call @kernel
// CHECK-NEXT:  func.call @kernel
func.func private @kernel(%x: memref<?xf32>, %i: index) {
  %c = arith.constant 2.0 : f32
  memref.store %c, %x[%i] : memref<?xf32>
  func.return
}
func.func @main(%x: memref<?xf32>, %n: index, %m: index) {
  func.call @kernel(%x, %n) : (memref<?xf32>, index) -> ()
  func.call @kernel(%x, %m) : (memref<?xf32>, index) -> ()
  func.return
}

// -----

// So do two.
// CHECK-LABEL: func.func private @first
// CHECK-LABEL: func.func private @second
// CHECK:       func.call @first
// CHECK-NEXT:  func.call @second
func.func private @first(%x: memref<?xf32>, %i: index) {
  %c = arith.constant 2.0 : f32
  memref.store %c, %x[%i] : memref<?xf32>
  func.return
}
func.func private @second(%x: memref<?xf32>, %i: index) {
  %c = arith.constant 3.0 : f32
  memref.store %c, %x[%i] : memref<?xf32>
  func.return
}
func.func @main(%x: memref<?xf32>, %n: index) {
  func.call @first(%x, %n) : (memref<?xf32>, index) -> ()
  func.call @second(%x, %n) : (memref<?xf32>, index) -> ()
  func.return
}

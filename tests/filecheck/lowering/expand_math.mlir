// RUN: tieshape-opt %s -p tieshape-expand-math | filecheck %s

// CHECK-LABEL: func.func @exp
// CHECK-NOT:     math.exp
// CHECK:         math.roundeven
// CHECK:         math.fma
// CHECK:         arith.fptosi
// CHECK:         arith.bitcast
// CHECK:         func.return
func.func @exp(%x: f32) -> f32 {
  %r = math.exp %x : f32
  func.return %r : f32
}

// CHECK-LABEL: func.func @tanh
// CHECK-NOT:     math.tanh
// CHECK:         arith.divf
func.func @tanh(%x: f32) -> f32 {
  %r = math.tanh %x : f32
  func.return %r : f32
}

// CHECK-LABEL: func.func @log
// CHECK-NOT:     math.log
// CHECK:         arith.shrui
func.func @log(%x: f32) -> f32 {
  %r = math.log %x : f32
  func.return %r : f32
}

// f64 and the sine keep their ops.
// CHECK-LABEL: func.func @others
// CHECK-NEXT:    math.exp %x : f64
// CHECK-NEXT:    math.sin %y : f32
func.func @others(%x: f64, %y: f32) -> (f64, f32) {
  %r = math.exp %x : f64
  %s = math.sin %y : f32
  func.return %r, %s : f64, f32
}

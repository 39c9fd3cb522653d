// RUN: tieshape-opt %s -p tieshape-expand-math --disable-verify | filecheck %s
// RUN: tieshape-opt %s -p "tieshape-expand-math{scalef=true}" --disable-verify | filecheck %s --check-prefix SCALEF

// CHECK-LABEL: func.func @exp
// CHECK-NOT:     math.exp
// CHECK:         math.fma
// CHECK:         arith.bitcast
// CHECK:         arith.shli
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

// What only a library has keeps its ops.
// CHECK-LABEL: func.func @others
// CHECK-NEXT:    math.powf %x, %x : f64
// CHECK-NEXT:    math.sin %x : f64
// CHECK-NEXT:    math.cbrt %y : f32
func.func @others(%x: f64, %y: f32) -> (f64, f64, f32) {
  %r = math.powf %x, %x : f64
  %s = math.sin %x : f64
  %t = math.cbrt %y : f32
  func.return %r, %s, %t : f64, f64, f32
}

// CHECK-LABEL: func.func @double
// CHECK-NOT:     math.exp
// CHECK:         arith.shli %{{.*}} : i64
// CHECK:         func.return
func.func @double(%x: f64) -> f64 {
  %r = math.exp %x : f64
  func.return %r : f64
}

// A great turn is left to a library, all lanes of it.
// CHECK-LABEL: func.func @turn
// CHECK-NOT:     math.sin
// CHECK:         %[[GREAT:.*]] = arith.cmpf ogt, %{{.*}}, %{{.*}} : vector<8xf32>
// CHECK:         %[[ANY:.*]] = vector.reduction <or>, %[[GREAT]]
// CHECK:         scf.if %[[ANY]] -> (vector<8xf32>) {
// CHECK-NEXT:      math.sin %x fastmath<contract> : vector<8xf32>
// CHECK-NEXT:      scf.yield
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.yield
func.func @turn(%x: vector<8xf32>) -> vector<8xf32> {
  %r = math.sin %x : vector<8xf32>
  func.return %r : vector<8xf32>
}

// CHECK-LABEL: func.func @angle
// CHECK-NOT:     math.atan2
// CHECK:         math.copysign
func.func @angle(%y: f32, %x: f32) -> f32 {
  %r = math.atan2 %y, %x : f32
  func.return %r : f32
}

// CHECK-LABEL: func.func @power
// CHECK-NOT:     math.powf
// CHECK:         arith.extf %{{.*}} : vector<8xf32> to vector<8xf64>
// CHECK:         arith.truncf %{{.*}} : vector<8xf64> to vector<8xf32>
func.func @power(%x: vector<8xf32>, %y: vector<8xf32>) -> vector<8xf32> {
  %r = math.powf %x, %y : vector<8xf32>
  func.return %r : vector<8xf32>
}

// Vectors of 16 by the instruction of AVX-512 where it is asked for, others in arith.
// CHECK-LABEL: func.func @wide
// CHECK-NOT:     llvm.call_intrinsic
// CHECK:         arith.shli %{{.*}} : vector<16xi32>
// SCALEF-LABEL: func.func @wide
// SCALEF-NOT:    arith.shli
// SCALEF:        llvm.call_intrinsic "llvm.x86.avx512.mask.scalef.ps.512"
func.func @wide(%x: vector<16xf32>) -> vector<16xf32> {
  %r = math.exp %x : vector<16xf32>
  func.return %r : vector<16xf32>
}

// SCALEF-LABEL: func.func @narrow
// SCALEF-NOT:    llvm.call_intrinsic
// SCALEF:        arith.shli %{{.*}} : vector<8xi32>
func.func @narrow(%x: vector<8xf32>) -> vector<8xf32> {
  %r = math.exp %x : vector<8xf32>
  func.return %r : vector<8xf32>
}

// CHECK-LABEL: func.func @expm1
// CHECK-NOT:     math.e
// CHECK:         arith.divf
func.func @expm1(%x: f32) -> f32 {
  %r = math.expm1 %x : f32
  func.return %r : f32
}

// CHECK-LABEL: func.func @log1p_of_f64
// CHECK-NOT:     math.log
// CHECK:         arith.divf
// CHECK-NOT:     math.log
// CHECK:         func.return
func.func @log1p_of_f64(%x: f64) -> f64 {
  %r = math.log1p %x : f64
  func.return %r : f64
}

// A negative, or a product with a power of two, is in the constants of its exponential.
// CHECK-LABEL: func.func @exp_of_negative_half
// CHECK:         arith.constant -0.72134751
// CHECK:         math.fma %{{.*}}, %{{.*}}, %{{.*}}
// CHECK:         func.return
func.func @exp_of_negative_half(%x: f32) -> f32 {
  %c = arith.constant -0.5 : f32
  %y = arith.mulf %x, %c : f32
  %r = math.exp %y : f32
  func.return %r : f32
}

// Another factor is not: it would be rounded another way.
// CHECK-LABEL: func.func @exp_of_a_third
// CHECK:         %[[Y:.*]] = arith.mulf %x
// CHECK:         arith.cmpf olt, %{{.*}}, %[[Y]] : f32
// CHECK:         arith.constant 1.442695
func.func @exp_of_a_third(%x: f32) -> f32 {
  %c = arith.constant 0.333333343 : f32
  %y = arith.mulf %x, %c : f32
  %r = math.exp %y : f32
  func.return %r : f32
}

// 1 + tanh x is 2 / (1 + e^-2x); with another number, or where the tanh is needed besides, it is not.
// CHECK-LABEL: func.func @one_and_tanh
// CHECK-NOT:     math.tanh
// CHECK:         arith.constant -2.88539
// CHECK:         %[[Q:.*]] = arith.divf
// CHECK-NEXT:    func.return %[[Q]]
func.func @one_and_tanh(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %t = math.tanh %x : f32
  %r = arith.addf %one, %t : f32
  func.return %r : f32
}

// CHECK-LABEL: func.func @two_and_tanh
// CHECK:         arith.divf
// CHECK:         %[[R:.*]] = arith.addf %{{.*}}, %{{.*}} : f32
// CHECK-NEXT:    func.return %[[R]]
func.func @two_and_tanh(%x: f32) -> f32 {
  %two = arith.constant 2.0 : f32
  %t = math.tanh %x : f32
  %r = arith.addf %two, %t : f32
  func.return %r : f32
}

// CHECK-LABEL: func.func @tanh_besides
// CHECK:         arith.divf
// CHECK:         %[[R:.*]] = arith.addf %{{.*}}, %{{.*}} : f32
// CHECK-NEXT:    func.return %[[R]]
func.func @tanh_besides(%x: f32) -> (f32, f32) {
  %one = arith.constant 1.0 : f32
  %t = math.tanh %x : f32
  %r = arith.addf %t, %one : f32
  func.return %r, %t : f32, f32
}

// Beside 1 a power of two has one factor, an exponent: what is smaller than that is nothing beside it.
// CHECK-LABEL: func.func @one_and_exp
// CHECK:         arith.constant -8.650000e+01 : f32
// CHECK:         arith.shli
// CHECK-NOT:     arith.andi
// CHECK:         func.return
// SCALEF-LABEL: func.func @one_and_exp
// SCALEF:        arith.constant -8.650000e+01 : f32
func.func @one_and_exp(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %e = math.exp %x : f32
  %r = arith.addf %e, %one : f32
  func.return %r : f32
}

// Beside another number, and where the power is needed besides, it has two.
// CHECK-LABEL: func.func @little_and_exp
// CHECK:         arith.constant -1.040000e+02 : f32
// CHECK:         arith.andi
// CHECK:         arith.andi
// CHECK:         func.return
func.func @little_and_exp(%x: f32) -> f32 {
  %little = arith.constant 1.0e-38 : f32
  %e = math.exp %x : f32
  %r = arith.addf %e, %little : f32
  func.return %r : f32
}

// CHECK-LABEL: func.func @exp_besides
// CHECK:         arith.constant -1.040000e+02 : f32
// CHECK:         arith.andi
// CHECK:         arith.andi
// CHECK:         func.return
func.func @exp_besides(%x: f32) -> (f32, f32) {
  %one = arith.constant 1.0 : f32
  %e = math.exp %x : f32
  %r = arith.addf %e, %one : f32
  func.return %r, %e : f32, f32
}

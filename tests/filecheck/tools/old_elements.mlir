// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt %s --print-op-generic | tieshape-opt | filecheck %s
// RUN: tieshape-opt -p tieshape %s | filecheck %s --check-prefix WHOLE

// Ops of two operands once took elements of any type; what they compute is not known.
// CHECK-LABEL: func.func @any_elements
// CHECK-NEXT: mhlo.atan2 %p, %p : tensor<?xi1>
// CHECK-NEXT: mhlo.divide %p, %p : tensor<?xi1>
// CHECK-NEXT: mhlo.shift_left %x, %x : tensor<?xf32>
// WHOLE-LABEL: func.func @any_elements(%p: tensor<?xi1, [@S0]>, %x: tensor<?xf32, [@S1]>)
// WHOLE-SAME: -> (tensor<?xi1, [@S0]>, tensor<?xi1, [@S0]>, tensor<?xf32, [@S1]>)
func.func @any_elements(%p: tensor<?xi1>, %x: tensor<?xf32>) -> (tensor<?xi1>, tensor<?xi1>, tensor<?xf32>) {
  %0 = "mhlo.atan2"(%p, %p) : (tensor<?xi1>, tensor<?xi1>) -> tensor<?xi1>
  %1 = "mhlo.divide"(%p, %p) : (tensor<?xi1>, tensor<?xi1>) -> tensor<?xi1>
  %2 = "mhlo.shift_left"(%x, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %0, %1, %2 : tensor<?xi1>, tensor<?xi1>, tensor<?xf32>
}

// A reducer of several values once returned one tuple.
// CHECK-LABEL: func.func @tuple
// CHECK:      %[[M:.*]] = mhlo.maximum
// CHECK-NEXT: %[[S:.*]] = mhlo.add
// CHECK-NEXT: mhlo.return %[[M]], %[[S]] : tensor<f32>, tensor<i64>
func.func @tuple(%x: tensor<?x3xf32>, %y: tensor<?x3xi64>, %a: tensor<f32>, %b: tensor<i64>) -> (tensor<?xf32>, tensor<?xi64>) {
  %0:2 = "mhlo.reduce"(%x, %y, %a, %b) ({
  ^bb0(%c: tensor<f32>, %d: tensor<i64>, %e: tensor<f32>, %f: tensor<i64>):
    %1 = mhlo.maximum %c, %e : tensor<f32>
    %2 = mhlo.add %d, %f : tensor<i64>
    %3 = "mhlo.tuple"(%1, %2) : (tensor<f32>, tensor<i64>) -> tuple<tensor<f32>, tensor<i64>>
    "mhlo.return"(%3) : (tuple<tensor<f32>, tensor<i64>>) -> ()
  }) {dimensions = dense<1> : tensor<1xi64>} : (tensor<?x3xf32>, tensor<?x3xi64>, tensor<f32>, tensor<i64>) -> (tensor<?xf32>, tensor<?xi64>)
  func.return %0#0, %0#1 : tensor<?xf32>, tensor<?xi64>
}

// The distribution was in the name.
// CHECK-LABEL: func.func @random
// CHECK: "mhlo.rng"(%a, %b, %n) <{rng_distribution = #mhlo.rng_distribution<UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
// CHECK: "mhlo.rng"(%a, %b, %n) <{rng_distribution = #mhlo.rng_distribution<NORMAL>}> {k = 1 : i32}
func.func @random(%a: tensor<f32>, %b: tensor<f32>, %n: tensor<2xi64>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = "mhlo.rng_uniform"(%a, %b, %n) : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  %1 = "mhlo.rng_normal"(%a, %b, %n) {k = 1 : i32} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

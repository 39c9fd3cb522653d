// RUN: tieshape-opt %s -p tieshape --verify-survival | filecheck %s
// RUN: not tieshape-opt %s -p tieshape --strict 2>&1 | filecheck %s --check-prefix=STRICT
// RUN: tieshape-opt %s -p tieshape --summary 2>&1 | filecheck %s --check-prefix=SUMMARY

// An op that cannot be lowered becomes a call by its name, and the rest of the program is compiled.
// What comes before it and what comes after are launches of their own.
// CHECK-LABEL: func.func @main(
// CHECK:         %[[A:.*]] = "mhlo.fusion"(%x)
// CHECK:         mhlo.exponential
// CHECK:         %[[CALL:.*]] = mhlo.custom_call @tf.Foo(%[[A]]) {api_version = 4 : i32, backend_config = {device = "", depth = 3 : i64}, has_side_effect = true, tieshape.unlowered = "there is no lowering for this op"} : (tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S1]>
// CHECK:         "mhlo.fusion"(%[[CALL]])
// CHECK:         mhlo.exponential
// CHECK-NOT:     %[[A]]
// CHECK:         func.return
// STRICT: unlowered.mlir:[[# @LINE + 5]]:3: error: tf.Foo: there is no lowering for this op
// SUMMARY: not lowered: tf.Foo: there is no lowering for this op
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = "tf.Neg"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %a = "tf.Exp"(%n) : (tensor<?xf32>) -> tensor<?xf32>
  %b = "tf.Foo"(%a) <{depth = 3}> {device = ""} : (tensor<?xf32>) -> tensor<?xf32>
  %c = "tf.Neg"(%b) : (tensor<?xf32>) -> tensor<?xf32>
  %d = "tf.Exp"(%c) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %d : tensor<?xf32>
}

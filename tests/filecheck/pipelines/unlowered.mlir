// RUN: tieshape-opt %s -p tieshape --verify-survival | filecheck %s
// RUN: not tieshape-opt %s -p tieshape --strict 2>&1 | filecheck %s --check-prefix=STRICT
// RUN: tieshape-opt %s -p tieshape --summary 2>&1 | filecheck %s --check-prefix=SUMMARY

// An op that cannot be lowered becomes a call by its name, and the rest of the program is compiled.
// What comes before it and what comes after are launches of their own.
// CHECK-LABEL: func.func @main(
// CHECK:         %[[A:.*]] = "mhlo.fusion"(%x)
// CHECK:         mhlo.exponential
// CHECK:         %[[CALL:.*]] = mhlo.custom_call @tf.Foo(%[[A]]) {api_version = 4 : i32, backend_config = {device = "", depth = 3 : i64}, has_side_effect = true, tieshape.unlowered = "there is no lowering for this op"} : (tensor<?xf32, [@S0]>) -> tensor<?xf32, [@{{S[0-9]+}}]>
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

// A reshape to a shape of unknown length may refuse its operand: it is called though no element of it is used.
// CHECK-LABEL: func.func @refusing(
// CHECK:         sdim.elements assert %shape from %{{.*}} {why = "tf.Reshape at {{.*}}: shape"}
// CHECK:         mhlo.custom_call @tf.Reshape(%x, %shape) {api_version = 4 : i32, has_side_effect = true, tieshape.unlowered = "the rank of the result is not known"}
// CHECK:         func.return
func.func @refusing(%x: tensor<?xf32>, %shape: tensor<?xi32>) -> tensor<?xf32> {
  %own = "tf.Shape"(%x) : (tensor<?xf32>) -> tensor<1xi32>
  %r = "tf.Reshape"(%x, %shape) : (tensor<?xf32>, tensor<?xi32>) -> tensor<*xf32>
  %b = "tf.Reshape"(%r, %own) : (tensor<*xf32>, tensor<1xi32>) -> tensor<?xf32>
  %s = "tf.Shape"(%b) : (tensor<?xf32>) -> tensor<1xi32>
  %one = "tf.Const"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %f = "tf.Fill"(%s, %one) : (tensor<1xi32>, tensor<f32>) -> tensor<?xf32>
  func.return %f : tensor<?xf32>
}

// What is known to refuse nothing goes where no element of it is used.
// CHECK-LABEL: func.func @accepting(
// CHECK-NOT:     mhlo.custom_call
// CHECK:         func.return
func.func @accepting(%x: tensor<?xf32>) -> tensor<?xf32> {
  %q = "tf.Cast"(%x) : (tensor<?xf32>) -> tensor<?x!tf_type.qint8>
  %s = "tf.Shape"(%q) : (tensor<?x!tf_type.qint8>) -> tensor<1xi32>
  %one = "tf.Const"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %f = "tf.Fill"(%s, %one) : (tensor<1xi32>, tensor<f32>) -> tensor<?xf32>
  func.return %f : tensor<?xf32>
}

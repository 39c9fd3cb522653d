// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// What a branch demands is tested there; a size of the result is the one of the branch that runs.
// CHECK:       sdim.broadcast [@S0, @S1] -> @[[BOTH:.*]]
// CHECK-LABEL: func.func @undecided(
// CHECK-SAME:    -> tensor<?xf32, [@[[R:S[0-9]+]]]>
// CHECK:         scf.if %p -> (tensor<?xf32, [@[[R]]]>) {
// CHECK:           sdim.broadcastable assert [%{{.*}}, %{{.*}}] {why = "tf.AddV2 at {{.*}}: sizes S0 and S1 must be equal or one of them 1"}
// CHECK:           "tf.AddV2"(%x, %y)
// CHECK:         } else {
// CHECK-NOT:       sdim.
// CHECK:           scf.yield %x : tensor<?xf32, [@S0]>
func.func @undecided(%x: tensor<?xf32>, %y: tensor<?xf32>, %p: i1) -> tensor<?xf32> {
  %r = scf.if %p -> (tensor<?xf32>) {
    %s = "tf.AddV2"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %s : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  func.return %r : tensor<?xf32>
}

// -----

// The condition holds in its branch: nothing is to be tested there. The size is one of both; numbers have one too.
// CHECK-LABEL: func.func @by_size(
// CHECK:         scf.if %{{.*}} -> (tensor<?xf32, [@S0]>) {
// CHECK-NOT:       assert
// CHECK:           "tf.AddV2"(%x, %y) : (tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S0]>
// CHECK:         } else {
func.func @by_size(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?xf32>
  %m = tensor.dim %y, %zero : tensor<?xf32>
  %same = arith.cmpi eq, %n, %m : index
  %r = scf.if %same -> (tensor<?xf32>) {
    %s = "tf.AddV2"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %s : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  func.return %r : tensor<?xf32>
}

// -----

// A branch alone, and the trips of loops: what they demand is tested inside, for they may never run.
// CHECK-LABEL: func.func @alone(
// CHECK-NOT:     assert
// CHECK:         scf.if %p {
// CHECK:           sdim.broadcastable assert
// CHECK:         }
// CHECK:         scf.for
// CHECK:           sdim.broadcastable assert
// CHECK:           "tf.AddV2"(%x, %y) : (tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S{{[0-9]+}}]>
// CHECK:         scf.while
func.func @alone(%x: tensor<?xf32>, %y: tensor<?xf32>, %p: i1, %n: index, %one: index) -> (tensor<f32>, tensor<f32>) {
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %start = "tf.Const"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  scf.if %p {
    %s = "tf.AddV2"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield
  }
  %f = scf.for %i = %one to %n step %one iter_args(%a = %start) -> (tensor<f32>) {
    %s = "tf.AddV2"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %t = "tf.Sum"(%s, %axis) : (tensor<?xf32>, tensor<i32>) -> tensor<f32>
    scf.yield %t : tensor<f32>
  }
  %w = scf.while (%a = %start) : (tensor<f32>) -> (tensor<f32>) {
    scf.condition(%p) %a : tensor<f32>
  } do {
  ^bb0(%b: tensor<f32>):
    %s = "tf.AddV2"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %t = "tf.Sum"(%s, %axis) : (tensor<?xf32>, tensor<i32>) -> tensor<f32>
    scf.yield %t : tensor<f32>
  }
  func.return %f, %w : tensor<f32>, tensor<f32>
}

// -----

// A switch: what a region demands is tested there, unless its index says that it holds.
// CHECK-LABEL: func.func @switch(
// CHECK-NOT:     assert
// CHECK:         scf.index_switch
// CHECK-NEXT:    case 2 {
// CHECK:           sdim.equal %{{.*}} elementwise operands: sizes S0 and S1 must agree
// CHECK:           mhlo.add {{.*}} -> tensor<2xf32>
// CHECK:         case 4 {
// CHECK-NOT:       must
// CHECK:           mhlo.reshape
// CHECK:         default {
func.func @switch(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<f32> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?xf32>
  %start = mhlo.constant dense<0.0> : tensor<f32>
  %r = scf.index_switch %n -> tensor<f32>
  case 2 {
    %a = mhlo.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %s = mhlo.reduce(%a init: %start) applies mhlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
    scf.yield %s : tensor<f32>
  }
  case 4 {
    %m = mhlo.reshape %x : (tensor<?xf32>) -> tensor<2x2xf32>
    %s = mhlo.reduce(%m init: %start) applies mhlo.add across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
    scf.yield %s : tensor<f32>
  }
  default {
    scf.yield %start : tensor<f32>
  }
  func.return %r : tensor<f32>
}

// -----

// A guard behind what needs it is no test of it: the demand is tested before.
// CHECK-LABEL: func.func @guard_behind(
// CHECK:         scf.if
// CHECK:           sdim.broadcastable assert {{.*}}tf.AddV2
// CHECK:           "tf.AddV2"
// CHECK:           sdim.broadcastable assert {{.*}}later
func.func @guard_behind(%x: tensor<?xf32>, %y: tensor<?xf32>, %p: i1) -> tensor<?xf32> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?xf32>
  %m = tensor.dim %y, %zero : tensor<?xf32>
  %r = scf.if %p -> (tensor<?xf32>) {
    %s = "tf.AddV2"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    sdim.broadcastable assert [%n, %m] {why = "later"}
    scf.yield %s : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  func.return %r : tensor<?xf32>
}

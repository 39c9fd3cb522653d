// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// Calls, choices and loops, by function and by region.

func.func private @negate(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "tf.Neg"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
func.func private @keep(%x: tensor<?xf32>) -> tensor<?xf32> {
  func.return %x : tensor<?xf32>
}
func.func private @small(%x: tensor<?xf32>) -> tensor<i1> {
  %0 = "tf.Const"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
  func.return %0 : tensor<i1>
}

func.func @choices(%c: tensor<i1>, %i: tensor<i32>, %x: tensor<4xf32>) {
  %0 = "tf.If"(%c, %x) <{else_branch = @keep, is_stateless = true, then_branch = @negate}> : (tensor<i1>, tensor<4xf32>) -> tensor<?xf32>
  %1 = "tf.Case"(%i, %x) <{branches = [@keep, @negate], is_stateless = false}> : (tensor<i32>, tensor<4xf32>) -> tensor<?xf32>
  %2 = "tf.While"(%x) <{body = @negate, cond = @small, is_stateless = true, parallel_iterations = 10 : i64, shape_invariant}> : (tensor<4xf32>) -> tensor<?xf32>
  func.return
}
// CHECK-LABEL: func.func @choices(
// CHECK: "tf.If"(%c, %x) <{else_branch = @keep, is_stateless = true, then_branch = @negate}> : (tensor<i1>, tensor<4xf32>) -> tensor<?xf32>
// CHECK: "tf.Case"(%i, %x) <{branches = [@keep, @negate], is_stateless = false}> : (tensor<i32>, tensor<4xf32>) -> tensor<?xf32>
// CHECK: "tf.While"(%x) <{body = @negate, cond = @small, is_stateless = true, parallel_iterations = 10 : i64, shape_invariant}> : (tensor<4xf32>) -> tensor<?xf32>

func.func private @grow(%x: tensor<?xf32>) -> tensor<9xf32> {
  %0 = "tf.Const"() <{value = dense<0.000000e+00> : tensor<9xf32>}> : () -> tensor<9xf32>
  func.return %0 : tensor<9xf32>
}
func.func @changing_shape(%x: tensor<4xf32>) {
  %0 = "tf.While"(%x) <{body = @grow, cond = @small, shape_invariant}> : (tensor<4xf32>) -> tensor<?xf32>
  func.return
}
// CHECK-LABEL: func.func @changing_shape(
// CHECK: "tf.While"(%x) <{body = @grow, cond = @small, shape_invariant}> : (tensor<4xf32>) -> tensor<?xf32>

func.func @calls(%x: tensor<4xf32>) {
  %0 = "tf.PartitionedCall"(%x) <{config = "", config_proto = "", executor_type = "", f = @negate}> : (tensor<4xf32>) -> tensor<?xf32>
  %1 = "tf.StatefulPartitionedCall"(%x) <{f = @negate}> : (tensor<4xf32>) -> tensor<?xf32>
  %2 = "tf.LegacyCall"(%x) <{_disable_call_shape_inference = true, f = @negate}> : (tensor<4xf32>) -> tensor<?xf32>
  "tf.NoOp"() : () -> ()
  func.return
}
// CHECK-LABEL: func.func @calls(
// CHECK: "tf.PartitionedCall"(%x) <{config = "", config_proto = "", executor_type = "", f = @negate}> : (tensor<4xf32>) -> tensor<?xf32>
// CHECK: "tf.StatefulPartitionedCall"(%x) <{f = @negate}> : (tensor<4xf32>) -> tensor<?xf32>
// CHECK: "tf.LegacyCall"(%x) <{{{.*}}f = @negate{{.*}}}> {{.*}}: (tensor<4xf32>) -> tensor<?xf32>
// CHECK: "tf.NoOp"() : () -> ()

func.func @regions(%c: tensor<i1>, %i: tensor<i32>, %x: tensor<4xf32>) {
  %0 = "tf.IfRegion"(%c) <{is_stateless = true}> ({
    "tf.Yield"(%x) : (tensor<4xf32>) -> ()
  }, {
    "tf.Yield"(%x) : (tensor<4xf32>) -> ()
  }) : (tensor<i1>) -> tensor<?xf32>
  %1 = "tf.CaseRegion"(%i) <{is_stateless = true}> ({
    "tf.Yield"(%x) : (tensor<4xf32>) -> ()
  }) : (tensor<i32>) -> tensor<?xf32>
  %2 = "tf.WhileRegion"(%x) <{is_stateless = true}> ({
  ^bb0(%v: tensor<?xf32>):
    "tf.Yield"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%v: tensor<?xf32>):
    "tf.Yield"(%v) : (tensor<?xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<?xf32>
  func.return
}
// CHECK-LABEL: func.func @regions(
// CHECK: "tf.IfRegion"(%c) <{is_stateless = true}> ({
// CHECK-NEXT: "tf.Yield"(%x) : (tensor<4xf32>) -> ()
// CHECK: "tf.CaseRegion"(%i) <{is_stateless = true}> ({
// CHECK: "tf.WhileRegion"(%x) <{is_stateless = true}> ({
// CHECK-NEXT: ^{{.*}}(%v: tensor<?xf32>):
// CHECK-NEXT: "tf.Yield"(%c) : (tensor<i1>) -> ()

func.func @assertion(%c: tensor<i1>, %x: tensor<?xf32>) {
  "tf.Assert"(%c, %x, %c) <{summarize = 3 : i64}> : (tensor<i1>, tensor<?xf32>, tensor<i1>) -> ()
  func.return
}
// CHECK-LABEL: func.func @assertion(
// CHECK: "tf.Assert"(%c, %x, %c) <{summarize = 3 : i64}> : (tensor<i1>, tensor<?xf32>, tensor<i1>) -> ()

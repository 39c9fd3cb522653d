// RUN: tieshape-opt %s -p tieshape-inline-tf-functions,tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// Sizes on which both branches agree are sizes of the result.
// CHECK:       func.func @if(%p: tensor<i1>, %x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK:       %r = "tf.IfRegion"(%p) ({
// CHECK:       }) : (tensor<i1>) -> tensor<?xf32, [@S0]>
func.func @if(%p: tensor<i1>, %x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.If"(%p, %x) <{then_branch = @negated, else_branch = @twice, is_stateless = true}> : (tensor<i1>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
func.func private @negated(%x: tensor<?xf32>) -> tensor<*xf32> {
  %0 = "tf.Neg"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %0 : tensor<*xf32>
}
func.func private @twice(%x: tensor<?xf32>) -> tensor<*xf32> {
  %0 = "tf.AddV2"(%x, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %0 : tensor<*xf32>
}

// -----

// Where the branches differ, and data decides, the result has a size of its own.
// CHECK:       %[[S0:.*]] = sdim.size @S0
// CHECK:       %[[S2:.*]] = sdim.size @S2
// CHECK:       %[[C:.*]] = arith.cmpi eq, %[[S0]], %[[S2]] : index
// CHECK:       %[[S1:.*]] = sdim.size @S1
// CHECK:       %[[C2:.*]] = arith.cmpi eq, %[[S1]], %[[S2]] : index
// CHECK:       %[[OR:.*]] = arith.ori %[[C]], %[[C2]] : i1
// CHECK:       sdim.holds %[[OR]] {why = "tf.IfRegion at {{.*}}: by definition"}
// CHECK:       func.func @if_region(%p: tensor<i1>, %x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S2]>
// CHECK:       %r = "tf.IfRegion"(%p) <{is_stateless = true}> ({
// CHECK:       }) : (tensor<i1>) -> tensor<?xf32, [@S2]>
func.func @if_region(%p: tensor<i1>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.IfRegion"(%p) <{is_stateless = true}> ({
    "tf.Yield"(%x) : (tensor<?xf32>) -> ()
  }, {
    "tf.Yield"(%y) : (tensor<?xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @case(%i: tensor<i32>, %x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK:       %r = "tf.CaseRegion"(%i) ({
// CHECK:       }) : (tensor<i32>) -> tensor<?xf32, [@S0]>
func.func @case(%i: tensor<i32>, %x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Case"(%i, %x) <{branches = [@negated, @twice], is_stateless = true}> : (tensor<i32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
func.func private @negated(%x: tensor<?xf32>) -> tensor<*xf32> {
  %0 = "tf.Neg"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %0 : tensor<*xf32>
}
func.func private @twice(%x: tensor<?xf32>) -> tensor<*xf32> {
  %0 = "tf.AddV2"(%x, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %0 : tensor<*xf32>
}

// -----

// An index without a branch takes the last one.
// CHECK:       func.func @case_region(%i: tensor<i32>, %x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK:       %r = "tf.CaseRegion"(%i) <{is_stateless = true}> ({
// CHECK:       }) : (tensor<i32>) -> tensor<?xf32, [@S0]>
func.func @case_region(%i: tensor<i32>, %x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.CaseRegion"(%i) <{is_stateless = true}> ({
    "tf.Yield"(%x) : (tensor<?xf32>) -> ()
  }, {
    %0 = "tf.Neg"(%x) : (tensor<?xf32>) -> tensor<*xf32>
    "tf.Yield"(%0) : (tensor<*xf32>) -> ()
  }) : (tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A size that the body keeps is the size of the result.
// CHECK:       func.func @while(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK:       %r = "tf.WhileRegion"(%x) ({
// CHECK:       %{{.*}} = "tf.AddV2"(%x_2, %x_2) : (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK:       }) : (tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @while(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.While"(%x) <{cond = @small, body = @twice, is_stateless = true}> : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
func.func private @small(%x: tensor<?xf32>) -> tensor<i1> {
  %axis = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %one = "tf.Const"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  %0 = "tf.Sum"(%x, %axis) <{keep_dims = false}> : (tensor<?xf32>, tensor<1xi32>) -> tensor<f32>
  %1 = "tf.Less"(%0, %one) : (tensor<f32>, tensor<f32>) -> tensor<i1>
  func.return %1 : tensor<i1>
}
func.func private @twice(%x: tensor<?xf32>) -> tensor<*xf32> {
  %0 = "tf.AddV2"(%x, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %0 : tensor<*xf32>
}

// -----

// A size that the body changes is one of its own: of what is carried as of the result.
// CHECK:       sdim.less_equal @S0, @S2 {why = "tf.WhileRegion at {{.*}}: by definition"}
// CHECK:       func.func @while_region(%x: tensor<?xf32, [@S0]>, %n: tensor<i32>) -> tensor<?xf32, [@S2]>
// CHECK:       %r = "tf.WhileRegion"(%x) <{is_stateless = true, parallel_iterations = 10 : i64, shape_invariant}> ({
// CHECK:       ^bb0(%a: tensor<?xf32, [@S1]>):
// CHECK:       %longer = "tf.ConcatV2"(%a_1, %x, %axis) : (tensor<?xf32, [@S1]>, tensor<?xf32, [@S0]>, tensor<i32>) -> tensor<?xf32, [@S3]>
// CHECK:       }) : (tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S2]>
func.func @while_region(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.WhileRegion"(%x) <{is_stateless = true, parallel_iterations = 10 : i64, shape_invariant}> ({
  ^bb0(%a: tensor<?xf32>):
    %size = "tf.Size"(%a) : (tensor<?xf32>) -> tensor<i32>
    %go = "tf.Less"(%size, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "tf.Yield"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<?xf32>):
    %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %longer = "tf.ConcatV2"(%a, %x, %axis) : (tensor<?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
    "tf.Yield"(%longer) : (tensor<?xf32>) -> ()
  }) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A copy of what is called takes its place.
// CHECK:       func.func @partitioned_call(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK:       %r = "tf.Neg"(%x) : (tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @partitioned_call(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.PartitionedCall"(%x) <{f = @negated}> : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
func.func private @negated(%x: tensor<?xf32>) -> tensor<*xf32> {
  %0 = "tf.Neg"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %0 : tensor<*xf32>
}

// -----

// CHECK:       func.func @stateful_partitioned_call(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK:       %r = "tf.Neg"(%x) : (tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @stateful_partitioned_call(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.StatefulPartitionedCall"(%x) <{f = @negated}> : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
func.func private @negated(%x: tensor<?xf32>) -> tensor<*xf32> {
  %0 = "tf.Neg"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %0 : tensor<*xf32>
}

// -----

// CHECK:       func.func @legacy_call(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK:       %r = "tf.Neg"(%x) : (tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @legacy_call(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.LegacyCall"(%x) <{f = @negated}> : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
func.func private @negated(%x: tensor<?xf32>) -> tensor<*xf32> {
  %0 = "tf.Neg"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %0 : tensor<*xf32>
}

// -----

// It is removed.
// CHECK:       func.func @no_op(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK:       func.return %x : tensor<?xf32, [@S0]>
func.func @no_op(%x: tensor<?xf32>) -> tensor<?xf32> {
  "tf.NoOp"() : () -> ()
  func.return %x : tensor<?xf32>
}

// -----

// A condition on sizes is required, with the words of the op.
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.Assert at {{.*}}: as long"}
// CHECK:       func.func @assert(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S0]>
// CHECK:       "tf.Assert"(%same, %words) <{summarize = 3 : i64}> : (tensor<i1>, tensor<1x!tf_type.string>) -> ()
func.func @assert(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %n = "tf.Size"(%x) : (tensor<?xf32>) -> tensor<i32>
  %m = "tf.Size"(%y) : (tensor<?xf32>) -> tensor<i32>
  %same = "tf.Equal"(%n, %m) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %words = "tf.Const"() <{value = dense<["as long"]> : tensor<1x!tf_type.string>}> : () -> tensor<1x!tf_type.string>
  "tf.Assert"(%same, %words) <{summarize = 3 : i64}> : (tensor<i1>, tensor<1x!tf_type.string>) -> ()
  %r = "tf.AddV2"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}

// -----

// What a region yields is the result.
// CHECK:       func.func @yield(%p: tensor<i1>, %x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK:       "tf.Yield"(%x) : (tensor<?xf32, [@S0]>) -> ()
func.func @yield(%p: tensor<i1>, %x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.IfRegion"(%p) <{is_stateless = true}> ({
    "tf.Yield"(%x) : (tensor<?xf32>) -> ()
  }, {
    "tf.Yield"(%x) : (tensor<?xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A branch that fails has no part in what the result is.
// CHECK:       func.func @failing_branch(%p: tensor<i1>, %x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
// CHECK:       sdim.holds assert %{{.*}} {why = "tf.MatMul at {{.*}}: sizes 3 and 4 must agree"}
func.func @failing_branch(%p: tensor<i1>, %x: tensor<?x?xf32>) -> tensor<*xf32> {
  %a = "tf.Const"() <{value = dense<1.0> : tensor<2x3xf32>}> : () -> tensor<2x3xf32>
  %b = "tf.Const"() <{value = dense<1.0> : tensor<4x5xf32>}> : () -> tensor<4x5xf32>
  %r = "tf.IfRegion"(%p) <{is_stateless = true}> ({
    %m = "tf.MatMul"(%a, %b) : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
    "tf.Yield"(%m) : (tensor<2x5xf32>) -> ()
  }, {
    "tf.Yield"(%x) : (tensor<?x?xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// One that fails for some sizes only has.
// CHECK:       func.func @branch_that_may_fail(%p: tensor<i1>, %x: tensor<?x?xf32, [@S0, @S1]>, %b: tensor<?x5xf32, [@S2, 5]>) -> tensor<?x?xf32, [@S3, @S4]>
func.func @branch_that_may_fail(%p: tensor<i1>, %x: tensor<?x?xf32>, %b: tensor<?x5xf32>) -> tensor<*xf32> {
  %a = "tf.Const"() <{value = dense<1.0> : tensor<2x3xf32>}> : () -> tensor<2x3xf32>
  %r = "tf.IfRegion"(%p) <{is_stateless = true}> ({
    %m = "tf.MatMul"(%a, %b) : (tensor<2x3xf32>, tensor<?x5xf32>) -> tensor<2x5xf32>
    "tf.Yield"(%m) : (tensor<2x5xf32>) -> ()
  }, {
    "tf.Yield"(%x) : (tensor<?x?xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// RUN: tieshape-opt %s -p tieshape-inline-tf-functions,tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// Sizes on which both branches agree are sizes of the result.
// CHECK-LABEL: func.func @if(
// CHECK:         "mhlo.if"(%p)
// CHECK-NEXT:    %[[NEG:.*]] = mhlo.negate %x
// CHECK-NEXT:    mhlo.return %[[NEG]]
// CHECK:         %[[ADD:.*]] = mhlo.add %x, %x
// CHECK-NEXT:    mhlo.return %[[ADD]]
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
// CHECK-LABEL: func.func @if_region(
// CHECK:         "mhlo.if"(%p)
// CHECK-NEXT:    mhlo.return %x
// CHECK:         mhlo.return %y
// CHECK-NEXT:    }) : (tensor<i1>) -> tensor<?xf32, [@S2]>
func.func @if_region(%p: tensor<i1>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.IfRegion"(%p) <{is_stateless = true}> ({
    "tf.Yield"(%x) : (tensor<?xf32>) -> ()
  }, {
    "tf.Yield"(%y) : (tensor<?xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @case(
// CHECK:         "mhlo.case"(%i)
// CHECK-NEXT:    %[[NEG:.*]] = mhlo.negate %x
// CHECK-NEXT:    mhlo.return %[[NEG]]
// CHECK:         %[[ADD:.*]] = mhlo.add %x, %x
// CHECK-NEXT:    mhlo.return %[[ADD]]
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
// CHECK-LABEL: func.func @case_region(
// CHECK:         "mhlo.case"(%i)
// CHECK-NEXT:    mhlo.return %x
// CHECK:         %[[NEG:.*]] = mhlo.negate %x
// CHECK-NEXT:    mhlo.return %[[NEG]]
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
// CHECK-LABEL: func.func @while(
// CHECK:         mhlo.while
// CHECK-NEXT:    %[[RED:.*]] = mhlo.reduce(%x_1 init: %{{.*}}) applies mhlo.add across dimensions = [0] : {{.*}} -> tensor<f32>
// CHECK-NEXT:    %[[C:.*]] = mhlo.compare LT, %[[RED]], %{{.*}}
// CHECK-NEXT:    mhlo.return %[[C]]
// CHECK:         %[[ADD:.*]] = mhlo.add %x_1, %x_1
// CHECK-NEXT:    mhlo.return %[[ADD]]
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
// CHECK-LABEL: func.func @while_region(
// CHECK:         mhlo.while changing(%x)
// CHECK-NEXT:    ^bb0(%a: tensor<?xf32, [@S1]>):
// CHECK:         %[[C:.*]] = mhlo.compare LT, %{{.*}}, %n
// CHECK-NEXT:    mhlo.return %[[C]]
// CHECK:         ^bb0(%a_1: tensor<?xf32, [@S1]>):
// CHECK:         %[[CAT:.*]] = "mhlo.concatenate"(%a_1, %x) <{dimension = 0 : i64}> : {{.*}} -> tensor<?xf32, [@S3]>
// CHECK:         mhlo.return %[[CAT]]
// CHECK-NEXT:    }) : (tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S2]>
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
// CHECK-LABEL: func.func @partitioned_call(
// CHECK:         %[[NEG:.*]] = mhlo.negate %x
// CHECK-NEXT:    func.return %[[NEG]]
func.func @partitioned_call(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.PartitionedCall"(%x) <{f = @negated}> : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
func.func private @negated(%x: tensor<?xf32>) -> tensor<*xf32> {
  %0 = "tf.Neg"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %0 : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @stateful_partitioned_call(
// CHECK:         %[[NEG:.*]] = mhlo.negate %x
// CHECK-NEXT:    func.return %[[NEG]]
func.func @stateful_partitioned_call(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.StatefulPartitionedCall"(%x) <{f = @negated}> : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
func.func private @negated(%x: tensor<?xf32>) -> tensor<*xf32> {
  %0 = "tf.Neg"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %0 : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @legacy_call(
// CHECK:         %[[NEG:.*]] = mhlo.negate %x
// CHECK-NEXT:    func.return %[[NEG]]
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
// CHECK-LABEL: func.func @no_op(
// CHECK:         func.return %x
func.func @no_op(%x: tensor<?xf32>) -> tensor<?xf32> {
  "tf.NoOp"() : () -> ()
  func.return %x : tensor<?xf32>
}

// -----

// The condition is a requirement on sizes: nothing is left to compute.
// CHECK-LABEL: func.func @assert(
// CHECK:         %[[ADD:.*]] = mhlo.add %x, %y_1
// CHECK-NEXT:    func.return %[[ADD]]
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
// CHECK-LABEL: func.func @yield(
// CHECK:         %[[IF:.*]] = "mhlo.if"(%p)
// CHECK-NEXT:    mhlo.return %x
// CHECK:         mhlo.return %x
// CHECK:         func.return %[[IF]]
func.func @yield(%p: tensor<i1>, %x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.IfRegion"(%p) <{is_stateless = true}> ({
    "tf.Yield"(%x) : (tensor<?xf32>) -> ()
  }, {
    "tf.Yield"(%x) : (tensor<?xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// What comes after a guard that never holds is not lowered: its sizes contradict each other.
// CHECK-LABEL: func.func @never(
// CHECK:         "mhlo.if"(%p)
// CHECK:         sdim.holds assert %{{.*}} {why = "tf.MatMul at {{.*}}: contracting dimension: sizes 3 and 4 must agree"}
// CHECK:         mhlo.custom_call @tf.MatMul(%x, %y)
// CHECK-SAME:    a guard before it never holds
// CHECK:         }, {
// CHECK-NEXT:    mhlo.return %x
func.func @never(%p: tensor<i1>, %x: tensor<3x3xf32>, %y: tensor<4x3xf32>) -> tensor<3x3xf32> {
  %r = "tf.IfRegion"(%p) <{is_stateless = true}> ({
    %c = "tf.MatMul"(%x, %y) : (tensor<3x3xf32>, tensor<4x3xf32>) -> tensor<3x3xf32>
    "tf.Yield"(%c) : (tensor<3x3xf32>) -> ()
  }, {
    "tf.Yield"(%x) : (tensor<3x3xf32>) -> ()
  }) : (tensor<i1>) -> tensor<3x3xf32>
  func.return %r : tensor<3x3xf32>
}

// -----

// CHECK-LABEL: func.func @sometimes(
// CHECK:         sdim.equal assert %{{.*}}, %{{.*}} {why = "tf.MatMul at {{.*}}: contracting dimension: sizes 3 and S0 must agree"}
// CHECK:         mhlo.dot_general
// CHECK-NOT:     mhlo.custom_call
func.func @sometimes(%p: tensor<i1>, %x: tensor<3x3xf32>, %y: tensor<?x3xf32>) -> tensor<3x3xf32> {
  %r = "tf.IfRegion"(%p) <{is_stateless = true}> ({
    %c = "tf.MatMul"(%x, %y) : (tensor<3x3xf32>, tensor<?x3xf32>) -> tensor<3x3xf32>
    "tf.Yield"(%c) : (tensor<3x3xf32>) -> ()
  }, {
    "tf.Yield"(%x) : (tensor<3x3xf32>) -> ()
  }) : (tensor<i1>) -> tensor<3x3xf32>
  func.return %r : tensor<3x3xf32>
}

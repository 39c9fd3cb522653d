// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file --verify-survival | filecheck %s

// Branches of 1 and 3 elements, and an op after them that needs 3: each type is right in its place.
// CHECK:       func.func @refined_branch
// CHECK:         "tf.Yield"(%x) : (tensor<3xf32>) -> ()
// CHECK:         "tf.ReluGrad"(%{{.*}}, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
func.func @refined_branch(%p: tensor<i1>, %x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<?xf32> {
  %0 = "tf.IfRegion"(%p) <{is_stateless = true}> ({
    %c = "tf.Const"() <{value = dense<1.0> : tensor<1xf32>}> : () -> tensor<1xf32>
    "tf.Yield"(%c) : (tensor<1xf32>) -> ()
  }, {
    "tf.Yield"(%x) : (tensor<3xf32>) -> ()
  }) : (tensor<i1>) -> tensor<?xf32>
  %1 = "tf.ReluGrad"(%0, %y) : (tensor<?xf32>, tensor<3xf32>) -> tensor<?xf32>
  func.return %1 : tensor<?xf32>
}

// -----

// Sizes that agree need no cast.
// CHECK:       func.func @same_sizes
// CHECK-NOT:     tensor.cast
func.func @same_sizes(%p: tensor<i1>, %x: tensor<3xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = "tf.IfRegion"(%p) <{is_stateless = true}> ({
    %c = "tf.Const"() <{value = dense<1.0> : tensor<3xf32>}> : () -> tensor<3xf32>
    "tf.Yield"(%c, %x) : (tensor<3xf32>, tensor<3xf32>) -> ()
  }, {
    "tf.Yield"(%x, %y) : (tensor<3xf32>, tensor<?xf32>) -> ()
  }) : (tensor<i1>) -> (tensor<?xf32>, tensor<?xf32>)
  func.return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// 4 elements at first, every other one of them after a trip: as many as 3 or 4 go in, 2 come out.
// CHECK:       func.func @halves
// CHECK:         %[[X:.*]] = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
// CHECK-NEXT:    "tf.WhileRegion"(%[[X]])
// CHECK:         %[[N:.*]] = tensor.cast %{{.*}} : tensor<2xf32> to tensor<?xf32>
// CHECK-NEXT:    "tf.Yield"(%[[N]]) : (tensor<?xf32>) -> ()
func.func @halves(%x: tensor<4xf32>) -> tensor<?xf32> {
  %0 = "tf.WhileRegion"(%x) <{is_stateless = true, shape_invariant}> ({
  ^bb0(%a: tensor<?xf32>):
    %s = "tf.Size"(%a) : (tensor<?xf32>) -> tensor<i32>
    %c2 = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
    %c = "tf.Greater"(%s, %c2) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "tf.Yield"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<?xf32>):
    %z = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
    %t = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
    %n = "tf.StridedSlice"(%a, %z, %z, %t) <{begin_mask = 1 : i64, ellipsis_mask = 0 : i64, end_mask = 1 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64}> : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
    "tf.Yield"(%n) : (tensor<?xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// A later op needs 5 columns, so the branch for 1 column never runs: it is gone, the demand stays.
// CHECK:         sdim.equal assert {{.*}} {why = "tf.MatMul at {{.*}}"}
// CHECK:       func.func @never_runs(%x: tensor<?x?xf32, [@S0, @S1]>)
// CHECK-NOT:     tf.IfRegion
// CHECK:         func.return %x_1, %{{.*}} : tensor<?x5xf32, [@S0, 5]>, tensor<?x3xf32, [@S0, 3]>
func.func @never_runs(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x3xf32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %w = "tf.Const"() <{value = dense<1.0> : tensor<5x3xf32>}> : () -> tensor<5x3xf32>
  %s = "tf.Shape"(%x) : (tensor<?x?xf32>) -> tensor<2xi32>
  %d = "tf.GatherV2"(%s, %one, %zero) <{batch_dims = 0 : i64}> : (tensor<2xi32>, tensor<i32>, tensor<i32>) -> tensor<i32>
  %p = "tf.Equal"(%d, %one) <{incompatible_shape_error = true}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0 = "tf.IfRegion"(%p) <{is_stateless = true}> ({
    %c = "tf.ConcatV2"(%x, %x, %zero) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>
    "tf.Yield"(%c) : (tensor<?x?xf32>) -> ()
  }, {
    "tf.Yield"(%x) : (tensor<?x?xf32>) -> ()
  }) : (tensor<i1>) -> tensor<?x?xf32>
  %m = "tf.MatMul"(%x, %w) <{transpose_a = false, transpose_b = false}> : (tensor<?x?xf32>, tensor<5x3xf32>) -> tensor<?x3xf32>
  func.return %0, %m : tensor<?x?xf32>, tensor<?x3xf32>
}

// -----

// The same with a demand that the branch's condition fulfils: both branches stay.
// CHECK:       func.func @may_run
// CHECK:         "tf.IfRegion"
func.func @may_run(%x: tensor<?x?xf32>, %w: tensor<?x3xf32>) -> (tensor<?x?xf32>, tensor<?x3xf32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %s = "tf.Shape"(%x) : (tensor<?x?xf32>) -> tensor<2xi32>
  %d = "tf.GatherV2"(%s, %one, %zero) <{batch_dims = 0 : i64}> : (tensor<2xi32>, tensor<i32>, tensor<i32>) -> tensor<i32>
  %p = "tf.Equal"(%d, %one) <{incompatible_shape_error = true}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0 = "tf.IfRegion"(%p) <{is_stateless = true}> ({
    %c = "tf.ConcatV2"(%x, %x, %zero) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>
    "tf.Yield"(%c) : (tensor<?x?xf32>) -> ()
  }, {
    "tf.Yield"(%x) : (tensor<?x?xf32>) -> ()
  }) : (tensor<i1>) -> tensor<?x?xf32>
  %m = "tf.MatMul"(%x, %w) <{transpose_a = false, transpose_b = false}> : (tensor<?x?xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  func.return %0, %m : tensor<?x?xf32>, tensor<?x3xf32>
}

// -----

// The demand is one on the result of the branches: what rules the first one out takes its place as a guard.
// CHECK:         arith.cmpi ne, %{{.*}}, %{{.*}} : index
// CHECK:         sdim.holds assert %{{.*}} {why = "tf.ReluGrad at {{.*}}: gradients and features: sizes 1 if S0 == 1 else 3 and 3 must agree"}
// CHECK:       func.func @guarded_by_choice
// CHECK-NOT:     tf.IfRegion
// CHECK:         "tf.ReluGrad"
func.func @guarded_by_choice(%n: tensor<?xf32>, %x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<?xf32> {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %d = "tf.Size"(%n) : (tensor<?xf32>) -> tensor<i32>
  %p = "tf.Equal"(%d, %one) <{incompatible_shape_error = true}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0 = "tf.IfRegion"(%p) <{is_stateless = true}> ({
    %c = "tf.Const"() <{value = dense<1.0> : tensor<1xf32>}> : () -> tensor<1xf32>
    "tf.Yield"(%c) : (tensor<1xf32>) -> ()
  }, {
    "tf.Yield"(%x) : (tensor<3xf32>) -> ()
  }) : (tensor<i1>) -> tensor<?xf32>
  %1 = "tf.ReluGrad"(%0, %y) : (tensor<?xf32>, tensor<3xf32>) -> tensor<?xf32>
  func.return %1 : tensor<?xf32>
}

// -----

// The body promises no size, the type of the result does: it is tested, and no fact before that.
// CHECK-NOT:   sdim.equal @S{{[0-9]+}}, 3
// CHECK:       func.func @promised_by_the_result
// CHECK:         (tensor<i32>, tensor<?xf32, [@S{{[0-9]+}}]>) -> (tensor<i32>, tensor<?xf32, [@[[S:S[0-9]+]]]>)
// CHECK:         sdim.equal assert %{{.*}}, %{{.*}} {why = "tf.EnsureShape
func.func @promised_by_the_result(%x: tensor<?xf32>, %i: tensor<i32>) -> tensor<3xf32> {
  %c1 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %c0 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0:2 = "tf.WhileRegion"(%i, %x) <{is_stateless = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<?xf32>):
    %c = "tf.Less"(%a, %c1) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "tf.Yield"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<?xf32>):
    %n = "tf.AddV2"(%a, %c1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %d = "tf.ConcatV2"(%b, %b, %c0) : (tensor<?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
    "tf.Yield"(%n, %d) : (tensor<i32>, tensor<?xf32>) -> ()
  }) : (tensor<i32>, tensor<?xf32>) -> (tensor<i32>, tensor<3xf32>)
  func.return %0#1 : tensor<3xf32>
}

// -----

// The body promises it: nothing to test.
// CHECK:       func.func @promised_by_the_body
// CHECK-NOT:     sdim.holds assert
// CHECK-NOT:     EnsureShape
// CHECK:         (tensor<i32>, tensor<3xf32>) -> (tensor<i32>, tensor<3xf32>)
// CHECK-NEXT:    func.return
func.func @promised_by_the_body(%x: tensor<3xf32>, %i: tensor<i32>) -> tensor<3xf32> {
  %c1 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0:2 = "tf.WhileRegion"(%i, %x) <{is_stateless = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<3xf32>):
    %c = "tf.Less"(%a, %c1) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "tf.Yield"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<3xf32>):
    %n = "tf.AddV2"(%a, %c1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %d = "tf.Neg"(%b) : (tensor<3xf32>) -> tensor<3xf32>
    "tf.Yield"(%n, %d) : (tensor<i32>, tensor<3xf32>) -> ()
  }) : (tensor<i32>, tensor<3xf32>) -> (tensor<i32>, tensor<3xf32>)
  func.return %0#1 : tensor<3xf32>
}

// -----

// False where %x has more than one element, else whether it has: the second choice is made.
// CHECK:       func.func @claim_of_branches
// CHECK:         func.return %y
func.func @claim_of_branches(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %f = "tf.Const"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
  %size = "tf.Size"(%x) : (tensor<?xf32>) -> tensor<i32>
  %c = "tf.Greater"(%size, %one) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "tf.IfRegion"(%c) <{is_stateless = true}> ({
    "tf.Yield"(%f) : (tensor<i1>) -> ()
  }, {
    "tf.Yield"(%c) : (tensor<i1>) -> ()
  }) : (tensor<i1>) -> tensor<i1>
  %s = "tf.IfRegion"(%r) <{is_stateless = true}> ({
    "tf.Yield"(%x) : (tensor<?xf32>) -> ()
  }, {
    "tf.Yield"(%y) : (tensor<?xf32>) -> ()
  }) : (tensor<i1>) -> tensor<?xf32>
  func.return %s : tensor<?xf32>
}

// -----

// True where %x has more than one element, else whether it has: the second choice is the first one.
// CHECK:         %[[N:.*]] = sdim.size @S0
// CHECK:         %[[C:.*]] = arith.cmpi sle, %[[N]], %{{.*}} : index
// CHECK:         %[[S:.*]] = arith.select %[[C]], %{{.*}}, %[[N]] : index
// CHECK:         sdim.equal @S2, %[[S]]
// CHECK:       func.func @open_claim_of_branches
// CHECK-COUNT-2: "tf.IfRegion"
func.func @open_claim_of_branches(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %t = "tf.Const"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
  %size = "tf.Size"(%x) : (tensor<?xf32>) -> tensor<i32>
  %c = "tf.Greater"(%size, %one) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "tf.IfRegion"(%c) <{is_stateless = true}> ({
    "tf.Yield"(%t) : (tensor<i1>) -> ()
  }, {
    "tf.Yield"(%c) : (tensor<i1>) -> ()
  }) : (tensor<i1>) -> tensor<i1>
  %s = "tf.IfRegion"(%r) <{is_stateless = true}> ({
    "tf.Yield"(%x) : (tensor<?xf32>) -> ()
  }, {
    "tf.Yield"(%y) : (tensor<?xf32>) -> ()
  }) : (tensor<i1>) -> tensor<?xf32>
  func.return %s : tensor<?xf32>
}

// -----

// Only a matrix goes on: what the branches are chosen by is demanded.
// CHECK:         sdim.range assert @S0 in [?, 1] {why = "tf.MatMul at {{.*}}: operands have ranks 1 and 2, needed at least 2"}
// CHECK:       func.func @needed_rank
// CHECK-NOT:     tf.IfRegion
// CHECK:         "tf.MatMul"(%y, %w)
func.func @needed_rank(%x: tensor<?xf32>, %y: tensor<?x4xf32>, %w: tensor<4x3xf32>) -> tensor<?x3xf32> {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %size = "tf.Size"(%x) : (tensor<?xf32>) -> tensor<i32>
  %c = "tf.Greater"(%size, %one) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "tf.IfRegion"(%c) <{is_stateless = true}> ({
    "tf.Yield"(%x) : (tensor<?xf32>) -> ()
  }, {
    "tf.Yield"(%y) : (tensor<?x4xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  %e = "tf.MatMul"(%r, %w) <{transpose_a = false, transpose_b = false}> : (tensor<*xf32>, tensor<4x3xf32>) -> tensor<?x3xf32>
  func.return %e : tensor<?x3xf32>
}

// -----

// Either goes on: in both branches.
// CHECK-NOT:     assert
// CHECK:       func.func @either_rank
// CHECK:         "tf.IfRegion"
// CHECK:         "tf.Softmax"(%x) : (tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK:         "tf.Softmax"(%y) : (tensor<?x4xf32, [@S1, 4]>) -> tensor<?x4xf32, [@S1, 4]>
func.func @either_rank(%x: tensor<?xf32>, %y: tensor<?x4xf32>, %c: tensor<i1>) -> tensor<f32> {
  %shape = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.IfRegion"(%c) <{is_stateless = true}> ({
    "tf.Yield"(%x) : (tensor<?xf32>) -> ()
  }, {
    "tf.Yield"(%y) : (tensor<?x4xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  %e = "tf.Softmax"(%r) : (tensor<*xf32>) -> tensor<*xf32>
  %v = "tf.Reshape"(%e, %shape) : (tensor<*xf32>, tensor<1xi32>) -> tensor<?xf32>
  %m = "tf.Max"(%v, %axis) <{keep_dims = false}> : (tensor<?xf32>, tensor<i32>) -> tensor<f32>
  func.return %m : tensor<f32>
}

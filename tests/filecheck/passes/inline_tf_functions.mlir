// RUN: tieshape-opt %s -p tieshape-inline-tf-functions --split-input-file | filecheck %s

// A call becomes a copy of what it calls; the private function is gone, a public one stays.
// CHECK:       func.func @calls(%x: tensor<?xf32>) -> tensor<?xf32> {
// CHECK-NEXT:    %[[R:.*]] = "tf.Neg"(%x) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT:    %[[S:.*]] = "tf.Abs"(%[[R]]) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT:    func.return %[[S]]
// CHECK:       func.func @public(
// CHECK-NOT:   @negated
func.func @calls(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "tf.PartitionedCall"(%x) <{f = @negated}> : (tensor<?xf32>) -> tensor<?xf32>
  %1 = func.call @public(%0) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %1 : tensor<?xf32>
}
func.func private @negated(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "tf.Neg"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
func.func @public(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "tf.Abs"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// A function without a body stays a call.
// CHECK:       func.call @elsewhere(%x)
func.func private @elsewhere(tensor<?xf32>) -> tensor<?xf32>
func.func @calls_elsewhere(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = func.call @elsewhere(%x) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// Branches use the operands from outside; a number is true unless it is 0.
// CHECK:       func.func @branches(%p: tensor<i32>, %x: tensor<?xf32>)
// CHECK-NEXT:    %[[ZERO:.*]] = "tf.Const"() <{value = dense<0> : tensor<i32>}>
// CHECK-NEXT:    %[[P:.*]] = "tf.NotEqual"(%p, %[[ZERO]])
// CHECK-NEXT:    %{{.*}} = "tf.IfRegion"(%[[P]]) ({
// CHECK-NEXT:      %[[T:.*]] = "tf.Neg"(%x)
// CHECK-NEXT:      "tf.Yield"(%[[T]])
// CHECK-NEXT:    }, {
// CHECK-NEXT:      "tf.Yield"(%x)
func.func @branches(%p: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "tf.If"(%p, %x) <{then_branch = @negated, else_branch = @same, is_stateless = true}> : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
func.func private @negated(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "tf.Neg"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
func.func private @same(%x: tensor<?xf32>) -> tensor<?xf32> {
  func.return %x : tensor<?xf32>
}

// -----

// What a loop carries unchanged (%n, and %y through a copy) is used from outside; what changes stays carried.
// CHECK:       func.func @loops(%n: tensor<i32>, %x: tensor<?xf32>, %y: tensor<?xf32>)
// CHECK:         %{{.*}} = "tf.WhileRegion"(%x)
// CHECK-NEXT:    ^bb0(%{{.*}}: tensor<?xf32>):
// CHECK:         ^bb0(%[[A:.*]]: tensor<?xf32>):
// CHECK:           %[[SUM:.*]] = "tf.AddV2"(%[[A]], %y)
// CHECK:           "tf.Yield"(%[[SUM]]) : (tensor<?xf32>) -> ()
// CHECK:         func.return %{{.*}}, %y
func.func @loops(%n: tensor<i32>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:3 = "tf.While"(%n, %x, %y) <{cond = @go, body = @step, is_stateless = true}>
      : (tensor<i32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<i32>, tensor<?xf32>, tensor<?xf32>)
  func.return %0#1, %0#2 : tensor<?xf32>, tensor<?xf32>
}
func.func private @go(%n: tensor<i32>, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<i1> {
  %0 = "tf.Size"(%a) : (tensor<?xf32>) -> tensor<i32>
  %1 = "tf.Less"(%0, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  func.return %1 : tensor<i1>
}
func.func private @step(%n: tensor<i32>, %a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<i32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = "tf.AddV2"(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = "tf.Identity"(%b) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %n, %0, %1 : tensor<i32>, tensor<?xf32>, tensor<?xf32>
}

// -----

// A variable that is read is an argument; each variable once, with the name that it has.
// CHECK:       func.func @variables(%{{.*}}: tensor<4x2xf32>, %{{.*}}: tensor<3xf32> {tf._user_specified_name = "bias"})
// CHECK-NOT:   tf.VarHandleOp
// CHECK-NOT:   tf.ReadVariableOp
func.func @variables(%w: tensor<!tf_type.resource<tensor<4x2xf32>>>) -> (tensor<4x2xf32>, tensor<3xf32>) {
  %h = "tf.VarHandleOp"() <{container = "", shared_name = "bias"}> : () -> tensor<!tf_type.resource<tensor<3xf32>>>
  %i = "tf.VarHandleOp"() <{container = "", shared_name = "bias"}> : () -> tensor<!tf_type.resource<tensor<3xf32>>>
  %0 = "tf.ReadVariableOp"(%w) : (tensor<!tf_type.resource<tensor<4x2xf32>>>) -> tensor<4x2xf32>
  %1 = "tf.ReadVariableOp"(%h) : (tensor<!tf_type.resource<tensor<3xf32>>>) -> tensor<3xf32>
  %2 = "tf.ReadVariableOp"(%i) : (tensor<!tf_type.resource<tensor<3xf32>>>) -> tensor<3xf32>
  %3 = "tf.AddV2"(%1, %2) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return %0, %3 : tensor<4x2xf32>, tensor<3xf32>
}

// -----

// The type of a list is gathered from all that touches it: rank and element type here from the item, 3 from the shape.
// CHECK:       func.func @lists
// CHECK:         "tf.TensorListReserve"(%{{.*}}) : (tensor<2xi32>, tensor<i32>) -> tensor<?x?x3xf32>
// CHECK:         "tf.TensorListSetItem"(%{{.*}}) : (tensor<?x?x3xf32>, tensor<i32>, tensor<?x?xf32>) -> tensor<?x?x3xf32>
func.func @lists(%x: tensor<?x?xf32>, %n: tensor<i32>) -> tensor<?x?x?xf32> {
  %e = "tf.Const"() <{value = dense<[-1, 3]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %0 = "tf.TensorListReserve"(%e, %n) : (tensor<2xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %1 = "tf.TensorListSetItem"(%0, %n, %x) : (tensor<!tf_type.variant>, tensor<i32>, tensor<?x?xf32>) -> tensor<!tf_type.variant>
  %2 = "tf.TensorListStack"(%1, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<2xi32>) -> tensor<?x?x?xf32>
  func.return %2 : tensor<?x?x?xf32>
}

// -----

// Ops that only print or wait are gone.
// CHECK:       func.func @silent(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
// CHECK-NEXT:    func.return %x, %y
func.func @silent(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  "tf.NoOp"() : () -> ()
  %0:2 = "tf.IdentityN"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  func.return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// What only the element type is known of has unknown rank; a read that knows more tells it.
// CHECK:       func.func @untyped_variables(%v: tensor<*xf32>, %w: tensor<*xf32>, %u: tensor<?x2xf32>, %i: tensor<?xi32>)
func.func @untyped_variables(
    %v: tensor<!tf_type.resource<tensor<*xf32>>>, %w: tensor<!tf_type.resource>,
    %u: tensor<!tf_type.resource<tensor<*xf32>>>, %i: tensor<?xi32>
) -> (tensor<*xf32>, tensor<*xf32>, tensor<?x2xf32>) {
  %0 = "tf.ReadVariableOp"(%v) : (tensor<!tf_type.resource<tensor<*xf32>>>) -> tensor<*xf32>
  %1 = "tf.ResourceGather"(%w, %i) <{batch_dims = 0 : i64, validate_indices = true}> : (tensor<!tf_type.resource>, tensor<?xi32>) -> tensor<*xf32>
  %2 = "tf.ReadVariableOp"(%u) : (tensor<!tf_type.resource<tensor<*xf32>>>) -> tensor<?x2xf32>
  func.return %0, %1, %2 : tensor<*xf32>, tensor<*xf32>, tensor<?x2xf32>
}

// -----

// Each use of a new list is a list of its own: one holds rows here, the other scalars.
// CHECK:       func.func @two_lists
// CHECK:         %[[A:.*]] = "tf.TensorListReserve"(%{{.*}}) : (tensor<i32>, tensor<i32>) -> tensor<?x?xf32>
// CHECK-NEXT:    "tf.TensorListSetItem"(%[[A]], %n, %x)
// CHECK-NEXT:    %[[B:.*]] = "tf.TensorListReserve"(%{{.*}}) : (tensor<i32>, tensor<i32>) -> tensor<?xf32>
// CHECK-NEXT:    "tf.TensorListSetItem"(%[[B]], %n, %y)
func.func @two_lists(%n: tensor<i32>, %x: tensor<?xf32>, %y: tensor<f32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %e = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.TensorListReserve"(%e, %n) : (tensor<i32>, tensor<i32>) -> tensor<!tf_type.variant<tensor<*xf32>>>
  %1 = "tf.TensorListSetItem"(%0, %n, %x) : (tensor<!tf_type.variant<tensor<*xf32>>>, tensor<i32>, tensor<?xf32>) -> tensor<!tf_type.variant<tensor<*xf32>>>
  %2 = "tf.TensorListSetItem"(%0, %n, %y) : (tensor<!tf_type.variant<tensor<*xf32>>>, tensor<i32>, tensor<f32>) -> tensor<!tf_type.variant<tensor<*xf32>>>
  %3 = "tf.TensorListStack"(%1, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant<tensor<*xf32>>>, tensor<i32>) -> tensor<?x?xf32>
  %4 = "tf.TensorListStack"(%2, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant<tensor<*xf32>>>, tensor<i32>) -> tensor<?xf32>
  func.return %3, %4 : tensor<?x?xf32>, tensor<?xf32>
}

// -----

// Without a trip the result is the operand: a size that only a trip gives is forgotten, also by what follows from it.
// A size that the operand has already stays, and so does what nothing of the loop goes into.
// CHECK:       func.func @promises
// CHECK:         "tf.WhileRegion"
// CHECK:         }) : (tensor<i32>, tensor<?x3xf32>, tensor<5xf32>) -> (tensor<i32>, tensor<?x?xf32>, tensor<5xf32>)
// CHECK-NEXT:    "tf.Identity"(%{{.*}}) : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT:    "tf.Neg"(%{{.*}}) : (tensor<5xf32>) -> tensor<5xf32>
func.func @promises(%n: tensor<i32>, %x: tensor<?x3xf32>, %y: tensor<5xf32>, %z: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<5xf32>) {
  %0:3 = "tf.WhileRegion"(%n, %x, %y) <{is_stateless = true, shape_invariant}> ({
  ^bb0(%i: tensor<i32>, %a: tensor<?x3xf32>, %b: tensor<5xf32>):
    %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %go = "tf.Greater"(%i, %zero) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "tf.Yield"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %a: tensor<?x3xf32>, %b: tensor<5xf32>):
    %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %next = "tf.Sub"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %sum = "tf.AddV2"(%a, %z) : (tensor<?x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %c = "tf.Exp"(%b) : (tensor<5xf32>) -> tensor<5xf32>
    "tf.Yield"(%next, %sum, %c) : (tensor<i32>, tensor<4x3xf32>, tensor<5xf32>) -> ()
  }) : (tensor<i32>, tensor<?x3xf32>, tensor<5xf32>) -> (tensor<i32>, tensor<4x3xf32>, tensor<5xf32>)
  %1 = "tf.Identity"(%0#1) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %2 = "tf.Neg"(%0#2) : (tensor<5xf32>) -> tensor<5xf32>
  func.return %1, %2 : tensor<4x3xf32>, tensor<5xf32>
}

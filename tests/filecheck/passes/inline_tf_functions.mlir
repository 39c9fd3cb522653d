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

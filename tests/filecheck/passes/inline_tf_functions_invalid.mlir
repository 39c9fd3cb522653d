// RUN: not tieshape-opt %s -p tieshape-inline-tf-functions --split-input-file 2>&1 | filecheck %s

// A function that calls itself through others has no end when it is copied.
// CHECK: inline_tf_functions_invalid.mlir:10:3: error: tf.PartitionedCall: recursion cannot be compiled: @a -> @b -> @a
func.func private @a(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "tf.PartitionedCall"(%x) <{f = @b}> : (tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
func.func private @b(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "tf.PartitionedCall"(%x) <{f = @a}> : (tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// A variable that is written has no one value.
// CHECK: error: tf.AssignVariableOp: a variable is not only read; only variables that nothing writes can be compiled
func.func @written(%x: tensor<3xf32>) {
  %h = "tf.VarHandleOp"() <{container = "", shared_name = "v"}> : () -> tensor<!tf_type.resource<tensor<3xf32>>>
  "tf.AssignVariableOp"(%h, %x) <{validate_shape = false}> : (tensor<!tf_type.resource<tensor<3xf32>>>, tensor<3xf32>) -> ()
  func.return
}

// -----

// Neither the handle nor a read tells what the variable holds.
// CHECK: error: tf.VarHandleOp: the type of a variable is not known: neither its handle nor a read tells it
func.func @untyped() -> tensor<?xi32> {
  %h = "tf.VarHandleOp"() <{container = "", shared_name = "v"}> : () -> tensor<!tf_type.resource>
  %0 = "tf.VariableShape"(%h) : (tensor<!tf_type.resource>) -> tensor<?xi32>
  func.return %0 : tensor<?xi32>
}

// -----

// A list is no tensor for those outside.
// CHECK: error: func.return: a list of tensors cannot be a result of a function
func.func @returned(%x: tensor<?xf32>) -> tensor<!tf_type.variant> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.TensorListFromTensor"(%x, %e) : (tensor<?xf32>, tensor<i32>) -> tensor<!tf_type.variant>
  func.return %0 : tensor<!tf_type.variant>
}

// -----

// Elements of two ranks have no common shape.
// CHECK: the list holds tensors of different ranks; they must have one shape
func.func @two_ranks(%x: tensor<?xf32>, %y: tensor<?x?xf32>, %i: tensor<i32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.EmptyTensorList"(%e, %i) : (tensor<i32>, tensor<i32>) -> tensor<!tf_type.variant>
  %1 = "tf.TensorListPushBack"(%0, %x) : (tensor<!tf_type.variant>, tensor<?xf32>) -> tensor<!tf_type.variant>
  %2 = "tf.TensorListPushBack"(%1, %y) : (tensor<!tf_type.variant>, tensor<?x?xf32>) -> tensor<!tf_type.variant>
  %3 = "tf.TensorListStack"(%2, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<i32>) -> tensor<*xf32>
  func.return %3 : tensor<*xf32>
}

// -----

// CHECK: error: tf.TensorListPushBack: a list of tensors cannot have the type tensor<*xf32>
func.func @pushed_to_numbers(%x: tensor<?xf32>, %most: tensor<i32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.EmptyTensorList"(%e, %most) : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListPushBack"(%l, %x) : (tensor<!tf_type.variant>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

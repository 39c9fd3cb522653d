// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.TensorListReserve: element_shape has elements f32, needed integers
func.func @shape_elements(%a0: tensor<2xf32>, %a1: tensor<i32>) {
  %r = "tf.TensorListReserve"(%a0, %a1) : (tensor<2xf32>, tensor<i32>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>
  func.return
}

// -----

// CHECK: error: tf.EmptyTensorList: element_shape has rank 2, needed 0 or 1
func.func @shape_rank(%a0: tensor<2x2xi32>, %a1: tensor<i32>) {
  %r = "tf.EmptyTensorList"(%a0, %a1) : (tensor<2x2xi32>, tensor<i32>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>
  func.return
}

// -----

// CHECK: error: tf.TensorListReserve: num_elements has rank 1, needed 0
func.func @count_rank(%a0: tensor<2xi32>, %a1: tensor<1xi32>) {
  %r = "tf.TensorListReserve"(%a0, %a1) : (tensor<2xi32>, tensor<1xi32>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>
  func.return
}

// -----

// CHECK: error: tf.TensorListReserve: num_elements is -1, needed at least 0
func.func @count(%a0: tensor<2xi32>) {
  %c1 = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.TensorListReserve"(%a0, %c1) : (tensor<2xi32>, tensor<i32>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>
  func.return
}

// -----

// CHECK: error: tf.TensorListFromTensor: an entry of tensor has shape ?x5, needed ?x4
func.func @entry(%a0: tensor<?x?x5xf32>) {
  %c1 = "tf.Const"() <{value = dense<[-1, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.TensorListFromTensor"(%a0, %c1) : (tensor<?x?x5xf32>, tensor<2xi32>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>
  func.return
}

// -----

// CHECK: error: tf.TensorListFromTensor: tensor has rank 0, needed at least 1
func.func @entry_of_scalar(%a0: tensor<f32>, %a1: tensor<0xi32>) {
  %r = "tf.TensorListFromTensor"(%a0, %a1) : (tensor<f32>, tensor<0xi32>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>
  func.return
}

// -----

// CHECK: error: tf.TensorListStack: the result has shape 3x?x5, needed ?x?x4
func.func @stacked(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>) {
  %c1 = "tf.Const"() <{value = dense<[-1, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.TensorListStack"(%a0, %c1) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<2xi32>) -> tensor<3x?x5xf32>
  func.return
}

// -----

// CHECK: error: tf.TensorListStack: the result has shape 3x?x4, needed 2x?x4
func.func @stacked_number(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>) {
  %c1 = "tf.Const"() <{value = dense<[-1, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.TensorListStack"(%a0, %c1) <{num_elements = 2 : i64}> : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<2xi32>) -> tensor<3x?x4xf32>
  func.return
}

// -----

// CHECK: error: tf.TensorListStack: attribute num_elements is -2, it must be at least -1
func.func @stacked_attribute(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>, %a1: tensor<i32>) {
  %r = "tf.TensorListStack"(%a0, %a1) <{num_elements = -2 : i64}> : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<i32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.TensorListGetItem: index has rank 1, needed 0
func.func @index_rank(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>, %a1: tensor<1xi32>) {
  %c2 = "tf.Const"() <{value = dense<[-1, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.TensorListGetItem"(%a0, %a1, %c2) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<1xi32>, tensor<2xi32>) -> tensor<?x4xf32>
  func.return
}

// -----

// CHECK: error: tf.TensorListSetItem: index has elements f32, needed integers
func.func @index_elements(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>, %a1: tensor<f32>, %a2: tensor<?x4xf32>) {
  %r = "tf.TensorListSetItem"(%a0, %a1, %a2) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<f32>, tensor<?x4xf32>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>
  func.return
}

// -----

// CHECK: error: tf.TensorListGetItem: index is -1, needed at least 0
func.func @index(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>) {
  %c1 = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %c2 = "tf.Const"() <{value = dense<[-1, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.TensorListGetItem"(%a0, %c1, %c2) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<i32>, tensor<2xi32>) -> tensor<?x4xf32>
  func.return
}

// -----

// CHECK: error: tf.TensorListGetItem: the result has shape ?x5, needed ?x4
func.func @item(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>, %a1: tensor<i32>) {
  %c2 = "tf.Const"() <{value = dense<[-1, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.TensorListGetItem"(%a0, %a1, %c2) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<i32>, tensor<2xi32>) -> tensor<?x5xf32>
  func.return
}

// -----

// CHECK: error: tf.TensorListPopBack: tensor has shape 5, needed ?x4
func.func @popped(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>) {
  %c1 = "tf.Const"() <{value = dense<[-1, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r:2 = "tf.TensorListPopBack"(%a0, %c1) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<2xi32>) -> (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<5xf32>)
  func.return
}

// -----

// CHECK: error: tf.TensorListGather: the result has shape 4x?x4, needed 5x?x4
func.func @gathered(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>, %a1: tensor<5xi32>) {
  %c2 = "tf.Const"() <{value = dense<[-1, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.TensorListGather"(%a0, %a1, %c2) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<5xi32>, tensor<2xi32>) -> tensor<4x?x4xf32>
  func.return
}

// -----

// CHECK: error: tf.TensorListGather: indices has rank 2, needed 1
func.func @gathered_rank(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>, %a1: tensor<5x1xi32>) {
  %c2 = "tf.Const"() <{value = dense<[-1, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.TensorListGather"(%a0, %a1, %c2) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<5x1xi32>, tensor<2xi32>) -> tensor<5x?x4xf32>
  func.return
}

// -----

// CHECK: error: tf.TensorListLength: the result has rank 1, needed 0
func.func @length(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>) {
  %r = "tf.TensorListLength"(%a0) : (tensor<!tf_type.variant<tensor<?x4xf32>>>) -> tensor<1xi32>
  func.return
}

// -----

// CHECK: error: tf.TensorListResize: size has rank 1, needed 0
func.func @resize(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>, %a1: tensor<1xi32>) {
  %r = "tf.TensorListResize"(%a0, %a1) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<1xi32>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>
  func.return
}

// -----

// CHECK: error: tf.TensorListConcatV2: lengths has rank 0, needed 1
func.func @concat(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>, %a1: tensor<2xi32>, %a2: tensor<?xi64>) {
  %r:2 = "tf.TensorListConcatV2"(%a0, %a1, %a2) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<2xi32>, tensor<?xi64>) -> (tensor<?x4xf32>, tensor<i64>)
  func.return
}

// -----

// CHECK: error: tf.TensorListSplit: a part of tensor has shape ?x5, needed ?x4
func.func @split(%a0: tensor<?x5xf32>, %a2: tensor<?xi64>) {
  %c1 = "tf.Const"() <{value = dense<[-1, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.TensorListSplit"(%a0, %c1, %a2) : (tensor<?x5xf32>, tensor<2xi32>, tensor<?xi64>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>
  func.return
}

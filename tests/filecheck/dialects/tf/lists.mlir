// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// Lists of tensors.

func.func @empty_tensor_list(%a0: tensor<2xi32>, %a1: tensor<i32>) {
  %r = "tf.EmptyTensorList"(%a0, %a1) : (tensor<2xi32>, tensor<i32>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>
  func.return
}
// CHECK-LABEL: func.func @empty_tensor_list(
// CHECK: "tf.EmptyTensorList"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2xi32>, tensor<i32>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>

func.func @tensor_list_reserve(%a1: tensor<i32>) {
  %c0 = "tf.Const"() <{value = dense<[-1, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.TensorListReserve"(%c0, %a1) : (tensor<2xi32>, tensor<i32>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>
  func.return
}
// CHECK-LABEL: func.func @tensor_list_reserve(
// CHECK: "tf.TensorListReserve"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2xi32>, tensor<i32>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>

func.func @tensor_list_from_tensor(%a0: tensor<?x?x4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[-1, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.TensorListFromTensor"(%a0, %c1) : (tensor<?x?x4xf32>, tensor<2xi32>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>
  func.return
}
// CHECK-LABEL: func.func @tensor_list_from_tensor(
// CHECK: "tf.TensorListFromTensor"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?x4xf32>, tensor<2xi32>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>

func.func @tensor_list_split(%a0: tensor<?x4xf32>, %a2: tensor<?xi64>) {
  %c1 = "tf.Const"() <{value = dense<[-1, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.TensorListSplit"(%a0, %c1, %a2) : (tensor<?x4xf32>, tensor<2xi32>, tensor<?xi64>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>
  func.return
}
// CHECK-LABEL: func.func @tensor_list_split(
// CHECK: "tf.TensorListSplit"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<2xi32>, tensor<?xi64>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>

func.func @tensor_list_stack(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>) {
  %c1 = "tf.Const"() <{value = dense<[-1, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.TensorListStack"(%a0, %c1) <{num_elements = 3 : i64}> : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<2xi32>) -> tensor<3x?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @tensor_list_stack(
// CHECK: "tf.TensorListStack"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{num_elements = 3 : i64}> : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<2xi32>) -> tensor<3x?x4xf32>

func.func @stack_of_unknown_rank(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>) {
  %c1 = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.TensorListStack"(%a0, %c1) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<i32>) -> tensor<?x?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @stack_of_unknown_rank(
// CHECK: "tf.TensorListStack"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<i32>) -> tensor<?x?x4xf32>

func.func @tensor_list_get_item(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>, %a1: tensor<i32>) {
  %c2 = "tf.Const"() <{value = dense<[-1, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.TensorListGetItem"(%a0, %a1, %c2) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<i32>, tensor<2xi32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @tensor_list_get_item(
// CHECK: "tf.TensorListGetItem"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<i32>, tensor<2xi32>) -> tensor<?x4xf32>

func.func @tensor_list_set_item(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>, %a1: tensor<i32>, %a2: tensor<?x4xf32>) {
  %r = "tf.TensorListSetItem"(%a0, %a1, %a2) <{resize_if_index_out_of_bounds = false}> : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<i32>, tensor<?x4xf32>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>
  func.return
}
// CHECK-LABEL: func.func @tensor_list_set_item(
// CHECK: "tf.TensorListSetItem"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{resize_if_index_out_of_bounds = false}> : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<i32>, tensor<?x4xf32>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>

func.func @tensor_list_push_back(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>, %a1: tensor<?x4xf32>) {
  %r = "tf.TensorListPushBack"(%a0, %a1) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<?x4xf32>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>
  func.return
}
// CHECK-LABEL: func.func @tensor_list_push_back(
// CHECK: "tf.TensorListPushBack"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<?x4xf32>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>

func.func @tensor_list_pop_back(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>, %a1: tensor<2xi32>) {
  %r:2 = "tf.TensorListPopBack"(%a0, %a1) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<2xi32>) -> (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<?x4xf32>)
  func.return
}
// CHECK-LABEL: func.func @tensor_list_pop_back(
// CHECK: "tf.TensorListPopBack"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<2xi32>) -> (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<?x4xf32>)

func.func @tensor_list_gather(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>, %a1: tensor<5xi32>) {
  %c2 = "tf.Const"() <{value = dense<[-1, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.TensorListGather"(%a0, %a1, %c2) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<5xi32>, tensor<2xi32>) -> tensor<5x?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @tensor_list_gather(
// CHECK: "tf.TensorListGather"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<5xi32>, tensor<2xi32>) -> tensor<5x?x4xf32>

func.func @tensor_list_length(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>) {
  %r = "tf.TensorListLength"(%a0) : (tensor<!tf_type.variant<tensor<?x4xf32>>>) -> tensor<i32>
  func.return
}
// CHECK-LABEL: func.func @tensor_list_length(
// CHECK: "tf.TensorListLength"(%{{[a-z0-9]+}}) : (tensor<!tf_type.variant<tensor<?x4xf32>>>) -> tensor<i32>

func.func @tensor_list_element_shape(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>) {
  %r = "tf.TensorListElementShape"(%a0) : (tensor<!tf_type.variant<tensor<?x4xf32>>>) -> tensor<2xi32>
  func.return
}
// CHECK-LABEL: func.func @tensor_list_element_shape(
// CHECK: "tf.TensorListElementShape"(%{{[a-z0-9]+}}) : (tensor<!tf_type.variant<tensor<?x4xf32>>>) -> tensor<2xi32>

func.func @tensor_list_resize(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>, %a1: tensor<i32>) {
  %r = "tf.TensorListResize"(%a0, %a1) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<i32>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>
  func.return
}
// CHECK-LABEL: func.func @tensor_list_resize(
// CHECK: "tf.TensorListResize"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<i32>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>

func.func @tensor_list_concat_v2(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>, %a1: tensor<2xi32>, %a2: tensor<?xi64>) {
  %r:2 = "tf.TensorListConcatV2"(%a0, %a1, %a2) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<2xi32>, tensor<?xi64>) -> (tensor<?x4xf32>, tensor<?xi64>)
  func.return
}
// CHECK-LABEL: func.func @tensor_list_concat_v2(
// CHECK: "tf.TensorListConcatV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<2xi32>, tensor<?xi64>) -> (tensor<?x4xf32>, tensor<?xi64>)

func.func @tensor_list_scatter_into_existing_list(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>, %a1: tensor<?x?x4xf32>, %a2: tensor<?xi32>) {
  %r = "tf.TensorListScatterIntoExistingList"(%a0, %a1, %a2) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<?x?x4xf32>, tensor<?xi32>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>
  func.return
}
// CHECK-LABEL: func.func @tensor_list_scatter_into_existing_list(
// CHECK: "tf.TensorListScatterIntoExistingList"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<!tf_type.variant<tensor<?x4xf32>>>, tensor<?x?x4xf32>, tensor<?xi32>) -> tensor<!tf_type.variant<tensor<?x4xf32>>>

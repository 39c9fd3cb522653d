// RUN: tieshape-opt %s -p tieshape-inline-tf-functions,tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// A list is a tensor of one dimension more; an empty one has size 0 there.
// CHECK-LABEL: func.func @empty_tensor_list(
// CHECK:         mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:         %[[R:.*]] = mhlo.dynamic_reshape %x, {{.*}} -> tensor<1x?xf32, [1, @S0]>
// CHECK-NEXT:    %[[CAT:.*]] = "mhlo.concatenate"(%{{.*}}, %[[R]]) <{dimension = 0 : i64}> : {{.*}} -> tensor<1x?xf32, [1, @S0]>
// CHECK-NEXT:    func.return %[[CAT]]
func.func @empty_tensor_list(%x: tensor<?xf32>, %most: tensor<i32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.EmptyTensorList"(%e, %most) : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %m = "tf.TensorListPushBack"(%l, %x) : (tensor<!tf_type.variant>, tensor<?xf32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListStack"(%m, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The number of items is an element; they are 0 and take the size of what is put in.
// CHECK-LABEL: func.func @tensor_list_reserve(
// CHECK:         mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CST:.*]] = mhlo.constant dense<0> : tensor<i32>
// CHECK:         %[[R:.*]] = mhlo.dynamic_reshape %x, {{.*}} -> tensor<1x?xf32, [1, @S0]>
// CHECK-NEXT:    mhlo.dynamic_update_slice %{{.*}}, %[[R]], %i, %[[CST]] : {{.*}} -> tensor<?x?xf32, [@S3, @S0]>
func.func @tensor_list_reserve(%x: tensor<?xf32>, %n: tensor<i32>, %i: tensor<i32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListReserve"(%e, %n) : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %m = "tf.TensorListSetItem"(%l, %i, %x) : (tensor<!tf_type.variant>, tensor<i32>, tensor<?xf32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListStack"(%m, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The tensor itself; what is stacked again has its sizes.
// CHECK-LABEL: func.func @tensor_list_from_tensor(
// CHECK:         func.return %x
func.func @tensor_list_from_tensor(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListStack"(%l, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The length is required to be num_elements.
// CHECK-LABEL: func.func @tensor_list_stack(
// CHECK:         func.return %x_1
func.func @tensor_list_stack(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListStack"(%l, %e) <{num_elements = 3 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @tensor_list_length(
// CHECK:         %[[D:.*]] = tensor.dim %x, %{{.*}} : tensor<?x?xf32, [@S0, @S1]>
// CHECK-NEXT:    %[[I:.*]] = arith.index_cast %[[D]] : index to i32
// CHECK-NEXT:    %[[SHAPE:.*]] = tensor.from_elements %[[I]] : tensor<i32>
// CHECK-NEXT:    func.return %[[SHAPE]]
func.func @tensor_list_length(%x: tensor<?x?xf32>) -> tensor<*xi32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListLength"(%l) : (tensor<!tf_type.variant>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @tensor_list_element_shape(
// CHECK:         %[[D:.*]] = tensor.dim %x, %{{.*}} : tensor<?x?xf32, [@S0, @S1]>
// CHECK-NEXT:    %[[I:.*]] = arith.index_cast %[[D]] : index to i32
// CHECK-NEXT:    %[[SHAPE:.*]] = tensor.from_elements %[[I]] : tensor<1xi32>
// CHECK-NEXT:    func.return %[[SHAPE]]
func.func @tensor_list_element_shape(%x: tensor<?x?xf32>) -> tensor<*xi32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListElementShape"(%l) : (tensor<!tf_type.variant>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @tensor_list_get_item(
// CHECK:         %[[G:.*]] = "mhlo.dynamic_gather"(%x, %i, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0]>}> : {{.*}} -> tensor<?xf32, [@S1]>
// CHECK-NEXT:    func.return %[[G]]
func.func @tensor_list_get_item(%x: tensor<?x?xf32>, %i: tensor<i32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListGetItem"(%l, %i, %e) : (tensor<!tf_type.variant>, tensor<i32>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @tensor_list_set_item(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<0> : tensor<i32>
// CHECK:         %[[R:.*]] = mhlo.dynamic_reshape %y_1, {{.*}} -> tensor<1x?xf32, [1, @S1]>
// CHECK-NEXT:    %[[DYNAMIC_UPDATE_SLICE:.*]] = mhlo.dynamic_update_slice %x, %[[R]], %i, %[[CST]] : {{.*}} -> tensor<?x?xf32, [@S0, @S1]>
// CHECK-NEXT:    func.return %[[DYNAMIC_UPDATE_SLICE]]
func.func @tensor_list_set_item(%x: tensor<?x?xf32>, %i: tensor<i32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %m = "tf.TensorListSetItem"(%l, %i, %y) : (tensor<!tf_type.variant>, tensor<i32>, tensor<?xf32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListStack"(%m, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A list that may grow gets as many zeros as its last place needs.
// CHECK-LABEL: func.func @tensor_list_set_item_grows(
// CHECK:         tensor.extract %i[] : tensor<i32>
// CHECK:         arith.maxsi
// CHECK:         %[[PAD:.*]] = mhlo.dynamic_pad %x, {{.*}} -> tensor<?x?xf32, [@S3, @S1]>
// CHECK:         mhlo.dynamic_update_slice %[[PAD]], %{{.*}}, %i, %{{.*}} -> tensor<?x?xf32, [@S3, @S1]>
func.func @tensor_list_set_item_grows(%x: tensor<?x?xf32>, %i: tensor<i32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %m = "tf.TensorListSetItem"(%l, %i, %y) <{resize_if_index_out_of_bounds = true}> : (tensor<!tf_type.variant>, tensor<i32>, tensor<?xf32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListStack"(%m, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @tensor_list_push_back(
// CHECK:         %[[R:.*]] = mhlo.dynamic_reshape %y_1, {{.*}} -> tensor<1x?xf32, [1, @S1]>
// CHECK-NEXT:    %[[CAT:.*]] = "mhlo.concatenate"(%x, %[[R]]) <{dimension = 0 : i64}> : {{.*}} -> tensor<?x?xf32, [@S3, @S1]>
// CHECK-NEXT:    func.return %[[CAT]]
func.func @tensor_list_push_back(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %m = "tf.TensorListPushBack"(%l, %y) : (tensor<!tf_type.variant>, tensor<?xf32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListStack"(%m, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// An item is required.
// CHECK-LABEL: func.func @tensor_list_pop_back(
// CHECK:         %[[SL:.*]] = mhlo.real_dynamic_slice %x, {{.*}} -> tensor<?x?xf32, [@S2, @S1]>
// CHECK-NEXT:    %[[SL2:.*]] = mhlo.real_dynamic_slice %x, {{.*}} -> tensor<1x?xf32, [1, @S1]>
// CHECK-NEXT:    %[[R:.*]] = mhlo.dynamic_reshape %[[SL2]], {{.*}} -> tensor<?xf32, [@S1]>
// CHECK-NEXT:    func.return %[[SL]], %[[R]]
func.func @tensor_list_pop_back(%x: tensor<?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %m, %y = "tf.TensorListPopBack"(%l, %e) : (tensor<!tf_type.variant>, tensor<1xi32>) -> (tensor<!tf_type.variant>, tensor<*xf32>)
  %r = "tf.TensorListStack"(%m, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r, %y : tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @tensor_list_gather(
// CHECK:         %[[G:.*]] = "mhlo.dynamic_gather"(%x, %i, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : {{.*}} -> tensor<?x?xf32, [@S2, @S1]>
// CHECK-NEXT:    func.return %[[G]]
func.func @tensor_list_gather(%x: tensor<?x?xf32>, %i: tensor<?xi32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListGather"(%l, %i, %e) : (tensor<!tf_type.variant>, tensor<?xi32>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// New items are 0.
// CHECK-LABEL: func.func @tensor_list_resize(
// CHECK:         mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:         %[[PAD:.*]] = mhlo.dynamic_pad %x, {{.*}} -> tensor<?x?xf32, [@S3, @S1]>
// CHECK-NEXT:    %[[SL:.*]] = mhlo.real_dynamic_slice %[[PAD]], {{.*}} -> tensor<?x?xf32, [@S2, @S1]>
// CHECK-NEXT:    func.return %[[SL]]
func.func @tensor_list_resize(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %n = "tf.Size"(%y) : (tensor<?xf32>) -> tensor<i32>
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %m = "tf.TensorListResize"(%l, %n) : (tensor<!tf_type.variant>, tensor<i32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListStack"(%m, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Joined along the first dimension of the items, and the size of each.
// CHECK-LABEL: func.func @tensor_list_concat_v2(
// CHECK:         %[[R:.*]] = mhlo.dynamic_reshape %x, {{.*}} -> tensor<?x2xf32, [@S2, 2]>
// CHECK-NEXT:    %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%{{.*}}, %{{.*}})
// CHECK-NEXT:    func.return %[[R]], %[[B]]
func.func @tensor_list_concat_v2(%x: tensor<?x?x2xf32>) -> (tensor<*xf32>, tensor<*xi64>) {
  %e = "tf.Const"() <{value = dense<[-1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %none = "tf.Const"() <{value = dense<0> : tensor<1xi64>}> : () -> tensor<1xi64>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?x2xf32>, tensor<2xi32>) -> tensor<!tf_type.variant>
  %r:2 = "tf.TensorListConcatV2"(%l, %e, %none) : (tensor<!tf_type.variant>, tensor<2xi32>, tensor<1xi64>) -> (tensor<*xf32>, tensor<*xi64>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xi64>
}

// -----

// CHECK-LABEL: func.func @tensor_list_scatter_into_existing_list(
// CHECK:         sdim.elements assert %{{.*}} from %{{.*}} below %{{.*}} {why = "tf.TensorListScatterIntoExistingList at {{.*}}: indices"}
// CHECK:         "mhlo.scatter"(%{{.*}}, %{{.*}}, %x)
func.func @tensor_list_scatter_into_existing_list(%x: tensor<?x?xf32>, %at: tensor<?xi32>, %n: tensor<i32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListReserve"(%e, %n) : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %m = "tf.TensorListScatterIntoExistingList"(%l, %x, %at) : (tensor<!tf_type.variant>, tensor<?x?xf32>, tensor<?xi32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListStack"(%m, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Parts of lengths that only the run knows: their elements stay where they are, and a table has the lengths.
// CHECK-LABEL: func.func @tensor_list_split(
// CHECK:         sdim.holds assert %{{.*}} {why = "tf.TensorListSplit at {{.*}}: lengths must not be negative"}
// CHECK:         sdim.holds assert %{{.*}} {why = "tf.TensorListSplit at {{.*}}: lengths must add up to the size of dimension 0"}
// CHECK:         sdim.holds assert %{{.*}} {why = "tf.TensorListGetItem at {{.*}}: index must be less than the list's length"}
// CHECK:         %[[PART:.*]] = mhlo.real_dynamic_slice %x, {{.*}} -> tensor<?x4xf32, [@[[N:S[0-9]+]], 4]>
// CHECK:         func.return %[[PART]] : tensor<?x4xf32, [@[[N]], 4]>
func.func @tensor_list_split(%x: tensor<?x4xf32>, %n: tensor<?xi64>, %i: tensor<i32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<[-1, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %l = "tf.TensorListSplit"(%x, %e, %n) : (tensor<?x4xf32>, tensor<2xi32>, tensor<?xi64>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListGetItem"(%l, %i, %e) : (tensor<!tf_type.variant>, tensor<i32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

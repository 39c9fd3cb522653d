// RUN: tieshape-opt %s -p tieshape-inline-tf-functions,tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// A list is a tensor of one dimension more; an empty one has size 0 there.
// CHECK:       sdim.equal @S0, @S1 {why = "tf.TensorListPushBack at {{.*}}: by definition"}
// CHECK:       func.func @empty_tensor_list(%x: tensor<?xf32, [@S0]>, %most: tensor<i32>) -> tensor<1x?xf32, [1, @S0]>
// CHECK:       %l = "tf.EmptyTensorList"(%e, %most) : (tensor<1xi32>, tensor<i32>) -> tensor<0x?xf32, [0, @S0]>
// CHECK:       %m = "tf.TensorListPushBack"(%l, %x) : (tensor<0x?xf32, [0, @S0]>, tensor<?xf32, [@S0]>) -> tensor<1x?xf32, [1, @S0]>
func.func @empty_tensor_list(%x: tensor<?xf32>, %most: tensor<i32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.EmptyTensorList"(%e, %most) : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %m = "tf.TensorListPushBack"(%l, %x) : (tensor<!tf_type.variant>, tensor<?xf32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListStack"(%m, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The number of items is an element; they are 0 and take the size of what is put in.
// What is demanded of their number is tested in the code; only what comes after relies on it.
// CHECK:       func.func @tensor_list_reserve(%x: tensor<?xf32, [@S0]>, %n: tensor<i32>, %i: tensor<i32>) -> tensor<?x?xf32, [@S1, @S0]>
// CHECK:       %l = "tf.TensorListReserve"(%e, %n) : (tensor<1xi32>, tensor<i32>) -> tensor<?x?xf32, [@S3, @S0]>
// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.TensorListStack at {{.*}}: the list must not be empty, for the shape of its elements is not given in full"}
// CHECK:       %[[M:.*]] = sdim.tie_shape %m, [%{{.*}}, %{{.*}}] : tensor<?x?xf32, [@S3, @S0]> -> tensor<?x?xf32, [@S1, @S0]>
// CHECK:       "tf.TensorListStack"(%[[M]], %e)
func.func @tensor_list_reserve(%x: tensor<?xf32>, %n: tensor<i32>, %i: tensor<i32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListReserve"(%e, %n) : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %m = "tf.TensorListSetItem"(%l, %i, %x) : (tensor<!tf_type.variant>, tensor<i32>, tensor<?xf32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListStack"(%m, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The tensor itself; what is stacked again has its sizes.
// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.TensorListStack at {{.*}}: the list must not be empty, for the shape of its elements is not given in full"}
// CHECK:       func.func @tensor_list_from_tensor(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
// CHECK:       %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32, [@S0, @S1]>, tensor<1xi32>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @tensor_list_from_tensor(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListStack"(%l, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The length is required to be num_elements.
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.TensorListStack at {{.*}}: the number of elements, S0, must be 3"}
// CHECK:       func.func @tensor_list_stack(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<3x?xf32, [3, @S1]>
// CHECK:       %r = "tf.TensorListStack"(%l, %e) <{num_elements = 3 : i64}> {tieshape.needs_items} : (tensor<3x?xf32, [3, @S1]>, tensor<1xi32>) -> tensor<3x?xf32, [3, @S1]>
func.func @tensor_list_stack(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListStack"(%l, %e) <{num_elements = 3 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// No list is given a size of its elements: an item is required. With one, none is.
// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.TensorListStack at {{.*}}: the list must not be empty, for the shape of its elements is not given in full"}
// CHECK:       func.func @tensor_list_stack_of_items(%x: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<?x2xf32, [@S2, 2]>)
// CHECK:       "tf.TensorListStack"({{.*}}) <{num_elements = -1 : i64}> {tieshape.needs_items} : (tensor<?x?xf32
// CHECK:       "tf.TensorListStack"({{.*}}) <{num_elements = -1 : i64}> : (tensor<?x2xf32
func.func @tensor_list_stack_of_items(%x: tensor<?x?xf32>, %y: tensor<?x2xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %e = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %f = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32>, tensor<i32>) -> tensor<!tf_type.variant>
  %m = "tf.TensorListFromTensor"(%y, %f) : (tensor<?x2xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListStack"(%l, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<i32>) -> tensor<*xf32>
  %s = "tf.TensorListStack"(%m, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<i32>) -> tensor<*xf32>
  func.return %r, %s : tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK:       func.func @tensor_list_length(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<i32>
// CHECK:       %r = "tf.TensorListLength"(%l) : (tensor<?x?xf32, [@S0, @S1]>) -> tensor<i32>
func.func @tensor_list_length(%x: tensor<?x?xf32>) -> tensor<*xi32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListLength"(%l) : (tensor<!tf_type.variant>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       func.func @tensor_list_element_shape(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<1xi32>
// CHECK:       %r = "tf.TensorListElementShape"(%l) : (tensor<?x?xf32, [@S0, @S1]>) -> tensor<1xi32>
func.func @tensor_list_element_shape(%x: tensor<?x?xf32>) -> tensor<*xi32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListElementShape"(%l) : (tensor<!tf_type.variant>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       func.func @tensor_list_get_item(%x: tensor<?x?xf32, [@S0, @S1]>, %i: tensor<i32>) -> tensor<?xf32, [@S1]>
// CHECK:       %r = "tf.TensorListGetItem"(%l, %i, %e) : (tensor<?x?xf32, [@S0, @S1]>, tensor<i32>, tensor<1xi32>) -> tensor<?xf32, [@S1]>
func.func @tensor_list_get_item(%x: tensor<?x?xf32>, %i: tensor<i32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListGetItem"(%l, %i, %e) : (tensor<!tf_type.variant>, tensor<i32>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.TensorListSetItem at {{.*}}: an item of size S2 must have the elements' size S1"}
// CHECK:       func.func @tensor_list_set_item(%x: tensor<?x?xf32, [@S0, @S1]>, %i: tensor<i32>, %y: tensor<?xf32, [@S2]>) -> tensor<?x?xf32, [@S0, @S1]>
// CHECK:       %m = "tf.TensorListSetItem"(%l, %i, %y_1) : (tensor<?x?xf32, [@S0, @S1]>, tensor<i32>, tensor<?xf32, [@S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @tensor_list_set_item(%x: tensor<?x?xf32>, %i: tensor<i32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %m = "tf.TensorListSetItem"(%l, %i, %y) : (tensor<!tf_type.variant>, tensor<i32>, tensor<?xf32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListStack"(%m, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Set at a place that is not known, a list that may grow has no fewer items than before, and one at least.
// CHECK:       sdim.range @[[G:.*]] in [1, ?]
// CHECK:       sdim.less_equal {{.*}}, @[[G]]
// CHECK:       %m = "tf.TensorListSetItem"(%l, %i, %y_1) {{.*}} -> tensor<?x?xf32, [@S3, @S1]>
func.func @tensor_list_set_item_grows(%x: tensor<?x?xf32>, %i: tensor<i32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %m = "tf.TensorListSetItem"(%l, %i, %y) <{resize_if_index_out_of_bounds = true}> : (tensor<!tf_type.variant>, tensor<i32>, tensor<?xf32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListStack"(%m, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.sum_equal [@S0, 1], [@S3]
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.TensorListPushBack at {{.*}}: an item of size S2 must have the elements' size S1"}
// CHECK:       func.func @tensor_list_push_back(%x: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<?xf32, [@S2]>) -> tensor<?x?xf32, [@S3, @S1]>
// CHECK:       %m = "tf.TensorListPushBack"(%l, %y_1) : (tensor<?x?xf32, [@S0, @S1]>, tensor<?xf32, [@S1]>) -> tensor<?x?xf32, [@S3, @S1]>
func.func @tensor_list_push_back(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %m = "tf.TensorListPushBack"(%l, %y) : (tensor<!tf_type.variant>, tensor<?xf32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListStack"(%m, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// An item is required.
// CHECK:       sdim.sum_equal [@S0], [@S2, 1]
// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.TensorListPopBack at {{.*}}: the list must not be empty"}
// CHECK:       func.func @tensor_list_pop_back(%x: tensor<?x?xf32, [@S0, @S1]>) -> (tensor<?x?xf32, [@S2, @S1]>, tensor<?xf32, [@S1]>)
// CHECK:       %m, %y = "tf.TensorListPopBack"(%l, %e) : (tensor<?x?xf32, [@S0, @S1]>, tensor<1xi32>) -> (tensor<?x?xf32, [@S2, @S1]>, tensor<?xf32, [@S1]>)
func.func @tensor_list_pop_back(%x: tensor<?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %m, %y = "tf.TensorListPopBack"(%l, %e) : (tensor<!tf_type.variant>, tensor<1xi32>) -> (tensor<!tf_type.variant>, tensor<*xf32>)
  %r = "tf.TensorListStack"(%m, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r, %y : tensor<*xf32>, tensor<*xf32>
}

// -----

// Where no entry tells the shape of the elements there must be some.
// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.TensorListGather at {{.*}}: the list must not be empty, for the shape of its elements is not given in full"}
// CHECK:       func.func @tensor_list_gather(%x: tensor<?x?xf32, [@S0, @S1]>, %i: tensor<?xi32, [@S2]>) -> tensor<?x?xf32, [@S2, @S1]>
// CHECK:       %r = "tf.TensorListGather"(%l, %i, %e) {tieshape.needs_items} : (tensor<?x?xf32, [@S0, @S1]>, tensor<?xi32, [@S2]>, tensor<1xi32>) -> tensor<?x?xf32, [@S2, @S1]>
func.func @tensor_list_gather(%x: tensor<?x?xf32>, %i: tensor<?xi32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListGather"(%l, %i, %e) : (tensor<!tf_type.variant>, tensor<?xi32>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The number of items is the operand, whatever it was; only the stack demands one.
// CHECK:       sdim.range assert @S2 in [1, ?]
// CHECK:       func.func @tensor_list_resize(%x: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<?xf32, [@S2]>) -> tensor<?x?xf32, [@S2, @S1]>
// CHECK:       %m = "tf.TensorListResize"(%l, %n) : (tensor<?x?xf32, [@S0, @S1]>, tensor<i32>) -> tensor<?x?xf32, [@S2, @S1]>
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
// CHECK:       sdim.product_equal [@S0, @S1], [@S2]
// CHECK:       func.func @tensor_list_concat_v2(%x: tensor<?x?x2xf32, [@S0, @S1, 2]>) -> (tensor<?x2xf32, [@S2, 2]>, tensor<?xi64, [@S0]>)
// CHECK:       %r, %r_1 = "tf.TensorListConcatV2"(%l, %e, %none) : (tensor<?x?x2xf32, [@S0, @S1, 2]>, tensor<2xi32>, tensor<1xi64>) -> (tensor<?x2xf32, [@S2, 2]>, tensor<?xi64, [@S0]>)
func.func @tensor_list_concat_v2(%x: tensor<?x?x2xf32>) -> (tensor<*xf32>, tensor<*xi64>) {
  %e = "tf.Const"() <{value = dense<[-1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %none = "tf.Const"() <{value = dense<0> : tensor<1xi64>}> : () -> tensor<1xi64>
  %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?x2xf32>, tensor<2xi32>) -> tensor<!tf_type.variant>
  %r:2 = "tf.TensorListConcatV2"(%l, %e, %none) : (tensor<!tf_type.variant>, tensor<2xi32>, tensor<1xi64>) -> (tensor<*xf32>, tensor<*xi64>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xi64>
}

// -----

// CHECK:       sdim.equal assert @S0, @S2 {why = "tf.TensorListScatterIntoExistingList at {{.*}}: there are S0 entries for S2 indices"}
// CHECK:       func.func @tensor_list_scatter_into_existing_list(%x: tensor<?x?xf32, [@S0, @S1]>, %at: tensor<?xi32, [@S2]>, %n: tensor<i32>) -> tensor<?x?xf32, [@S3, @S1]>
func.func @tensor_list_scatter_into_existing_list(%x: tensor<?x?xf32>, %at: tensor<?xi32>, %n: tensor<i32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListReserve"(%e, %n) : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant>
  %m = "tf.TensorListScatterIntoExistingList"(%l, %x, %at) : (tensor<!tf_type.variant>, tensor<?x?xf32>, tensor<?xi32>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListStack"(%m, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Parts of different sizes are the elements of all, and a table of the sizes of each.
// CHECK:       func.func @tensor_list_split(%x: tensor<?xf32, [@S0]>, %n: tensor<?xi64, [@S1]>, %i: tensor<i32>) -> tensor<?xf32, [@S4]>
// CHECK:       sdim.holds assert {{.*}} {why = "tf.TensorListSplit at {{.*}}: lengths must not be negative"}
// CHECK:       sdim.holds assert {{.*}} {why = "tf.TensorListSplit at {{.*}}: lengths must add up to the size of dimension 0"}
// CHECK:       "tf.ExpandDims"(%{{.*}}) : (tensor<?xi64, [@S1]>, tensor<i64>) -> tensor<?x1xi64, [@S1, 1]>
// CHECK:       sdim.holds assert {{.*}} {why = "tf.TensorListGetItem at {{.*}}: index must be less than the list's length"}
// CHECK:       "tf.StridedSlice"({{.*}}) {{.*}} -> tensor<?xf32, [@S4]>
func.func @tensor_list_split(%x: tensor<?xf32>, %n: tensor<?xi64>, %i: tensor<i32>) -> tensor<*xf32> {
  %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %l = "tf.TensorListSplit"(%x, %e, %n) : (tensor<?xf32>, tensor<1xi32>, tensor<?xi64>) -> tensor<!tf_type.variant>
  %r = "tf.TensorListGetItem"(%l, %i, %e) : (tensor<!tf_type.variant>, tensor<i32>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

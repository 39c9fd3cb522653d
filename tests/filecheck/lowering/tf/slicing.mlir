// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// A size of -1 is all that follows.
// CHECK-LABEL: func.func @slice(
// CHECK:         %[[SL:.*]] = mhlo.real_dynamic_slice %x, {{.*}} -> tensor<?x4xf32, [@S1, 4]>
// CHECK-NEXT:    func.return %[[SL]]
func.func @slice(%x: tensor<?x8xf32>) -> tensor<*xf32> {
  %begin = "tf.Const"() <{value = dense<[2, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %size = "tf.Const"() <{value = dense<[-1, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Slice"(%x, %begin, %size) : (tensor<?x8xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// x[1:, ::2]: a bound outside of the dimension is clamped, nothing is required.
// CHECK-LABEL: func.func @strided_slice(
// CHECK:         %[[SL:.*]] = mhlo.real_dynamic_slice %x, {{.*}} -> tensor<?x5xf32, [@S1, 5]>
// CHECK-NEXT:    func.return %[[SL]]
func.func @strided_slice(%x: tensor<?x9xf32>) -> tensor<*xf32> {
  %begin = "tf.Const"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %end = "tf.Const"() <{value = dense<[0, 9]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %strides = "tf.Const"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.StridedSlice"(%x, %begin, %end, %strides) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 1 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64}>
      : (tensor<?x9xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// x[a:b:c]: what is taken has the size of the result from the start, no other size is made for it.
// CHECK-LABEL: func.func @strided_slice_at_run_time(
// CHECK:         %[[TAKEN:.*]] = "mhlo.dynamic_gather"(%x, %{{.*}}, %{{.*}}) {{.*}} -> tensor<?xf32, [@S3]>
// CHECK-NEXT:    func.return %[[TAKEN]] : tensor<?xf32, [@S3]>
func.func @strided_slice_at_run_time(%x: tensor<?xf32>, %begin: tensor<1xi32>, %end: tensor<1xi32>, %strides: tensor<1xi32>) -> tensor<*xf32> {
  %r = "tf.StridedSlice"(%x, %begin, %end, %strides) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64}>
      : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// x[a:b:c, i]: the dimension that is dropped keeps its own size until it is.
// CHECK-LABEL: func.func @strided_slice_of_column(
// CHECK:         %[[TAKEN:.*]] = "mhlo.dynamic_gather"(%x, {{.*}} -> tensor<?x?xf32, [@S4, @S1]>
// CHECK:         %[[SL:.*]] = mhlo.real_dynamic_slice %[[TAKEN]], {{.*}} -> tensor<?x1xf32, [@S4, 1]>
// CHECK-NEXT:    mhlo.dynamic_reshape %[[SL]], {{.*}} -> tensor<?xf32, [@S4]>
func.func @strided_slice_of_column(%x: tensor<?x?xf32>, %begin: tensor<2xi32>, %end: tensor<2xi32>, %strides: tensor<2xi32>) -> tensor<*xf32> {
  %r = "tf.StridedSlice"(%x, %begin, %end, %strides) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 2 : i64}>
      : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Of each entry of the batch only the first elements are reversed.
// CHECK-LABEL: func.func @reverse_sequence(
// CHECK:         %[[IOTA:.*]] = "mhlo.dynamic_iota"(%{{.*}}) <{iota_dimension = 1 : i64}> : {{.*}} -> tensor<?x?xi64, [@S0, @S1]>
// CHECK:         %[[C:.*]] = mhlo.compare LT, %[[IOTA]], %{{.*}}
// CHECK:         %[[SUB:.*]] = mhlo.subtract
// CHECK-NEXT:    %[[SUB2:.*]] = mhlo.subtract %[[SUB]], %[[IOTA]]
// CHECK-NEXT:    %[[SEL:.*]] = mhlo.select %[[C]], %[[SUB2]], %[[IOTA]]
// CHECK-NEXT:    "mhlo.dynamic_gather"(%x, %[[SEL]], %{{.*}}) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>}> : {{.*}} -> tensor<?x?xf32, [@S0, @S1]>
func.func @reverse_sequence(%x: tensor<?x?xf32>, %lengths: tensor<?xi32>) -> tensor<*xf32> {
  %r = "tf.ReverseSequence"(%x, %lengths) <{batch_dim = 0 : i64, seq_dim = 1 : i64}> : (tensor<?x?xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @reverse_v2(
// CHECK:         %[[REVERSE:.*]] = "mhlo.reverse"(%x) <{dimensions = dense<1> : tensor<1xi64>}> : {{.*}} -> tensor<?x?xf32, [@S0, @S1]>
// CHECK-NEXT:    func.return %[[REVERSE]]
func.func @reverse_v2(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %axis = "tf.Const"() <{value = dense<[-1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.ReverseV2"(%x, %axis) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The shift is taken modulo the size.
// CHECK-LABEL: func.func @roll(
// CHECK:         tensor.extract %shift[] : tensor<i32>
// CHECK:         %[[IOTA:.*]] = "mhlo.dynamic_iota"(%{{.*}}) <{iota_dimension = 0 : i64}> : {{.*}} -> tensor<?xi64, [@S1]>
// CHECK:         arith.floordivsi %{{.*}}, %{{.*}} : index
// CHECK:         %[[ADD:.*]] = mhlo.add %[[IOTA]], %{{.*}}
// CHECK:         %[[C:.*]] = mhlo.compare GE, %[[ADD]], %{{.*}}
// CHECK-NEXT:    %[[SUB:.*]] = mhlo.subtract %[[ADD]], %{{.*}}
// CHECK-NEXT:    %[[SEL:.*]] = mhlo.select %[[C]], %[[SUB]], %[[ADD]]
// CHECK-NEXT:    "mhlo.dynamic_gather"(%x, %[[SEL]], %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>}> : {{.*}} -> tensor<?x?xf32, [@S0, @S1]>
func.func @roll(%x: tensor<?x?xf32>, %shift: tensor<i32>) -> tensor<*xf32> {
  %axis = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Roll"(%x, %shift, %axis) : (tensor<?x?xf32>, tensor<i32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

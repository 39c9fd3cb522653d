// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// The elements of the shape are the sizes of the result; updates of one place are added.
// CHECK-LABEL: func.func @scatter_nd(
// CHECK:         mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:         %[[SCATTER:.*]] = "mhlo.scatter"(%{{.*}}, %indices, %updates_1) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.add
// CHECK:         func.return %[[SCATTER]]
func.func @scatter_nd(%indices: tensor<?x1xi32>, %updates: tensor<?x5xf32>, %shape: tensor<2xi32>) -> tensor<*xf32> {
  %r = "tf.ScatterNd"(%indices, %updates, %shape) : (tensor<?x1xi32>, tensor<?x5xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// As many segments as the largest id says: the size depends on data.
// CHECK-LABEL: func.func @segment_sum(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<-1> : tensor<i64>
// CHECK:         mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:         %[[CVT:.*]] = mhlo.convert %ids_1 : {{.*}} -> tensor<?xi64, [@S0]>
// CHECK-NEXT:    mhlo.reduce(%[[CVT]] init: %[[CST]]) applies mhlo.maximum across dimensions = [0] : {{.*}} -> tensor<i64>
// CHECK:         "mhlo.scatter"(%{{.*}}, %ids_1, %x) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.add
func.func @segment_sum(%x: tensor<?x3xf32>, %ids: tensor<?xi32>) -> tensor<*xf32> {
  %r = "tf.SegmentSum"(%x, %ids) : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @tensor_scatter_add(
// CHECK:         %[[SCATTER:.*]] = "mhlo.scatter"(%x, %indices, %updates_1) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.add
// CHECK:         func.return %[[SCATTER]]
func.func @tensor_scatter_add(%x: tensor<?x5xf32>, %indices: tensor<?x1xi32>, %updates: tensor<?x5xf32>) -> tensor<*xf32> {
  %r = "tf.TensorScatterAdd"(%x, %indices, %updates) : (tensor<?x5xf32>, tensor<?x1xi32>, tensor<?x5xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @tensor_scatter_max(
// CHECK:         %[[SCATTER:.*]] = "mhlo.scatter"(%x, %indices, %updates_1) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.maximum
// CHECK:         func.return %[[SCATTER]]
func.func @tensor_scatter_max(%x: tensor<?x5xf32>, %indices: tensor<?x1xi32>, %updates: tensor<?x5xf32>) -> tensor<*xf32> {
  %r = "tf.TensorScatterMax"(%x, %indices, %updates) : (tensor<?x5xf32>, tensor<?x1xi32>, tensor<?x5xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @tensor_scatter_min(
// CHECK:         %[[SCATTER:.*]] = "mhlo.scatter"(%x, %indices, %updates_1) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.minimum
// CHECK:         func.return %[[SCATTER]]
func.func @tensor_scatter_min(%x: tensor<?x5xf32>, %indices: tensor<?x1xi32>, %updates: tensor<?x5xf32>) -> tensor<*xf32> {
  %r = "tf.TensorScatterMin"(%x, %indices, %updates) : (tensor<?x5xf32>, tensor<?x1xi32>, tensor<?x5xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @tensor_scatter_sub(
// CHECK:         %[[SCATTER:.*]] = "mhlo.scatter"(%x, %indices, %updates_1) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.subtract
// CHECK:         func.return %[[SCATTER]]
func.func @tensor_scatter_sub(%x: tensor<?x5xf32>, %indices: tensor<?x1xi32>, %updates: tensor<?x5xf32>) -> tensor<*xf32> {
  %r = "tf.TensorScatterSub"(%x, %indices, %updates) : (tensor<?x5xf32>, tensor<?x1xi32>, tensor<?x5xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @tensor_scatter_update(
// CHECK:         %[[SCATTER:.*]] = "mhlo.scatter"(%x, %indices, %updates_1) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         func.return %[[SCATTER]]
func.func @tensor_scatter_update(%x: tensor<?x5xf32>, %indices: tensor<?x1xi32>, %updates: tensor<?x5xf32>) -> tensor<*xf32> {
  %r = "tf.TensorScatterUpdate"(%x, %indices, %updates) : (tensor<?x5xf32>, tensor<?x1xi32>, tensor<?x5xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @unsorted_segment_max(
// CHECK:         mhlo.constant dense<-3.40282347e+38> : tensor<f32>
// CHECK:         %[[SCATTER:.*]] = "mhlo.scatter"(%{{.*}}, %ids_1, %x) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         %[[C:.*]] = mhlo.compare GT, %[[OLD:.*]], %[[NEW:.*]] :
// CHECK-NEXT:    mhlo.select %[[C]], %[[OLD]], %[[NEW]]
// CHECK:         func.return %[[SCATTER]]
func.func @unsorted_segment_max(%x: tensor<?x3xf32>, %ids: tensor<?xi32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.UnsortedSegmentMax"(%x, %ids, %n) : (tensor<?x3xf32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @unsorted_segment_min(
// CHECK:         mhlo.constant dense<3.40282347e+38> : tensor<f32>
// CHECK:         %[[SCATTER:.*]] = "mhlo.scatter"(%{{.*}}, %ids_1, %x) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         %[[C:.*]] = mhlo.compare LT, %[[OLD:.*]], %[[NEW:.*]] :
// CHECK-NEXT:    mhlo.select %[[C]], %[[OLD]], %[[NEW]]
// CHECK:         func.return %[[SCATTER]]
func.func @unsorted_segment_min(%x: tensor<?x3xf32>, %ids: tensor<?xi32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.UnsortedSegmentMin"(%x, %ids, %n) : (tensor<?x3xf32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @unsorted_segment_prod(
// CHECK:         mhlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK:         %[[SCATTER:.*]] = "mhlo.scatter"(%{{.*}}, %ids_1, %x) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.multiply
// CHECK:         func.return %[[SCATTER]]
func.func @unsorted_segment_prod(%x: tensor<?x3xf32>, %ids: tensor<?xi32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.UnsortedSegmentProd"(%x, %ids, %n) : (tensor<?x3xf32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The number of segments is an element; entries with a negative id are left out.
// CHECK-LABEL: func.func @unsorted_segment_sum(
// CHECK:         mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:         %[[SCATTER:.*]] = "mhlo.scatter"(%{{.*}}, %ids_1, %x) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.add
// CHECK:         func.return %[[SCATTER]]
func.func @unsorted_segment_sum(%x: tensor<?x3xf32>, %ids: tensor<?xi32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.UnsortedSegmentSum"(%x, %ids, %n) : (tensor<?x3xf32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @segment_prod(
// CHECK:         "mhlo.scatter"(%{{.*}}, %ids_1, %x) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.multiply %{{.*}}, %{{.*}} : tensor<f32>
func.func @segment_prod(%x: tensor<?x3xf32>, %ids: tensor<?xi32>) -> tensor<*xf32> {
  %r = "tf.SegmentProd"(%x, %ids) : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// An id that no entry has gives 0.
// CHECK-LABEL: func.func @segment_max(
// CHECK:         "mhlo.scatter"(%{{.*}}, %ids_1, %x) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.maximum %{{.*}}, %{{.*}} : tensor<f32>
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x3xi1, [@S2, 3]>, tensor<?x3xf32, [@S2, 3]>
func.func @segment_max(%x: tensor<?x3xf32>, %ids: tensor<?xi32>) -> tensor<*xf32> {
  %r = "tf.SegmentMax"(%x, %ids) : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @segment_min(
// CHECK:         "mhlo.scatter"(%{{.*}}, %ids_1, %x) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.minimum %{{.*}}, %{{.*}} : tensor<f32>
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x3xi1, [@S2, 3]>, tensor<?x3xf32, [@S2, 3]>
func.func @segment_min(%x: tensor<?x3xf32>, %ids: tensor<?xi32>) -> tensor<*xf32> {
  %r = "tf.SegmentMin"(%x, %ids) : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @segment_mean(
// CHECK:         "mhlo.scatter"(%{{.*}}, %ids_1, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?x3xf32, [@S2, 3]>
func.func @segment_mean(%x: tensor<?x3xf32>, %ids: tensor<?xi32>) -> tensor<*xf32> {
  %r = "tf.SegmentMean"(%x, %ids) : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @inplace_update(
// CHECK:         mhlo.convert %i : (tensor<?xi32, [@S2]>) -> tensor<?xi64, [@S2]>
// CHECK:         mhlo.maximum %{{.*}}, %{{.*}} : tensor<?xi64, [@S2]>
// CHECK:         mhlo.add %{{.*}}, %{{.*}} : tensor<?xi64, [@S2]>
// CHECK:         mhlo.scatter"(%x, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
func.func @inplace_update(%x: tensor<?x?xf32>, %i: tensor<?xi32>, %v: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.InplaceUpdate"(%x, %i, %v) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @inplace_add(
// CHECK:         mhlo.convert %i : (tensor<?xi32, [@S2]>) -> tensor<?xi64, [@S2]>
// CHECK:         mhlo.maximum %{{.*}}, %{{.*}} : tensor<?xi64, [@S2]>
// CHECK:         mhlo.add %{{.*}}, %{{.*}} : tensor<?xi64, [@S2]>
// CHECK:         mhlo.scatter"(%x, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.add %{{.*}}, %{{.*}} : tensor<f32>
func.func @inplace_add(%x: tensor<?x?xf32>, %i: tensor<?xi32>, %v: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.InplaceAdd"(%x, %i, %v) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @inplace_sub(
// CHECK:         mhlo.convert %i : (tensor<?xi32, [@S2]>) -> tensor<?xi64, [@S2]>
// CHECK:         mhlo.maximum %{{.*}}, %{{.*}} : tensor<?xi64, [@S2]>
// CHECK:         mhlo.add %{{.*}}, %{{.*}} : tensor<?xi64, [@S2]>
// CHECK:         mhlo.scatter"(%x, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
func.func @inplace_sub(%x: tensor<?x?xf32>, %i: tensor<?xi32>, %v: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.InplaceSub"(%x, %i, %v) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

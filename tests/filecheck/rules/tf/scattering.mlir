// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// The elements of the shape are the sizes of the result; updates of one place are added.
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.ScatterNd at {{.*}}: updates and what they replace: sizes S1 and S0 must agree"}
// CHECK:       func.func @scatter_nd(%indices: tensor<?x1xi32, [@S0, 1]>, %updates: tensor<?x5xf32, [@S1, 5]>, %shape: tensor<2xi32>) -> tensor<?x5xf32, [@S2, 5]>
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.ScatterNd at {{.*}}: updates and what they replace: sizes 5 and S4 must agree"}
func.func @scatter_nd(%indices: tensor<?x1xi32>, %updates: tensor<?x5xf32>, %shape: tensor<2xi32>) -> tensor<*xf32> {
  %r = "tf.ScatterNd"(%indices, %updates, %shape) : (tensor<?x1xi32>, tensor<?x5xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// As many segments as the largest id says: the size depends on data.
// CHECK:       %[[S0:.*]] = sdim.size @S0
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.SegmentSum at {{.*}}: data and segment_ids: sizes S0 and S1 must agree"}
// CHECK:       %[[C0:.*]] = arith.constant 0 : index
// CHECK:       %[[C:.*]] = arith.cmpi ne, %[[S0]], %[[C0]] : index
// CHECK:       %[[S2:.*]] = sdim.size @S2
// CHECK:       %[[C2:.*]] = arith.cmpi eq, %[[S2]], %[[C0]] : index
// CHECK:       %[[OR:.*]] = arith.ori %[[C]], %[[C2]] : i1
// CHECK:       sdim.holds %[[OR]] {why = "tf.SegmentSum at {{.*}}: by definition"}
// CHECK:       func.func @segment_sum(%x: tensor<?x3xf32, [@S0, 3]>, %ids: tensor<?xi32, [@S1]>) -> tensor<?x3xf32, [@S2, 3]>
func.func @segment_sum(%x: tensor<?x3xf32>, %ids: tensor<?xi32>) -> tensor<*xf32> {
  %r = "tf.SegmentSum"(%x, %ids) : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.TensorScatterAdd at {{.*}}: updates and what they replace: sizes S2 and S1 must agree"}
// CHECK:       func.func @tensor_scatter_add(%x: tensor<?x5xf32, [@S0, 5]>, %indices: tensor<?x1xi32, [@S1, 1]>, %updates: tensor<?x5xf32, [@S2, 5]>) -> tensor<?x5xf32, [@S0, 5]>
func.func @tensor_scatter_add(%x: tensor<?x5xf32>, %indices: tensor<?x1xi32>, %updates: tensor<?x5xf32>) -> tensor<*xf32> {
  %r = "tf.TensorScatterAdd"(%x, %indices, %updates) : (tensor<?x5xf32>, tensor<?x1xi32>, tensor<?x5xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.TensorScatterMax at {{.*}}: updates and what they replace: sizes S2 and S1 must agree"}
// CHECK:       func.func @tensor_scatter_max(%x: tensor<?x5xf32, [@S0, 5]>, %indices: tensor<?x1xi32, [@S1, 1]>, %updates: tensor<?x5xf32, [@S2, 5]>) -> tensor<?x5xf32, [@S0, 5]>
func.func @tensor_scatter_max(%x: tensor<?x5xf32>, %indices: tensor<?x1xi32>, %updates: tensor<?x5xf32>) -> tensor<*xf32> {
  %r = "tf.TensorScatterMax"(%x, %indices, %updates) : (tensor<?x5xf32>, tensor<?x1xi32>, tensor<?x5xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.TensorScatterMin at {{.*}}: updates and what they replace: sizes S2 and S1 must agree"}
// CHECK:       func.func @tensor_scatter_min(%x: tensor<?x5xf32, [@S0, 5]>, %indices: tensor<?x1xi32, [@S1, 1]>, %updates: tensor<?x5xf32, [@S2, 5]>) -> tensor<?x5xf32, [@S0, 5]>
func.func @tensor_scatter_min(%x: tensor<?x5xf32>, %indices: tensor<?x1xi32>, %updates: tensor<?x5xf32>) -> tensor<*xf32> {
  %r = "tf.TensorScatterMin"(%x, %indices, %updates) : (tensor<?x5xf32>, tensor<?x1xi32>, tensor<?x5xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.TensorScatterSub at {{.*}}: updates and what they replace: sizes S2 and S1 must agree"}
// CHECK:       func.func @tensor_scatter_sub(%x: tensor<?x5xf32, [@S0, 5]>, %indices: tensor<?x1xi32, [@S1, 1]>, %updates: tensor<?x5xf32, [@S2, 5]>) -> tensor<?x5xf32, [@S0, 5]>
func.func @tensor_scatter_sub(%x: tensor<?x5xf32>, %indices: tensor<?x1xi32>, %updates: tensor<?x5xf32>) -> tensor<*xf32> {
  %r = "tf.TensorScatterSub"(%x, %indices, %updates) : (tensor<?x5xf32>, tensor<?x1xi32>, tensor<?x5xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.TensorScatterUpdate at {{.*}}: updates and what they replace: sizes S2 and S1 must agree"}
// CHECK:       func.func @tensor_scatter_update(%x: tensor<?x5xf32, [@S0, 5]>, %indices: tensor<?x1xi32, [@S1, 1]>, %updates: tensor<?x5xf32, [@S2, 5]>) -> tensor<?x5xf32, [@S0, 5]>
func.func @tensor_scatter_update(%x: tensor<?x5xf32>, %indices: tensor<?x1xi32>, %updates: tensor<?x5xf32>) -> tensor<*xf32> {
  %r = "tf.TensorScatterUpdate"(%x, %indices, %updates) : (tensor<?x5xf32>, tensor<?x1xi32>, tensor<?x5xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.UnsortedSegmentMax at {{.*}}: data and segment_ids: sizes S0 and S1 must agree"}
// CHECK:       func.func @unsorted_segment_max(%x: tensor<?x3xf32, [@S0, 3]>, %ids: tensor<?xi32, [@S1]>, %n: tensor<i32>) -> tensor<?x3xf32, [@S2, 3]>
func.func @unsorted_segment_max(%x: tensor<?x3xf32>, %ids: tensor<?xi32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.UnsortedSegmentMax"(%x, %ids, %n) : (tensor<?x3xf32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.UnsortedSegmentMin at {{.*}}: data and segment_ids: sizes S0 and S1 must agree"}
// CHECK:       func.func @unsorted_segment_min(%x: tensor<?x3xf32, [@S0, 3]>, %ids: tensor<?xi32, [@S1]>, %n: tensor<i32>) -> tensor<?x3xf32, [@S2, 3]>
func.func @unsorted_segment_min(%x: tensor<?x3xf32>, %ids: tensor<?xi32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.UnsortedSegmentMin"(%x, %ids, %n) : (tensor<?x3xf32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.UnsortedSegmentProd at {{.*}}: data and segment_ids: sizes S0 and S1 must agree"}
// CHECK:       func.func @unsorted_segment_prod(%x: tensor<?x3xf32, [@S0, 3]>, %ids: tensor<?xi32, [@S1]>, %n: tensor<i32>) -> tensor<?x3xf32, [@S2, 3]>
func.func @unsorted_segment_prod(%x: tensor<?x3xf32>, %ids: tensor<?xi32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.UnsortedSegmentProd"(%x, %ids, %n) : (tensor<?x3xf32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The number of segments is an element; entries with a negative id are left out.
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.UnsortedSegmentSum at {{.*}}: data and segment_ids: sizes S0 and S1 must agree"}
// CHECK:       func.func @unsorted_segment_sum(%x: tensor<?x3xf32, [@S0, 3]>, %ids: tensor<?xi32, [@S1]>, %n: tensor<i32>) -> tensor<?x3xf32, [@S2, 3]>
func.func @unsorted_segment_sum(%x: tensor<?x3xf32>, %ids: tensor<?xi32>, %n: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.UnsortedSegmentSum"(%x, %ids, %n) : (tensor<?x3xf32>, tensor<?xi32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.SegmentProd at {{.*}}: data and segment_ids: sizes S0 and S1 must agree"}
// CHECK:       func.func @segment_prod(%x: tensor<?x3xf32, [@S0, 3]>, %ids: tensor<?xi32, [@S1]>) -> tensor<?x3xf32, [@S2, 3]>
func.func @segment_prod(%x: tensor<?x3xf32>, %ids: tensor<?xi32>) -> tensor<*xf32> {
  %r = "tf.SegmentProd"(%x, %ids) : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// An id that no entry has gives 0.
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.SegmentMax at {{.*}}: data and segment_ids: sizes S0 and S1 must agree"}
// CHECK:       func.func @segment_max(%x: tensor<?x3xf32, [@S0, 3]>, %ids: tensor<?xi32, [@S1]>) -> tensor<?x3xf32, [@S2, 3]>
func.func @segment_max(%x: tensor<?x3xf32>, %ids: tensor<?xi32>) -> tensor<*xf32> {
  %r = "tf.SegmentMax"(%x, %ids) : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.SegmentMin at {{.*}}: data and segment_ids: sizes S0 and S1 must agree"}
// CHECK:       func.func @segment_min(%x: tensor<?x3xf32, [@S0, 3]>, %ids: tensor<?xi32, [@S1]>) -> tensor<?x3xf32, [@S2, 3]>
func.func @segment_min(%x: tensor<?x3xf32>, %ids: tensor<?xi32>) -> tensor<*xf32> {
  %r = "tf.SegmentMin"(%x, %ids) : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.SegmentMean at {{.*}}: data and segment_ids: sizes S0 and S1 must agree"}
// CHECK:       func.func @segment_mean(%x: tensor<?x3xf32, [@S0, 3]>, %ids: tensor<?xi32, [@S1]>) -> tensor<?x3xf32, [@S2, 3]>
func.func @segment_mean(%x: tensor<?x3xf32>, %ids: tensor<?xi32>) -> tensor<*xf32> {
  %r = "tf.SegmentMean"(%x, %ids) : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Of the ranks that a squeeze may leave only that of the updates fits.
// CHECK-LABEL: func.func @squeezed
// CHECK:         "tf.TensorScatterSub"(
func.func @squeezed(%x: tensor<?x?x?xf32>, %u: tensor<?xf32>, %i: tensor<?x1xi32>) -> tensor<*xf32> {
  %0 = "tf.Squeeze"(%x) {squeeze_dims = []} : (tensor<?x?x?xf32>) -> tensor<*xf32>
  %1 = "tf.TensorScatterSub"(%0, %i, %u) {bad_indices_policy = ""} : (tensor<*xf32>, tensor<?x1xi32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %1 : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.InplaceUpdate at {{.*}}: numbers and rows: sizes S2 and S3 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.InplaceUpdate at {{.*}}: rows of x and v: sizes S1 and S4 must agree"}
// CHECK:       func.func @inplace_update(%x: tensor<?x?xf32, [@S0, @S1]>, %i: tensor<?xi32, [@S2]>, %v: tensor<?x?xf32, [@S3, @S4]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @inplace_update(%x: tensor<?x?xf32>, %i: tensor<?xi32>, %v: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.InplaceUpdate"(%x, %i, %v) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.InplaceAdd at {{.*}}: numbers and rows: sizes S2 and S3 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.InplaceAdd at {{.*}}: rows of x and v: sizes S1 and S4 must agree"}
// CHECK:       func.func @inplace_add(%x: tensor<?x?xf32, [@S0, @S1]>, %i: tensor<?xi32, [@S2]>, %v: tensor<?x?xf32, [@S3, @S4]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @inplace_add(%x: tensor<?x?xf32>, %i: tensor<?xi32>, %v: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.InplaceAdd"(%x, %i, %v) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.InplaceSub at {{.*}}: numbers and rows: sizes S2 and S3 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.InplaceSub at {{.*}}: rows of x and v: sizes S1 and S4 must agree"}
// CHECK:       func.func @inplace_sub(%x: tensor<?x?xf32, [@S0, @S1]>, %i: tensor<?xi32, [@S2]>, %v: tensor<?x?xf32, [@S3, @S4]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @inplace_sub(%x: tensor<?x?xf32>, %i: tensor<?xi32>, %v: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.InplaceSub"(%x, %i, %v) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

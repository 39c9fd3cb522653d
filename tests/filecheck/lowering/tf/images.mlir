// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @space_to_depth(
// CHECK:         %[[R:.*]] = mhlo.dynamic_reshape %x, {{.*}} -> tensor<?x?x2x3x2x3xf32, [@S0, @S2, 2, 3, 2, 3]>
// CHECK-NEXT:    %[[T:.*]] = "mhlo.transpose"(%[[R]]) <{permutation = dense<[0, 1, 3, 2, 4, 5]> : tensor<6xi64>}> : {{.*}} -> tensor<?x?x3x2x2x3xf32, [@S0, @S2, 3, 2, 2, 3]>
// CHECK-NEXT:    %[[R2:.*]] = mhlo.dynamic_reshape %[[T]], {{.*}} -> tensor<?x?x3x12xf32, [@S0, @S2, 3, 12]>
// CHECK-NEXT:    func.return %[[R2]]
func.func @space_to_depth(%x: tensor<?x?x6x3xf32>) -> tensor<*xf32> {
  %r = "tf.SpaceToDepth"(%x) <{block_size = 2 : i64, data_format = "NHWC"}> : (tensor<?x?x6x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @depth_to_space(
// CHECK:         %[[R:.*]] = mhlo.dynamic_reshape %x, {{.*}} -> tensor<?x?x6x2x2x3xf32, [@S0, @S1, 6, 2, 2, 3]>
// CHECK-NEXT:    %[[T:.*]] = "mhlo.transpose"(%[[R]]) <{permutation = dense<[0, 1, 3, 2, 4, 5]> : tensor<6xi64>}> : {{.*}} -> tensor<?x?x2x6x2x3xf32, [@S0, @S1, 2, 6, 2, 3]>
// CHECK-NEXT:    %[[R2:.*]] = mhlo.dynamic_reshape %[[T]], {{.*}} -> tensor<?x?x12x3xf32, [@S0, @S2, 12, 3]>
// CHECK-NEXT:    func.return %[[R2]]
func.func @depth_to_space(%x: tensor<?x?x6x12xf32>) -> tensor<*xf32> {
  %r = "tf.DepthToSpace"(%x) <{block_size = 2 : i64, data_format = "NHWC"}> : (tensor<?x?x6x12xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The batch is multiplied by the blocks; the padded sizes are required to divide.
// CHECK-LABEL: func.func @space_to_batch_nd(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:         %[[PAD:.*]] = "mhlo.pad"(%x, %[[CST]]) <{edge_padding_low = dense<0> : tensor<3xi64>, edge_padding_high = dense<[0, 1, 0]> : tensor<3xi64>, interior_padding = dense<0> : tensor<3xi64>}> : {{.*}} -> tensor<?x?x4xf32, [@S0, @S4, 4]>
// CHECK-NEXT:    %[[R:.*]] = mhlo.dynamic_reshape %[[PAD]], {{.*}} -> tensor<?x?x2x4xf32, [@S0, @S3, 2, 4]>
// CHECK-NEXT:    %[[T:.*]] = "mhlo.transpose"(%[[R]]) <{permutation = dense<[2, 0, 1, 3]> : tensor<4xi64>}> : {{.*}} -> tensor<2x?x?x4xf32, [2, @S0, @S3, 4]>
// CHECK-NEXT:    mhlo.dynamic_reshape %[[T]], {{.*}} -> tensor<?x?x4xf32, [@S2, @S3, 4]>
func.func @space_to_batch_nd(%x: tensor<?x?x4xf32>) -> tensor<*xf32> {
  %blocks = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %paddings = "tf.Const"() <{value = dense<[[0, 1]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.SpaceToBatchND"(%x, %blocks, %paddings) : (tensor<?x?x4xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @batch_to_space_nd(
// CHECK:         %[[R:.*]] = mhlo.dynamic_reshape %x, {{.*}} -> tensor<2x?x?x4xf32, [2, @S2, @S1, 4]>
// CHECK-NEXT:    %[[T:.*]] = "mhlo.transpose"(%[[R]]) <{permutation = dense<[1, 2, 0, 3]> : tensor<4xi64>}> : {{.*}} -> tensor<?x?x2x4xf32, [@S2, @S1, 2, 4]>
// CHECK-NEXT:    %[[R2:.*]] = mhlo.dynamic_reshape %[[T]], {{.*}} -> tensor<?x?x4xf32, [@S2, @S4, 4]>
// CHECK-NEXT:    mhlo.real_dynamic_slice %[[R2]], {{.*}} -> tensor<?x?x4xf32, [@S2, @S3, 4]>
func.func @batch_to_space_nd(%x: tensor<?x?x4xf32>) -> tensor<*xf32> {
  %blocks = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %crops = "tf.Const"() <{value = dense<[[0, 1]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.BatchToSpaceND"(%x, %blocks, %crops) : (tensor<?x?x4xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// As many boxes as pass, at most the number given.
// By score; a trip of the loop keeps one box and drops what overlaps it: there is no table of all pairs.
// CHECK-LABEL: func.func @non_max_suppression_v3(
// CHECK:         %{{.*}}, %[[SORT:.*]] = "mhlo.sort"(%scores_1, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         mhlo.compare GT
// CHECK:         "mhlo.dynamic_gather"(%boxes, %[[SORT]], %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : {{.*}} -> tensor<?x4xf32, [@S0, 4]>
// CHECK-NOT:     [@S0, @S0]
// CHECK:         mhlo.while({{.*}}) : tensor<i64>, tensor<i64>, tensor<?xi1, [@S0]> cond {
// CHECK-NOT:     [@S0, @S0]
// CHECK:         %[[DIV:.*]] = mhlo.divide {{.*}} : tensor<?xf32, [@S0]>
// CHECK-NEXT:    %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%overlap, %{{.*}})
// CHECK-NEXT:    %[[NEAR:.*]] = mhlo.compare LE, %[[DIV]], %[[B]]
// CHECK-NEXT:    mhlo.not %[[NEAR]]
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [0] : {{.*}} -> tensor<i64>
// CHECK:         %[[SHAPE:.*]] = tensor.from_elements %{{.*}} : tensor<1xindex>
// CHECK-NEXT:    %[[SL:.*]] = mhlo.real_dynamic_slice %{{.*}}, %{{.*}}, %[[SHAPE]], {{.*}} -> tensor<?xi64, [@S2]>
// CHECK-NEXT:    %[[G:.*]] = "mhlo.dynamic_gather"(%[[SORT]], %[[SL]], %{{.*}}) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : {{.*}} -> tensor<?xi64, [@S2]>
// CHECK-NEXT:    mhlo.convert %[[G]] : {{.*}} -> tensor<?xi32, [@S2]>
func.func @non_max_suppression_v3(%boxes: tensor<?x4xf32>, %scores: tensor<?xf32>, %most: tensor<i32>, %overlap: tensor<f32>, %least: tensor<f32>) -> tensor<*xi32> {
  %r = "tf.NonMaxSuppressionV3"(%boxes, %scores, %most, %overlap, %least) : (tensor<?x4xf32>, tensor<?xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// Padded to the number given; how many count is the second result.
// CHECK-LABEL: func.func @non_max_suppression_v4(
// CHECK:         %{{.*}}, %[[SORT:.*]] = "mhlo.sort"(%scores_1, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         mhlo.compare GT
// CHECK:         "mhlo.dynamic_gather"(%boxes, %[[SORT]], %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : {{.*}} -> tensor<?x4xf32, [@S0, 4]>
// CHECK:         mhlo.while
// CHECK:         mhlo.divide
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [0] : {{.*}} -> tensor<i64>
// CHECK:         arith.minsi %{{.*}}, %{{.*}} : index
// CHECK:         %[[PAD:.*]] = mhlo.dynamic_pad %{{.*}}, {{.*}} -> tensor<?xi64, [@S2]>
// CHECK-NEXT:    %[[CVT:.*]] = mhlo.convert %[[PAD]] : {{.*}} -> tensor<?xi32, [@S2]>
// CHECK:         func.return %[[CVT]], %{{.*}}
func.func @non_max_suppression_v4(%boxes: tensor<?x4xf32>, %scores: tensor<?xf32>, %most: tensor<i32>, %overlap: tensor<f32>, %least: tensor<f32>) -> (tensor<*xi32>, tensor<*xi32>) {
  %r:2 = "tf.NonMaxSuppressionV4"(%boxes, %scores, %most, %overlap, %least) <{pad_to_max_output_size = true}>
      : (tensor<?x4xf32>, tensor<?xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> (tensor<*xi32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xi32>, tensor<*xi32>
}

// -----

// Rows of each window, then columns; what is in a window becomes channels.
// CHECK-LABEL: func.func @extract_image_patches(
// CHECK:         %[[GATHER:.*]] = "mhlo.dynamic_gather"(%x, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [0, 3, 4], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>}>
// CHECK:         %[[GATHER2:.*]] = "mhlo.dynamic_gather"(%[[GATHER]], %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [0, 1, 2, 5], collapsed_slice_dims = [3], start_index_map = [3], index_vector_dim = 2>}>
// CHECK-NEXT:    %[[TRANSPOSE:.*]] = "mhlo.transpose"(%[[GATHER2]]) <{permutation = dense<[0, 1, 3, 2, 4, 5]> : tensor<6xi64>}>
// CHECK-NEXT:    mhlo.dynamic_reshape %[[TRANSPOSE]], %{{.*}}
func.func @extract_image_patches(%x: tensor<?x?x8x3xf32>) -> tensor<*xf32> {
  %r = "tf.ExtractImagePatches"(%x) <{ksizes = [1, 2, 3, 1], strides = [1, 1, 2, 1], rates = [1, 1, 1, 1], padding = "VALID"}> : (tensor<?x?x8x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @extract_volume_patches(
// CHECK:         mhlo.dynamic_iota"(%{{.*}}) <{iota_dimension = 0 : i64}> : (tensor<2xindex>) -> tensor<?x2xi64, [@S5, 2]>
// CHECK:         mhlo.multiply %{{.*}}, %{{.*}} : tensor<?x2xi64, [@S5, 2]>
// CHECK:         mhlo.multiply %{{.*}}, %{{.*}} : tensor<?x2xi64, [@S5, 2]>
// CHECK:         mhlo.add %{{.*}}, %{{.*}} : tensor<?x2xi64, [@S5, 2]>
// CHECK:         mhlo.add %{{.*}}, %{{.*}} : tensor<?x2xi64, [@S6, 2]>
// CHECK:         mhlo.transpose"(%{{.*}}) <{permutation = dense<[0, 1, 3, 5, 2, 4, 6, 7]> : tensor<8xi64>}> : (tensor<?x?x2x?x2x?x2x?xf32, [@S0, @S5, 2, @S6, 2, @S7, 2, @S4]>) -> tensor<?x?x?x?x2x2x2x?xf32, [@S0, @S5, @S6, @S7, 2, 2, 2, @S4]>
func.func @extract_volume_patches(%x: tensor<?x?x?x?x?xf32>) -> tensor<*xf32> {
  %r = "tf.ExtractVolumePatches"(%x) <{ksizes = [1, 2, 2, 2, 1], strides = [1, 1, 2, 1, 1], padding = "VALID"}> : (tensor<?x?x?x?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @space_to_batch(
func.func @space_to_batch(%x: tensor<?x?x?x?xf32>, %p: tensor<2x2xi32>) -> tensor<*xf32> {
  %r = "tf.SpaceToBatch"(%x, %p) <{block_size = 2 : i64}> : (tensor<?x?x?x?xf32>, tensor<2x2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @batch_to_space(
func.func @batch_to_space(%x: tensor<?x?x?x?xf32>, %p: tensor<2x2xi32>) -> tensor<*xf32> {
  %r = "tf.BatchToSpace"(%x, %p) <{block_size = 2 : i64}> : (tensor<?x?x?x?xf32>, tensor<2x2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @non_max_suppression_with_overlaps(
// CHECK:         sdim.elements assert %n from %{{.*}} {why = "tf.NonMaxSuppressionWithOverlaps at {{.*}}: max_output_size"} : tensor<i32>
// CHECK:         mhlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
// CHECK:         mhlo.transpose"(%{{.*}}) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<?x?xf32, [@S0, @S0]>) -> tensor<?x?xf32, [@S0, @S0]>
// CHECK:         mhlo.while({{.*}}) : tensor<i64>, tensor<i64>, tensor<?xi1, [@S0]> cond
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [0] : (tensor<?xi64, [@S0]>, tensor<i64>) -> tensor<i64>
// CHECK:         mhlo.sort"(%{{.*}}) <{dimension = 0 : i64, is_stable = true}>
func.func @non_max_suppression_with_overlaps(%o: tensor<?x?xf32>, %s: tensor<?xf32>, %n: tensor<i32>, %a: tensor<f32>, %b: tensor<f32>) -> tensor<*xi32> {
  %r = "tf.NonMaxSuppressionWithOverlaps"(%o, %s, %n, %a, %b) : (tensor<?x?xf32>, tensor<?xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

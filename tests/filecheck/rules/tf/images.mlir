// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       %[[S1:.*]] = sdim.size @S1
// CHECK:       %[[C2:.*]] = arith.constant 2 : index
// CHECK:       %[[DIV:.*]] = arith.floordivsi %[[S1]], %[[C2]] : index
// CHECK:       sdim.equal @S2, %[[DIV]]
// CHECK:       sdim.divisible assert {{.*}} by 2 {why = "tf.SpaceToDepth at {{.*}}: height S1 must be a multiple of 2"}
// CHECK:       func.func @space_to_depth(%x: tensor<?x?x6x3xf32, [@S0, @S1, 6, 3]>) -> tensor<?x?x3x12xf32, [@S0, @S2, 3, 12]>
func.func @space_to_depth(%x: tensor<?x?x6x3xf32>) -> tensor<*xf32> {
  %r = "tf.SpaceToDepth"(%x) <{block_size = 2 : i64, data_format = "NHWC"}> : (tensor<?x?x6x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.product_equal [@S1, 2], [@S2]
// CHECK:       func.func @depth_to_space(%x: tensor<?x?x6x12xf32, [@S0, @S1, 6, 12]>) -> tensor<?x?x12x3xf32, [@S0, @S2, 12, 3]>
func.func @depth_to_space(%x: tensor<?x?x6x12xf32>) -> tensor<*xf32> {
  %r = "tf.DepthToSpace"(%x) <{block_size = 2 : i64, data_format = "NHWC"}> : (tensor<?x?x6x12xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The batch is multiplied by the blocks; the padded sizes are required to divide.
// CHECK:       %[[C2:.*]] = arith.constant 2 : index
// CHECK:       sdim.product_equal [@S0, 2], [@S2]
// CHECK:       %[[S1:.*]] = sdim.size @S1
// CHECK:       %[[DIV:.*]] = arith.floordivsi %[[S1]], %[[C2]] : index
// CHECK:       %[[C1:.*]] = arith.constant 1 : index
// CHECK:       sdim.sum_equal [@S3], [%[[DIV]], 1]
// CHECK:       %[[ADD:.*]] = arith.addi %[[S1]], %[[C1]] : index
// CHECK:       sdim.divisible assert %[[ADD]] by 2 {why = "tf.SpaceToBatchND at {{.*}}: padded size S1 + 1 must be a multiple of 2"}
// CHECK:       func.func @space_to_batch_nd(%x: tensor<?x?x4xf32, [@S0, @S1, 4]>) -> tensor<?x?x4xf32, [@S2, @S3, 4]>
func.func @space_to_batch_nd(%x: tensor<?x?x4xf32>) -> tensor<*xf32> {
  %blocks = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %paddings = "tf.Const"() <{value = dense<[[0, 1]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.SpaceToBatchND"(%x, %blocks, %paddings) : (tensor<?x?x4xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       %[[S0:.*]] = sdim.size @S0
// CHECK:       %[[C2:.*]] = arith.constant 2 : index
// CHECK:       %[[DIV:.*]] = arith.floordivsi %[[S0]], %[[C2]] : index
// CHECK:       sdim.equal @S2, %[[DIV]]
// CHECK:       %[[S1:.*]] = sdim.size @S1
// CHECK:       %[[MUL:.*]] = arith.muli %[[S1]], %[[C2]] : index
// CHECK:       sdim.sum_equal [%[[MUL]]], [@S3, 1]
// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.BatchToSpaceND at {{.*}}: crops 0 and 1 must not exceed the size 2*S1"}
// CHECK:       sdim.divisible assert {{.*}} by 2 {why = "tf.BatchToSpaceND at {{.*}}: batch S0 must be a multiple of 2"}
// CHECK:       func.func @batch_to_space_nd(%x: tensor<?x?x4xf32, [@S0, @S1, 4]>) -> tensor<?x?x4xf32, [@S2, @S3, 4]>
func.func @batch_to_space_nd(%x: tensor<?x?x4xf32>) -> tensor<*xf32> {
  %blocks = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %crops = "tf.Const"() <{value = dense<[[0, 1]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.BatchToSpaceND"(%x, %blocks, %crops) : (tensor<?x?x4xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// As many boxes as pass, at most the number given.
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.NonMaxSuppressionV3 at {{.*}}: boxes and scores: sizes S0 and S1 must agree"}
// CHECK:       sdim.less_equal @S2, @S0 {why = "tf.NonMaxSuppressionV3 at {{.*}}: by definition"}
// CHECK:       func.func @non_max_suppression_v3(%boxes: tensor<?x4xf32, [@S0, 4]>, %scores: tensor<?xf32, [@S1]>, %most: tensor<i32>, %overlap: tensor<f32>, %least: tensor<f32>) -> tensor<?xi32, [@S2]>
func.func @non_max_suppression_v3(%boxes: tensor<?x4xf32>, %scores: tensor<?xf32>, %most: tensor<i32>, %overlap: tensor<f32>, %least: tensor<f32>) -> tensor<*xi32> {
  %r = "tf.NonMaxSuppressionV3"(%boxes, %scores, %most, %overlap, %least) : (tensor<?x4xf32>, tensor<?xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// Padded to the number given; how many count is the second result.
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.NonMaxSuppressionV4 at {{.*}}: boxes and scores: sizes S0 and S1 must agree"}
// CHECK:       func.func @non_max_suppression_v4(%boxes: tensor<?x4xf32, [@S0, 4]>, %scores: tensor<?xf32, [@S1]>, %most: tensor<i32>, %overlap: tensor<f32>, %least: tensor<f32>) -> (tensor<?xi32, [@S2]>, tensor<i32>)
func.func @non_max_suppression_v4(%boxes: tensor<?x4xf32>, %scores: tensor<?xf32>, %most: tensor<i32>, %overlap: tensor<f32>, %least: tensor<f32>) -> (tensor<*xi32>, tensor<*xi32>) {
  %r:2 = "tf.NonMaxSuppressionV4"(%boxes, %scores, %most, %overlap, %least) <{pad_to_max_output_size = true}>
      : (tensor<?x4xf32>, tensor<?xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> (tensor<*xi32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xi32>, tensor<*xi32>
}

// -----

// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.ExtractImagePatches at {{.*}}: a window of 2 must fit in a size of S1"}
// CHECK:       func.func @extract_image_patches(%x: tensor<?x?x8x3xf32, [@S0, @S1, 8, 3]>) -> tensor<?x?x3x18xf32, [@S0, @S2, 3, 18]>
func.func @extract_image_patches(%x: tensor<?x?x8x3xf32>) -> tensor<*xf32> {
  %r = "tf.ExtractImagePatches"(%x) <{ksizes = [1, 2, 3, 1], strides = [1, 1, 2, 1], rates = [1, 1, 1, 1], padding = "VALID"}> : (tensor<?x?x8x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.range assert {{.*}} {why = "tf.ExtractVolumePatches at {{.*}}: a window of 2 must fit in a size of S1"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.ExtractVolumePatches at {{.*}}: a window of 2 must fit in a size of S3"}
// CHECK:       func.func @extract_volume_patches(%x: tensor<?x?x?x?x?xf32, [@S0, @S1, @S2, @S3, @S4]>) -> tensor<?x?x?x?x?xf32, [@S0, @S5, @S6, @S7, @S8]>
func.func @extract_volume_patches(%x: tensor<?x?x?x?x?xf32>) -> tensor<*xf32> {
  %r = "tf.ExtractVolumePatches"(%x) <{ksizes = [1, 2, 2, 2, 1], strides = [1, 1, 2, 1, 1], padding = "VALID"}> : (tensor<?x?x?x?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.divisible assert {{.*}} {why = "tf.SpaceToBatch at {{.*}}: padded size S1 + S4 + S5 must be a multiple of 2"}
// CHECK:       sdim.divisible assert {{.*}} {why = "tf.SpaceToBatch at {{.*}}: padded size S2 + S6 + S7 must be a multiple of 2"}
// CHECK:       func.func @space_to_batch(%x: tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>, %p: tensor<2x2xi32>) -> tensor<?x?x?x?xf32, [@S8, @S9, @S10, @S3]>
func.func @space_to_batch(%x: tensor<?x?x?x?xf32>, %p: tensor<2x2xi32>) -> tensor<*xf32> {
  %r = "tf.SpaceToBatch"(%x, %p) <{block_size = 2 : i64}> : (tensor<?x?x?x?xf32>, tensor<2x2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.less_equal assert {{.*}} {why = "tf.BatchToSpace at {{.*}}: crops S4 and S5 must not exceed the size 2*S1"}
// CHECK:       sdim.less_equal assert {{.*}} {why = "tf.BatchToSpace at {{.*}}: crops S6 and S7 must not exceed the size 2*S2"}
// CHECK:       sdim.divisible assert {{.*}} {why = "tf.BatchToSpace at {{.*}}: batch S0 must be a multiple of 4"}
// CHECK:       func.func @batch_to_space(%x: tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>, %p: tensor<2x2xi32>) -> tensor<?x?x?x?xf32, [@S8, @S9, @S10, @S3]>
func.func @batch_to_space(%x: tensor<?x?x?x?xf32>, %p: tensor<2x2xi32>) -> tensor<*xf32> {
  %r = "tf.BatchToSpace"(%x, %p) <{block_size = 2 : i64}> : (tensor<?x?x?x?xf32>, tensor<2x2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.NonMaxSuppressionWithOverlaps at {{.*}}: rows and columns of overlaps: sizes S0 and S1 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.NonMaxSuppressionWithOverlaps at {{.*}}: overlaps and scores: sizes S0 and S2 must agree"}
// CHECK:       sdim.less_equal {{.*}} {why = "tf.NonMaxSuppressionWithOverlaps at {{.*}}: by definition"}
// CHECK:       func.func @non_max_suppression_with_overlaps(%o: tensor<?x?xf32, [@S0, @S1]>, %s: tensor<?xf32, [@S2]>, %n: tensor<i32>, %a: tensor<f32>, %b: tensor<f32>) -> tensor<?xi32, [@S3]>
func.func @non_max_suppression_with_overlaps(%o: tensor<?x?xf32>, %s: tensor<?xf32>, %n: tensor<i32>, %a: tensor<f32>, %b: tensor<f32>) -> tensor<*xi32> {
  %r = "tf.NonMaxSuppressionWithOverlaps"(%o, %s, %n, %a, %b) : (tensor<?x?xf32>, tensor<?xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// Blocks of pixels between the batch and the spatial dimensions.

func.func @space_to_batch(%a0: tensor<2x3x5x1xf32>) {
  %c1 = "tf.Const"() <{value = dense<[2, 3]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c2 = "tf.Const"() <{value = dense<[[0, 1], [0, 1]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %r = "tf.SpaceToBatchND"(%a0, %c1, %c2) : (tensor<2x3x5x1xf32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<12x2x2x1xf32>
  func.return
}
// CHECK-LABEL: func.func @space_to_batch(
// CHECK: "tf.SpaceToBatchND"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2x3x5x1xf32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<12x2x2x1xf32>

func.func @batch_to_space(%a0: tensor<12x2x2x1xf32>) {
  %c1 = "tf.Const"() <{value = dense<[2, 3]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c2 = "tf.Const"() <{value = dense<[[0, 1], [0, 1]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %r = "tf.BatchToSpaceND"(%a0, %c1, %c2) : (tensor<12x2x2x1xf32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x3x5x1xf32>
  func.return
}
// CHECK-LABEL: func.func @batch_to_space(
// CHECK: "tf.BatchToSpaceND"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<12x2x2x1xf32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x3x5x1xf32>

func.func @amounts_that_are_not_known(%a0: tensor<?x3x1xf32>, %a1: tensor<1xi32>, %a2: tensor<1x2xi64>) {
  %r = "tf.SpaceToBatchND"(%a0, %a1, %a2) : (tensor<?x3x1xf32>, tensor<1xi32>, tensor<1x2xi64>) -> tensor<?x?x1xf32>
  func.return
}
// CHECK-LABEL: func.func @amounts_that_are_not_known(
// CHECK: "tf.SpaceToBatchND"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x3x1xf32>, tensor<1xi32>, tensor<1x2xi64>) -> tensor<?x?x1xf32>

// Images and boxes.

func.func @resize_bilinear(%a0: tensor<?x8x?x3xui8>, %a1: tensor<2xi32>) {
  %r = "tf.ResizeBilinear"(%a0, %a1) <{align_corners = false, half_pixel_centers = true}> : (tensor<?x8x?x3xui8>, tensor<2xi32>) -> tensor<?x?x?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @resize_bilinear(
// CHECK: "tf.ResizeBilinear"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{align_corners = false, half_pixel_centers = true}> : (tensor<?x8x?x3xui8>, tensor<2xi32>) -> tensor<?x?x?x3xf32>

func.func @resize_nearest_neighbor(%a0: tensor<?x8x?x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<[16, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.ResizeNearestNeighbor"(%a0, %c1) : (tensor<?x8x?x3xf32>, tensor<2xi32>) -> tensor<?x16x4x3xf32>
  func.return
}
// CHECK-LABEL: func.func @resize_nearest_neighbor(
// CHECK: "tf.ResizeNearestNeighbor"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x8x?x3xf32>, tensor<2xi32>) -> tensor<?x16x4x3xf32>

func.func @non_max_suppression_v3(%a0: tensor<?x4xf32>, %a1: tensor<?xf32>, %a2: tensor<i32>, %a3: tensor<f32>, %a4: tensor<f32>) {
  %r = "tf.NonMaxSuppressionV3"(%a0, %a1, %a2, %a3, %a4) : (tensor<?x4xf32>, tensor<?xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<?xi32>
  func.return
}
// CHECK-LABEL: func.func @non_max_suppression_v3(
// CHECK: "tf.NonMaxSuppressionV3"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<?xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<?xi32>

func.func @non_max_suppression_v4(%a0: tensor<5x4xf32>, %a1: tensor<5xf32>, %a3: tensor<f32>, %a4: tensor<f32>) {
  %c2 = "tf.Const"() <{value = dense<7> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.NonMaxSuppressionV4"(%a0, %a1, %c2, %a3, %a4) <{pad_to_max_output_size = true}> : (tensor<5x4xf32>, tensor<5xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> (tensor<7xi32>, tensor<i32>)
  func.return
}
// CHECK-LABEL: func.func @non_max_suppression_v4(
// CHECK: "tf.NonMaxSuppressionV4"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{pad_to_max_output_size = true}> : (tensor<5x4xf32>, tensor<5xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> (tensor<7xi32>, tensor<i32>)

func.func @space_to_depth(%a0: tensor<?x4x6x3xf32>) {
  %r = "tf.SpaceToDepth"(%a0) <{block_size = 2 : i64, data_format = "NHWC"}> : (tensor<?x4x6x3xf32>) -> tensor<?x2x3x12xf32>
  func.return
}
// CHECK-LABEL: func.func @space_to_depth(
// CHECK: "tf.SpaceToDepth"(%{{[a-z0-9]+}}) <{block_size = 2 : i64, data_format = "NHWC"}> : (tensor<?x4x6x3xf32>) -> tensor<?x2x3x12xf32>

func.func @depth_to_space(%a0: tensor<?x12x?x3xf32>) {
  %r = "tf.DepthToSpace"(%a0) <{block_size = 2 : i64, data_format = "NCHW"}> : (tensor<?x12x?x3xf32>) -> tensor<?x3x?x6xf32>
  func.return
}
// CHECK-LABEL: func.func @depth_to_space(
// CHECK: "tf.DepthToSpace"(%{{[a-z0-9]+}}) <{block_size = 2 : i64, data_format = "NCHW"}> : (tensor<?x12x?x3xf32>) -> tensor<?x3x?x6xf32>

func.func @extract_image_patches(%a0: tensor<?x?x8x3xf32>) {
  %0 = "tf.ExtractImagePatches"(%a0) <{ksizes = [1 : i64, 2 : i64, 3 : i64, 1 : i64], strides = [1 : i64, 1 : i64, 2 : i64, 1 : i64], rates = [1 : i64, 1 : i64, 1 : i64, 1 : i64], padding = "VALID"}> : (tensor<?x?x8x3xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @extract_image_patches(
// CHECK: "tf.ExtractImagePatches"(%{{[a-z0-9]+}}) <{ksizes = [1 : i64, 2 : i64, 3 : i64, 1 : i64], strides = [1 : i64, 1 : i64, 2 : i64, 1 : i64], rates = [1 : i64, 1 : i64, 1 : i64, 1 : i64], padding = "VALID"}> : (tensor<?x?x8x3xf32>) -> tensor<*xf32>

func.func @extract_volume_patches(%a0: tensor<?x?x?x?x?xf32>) {
  %0 = "tf.ExtractVolumePatches"(%a0) <{ksizes = [1, 2, 2, 2, 1], strides = [1, 1, 2, 1, 1], padding = "VALID"}> : (tensor<?x?x?x?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @extract_volume_patches(
// CHECK: "tf.ExtractVolumePatches"(%{{[a-z0-9]+}}) <{ksizes = [1 : i64, 2 : i64, 2 : i64, 2 : i64, 1 : i64], strides = [1 : i64, 1 : i64, 2 : i64, 1 : i64, 1 : i64], padding = "VALID"}> : (tensor<?x?x?x?x?xf32>) -> tensor<*xf32>

func.func @non_max_suppression_with_overlaps(%a0: tensor<?x?xf32>, %a1: tensor<?xf32>, %a2: tensor<i32>, %a3: tensor<f32>, %a4: tensor<f32>) {
  %0 = "tf.NonMaxSuppressionWithOverlaps"(%a0, %a1, %a2, %a3, %a4) : (tensor<?x?xf32>, tensor<?xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<*xi32>
  func.return
}
// CHECK-LABEL: func.func @non_max_suppression_with_overlaps(
// CHECK: "tf.NonMaxSuppressionWithOverlaps"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<?xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<*xi32>

func.func @space_blocks_of_one_side(%a0: tensor<?x?x?x?xf32>, %a1: tensor<2x2xi32>) {
  %0 = "tf.SpaceToBatch"(%a0, %a1) <{block_size = 2 : i64}> : (tensor<?x?x?x?xf32>, tensor<2x2xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @space_blocks_of_one_side(
// CHECK: "tf.SpaceToBatch"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{block_size = 2 : i64}> : (tensor<?x?x?x?xf32>, tensor<2x2xi32>) -> tensor<*xf32>

func.func @batch_blocks_of_one_side(%a0: tensor<?x?x?x?xf32>, %a1: tensor<2x2xi32>) {
  %0 = "tf.BatchToSpace"(%a0, %a1) <{block_size = 2 : i64}> : (tensor<?x?x?x?xf32>, tensor<2x2xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @batch_blocks_of_one_side(
// CHECK: "tf.BatchToSpace"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{block_size = 2 : i64}> : (tensor<?x?x?x?xf32>, tensor<2x2xi32>) -> tensor<*xf32>

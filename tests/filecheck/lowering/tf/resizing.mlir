// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// The elements of the second operand are the sizes; four neighbours are mixed.
// First along the width, then along the height.
// CHECK-LABEL: func.func @resize_bilinear(
// CHECK:         %[[FLOOR:.*]] = mhlo.floor
// CHECK-NEXT:    mhlo.ceil
// CHECK:         mhlo.subtract %{{.*}}, %[[FLOOR]]
// CHECK:         %[[G:.*]] = "mhlo.dynamic_gather"(%x, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [0, 1, 3], collapsed_slice_dims = [2], start_index_map = [2], index_vector_dim = 1>}> : {{.*}} -> tensor<?x8x?x3xf32, [@S0, 8, @S4, 3]>
// CHECK:         %[[G2:.*]] = "mhlo.dynamic_gather"(%x, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [0, 1, 3], collapsed_slice_dims = [2], start_index_map = [2], index_vector_dim = 1>}> : {{.*}} -> tensor<?x8x?x3xf32, [@S0, 8, @S4, 3]>
// CHECK:         %[[SUB:.*]] = mhlo.subtract %[[G2]], %[[G]]
// CHECK-NEXT:    %[[MUL:.*]] = mhlo.multiply %[[SUB]], %{{.*}}
// CHECK-NEXT:    %[[ADD:.*]] = mhlo.add %[[G]], %[[MUL]]
// CHECK:         %[[G3:.*]] = "mhlo.dynamic_gather"(%[[ADD]], %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [0, 2, 3], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>}> : {{.*}} -> tensor<?x?x?x3xf32, [@S0, @S2, @S4, 3]>
// CHECK:         %[[G4:.*]] = "mhlo.dynamic_gather"(%[[ADD]], %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [0, 2, 3], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>}> : {{.*}} -> tensor<?x?x?x3xf32, [@S0, @S2, @S4, 3]>
// CHECK:         %[[SUB2:.*]] = mhlo.subtract %[[G4]], %[[G3]]
// CHECK-NEXT:    %[[MUL2:.*]] = mhlo.multiply %[[SUB2]], %{{.*}}
// CHECK-NEXT:    mhlo.add %[[G3]], %[[MUL2]]
func.func @resize_bilinear(%x: tensor<?x8x?x3xf32>, %size: tensor<2xi32>) -> tensor<*xf32> {
  %r = "tf.ResizeBilinear"(%x, %size) <{align_corners = false, half_pixel_centers = true}> : (tensor<?x8x?x3xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @resize_nearest_neighbor(
// CHECK:         %[[IOTA:.*]] = "mhlo.iota"() <{iota_dimension = 0 : i64}>
// CHECK:         %[[MUL:.*]] = mhlo.multiply %[[IOTA]], %{{.*}}
// CHECK-NEXT:    %[[FLOOR:.*]] = mhlo.floor %[[MUL]]
// CHECK:         %[[MIN:.*]] = mhlo.minimum %[[FLOOR]], %{{.*}}
// CHECK:         %[[MAX:.*]] = mhlo.maximum %[[MIN]], %{{.*}}
// CHECK-NEXT:    %[[CVT:.*]] = mhlo.convert %[[MAX]] : {{.*}} -> tensor<16xi32>
// CHECK-NEXT:    %[[G:.*]] = "mhlo.dynamic_gather"(%x, %[[CVT]], %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [0, 2, 3], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>}> : {{.*}} -> tensor<?x16x8x3xf32, [@S0, 16, 8, 3]>
// CHECK:         "mhlo.dynamic_gather"(%[[G]], %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [0, 1, 3], collapsed_slice_dims = [2], start_index_map = [2], index_vector_dim = 1>}> : {{.*}} -> tensor<?x16x4x3xf32, [@S0, 16, 4, 3]>
func.func @resize_nearest_neighbor(%x: tensor<?x8x8x3xf32>) -> tensor<*xf32> {
  %size = "tf.Const"() <{value = dense<[16, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.ResizeNearestNeighbor"(%x, %size) <{align_corners = false, half_pixel_centers = false}> : (tensor<?x8x8x3xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Four neighbours along each side; weights in steps of 1/1024.
// CHECK-LABEL: func.func @resize_bicubic(
// CHECK:         mhlo.round_nearest_even %{{.*}}
// CHECK:         %[[COMPARE:.*]] = mhlo.compare EQ, %{{.*}}, %{{.*}}
// CHECK:         mhlo.select %[[COMPARE]], %{{.*}}, %{{.*}}
// CHECK:         %[[GATHER:.*]] = "mhlo.dynamic_gather"(%x, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [0, 1, 3], collapsed_slice_dims = [2], start_index_map = [2], index_vector_dim = 1>}>
// CHECK:         %[[MULTIPLY:.*]] = mhlo.multiply %[[GATHER]], %{{.*}}
// CHECK-NEXT:    "mhlo.dynamic_gather"(%x, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [0, 1, 3], collapsed_slice_dims = [2], start_index_map = [2], index_vector_dim = 1>}>
// CHECK:         "mhlo.dynamic_gather"(%x, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [0, 1, 3], collapsed_slice_dims = [2], start_index_map = [2], index_vector_dim = 1>}>
// CHECK:         "mhlo.dynamic_gather"(%x, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [0, 1, 3], collapsed_slice_dims = [2], start_index_map = [2], index_vector_dim = 1>}>
// CHECK:         mhlo.add %[[MULTIPLY]], %{{.*}}
func.func @resize_bicubic(%x: tensor<?x8x8x3xf32>) -> tensor<*xf32> {
  %size = "tf.Const"() <{value = dense<[16, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.ResizeBicubic"(%x, %size) <{align_corners = false, half_pixel_centers = true}> : (tensor<?x8x8x3xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Products with the share of each pixel in each other.
// CHECK-LABEL: func.func @resize_area(
// CHECK:         mhlo.minimum %{{.*}}, %{{.*}}
// CHECK:         mhlo.maximum %{{.*}}, %{{.*}}
// CHECK:         mhlo.divide %{{.*}}, %{{.*}}
// CHECK:         "mhlo.dot_general"(%x, %{{.*}}) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>}>
// CHECK:         "mhlo.dot_general"(%{{.*}}, %{{.*}}) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>
func.func @resize_area(%x: tensor<?x8x8x3xf32>) -> tensor<*xf32> {
  %size = "tf.Const"() <{value = dense<[16, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.ResizeArea"(%x, %size) <{align_corners = false}> : (tensor<?x8x8x3xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// What arrives is added, weighted, where it came from.
// CHECK-LABEL: func.func @resize_bilinear_grad(
// CHECK:         mhlo.floor %{{.*}}
// CHECK:         mhlo.multiply %dy, %{{.*}}
// CHECK:         mhlo.multiply %dy, %{{.*}}
// CHECK:         %[[SCATTER:.*]] = "mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1, 2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.add %{{.*}}, %{{.*}}
// CHECK:         %[[SCATTER2:.*]] = "mhlo.scatter"(%[[SCATTER]], %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1, 2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         "mhlo.transpose"(%[[SCATTER2]]) <{permutation = dense<[1, 0, 2, 3]> : tensor<4xi64>}>
func.func @resize_bilinear_grad(%dy: tensor<?x?x?x3xf32>, %x: tensor<?x8x8x3xf32>) -> tensor<*xf32> {
  %r = "tf.ResizeBilinearGrad"(%dy, %x) <{align_corners = false, half_pixel_centers = true}> : (tensor<?x?x?x3xf32>, tensor<?x8x8x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @resize_bicubic_grad(
// CHECK:         mhlo.round_nearest_even %{{.*}}
// CHECK:         mhlo.multiply %dy, %{{.*}}
// CHECK:         %[[SCATTER:.*]] = "mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1, 2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         mhlo.add %{{.*}}, %{{.*}}
// CHECK:         %[[SCATTER2:.*]] = "mhlo.scatter"(%[[SCATTER]], %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1, 2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         %[[SCATTER3:.*]] = "mhlo.scatter"(%[[SCATTER2]], %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1, 2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         %[[SCATTER4:.*]] = "mhlo.scatter"(%[[SCATTER3]], %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1, 2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         "mhlo.transpose"(%[[SCATTER4]]) <{permutation = dense<[1, 0, 2, 3]> : tensor<4xi64>}>
func.func @resize_bicubic_grad(%dy: tensor<?x?x?x3xf32>, %x: tensor<?x8x8x3xf32>) -> tensor<*xf32> {
  %r = "tf.ResizeBicubicGrad"(%dy, %x) <{align_corners = false, half_pixel_centers = true}> : (tensor<?x?x?x3xf32>, tensor<?x8x8x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @resize_nearest_neighbor_grad(
// CHECK:         mhlo.round_nearest_afz %{{.*}}
// CHECK:         %[[SCATTER:.*]] = "mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1, 2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         "mhlo.transpose"(%[[SCATTER]]) <{permutation = dense<[1, 0, 2, 3]> : tensor<4xi64>}>
// CHECK:         %[[SCATTER2:.*]] = "mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1, 2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         "mhlo.transpose"(%[[SCATTER2]]) <{permutation = dense<[1, 2, 0, 3]> : tensor<4xi64>}>
func.func @resize_nearest_neighbor_grad(%dy: tensor<?x?x?x3xf32>) -> tensor<*xf32> {
  %size = "tf.Const"() <{value = dense<[16, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.ResizeNearestNeighborGrad"(%dy, %size) <{align_corners = true, half_pixel_centers = false}> : (tensor<?x?x?x3xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Products with the weights of each side; the weights of a pixel have the sum 1.
// CHECK-LABEL: func.func @scale_and_translate(
// CHECK:         "mhlo.slice"(%by) <{start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}>
// CHECK:         "mhlo.slice"(%to) <{start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}>
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [0]
// CHECK:         %[[DIVIDE:.*]] = mhlo.divide %{{.*}}, %{{.*}}
// CHECK-NEXT:    mhlo.select %{{.*}}, %[[DIVIDE]], %{{.*}}
// CHECK:         "mhlo.dot_general"(%x, %{{.*}}) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>
// CHECK:         "mhlo.dot_general"(%{{.*}}, %{{.*}}) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>}>
func.func @scale_and_translate(%x: tensor<?x8x8x3xf32>, %by: tensor<2xf32>, %to: tensor<2xf32>) -> tensor<*xf32> {
  %size = "tf.Const"() <{value = dense<[16, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.ScaleAndTranslate"(%x, %size, %by, %to) <{kernel_type = "triangle", antialias = true}> : (tensor<?x8x8x3xf32>, tensor<2xi32>, tensor<2xf32>, tensor<2xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @scale_and_translate_grad(
// CHECK:         mhlo.sine %{{.*}}
// CHECK:         mhlo.sine %{{.*}}
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [1]
// CHECK:         mhlo.divide %{{.*}}, %{{.*}}
// CHECK:         "mhlo.dot_general"(%dy, %{{.*}}) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>
// CHECK:         "mhlo.dot_general"(%{{.*}}, %{{.*}}) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>}>
func.func @scale_and_translate_grad(%dy: tensor<?x?x?x3xf32>, %x: tensor<?x8x8x3xf32>, %by: tensor<2xf32>, %to: tensor<2xf32>) -> tensor<*xf32> {
  %r = "tf.ScaleAndTranslateGrad"(%dy, %x, %by, %to) <{kernel_type = "lanczos3", antialias = false}> : (tensor<?x?x?x3xf32>, tensor<?x8x8x3xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The four neighbours of each place, gathered by image, row and column.
// CHECK-LABEL: func.func @crop_and_resize(
// CHECK:         mhlo.floor %{{.*}}
// CHECK:         mhlo.ceil %{{.*}}
// CHECK:         %[[CONCATENATE:.*]] = "mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 3 : i64}>
// CHECK-NEXT:    "mhlo.dynamic_gather"(%x, %[[CONCATENATE]], %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [3], collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 3>}>
// CHECK:         "mhlo.dynamic_gather"(%x, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [3], collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 3>}>
// CHECK:         "mhlo.dynamic_gather"(%x, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [3], collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 3>}>
// CHECK:         "mhlo.dynamic_gather"(%x, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [3], collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 3>}>
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}}
func.func @crop_and_resize(%x: tensor<?x?x?x3xf32>, %boxes: tensor<?x4xf32>, %which: tensor<?xi32>) -> tensor<*xf32> {
  %size = "tf.Const"() <{value = dense<[16, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.CropAndResize"(%x, %boxes, %which, %size) <{method = "bilinear", extrapolation_value = 0.0 : f32}> : (tensor<?x?x?x3xf32>, tensor<?x4xf32>, tensor<?xi32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

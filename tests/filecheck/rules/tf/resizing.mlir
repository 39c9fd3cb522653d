// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// The elements of the second operand are the sizes; four neighbours are mixed.
// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.ResizeBilinear at {{.*}}: images of size S1 must not be empty"}
// CHECK:       func.func @resize_bilinear(%x: tensor<?x8x?x3xf32, [@S0, 8, @S1, 3]>, %size: tensor<2xi32>) -> tensor<?x?x?x3xf32, [@S0, @S2, @S4, 3]>
// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.ResizeBilinear at {{.*}}: element 0 must be at least 1"}
// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.ResizeBilinear at {{.*}}: element 1 must be at least 1"}
func.func @resize_bilinear(%x: tensor<?x8x?x3xf32>, %size: tensor<2xi32>) -> tensor<*xf32> {
  %r = "tf.ResizeBilinear"(%x, %size) <{align_corners = false, half_pixel_centers = true}> : (tensor<?x8x?x3xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @resize_nearest_neighbor(%x: tensor<?x8x8x3xf32, [@S0, 8, 8, 3]>) -> tensor<?x16x4x3xf32, [@S0, 16, 4, 3]>
func.func @resize_nearest_neighbor(%x: tensor<?x8x8x3xf32>) -> tensor<*xf32> {
  %size = "tf.Const"() <{value = dense<[16, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.ResizeNearestNeighbor"(%x, %size) <{align_corners = false, half_pixel_centers = false}> : (tensor<?x8x8x3xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @resize_bicubic(%x: tensor<?x8x8x3xf32, [@S0, 8, 8, 3]>) -> tensor<?x16x4x3xf32, [@S0, 16, 4, 3]>
func.func @resize_bicubic(%x: tensor<?x8x8x3xf32>) -> tensor<*xf32> {
  %size = "tf.Const"() <{value = dense<[16, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.ResizeBicubic"(%x, %size) <{align_corners = false, half_pixel_centers = true}> : (tensor<?x8x8x3xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @resize_area(%x: tensor<?x8x8x3xf32, [@S0, 8, 8, 3]>) -> tensor<?x16x4x3xf32, [@S0, 16, 4, 3]>
func.func @resize_area(%x: tensor<?x8x8x3xf32>) -> tensor<*xf32> {
  %size = "tf.Const"() <{value = dense<[16, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.ResizeArea"(%x, %size) <{align_corners = false}> : (tensor<?x8x8x3xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.ResizeBilinearGrad at {{.*}}: images of size S1 must not be empty"}
// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.ResizeBilinearGrad at {{.*}}: images of size S2 must not be empty"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.ResizeBilinearGrad at {{.*}}: batch of gradients and images: sizes S0 and S3 must agree"}
// CHECK:       func.func @resize_bilinear_grad(%dy: tensor<?x?x?x3xf32, [@S0, @S1, @S2, 3]>, %x: tensor<?x8x8x3xf32, [@S3, 8, 8, 3]>) -> tensor<?x8x8x3xf32, [@S0, 8, 8, 3]>
func.func @resize_bilinear_grad(%dy: tensor<?x?x?x3xf32>, %x: tensor<?x8x8x3xf32>) -> tensor<*xf32> {
  %r = "tf.ResizeBilinearGrad"(%dy, %x) <{align_corners = false, half_pixel_centers = true}> : (tensor<?x?x?x3xf32>, tensor<?x8x8x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.ResizeBicubicGrad at {{.*}}: images of size S1 must not be empty"}
// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.ResizeBicubicGrad at {{.*}}: images of size S2 must not be empty"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.ResizeBicubicGrad at {{.*}}: batch of gradients and images: sizes S0 and S3 must agree"}
// CHECK:       func.func @resize_bicubic_grad(%dy: tensor<?x?x?x3xf32, [@S0, @S1, @S2, 3]>, %x: tensor<?x8x8x3xf32, [@S3, 8, 8, 3]>) -> tensor<?x8x8x3xf32, [@S0, 8, 8, 3]>
func.func @resize_bicubic_grad(%dy: tensor<?x?x?x3xf32>, %x: tensor<?x8x8x3xf32>) -> tensor<*xf32> {
  %r = "tf.ResizeBicubicGrad"(%dy, %x) <{align_corners = false, half_pixel_centers = true}> : (tensor<?x?x?x3xf32>, tensor<?x8x8x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.ResizeNearestNeighborGrad at {{.*}}: images of size S1 must not be empty"}
// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.ResizeNearestNeighborGrad at {{.*}}: images of size S2 must not be empty"}
// CHECK:       func.func @resize_nearest_neighbor_grad(%dy: tensor<?x?x?x3xf32, [@S0, @S1, @S2, 3]>) -> tensor<?x16x4x3xf32, [@S0, 16, 4, 3]>
func.func @resize_nearest_neighbor_grad(%dy: tensor<?x?x?x3xf32>) -> tensor<*xf32> {
  %size = "tf.Const"() <{value = dense<[16, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.ResizeNearestNeighborGrad"(%dy, %size) <{align_corners = true, half_pixel_centers = false}> : (tensor<?x?x?x3xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @scale_and_translate(%x: tensor<?x8x8x3xf32, [@S0, 8, 8, 3]>, %by: tensor<2xf32>, %to: tensor<2xf32>) -> tensor<?x16x4x3xf32, [@S0, 16, 4, 3]>
func.func @scale_and_translate(%x: tensor<?x8x8x3xf32>, %by: tensor<2xf32>, %to: tensor<2xf32>) -> tensor<*xf32> {
  %size = "tf.Const"() <{value = dense<[16, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.ScaleAndTranslate"(%x, %size, %by, %to) <{kernel_type = "triangle", antialias = true}> : (tensor<?x8x8x3xf32>, tensor<2xi32>, tensor<2xf32>, tensor<2xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.ScaleAndTranslateGrad at {{.*}}: images of size S1 must not be empty"}
// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.ScaleAndTranslateGrad at {{.*}}: images of size S2 must not be empty"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.ScaleAndTranslateGrad at {{.*}}: batch of gradients and images: sizes S0 and S3 must agree"}
// CHECK:       func.func @scale_and_translate_grad(%dy: tensor<?x?x?x3xf32, [@S0, @S1, @S2, 3]>, %x: tensor<?x8x8x3xf32, [@S3, 8, 8, 3]>, %by: tensor<2xf32>, %to: tensor<2xf32>) -> tensor<?x8x8x3xf32, [@S0, 8, 8, 3]>
func.func @scale_and_translate_grad(%dy: tensor<?x?x?x3xf32>, %x: tensor<?x8x8x3xf32>, %by: tensor<2xf32>, %to: tensor<2xf32>) -> tensor<*xf32> {
  %r = "tf.ScaleAndTranslateGrad"(%dy, %x, %by, %to) <{kernel_type = "lanczos3", antialias = false}> : (tensor<?x?x?x3xf32>, tensor<?x8x8x3xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.CropAndResize at {{.*}}: images of size S1 must not be empty"}
// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.CropAndResize at {{.*}}: images of size S2 must not be empty"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.CropAndResize at {{.*}}: boxes and box_ind: sizes S3 and S4 must agree"}
// CHECK:       func.func @crop_and_resize(%x: tensor<?x?x?x3xf32, [@S0, @S1, @S2, 3]>, %boxes: tensor<?x4xf32, [@S3, 4]>, %which: tensor<?xi32, [@S4]>) -> tensor<?x16x4x3xf32, [@S3, 16, 4, 3]>
func.func @crop_and_resize(%x: tensor<?x?x?x3xf32>, %boxes: tensor<?x4xf32>, %which: tensor<?xi32>) -> tensor<*xf32> {
  %size = "tf.Const"() <{value = dense<[16, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.CropAndResize"(%x, %boxes, %which, %size) <{method = "bilinear", extrapolation_value = 0.0 : f32}> : (tensor<?x?x?x3xf32>, tensor<?x4xf32>, tensor<?xi32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @image_projective_transform_v3(
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?x?x?xf32, [@S0, @S5, @S7]>
// CHECK:         mhlo.floor %{{.*}} : tensor<?x?x?xf32, [@S0, @S5, @S7]>
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x?x?xi1, [@S0, @S5, @S7]>, tensor<?x?x?xf32, [@S0, @S5, @S7]>
// CHECK:         mhlo.floor %{{.*}} : tensor<?x?x?xf32, [@S0, @S5, @S7]>
// CHECK:         mhlo.dynamic_gather"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [3], collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 3>}> : (tensor<?x?x?x?xf32, [@S0, @S9, @S10, @S3]>, tensor<?x?x?x3xi32, [@S0, @S5, @S7, 3]>, tensor<4xindex>) -> tensor<?x?x?x?xf32, [@S0, @S5, @S7, @S3]>
// CHECK:         mhlo.dynamic_gather"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [3], collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 3>}> : (tensor<?x?x?x?xf32, [@S0, @S9, @S10, @S3]>, tensor<?x?x?x3xi32, [@S0, @S5, @S7, 3]>, tensor<4xindex>) -> tensor<?x?x?x?xf32, [@S0, @S5, @S7, @S3]>
// CHECK:         mhlo.dynamic_gather"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [3], collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 3>}> : (tensor<?x?x?x?xf32, [@S0, @S9, @S10, @S3]>, tensor<?x?x?x3xi32, [@S0, @S5, @S7, 3]>, tensor<4xindex>) -> tensor<?x?x?x?xf32, [@S0, @S5, @S7, @S3]>
// CHECK:         mhlo.dynamic_gather"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [3], collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 3>}> : (tensor<?x?x?x?xf32, [@S0, @S9, @S10, @S3]>, tensor<?x?x?x3xi32, [@S0, @S5, @S7, 3]>, tensor<4xindex>) -> tensor<?x?x?x?xf32, [@S0, @S5, @S7, @S3]>
func.func @image_projective_transform_v3(%x: tensor<?x?x?x?xf32>, %t: tensor<?x8xf32>, %s: tensor<2xi32>, %f: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.ImageProjectiveTransformV3"(%x, %t, %s, %f) <{interpolation = "BILINEAR", fill_mode = "REFLECT"}> : (tensor<?x?x?x?xf32>, tensor<?x8xf32>, tensor<2xi32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @extract_glimpse(
// CHECK:         sdim.range assert %{{.*}} in [0, ?] {why = "tf.ExtractGlimpse at {{.*}}: element 0 must be at least 0"}
// CHECK:         sdim.range assert %{{.*}} in [0, ?] {why = "tf.ExtractGlimpse at {{.*}}: element 1 must be at least 0"}
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?xf32, [@S0]>
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?xf32, [@S0]>
// CHECK:         mhlo.maximum %{{.*}}, %{{.*}} : tensor<?x?x?xi64, [@S0, @S5, @S7]>
// CHECK:         mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 3 : i64}> : (tensor<?x?x?x1xi64, [@S0, @S5, @S7, 1]>, tensor<?x?x?x1xi64, [@S0, @S5, @S7, 1]>, tensor<?x?x?x1xi64, [@S0, @S5, @S7, 1]>) -> tensor<?x?x?x3xi64, [@S0, @S5, @S7, 3]>
func.func @extract_glimpse(%x: tensor<?x?x?x?xf32>, %s: tensor<2xi32>, %o: tensor<?x2xf32>) -> tensor<*xf32> {
  %r = "tf.ExtractGlimpse"(%x, %s, %o) <{noise = "zero", uniform_noise = false}> : (tensor<?x?x?x?xf32>, tensor<2xi32>, tensor<?x2xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @extract_glimpse_v2(
// CHECK:         sdim.range assert %{{.*}} in [0, ?] {why = "tf.ExtractGlimpseV2 at {{.*}}: element 0 must be at least 0"}
// CHECK:         sdim.range assert %{{.*}} in [0, ?] {why = "tf.ExtractGlimpseV2 at {{.*}}: element 1 must be at least 0"}
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?xf32, [@S0]>
// CHECK:         mhlo.maximum %{{.*}}, %{{.*}} : tensor<?x?x?xi64, [@S0, @S5, @S7]>
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?xf32, [@S0]>
// CHECK:         mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 3 : i64}> : (tensor<?x?x?x1xi64, [@S0, @S5, @S7, 1]>, tensor<?x?x?x1xi64, [@S0, @S5, @S7, 1]>, tensor<?x?x?x1xi64, [@S0, @S5, @S7, 1]>) -> tensor<?x?x?x3xi64, [@S0, @S5, @S7, 3]>
func.func @extract_glimpse_v2(%x: tensor<?x?x?x?xf32>, %s: tensor<2xi32>, %o: tensor<?x2xf32>) -> tensor<*xf32> {
  %r = "tf.ExtractGlimpseV2"(%x, %s, %o) <{noise = "zero", uniform_noise = false, normalized = false}> : (tensor<?x?x?x?xf32>, tensor<2xi32>, tensor<?x2xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       sdim.holds assert {{.*}} {why = "tf.ImageProjectiveTransformV3 at {{.*}}: there must be one transform or S0, there are S4"}
// CHECK:       func.func @image_projective_transform_v3(%x: tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>, %t: tensor<?x8xf32, [@S4, 8]>, %s: tensor<2xi32>, %f: tensor<f32>) -> tensor<?x?x?x?xf32, [@S0, @S5, @S7, @S3]>
// CHECK:       sdim.range assert {{.*}} {why = "tf.ImageProjectiveTransformV3 at {{.*}}: element 0 must be at least 1"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.ImageProjectiveTransformV3 at {{.*}}: element 1 must be at least 1"}
func.func @image_projective_transform_v3(%x: tensor<?x?x?x?xf32>, %t: tensor<?x8xf32>, %s: tensor<2xi32>, %f: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.ImageProjectiveTransformV3"(%x, %t, %s, %f) <{interpolation = "BILINEAR", fill_mode = "REFLECT"}> : (tensor<?x?x?x?xf32>, tensor<?x8xf32>, tensor<2xi32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.ExtractGlimpse at {{.*}}: images and offsets: sizes S0 and S4 must agree"}
// CHECK:       sdim.range {{.*}} {why = "tf.ExtractGlimpse at {{.*}}: element 0 must be at least 0"}
// CHECK:       sdim.range {{.*}} {why = "tf.ExtractGlimpse at {{.*}}: element 1 must be at least 0"}
// CHECK:       func.func @extract_glimpse(%x: tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>, %s: tensor<2xi32>, %o: tensor<?x2xf32, [@S4, 2]>) -> tensor<?x?x?x?xf32, [@S0, @S5, @S7, @S3]>
// CHECK:       sdim.range assert {{.*}} {why = "tf.ExtractGlimpse at {{.*}}: element 0 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.ExtractGlimpse at {{.*}}: element 1 must be at least 0"}
func.func @extract_glimpse(%x: tensor<?x?x?x?xf32>, %s: tensor<2xi32>, %o: tensor<?x2xf32>) -> tensor<*xf32> {
  %r = "tf.ExtractGlimpse"(%x, %s, %o) <{noise = "zero", uniform_noise = false}> : (tensor<?x?x?x?xf32>, tensor<2xi32>, tensor<?x2xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.ExtractGlimpseV2 at {{.*}}: images and offsets: sizes S0 and S4 must agree"}
// CHECK:       sdim.range {{.*}} {why = "tf.ExtractGlimpseV2 at {{.*}}: element 0 must be at least 0"}
// CHECK:       sdim.range {{.*}} {why = "tf.ExtractGlimpseV2 at {{.*}}: element 1 must be at least 0"}
// CHECK:       func.func @extract_glimpse_v2(%x: tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>, %s: tensor<2xi32>, %o: tensor<?x2xf32, [@S4, 2]>) -> tensor<?x?x?x?xf32, [@S0, @S5, @S7, @S3]>
// CHECK:       sdim.range assert {{.*}} {why = "tf.ExtractGlimpseV2 at {{.*}}: element 0 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.ExtractGlimpseV2 at {{.*}}: element 1 must be at least 0"}
func.func @extract_glimpse_v2(%x: tensor<?x?x?x?xf32>, %s: tensor<2xi32>, %o: tensor<?x2xf32>) -> tensor<*xf32> {
  %r = "tf.ExtractGlimpseV2"(%x, %s, %o) <{noise = "zero", uniform_noise = false, normalized = false}> : (tensor<?x?x?x?xf32>, tensor<2xi32>, tensor<?x2xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

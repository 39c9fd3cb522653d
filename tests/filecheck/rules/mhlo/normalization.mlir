// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.batch_norm_inference at {{.*}}: features: sizes S1 and S2 must agree"}
// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.batch_norm_inference at {{.*}}: features: sizes S1 and S3 must agree"}
// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.batch_norm_inference at {{.*}}: features: sizes S1 and S4 must agree"}
// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.batch_norm_inference at {{.*}}: features: sizes S1 and S5 must agree"}
// CHECK:       func.func @batch_norm_inference(%x: tensor<?x?xf32, [@S0, @S1]>, %scale: tensor<?xf32, [@S1]>, %offset: tensor<?xf32, [@S1]>, %mean: tensor<?xf32, [@S1]>, %variance: tensor<?xf32, [@S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @batch_norm_inference(%x: tensor<?x?xf32>, %scale: tensor<?xf32>, %offset: tensor<?xf32>, %mean: tensor<?xf32>, %variance: tensor<?xf32>) -> tensor<*xf32> {
  %r = "mhlo.batch_norm_inference"(%x, %scale, %offset, %mean, %variance) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}>
      : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.batch_norm_training at {{.*}}: features: sizes S1 and S2 must agree"}
// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.batch_norm_training at {{.*}}: features: sizes S1 and S3 must agree"}
// CHECK:       func.func @batch_norm_training(%x: tensor<?x?xf32, [@S0, @S1]>, %scale: tensor<?xf32, [@S1]>, %offset: tensor<?xf32, [@S1]>) -> (tensor<?x?xf32, [@S0, @S1]>, tensor<?xf32, [@S1]>, tensor<?xf32, [@S1]>)
func.func @batch_norm_training(%x: tensor<?x?xf32>, %scale: tensor<?xf32>, %offset: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:3 = "mhlo.batch_norm_training"(%x, %scale, %offset) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}>
      : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.batch_norm_grad at {{.*}}: normalized tensors: sizes S0 and S1 must agree"}
// CHECK:       func.func @batch_norm_grad(%x: tensor<?x8xf32, [@S0, 8]>, %scale: tensor<8xf32>, %mean: tensor<8xf32>, %variance: tensor<8xf32>, %dy: tensor<?x8xf32, [@S0, 8]>) -> (tensor<?x8xf32, [@S0, 8]>, tensor<8xf32>, tensor<8xf32>)
func.func @batch_norm_grad(%x: tensor<?x8xf32>, %scale: tensor<8xf32>, %mean: tensor<8xf32>, %variance: tensor<8xf32>, %dy: tensor<?x8xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:3 = "mhlo.batch_norm_grad"(%x, %scale, %mean, %variance, %dy) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}>
      : (tensor<?x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<?x8xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

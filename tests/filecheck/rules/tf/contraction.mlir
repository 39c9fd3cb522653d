// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// The contracted sizes are required to agree, and those of the batch.
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.BatchMatMul at {{.*}}: batch dimensions: sizes S0 and S2 must agree"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.BatchMatMul at {{.*}}: contracting dimension: sizes S1 and S3 must agree"}
// CHECK:       func.func @batch_mat_mul(%x: tensor<?x2x?xf32, [@S0, 2, @S1]>, %y: tensor<?x?x4xf32, [@S2, @S3, 4]>) -> tensor<?x2x4xf32, [@S0, 2, 4]>
func.func @batch_mat_mul(%x: tensor<?x2x?xf32>, %y: tensor<?x?x4xf32>) -> tensor<*xf32> {
  %r = "tf.BatchMatMul"(%x, %y) : (tensor<?x2x?xf32>, tensor<?x?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The batch dimensions are broadcast.
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.BatchMatMulV2 at {{.*}}: contracting dimension: sizes S1 and S2 must agree"}
// CHECK:       func.func @batch_mat_mul_v2(%x: tensor<?x1x2x?xf32, [@S0, 1, 2, @S1]>, %y: tensor<6x?x4xf32, [6, @S2, 4]>) -> tensor<?x6x2x4xf32, [@S0, 6, 2, 4]>
func.func @batch_mat_mul_v2(%x: tensor<?x1x2x?xf32>, %y: tensor<6x?x4xf32>) -> tensor<*xf32> {
  %r = "tf.BatchMatMulV2"(%x, %y) <{adj_x = false, adj_y = false}> : (tensor<?x1x2x?xf32>, tensor<6x?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The type of the result may be a wider one.
// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @batch_mat_mul_v3(%x: tensor<?x3xi8, [@S0, 3]>, %y: tensor<3x?xi8, [3, @S1]>) -> tensor<?x?xi32, [@S0, @S1]>
func.func @batch_mat_mul_v3(%x: tensor<?x3xi8>, %y: tensor<3x?xi8>) -> tensor<*xi32> {
  %r = "tf.BatchMatMulV3"(%x, %y) <{adj_x = false, adj_y = false}> : (tensor<?x3xi8>, tensor<3x?xi8>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.Einsum at {{.*}}: einsum label 'c': sizes S2 and S3 must agree"}
// CHECK:       func.func @einsum(%x: tensor<?x?x?xf32, [@S0, @S1, @S2]>, %y: tensor<?x5xf32, [@S3, 5]>) -> tensor<?x?x5xf32, [@S0, @S1, 5]>
func.func @einsum(%x: tensor<?x?x?xf32>, %y: tensor<?x5xf32>) -> tensor<*xf32> {
  %r = "tf.Einsum"(%x, %y) <{equation = "abc,cd->abd"}> : (tensor<?x?x?xf32>, tensor<?x5xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.MatMul at {{.*}}: contracting dimension: sizes S0 and S2 must agree"}
// CHECK:       func.func @mat_mul(%x: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<?x?xf32, [@S2, @S3]>) -> tensor<?x?xf32, [@S1, @S3]>
func.func @mat_mul(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.MatMul"(%x, %y) <{transpose_a = true, transpose_b = false}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

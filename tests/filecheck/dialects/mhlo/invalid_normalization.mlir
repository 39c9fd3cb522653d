// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: mhlo.batch_norm_inference: feature_index 3 is out of range for rank 3 (C1)
func.func @feature_index(%x: tensor<2x3x8xf32>, %s: tensor<8xf32>) {
  %r = "mhlo.batch_norm_inference"(%x, %s, %s, %s, %s) <{epsilon = 1.0e-3 : f32, feature_index = 3 : i64}> : (tensor<2x3x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x3x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.batch_norm_inference: operand 1 has element type f64, operand 0 has f32; they must be equal (C2)
func.func @element(%x: tensor<2x3x8xf32>, %s: tensor<8xf64>) {
  %r = "mhlo.batch_norm_inference"(%x, %s, %s, %s, %s) <{epsilon = 1.0e-3 : f32, feature_index = 2 : i64}> : (tensor<2x3x8xf32>, tensor<8xf64>, tensor<8xf64>, tensor<8xf64>, tensor<8xf64>) -> tensor<2x3x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.batch_norm_inference: operand 0 has type tensor<2x3x8xi32>, elements must be float
func.func @kind(%x: tensor<2x3x8xi32>, %s: tensor<8xf32>) {
  %r = "mhlo.batch_norm_inference"(%x, %s, %s, %s, %s) <{epsilon = 1.0e-3 : f32, feature_index = 2 : i64}> : (tensor<2x3x8xi32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x3x8xi32>
  func.return
}

// -----

// CHECK: error: mhlo.batch_norm_inference: the size of operand 1 is 7, operand 0 in dimension 2 is 8; they must be equal (C3)
func.func @features(%x: tensor<2x3x8xf32>, %s: tensor<7xf32>) {
  %r = "mhlo.batch_norm_inference"(%x, %s, %s, %s, %s) <{epsilon = 1.0e-3 : f32, feature_index = 2 : i64}> : (tensor<2x3x8xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) -> tensor<2x3x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.batch_norm_inference: result 0 has shape [2, 4, 8], operand 0 has [2, 3, 8]; they must agree (C4)
func.func @result(%x: tensor<2x3x8xf32>, %s: tensor<8xf32>) {
  %r = "mhlo.batch_norm_inference"(%x, %s, %s, %s, %s) <{epsilon = 1.0e-3 : f32, feature_index = 2 : i64}> : (tensor<2x3x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.batch_norm_training: the size of result 1 is 7, operand 0 in dimension 2 is 8; they must be equal (C3)
func.func @training_mean(%x: tensor<2x3x8xf32>, %s: tensor<8xf32>) {
  %r, %m, %v = "mhlo.batch_norm_training"(%x, %s, %s) <{epsilon = 1.0e-3 : f32, feature_index = 2 : i64}> : (tensor<2x3x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<2x3x8xf32>, tensor<7xf32>, tensor<8xf32>)
  func.return
}

// -----

// CHECK: error: mhlo.batch_norm_grad: the size of result 1 is 7, operand 0 in dimension 2 is 8; they must be equal (C3)
func.func @grad_scale(%x: tensor<2x3x8xf32>, %s: tensor<8xf32>) {
  %r, %m, %v = "mhlo.batch_norm_grad"(%x, %s, %s, %s, %x) <{epsilon = 1.0e-3 : f32, feature_index = 2 : i64}> : (tensor<2x3x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<2x3x8xf32>) -> (tensor<2x3x8xf32>, tensor<7xf32>, tensor<8xf32>)
  func.return
}

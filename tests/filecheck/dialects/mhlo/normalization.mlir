// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt --print-op-generic --print-no-properties %s | tieshape-opt | filecheck %s

// Batch normalisation and its gradient.
func.func @batch_norm(%x: tensor<?x?x8xf32>, %s: tensor<8xf32>) {
  %inference = "mhlo.batch_norm_inference"(%x, %s, %s, %s, %s) {epsilon = 1.0e-3 : f32, feature_index = 2 : i64} : (tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<?x?x8xf32>
  %output, %mean, %var = "mhlo.batch_norm_training"(%x, %s, %s) {epsilon = 1.0e-3 : f32, feature_index = 2 : i64} : (tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>)
  %grad, %grad_scale, %grad_offset = "mhlo.batch_norm_grad"(%x, %s, %s, %s, %x) {epsilon = 1.0e-3 : f32, feature_index = 2 : i64} : (tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<?x?x8xf32>) -> (tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>)
  func.return
}

// CHECK-LABEL: func.func @batch_norm(
// CHECK-NEXT: %inference = "mhlo.batch_norm_inference"(%x, %s, %s, %s, %s) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<?x?x8xf32>
// CHECK-NEXT: %output, %mean, %var = "mhlo.batch_norm_training"(%x, %s, %s) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>)
// CHECK-NEXT: %grad, %grad_scale, %grad_offset = "mhlo.batch_norm_grad"(%x, %s, %s, %s, %x) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<?x?x8xf32>) -> (tensor<?x?x8xf32>, tensor<8xf32>, tensor<8xf32>)

// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @dilation2d(
// CHECK:         mhlo.dynamic_broadcast_in_dim
// CHECK:         mhlo.multiply
// CHECK:         mhlo.dynamic_gather
// CHECK:         mhlo.compare
// CHECK:         mhlo.select
// CHECK:         mhlo.reduce
func.func @dilation2d(%x: tensor<?x?x?x?xf32>, %k: tensor<3x3x?xf32>) -> tensor<*xf32> {
  %r = "tf.Dilation2D"(%x, %k) <{strides = [1, 1, 1, 1], rates = [1, 1, 1, 1], padding = "SAME"}> : (tensor<?x?x?x?xf32>, tensor<3x3x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @dilation2d_backprop_input(
// CHECK:         mhlo.dynamic_gather"(%x, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [0, 3, 4], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>}> : (tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>, tensor<?x3xi64, [@S1, 3]>, tensor<4xindex>) -> tensor<?x?x3x?x?xf32, [@S0, @S1, 3, @S2, @S3]>
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.maximum across dimensions = [2, 4] : (tensor<?x?x3x?x3x?xf32, [@S0, @S1, 3, @S2, 3, @S3]>, tensor<f32>) -> tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.minimum across dimensions = [2, 4] : (tensor<?x?x3x?x3x?xi64, [@S0, @S1, 3, @S2, 3, @S3]>, tensor<i64>) -> tensor<?x?x?x?xi64, [@S0, @S1, @S2, @S3]>
// CHECK:         mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 4 : i64}> : (tensor<?x?x?x?x1xi64, [@S0, @S1, @S2, @S3, 1]>, tensor<?x?x?x?x1xi64, [@S0, @S1, @S2, @S3, 1]>, tensor<?x?x?x?x1xi64, [@S0, @S1, @S2, @S3, 1]>, tensor<?x?x?x?x1xi64, [@S0, @S1, @S2, @S3, 1]>) -> tensor<?x?x?x?x4xi64, [@S0, @S1, @S2, @S3, 4]>
// CHECK:         mhlo.scatter
func.func @dilation2d_backprop_input(%x: tensor<?x?x?x?xf32>, %k: tensor<3x3x?xf32>, %g: tensor<?x?x?x?xf32>) -> tensor<*xf32> {
  %r = "tf.Dilation2DBackpropInput"(%x, %k, %g) <{strides = [1, 1, 1, 1], rates = [1, 1, 1, 1], padding = "SAME"}> : (tensor<?x?x?x?xf32>, tensor<3x3x?xf32>, tensor<?x?x?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @dilation2d_backprop_filter(
// CHECK:         mhlo.dynamic_gather"(%x, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [0, 3, 4], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>}> : (tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>, tensor<?x3xi64, [@S1, 3]>, tensor<4xindex>) -> tensor<?x?x3x?x?xf32, [@S0, @S1, 3, @S2, @S3]>
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.maximum across dimensions = [2, 4] : (tensor<?x?x3x?x3x?xf32, [@S0, @S1, 3, @S2, 3, @S3]>, tensor<f32>) -> tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.minimum across dimensions = [2, 4] : (tensor<?x?x3x?x3x?xi64, [@S0, @S1, 3, @S2, 3, @S3]>, tensor<i64>) -> tensor<?x?x?x?xi64, [@S0, @S1, @S2, @S3]>
// CHECK:         mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 4 : i64}> : (tensor<?x?x?x?x1xi64, [@S0, @S1, @S2, @S3, 1]>, tensor<?x?x?x?x1xi64, [@S0, @S1, @S2, @S3, 1]>, tensor<?x?x?x?x1xi64, [@S0, @S1, @S2, @S3, 1]>) -> tensor<?x?x?x?x3xi64, [@S0, @S1, @S2, @S3, 3]>
// CHECK:         mhlo.scatter
func.func @dilation2d_backprop_filter(%x: tensor<?x?x?x?xf32>, %k: tensor<3x3x?xf32>, %g: tensor<?x?x?x?xf32>) -> tensor<*xf32> {
  %r = "tf.Dilation2DBackpropFilter"(%x, %k, %g) <{strides = [1, 1, 1, 1], rates = [1, 1, 1, 1], padding = "SAME"}> : (tensor<?x?x?x?xf32>, tensor<3x3x?xf32>, tensor<?x?x?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

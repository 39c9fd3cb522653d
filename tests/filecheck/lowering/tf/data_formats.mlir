// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @data_format_dim_map(
// CHECK:         mhlo.add %x, %{{.*}} : tensor<?xi32, [@S0]>
// CHECK:         mhlo.compare EQ, %{{.*}}, %{{.*}} : (tensor<?xi32, [@S0]>, tensor<?xi32, [@S0]>) -> tensor<?xi1, [@S0]>
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<?xi1, [@S0]>, tensor<?xi32, [@S0]>
// CHECK:         mhlo.compare EQ, %{{.*}}, %{{.*}} : (tensor<?xi32, [@S0]>, tensor<?xi32, [@S0]>) -> tensor<?xi1, [@S0]>
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<?xi1, [@S0]>, tensor<?xi32, [@S0]>
func.func @data_format_dim_map(%x: tensor<?xi32>) -> tensor<*xi32> {
  %r = "tf.DataFormatDimMap"(%x) <{src_format = "NHWC", dst_format = "NCHW"}> : (tensor<?xi32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @data_format_vec_permute(
// CHECK:         mhlo.gather"(%x, %{{.*}}) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<1> : tensor<1xi64>}> : (tensor<4xi32>, tensor<4xi64>) -> tensor<4xi32>
func.func @data_format_vec_permute(%x: tensor<4xi32>) -> tensor<*xi32> {
  %r = "tf.DataFormatVecPermute"(%x) <{src_format = "NHWC", dst_format = "NCHW"}> : (tensor<4xi32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

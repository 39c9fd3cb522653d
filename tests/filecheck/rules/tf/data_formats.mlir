// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       func.func @data_format_dim_map(%x: tensor<?xi32, [@S0]>) -> tensor<?xi32, [@S0]>
func.func @data_format_dim_map(%x: tensor<?xi32>) -> tensor<*xi32> {
  %r = "tf.DataFormatDimMap"(%x) <{src_format = "NHWC", dst_format = "NCHW"}> : (tensor<?xi32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       func.func @data_format_vec_permute(%x: tensor<4xi32>) -> tensor<4xi32>
func.func @data_format_vec_permute(%x: tensor<4xi32>) -> tensor<*xi32> {
  %r = "tf.DataFormatVecPermute"(%x) <{src_format = "NHWC", dst_format = "NCHW"}> : (tensor<4xi32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

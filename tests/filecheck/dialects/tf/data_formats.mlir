// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @data_format_dim_map(%a0: tensor<?xi32>) {
  %0 = "tf.DataFormatDimMap"(%a0) <{src_format = "NHWC", dst_format = "NCHW"}> : (tensor<?xi32>) -> tensor<*xi32>
  func.return
}
// CHECK-LABEL: func.func @data_format_dim_map(
// CHECK: "tf.DataFormatDimMap"(%{{[a-z0-9]+}}) <{src_format = "NHWC", dst_format = "NCHW"}> : (tensor<?xi32>) -> tensor<*xi32>

func.func @data_format_vec_permute(%a0: tensor<4xi32>) {
  %0 = "tf.DataFormatVecPermute"(%a0) <{src_format = "NHWC", dst_format = "NCHW"}> : (tensor<4xi32>) -> tensor<*xi32>
  func.return
}
// CHECK-LABEL: func.func @data_format_vec_permute(
// CHECK: "tf.DataFormatVecPermute"(%{{[a-z0-9]+}}) <{src_format = "NHWC", dst_format = "NCHW"}> : (tensor<4xi32>) -> tensor<*xi32>

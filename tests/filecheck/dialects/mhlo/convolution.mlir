// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt --print-op-generic --print-no-properties %s | tieshape-opt | filecheck %s

// Convolutions in both spellings, and with numbers that only the raw spelling can say.
func.func @convolution(%x: tensor<?x8x8x4xf32>, %k: tensor<3x3x4x16xf32>, %g: tensor<3x3x2x16xf32>, %pad: tensor<4xi32>) {
  %plain = mhlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<?x6x6x16xf32>
  %window = mhlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, 2]], lhs_dilate = [1, 2], rhs_dilate = [2, 1], reverse = [0, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#mhlo<precision DEFAULT>, #mhlo<precision DEFAULT>]} : (tensor<?x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<?x3x15x16xf32>
  %grouped = mhlo.convolution(%x, %g) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, f, 0, 1], window = {reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<?x8x8x4xf32>, tensor<3x3x2x16xf32>) -> tensor<?x16x6x6xf32>
  %generic = "mhlo.convolution"(%x, %k) {dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = dense<2> : tensor<2xi64>, batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<?x3x3x16xf32>
  %dynamic = "mhlo.dynamic_conv"(%x, %k, %pad) {dimension_numbers = #mhlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, window_strides = dense<2> : tensor<2xi64>, batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<4xi32>) -> tensor<?x?x?x16xf32>
  func.return
}

// CHECK-LABEL: func.func @convolution(
// CHECK-NEXT: %plain = mhlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<?x6x6x16xf32>
// CHECK-NEXT: %window = mhlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = {{\[\[}}1, 1], [0, 2]], lhs_dilate = [1, 2], rhs_dilate = [2, 1], reverse = [0, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#mhlo<precision DEFAULT>, #mhlo<precision DEFAULT>]} : (tensor<?x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<?x3x15x16xf32>
// CHECK-NEXT: %grouped = mhlo.convolution(%x, %g) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, f, 0, 1], window = {reverse = [1, 0]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<?x8x8x4xf32>, tensor<3x3x2x16xf32>) -> tensor<?x16x6x6xf32>
// CHECK-NEXT: %generic = mhlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<?x3x3x16xf32>
// CHECK-NEXT: %dynamic = "mhlo.dynamic_conv"(%x, %k, %pad) <{window_strides = dense<2> : tensor<2xi64>, dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<?x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<4xi32>) -> tensor<?x?x?x16xf32>

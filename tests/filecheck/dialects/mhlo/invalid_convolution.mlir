// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: mhlo.convolution: operand 0, operand 1 and the result have ranks 4, 3, 4; they must be equal (C1, C26)
func.func @ranks(%x: tensor<2x8x8x4xf32>, %k: tensor<3x4x16xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x4x16xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: operand 0, operand 1 and the result have ranks 4, 4, 3; they must be equal (C1, C26)
func.func @result_rank(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: window_strides has 3 values, 2 are needed (C2)
func.func @strides_count(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = dense<1> : tensor<3xi64>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: window_strides has the value 0, at least 1 is needed (C3)
func.func @strides_zero(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = dense<0> : tensor<2xi64>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: padding has shape [2, 3], [2, 2] is needed (C4)
func.func @padding_shape(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, padding = dense<0> : tensor<2x3xi64>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: lhs_dilation has 1 values, 2 are needed (C5)
func.func @lhs_dilation_count(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, lhs_dilation = dense<1> : tensor<1xi64>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: lhs_dilation has the value 0, at least 1 is needed (C6)
func.func @lhs_dilation_zero(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, lhs_dilation = dense<0> : tensor<2xi64>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: rhs_dilation has 1 values, 2 are needed (C7)
func.func @rhs_dilation_count(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, rhs_dilation = dense<1> : tensor<1xi64>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: rhs_dilation has the value 0, at least 1 is needed (C8)
func.func @rhs_dilation_zero(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, rhs_dilation = dense<0> : tensor<2xi64>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: window_reversal has 1 values, 2 are needed (C9)
func.func @reversal_count(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_reversal = dense<false> : tensor<1xi1>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: the batch size of operand 0 is 2, which 3 groups do not divide (C10)
func.func @batch_groups(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x15xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 3 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x15xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: the feature size of operand 0 is 4, which 3 groups do not divide (C11)
func.func @feature_groups(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x1x15xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 3 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x1x15xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: dimension_numbers give operand 0 the dimensions [1, 3, 1, 2], each of 4 is needed once (C12, C13)
func.func @input_dimensions(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<raw input_batch_dimension = 1, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: dimension_numbers give operand 1 the dimensions [4, 3, 0, 1], each of 4 is needed once (C17, C18)
func.func @kernel_dimensions(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 4, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: dimension_numbers give the result the dimensions [3, 3, 1, 2], each of 4 is needed once (C19, C20)
func.func @output_dimensions(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 3, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: the input feature size of operand 1 is 3, that of operand 0 per group is 4; they must be equal (C14)
func.func @kernel_features(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x3x16xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x3x16xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: the output feature size of operand 1 is 15, which 2 groups do not divide (C15)
func.func @batch_groups_output(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x15xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x15xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: the output feature size of operand 1 is 15, which 2 groups do not divide (C16)
func.func @feature_groups_output(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x2x15xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x2x15xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: feature_group_count has the value 0, at least 1 is needed (C21)
func.func @feature_group_zero(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 0 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: batch_group_count has the value 0, at least 1 is needed (C22)
func.func @batch_group_zero(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 0 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: feature_group_count is 2 and batch_group_count is 2; one of them must be 1 (C23)
func.func @both_groups(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 2 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: precision_config has 3 values, at most 2 are allowed (C11)
func.func @precision(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = [#mhlo<precision HIGH>, #mhlo<precision HIGH>, #mhlo<precision HIGH>]}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: the result has shape [3, 6, 6, 16], [2, ?, ?, 16] follows from the operands (C25)
func.func @result_batch(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<3x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: the result has shape [2, 6, 6, 15], [2, ?, ?, 16] follows from the operands (C25)
func.func @result_features(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x6x15xf32>
  func.return
}

// -----

// CHECK: error: expected b, f, 0, 1 in some order, found b, 0, b, f
func.func @letter_twice(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, b, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: expected b, f, 0, 1 in some order, found b, 0, 2, f
func.func @spatial_gap(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  %r = "mhlo.convolution"(%x, %k) <{dimension_numbers = #mhlo.conv<[b, 0, 2, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: '}' expected
func.func @window_word(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  %r = mhlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {steps = [1, 1]} : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: 'stride' stands twice
func.func @window_twice(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) {
  %r = mhlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], stride = [1, 1]} : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x6x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_conv: operand 2 has 3 elements, 4 are needed (C4)
func.func @dynamic_padding(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>, %p: tensor<3xi32>) {
  %r = "mhlo.dynamic_conv"(%x, %k, %p) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<3xi32>) -> tensor<2x?x?x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_conv: the result has shape [2, ?, ?, 15], [2, ?, ?, 16] follows from the operands (C25)
func.func @dynamic_result(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>, %p: tensor<4xi32>) {
  %r = "mhlo.dynamic_conv"(%x, %k, %p) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<4xi32>) -> tensor<2x?x?x15xf32>
  func.return
}

// -----

// CHECK: error: mhlo.convolution: dimension_numbers give operand 0 the dimensions {{.*}}9000000000{{.*}}, each of 3 is needed once
func.func @far_dimension(%x: tensor<*xf32>, %k: tensor<*xf32>) -> tensor<*xf32> {
  %r = "mhlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #mhlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 9000000000, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>}> : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

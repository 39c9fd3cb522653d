// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// Where windows reach over the edge, the sum is divided by the elements inside only.
// CHECK-LABEL: func.func @avg_pool(
// CHECK:         %[[PAD:.*]] = mhlo.dynamic_pad %x, {{.*}} -> tensor<?x10x?x3xf32, [@S0, 10, @S3, 3]>
// CHECK-NEXT:    %[[WIN:.*]] = "mhlo.reduce_window"(%[[PAD]], %{{.*}}) <{window_dimensions = dense<[1, 2, 2, 1]> : tensor<4xi64>, window_strides = dense<[1, 2, 2, 1]> : tensor<4xi64>, padding = dense<0> : tensor<4x2xi64>}>
// CHECK:         mhlo.add
// CHECK:         %[[PAD2:.*]] = mhlo.dynamic_pad %{{.*}}, {{.*}} -> tensor<10x?xf32, [10, @S3]>
// CHECK-NEXT:    %[[WIN2:.*]] = "mhlo.reduce_window"(%[[PAD2]], %{{.*}}) <{window_dimensions = dense<2> : tensor<2xi64>, window_strides = dense<2> : tensor<2xi64>, padding = dense<0> : tensor<2x2xi64>}>
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%[[WIN2]], %{{.*}}) <{broadcast_dimensions = dense<[1, 2]> : tensor<2xi64>}>
// CHECK-NEXT:    mhlo.divide %[[WIN]], %[[B]]
func.func @avg_pool(%x: tensor<?x9x?x3xf32>) -> tensor<*xf32> {
  %r = "tf.AvgPool"(%x) <{data_format = "NHWC", ksize = [1, 2, 2, 1], padding = "SAME", strides = [1, 2, 2, 1]}> : (tensor<?x9x?x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @avg_pool3d(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    mhlo.constant dense<8.000000e+00> : tensor<f32>
// CHECK:         %[[WIN:.*]] = "mhlo.reduce_window"(%x, %[[CST]]) <{window_dimensions = dense<[1, 2, 2, 2, 1]> : tensor<5xi64>, window_strides = dense<[1, 2, 2, 2, 1]> : tensor<5xi64>, padding = dense<0> : tensor<5x2xi64>}>
// CHECK:         mhlo.add
// CHECK:         mhlo.divide %[[WIN]], %{{.*}}
func.func @avg_pool3d(%x: tensor<?x?x4x4x3xf32>) -> tensor<*xf32> {
  %r = "tf.AvgPool3D"(%x) <{data_format = "NDHWC", ksize = [1, 2, 2, 2, 1], padding = "VALID", strides = [1, 2, 2, 2, 1]}>
      : (tensor<?x?x4x4x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @max_pool(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<0xff800000> : tensor<f32>
// CHECK-NEXT:    %[[WIN:.*]] = "mhlo.reduce_window"(%x, %[[CST]]) <{window_dimensions = dense<[1, 2, 2, 1]> : tensor<4xi64>, window_strides = dense<[1, 2, 2, 1]> : tensor<4xi64>, padding = dense<0> : tensor<4x2xi64>}>
// CHECK:         mhlo.maximum
// CHECK:         func.return %[[WIN]]
func.func @max_pool(%x: tensor<?x9x?x3xf32>) -> tensor<*xf32> {
  %r = "tf.MaxPool"(%x) <{data_format = "NHWC", explicit_paddings = [], ksize = [1, 2, 2, 1], padding = "VALID", strides = [1, 2, 2, 1]}>
      : (tensor<?x9x?x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @max_pool3d(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<0xff800000> : tensor<f32>
// CHECK-NEXT:    %[[WIN:.*]] = "mhlo.reduce_window"(%x, %[[CST]]) <{window_dimensions = dense<[1, 2, 2, 2, 1]> : tensor<5xi64>, window_strides = dense<[1, 2, 2, 2, 1]> : tensor<5xi64>, padding = dense<0> : tensor<5x2xi64>}>
// CHECK:         mhlo.maximum
// CHECK:         func.return %[[WIN]]
func.func @max_pool3d(%x: tensor<?x?x4x4x3xf32>) -> tensor<*xf32> {
  %r = "tf.MaxPool3D"(%x) <{data_format = "NDHWC", ksize = [1, 2, 2, 2, 1], padding = "VALID", strides = [1, 2, 2, 2, 1]}>
      : (tensor<?x?x4x4x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Where windows reach over the edge, the gradient is that of the padded image.
// CHECK-LABEL: func.func @max_pool_grad(
// CHECK:         %[[PAD:.*]] = mhlo.dynamic_pad %x, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}
// CHECK-NEXT:    %[[SCATTER:.*]] = "mhlo.select_and_scatter"(%[[PAD]], %{{.*}}, %{{.*}}) <{window_dimensions = dense<[1, 2, 2, 1]> : tensor<4xi64>, window_strides = dense<[1, 2, 2, 1]> : tensor<4xi64>, padding = dense<0> : tensor<4x2xi64>}>
// CHECK:         mhlo.compare GE, %{{.*}}, %{{.*}}
// CHECK:         mhlo.add %{{.*}}, %{{.*}}
// CHECK:         mhlo.real_dynamic_slice %[[SCATTER]], %{{.*}}, %{{.*}}, %{{.*}}
func.func @max_pool_grad(%x: tensor<?x9x?x3xf32>, %y: tensor<?x5x?x3xf32>, %dy: tensor<?x5x?x3xf32>) -> tensor<*xf32> {
  %r = "tf.MaxPoolGrad"(%x, %y, %dy) <{data_format = "NHWC", ksize = [1, 2, 2, 1], padding = "SAME", strides = [1, 2, 2, 1], explicit_paddings = []}>
      : (tensor<?x9x?x3xf32>, tensor<?x5x?x3xf32>, tensor<?x5x?x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The mean is spread by the strides, then added over all windows with a place.
// CHECK-LABEL: func.func @avg_pool_grad(
// CHECK:         %[[DIVIDE:.*]] = mhlo.divide %dy, %{{.*}}
// CHECK:         %[[PAD:.*]] = mhlo.dynamic_pad %[[DIVIDE]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}
// CHECK-NEXT:    "mhlo.reduce_window"(%[[PAD]], %{{.*}}) <{window_dimensions = dense<[1, 2, 2, 1]> : tensor<4xi64>, window_strides = dense<1> : tensor<4xi64>, padding = dense<0> : tensor<4x2xi64>}>
// CHECK:         mhlo.add %{{.*}}, %{{.*}}
func.func @avg_pool_grad(%sizes: tensor<4xi32>, %dy: tensor<?x5x?x3xf32>) -> tensor<*xf32> {
  %r = "tf.AvgPoolGrad"(%sizes, %dy) <{data_format = "NHWC", ksize = [1, 2, 2, 1], padding = "VALID", strides = [1, 2, 2, 1]}> : (tensor<4xi32>, tensor<?x5x?x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A term for each place in a window: where an element equals the maximum, the gradient.
// CHECK-LABEL: func.func @max_pool3d_grad(
// CHECK:         %[[PAD:.*]] = "mhlo.pad"(%{{.*}}, %{{.*}}) <{edge_padding_low = dense<0> : tensor<5xi64>, edge_padding_high = dense<[0, 1, 0, 0, 0]> : tensor<5xi64>, interior_padding = dense<[0, 1, 0, 0, 0]> : tensor<5xi64>}>
// CHECK-NEXT:    %[[PAD2:.*]] = "mhlo.pad"(%{{.*}}, %{{.*}}) <{edge_padding_low = dense<0> : tensor<5xi64>, edge_padding_high = dense<[0, 1, 0, 0, 0]> : tensor<5xi64>, interior_padding = dense<[0, 1, 0, 0, 0]> : tensor<5xi64>}>
// CHECK-NEXT:    %[[COMPARE:.*]] = mhlo.compare EQ, %x, %[[PAD]]
// CHECK:         %[[SELECT:.*]] = mhlo.select %[[COMPARE]], %[[PAD2]], %{{.*}}
// CHECK-NEXT:    %[[ADD:.*]] = mhlo.add %{{.*}}, %[[SELECT]]
// CHECK-NEXT:    %[[PAD3:.*]] = "mhlo.pad"(%{{.*}}, %{{.*}}) <{edge_padding_low = dense<[0, 1, 0, 0, 0]> : tensor<5xi64>, edge_padding_high = dense<0> : tensor<5xi64>, interior_padding = dense<[0, 1, 0, 0, 0]> : tensor<5xi64>}>
// CHECK-NEXT:    %[[PAD4:.*]] = "mhlo.pad"(%{{.*}}, %{{.*}}) <{edge_padding_low = dense<[0, 1, 0, 0, 0]> : tensor<5xi64>, edge_padding_high = dense<0> : tensor<5xi64>, interior_padding = dense<[0, 1, 0, 0, 0]> : tensor<5xi64>}>
// CHECK-NEXT:    %[[COMPARE2:.*]] = mhlo.compare EQ, %x, %[[PAD3]]
// CHECK:         %[[SELECT2:.*]] = mhlo.select %[[COMPARE2]], %[[PAD4]], %{{.*}}
// CHECK-NEXT:    mhlo.add %[[ADD]], %[[SELECT2]]
func.func @max_pool3d_grad(%x: tensor<?x4x4x4x3xf32>, %y: tensor<?x2x4x4x3xf32>, %dy: tensor<?x2x4x4x3xf32>) -> tensor<*xf32> {
  %r = "tf.MaxPool3DGrad"(%x, %y, %dy) <{data_format = "NDHWC", ksize = [1, 2, 1, 1, 1], padding = "VALID", strides = [1, 2, 1, 1, 1]}> : (tensor<?x4x4x4x3xf32>, tensor<?x2x4x4x3xf32>, tensor<?x2x4x4x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @avg_pool3d_grad(
// CHECK:         %[[DIVIDE:.*]] = mhlo.divide %{{.*}}, %{{.*}}
// CHECK-NEXT:    %[[PAD:.*]] = "mhlo.pad"(%[[DIVIDE]], %{{.*}}) <{edge_padding_low = dense<[0, 1, 0, 0, 0]> : tensor<5xi64>, edge_padding_high = dense<[0, 1, 0, 0, 0]> : tensor<5xi64>, interior_padding = dense<[0, 1, 0, 0, 0]> : tensor<5xi64>}>
// CHECK-NEXT:    "mhlo.reduce_window"(%[[PAD]], %{{.*}}) <{window_dimensions = dense<[1, 2, 1, 1, 1]> : tensor<5xi64>, window_strides = dense<1> : tensor<5xi64>, padding = dense<0> : tensor<5x2xi64>}>
// CHECK:         mhlo.add %{{.*}}, %{{.*}}
func.func @avg_pool3d_grad(%dy: tensor<?x2x4x4x3xf32>) -> tensor<*xf32> {
  %sizes = "tf.Const"() <{value = dense<[2, 4, 4, 4, 3]> : tensor<5xi32>}> : () -> tensor<5xi32>
  %r = "tf.AvgPool3DGrad"(%sizes, %dy) <{data_format = "NDHWC", ksize = [1, 2, 1, 1, 1], padding = "VALID", strides = [1, 2, 1, 1, 1]}> : (tensor<5xi32>, tensor<?x2x4x4x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @max_pool_grad_with_argmax(
// CHECK:         sdim.elements assert %{{.*}} from %{{.*}} below %{{.*}} {why = "tf.MaxPoolGradWithArgmax at {{.*}}: argmax"} : tensor<?x?x?x?xi64, [@S0, @S5, @S6, @S3]>
// CHECK:         mhlo.dynamic_reshape %{{.*}}, %{{.*}} : (tensor<?x?x?x?xf32, [@S0, @S5, @S6, @S3]>, tensor<1xindex>) -> tensor<?xf32, [@S13]>
// CHECK:         mhlo.scatter
func.func @max_pool_grad_with_argmax(%x: tensor<?x?x?x?xf32>, %g: tensor<?x?x?x?xf32>, %i: tensor<?x?x?x?xi64>) -> tensor<*xf32> {
  %r = "tf.MaxPoolGradWithArgmax"(%x, %g, %i) <{ksize = [1, 2, 2, 1], strides = [1, 2, 2, 1], padding = "SAME"}> : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x?x?x?xi64>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @max_pool_with_argmax(
// CHECK:         mhlo.dynamic_gather"(%x, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [0, 3, 4], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>}> : (tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>, tensor<?x2xi64, [@S4, 2]>, tensor<4xindex>) -> tensor<?x?x2x?x?xf32, [@S0, @S4, 2, @S2, @S3]>
// CHECK:         mhlo.compare GE, %{{.*}}, %{{.*}} : (tensor<?x2xi64, [@S4, 2]>, tensor<?x2xi64, [@S4, 2]>) -> tensor<?x2xi1, [@S4, 2]>
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.maximum across dimensions = [2, 4] : (tensor<?x?x2x?x2x?xf32, [@S0, @S4, 2, @S5, 2, @S3]>, tensor<f32>) -> tensor<?x?x?x?xf32, [@S0, @S4, @S5, @S3]>
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.minimum across dimensions = [2, 4] : (tensor<?x?x2x?x2x?xi64, [@S0, @S4, 2, @S5, 2, @S3]>, tensor<i64>) -> tensor<?x?x?x?xi64, [@S0, @S4, @S5, @S3]>
func.func @max_pool_with_argmax(%x: tensor<?x?x?x?xf32>) -> (tensor<*xf32>, tensor<*xi64>) {
  %r:2 = "tf.MaxPoolWithArgmax"(%x) <{ksize = [1, 2, 2, 1], strides = [1, 2, 2, 1], padding = "SAME"}> : (tensor<?x?x?x?xf32>) -> (tensor<*xf32>, tensor<*xi64>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xi64>
}

// -----

// CHECK-LABEL: func.func @max_pool_grad_grad(
// CHECK:         mhlo.maximum %{{.*}}, %{{.*}} : tensor<?x2xi64, [@S1, 2]>
// CHECK:         mhlo.minimum %{{.*}}, %{{.*}} : tensor<?x2xi64, [@S1, 2]>
// CHECK:         mhlo.maximum %{{.*}}, %{{.*}} : tensor<?x3xi64, [@S6, 3]>
// CHECK:         mhlo.minimum %{{.*}}, %{{.*}} : tensor<?x3xi64, [@S6, 3]>
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.minimum across dimensions = [2, 4] : (tensor<?x?x2x?x3x?xi64, [@S0, @S1, 2, @S6, 3, @S3]>, tensor<i64>) -> tensor<?x?x?x?xi64, [@S0, @S1, @S6, @S3]>
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [2, 4] : (tensor<?x?x2x?x3x?xf32, [@S0, @S1, 2, @S6, 3, @S3]>, tensor<f32>) -> tensor<?x?x?x?xf32, [@S0, @S1, @S6, @S3]>
func.func @max_pool_grad_grad(%x: tensor<?x?x?x?xf32>, %y: tensor<?x?x?x?xf32>, %g: tensor<?x?x?x?xf32>) -> tensor<*xf32> {
  %r = "tf.MaxPoolGradGrad"(%x, %y, %g) <{padding = "SAME", strides = [1, 1, 2, 1], ksize = [1, 2, 3, 1], data_format = "NHWC"}> : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @max_pool_v2(
// CHECK:         mhlo.dynamic_pad
// CHECK:         "mhlo.reduce_window"(%{{.*}}, %{{.*}}) <{window_dimensions = dense<[1, 2, 3, 1]> : tensor<4xi64>, window_strides = dense<[1, 2, 1, 1]> : tensor<4xi64>, padding = dense<0> : tensor<4x2xi64>}>
func.func @max_pool_v2(%x: tensor<?x?x?x?xf32>) -> tensor<*xf32> {
  %k = "tf.Const"() <{value = dense<[1, 2, 3, 1]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %s = "tf.Const"() <{value = dense<[1, 2, 1, 1]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %r = "tf.MaxPoolV2"(%x, %k, %s) <{padding = "SAME", data_format = "NHWC"}> : (tensor<?x?x?x?xf32>, tensor<4xi32>, tensor<4xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

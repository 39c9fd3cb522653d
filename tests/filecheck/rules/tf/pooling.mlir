// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       %[[S1:.*]] = sdim.size @S1
// CHECK:       %[[C1:.*]] = arith.constant 1 : index
// CHECK:       %[[ADD:.*]] = arith.addi %[[S1]], %[[C1]] : index
// CHECK:       %[[C2:.*]] = arith.constant 2 : index
// CHECK:       %[[DIV:.*]] = arith.floordivsi %[[ADD]], %[[C2]] : index
// CHECK:       sdim.equal @S2, %[[DIV]]
// CHECK:       func.func @avg_pool(%x: tensor<?x9x?x3xf32, [@S0, 9, @S1, 3]>) -> tensor<?x5x?x3xf32, [@S0, 5, @S2, 3]>
func.func @avg_pool(%x: tensor<?x9x?x3xf32>) -> tensor<*xf32> {
  %r = "tf.AvgPool"(%x) <{data_format = "NHWC", ksize = [1, 2, 2, 1], padding = "SAME", strides = [1, 2, 2, 1]}> : (tensor<?x9x?x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       %[[S1:.*]] = sdim.size @S1
// CHECK:       %[[C2:.*]] = arith.constant 2 : index
// CHECK:       %[[DIV:.*]] = arith.floordivsi %[[S1]], %[[C2]] : index
// CHECK:       sdim.equal @S2, %[[DIV]]
// CHECK:       func.func @avg_pool3d(%x: tensor<?x?x4x4x3xf32, [@S0, @S1, 4, 4, 3]>) -> tensor<?x?x2x2x3xf32, [@S0, @S2, 2, 2, 3]>
func.func @avg_pool3d(%x: tensor<?x?x4x4x3xf32>) -> tensor<*xf32> {
  %r = "tf.AvgPool3D"(%x) <{data_format = "NDHWC", ksize = [1, 2, 2, 2, 1], padding = "VALID", strides = [1, 2, 2, 2, 1]}>
      : (tensor<?x?x4x4x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       %[[S1:.*]] = sdim.size @S1
// CHECK:       %[[C2:.*]] = arith.constant 2 : index
// CHECK:       %[[DIV:.*]] = arith.floordivsi %[[S1]], %[[C2]] : index
// CHECK:       sdim.equal @S2, %[[DIV]]
// CHECK:       func.func @max_pool(%x: tensor<?x9x?x3xf32, [@S0, 9, @S1, 3]>) -> tensor<?x4x?x3xf32, [@S0, 4, @S2, 3]>
func.func @max_pool(%x: tensor<?x9x?x3xf32>) -> tensor<*xf32> {
  %r = "tf.MaxPool"(%x) <{data_format = "NHWC", explicit_paddings = [], ksize = [1, 2, 2, 1], padding = "VALID", strides = [1, 2, 2, 1]}>
      : (tensor<?x9x?x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       %[[S1:.*]] = sdim.size @S1
// CHECK:       %[[C2:.*]] = arith.constant 2 : index
// CHECK:       %[[DIV:.*]] = arith.floordivsi %[[S1]], %[[C2]] : index
// CHECK:       sdim.equal @S2, %[[DIV]]
// CHECK:       func.func @max_pool3d(%x: tensor<?x?x4x4x3xf32, [@S0, @S1, 4, 4, 3]>) -> tensor<?x?x2x2x3xf32, [@S0, @S2, 2, 2, 3]>
func.func @max_pool3d(%x: tensor<?x?x4x4x3xf32>) -> tensor<*xf32> {
  %r = "tf.MaxPool3D"(%x) <{data_format = "NDHWC", ksize = [1, 2, 2, 2, 1], padding = "VALID", strides = [1, 2, 2, 2, 1]}>
      : (tensor<?x?x4x4x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.MaxPoolGrad at {{.*}}: dimension 0 of windows and gradient: sizes S2 and S0 must agree"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.MaxPoolGrad at {{.*}}: dimension 0 of windows and gradient: sizes S4 and S0 must agree"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.MaxPoolGrad at {{.*}}: dimension 2 of windows and gradient: sizes S3 and (S1 + 1)//2 must agree"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.MaxPoolGrad at {{.*}}: dimension 2 of windows and gradient: sizes S5 and (S1 + 1)//2 must agree"}
// CHECK:       func.func @max_pool_grad(%x: tensor<?x9x?x3xf32, [@S0, 9, @S1, 3]>, %y: tensor<?x5x?x3xf32, [@S2, 5, @S3, 3]>, %dy: tensor<?x5x?x3xf32, [@S4, 5, @S5, 3]>) -> tensor<?x9x?x3xf32, [@S0, 9, @S1, 3]>
func.func @max_pool_grad(%x: tensor<?x9x?x3xf32>, %y: tensor<?x5x?x3xf32>, %dy: tensor<?x5x?x3xf32>) -> tensor<*xf32> {
  %r = "tf.MaxPoolGrad"(%x, %y, %dy) <{data_format = "NHWC", ksize = [1, 2, 2, 1], padding = "SAME", strides = [1, 2, 2, 1], explicit_paddings = []}>
      : (tensor<?x9x?x3xf32>, tensor<?x5x?x3xf32>, tensor<?x5x?x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.AvgPoolGrad at {{.*}}: dimension 0 of windows and gradient: sizes S0 and S2 must agree"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.AvgPoolGrad at {{.*}}: dimension 1 of windows and gradient: sizes 5 and S3//2 must agree"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.AvgPoolGrad at {{.*}}: dimension 2 of windows and gradient: sizes S1 and S4//2 must agree"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.AvgPoolGrad at {{.*}}: dimension 3 of windows and gradient: sizes 3 and S5 must agree"}
// CHECK:       func.func @avg_pool_grad(%sizes: tensor<4xi32>, %dy: tensor<?x5x?x3xf32, [@S0, 5, @S1, 3]>) -> tensor<?x?x?x3xf32, [@S0, @S3, @S4, 3]>
func.func @avg_pool_grad(%sizes: tensor<4xi32>, %dy: tensor<?x5x?x3xf32>) -> tensor<*xf32> {
  %r = "tf.AvgPoolGrad"(%sizes, %dy) <{data_format = "NHWC", ksize = [1, 2, 2, 1], padding = "VALID", strides = [1, 2, 2, 1]}> : (tensor<4xi32>, tensor<?x5x?x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.MaxPool3DGrad at {{.*}}: dimension 0 of windows and gradient: sizes S1 and S0 must agree"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.MaxPool3DGrad at {{.*}}: dimension 0 of windows and gradient: sizes S2 and S0 must agree"}
// CHECK:       func.func @max_pool3d_grad(%x: tensor<?x4x4x4x3xf32, [@S0, 4, 4, 4, 3]>, %y: tensor<?x2x4x4x3xf32, [@S1, 2, 4, 4, 3]>, %dy: tensor<?x2x4x4x3xf32, [@S2, 2, 4, 4, 3]>) -> tensor<?x4x4x4x3xf32, [@S0, 4, 4, 4, 3]>
func.func @max_pool3d_grad(%x: tensor<?x4x4x4x3xf32>, %y: tensor<?x2x4x4x3xf32>, %dy: tensor<?x2x4x4x3xf32>) -> tensor<*xf32> {
  %r = "tf.MaxPool3DGrad"(%x, %y, %dy) <{data_format = "NDHWC", ksize = [1, 2, 1, 1, 1], padding = "VALID", strides = [1, 2, 1, 1, 1]}> : (tensor<?x4x4x4x3xf32>, tensor<?x2x4x4x3xf32>, tensor<?x2x4x4x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.AvgPool3DGrad at {{.*}}: dimension 0 of windows and gradient: sizes S0 and 2 must agree"}
// CHECK:       func.func @avg_pool3d_grad(%dy: tensor<?x2x4x4x3xf32, [@S0, 2, 4, 4, 3]>) -> tensor<2x4x4x4x3xf32>
func.func @avg_pool3d_grad(%dy: tensor<?x2x4x4x3xf32>) -> tensor<*xf32> {
  %sizes = "tf.Const"() <{value = dense<[2, 4, 4, 4, 3]> : tensor<5xi32>}> : () -> tensor<5xi32>
  %r = "tf.AvgPool3DGrad"(%sizes, %dy) <{data_format = "NDHWC", ksize = [1, 2, 1, 1, 1], padding = "VALID", strides = [1, 2, 1, 1, 1]}> : (tensor<5xi32>, tensor<?x2x4x4x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.MaxPoolGradWithArgmax at {{.*}}: dimension 0 of windows and gradient: sizes S4 and S0 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.MaxPoolGradWithArgmax at {{.*}}: dimension 0 of windows and gradient: sizes S8 and S0 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.MaxPoolGradWithArgmax at {{.*}}: dimension 1 of windows and gradient: sizes S5 and (S1 + 1)//2 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.MaxPoolGradWithArgmax at {{.*}}: dimension 1 of windows and gradient: sizes S9 and (S1 + 1)//2 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.MaxPoolGradWithArgmax at {{.*}}: dimension 2 of windows and gradient: sizes S6 and (S2 + 1)//2 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.MaxPoolGradWithArgmax at {{.*}}: dimension 2 of windows and gradient: sizes S10 and (S2 + 1)//2 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.MaxPoolGradWithArgmax at {{.*}}: dimension 3 of windows and gradient: sizes S7 and S3 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.MaxPoolGradWithArgmax at {{.*}}: dimension 3 of windows and gradient: sizes S11 and S3 must agree"}
// CHECK:       func.func @max_pool_grad_with_argmax(%x: tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>, %g: tensor<?x?x?x?xf32, [@S4, @S5, @S6, @S7]>, %i: tensor<?x?x?x?xi64, [@S8, @S9, @S10, @S11]>) -> tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>
func.func @max_pool_grad_with_argmax(%x: tensor<?x?x?x?xf32>, %g: tensor<?x?x?x?xf32>, %i: tensor<?x?x?x?xi64>) -> tensor<*xf32> {
  %r = "tf.MaxPoolGradWithArgmax"(%x, %g, %i) <{ksize = [1, 2, 2, 1], strides = [1, 2, 2, 1], padding = "SAME"}> : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x?x?x?xi64>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.range assert {{.*}} {why = "tf.MaxPoolWithArgmax at {{.*}}: the size S0 of the image must not be 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.MaxPoolWithArgmax at {{.*}}: the size S1 of the image must not be 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.MaxPoolWithArgmax at {{.*}}: the size S2 of the image must not be 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.MaxPoolWithArgmax at {{.*}}: the size S3 of the image must not be 0"}
// CHECK:       func.func @max_pool_with_argmax(%x: tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>) -> (tensor<?x?x?x?xf32, [@S0, @S4, @S5, @S3]>, tensor<?x?x?x?xi64, [@S0, @S4, @S5, @S3]>)
func.func @max_pool_with_argmax(%x: tensor<?x?x?x?xf32>) -> (tensor<*xf32>, tensor<*xi64>) {
  %r:2 = "tf.MaxPoolWithArgmax"(%x) <{ksize = [1, 2, 2, 1], strides = [1, 2, 2, 1], padding = "SAME"}> : (tensor<?x?x?x?xf32>) -> (tensor<*xf32>, tensor<*xi64>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xi64>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.MaxPoolGradGrad at {{.*}}: dimension 0 of windows and gradient: sizes S4 and S0 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.MaxPoolGradGrad at {{.*}}: dimension 1 of windows and gradient: sizes S5 and S1 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.MaxPoolGradGrad at {{.*}}: dimension 2 of windows and gradient: sizes S6 and (S2 + 1)//2 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.MaxPoolGradGrad at {{.*}}: dimension 3 of windows and gradient: sizes S7 and S3 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.MaxPoolGradGrad at {{.*}}: image and gradient: sizes S0 and S8 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.MaxPoolGradGrad at {{.*}}: image and gradient: sizes S1 and S9 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.MaxPoolGradGrad at {{.*}}: image and gradient: sizes S2 and S10 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.MaxPoolGradGrad at {{.*}}: image and gradient: sizes S3 and S11 must agree"}
// CHECK:       func.func @max_pool_grad_grad(%x: tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>, %y: tensor<?x?x?x?xf32, [@S4, @S5, @S6, @S7]>, %g: tensor<?x?x?x?xf32, [@S8, @S9, @S10, @S11]>) -> tensor<?x?x?x?xf32, [@S0, @S1, @S6, @S3]>
func.func @max_pool_grad_grad(%x: tensor<?x?x?x?xf32>, %y: tensor<?x?x?x?xf32>, %g: tensor<?x?x?x?xf32>) -> tensor<*xf32> {
  %r = "tf.MaxPoolGradGrad"(%x, %y, %g) <{padding = "SAME", strides = [1, 1, 2, 1], ksize = [1, 2, 3, 1], data_format = "NHWC"}> : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @max_pool_v2(%x: tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>) -> tensor<?x?x?x?xf32, [@S0, @S4, @S2, @S3]>
func.func @max_pool_v2(%x: tensor<?x?x?x?xf32>) -> tensor<*xf32> {
  %k = "tf.Const"() <{value = dense<[1, 2, 3, 1]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %s = "tf.Const"() <{value = dense<[1, 2, 1, 1]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %r = "tf.MaxPoolV2"(%x, %k, %s) <{padding = "SAME", data_format = "NHWC"}> : (tensor<?x?x?x?xf32>, tensor<4xi32>, tensor<4xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       %[[S2:.*]] = sdim.size @S2
// CHECK:       %[[S1:.*]] = sdim.size @S1
// CHECK:       %[[C1:.*]] = arith.constant 1 : index
// CHECK:       %[[ADD:.*]] = arith.addi %[[S1]], %[[C1]] : index
// CHECK:       %[[C2:.*]] = arith.constant 2 : index
// CHECK:       %[[DIV:.*]] = arith.floordivsi %[[ADD]], %[[C2]] : index
// CHECK:       sdim.equal %[[S2]], %[[DIV]]
// CHECK:       func.func @avg_pool(%x: tensor<?x9x?x3xf32, [@S0, 9, @S1, 3]>) -> tensor<?x5x?x3xf32, [@S0, 5, @S2, 3]>
func.func @avg_pool(%x: tensor<?x9x?x3xf32>) -> tensor<*xf32> {
  %r = "tf.AvgPool"(%x) <{data_format = "NHWC", ksize = [1, 2, 2, 1], padding = "SAME", strides = [1, 2, 2, 1]}> : (tensor<?x9x?x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       %[[S2:.*]] = sdim.size @S2
// CHECK:       %[[S1:.*]] = sdim.size @S1
// CHECK:       %[[C2:.*]] = arith.constant 2 : index
// CHECK:       %[[DIV:.*]] = arith.floordivsi %[[S1]], %[[C2]] : index
// CHECK:       sdim.equal %[[S2]], %[[DIV]]
// CHECK:       func.func @avg_pool3d(%x: tensor<?x?x4x4x3xf32, [@S0, @S1, 4, 4, 3]>) -> tensor<?x?x2x2x3xf32, [@S0, @S2, 2, 2, 3]>
func.func @avg_pool3d(%x: tensor<?x?x4x4x3xf32>) -> tensor<*xf32> {
  %r = "tf.AvgPool3D"(%x) <{data_format = "NDHWC", ksize = [1, 2, 2, 2, 1], padding = "VALID", strides = [1, 2, 2, 2, 1]}>
      : (tensor<?x?x4x4x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       %[[S2:.*]] = sdim.size @S2
// CHECK:       %[[S1:.*]] = sdim.size @S1
// CHECK:       %[[C2:.*]] = arith.constant 2 : index
// CHECK:       %[[DIV:.*]] = arith.floordivsi %[[S1]], %[[C2]] : index
// CHECK:       sdim.equal %[[S2]], %[[DIV]]
// CHECK:       func.func @max_pool(%x: tensor<?x9x?x3xf32, [@S0, 9, @S1, 3]>) -> tensor<?x4x?x3xf32, [@S0, 4, @S2, 3]>
func.func @max_pool(%x: tensor<?x9x?x3xf32>) -> tensor<*xf32> {
  %r = "tf.MaxPool"(%x) <{data_format = "NHWC", explicit_paddings = [], ksize = [1, 2, 2, 1], padding = "VALID", strides = [1, 2, 2, 1]}>
      : (tensor<?x9x?x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       %[[S2:.*]] = sdim.size @S2
// CHECK:       %[[S1:.*]] = sdim.size @S1
// CHECK:       %[[C2:.*]] = arith.constant 2 : index
// CHECK:       %[[DIV:.*]] = arith.floordivsi %[[S1]], %[[C2]] : index
// CHECK:       sdim.equal %[[S2]], %[[DIV]]
// CHECK:       func.func @max_pool3d(%x: tensor<?x?x4x4x3xf32, [@S0, @S1, 4, 4, 3]>) -> tensor<?x?x2x2x3xf32, [@S0, @S2, 2, 2, 3]>
func.func @max_pool3d(%x: tensor<?x?x4x4x3xf32>) -> tensor<*xf32> {
  %r = "tf.MaxPool3D"(%x) <{data_format = "NDHWC", ksize = [1, 2, 2, 2, 1], padding = "VALID", strides = [1, 2, 2, 2, 1]}>
      : (tensor<?x?x4x4x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

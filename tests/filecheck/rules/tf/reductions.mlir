// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @all(%x: tensor<?x4xi1, [@S0, 4]>) -> tensor<?x1xi1, [@S0, 1]>
func.func @all(%x: tensor<?x4xi1>) -> tensor<*xi1> {
  %axes = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.All"(%x, %axes) <{keep_dims = true}> : (tensor<?x4xi1>, tensor<i32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @any(%x: tensor<?x4xi1, [@S0, 4]>) -> tensor<?xi1, [@S0]>
func.func @any(%x: tensor<?x4xi1>) -> tensor<*xi1> {
  %axes = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Any"(%x, %axes) <{keep_dims = false}> : (tensor<?x4xi1>, tensor<i32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.ArgMax at {{.*}}: dimension 1 of size S1 must not be empty"}
// CHECK:       func.func @arg_max(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?xi64, [@S0]>
func.func @arg_max(%x: tensor<?x?xf32>) -> tensor<*xi64> {
  %axis = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ArgMax"(%x, %axis) : (tensor<?x?xf32>, tensor<i32>) -> tensor<*xi64>
  func.return %r : tensor<*xi64>
}

// -----

// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.ArgMin at {{.*}}: dimension 0 of size S0 must not be empty"}
// CHECK:       func.func @arg_min(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?xi32, [@S1]>
func.func @arg_min(%x: tensor<?x?xf32>) -> tensor<*xi32> {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ArgMin"(%x, %axis) : (tensor<?x?xf32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @cumprod(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @cumprod(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %axis = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Cumprod"(%x, %axis) <{exclusive = false, reverse = true}> : (tensor<?x4xf32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @cumsum(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @cumsum(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %axis = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Cumsum"(%x, %axis) <{exclusive = true, reverse = false}> : (tensor<?x4xf32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @euclidean_norm(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?xf32, [@S0]>
func.func @euclidean_norm(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %axes = "tf.Const"() <{value = dense<[1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.EuclideanNorm"(%x, %axes) <{keep_dims = false}> : (tensor<?x4xf32>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @l2_loss(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<f32>
func.func @l2_loss(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.L2Loss"(%x) : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @max(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x1xf32, [@S0, 1]>
func.func @max(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %axes = "tf.Const"() <{value = dense<[-1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Max"(%x, %axes) <{keep_dims = true}> : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Divided by the number of elements, which follows from sizes.
// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @mean(%x: tensor<?x?x4xf32, [@S0, @S1, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @mean(%x: tensor<?x?x4xf32>) -> tensor<*xf32> {
  %axes = "tf.Const"() <{value = dense<[1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Mean"(%x, %axes) <{keep_dims = false}> : (tensor<?x?x4xf32>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @min(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x1xf32, [@S0, 1]>
func.func @min(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %axes = "tf.Const"() <{value = dense<[-1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Min"(%x, %axes) <{keep_dims = true}> : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @prod(%x: tensor<?x?x4xf32, [@S0, @S1, 4]>) -> tensor<?xf32, [@S1]>
func.func @prod(%x: tensor<?x?x4xf32>) -> tensor<*xf32> {
  %axes = "tf.Const"() <{value = dense<[0, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Prod"(%x, %axes) <{keep_dims = false}> : (tensor<?x?x4xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Axes that are elements of an argument: with keep_dims each size is kept or 1.
// CHECK:       %[[S0:.*]] = sdim.size @S0
// CHECK:       %[[S2:.*]] = sdim.size @S2
// CHECK:       %[[C:.*]] = arith.cmpi eq, %[[S0]], %[[S2]] : index
// CHECK:       %[[C1:.*]] = arith.constant 1 : index
// CHECK:       %[[C2:.*]] = arith.cmpi eq, %[[S2]], %[[C1]] : index
// CHECK:       %[[OR:.*]] = arith.ori %[[C]], %[[C2]] : i1
// CHECK:       sdim.holds %[[OR]] {why = "tf.Sum at {{.*}}: by definition"}
// CHECK:       func.func @sum(%x: tensor<?xf32, [@S0]>, %axes: tensor<?xi32, [@S1]>) -> tensor<?xf32, [@S2]>
func.func @sum(%x: tensor<?xf32>, %axes: tensor<?xi32>) -> tensor<*xf32> {
  %r = "tf.Sum"(%x, %axes) <{keep_dims = true}> : (tensor<?xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A scan whose step adds in the range of exponentials; the dimension is a number of the run.
// CHECK:       func.func @cumulative_logsumexp(%x: tensor<4xf32>, %axis: tensor<i32>) -> tensor<4xf32>
func.func @cumulative_logsumexp(%x: tensor<4xf32>, %axis: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.CumulativeLogsumexp"(%x, %axis) : (tensor<4xf32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

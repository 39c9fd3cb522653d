// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @all(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<true> : tensor<i1>
// CHECK:         %[[RED:.*]] = mhlo.reduce(%x init: %[[CST]]) applies mhlo.and across dimensions = [1] : {{.*}} -> tensor<?xi1, [@S0]>
// CHECK-NEXT:    %[[R:.*]] = mhlo.dynamic_reshape %[[RED]], {{.*}} -> tensor<?x1xi1, [@S0, 1]>
// CHECK-NEXT:    func.return %[[R]]
func.func @all(%x: tensor<?x4xi1>) -> tensor<*xi1> {
  %axes = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.All"(%x, %axes) <{keep_dims = true}> : (tensor<?x4xi1>, tensor<i32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK-LABEL: func.func @any(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<false> : tensor<i1>
// CHECK-NEXT:    %[[RED:.*]] = mhlo.reduce(%x init: %[[CST]]) applies mhlo.or across dimensions = [1] : {{.*}} -> tensor<?xi1, [@S0]>
// CHECK-NEXT:    func.return %[[RED]]
func.func @any(%x: tensor<?x4xi1>) -> tensor<*xi1> {
  %axes = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Any"(%x, %axes) <{keep_dims = false}> : (tensor<?x4xi1>, tensor<i32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// The larger number, of equal ones the one with the smaller index, and NaN before all.
// CHECK-LABEL: func.func @arg_max(
// CHECK:         %[[IOTA:.*]] = "mhlo.dynamic_iota"(%{{.*}}) <{iota_dimension = 1 : i64}> : {{.*}} -> tensor<?x?xi64, [@S0, @S1]>
// CHECK-NEXT:    mhlo.reduce(%x init: %{{.*}}), (%[[IOTA]] init: %{{.*}}) across dimensions = [1] : {{.*}} -> (tensor<?xf32, [@S0]>, tensor<?xi64, [@S0]>)
// CHECK-NEXT:    mhlo.compare GT
// CHECK-NEXT:    mhlo.compare EQ
// CHECK-NEXT:    mhlo.compare LT
// CHECK-NEXT:    mhlo.and
// CHECK:         mhlo.select
// CHECK-NEXT:    mhlo.select
func.func @arg_max(%x: tensor<?x?xf32>) -> tensor<*xi64> {
  %axis = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ArgMax"(%x, %axis) : (tensor<?x?xf32>, tensor<i32>) -> tensor<*xi64>
  func.return %r : tensor<*xi64>
}

// -----

// CHECK-LABEL: func.func @arg_min(
// CHECK:         %[[IOTA:.*]] = "mhlo.dynamic_iota"(%{{.*}}) <{iota_dimension = 0 : i64}> : {{.*}} -> tensor<?x?xi32, [@S0, @S1]>
// CHECK-NEXT:    mhlo.reduce(%x init: %{{.*}}), (%[[IOTA]] init: %{{.*}}) across dimensions = [0] : {{.*}} -> (tensor<?xf32, [@S1]>, tensor<?xi32, [@S1]>)
// CHECK-NEXT:    mhlo.compare LT
// CHECK-NEXT:    mhlo.compare EQ
// CHECK-NEXT:    mhlo.compare LT
// CHECK-NEXT:    mhlo.and
// CHECK:         mhlo.select
// CHECK-NEXT:    mhlo.select
func.func @arg_min(%x: tensor<?x?xf32>) -> tensor<*xi32> {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ArgMin"(%x, %axis) : (tensor<?x?xf32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @cumprod(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK:         %[[REVERSE:.*]] = "mhlo.reverse"(%x) <{dimensions = dense<1> : tensor<1xi64>}> : {{.*}} -> tensor<?x4xf32, [@S0, 4]>
// CHECK-NEXT:    %[[PAD:.*]] = mhlo.dynamic_pad %[[REVERSE]], %[[CST]], {{.*}} -> tensor<?x4xf32, [@S0, 4]>
// CHECK-NEXT:    %[[MUL:.*]] = mhlo.multiply %[[REVERSE]], %[[PAD]]
// CHECK-NEXT:    %[[PAD2:.*]] = mhlo.dynamic_pad %[[MUL]], %[[CST]], {{.*}} -> tensor<?x4xf32, [@S0, 4]>
// CHECK-NEXT:    %[[MUL2:.*]] = mhlo.multiply %[[MUL]], %[[PAD2]]
// CHECK-NEXT:    "mhlo.reverse"(%[[MUL2]]) <{dimensions = dense<1> : tensor<1xi64>}> : {{.*}} -> tensor<?x4xf32, [@S0, 4]>
func.func @cumprod(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %axis = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Cumprod"(%x, %axis) <{exclusive = false, reverse = true}> : (tensor<?x4xf32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Each step adds what is shifted by 1, 2, 4, ...; exclusive: shifted by 1 before.
// CHECK-LABEL: func.func @cumsum(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:         %[[PAD:.*]] = mhlo.dynamic_pad %x, %[[CST]], {{.*}} -> tensor<?x4xf32, [@S0, 4]>
// CHECK-NEXT:    %[[PAD2:.*]] = mhlo.dynamic_pad %[[PAD]], %[[CST]], {{.*}} -> tensor<?x4xf32, [@S0, 4]>
// CHECK-NEXT:    %[[ADD:.*]] = mhlo.add %[[PAD]], %[[PAD2]]
// CHECK-NEXT:    %[[PAD3:.*]] = mhlo.dynamic_pad %[[ADD]], %[[CST]], {{.*}} -> tensor<?x4xf32, [@S0, 4]>
// CHECK-NEXT:    mhlo.add %[[ADD]], %[[PAD3]]
func.func @cumsum(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %axis = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Cumsum"(%x, %axis) <{exclusive = true, reverse = false}> : (tensor<?x4xf32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The root of the sum of squares.
// CHECK-LABEL: func.func @euclidean_norm(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[MUL:.*]] = mhlo.multiply %x, %x
// CHECK-NEXT:    %[[RED:.*]] = mhlo.reduce(%[[MUL]] init: %[[CST]]) applies mhlo.add across dimensions = [1] : {{.*}} -> tensor<?xf32, [@S0]>
// CHECK-NEXT:    mhlo.sqrt %[[RED]]
func.func @euclidean_norm(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %axes = "tf.Const"() <{value = dense<[1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.EuclideanNorm"(%x, %axes) <{keep_dims = false}> : (tensor<?x4xf32>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Half the sum of squares.
// CHECK-LABEL: func.func @l2_loss(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[CST2:.*]] = mhlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[MUL:.*]] = mhlo.multiply %x, %x
// CHECK-NEXT:    %[[RED:.*]] = mhlo.reduce(%[[MUL]] init: %[[CST]]) applies mhlo.add across dimensions = [0, 1] : {{.*}} -> tensor<f32>
// CHECK-NEXT:    mhlo.multiply %[[RED]], %[[CST2]]
func.func @l2_loss(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.L2Loss"(%x) : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @max(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<0xff800000> : tensor<f32>
// CHECK:         %[[RED:.*]] = mhlo.reduce(%x init: %[[CST]]) applies mhlo.maximum across dimensions = [1] : {{.*}} -> tensor<?xf32, [@S0]>
// CHECK-NEXT:    %[[R:.*]] = mhlo.dynamic_reshape %[[RED]], {{.*}} -> tensor<?x1xf32, [@S0, 1]>
// CHECK-NEXT:    func.return %[[R]]
func.func @max(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %axes = "tf.Const"() <{value = dense<[-1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Max"(%x, %axes) <{keep_dims = true}> : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Divided by the number of elements, which follows from sizes.
// CHECK-LABEL: func.func @mean(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:         %[[RED:.*]] = mhlo.reduce(%x init: %[[CST]]) applies mhlo.add across dimensions = [1] : {{.*}} -> tensor<?x4xf32, [@S0, 4]>
// CHECK-NEXT:    %[[CVT:.*]] = mhlo.convert %{{.*}} : {{.*}} -> tensor<f32>
// CHECK-NEXT:    %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%[[CVT]], %{{.*}})
// CHECK-NEXT:    mhlo.divide %[[RED]], %[[B]]
func.func @mean(%x: tensor<?x?x4xf32>) -> tensor<*xf32> {
  %axes = "tf.Const"() <{value = dense<[1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Mean"(%x, %axes) <{keep_dims = false}> : (tensor<?x?x4xf32>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @min(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<0x7f800000> : tensor<f32>
// CHECK:         %[[RED:.*]] = mhlo.reduce(%x init: %[[CST]]) applies mhlo.minimum across dimensions = [1] : {{.*}} -> tensor<?xf32, [@S0]>
// CHECK-NEXT:    %[[R:.*]] = mhlo.dynamic_reshape %[[RED]], {{.*}} -> tensor<?x1xf32, [@S0, 1]>
// CHECK-NEXT:    func.return %[[R]]
func.func @min(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %axes = "tf.Const"() <{value = dense<[-1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Min"(%x, %axes) <{keep_dims = true}> : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @prod(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[RED:.*]] = mhlo.reduce(%x init: %[[CST]]) applies mhlo.multiply across dimensions = [0, 2] : {{.*}} -> tensor<?xf32, [@S1]>
// CHECK-NEXT:    func.return %[[RED]]
func.func @prod(%x: tensor<?x?x4xf32>) -> tensor<*xf32> {
  %axes = "tf.Const"() <{value = dense<[0, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Prod"(%x, %axes) <{keep_dims = false}> : (tensor<?x?x4xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sum(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[RED:.*]] = mhlo.reduce(%x init: %[[CST]]) applies mhlo.add across dimensions = [0, 1] : {{.*}} -> tensor<4xf32>
// CHECK-NEXT:    %[[R:.*]] = mhlo.reshape %[[RED]] : {{.*}} -> tensor<1x1x4xf32>
// CHECK-NEXT:    func.return %[[R]]
func.func @sum(%x: tensor<?x?x4xf32>) -> tensor<*xf32> {
  %axes = "tf.Const"() <{value = dense<[0, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Sum"(%x, %axes) <{keep_dims = true}> : (tensor<?x?x4xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A scan whose step adds in the range of exponentials; the dimension is a number of the run.
// CHECK-LABEL: func.func @cumulative_logsumexp(
// CHECK:         mhlo.dynamic_pad %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<1x4x1xf32>, tensor<f32>, tensor<3xindex>, tensor<3xindex>, tensor<3xindex>) -> tensor<1x4x1xf32>
// CHECK:         mhlo.maximum %{{.*}}, %{{.*}} : tensor<1x4x1xf32>
// CHECK:         mhlo.log_plus_one %{{.*}} : tensor<1x4x1xf32>
func.func @cumulative_logsumexp(%x: tensor<4xf32>, %axis: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.CumulativeLogsumexp"(%x, %axis) : (tensor<4xf32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Which dimensions a gradient reduces tells nothing of a tensor of unknown rank: a call by its name.
// CHECK-LABEL: func.func @sum_of_unknown_rank(
// CHECK:         mhlo.custom_call @tf.Sum({{.*}} tieshape.unlowered = "the rank of an operand is not known"
func.func @sum_of_unknown_rank(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %0 = "tf.Unlowered"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  %1 = "tf.Shape"(%y) : (tensor<?xf32>) -> tensor<1xi32>
  %r0, %r1 = "tf.BroadcastGradientArgs"(%1, %1) : (tensor<1xi32>, tensor<1xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  %2 = "tf.Sum"(%0, %r0) {keep_dims = true} : (tensor<*xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %2 : tensor<*xf32>
}

// -----

// Eight elements: three steps that double, without a loop.
// CHECK-LABEL: func.func @cumsum_of_few(
// CHECK-NOT:     mhlo.while
// CHECK-COUNT-3: mhlo.dynamic_pad
// CHECK-NOT:     mhlo.dynamic_pad
// CHECK:         func.return
func.func @cumsum_of_few(%x: tensor<8xf32>) -> tensor<8xf32> {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Cumsum"(%x, %axis) : (tensor<8xf32>, tensor<i32>) -> tensor<8xf32>
  func.return %r : tensor<8xf32>
}

// -----

// One more: the steps are trips.
// CHECK-LABEL: func.func @cumsum_of_many(
// CHECK:         mhlo.while
// CHECK-COUNT-1: mhlo.dynamic_pad
// CHECK-NOT:     mhlo.dynamic_pad
// CHECK:         func.return
func.func @cumsum_of_many(%x: tensor<9xf32>) -> tensor<9xf32> {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Cumsum"(%x, %axis) : (tensor<9xf32>, tensor<i32>) -> tensor<9xf32>
  func.return %r : tensor<9xf32>
}

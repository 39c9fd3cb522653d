// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// The border is mirrored without its edge: the padding is required to be smaller than the size.
// CHECK:       sdim.sum_equal [@S0, 3], [@S1]
// CHECK:       sdim.range assert {{.*}} in [2, ?] {why = "tf.MirrorPad at {{.*}}: padding 1 must be at most S0 - 1"}
// CHECK:       sdim.range assert {{.*}} in [3, ?] {why = "tf.MirrorPad at {{.*}}: padding 2 must be at most S0 - 1"}
// CHECK:       func.func @mirror_pad(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S1, 4]>
func.func @mirror_pad(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %paddings = "tf.Const"() <{value = dense<[[1, 2], [0, 0]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %r = "tf.MirrorPad"(%x, %paddings) <{mode = "REFLECT"}> : (tensor<?x4xf32>, tensor<2x2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.sum_equal [@S0, 3], [@S1]
// CHECK:       func.func @pad(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x7xf32, [@S1, 7]>
func.func @pad(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %paddings = "tf.Const"() <{value = dense<[[1, 2], [0, 3]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %r = "tf.Pad"(%x, %paddings) : (tensor<?x4xf32>, tensor<2x2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Paddings that are elements of an argument: no size becomes smaller.
// CHECK:       sdim.less_equal @S0, @S1 {why = "tf.PadV2 at {{.*}}: by definition"}
// CHECK:       sdim.range @S2 in [4, ?] {why = "tf.PadV2 at {{.*}}: by definition"}
// CHECK:       func.func @pad_v2(%x: tensor<?x4xf32, [@S0, 4]>, %paddings: tensor<2x2xi32>, %value: tensor<f32>) -> tensor<?x?xf32, [@S1, @S2]>
func.func @pad_v2(%x: tensor<?x4xf32>, %paddings: tensor<2x2xi32>, %value: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.PadV2"(%x, %paddings, %value) : (tensor<?x4xf32>, tensor<2x2xi32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.range assert {{.*}} {why = "tf.MirrorPadGrad at {{.*}}: paddings 1 and 2 must be less than S0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.MirrorPadGrad at {{.*}}: padding 1 must be at most S0 - 4"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.MirrorPadGrad at {{.*}}: padding 2 must be at most S0 - 4"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.MirrorPadGrad at {{.*}}: paddings 0 and 0 must be less than S1"}
// CHECK:       func.func @mirror_pad_grad(%dy: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S2, @S1]>
func.func @mirror_pad_grad(%dy: tensor<?x?xf32>) -> tensor<*xf32> {
  %p = "tf.Const"() <{value = dense<[[1, 2], [0, 0]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %r = "tf.MirrorPadGrad"(%dy, %p) <{mode = "REFLECT"}> : (tensor<?x?xf32>, tensor<2x2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

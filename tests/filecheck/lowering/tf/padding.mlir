// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// The border is mirrored without its edge: the padding is required to be smaller than the size.
// An index before the start, or after the end, is mirrored.
// CHECK-LABEL: func.func @mirror_pad(
// CHECK:         %[[IOTA:.*]] = "mhlo.dynamic_iota"(%{{.*}}) <{iota_dimension = 0 : i64}> : {{.*}} -> tensor<?xi64, [@S1]>
// CHECK:         %[[SUB:.*]] = mhlo.subtract %[[IOTA]], %{{.*}}
// CHECK:         %[[C:.*]] = mhlo.compare LT, %[[SUB]], %{{.*}}
// CHECK-NEXT:    mhlo.negate %[[SUB]]
// CHECK:         %[[SEL:.*]] = mhlo.select %[[C]], %{{.*}}, %[[SUB]]
// CHECK:         %[[C2:.*]] = mhlo.compare GE, %[[SEL]], %{{.*}}
// CHECK-NEXT:    %[[SUB2:.*]] = mhlo.subtract %{{.*}}, %[[SEL]]
// CHECK-NEXT:    %[[SEL2:.*]] = mhlo.select %[[C2]], %[[SUB2]], %[[SEL]]
// CHECK-NEXT:    "mhlo.gather"(%x, %[[SEL2]]) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1, 4]> : tensor<2xi64>}> : {{.*}} -> tensor<?x4xf32, [@S1, 4]>
func.func @mirror_pad(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %paddings = "tf.Const"() <{value = dense<[[1, 2], [0, 0]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %r = "tf.MirrorPad"(%x, %paddings) <{mode = "REFLECT"}> : (tensor<?x4xf32>, tensor<2x2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @pad(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:         %[[PAD:.*]] = mhlo.dynamic_pad %x, %[[CST]], {{.*}} -> tensor<?x7xf32, [@S1, 7]>
// CHECK-NEXT:    func.return %[[PAD]]
func.func @pad(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %paddings = "tf.Const"() <{value = dense<[[1, 2], [0, 3]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %r = "tf.Pad"(%x, %paddings) : (tensor<?x4xf32>, tensor<2x2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Paddings that are elements of an argument: no size becomes smaller.
// CHECK-LABEL: func.func @pad_v2(
// CHECK:         mhlo.reshape %paddings : {{.*}} -> tensor<4xi32>
// CHECK:         %[[PAD:.*]] = mhlo.dynamic_pad %x, %value, {{.*}} -> tensor<?x?xf32, [@S1, @S2]>
// CHECK-NEXT:    func.return %[[PAD]]
func.func @pad_v2(%x: tensor<?x4xf32>, %paddings: tensor<2x2xi32>, %value: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.PadV2"(%x, %paddings, %value) : (tensor<?x4xf32>, tensor<2x2xi32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @mirror_pad_grad(
// CHECK:         mhlo.dynamic_broadcast_in_dim
// CHECK:         mhlo.subtract
// CHECK:         mhlo.compare
// CHECK:         mhlo.select
// CHECK:         mhlo.scatter
func.func @mirror_pad_grad(%dy: tensor<?x?xf32>) -> tensor<*xf32> {
  %p = "tf.Const"() <{value = dense<[[1, 2], [0, 0]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %r = "tf.MirrorPadGrad"(%dy, %p) <{mode = "REFLECT"}> : (tensor<?x?xf32>, tensor<2x2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

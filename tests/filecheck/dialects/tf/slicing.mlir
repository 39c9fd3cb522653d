// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// Parts of tensors, padding, reversing, shifting.

func.func @slice(%a0: tensor<?x8xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c2 = "tf.Const"() <{value = dense<[-1, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Slice"(%a0, %c1, %c2) : (tensor<?x8xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x6xf32>
  func.return
}
// CHECK-LABEL: func.func @slice(
// CHECK: "tf.Slice"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x8xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x6xf32>

func.func @slice_from_computed(%a0: tensor<8x8xf32>, %a1: tensor<2xi32>) {
  %c2 = "tf.Const"() <{value = dense<[3, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Slice"(%a0, %a1, %c2) : (tensor<8x8xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<3x4xf32>
  func.return
}
// CHECK-LABEL: func.func @slice_from_computed(
// CHECK: "tf.Slice"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<8x8xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<3x4xf32>

func.func @strided_slice(%a0: tensor<?x9xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c2 = "tf.Const"() <{value = dense<[0, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c3 = "tf.Const"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.StridedSlice"(%a0, %c1, %c2, %c3) <{begin_mask = 1 : i64, ellipsis_mask = 0 : i64, end_mask = 1 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64}> : (tensor<?x9xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @strided_slice(
// CHECK: "tf.StridedSlice"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{begin_mask = 1 : i64, ellipsis_mask = 0 : i64, end_mask = 1 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64}> : (tensor<?x9xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x4xf32>

func.func @take_one_entry(%a0: tensor<?x9xf32>) {
  %c1 = "tf.Const"() <{value = dense<[1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c2 = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c3 = "tf.Const"() <{value = dense<[1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.StridedSlice"(%a0, %c1, %c2, %c3) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64}> : (tensor<?x9xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<9xf32>
  func.return
}
// CHECK-LABEL: func.func @take_one_entry(
// CHECK: "tf.StridedSlice"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64}> : (tensor<?x9xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<9xf32>

func.func @ellipsis(%a0: tensor<3x4x5xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c2 = "tf.Const"() <{value = dense<[0, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c3 = "tf.Const"() <{value = dense<[1, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.StridedSlice"(%a0, %c1, %c2, %c3) <{begin_mask = 0 : i64, ellipsis_mask = 1 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64}> : (tensor<3x4x5xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<3x4x2xf32>
  func.return
}
// CHECK-LABEL: func.func @ellipsis(
// CHECK: "tf.StridedSlice"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{begin_mask = 0 : i64, ellipsis_mask = 1 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64}> : (tensor<3x4x5xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<3x4x2xf32>

func.func @new_dimension(%a0: tensor<3x4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0, 0, 0]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %c2 = "tf.Const"() <{value = dense<[0, 0, 0]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %c3 = "tf.Const"() <{value = dense<[1, 1, 1]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %r = "tf.StridedSlice"(%a0, %c1, %c2, %c3) <{begin_mask = 5 : i64, ellipsis_mask = 0 : i64, end_mask = 5 : i64, new_axis_mask = 2 : i64, shrink_axis_mask = 0 : i64}> : (tensor<3x4xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3x1x4xf32>
  func.return
}
// CHECK-LABEL: func.func @new_dimension(
// CHECK: "tf.StridedSlice"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{begin_mask = 5 : i64, ellipsis_mask = 0 : i64, end_mask = 5 : i64, new_axis_mask = 2 : i64, shrink_axis_mask = 0 : i64}> : (tensor<3x4xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3x1x4xf32>

func.func @backwards(%a0: tensor<5xf32>) {
  %c1 = "tf.Const"() <{value = dense<[4]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c2 = "tf.Const"() <{value = dense<[0]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c3 = "tf.Const"() <{value = dense<[-2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.StridedSlice"(%a0, %c1, %c2, %c3) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 1 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64}> : (tensor<5xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xf32>
  func.return
}
// CHECK-LABEL: func.func @backwards(
// CHECK: "tf.StridedSlice"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 1 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64}> : (tensor<5xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xf32>

func.func @computed_bounds(%a0: tensor<?x?xf32>, %a1: tensor<2xi32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>) {
  %r = "tf.StridedSlice"(%a0, %a1, %a2, %a3) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 2 : i64}> : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?xf32>
  func.return
}
// CHECK-LABEL: func.func @computed_bounds(
// CHECK: "tf.StridedSlice"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 2 : i64}> : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?xf32>

func.func @reverse_v2(%a0: tensor<?x4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[-1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.ReverseV2"(%a0, %c1) : (tensor<?x4xf32>, tensor<1xi32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @reverse_v2(
// CHECK: "tf.ReverseV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<1xi32>) -> tensor<?x4xf32>

func.func @roll(%a0: tensor<?x4xf32>, %a1: tensor<2xi32>) {
  %c2 = "tf.Const"() <{value = dense<[0, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Roll"(%a0, %a1, %c2) : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @roll(
// CHECK: "tf.Roll"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x4xf32>

func.func @roll_scalar(%a0: tensor<4xf32>, %a1: tensor<i32>, %a2: tensor<i32>) {
  %r = "tf.Roll"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<i32>, tensor<i32>) -> tensor<4xf32>
  func.return
}
// CHECK-LABEL: func.func @roll_scalar(
// CHECK: "tf.Roll"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<4xf32>, tensor<i32>, tensor<i32>) -> tensor<4xf32>

func.func @reverse_sequence(%a0: tensor<?x4x3xf32>, %a1: tensor<4xi64>) {
  %r = "tf.ReverseSequence"(%a0, %a1) <{batch_dim = 1 : i64, seq_dim = 0 : i64}> : (tensor<?x4x3xf32>, tensor<4xi64>) -> tensor<?x4x3xf32>
  func.return
}
// CHECK-LABEL: func.func @reverse_sequence(
// CHECK: "tf.ReverseSequence"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{batch_dim = 1 : i64, seq_dim = 0 : i64}> : (tensor<?x4x3xf32>, tensor<4xi64>) -> tensor<?x4x3xf32>

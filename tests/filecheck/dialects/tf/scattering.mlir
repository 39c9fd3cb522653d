// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @scatter_nd(%a0: tensor<3x1xi32>, %a1: tensor<3x5xf32>, %a2: tensor<2xi32>) {
  %r = "tf.ScatterNd"(%a0, %a1, %a2) : (tensor<3x1xi32>, tensor<3x5xf32>, tensor<2xi32>) -> tensor<?x5xf32>
  func.return
}
// CHECK-LABEL: func.func @scatter_nd(
// CHECK: "tf.ScatterNd"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<3x1xi32>, tensor<3x5xf32>, tensor<2xi32>) -> tensor<?x5xf32>

func.func @scatter_to_known(%a0: tensor<3x1xi32>, %a1: tensor<3x5xf32>) {
  %c2 = "tf.Const"() <{value = dense<[4, 5]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.ScatterNd"(%a0, %a1, %c2) : (tensor<3x1xi32>, tensor<3x5xf32>, tensor<2xi32>) -> tensor<4x5xf32>
  func.return
}
// CHECK-LABEL: func.func @scatter_to_known(
// CHECK: "tf.ScatterNd"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<3x1xi32>, tensor<3x5xf32>, tensor<2xi32>) -> tensor<4x5xf32>

func.func @tensor_scatter_update(%a0: tensor<?x5xf32>, %a1: tensor<3x1xi32>, %a2: tensor<3x5xf32>) {
  %r = "tf.TensorScatterUpdate"(%a0, %a1, %a2) : (tensor<?x5xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<?x5xf32>
  func.return
}
// CHECK-LABEL: func.func @tensor_scatter_update(
// CHECK: "tf.TensorScatterUpdate"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x5xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<?x5xf32>

func.func @tensor_scatter_add(%a0: tensor<?x5xf32>, %a1: tensor<3x1xi32>, %a2: tensor<3x5xf32>) {
  %r = "tf.TensorScatterAdd"(%a0, %a1, %a2) : (tensor<?x5xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<?x5xf32>
  func.return
}
// CHECK-LABEL: func.func @tensor_scatter_add(
// CHECK: "tf.TensorScatterAdd"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x5xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<?x5xf32>

func.func @tensor_scatter_sub(%a0: tensor<?x5xf32>, %a1: tensor<3x1xi32>, %a2: tensor<3x5xf32>) {
  %r = "tf.TensorScatterSub"(%a0, %a1, %a2) : (tensor<?x5xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<?x5xf32>
  func.return
}
// CHECK-LABEL: func.func @tensor_scatter_sub(
// CHECK: "tf.TensorScatterSub"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x5xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<?x5xf32>

func.func @tensor_scatter_max(%a0: tensor<?x5xf32>, %a1: tensor<3x1xi32>, %a2: tensor<3x5xf32>) {
  %r = "tf.TensorScatterMax"(%a0, %a1, %a2) : (tensor<?x5xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<?x5xf32>
  func.return
}
// CHECK-LABEL: func.func @tensor_scatter_max(
// CHECK: "tf.TensorScatterMax"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x5xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<?x5xf32>

func.func @tensor_scatter_min(%a0: tensor<?x5xf32>, %a1: tensor<3x1xi32>, %a2: tensor<3x5xf32>) {
  %r = "tf.TensorScatterMin"(%a0, %a1, %a2) : (tensor<?x5xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<?x5xf32>
  func.return
}
// CHECK-LABEL: func.func @tensor_scatter_min(
// CHECK: "tf.TensorScatterMin"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x5xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<?x5xf32>

func.func @unsorted_segment_sum(%a0: tensor<?x3x5xf32>, %a1: tensor<?x3xi32>) {
  %c2 = "tf.Const"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.UnsortedSegmentSum"(%a0, %a1, %c2) : (tensor<?x3x5xf32>, tensor<?x3xi32>, tensor<i32>) -> tensor<4x5xf32>
  func.return
}
// CHECK-LABEL: func.func @unsorted_segment_sum(
// CHECK: "tf.UnsortedSegmentSum"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x3x5xf32>, tensor<?x3xi32>, tensor<i32>) -> tensor<4x5xf32>

func.func @unsorted_segment_prod(%a0: tensor<?x3x5xf32>, %a1: tensor<?x3xi32>) {
  %c2 = "tf.Const"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.UnsortedSegmentProd"(%a0, %a1, %c2) : (tensor<?x3x5xf32>, tensor<?x3xi32>, tensor<i32>) -> tensor<4x5xf32>
  func.return
}
// CHECK-LABEL: func.func @unsorted_segment_prod(
// CHECK: "tf.UnsortedSegmentProd"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x3x5xf32>, tensor<?x3xi32>, tensor<i32>) -> tensor<4x5xf32>

func.func @unsorted_segment_max(%a0: tensor<?x3x5xf32>, %a1: tensor<?x3xi32>) {
  %c2 = "tf.Const"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.UnsortedSegmentMax"(%a0, %a1, %c2) : (tensor<?x3x5xf32>, tensor<?x3xi32>, tensor<i32>) -> tensor<4x5xf32>
  func.return
}
// CHECK-LABEL: func.func @unsorted_segment_max(
// CHECK: "tf.UnsortedSegmentMax"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x3x5xf32>, tensor<?x3xi32>, tensor<i32>) -> tensor<4x5xf32>

func.func @unsorted_segment_min(%a0: tensor<?x3x5xf32>, %a1: tensor<?x3xi32>) {
  %c2 = "tf.Const"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.UnsortedSegmentMin"(%a0, %a1, %c2) : (tensor<?x3x5xf32>, tensor<?x3xi32>, tensor<i32>) -> tensor<4x5xf32>
  func.return
}
// CHECK-LABEL: func.func @unsorted_segment_min(
// CHECK: "tf.UnsortedSegmentMin"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x3x5xf32>, tensor<?x3xi32>, tensor<i32>) -> tensor<4x5xf32>

func.func @segment_sum(%a0: tensor<?x3xf32>, %a1: tensor<?xi32>) {
  %r = "tf.SegmentSum"(%a0, %a1) : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @segment_sum(
// CHECK: "tf.SegmentSum"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<?x3xf32>

func.func @segment_max(%a0: tensor<?x3xf32>, %a1: tensor<?xi32>) {
  %0 = "tf.SegmentMax"(%a0, %a1) : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @segment_max(
// CHECK: "tf.SegmentMax"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<*xf32>

func.func @segment_mean(%a0: tensor<?x3xf32>, %a1: tensor<?xi32>) {
  %0 = "tf.SegmentMean"(%a0, %a1) : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @segment_mean(
// CHECK: "tf.SegmentMean"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<*xf32>

func.func @segment_min(%a0: tensor<?x3xf32>, %a1: tensor<?xi32>) {
  %0 = "tf.SegmentMin"(%a0, %a1) : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @segment_min(
// CHECK: "tf.SegmentMin"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<*xf32>

func.func @segment_prod(%a0: tensor<?x3xf32>, %a1: tensor<?xi32>) {
  %0 = "tf.SegmentProd"(%a0, %a1) : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @segment_prod(
// CHECK: "tf.SegmentProd"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<*xf32>

func.func @inplace_update(%a0: tensor<?x?xf32>, %a1: tensor<?xi32>, %a2: tensor<?x?xf32>) {
  %0 = "tf.InplaceUpdate"(%a0, %a1, %a2) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @inplace_update(
// CHECK: "tf.InplaceUpdate"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xf32>) -> tensor<*xf32>

func.func @inplace_add(%a0: tensor<?x?xf32>, %a1: tensor<?xi32>, %a2: tensor<?x?xf32>) {
  %0 = "tf.InplaceAdd"(%a0, %a1, %a2) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @inplace_add(
// CHECK: "tf.InplaceAdd"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xf32>) -> tensor<*xf32>

func.func @inplace_sub(%a0: tensor<?x?xf32>, %a1: tensor<?xi32>, %a2: tensor<?x?xf32>) {
  %0 = "tf.InplaceSub"(%a0, %a1, %a2) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @inplace_sub(
// CHECK: "tf.InplaceSub"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xf32>) -> tensor<*xf32>

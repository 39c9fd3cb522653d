// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @dynamic_partition(%a0: tensor<?x3xf32>, %a1: tensor<?xi32>) {
  %0, %1 = "tf.DynamicPartition"(%a0, %a1) : (tensor<?x3xf32>, tensor<?xi32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @dynamic_partition(
// CHECK: "tf.DynamicPartition"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x3xf32>, tensor<?xi32>) -> (tensor<*xf32>, tensor<*xf32>)

func.func @dynamic_stitch(%a0: tensor<?xi32>, %a1: tensor<2xi32>, %a2: tensor<?x3xf32>, %a3: tensor<2x3xf32>) {
  %0 = "tf.DynamicStitch"(%a0, %a1, %a2, %a3) : (tensor<?xi32>, tensor<2xi32>, tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @dynamic_stitch(
// CHECK: "tf.DynamicStitch"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xi32>, tensor<2xi32>, tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>

func.func @parallel_dynamic_stitch(%a0: tensor<?xi32>, %a1: tensor<2xi32>, %a2: tensor<?x3xf32>, %a3: tensor<2x3xf32>) {
  %0 = "tf.ParallelDynamicStitch"(%a0, %a1, %a2, %a3) : (tensor<?xi32>, tensor<2xi32>, tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @parallel_dynamic_stitch(
// CHECK: "tf.ParallelDynamicStitch"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xi32>, tensor<2xi32>, tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>

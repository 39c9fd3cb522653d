// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @strided_slice_grad(%a0: tensor<2xi32>, %a1: tensor<2xi32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>, %a4: tensor<?x?xf32>) {
  %0 = "tf.StridedSliceGrad"(%a0, %a1, %a2, %a3, %a4) <{begin_mask = 1 : i64}> : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @strided_slice_grad(
// CHECK: "tf.StridedSliceGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{begin_mask = 1 : i64}> : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<?x?xf32>) -> tensor<*xf32>

func.func @tensor_strided_slice_update(%a0: tensor<?x5xf32>, %a1: tensor<2xi32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>, %a4: tensor<?x2xf32>) {
  %0 = "tf.TensorStridedSliceUpdate"(%a0, %a1, %a2, %a3, %a4) : (tensor<?x5xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<?x2xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @tensor_strided_slice_update(
// CHECK: "tf.TensorStridedSliceUpdate"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x5xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<?x2xf32>) -> tensor<*xf32>

func.func @xla_dynamic_update_slice(%a0: tensor<?x5xf32>, %a1: tensor<?x2xf32>, %a2: tensor<2xi32>) {
  %0 = "tf.XlaDynamicUpdateSlice"(%a0, %a1, %a2) : (tensor<?x5xf32>, tensor<?x2xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @xla_dynamic_update_slice(
// CHECK: "tf.XlaDynamicUpdateSlice"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x5xf32>, tensor<?x2xf32>, tensor<2xi32>) -> tensor<*xf32>

// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @image_projective_transform_v3(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x8xf32>, %a2: tensor<2xi32>, %a3: tensor<f32>) {
  %0 = "tf.ImageProjectiveTransformV3"(%a0, %a1, %a2, %a3) <{interpolation = "BILINEAR", fill_mode = "REFLECT"}> : (tensor<?x?x?x?xf32>, tensor<?x8xf32>, tensor<2xi32>, tensor<f32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @image_projective_transform_v3(
// CHECK: "tf.ImageProjectiveTransformV3"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{interpolation = "BILINEAR", fill_mode = "REFLECT"}> : (tensor<?x?x?x?xf32>, tensor<?x8xf32>, tensor<2xi32>, tensor<f32>) -> tensor<*xf32>

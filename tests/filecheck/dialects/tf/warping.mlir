// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @image_projective_transform_v3(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x8xf32>, %a2: tensor<2xi32>, %a3: tensor<f32>) {
  %0 = "tf.ImageProjectiveTransformV3"(%a0, %a1, %a2, %a3) <{interpolation = "BILINEAR", fill_mode = "REFLECT"}> : (tensor<?x?x?x?xf32>, tensor<?x8xf32>, tensor<2xi32>, tensor<f32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @image_projective_transform_v3(
// CHECK: "tf.ImageProjectiveTransformV3"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{interpolation = "BILINEAR", fill_mode = "REFLECT"}> : (tensor<?x?x?x?xf32>, tensor<?x8xf32>, tensor<2xi32>, tensor<f32>) -> tensor<*xf32>

func.func @extract_glimpse(%a0: tensor<?x?x?x?xf32>, %a1: tensor<2xi32>, %a2: tensor<?x2xf32>) {
  %0 = "tf.ExtractGlimpse"(%a0, %a1, %a2) <{noise = "zero", uniform_noise = false}> : (tensor<?x?x?x?xf32>, tensor<2xi32>, tensor<?x2xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @extract_glimpse(
// CHECK: "tf.ExtractGlimpse"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{noise = "zero", uniform_noise = false}> : (tensor<?x?x?x?xf32>, tensor<2xi32>, tensor<?x2xf32>) -> tensor<*xf32>

func.func @extract_glimpse_v2(%a0: tensor<?x?x?x?xf32>, %a1: tensor<2xi32>, %a2: tensor<?x2xf32>) {
  %0 = "tf.ExtractGlimpseV2"(%a0, %a1, %a2) <{noise = "zero", uniform_noise = false, normalized = false}> : (tensor<?x?x?x?xf32>, tensor<2xi32>, tensor<?x2xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @extract_glimpse_v2(
// CHECK: "tf.ExtractGlimpseV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{noise = "zero", uniform_noise = false, normalized = false}> : (tensor<?x?x?x?xf32>, tensor<2xi32>, tensor<?x2xf32>) -> tensor<*xf32>

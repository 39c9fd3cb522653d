// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// Tensors from attributes and scalars.

func.func @const() {
  %r = "tf.Const"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  func.return
}
// CHECK-LABEL: func.func @const(
// CHECK: "tf.Const"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>

func.func @const_of_imprecise_type() {
  %r = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<?xi32>
  func.return
}
// CHECK-LABEL: func.func @const_of_imprecise_type(
// CHECK: "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<?xi32>

func.func @const_of_strings() {
  %r = "tf.Const"() <{value = dense<["a", "b"]> : tensor<2x!tf_type.string>}> : () -> tensor<2x!tf_type.string>
  func.return
}
// CHECK-LABEL: func.func @const_of_strings(
// CHECK: "tf.Const"() <{value = dense<["a", "b"]> : tensor<2x!tf_type.string>}> : () -> tensor<2x!tf_type.string>

func.func @zeros_like(%a0: tensor<?xf32>) {
  %r = "tf.ZerosLike"(%a0) : (tensor<?xf32>) -> tensor<?xf32>
  func.return
}
// CHECK-LABEL: func.func @zeros_like(
// CHECK: "tf.ZerosLike"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<?xf32>

func.func @ones_like(%a0: tensor<?xf32>) {
  %r = "tf.OnesLike"(%a0) : (tensor<?xf32>) -> tensor<?xf32>
  func.return
}
// CHECK-LABEL: func.func @ones_like(
// CHECK: "tf.OnesLike"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<?xf32>

func.func @fill(%a0: tensor<2xi32>, %a1: tensor<f32>) {
  %r = "tf.Fill"(%a0, %a1) : (tensor<2xi32>, tensor<f32>) -> tensor<?x?xf32>
  func.return
}
// CHECK-LABEL: func.func @fill(
// CHECK: "tf.Fill"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2xi32>, tensor<f32>) -> tensor<?x?xf32>

func.func @fill_of_known_sizes(%a1: tensor<f32>) {
  %c0 = "tf.Const"() <{value = dense<[2, 3]> : tensor<2xi64>}> : () -> tensor<2xi64>
  %r = "tf.Fill"(%c0, %a1) : (tensor<2xi64>, tensor<f32>) -> tensor<2x3xf32>
  func.return
}
// CHECK-LABEL: func.func @fill_of_known_sizes(
// CHECK: "tf.Fill"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2xi64>, tensor<f32>) -> tensor<2x3xf32>

func.func @range(%a0: tensor<i32>, %a1: tensor<i32>, %a2: tensor<i32>) {
  %r = "tf.Range"(%a0, %a1, %a2) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?xi32>
  func.return
}
// CHECK-LABEL: func.func @range(
// CHECK: "tf.Range"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?xi32>

func.func @range_down() {
  %c0 = "tf.Const"() <{value = dense<10> : tensor<i32>}> : () -> tensor<i32>
  %c1 = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %c2 = "tf.Const"() <{value = dense<-2> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Range"(%c0, %c1, %c2) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4xi32>
  func.return
}
// CHECK-LABEL: func.func @range_down(
// CHECK: "tf.Range"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4xi32>

func.func @range_of_nothing() {
  %c0 = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %c1 = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %c2 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Range"(%c0, %c1, %c2) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<0xi32>
  func.return
}
// CHECK-LABEL: func.func @range_of_nothing(
// CHECK: "tf.Range"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<0xi32>

func.func @lin_space(%a0: tensor<f32>, %a1: tensor<f32>) {
  %c2 = "tf.Const"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.LinSpace"(%a0, %a1, %c2) : (tensor<f32>, tensor<f32>, tensor<i32>) -> tensor<5xf32>
  func.return
}
// CHECK-LABEL: func.func @lin_space(
// CHECK: "tf.LinSpace"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<f32>, tensor<f32>, tensor<i32>) -> tensor<5xf32>

func.func @one_hot(%a0: tensor<?x4xi32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  %c1 = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.OneHot"(%a0, %c1, %a2, %a3) : (tensor<?x4xi32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<?x4x3xf32>
  func.return
}
// CHECK-LABEL: func.func @one_hot(
// CHECK: "tf.OneHot"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xi32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<?x4x3xf32>

func.func @one_hot_at_axis(%a0: tensor<?x4xi64>, %a1: tensor<i32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  %r = "tf.OneHot"(%a0, %a1, %a2, %a3) <{axis = 1 : i64}> : (tensor<?x4xi64>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<?x?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @one_hot_at_axis(
// CHECK: "tf.OneHot"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{axis = 1 : i64}> : (tensor<?x4xi64>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<?x?x4xf32>

func.func @elided() {
  %0 = "tf.Const"() {value = opaque<"elided_large_const", "0xDEADBEEF"> : tensor<4x2xf32>} : () -> tensor<4x2xf32>
  %1 = "tf.Const"() {value = dense_resource<__elided__> : tensor<4xi32>} : () -> tensor<?xi32>
  func.return
}
// CHECK-LABEL: func.func @elided(
// CHECK: "tf.Const"() <{value = opaque<"elided_large_const", "0xDEADBEEF"> : tensor<4x2xf32>}> : () -> tensor<4x2xf32>
// CHECK: "tf.Const"() <{value = dense_resource<__elided__> : tensor<4xi32>}> : () -> tensor<?xi32>

func.func @empty(%a0: tensor<2xi32>) {
  %0 = "tf.Empty"(%a0) <{init = true}> : (tensor<2xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @empty(
// CHECK: "tf.Empty"(%{{[a-z0-9]+}}) <{init = true}> : (tensor<2xi32>) -> tensor<*xf32>

// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// Activations and gradients keep the shape.

func.func @relu(%a0: tensor<2x?xf32>) {
  %r = "tf.Relu"(%a0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  func.return
}
// CHECK-LABEL: func.func @relu(
// CHECK: "tf.Relu"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<2x?xf32>

func.func @relu6(%a0: tensor<2x?xf32>) {
  %r = "tf.Relu6"(%a0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  func.return
}
// CHECK-LABEL: func.func @relu6(
// CHECK: "tf.Relu6"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<2x?xf32>

func.func @elu(%a0: tensor<2x?xf32>) {
  %r = "tf.Elu"(%a0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  func.return
}
// CHECK-LABEL: func.func @elu(
// CHECK: "tf.Elu"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<2x?xf32>

func.func @selu(%a0: tensor<2x?xf32>) {
  %r = "tf.Selu"(%a0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  func.return
}
// CHECK-LABEL: func.func @selu(
// CHECK: "tf.Selu"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<2x?xf32>

func.func @softplus(%a0: tensor<2x?xf32>) {
  %r = "tf.Softplus"(%a0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  func.return
}
// CHECK-LABEL: func.func @softplus(
// CHECK: "tf.Softplus"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<2x?xf32>

func.func @softsign(%a0: tensor<2x?xf32>) {
  %r = "tf.Softsign"(%a0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  func.return
}
// CHECK-LABEL: func.func @softsign(
// CHECK: "tf.Softsign"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<2x?xf32>

func.func @leaky_relu(%a0: tensor<2x?xf32>) {
  %r = "tf.LeakyRelu"(%a0) <{alpha = 3.000000e-01 : f32}> : (tensor<2x?xf32>) -> tensor<2x?xf32>
  func.return
}
// CHECK-LABEL: func.func @leaky_relu(
// CHECK: "tf.LeakyRelu"(%{{[a-z0-9]+}}) <{alpha = 3.000000e-01 : f32}> : (tensor<2x?xf32>) -> tensor<2x?xf32>

func.func @relu_of_integers(%a0: tensor<?xi8>) {
  %r = "tf.Relu"(%a0) : (tensor<?xi8>) -> tensor<?xi8>
  func.return
}
// CHECK-LABEL: func.func @relu_of_integers(
// CHECK: "tf.Relu"(%{{[a-z0-9]+}}) : (tensor<?xi8>) -> tensor<?xi8>

func.func @sigmoid_grad(%a0: tensor<2x?xf32>, %a1: tensor<2x4xf32>) {
  %r = "tf.SigmoidGrad"(%a0, %a1) : (tensor<2x?xf32>, tensor<2x4xf32>) -> tensor<2x?xf32>
  func.return
}
// CHECK-LABEL: func.func @sigmoid_grad(
// CHECK: "tf.SigmoidGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2x?xf32>, tensor<2x4xf32>) -> tensor<2x?xf32>

func.func @relu_grad(%a0: tensor<2x?xf32>, %a1: tensor<2x4xf32>) {
  %r = "tf.ReluGrad"(%a0, %a1) : (tensor<2x?xf32>, tensor<2x4xf32>) -> tensor<2x?xf32>
  func.return
}
// CHECK-LABEL: func.func @relu_grad(
// CHECK: "tf.ReluGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2x?xf32>, tensor<2x4xf32>) -> tensor<2x?xf32>

func.func @relu6_grad(%a0: tensor<2x?xf32>, %a1: tensor<2x4xf32>) {
  %r = "tf.Relu6Grad"(%a0, %a1) : (tensor<2x?xf32>, tensor<2x4xf32>) -> tensor<2x?xf32>
  func.return
}
// CHECK-LABEL: func.func @relu6_grad(
// CHECK: "tf.Relu6Grad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2x?xf32>, tensor<2x4xf32>) -> tensor<2x?xf32>

func.func @sigmoid(%a0: tensor<2x?xf32>) {
  %r = "tf.Sigmoid"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @sigmoid(
// CHECK: "tf.Sigmoid"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @elu_grad(%a0: tensor<?xf32>, %a1: tensor<?xf32>) {
  %0 = "tf.EluGrad"(%a0, %a1) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @elu_grad(
// CHECK: "tf.EluGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>

func.func @leaky_relu_grad(%a0: tensor<?xf32>, %a1: tensor<?xf32>) {
  %0 = "tf.LeakyReluGrad"(%a0, %a1) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @leaky_relu_grad(
// CHECK: "tf.LeakyReluGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>

func.func @selu_grad(%a0: tensor<?xf32>, %a1: tensor<?xf32>) {
  %0 = "tf.SeluGrad"(%a0, %a1) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @selu_grad(
// CHECK: "tf.SeluGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>

func.func @softplus_grad(%a0: tensor<?xf32>, %a1: tensor<?xf32>) {
  %0 = "tf.SoftplusGrad"(%a0, %a1) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @softplus_grad(
// CHECK: "tf.SoftplusGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>

func.func @softsign_grad(%a0: tensor<?xf32>, %a1: tensor<?xf32>) {
  %0 = "tf.SoftsignGrad"(%a0, %a1) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @softsign_grad(
// CHECK: "tf.SoftsignGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>

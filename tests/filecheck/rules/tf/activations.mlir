// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       func.func @relu(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @relu(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Relu"(%x) : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @relu6(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @relu6(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Relu6"(%x) : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @elu(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @elu(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Elu"(%x) : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @leaky_relu(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @leaky_relu(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.LeakyRelu"(%x) <{alpha = 2.000000e-01 : f32}> : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @selu(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @selu(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Selu"(%x) : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @sigmoid(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @sigmoid(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Sigmoid"(%x) : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @softplus(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @softplus(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Softplus"(%x) : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @softsign(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @softsign(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Softsign"(%x) : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.ReluGrad at {{.*}}: gradients and features: sizes S0 and S1 must agree"}
// CHECK:       func.func @relu_grad(%dy: tensor<?x4xf32, [@S0, 4]>, %x: tensor<?x4xf32, [@S1, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @relu_grad(%dy: tensor<?x4xf32>, %x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.ReluGrad"(%dy, %x) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.Relu6Grad at {{.*}}: gradients and features: sizes S0 and S1 must agree"}
// CHECK:       func.func @relu6_grad(%dy: tensor<?x4xf32, [@S0, 4]>, %x: tensor<?x4xf32, [@S1, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @relu6_grad(%dy: tensor<?x4xf32>, %x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Relu6Grad"(%dy, %x) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.SigmoidGrad at {{.*}}: y and dy: 4*S0 and 4*S1 elements must be as many"}
// CHECK:       func.func @sigmoid_grad(%y: tensor<?x4xf32, [@S0, 4]>, %dy: tensor<?x4xf32, [@S1, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @sigmoid_grad(%y: tensor<?x4xf32>, %dy: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.SigmoidGrad"(%y, %dy) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// From the result, whose slope is one more than it below 0.
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.EluGrad at {{.*}}: gradients and outputs: sizes S0 and S1 must agree"}
// CHECK:       func.func @elu_grad(%g: tensor<?xf32, [@S0]>, %outputs: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S0]>
func.func @elu_grad(%g: tensor<?xf32>, %outputs: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.EluGrad"(%g, %outputs) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.SeluGrad at {{.*}}: gradients and outputs: sizes S0 and S1 must agree"}
// CHECK:       func.func @selu_grad(%g: tensor<?xf32, [@S0]>, %outputs: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S0]>
func.func @selu_grad(%g: tensor<?xf32>, %outputs: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.SeluGrad"(%g, %outputs) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.SoftplusGrad at {{.*}}: gradients and features: sizes S0 and S1 must agree"}
// CHECK:       func.func @softplus_grad(%g: tensor<?xf32, [@S0]>, %features: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S0]>
func.func @softplus_grad(%g: tensor<?xf32>, %features: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.SoftplusGrad"(%g, %features) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.SoftsignGrad at {{.*}}: gradients and features: sizes S0 and S1 must agree"}
// CHECK:       func.func @softsign_grad(%g: tensor<?xf32, [@S0]>, %features: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S0]>
func.func @softsign_grad(%g: tensor<?xf32>, %features: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.SoftsignGrad"(%g, %features) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.LeakyReluGrad at {{.*}}: gradients and features: sizes S0 and S1 must agree"}
// CHECK:       func.func @leaky_relu_grad(%g: tensor<?xf32, [@S0]>, %features: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S0]>
func.func @leaky_relu_grad(%g: tensor<?xf32>, %features: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.LeakyReluGrad"(%g, %features) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

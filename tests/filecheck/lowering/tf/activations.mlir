// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @relu(
// CHECK:         mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:         %[[C:.*]] = mhlo.compare LT, %x, %{{.*}}
// CHECK:         %[[SEL:.*]] = mhlo.select %[[C]], %{{.*}}, %x
// CHECK-NEXT:    func.return %[[SEL]]
func.func @relu(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Relu"(%x) : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @relu6(
// CHECK:         mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:         mhlo.constant dense<6.000000e+00> : tensor<f32>
// CHECK:         %[[SEL:.*]] = mhlo.select %{{.*}}, %{{.*}}, %x
// CHECK:         mhlo.minimum %[[SEL]], %{{.*}}
func.func @relu6(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Relu6"(%x) : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// x where x is positive, else exp(x) - 1.
// CHECK-LABEL: func.func @elu(
// CHECK:         mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:         %[[C:.*]] = mhlo.compare GT, %x, %{{.*}}
// CHECK-NEXT:    %[[EXPM1:.*]] = mhlo.exponential_minus_one %x
// CHECK-NEXT:    mhlo.select %[[C]], %x, %[[EXPM1]]
func.func @elu(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Elu"(%x) : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @leaky_relu(
// CHECK:         mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:         mhlo.constant dense<2.000000e-01> : tensor<f32>
// CHECK:         %[[C:.*]] = mhlo.compare GT, %x, %{{.*}}
// CHECK:         %[[MUL:.*]] = mhlo.multiply %x, %{{.*}}
// CHECK-NEXT:    mhlo.select %[[C]], %x, %[[MUL]]
func.func @leaky_relu(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.LeakyRelu"(%x) <{alpha = 2.000000e-01 : f32}> : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// An Elu with constants that keep mean and variance.
// CHECK-LABEL: func.func @selu(
// CHECK:         mhlo.constant dense<1.05070102> : tensor<f32>
// CHECK-NEXT:    mhlo.constant dense<1.75809932> : tensor<f32>
// CHECK:         %[[C:.*]] = mhlo.compare GT, %x, %{{.*}}
// CHECK:         %[[MUL:.*]] = mhlo.multiply %x, %{{.*}}
// CHECK-NEXT:    %[[EXPM1:.*]] = mhlo.exponential_minus_one %x
// CHECK:         %[[MUL2:.*]] = mhlo.multiply %[[EXPM1]], %{{.*}}
// CHECK-NEXT:    mhlo.select %[[C]], %[[MUL]], %[[MUL2]]
func.func @selu(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Selu"(%x) : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sigmoid(
// CHECK:         %[[LOGISTIC:.*]] = mhlo.logistic %x
// CHECK-NEXT:    func.return %[[LOGISTIC]]
func.func @sigmoid(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Sigmoid"(%x) : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// log(1 + exp(x)), written so that exp(x) cannot overflow.
// CHECK-LABEL: func.func @softplus(
// CHECK:         mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:         %[[MAX:.*]] = mhlo.maximum %x, %{{.*}}
// CHECK-NEXT:    %[[ABS:.*]] = mhlo.abs %x
// CHECK-NEXT:    %[[NEG:.*]] = mhlo.negate %[[ABS]]
// CHECK-NEXT:    %[[EXP:.*]] = mhlo.exponential %[[NEG]]
// CHECK-NEXT:    %[[LOG1P:.*]] = mhlo.log_plus_one %[[EXP]]
// CHECK-NEXT:    mhlo.add %[[MAX]], %[[LOG1P]]
func.func @softplus(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Softplus"(%x) : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// x / (1 + |x|)
// CHECK-LABEL: func.func @softsign(
// CHECK:         mhlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK:         %[[ABS:.*]] = mhlo.abs %x
// CHECK:         %[[ADD:.*]] = mhlo.add %[[ABS]], %{{.*}}
// CHECK-NEXT:    mhlo.divide %x, %[[ADD]]
func.func @softsign(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Softsign"(%x) : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// dy where the features are positive, else 0 times it.
// CHECK-LABEL: func.func @relu_grad(
// CHECK:         mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:         %[[C:.*]] = mhlo.compare GT, %x_1, %{{.*}}
// CHECK-NEXT:    %[[IN:.*]] = mhlo.convert %[[C]]
// CHECK-NEXT:    %[[R:.*]] = mhlo.multiply %dy, %[[IN]]
// CHECK-NEXT:    func.return %[[R]]
func.func @relu_grad(%dy: tensor<?x4xf32>, %x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.ReluGrad"(%dy, %x) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// dy where the features are between 0 and 6, else 0 times it.
// CHECK-LABEL: func.func @relu6_grad(
// CHECK:         mhlo.constant dense<6.000000e+00> : tensor<f32>
// CHECK:         mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:         %[[C:.*]] = mhlo.compare LT, %x_1, %{{.*}}
// CHECK:         %[[C2:.*]] = mhlo.compare GT, %x_1, %{{.*}}
// CHECK-NEXT:    %[[AND:.*]] = mhlo.and %[[C2]], %[[C]]
// CHECK-NEXT:    %[[IN:.*]] = mhlo.convert %[[AND]]
// CHECK-NEXT:    mhlo.multiply %dy, %[[IN]]
func.func @relu6_grad(%dy: tensor<?x4xf32>, %x: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Relu6Grad"(%dy, %x) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// dy * y * (1 - y), y being the result of tf.Sigmoid.
// CHECK-LABEL: func.func @sigmoid_grad(
// CHECK:         mhlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK:         %[[SUB:.*]] = mhlo.subtract %{{.*}}, %y
// CHECK-NEXT:    %[[MUL:.*]] = mhlo.multiply %y, %[[SUB]]
// CHECK-NEXT:    mhlo.multiply %dy_1, %[[MUL]]
func.func @sigmoid_grad(%y: tensor<?x4xf32>, %dy: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.SigmoidGrad"(%y, %dy) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// From the result, whose slope is one more than it below 0.
// CHECK-LABEL: func.func @elu_grad(
// CHECK:         mhlo.compare LT, %outputs_1, %{{.*}} : (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>) -> tensor<?xi1, [@S0]>
// CHECK:         mhlo.multiply %g, %{{.*}} : tensor<?xf32, [@S0]>
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %g : tensor<?xi1, [@S0]>, tensor<?xf32, [@S0]>
func.func @elu_grad(%g: tensor<?xf32>, %outputs: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.EluGrad"(%g, %outputs) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @selu_grad(
// CHECK:         mhlo.compare LT, %outputs_1, %{{.*}} : (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>) -> tensor<?xi1, [@S0]>
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<?xi1, [@S0]>, tensor<?xf32, [@S0]>
func.func @selu_grad(%g: tensor<?xf32>, %outputs: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.SeluGrad"(%g, %outputs) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @softplus_grad(
// CHECK:         mhlo.exponential %{{.*}} : tensor<?xf32, [@S0]>
// CHECK:         mhlo.divide %g, %{{.*}} : tensor<?xf32, [@S0]>
func.func @softplus_grad(%g: tensor<?xf32>, %features: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.SoftplusGrad"(%g, %features) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @softsign_grad(
// CHECK:         mhlo.abs %features_1 : tensor<?xf32, [@S0]>
// CHECK:         mhlo.divide %g, %{{.*}} : tensor<?xf32, [@S0]>
func.func @softsign_grad(%g: tensor<?xf32>, %features: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.SoftsignGrad"(%g, %features) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @leaky_relu_grad(
// CHECK:         mhlo.compare GT, %features_1, %{{.*}} : (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>) -> tensor<?xi1, [@S0]>
// CHECK:         mhlo.select %{{.*}}, %g, %{{.*}} : tensor<?xi1, [@S0]>, tensor<?xf32, [@S0]>
func.func @leaky_relu_grad(%g: tensor<?xf32>, %features: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.LeakyReluGrad"(%g, %features) : (tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @stateless_random_gamma_v2(%shape: tensor<2xi32>, %seed: tensor<2xi64>, %alpha: tensor<?xf32>) {
  %r = "tf.StatelessRandomGammaV2"(%shape, %seed, %alpha) : (tensor<2xi32>, tensor<2xi64>, tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @stateless_random_gamma_v2(
// CHECK: "tf.StatelessRandomGammaV2"(%shape, %seed, %alpha) : (tensor<2xi32>, tensor<2xi64>, tensor<?xf32>) -> tensor<*xf32>

func.func @stateless_random_gamma_v3(%shape: tensor<2xi32>, %key: tensor<1xui64>, %counter: tensor<2xui64>, %alg: tensor<i32>, %alpha: tensor<?xf32>) {
  %r = "tf.StatelessRandomGammaV3"(%shape, %key, %counter, %alg, %alpha) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>, tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @stateless_random_gamma_v3(
// CHECK: "tf.StatelessRandomGammaV3"(%shape, %key, %counter, %alg, %alpha) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>, tensor<?xf32>) -> tensor<*xf32>

func.func @stateless_random_poisson(%shape: tensor<2xi32>, %seed: tensor<2xi64>, %lam: tensor<?xf32>) {
  %r = "tf.StatelessRandomPoisson"(%shape, %seed, %lam) : (tensor<2xi32>, tensor<2xi64>, tensor<?xf32>) -> tensor<*xi32>
  func.return
}
// CHECK-LABEL: func.func @stateless_random_poisson(
// CHECK: "tf.StatelessRandomPoisson"(%shape, %seed, %lam) : (tensor<2xi32>, tensor<2xi64>, tensor<?xf32>) -> tensor<*xi32>

func.func @stateless_random_binomial(%shape: tensor<2xi32>, %seed: tensor<2xi64>, %counts: tensor<?x1xf32>, %probs: tensor<?xf32>) {
  %r = "tf.StatelessRandomBinomial"(%shape, %seed, %counts, %probs) : (tensor<2xi32>, tensor<2xi64>, tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xi64>
  func.return
}
// CHECK-LABEL: func.func @stateless_random_binomial(
// CHECK: "tf.StatelessRandomBinomial"(%shape, %seed, %counts, %probs) : (tensor<2xi32>, tensor<2xi64>, tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xi64>

// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// A try takes a normal and a uniform number, below 1 one more; at 1 the number is an exponential one.
// CHECK-LABEL: func.func @stateless_random_gamma_v2(
// CHECK:         mhlo.remainder %{{.*}}, %{{.*}} : tensor<?xui64
// CHECK:         mhlo.while
// CHECK:         mhlo.while
// CHECK:         mhlo.cosine
// CHECK:         mhlo.while
// CHECK:         mhlo.power
// CHECK:         mhlo.log_plus_one
func.func @stateless_random_gamma_v2(%shape: tensor<2xi32>, %seed: tensor<2xi64>, %alpha: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.StatelessRandomGammaV2"(%shape, %seed, %alpha) : (tensor<2xi32>, tensor<2xi64>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @stateless_random_gamma_v3(
// CHECK:         mhlo.while
// CHECK:         mhlo.cosine
// CHECK:         mhlo.power
// CHECK:         mhlo.log_plus_one
func.func @stateless_random_gamma_v3(%shape: tensor<2xi32>, %key: tensor<1xui64>, %counter: tensor<2xui64>, %alg: tensor<i32>, %alpha: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.StatelessRandomGammaV3"(%shape, %key, %counter, %alg, %alpha) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A product of uniform numbers for small rates beside a try of two for others.
// CHECK-LABEL: func.func @stateless_random_poisson(
// CHECK:         mhlo.exponential
// CHECK:         mhlo.while
// CHECK:         mhlo.while
// CHECK:         mhlo.remainder
// CHECK:         mhlo.while
// CHECK:         mhlo.floor
// CHECK:         mhlo.convert %{{.*}} -> tensor<?xi32
func.func @stateless_random_poisson(%shape: tensor<2xi32>, %seed: tensor<2xi64>, %lam: tensor<?xf32>) -> tensor<*xi32> {
  %r = "tf.StatelessRandomPoisson"(%shape, %seed, %lam) : (tensor<2xi32>, tensor<2xi64>, tensor<?xf32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// Geometric numbers are summed where few successes are likely, beside a try of two numbers.
// CHECK-LABEL: func.func @stateless_random_binomial(
// CHECK:         mhlo.floor
// CHECK:         mhlo.while
// CHECK:         mhlo.while
// CHECK:         mhlo.while
// CHECK:         mhlo.log_plus_one
// CHECK:         mhlo.floor
// CHECK:         mhlo.floor
func.func @stateless_random_binomial(%shape: tensor<2xi32>, %seed: tensor<2xi64>, %counts: tensor<?x1xf32>, %probs: tensor<?xf32>) -> tensor<*xi64> {
  %r = "tf.StatelessRandomBinomial"(%shape, %seed, %counts, %probs) : (tensor<2xi32>, tensor<2xi64>, tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xi64>
  func.return %r : tensor<*xi64>
}

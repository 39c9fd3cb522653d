// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       func.func @stateless_random_gamma_v2(%shape: tensor<2xi32>, %seed: tensor<2xi64>, %alpha: tensor<?xf32, [@S0]>) -> tensor<?x?xf32, [@S1, @S0]>
// CHECK:         sdim.equal assert {{.*}} {why = "tf.StatelessRandomGammaV2 at {{.*}}: shape must end with the sizes of the parameters: S3 and S0"}
func.func @stateless_random_gamma_v2(%shape: tensor<2xi32>, %seed: tensor<2xi64>, %alpha: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.StatelessRandomGammaV2"(%shape, %seed, %alpha) : (tensor<2xi32>, tensor<2xi64>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @stateless_random_gamma_v3(%shape: tensor<2xi32>, %key: tensor<1xui64>, %counter: tensor<2xui64>, %alg: tensor<i32>, %alpha: tensor<?xf32, [@S0]>) -> tensor<?x?xf32, [@S1, @S0]>
// CHECK:         sdim.equal assert {{.*}} {why = "tf.StatelessRandomGammaV3 at {{.*}}: shape must end with the sizes of the parameters: S3 and S0"}
func.func @stateless_random_gamma_v3(%shape: tensor<2xi32>, %key: tensor<1xui64>, %counter: tensor<2xui64>, %alg: tensor<i32>, %alpha: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.StatelessRandomGammaV3"(%shape, %key, %counter, %alg, %alpha) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @stateless_random_poisson(%shape: tensor<2xi32>, %seed: tensor<2xi64>, %lam: tensor<?xf32, [@S0]>) -> tensor<?x?xi32, [@S1, @S0]>
// CHECK:         sdim.equal assert {{.*}} {why = "tf.StatelessRandomPoisson at {{.*}}: shape must end with the sizes of the parameters: S3 and S0"}
func.func @stateless_random_poisson(%shape: tensor<2xi32>, %seed: tensor<2xi64>, %lam: tensor<?xf32>) -> tensor<*xi32> {
  %r = "tf.StatelessRandomPoisson"(%shape, %seed, %lam) : (tensor<2xi32>, tensor<2xi64>, tensor<?xf32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       func.func @stateless_random_binomial(%shape: tensor<2xi32>, %seed: tensor<2xi64>, %counts: tensor<?x1xf32, [@S0, 1]>, %probs: tensor<?xf32, [@S1]>) -> tensor<?x?xi64, [@S0, @S1]>
// CHECK:         sdim.equal assert {{.*}} {why = "tf.StatelessRandomBinomial at {{.*}}: shape must end with the sizes of the parameters: S2 and S0"}
// CHECK:         sdim.equal assert {{.*}} {why = "tf.StatelessRandomBinomial at {{.*}}: shape must end with the sizes of the parameters: S4 and S1"}
func.func @stateless_random_binomial(%shape: tensor<2xi32>, %seed: tensor<2xi64>, %counts: tensor<?x1xf32>, %probs: tensor<?xf32>) -> tensor<*xi64> {
  %r = "tf.StatelessRandomBinomial"(%shape, %seed, %counts, %probs) : (tensor<2xi32>, tensor<2xi64>, tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xi64>
  func.return %r : tensor<*xi64>
}

// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       func.func @stateless_random_uniform(%shape: tensor<2xi32>, %seed: tensor<2xi64>) -> tensor<?x?xf32, [@S0, @S2]>
func.func @stateless_random_uniform(%shape: tensor<2xi32>, %seed: tensor<2xi64>) -> tensor<*xf32> {
  %r = "tf.StatelessRandomUniform"(%shape, %seed) : (tensor<2xi32>, tensor<2xi64>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @stateless_random_uniform_v2(%shape: tensor<2xi32>, %key: tensor<1xui64>, %counter: tensor<2xui64>, %alg: tensor<i32>) -> tensor<?x?xf32, [@S0, @S2]>
func.func @stateless_random_uniform_v2(%shape: tensor<2xi32>, %key: tensor<1xui64>, %counter: tensor<2xui64>, %alg: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.StatelessRandomUniformV2"(%shape, %key, %counter, %alg) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @stateless_random_normal(%shape: tensor<2xi32>, %seed: tensor<2xi64>) -> tensor<?x?xf32, [@S0, @S2]>
func.func @stateless_random_normal(%shape: tensor<2xi32>, %seed: tensor<2xi64>) -> tensor<*xf32> {
  %r = "tf.StatelessRandomNormal"(%shape, %seed) : (tensor<2xi32>, tensor<2xi64>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @stateless_random_normal_v2(%shape: tensor<2xi32>, %key: tensor<1xui64>, %counter: tensor<2xui64>, %alg: tensor<i32>) -> tensor<?x?xf32, [@S0, @S2]>
func.func @stateless_random_normal_v2(%shape: tensor<2xi32>, %key: tensor<1xui64>, %counter: tensor<2xui64>, %alg: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.StatelessRandomNormalV2"(%shape, %key, %counter, %alg) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @stateless_truncated_normal(%shape: tensor<2xi32>, %seed: tensor<2xi64>) -> tensor<?x?xf32, [@S0, @S2]>
func.func @stateless_truncated_normal(%shape: tensor<2xi32>, %seed: tensor<2xi64>) -> tensor<*xf32> {
  %r = "tf.StatelessTruncatedNormal"(%shape, %seed) : (tensor<2xi32>, tensor<2xi64>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @stateless_truncated_normal_v2(%shape: tensor<2xi32>, %key: tensor<1xui64>, %counter: tensor<2xui64>, %alg: tensor<i32>) -> tensor<?x?xf32, [@S0, @S2]>
func.func @stateless_truncated_normal_v2(%shape: tensor<2xi32>, %key: tensor<1xui64>, %counter: tensor<2xui64>, %alg: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.StatelessTruncatedNormalV2"(%shape, %key, %counter, %alg) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @stateless_random_uniform_int(%shape: tensor<2xi32>, %seed: tensor<2xi64>, %low: tensor<i32>, %high: tensor<i32>) -> tensor<?x?xi32, [@S0, @S2]>
func.func @stateless_random_uniform_int(%shape: tensor<2xi32>, %seed: tensor<2xi64>, %low: tensor<i32>, %high: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.StatelessRandomUniformInt"(%shape, %seed, %low, %high) : (tensor<2xi32>, tensor<2xi64>, tensor<i32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       func.func @stateless_random_uniform_int_v2(%shape: tensor<2xi32>, %key: tensor<1xui64>, %counter: tensor<2xui64>, %alg: tensor<i32>, %low: tensor<i32>, %high: tensor<i32>) -> tensor<?x?xi32, [@S0, @S2]>
func.func @stateless_random_uniform_int_v2(%shape: tensor<2xi32>, %key: tensor<1xui64>, %counter: tensor<2xui64>, %alg: tensor<i32>, %low: tensor<i32>, %high: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.StatelessRandomUniformIntV2"(%shape, %key, %counter, %alg, %low, %high) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       func.func @stateless_random_uniform_full_int(%shape: tensor<2xi32>, %seed: tensor<2xi64>) -> tensor<?x?xi32, [@S0, @S2]>
func.func @stateless_random_uniform_full_int(%shape: tensor<2xi32>, %seed: tensor<2xi64>) -> tensor<*xi32> {
  %r = "tf.StatelessRandomUniformFullInt"(%shape, %seed) : (tensor<2xi32>, tensor<2xi64>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       func.func @stateless_random_uniform_full_int_v2(%shape: tensor<2xi32>, %key: tensor<1xui64>, %counter: tensor<2xui64>, %alg: tensor<i32>) -> tensor<?x?xi32, [@S0, @S2]>
func.func @stateless_random_uniform_full_int_v2(%shape: tensor<2xi32>, %key: tensor<1xui64>, %counter: tensor<2xui64>, %alg: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.StatelessRandomUniformFullIntV2"(%shape, %key, %counter, %alg) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       func.func @random_uniform(%shape: tensor<2xi32>) -> tensor<?x?xf32, [@S0, @S2]>
func.func @random_uniform(%shape: tensor<2xi32>) -> tensor<*xf32> {
  %r = "tf.RandomUniform"(%shape) <{seed = 5 : i64, seed2 = 9 : i64}> : (tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @random_standard_normal(%shape: tensor<2xi32>) -> tensor<?x?xf32, [@S0, @S2]>
func.func @random_standard_normal(%shape: tensor<2xi32>) -> tensor<*xf32> {
  %r = "tf.RandomStandardNormal"(%shape) <{seed = 5 : i64, seed2 = 9 : i64}> : (tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @truncated_normal(%shape: tensor<2xi32>) -> tensor<?x?xf32, [@S0, @S2]>
func.func @truncated_normal(%shape: tensor<2xi32>) -> tensor<*xf32> {
  %r = "tf.TruncatedNormal"(%shape) <{seed = 5 : i64, seed2 = 9 : i64}> : (tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @random_uniform_int(%shape: tensor<2xi32>, %low: tensor<i32>, %high: tensor<i32>) -> tensor<?x?xi32, [@S0, @S2]>
func.func @random_uniform_int(%shape: tensor<2xi32>, %low: tensor<i32>, %high: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.RandomUniformInt"(%shape, %low, %high) <{seed = 5 : i64, seed2 = 9 : i64}> : (tensor<2xi32>, tensor<i32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       func.func @stateless_random_get_key_counter(%seed: tensor<2xi32>) -> (tensor<1xui64>, tensor<2xui64>)
func.func @stateless_random_get_key_counter(%seed: tensor<2xi32>) -> (tensor<*xui64>, tensor<*xui64>) {
  %r:2 = "tf.StatelessRandomGetKeyCounter"(%seed) : (tensor<2xi32>) -> (tensor<*xui64>, tensor<*xui64>)
  func.return %r#0, %r#1 : tensor<*xui64>, tensor<*xui64>
}

// -----

// CHECK:       func.func @stateless_random_get_key_counter_alg(%seed: tensor<2xi32>) -> (tensor<1xui64>, tensor<2xui64>, tensor<i32>)
func.func @stateless_random_get_key_counter_alg(%seed: tensor<2xi32>) -> (tensor<*xui64>, tensor<*xui64>, tensor<*xi32>) {
  %r:3 = "tf.StatelessRandomGetKeyCounterAlg"(%seed) : (tensor<2xi32>) -> (tensor<*xui64>, tensor<*xui64>, tensor<*xi32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xui64>, tensor<*xui64>, tensor<*xi32>
}

// -----

// CHECK:       func.func @stateless_random_get_alg() -> tensor<i32>
func.func @stateless_random_get_alg() -> tensor<*xi32> {
  %r = "tf.StatelessRandomGetAlg"() : () -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       func.func @random_shuffle(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @random_shuffle(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.RandomShuffle"(%x) <{seed = 5 : i64}> : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.Multinomial at {{.*}}: the number of classes S1 must be at least 1"}
// CHECK:       func.func @multinomial(%x: tensor<?x?xf32, [@S0, @S1]>, %n: tensor<i32>) -> tensor<?x?xi64, [@S0, @S2]>
func.func @multinomial(%x: tensor<?x?xf32>, %n: tensor<i32>) -> tensor<*xi64> {
  %r = "tf.Multinomial"(%x, %n) <{seed = 5 : i64}> : (tensor<?x?xf32>, tensor<i32>) -> tensor<*xi64>
  func.return %r : tensor<*xi64>
}

// -----

// CHECK:       sdim.range assert {{.*}} in [1, ?] {why = "tf.StatelessMultinomial at {{.*}}: the number of classes S1 must be at least 1"}
// CHECK:       func.func @stateless_multinomial(%x: tensor<?x?xf32, [@S0, @S1]>, %n: tensor<i32>, %seed: tensor<2xi64>) -> tensor<?x?xi64, [@S0, @S2]>
func.func @stateless_multinomial(%x: tensor<?x?xf32>, %n: tensor<i32>, %seed: tensor<2xi64>) -> tensor<*xi64> {
  %r = "tf.StatelessMultinomial"(%x, %n, %seed) : (tensor<?x?xf32>, tensor<i32>, tensor<2xi64>) -> tensor<*xi64>
  func.return %r : tensor<*xi64>
}

// -----

// CHECK:       func.func @stateless_shuffle(%x: tensor<?x?xf32, [@S0, @S1]>, %k: tensor<1xui64>, %c: tensor<2xui64>, %a: tensor<i32>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @stateless_shuffle(%x: tensor<?x?xf32>, %k: tensor<1xui64>, %c: tensor<2xui64>, %a: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.StatelessShuffle"(%x, %k, %c, %a) : (tensor<?x?xf32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

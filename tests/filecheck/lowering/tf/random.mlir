// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// The seeds become a key and a counter; words of the generator become fractions of 1 to below 2.
// CHECK-LABEL: func.func @stateless_random_uniform(
// CHECK:         mhlo.while(
// CHECK:         %[[LOGICAL:.*]] = mhlo.shift_right_logical %{{.*}}, %{{.*}}
// CHECK-NEXT:    mhlo.xor %[[LOGICAL]], %{{.*}}
// CHECK:         %[[CONVERT:.*]] = mhlo.bitcast_convert %{{.*}}
// CHECK:         mhlo.subtract %[[CONVERT]], %{{.*}}
// CHECK:         "mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 1 : i64}>
func.func @stateless_random_uniform(%shape: tensor<2xi32>, %seed: tensor<2xi64>) -> tensor<*xf32> {
  %r = "tf.StatelessRandomUniform"(%shape, %seed) : (tensor<2xi32>, tensor<2xi64>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @stateless_random_uniform_v2(
// CHECK:         mhlo.reshape %key
// CHECK-NEXT:    "mhlo.slice"(%counter) <{start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}>
// CHECK:         mhlo.while(
// CHECK:         %[[LOGICAL:.*]] = mhlo.shift_right_logical %{{.*}}, %{{.*}}
// CHECK-NEXT:    mhlo.xor %[[LOGICAL]], %{{.*}}
// CHECK:         %[[CONVERT:.*]] = mhlo.bitcast_convert %{{.*}}
// CHECK:         mhlo.subtract %[[CONVERT]], %{{.*}}
// CHECK:         "mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 1 : i64}>
func.func @stateless_random_uniform_v2(%shape: tensor<2xi32>, %key: tensor<1xui64>, %counter: tensor<2xui64>, %alg: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.StatelessRandomUniformV2"(%shape, %key, %counter, %alg) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Pairs of uniform numbers as radius and angle.
// CHECK-LABEL: func.func @stateless_random_normal(
// CHECK:         mhlo.while(
// CHECK:         %[[LOGICAL:.*]] = mhlo.shift_right_logical %{{.*}}, %{{.*}}
// CHECK-NEXT:    mhlo.xor %[[LOGICAL]], %{{.*}}
// CHECK:         mhlo.log %{{.*}}
// CHECK:         mhlo.sqrt %{{.*}}
// CHECK:         mhlo.sine %{{.*}}
// CHECK:         mhlo.cosine %{{.*}}
// CHECK:         "mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 1 : i64}>
func.func @stateless_random_normal(%shape: tensor<2xi32>, %seed: tensor<2xi64>) -> tensor<*xf32> {
  %r = "tf.StatelessRandomNormal"(%shape, %seed) : (tensor<2xi32>, tensor<2xi64>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @stateless_random_normal_v2(
// CHECK:         mhlo.reshape %key
// CHECK-NEXT:    "mhlo.slice"(%counter) <{start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}>
// CHECK:         mhlo.while(
// CHECK:         %[[LOGICAL:.*]] = mhlo.shift_right_logical %{{.*}}, %{{.*}}
// CHECK-NEXT:    mhlo.xor %[[LOGICAL]], %{{.*}}
// CHECK:         mhlo.log %{{.*}}
// CHECK:         mhlo.sqrt %{{.*}}
// CHECK:         mhlo.sine %{{.*}}
// CHECK:         mhlo.cosine %{{.*}}
// CHECK:         "mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 1 : i64}>
func.func @stateless_random_normal_v2(%shape: tensor<2xi32>, %key: tensor<1xui64>, %counter: tensor<2xui64>, %alg: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.StatelessRandomNormalV2"(%shape, %key, %counter, %alg) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// In a loop until each group has four numbers below 2.
// CHECK-LABEL: func.func @stateless_truncated_normal(
// CHECK:         %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} = mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}}
// CHECK:         "mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 1 : i64}>
func.func @stateless_truncated_normal(%shape: tensor<2xi32>, %seed: tensor<2xi64>) -> tensor<*xf32> {
  %r = "tf.StatelessTruncatedNormal"(%shape, %seed) : (tensor<2xi32>, tensor<2xi64>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @stateless_truncated_normal_v2(
// CHECK:         mhlo.reshape %key
// CHECK-NEXT:    "mhlo.slice"(%counter) <{start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}>
// CHECK:         %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} = mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}}
// CHECK:         "mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 1 : i64}>
func.func @stateless_truncated_normal_v2(%shape: tensor<2xi32>, %key: tensor<1xui64>, %counter: tensor<2xui64>, %alg: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.StatelessTruncatedNormalV2"(%shape, %key, %counter, %alg) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The remainder of unsigned bits.
// CHECK-LABEL: func.func @stateless_random_uniform_int(
// CHECK:         mhlo.while(
// CHECK:         %[[LOGICAL:.*]] = mhlo.shift_right_logical %{{.*}}, %{{.*}}
// CHECK-NEXT:    mhlo.xor %[[LOGICAL]], %{{.*}}
// CHECK:         mhlo.remainder %{{.*}}, %{{.*}}
// CHECK:         mhlo.add %{{.*}}, %{{.*}}
// CHECK:         "mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 1 : i64}>
func.func @stateless_random_uniform_int(%shape: tensor<2xi32>, %seed: tensor<2xi64>, %low: tensor<i32>, %high: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.StatelessRandomUniformInt"(%shape, %seed, %low, %high) : (tensor<2xi32>, tensor<2xi64>, tensor<i32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @stateless_random_uniform_int_v2(
// CHECK:         mhlo.reshape %key
// CHECK-NEXT:    "mhlo.slice"(%counter) <{start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}>
// CHECK:         mhlo.while(
// CHECK:         %[[LOGICAL:.*]] = mhlo.shift_right_logical %{{.*}}, %{{.*}}
// CHECK-NEXT:    mhlo.xor %[[LOGICAL]], %{{.*}}
// CHECK:         mhlo.remainder %{{.*}}, %{{.*}}
// CHECK:         mhlo.add %{{.*}}, %{{.*}}
// CHECK:         "mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 1 : i64}>
func.func @stateless_random_uniform_int_v2(%shape: tensor<2xi32>, %key: tensor<1xui64>, %counter: tensor<2xui64>, %alg: tensor<i32>, %low: tensor<i32>, %high: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.StatelessRandomUniformIntV2"(%shape, %key, %counter, %alg, %low, %high) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @stateless_random_uniform_full_int(
// CHECK:         mhlo.while(
// CHECK:         %[[LOGICAL:.*]] = mhlo.shift_right_logical %{{.*}}, %{{.*}}
// CHECK-NEXT:    mhlo.xor %[[LOGICAL]], %{{.*}}
// CHECK:         mhlo.convert %{{.*}}
// CHECK:         "mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 1 : i64}>
func.func @stateless_random_uniform_full_int(%shape: tensor<2xi32>, %seed: tensor<2xi64>) -> tensor<*xi32> {
  %r = "tf.StatelessRandomUniformFullInt"(%shape, %seed) : (tensor<2xi32>, tensor<2xi64>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @stateless_random_uniform_full_int_v2(
// CHECK:         mhlo.reshape %key
// CHECK-NEXT:    "mhlo.slice"(%counter) <{start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}>
// CHECK:         mhlo.while(
// CHECK:         %[[LOGICAL:.*]] = mhlo.shift_right_logical %{{.*}}, %{{.*}}
// CHECK-NEXT:    mhlo.xor %[[LOGICAL]], %{{.*}}
// CHECK:         mhlo.convert %{{.*}}
// CHECK:         "mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 1 : i64}>
func.func @stateless_random_uniform_full_int_v2(%shape: tensor<2xi32>, %key: tensor<1xui64>, %counter: tensor<2xui64>, %alg: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.StatelessRandomUniformFullIntV2"(%shape, %key, %counter, %alg) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// The seeds are key and counter.
// CHECK-LABEL: func.func @random_uniform(
// CHECK:         mhlo.xor %{{.*}}, %{{.*}}
// CHECK:         %[[CONVERT:.*]] = mhlo.bitcast_convert %{{.*}}
// CHECK:         mhlo.subtract %[[CONVERT]], %{{.*}}
// CHECK:         "mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 1 : i64}>
func.func @random_uniform(%shape: tensor<2xi32>) -> tensor<*xf32> {
  %r = "tf.RandomUniform"(%shape) <{seed = 5 : i64, seed2 = 9 : i64}> : (tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @random_standard_normal(
// CHECK:         mhlo.xor %{{.*}}, %{{.*}}
// CHECK:         mhlo.log %{{.*}}
// CHECK:         mhlo.sqrt %{{.*}}
// CHECK:         mhlo.sine %{{.*}}
// CHECK:         mhlo.cosine %{{.*}}
// CHECK:         "mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 1 : i64}>
func.func @random_standard_normal(%shape: tensor<2xi32>) -> tensor<*xf32> {
  %r = "tf.RandomStandardNormal"(%shape) <{seed = 5 : i64, seed2 = 9 : i64}> : (tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @truncated_normal(
// CHECK:         %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} = mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}}
// CHECK:         "mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 1 : i64}>
func.func @truncated_normal(%shape: tensor<2xi32>) -> tensor<*xf32> {
  %r = "tf.TruncatedNormal"(%shape) <{seed = 5 : i64, seed2 = 9 : i64}> : (tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @random_uniform_int(
// CHECK:         mhlo.xor %{{.*}}, %{{.*}}
// CHECK:         mhlo.remainder %{{.*}}, %{{.*}}
// CHECK:         mhlo.add %{{.*}}, %{{.*}}
// CHECK:         "mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 1 : i64}>
func.func @random_uniform_int(%shape: tensor<2xi32>, %low: tensor<i32>, %high: tensor<i32>) -> tensor<*xi32> {
  %r = "tf.RandomUniformInt"(%shape, %low, %high) <{seed = 5 : i64, seed2 = 9 : i64}> : (tensor<2xi32>, tensor<i32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @stateless_random_get_key_counter(
// CHECK:         %[[CONVERT:.*]] = mhlo.convert %seed
// CHECK-NEXT:    "mhlo.slice"(%[[CONVERT]]) <{start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}>
// CHECK:         mhlo.xor %{{.*}}, %{{.*}}
// CHECK:         %[[CONCATENATE:.*]] = "mhlo.concatenate"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64}>
// CHECK-NEXT:    func.return %{{.*}}, %[[CONCATENATE]]
func.func @stateless_random_get_key_counter(%seed: tensor<2xi32>) -> (tensor<*xui64>, tensor<*xui64>) {
  %r:2 = "tf.StatelessRandomGetKeyCounter"(%seed) : (tensor<2xi32>) -> (tensor<*xui64>, tensor<*xui64>)
  func.return %r#0, %r#1 : tensor<*xui64>, tensor<*xui64>
}

// -----

// CHECK-LABEL: func.func @stateless_random_get_key_counter_alg(
// CHECK:         %[[CONVERT:.*]] = mhlo.convert %seed
// CHECK-NEXT:    "mhlo.slice"(%[[CONVERT]]) <{start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}>
// CHECK:         mhlo.xor %{{.*}}, %{{.*}}
// CHECK:         %[[CONCATENATE:.*]] = "mhlo.concatenate"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64}>
// CHECK-NEXT:    func.return %{{.*}}, %[[CONCATENATE]], %{{.*}}
func.func @stateless_random_get_key_counter_alg(%seed: tensor<2xi32>) -> (tensor<*xui64>, tensor<*xui64>, tensor<*xi32>) {
  %r:3 = "tf.StatelessRandomGetKeyCounterAlg"(%seed) : (tensor<2xi32>) -> (tensor<*xui64>, tensor<*xui64>, tensor<*xi32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xui64>, tensor<*xui64>, tensor<*xi32>
}

// -----

// Philox is number 1.
// CHECK-LABEL: func.func @stateless_random_get_alg(
// CHECK:         %[[CONSTANT:.*]] = mhlo.constant dense<1>
// CHECK-NEXT:    func.return %[[CONSTANT]]
func.func @stateless_random_get_alg() -> tensor<*xi32> {
  %r = "tf.StatelessRandomGetAlg"() : () -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// Slices change places in a loop.
// CHECK-LABEL: func.func @random_shuffle(
// CHECK:         mhlo.remainder
// CHECK:         %{{.*}}, %[[ORDER:.*]] = mhlo.while(
// CHECK:         "mhlo.dynamic_gather"(%x, %[[ORDER]], %{{.*}})
func.func @random_shuffle(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.RandomShuffle"(%x) <{seed = 5 : i64}> : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// How many classes have a cumulative weight up to the number drawn.
// CHECK-LABEL: func.func @multinomial(
// CHECK:         mhlo.is_finite
// CHECK:         mhlo.exponential
// CHECK:         mhlo.compare LE, {{.*}} -> tensor<?x?x?xi1, [@S0, @S2, @S1]>
// CHECK:         mhlo.reduce{{.*}} mhlo.add across dimensions = [2]
func.func @multinomial(%x: tensor<?x?xf32>, %n: tensor<i32>) -> tensor<*xi64> {
  %r = "tf.Multinomial"(%x, %n) <{seed = 5 : i64}> : (tensor<?x?xf32>, tensor<i32>) -> tensor<*xi64>
  func.return %r : tensor<*xi64>
}

// -----

// CHECK-LABEL: func.func @stateless_multinomial(
// CHECK:         mhlo.convert %seed
// CHECK:         mhlo.compare LE, {{.*}} -> tensor<?x?x?xi1, [@S0, @S2, @S1]>
// CHECK:         mhlo.reduce{{.*}} mhlo.add across dimensions = [2]
func.func @stateless_multinomial(%x: tensor<?x?xf32>, %n: tensor<i32>, %seed: tensor<2xi64>) -> tensor<*xi64> {
  %r = "tf.StatelessMultinomial"(%x, %n, %seed) : (tensor<?x?xf32>, tensor<i32>, tensor<2xi64>) -> tensor<*xi64>
  func.return %r : tensor<*xi64>
}

// -----

// CHECK-LABEL: func.func @stateless_shuffle(
// CHECK:         mhlo.while
// CHECK:         mhlo.remainder %{{.*}}, %{{.*}} : tensor<?xui64, [@S0]>
// CHECK:         mhlo.while
// CHECK:         mhlo.dynamic_gather"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>}> : (tensor<?xi64, [@S0]>, tensor<i64>, tensor<1xindex>) -> tensor<i64>
func.func @stateless_shuffle(%x: tensor<?x?xf32>, %k: tensor<1xui64>, %c: tensor<2xui64>, %a: tensor<i32>) -> tensor<*xf32> {
  %r = "tf.StatelessShuffle"(%x, %k, %c, %a) : (tensor<?x?xf32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @multinomial(%a0: tensor<?x?xf32>, %a1: tensor<i32>) {
  %0 = "tf.Multinomial"(%a0, %a1) <{seed = 5 : i64}> : (tensor<?x?xf32>, tensor<i32>) -> tensor<*xi64>
  func.return
}
// CHECK-LABEL: func.func @multinomial(
// CHECK: "tf.Multinomial"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{seed = 5 : i64}> : (tensor<?x?xf32>, tensor<i32>) -> tensor<*xi64>

func.func @random_shuffle(%a0: tensor<?x?xf32>) {
  %0 = "tf.RandomShuffle"(%a0) <{seed = 5 : i64}> : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @random_shuffle(
// CHECK: "tf.RandomShuffle"(%{{[a-z0-9]+}}) <{seed = 5 : i64}> : (tensor<?x?xf32>) -> tensor<*xf32>

func.func @random_standard_normal(%a0: tensor<2xi32>) {
  %0 = "tf.RandomStandardNormal"(%a0) <{seed = 5 : i64, seed2 = 9 : i64}> : (tensor<2xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @random_standard_normal(
// CHECK: "tf.RandomStandardNormal"(%{{[a-z0-9]+}}) <{seed = 5 : i64, seed2 = 9 : i64}> : (tensor<2xi32>) -> tensor<*xf32>

func.func @random_uniform_int(%a0: tensor<2xi32>, %a1: tensor<i32>, %a2: tensor<i32>) {
  %0 = "tf.RandomUniformInt"(%a0, %a1, %a2) <{seed = 5 : i64, seed2 = 9 : i64}> : (tensor<2xi32>, tensor<i32>, tensor<i32>) -> tensor<*xi32>
  func.return
}
// CHECK-LABEL: func.func @random_uniform_int(
// CHECK: "tf.RandomUniformInt"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{seed = 5 : i64, seed2 = 9 : i64}> : (tensor<2xi32>, tensor<i32>, tensor<i32>) -> tensor<*xi32>

func.func @random_uniform(%a0: tensor<2xi32>) {
  %0 = "tf.RandomUniform"(%a0) <{seed = 5 : i64, seed2 = 9 : i64}> : (tensor<2xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @random_uniform(
// CHECK: "tf.RandomUniform"(%{{[a-z0-9]+}}) <{seed = 5 : i64, seed2 = 9 : i64}> : (tensor<2xi32>) -> tensor<*xf32>

func.func @stateless_multinomial(%a0: tensor<?x?xf32>, %a1: tensor<i32>, %a2: tensor<2xi64>) {
  %0 = "tf.StatelessMultinomial"(%a0, %a1, %a2) : (tensor<?x?xf32>, tensor<i32>, tensor<2xi64>) -> tensor<*xi64>
  func.return
}
// CHECK-LABEL: func.func @stateless_multinomial(
// CHECK: "tf.StatelessMultinomial"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<i32>, tensor<2xi64>) -> tensor<*xi64>

func.func @stateless_random_get_alg() {
  %0 = "tf.StatelessRandomGetAlg"() : () -> tensor<*xi32>
  func.return
}
// CHECK-LABEL: func.func @stateless_random_get_alg(
// CHECK: "tf.StatelessRandomGetAlg"() : () -> tensor<*xi32>

func.func @stateless_random_get_key_counter_alg(%a0: tensor<2xi32>) {
  %0, %1, %2 = "tf.StatelessRandomGetKeyCounterAlg"(%a0) : (tensor<2xi32>) -> (tensor<*xui64>, tensor<*xui64>, tensor<*xi32>)
  func.return
}
// CHECK-LABEL: func.func @stateless_random_get_key_counter_alg(
// CHECK: "tf.StatelessRandomGetKeyCounterAlg"(%{{[a-z0-9]+}}) : (tensor<2xi32>) -> (tensor<*xui64>, tensor<*xui64>, tensor<*xi32>)

func.func @stateless_random_get_key_counter(%a0: tensor<2xi32>) {
  %0, %1 = "tf.StatelessRandomGetKeyCounter"(%a0) : (tensor<2xi32>) -> (tensor<*xui64>, tensor<*xui64>)
  func.return
}
// CHECK-LABEL: func.func @stateless_random_get_key_counter(
// CHECK: "tf.StatelessRandomGetKeyCounter"(%{{[a-z0-9]+}}) : (tensor<2xi32>) -> (tensor<*xui64>, tensor<*xui64>)

func.func @stateless_random_normal(%a0: tensor<2xi32>, %a1: tensor<2xi64>) {
  %0 = "tf.StatelessRandomNormal"(%a0, %a1) : (tensor<2xi32>, tensor<2xi64>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @stateless_random_normal(
// CHECK: "tf.StatelessRandomNormal"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2xi32>, tensor<2xi64>) -> tensor<*xf32>

func.func @stateless_random_normal_v2(%a0: tensor<2xi32>, %a1: tensor<1xui64>, %a2: tensor<2xui64>, %a3: tensor<i32>) {
  %0 = "tf.StatelessRandomNormalV2"(%a0, %a1, %a2, %a3) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @stateless_random_normal_v2(
// CHECK: "tf.StatelessRandomNormalV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>) -> tensor<*xf32>

func.func @stateless_random_uniform_full_int(%a0: tensor<2xi32>, %a1: tensor<2xi64>) {
  %0 = "tf.StatelessRandomUniformFullInt"(%a0, %a1) : (tensor<2xi32>, tensor<2xi64>) -> tensor<*xi32>
  func.return
}
// CHECK-LABEL: func.func @stateless_random_uniform_full_int(
// CHECK: "tf.StatelessRandomUniformFullInt"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2xi32>, tensor<2xi64>) -> tensor<*xi32>

func.func @stateless_random_uniform_full_int_v2(%a0: tensor<2xi32>, %a1: tensor<1xui64>, %a2: tensor<2xui64>, %a3: tensor<i32>) {
  %0 = "tf.StatelessRandomUniformFullIntV2"(%a0, %a1, %a2, %a3) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>) -> tensor<*xi32>
  func.return
}
// CHECK-LABEL: func.func @stateless_random_uniform_full_int_v2(
// CHECK: "tf.StatelessRandomUniformFullIntV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>) -> tensor<*xi32>

func.func @stateless_random_uniform_int(%a0: tensor<2xi32>, %a1: tensor<2xi64>, %a2: tensor<i32>, %a3: tensor<i32>) {
  %0 = "tf.StatelessRandomUniformInt"(%a0, %a1, %a2, %a3) : (tensor<2xi32>, tensor<2xi64>, tensor<i32>, tensor<i32>) -> tensor<*xi32>
  func.return
}
// CHECK-LABEL: func.func @stateless_random_uniform_int(
// CHECK: "tf.StatelessRandomUniformInt"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2xi32>, tensor<2xi64>, tensor<i32>, tensor<i32>) -> tensor<*xi32>

func.func @stateless_random_uniform_int_v2(%a0: tensor<2xi32>, %a1: tensor<1xui64>, %a2: tensor<2xui64>, %a3: tensor<i32>, %a4: tensor<i32>, %a5: tensor<i32>) {
  %0 = "tf.StatelessRandomUniformIntV2"(%a0, %a1, %a2, %a3, %a4, %a5) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<*xi32>
  func.return
}
// CHECK-LABEL: func.func @stateless_random_uniform_int_v2(
// CHECK: "tf.StatelessRandomUniformIntV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<*xi32>

func.func @stateless_random_uniform(%a0: tensor<2xi32>, %a1: tensor<2xi64>) {
  %0 = "tf.StatelessRandomUniform"(%a0, %a1) : (tensor<2xi32>, tensor<2xi64>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @stateless_random_uniform(
// CHECK: "tf.StatelessRandomUniform"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2xi32>, tensor<2xi64>) -> tensor<*xf32>

func.func @stateless_random_uniform_v2(%a0: tensor<2xi32>, %a1: tensor<1xui64>, %a2: tensor<2xui64>, %a3: tensor<i32>) {
  %0 = "tf.StatelessRandomUniformV2"(%a0, %a1, %a2, %a3) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @stateless_random_uniform_v2(
// CHECK: "tf.StatelessRandomUniformV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>) -> tensor<*xf32>

func.func @stateless_truncated_normal(%a0: tensor<2xi32>, %a1: tensor<2xi64>) {
  %0 = "tf.StatelessTruncatedNormal"(%a0, %a1) : (tensor<2xi32>, tensor<2xi64>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @stateless_truncated_normal(
// CHECK: "tf.StatelessTruncatedNormal"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2xi32>, tensor<2xi64>) -> tensor<*xf32>

func.func @stateless_truncated_normal_v2(%a0: tensor<2xi32>, %a1: tensor<1xui64>, %a2: tensor<2xui64>, %a3: tensor<i32>) {
  %0 = "tf.StatelessTruncatedNormalV2"(%a0, %a1, %a2, %a3) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @stateless_truncated_normal_v2(
// CHECK: "tf.StatelessTruncatedNormalV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>) -> tensor<*xf32>

func.func @truncated_normal(%a0: tensor<2xi32>) {
  %0 = "tf.TruncatedNormal"(%a0) <{seed = 5 : i64, seed2 = 9 : i64}> : (tensor<2xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @truncated_normal(
// CHECK: "tf.TruncatedNormal"(%{{[a-z0-9]+}}) <{seed = 5 : i64, seed2 = 9 : i64}> : (tensor<2xi32>) -> tensor<*xf32>

func.func @stateless_shuffle(%a0: tensor<?x?xf32>, %a1: tensor<1xui64>, %a2: tensor<2xui64>, %a3: tensor<i32>) {
  %0 = "tf.StatelessShuffle"(%a0, %a1, %a2, %a3) : (tensor<?x?xf32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @stateless_shuffle(
// CHECK: "tf.StatelessShuffle"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>) -> tensor<*xf32>

// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt --print-op-generic --print-no-properties %s | tieshape-opt | filecheck %s

// Random numbers, with both spellings of the distribution.
func.func @random(%a: tensor<f32>, %shape: tensor<2xindex>, %state: tensor<2xui64>) {
  %uniform = "mhlo.rng"(%a, %a, %shape) {rng_distribution = #mhlo.rng_distribution<UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32>
  %normal = "mhlo.rng"(%a, %a, %shape) {rng_distribution = #mhlo<rng_distribution NORMAL>} : (tensor<f32>, tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32>
  %next, %bits = "mhlo.rng_bit_generator"(%state) {rng_algorithm = #mhlo.rng_algorithm<PHILOX>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %after, %more = "mhlo.dynamic_rng_bit_generator"(%state, %shape) {rng_algorithm = #mhlo.rng_algorithm<DEFAULT>} : (tensor<2xui64>, tensor<2xindex>) -> (tensor<2xui64>, tensor<?x?xui8>)
  %global = "mhlo.xla.rng_get_and_update_state"() {delta = 1 : i64} : () -> tensor<2xui64>
  func.return
}

// CHECK-LABEL: func.func @random(
// CHECK-NEXT: %uniform = "mhlo.rng"(%a, %a, %shape) <{rng_distribution = #mhlo.rng_distribution<UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32>
// CHECK-NEXT: %normal = "mhlo.rng"(%a, %a, %shape) <{rng_distribution = #mhlo.rng_distribution<NORMAL>}> : (tensor<f32>, tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32>
// CHECK-NEXT: %next, %bits = "mhlo.rng_bit_generator"(%state) <{rng_algorithm = #mhlo.rng_algorithm<PHILOX>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
// CHECK-NEXT: %after, %more = "mhlo.dynamic_rng_bit_generator"(%state, %shape) <{rng_algorithm = #mhlo.rng_algorithm<DEFAULT>}> : (tensor<2xui64>, tensor<2xindex>) -> (tensor<2xui64>, tensor<?x?xui8>)
// CHECK-NEXT: %global = "mhlo.xla.rng_get_and_update_state"() <{delta = 1 : i64}> : () -> tensor<2xui64>

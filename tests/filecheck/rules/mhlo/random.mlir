// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// The elements of the shape are the sizes.
// CHECK:       func.func @rng(%a: tensor<f32>, %n: index) -> tensor<?x4xf32, [@S0, 4]>
func.func @rng(%a: tensor<f32>, %n: index) -> tensor<?x?xf32> {
  %four = arith.constant 4 : index
  %shape = tensor.from_elements %n, %four : tensor<2xindex>
  %r = "mhlo.rng"(%a, %a, %shape) <{rng_distribution = #mhlo.rng_distribution<UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}

// -----

// CHECK:       func.func @rng_bit_generator(%state: tensor<?xui64, [@S0]>) -> (tensor<?xui64, [@S0]>, tensor<4xui32>)
func.func @rng_bit_generator(%state: tensor<?xui64>) -> (tensor<?xui64>, tensor<4xui32>) {
  %r:2 = "mhlo.rng_bit_generator"(%state) <{rng_algorithm = #mhlo.rng_algorithm<PHILOX>}> : (tensor<?xui64>) -> (tensor<?xui64>, tensor<4xui32>)
  func.return %r#0, %r#1 : tensor<?xui64>, tensor<4xui32>
}

// -----

// CHECK:       func.func @xla_rng_get_and_update_state() -> tensor<2xui64>
// CHECK:       %r = "mhlo.xla.rng_get_and_update_state"() <{delta = 1 : i64}> : () -> tensor<2xui64>
func.func @xla_rng_get_and_update_state() -> tensor<2xui64> {
  %r = "mhlo.xla.rng_get_and_update_state"() <{delta = 1 : i64}> : () -> tensor<2xui64>
  func.return %r : tensor<2xui64>
}

// -----

// The elements of the shape are the sizes of the bits; the state has those of the state.
// CHECK:       func.func @dynamic_rng_bit_generator(%state: tensor<?xui64, [@S0]>, %n: index) -> (tensor<?xui64, [@S0]>, tensor<?x4xui32, [@S1, 4]>)
func.func @dynamic_rng_bit_generator(%state: tensor<?xui64>, %n: index) -> (tensor<?xui64>, tensor<?x?xui32>) {
  %four = arith.constant 4 : index
  %shape = tensor.from_elements %n, %four : tensor<2xindex>
  %r:2 = "mhlo.dynamic_rng_bit_generator"(%state, %shape) <{rng_algorithm = #mhlo.rng_algorithm<PHILOX>}> : (tensor<?xui64>, tensor<2xindex>) -> (tensor<?xui64>, tensor<?x?xui32>)
  func.return %r#0, %r#1 : tensor<?xui64>, tensor<?x?xui32>
}

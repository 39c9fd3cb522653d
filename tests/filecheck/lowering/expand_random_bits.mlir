// RUN: tieshape-opt %s --split-input-file -p tieshape-symbolize,tieshape-infer-shapes,tieshape-expand-random-bits | filecheck %s

// Ten rounds of Philox for every fourth element; the counter goes on by as many steps.
// CHECK-LABEL: func.func @philox
// CHECK-NOT:     rng_bit_generator"(
// CHECK:         mhlo.while
// CHECK:           mhlo.xor
// CHECK:         %[[TABLE:.*]] = "mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 1 : i64}> : {{.*}} -> tensor<2x4xui32>
// CHECK:         -> tensor<5xui32>
// CHECK:         %[[NEXT:.*]] = "mhlo.concatenate"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64}> : {{.*}} -> tensor<2xui64>
// CHECK-NEXT:    func.return %[[NEXT]]
func.func @philox(%state: tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>) {
  %next, %bits = "mhlo.rng_bit_generator"(%state) <{rng_algorithm = #mhlo.rng_algorithm<PHILOX>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  return %next, %bits : tensor<2xui64>, tensor<5xui32>
}

// -----

// As many bits as the run says.
// CHECK-LABEL: func.func @of_a_shape
// CHECK-SAME:    -> (tensor<2xui64>, tensor<?x4xui8, [@S0, 4]>)
// CHECK-NOT:     rng_bit_generator"(
// CHECK:         mhlo.while
func.func @of_a_shape(%state: tensor<2xui64>, %n: index) -> (tensor<2xui64>, tensor<?x?xui8>) {
  %four = arith.constant 4 : index
  %shape = tensor.from_elements %n, %four : tensor<2xindex>
  %r:2 = "mhlo.dynamic_rng_bit_generator"(%state, %shape) <{rng_algorithm = #mhlo.rng_algorithm<DEFAULT>}> : (tensor<2xui64>, tensor<2xindex>) -> (tensor<2xui64>, tensor<?x?xui8>)
  return %r#0, %r#1 : tensor<2xui64>, tensor<?x?xui8>
}

// -----

// ThreeFry's twenty rounds are written out.
// CHECK-LABEL: func.func @three_fry
// CHECK-NOT:     rng_bit_generator"(
// CHECK-NOT:     mhlo.while
// CHECK-COUNT-20: mhlo.shift_left
// CHECK-NOT:     mhlo.shift_left
func.func @three_fry(%state: tensor<2xui64>) -> tensor<3x4xui32> {
  %next, %bits = "mhlo.rng_bit_generator"(%state) <{rng_algorithm = #mhlo.rng_algorithm<THREE_FRY>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>)
  return %bits : tensor<3x4xui32>
}

// -----

// Its order of bits depends on sizes: where they are not known it is a call that says so.
// CHECK-LABEL: func.func @unknown_order
// CHECK:         mhlo.custom_call @mhlo.dynamic_rng_bit_generator
// CHECK-SAME:    ThreeFry's order of bits depends on sizes, which are not known here
func.func @unknown_order(%state: tensor<2xui64>, %n: tensor<1xi32>) -> tensor<?xui32> {
  %next, %bits = "mhlo.dynamic_rng_bit_generator"(%state, %n) <{rng_algorithm = #mhlo.rng_algorithm<THREE_FRY>}> : (tensor<2xui64>, tensor<1xi32>) -> (tensor<2xui64>, tensor<?xui32>)
  return %bits : tensor<?xui32>
}

// -----

// CHECK-LABEL: func.func @floats
// CHECK:         random bits of f32 are not supported, integers are
func.func @floats(%state: tensor<2xui64>) -> tensor<3xf32> {
  %next, %bits = "mhlo.rng_bit_generator"(%state) <{rng_algorithm = #mhlo.rng_algorithm<DEFAULT>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xf32>)
  return %bits : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @narrow_state
// CHECK:         a state of tensor<2xui32> is not supported, tensor<2xui64> is
func.func @narrow_state(%state: tensor<2xui32>) -> tensor<3xui32> {
  %next, %bits = "mhlo.rng_bit_generator"(%state) <{rng_algorithm = #mhlo.rng_algorithm<DEFAULT>}> : (tensor<2xui32>) -> (tensor<2xui32>, tensor<3xui32>)
  return %bits : tensor<3xui32>
}

// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: mhlo.rng: operand 1 has element type f64, the result has f32; they must be equal (C1)
func.func @element(%a: tensor<f32>, %b: tensor<f64>, %s: tensor<2xindex>) {
  %r = "mhlo.rng"(%a, %b, %s) <{rng_distribution = #mhlo.rng_distribution<UNIFORM>}> : (tensor<f32>, tensor<f64>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.rng: operand 0 has rank 1, rank 0 is needed
func.func @scalar(%a: tensor<1xf32>, %b: tensor<f32>, %s: tensor<2xindex>) {
  %r = "mhlo.rng"(%a, %b, %s) <{rng_distribution = #mhlo.rng_distribution<UNIFORM>}> : (tensor<1xf32>, tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.rng: the result has type tensor<?x?xi32>, elements must be float
func.func @normal(%a: tensor<i32>, %b: tensor<i32>, %s: tensor<2xindex>) {
  %r = "mhlo.rng"(%a, %b, %s) <{rng_distribution = #mhlo.rng_distribution<NORMAL>}> : (tensor<i32>, tensor<i32>, tensor<2xindex>) -> tensor<?x?xi32>
  func.return
}

// -----

// CHECK: error: mhlo.rng: operand 2 has 3 elements, 2 are needed (C3)
func.func @shape(%a: tensor<f32>, %b: tensor<f32>, %s: tensor<3xindex>) {
  %r = "mhlo.rng"(%a, %b, %s) <{rng_distribution = #mhlo.rng_distribution<UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<3xindex>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: Expected `UNIFORM`, or `NORMAL`.
func.func @distribution(%a: tensor<f32>, %b: tensor<f32>, %s: tensor<2xindex>) {
  %r = "mhlo.rng"(%a, %b, %s) <{rng_distribution = #mhlo.rng_distribution<POISSON>}> : (tensor<f32>, tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: mhlo.rng_bit_generator: operand 0 has shape [2], result 0 has [3]; they must agree (C1)
func.func @state(%s: tensor<2xui64>) {
  %n, %r = "mhlo.rng_bit_generator"(%s) <{rng_algorithm = #mhlo.rng_algorithm<DEFAULT>}> : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  func.return
}

// -----

// CHECK: error: mhlo.rng_bit_generator: result 1 has type tensor<?xui32>, a static shape is needed
func.func @bits(%s: tensor<2xui64>) {
  %n, %r = "mhlo.rng_bit_generator"(%s) <{rng_algorithm = #mhlo.rng_algorithm<DEFAULT>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<?xui32>)
  func.return
}

// -----

// CHECK: error: mhlo.dynamic_rng_bit_generator: operand 1 has 1 elements, 2 are needed (C3)
func.func @shape_of_bits(%s: tensor<2xui64>, %n: tensor<1xindex>) {
  %r:2 = "mhlo.dynamic_rng_bit_generator"(%s, %n) <{rng_algorithm = #mhlo.rng_algorithm<DEFAULT>}> : (tensor<2xui64>, tensor<1xindex>) -> (tensor<2xui64>, tensor<?x?xui32>)
  func.return
}

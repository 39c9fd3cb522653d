// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       func.func @abs(%x: tensor<?x?xcomplex<f32>, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @abs(%x: tensor<?x?xcomplex<f32>>) -> tensor<*xf32> {
  %r = "mhlo.abs"(%x) : (tensor<?x?xcomplex<f32>>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @cbrt(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @cbrt(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.cbrt"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @ceil(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @ceil(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.ceil"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @cosine(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @cosine(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.cosine"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @count_leading_zeros(%x: tensor<?x?xi32, [@S0, @S1]>) -> tensor<?x?xi32, [@S0, @S1]>
func.func @count_leading_zeros(%x: tensor<?x?xi32>) -> tensor<*xi32> {
  %r = "mhlo.count_leading_zeros"(%x) : (tensor<?x?xi32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       func.func @erf(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @erf(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.erf"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @exponential(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @exponential(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.exponential"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @exponential_minus_one(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @exponential_minus_one(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.exponential_minus_one"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @floor(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @floor(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.floor"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @imag(%x: tensor<?x?xcomplex<f32>, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @imag(%x: tensor<?x?xcomplex<f32>>) -> tensor<*xf32> {
  %r = "mhlo.imag"(%x) : (tensor<?x?xcomplex<f32>>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @is_finite(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xi1, [@S0, @S1]>
func.func @is_finite(%x: tensor<?x?xf32>) -> tensor<*xi1> {
  %r = "mhlo.is_finite"(%x) : (tensor<?x?xf32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK:       func.func @log(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @log(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.log"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @log_plus_one(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @log_plus_one(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.log_plus_one"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @logistic(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @logistic(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.logistic"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @negate(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @negate(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.negate"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @not(%x: tensor<?x?xi1, [@S0, @S1]>) -> tensor<?x?xi1, [@S0, @S1]>
func.func @not(%x: tensor<?x?xi1>) -> tensor<*xi1> {
  %r = "mhlo.not"(%x) : (tensor<?x?xi1>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK:       func.func @popcnt(%x: tensor<?x?xi32, [@S0, @S1]>) -> tensor<?x?xi32, [@S0, @S1]>
func.func @popcnt(%x: tensor<?x?xi32>) -> tensor<*xi32> {
  %r = "mhlo.popcnt"(%x) : (tensor<?x?xi32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK:       func.func @real(%x: tensor<?x?xcomplex<f32>, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @real(%x: tensor<?x?xcomplex<f32>>) -> tensor<*xf32> {
  %r = "mhlo.real"(%x) : (tensor<?x?xcomplex<f32>>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @round_nearest_afz(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @round_nearest_afz(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.round_nearest_afz"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @round_nearest_even(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @round_nearest_even(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.round_nearest_even"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @rsqrt(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @rsqrt(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.rsqrt"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @sign(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @sign(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.sign"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @sine(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @sine(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.sine"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @sqrt(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @sqrt(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.sqrt"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @tan(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @tan(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.tan"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A size that the result's type declares is the operand's too.
// CHECK:       sdim.equal @S1, 4 {why = "mhlo.tanh at {{.*}}: declared by the result's type"}
// CHECK:       func.func @tanh(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @tanh(%x: tensor<?x?xf32>) -> tensor<?x4xf32> {
  %r = "mhlo.tanh"(%x) : (tensor<?x?xf32>) -> tensor<?x4xf32>
  func.return %r : tensor<?x4xf32>
}

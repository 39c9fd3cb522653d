// RUN: tieshape-opt %s | tieshape-opt | filecheck %s
// RUN: tieshape-opt %s --print-op-generic | tieshape-opt | filecheck %s

// Ops of CHLO, each once.

// CHECK-LABEL: func.func @acos(
// CHECK:         chlo.acos %x : tensor<?xf32> -> tensor<?xf32>
func.func @acos(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.acos %x : tensor<?xf32> -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @acosh(
// CHECK:         chlo.acosh %x : tensor<?xf32> -> tensor<?xf32>
func.func @acosh(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.acosh %x : tensor<?xf32> -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @asin(
// CHECK:         chlo.asin %x : tensor<?xf32> -> tensor<?xf32>
func.func @asin(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.asin %x : tensor<?xf32> -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @asinh(
// CHECK:         chlo.asinh %x : tensor<?xf32> -> tensor<?xf32>
func.func @asinh(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.asinh %x : tensor<?xf32> -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @atan(
// CHECK:         chlo.atan %x : tensor<?xf32> -> tensor<?xf32>
func.func @atan(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.atan %x : tensor<?xf32> -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @atanh(
// CHECK:         chlo.atanh %x : tensor<?xf32> -> tensor<?xf32>
func.func @atanh(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.atanh %x : tensor<?xf32> -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @bessel_i1e(
// CHECK:         chlo.bessel_i1e %x : tensor<?xf32> -> tensor<?xf32>
func.func @bessel_i1e(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.bessel_i1e %x : tensor<?xf32> -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @broadcast_and(
// CHECK:         chlo.broadcast_and %x, %y : (tensor<?x4xi32>, tensor<4xi32>) -> tensor<?x4xi32>
func.func @broadcast_and(%x: tensor<?x4xi32>, %y: tensor<4xi32>) -> tensor<?x4xi32> {
  %0 = chlo.broadcast_and %x, %y : (tensor<?x4xi32>, tensor<4xi32>) -> tensor<?x4xi32>
  func.return %0 : tensor<?x4xi32>
}

// CHECK-LABEL: func.func @broadcast_atan2(
// CHECK:         chlo.broadcast_atan2 %x, %y : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
func.func @broadcast_atan2(%x: tensor<?x4xf32>, %y: tensor<4xf32>) -> tensor<?x4xf32> {
  %0 = chlo.broadcast_atan2 %x, %y : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @broadcast_maximum(
// CHECK:         chlo.broadcast_maximum %x, %y : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
func.func @broadcast_maximum(%x: tensor<?x4xf32>, %y: tensor<4xf32>) -> tensor<?x4xf32> {
  %0 = chlo.broadcast_maximum %x, %y : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @broadcast_minimum(
// CHECK:         chlo.broadcast_minimum %x, %y : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
func.func @broadcast_minimum(%x: tensor<?x4xf32>, %y: tensor<4xf32>) -> tensor<?x4xf32> {
  %0 = chlo.broadcast_minimum %x, %y : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @broadcast_next_after(
// CHECK:         chlo.broadcast_next_after %x, %y : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
func.func @broadcast_next_after(%x: tensor<?x4xf32>, %y: tensor<4xf32>) -> tensor<?x4xf32> {
  %0 = chlo.broadcast_next_after %x, %y : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @broadcast_or(
// CHECK:         chlo.broadcast_or %x, %y : (tensor<?x4xi32>, tensor<4xi32>) -> tensor<?x4xi32>
func.func @broadcast_or(%x: tensor<?x4xi32>, %y: tensor<4xi32>) -> tensor<?x4xi32> {
  %0 = chlo.broadcast_or %x, %y : (tensor<?x4xi32>, tensor<4xi32>) -> tensor<?x4xi32>
  func.return %0 : tensor<?x4xi32>
}

// CHECK-LABEL: func.func @broadcast_polygamma(
// CHECK:         chlo.broadcast_polygamma %x, %y : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
func.func @broadcast_polygamma(%x: tensor<?x4xf32>, %y: tensor<4xf32>) -> tensor<?x4xf32> {
  %0 = chlo.broadcast_polygamma %x, %y : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @broadcast_remainder(
// CHECK:         chlo.broadcast_remainder %x, %y : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
func.func @broadcast_remainder(%x: tensor<?x4xf32>, %y: tensor<4xf32>) -> tensor<?x4xf32> {
  %0 = chlo.broadcast_remainder %x, %y : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @broadcast_shift_left(
// CHECK:         chlo.broadcast_shift_left %x, %y : (tensor<?x4xi32>, tensor<4xi32>) -> tensor<?x4xi32>
func.func @broadcast_shift_left(%x: tensor<?x4xi32>, %y: tensor<4xi32>) -> tensor<?x4xi32> {
  %0 = chlo.broadcast_shift_left %x, %y : (tensor<?x4xi32>, tensor<4xi32>) -> tensor<?x4xi32>
  func.return %0 : tensor<?x4xi32>
}

// CHECK-LABEL: func.func @broadcast_shift_right_arithmetic(
// CHECK:         chlo.broadcast_shift_right_arithmetic %x, %y : (tensor<?x4xi32>, tensor<4xi32>) -> tensor<?x4xi32>
func.func @broadcast_shift_right_arithmetic(%x: tensor<?x4xi32>, %y: tensor<4xi32>) -> tensor<?x4xi32> {
  %0 = chlo.broadcast_shift_right_arithmetic %x, %y : (tensor<?x4xi32>, tensor<4xi32>) -> tensor<?x4xi32>
  func.return %0 : tensor<?x4xi32>
}

// CHECK-LABEL: func.func @broadcast_shift_right_logical(
// CHECK:         chlo.broadcast_shift_right_logical %x, %y : (tensor<?x4xi32>, tensor<4xi32>) -> tensor<?x4xi32>
func.func @broadcast_shift_right_logical(%x: tensor<?x4xi32>, %y: tensor<4xi32>) -> tensor<?x4xi32> {
  %0 = chlo.broadcast_shift_right_logical %x, %y : (tensor<?x4xi32>, tensor<4xi32>) -> tensor<?x4xi32>
  func.return %0 : tensor<?x4xi32>
}

// CHECK-LABEL: func.func @broadcast_xor(
// CHECK:         chlo.broadcast_xor %x, %y : (tensor<?x4xi32>, tensor<4xi32>) -> tensor<?x4xi32>
func.func @broadcast_xor(%x: tensor<?x4xi32>, %y: tensor<4xi32>) -> tensor<?x4xi32> {
  %0 = chlo.broadcast_xor %x, %y : (tensor<?x4xi32>, tensor<4xi32>) -> tensor<?x4xi32>
  func.return %0 : tensor<?x4xi32>
}

// CHECK-LABEL: func.func @cosh(
// CHECK:         chlo.cosh %x : tensor<?xf32> -> tensor<?xf32>
func.func @cosh(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.cosh %x : tensor<?xf32> -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @erf_inv(
// CHECK:         chlo.erf_inv %x : tensor<?xf32> -> tensor<?xf32>
func.func @erf_inv(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.erf_inv %x : tensor<?xf32> -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @erfc(
// CHECK:         chlo.erfc %x : tensor<?xf32> -> tensor<?xf32>
func.func @erfc(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.erfc %x : tensor<?xf32> -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @is_neg_inf(
// CHECK:         chlo.is_neg_inf %x : tensor<?xf32> -> tensor<?xi1>
func.func @is_neg_inf(%x: tensor<?xf32>) -> tensor<?xi1> {
  %0 = chlo.is_neg_inf %x : tensor<?xf32> -> tensor<?xi1>
  func.return %0 : tensor<?xi1>
}

// CHECK-LABEL: func.func @lgamma(
// CHECK:         chlo.lgamma %x : tensor<?xf32> -> tensor<?xf32>
func.func @lgamma(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.lgamma %x : tensor<?xf32> -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @sinh(
// CHECK:         chlo.sinh %x : tensor<?xf32> -> tensor<?xf32>
func.func @sinh(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.sinh %x : tensor<?xf32> -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @next_after(
// CHECK:         chlo.next_after %x, %y : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
func.func @next_after(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.next_after %x, %y : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @polygamma(
// CHECK:         chlo.polygamma %x, %y : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
func.func @polygamma(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.polygamma %x, %y : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @zeta(
// CHECK:         chlo.zeta %x, %y : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
func.func @zeta(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.zeta %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt --print-op-generic --print-no-properties %s | tieshape-opt | filecheck %s

// compare with every direction and type; MLIR prints two spaces, any number is read.
func.func @compare(%x: tensor<?xf32>, %i: tensor<?xi32>) {
  %eq = mhlo.compare  EQ, %x, %x,  FLOAT : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
  %ne = mhlo.compare NE, %x, %x, TOTALORDER : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
  %ge = mhlo.compare GE, %i, %i, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %gt = mhlo.compare GT, %i, %i, UNSIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %le = mhlo.compare LE, %i, %i, NOTYPE : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %lt = mhlo.compare LT, %i, %i : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %generic = "mhlo.compare"(%i, %i) {compare_type = #mhlo<comparison_type TOTALORDER>, comparison_direction = #mhlo<comparison_direction LT>} : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %tagged = mhlo.compare LT, %i, %i {tag} : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  func.return
}

// CHECK-LABEL: func.func @compare(
// CHECK-NEXT: %eq = mhlo.compare EQ, %x, %x, FLOAT : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
// CHECK-NEXT: %ne = mhlo.compare NE, %x, %x, TOTALORDER : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
// CHECK-NEXT: %ge = mhlo.compare GE, %i, %i, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
// CHECK-NEXT: %gt = mhlo.compare GT, %i, %i, UNSIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
// CHECK-NEXT: %le = mhlo.compare LE, %i, %i, NOTYPE : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
// CHECK-NEXT: %lt = mhlo.compare LT, %i, %i : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
// CHECK-NEXT: %generic = mhlo.compare LT, %i, %i, TOTALORDER : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
// CHECK-NEXT: %tagged = mhlo.compare LT, %i, %i {tag} : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>

// A scalar stands for all elements in `pred`, `min` and `max`.
func.func @choose(%p: tensor<?xi1>, %scalar: tensor<i1>, %x: tensor<?xf32>, %y: tensor<4xf32>, %m: tensor<f32>) {
  %select = mhlo.select %p, %x, %x : tensor<?xi1>, tensor<?xf32>
  %select_scalar = mhlo.select %scalar, %x, %x : tensor<i1>, tensor<?xf32>
  %select_mixed = mhlo.select %p, %x, %y : (tensor<?xi1>, tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
  %clamp = mhlo.clamp %x, %x, %x : tensor<?xf32>
  %clamp_scalar = mhlo.clamp %m, %x, %m : (tensor<f32>, tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  func.return
}

// CHECK-LABEL: func.func @choose(
// CHECK-NEXT: %select = mhlo.select %p, %x, %x : tensor<?xi1>, tensor<?xf32>
// CHECK-NEXT: %select_scalar = mhlo.select %scalar, %x, %x : tensor<i1>, tensor<?xf32>
// CHECK-NEXT: %select_mixed = mhlo.select %p, %x, %y : (tensor<?xi1>, tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %clamp = mhlo.clamp %x, %x, %x : tensor<?xf32>
// CHECK-NEXT: %clamp_scalar = mhlo.clamp %m, %x, %m : (tensor<f32>, tensor<?xf32>, tensor<f32>) -> tensor<?xf32>

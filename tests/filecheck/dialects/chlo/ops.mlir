// RUN: tieshape-opt %s | tieshape-opt | filecheck %s
// RUN: tieshape-opt %s --print-op-generic | tieshape-opt | filecheck %s

// Dimensions as an array are of newer text.
// CHECK-LABEL: func.func @broadcasting
// CHECK: chlo.broadcast_add %a, %b : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
// CHECK-NEXT: chlo.broadcast_multiply %a, %b {broadcast_dimensions = dense<1> : tensor<1xi64>} : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
// CHECK-NEXT: chlo.broadcast_subtract %a, %b {broadcast_dimensions = dense<1> : tensor<1xi64>} : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
// CHECK-NEXT: chlo.broadcast_compare %a, %b {broadcast_dimensions = dense<1> : tensor<1xi64>, comparison_direction = #chlo<comparison_direction LT>}
// CHECK-NEXT: chlo.broadcast_maximum %t, %t {broadcast_dimensions = dense<> : tensor<0xi64>} : (tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT: chlo.broadcast_select %p, %{{.*}}, %b : (tensor<i1>, tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
// CHECK-NEXT: chlo.broadcast_complex %a, %b : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xcomplex<f32>>
// CHECK-NEXT: chlo.broadcast_zeta %a, %b : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<*xf32>
func.func @broadcasting(%a: tensor<?x4xf32>, %b: tensor<4xf32>, %p: tensor<i1>, %t: tensor<f32>) {
  %0 = chlo.broadcast_add %a, %b : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %1 = chlo.broadcast_multiply %a, %b {broadcast_dimensions = dense<1> : tensor<1xi64>} : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %5 = chlo.broadcast_subtract %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %6 = "chlo.broadcast_compare"(%a, %b) {broadcast_dimensions = array<i64: 1>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xi1>
  %7 = chlo.broadcast_maximum %t, %t {broadcast_dimensions = array<i64>} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %2 = "chlo.broadcast_select"(%p, %0, %b) : (tensor<i1>, tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %3 = chlo.broadcast_complex %a, %b : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xcomplex<f32>>
  %4 = chlo.broadcast_zeta %a, %b : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<*xf32>
  return
}

// Words as strings are of older text, mhlo's words of BladeDISC's.
// CHECK-LABEL: func.func @compare
// CHECK-NEXT: {comparison_direction = #chlo<comparison_direction GE>}
// CHECK-NEXT: {compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction EQ>}
// CHECK-NEXT: {comparison_direction = #mhlo<comparison_direction NE>}
func.func @compare(%a: tensor<?x4xf32>, %b: tensor<4xf32>) {
  %0 = chlo.broadcast_compare %a, %b {comparison_direction = "GE"} : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xi1>
  %1 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction EQ>, compare_type = "FLOAT"} : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xi1>
  %2 = chlo.broadcast_compare %a, %b {comparison_direction = #mhlo<"comparison_direction NE">} : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xi1>
  return
}

// One type may stand for both; an op that nothing defines is kept in its generic form.
// CHECK-LABEL: func.func @unary
// CHECK-NEXT: %[[T:.*]] = chlo.tan %a : tensor<?xf32> -> tensor<?xf32>
// CHECK-NEXT: chlo.erf %[[T]] : tensor<?xf32> -> tensor<?xf32>
// CHECK-NEXT: chlo.is_inf %a : tensor<?xf32> -> tensor<?xi1>
// CHECK-NEXT: "chlo.constant_like"(%a) <{value = 2 : i32}> : (tensor<?xf32>) -> tensor<?xi32>
// CHECK-NEXT: "chlo.unheard_of"(%a) : (tensor<?xf32>) -> tensor<?xf32>
func.func @unary(%a: tensor<?xf32>) {
  %0 = chlo.tan %a : tensor<?xf32>
  %1 = chlo.erf %0 : (tensor<?xf32>) -> tensor<?xf32>
  %2 = "chlo.is_inf"(%a) : (tensor<?xf32>) -> tensor<?xi1>
  %3 = "chlo.constant_like"(%a) {value = 2 : i32} : (tensor<?xf32>) -> tensor<?xi32>
  %4 = chlo.unheard_of %a : tensor<?xf32> -> tensor<?xf32>
  return
}
